package storetest

import (
	"context"
	"fmt"
	"slices"

	"github.com/handfast-go/handfast/contract"
)

// proposals makes a list of proposals of one contract, each under a key of its
// own.
func proposals(contractID string, count int) []contract.Proposal {
	list := make([]contract.Proposal, count)
	for n := range list {
		list[n] = fullProposal(contractID, fmt.Sprintf("%s:%d", contractID, n))
	}
	return list
}

func decide(id int64, state contract.ProposalState) contract.Decision {
	return contract.Decision{ProposalID: id, State: state, By: "ann", Note: "<ok>", At: at(20)}
}

func proposalCases() []Case {
	return []Case{
		{
			Name: "proposal/round-trip", Rule: "Proposals yields each proposal with every member as it was stored, under the id that Commit gave it.",
			check: func(ctx context.Context, b *bench) error {
				bare := contract.Proposal{ContractID: name(1), Key: "bare", Section: "s", Payload: raw("p"), State: contract.ProposalPending, CreatedAt: at(1)}
				decided := fullProposal(name(1), "decided")
				decided.State, decided.DecidedBy, decided.Note, decided.DecidedAt = contract.ProposalAccepted, "engine", "guards held", at(2)
				want := []contract.Proposal{fullProposal(name(1), "full"), bare, decided}
				for n := range want {
					want[n].ID = 4711 // to be ignored
				}
				done, err := commit(ctx, b.store, contract.Batch{NewRow: rowOf(1), Proposals: want})
				if err != nil {
					return err
				}
				got, err := allProposals(ctx, b.store, contract.ProposalFilter{})
				if err != nil {
					return err
				}
				for n := range want {
					if len(done.ProposalIDs) == len(want) {
						want[n].ID = done.ProposalIDs[n]
					}
				}
				return same("proposals", want, got)
			},
		},
		{
			Name: "proposal/key-once", Rule: "A key that is stored already adds nothing: the id is the stored one, and what is stored stays.",
			check: func(ctx context.Context, b *bench) error {
				first, err := commit(ctx, b.store, contract.Batch{NewRow: rowOf(1), Proposals: []contract.Proposal{
					fullProposal(name(1), "k1"), fullProposal(name(1), "k2"), fullProposal(name(1), "k1"),
				}})
				if err != nil {
					return err
				}
				other := fullProposal(name(1), "k2")
				other.Payload = raw("other")
				second, err := commit(ctx, b.store, contract.Batch{Proposals: []contract.Proposal{other, fullProposal(name(1), "k3")}})
				if err != nil {
					return err
				}
				ids := slices.Concat(first.ProposalIDs, second.ProposalIDs)
				if len(ids) != 5 || ids[0] != ids[2] || ids[1] != ids[3] || ids[0] == ids[1] || ids[4] == ids[0] || ids[4] == ids[1] {
					return fmt.Errorf("expected the ids of k1 k2 k1 k2 k3, got %v", ids)
				}
				got, err := allProposals(ctx, b.store, contract.ProposalFilter{ID: ids[1]})
				if err != nil {
					return err
				}
				want := fullProposal(name(1), "k2")
				want.ID = ids[1]
				return same("proposals", []contract.Proposal{want}, got)
			},
		},
		{
			Name: "proposals/order", Rule: "Proposals yields in id order, also when there are many.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, contract.Batch{NewRow: rowOf(1), Proposals: proposals(name(1), manyRows)}); err != nil {
					return err
				}
				got, err := allProposals(ctx, b.store, contract.ProposalFilter{})
				if err != nil {
					return err
				}
				for n, p := range got {
					if want := fmt.Sprintf("%s:%d", name(1), n); p.Key != want || (n > 0 && p.ID <= got[n-1].ID) {
						return fmt.Errorf("place %d: expected %s, in the order of ids, got %s with id %d", n, want, p.Key, p.ID)
					}
				}
				return same("count", manyRows, len(got))
			},
		},
		{
			Name: "proposals/filters", Rule: "Every set member of a ProposalFilter must match.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, newRow(plainRow(1)), newRow(plainRow(2))); err != nil {
					return err
				}
				done, err := commit(ctx, b.store, contract.Batch{Proposals: slices.Concat(proposals(name(1), 3), proposals(name(2), 2))})
				if err != nil {
					return err
				}
				ids := done.ProposalIDs
				if len(ids) != 5 {
					return fmt.Errorf("expected 5 proposal ids, got %v", ids)
				}
				decisions := []contract.Decision{decide(ids[1], contract.ProposalAccepted), decide(ids[3], contract.ProposalRejected)}
				if err := must(ctx, b.store, contract.Batch{Decisions: decisions}); err != nil {
					return err
				}
				pending := []contract.ProposalState{contract.ProposalPending}
				for _, c := range []struct {
					filter contract.ProposalFilter
					want   []int64
				}{
					{contract.ProposalFilter{}, ids},
					{contract.ProposalFilter{ID: ids[2]}, ids[2:3]},
					{contract.ProposalFilter{ID: 1 << 40}, nil},
					{contract.ProposalFilter{ContractID: name(2)}, ids[3:]},
					{contract.ProposalFilter{ContractID: name(3)}, nil},
					{contract.ProposalFilter{States: pending}, []int64{ids[0], ids[2], ids[4]}},
					{contract.ProposalFilter{States: []contract.ProposalState{contract.ProposalRejected, contract.ProposalAccepted}}, []int64{ids[1], ids[3]}},
					{contract.ProposalFilter{ContractID: name(1), States: pending}, []int64{ids[0], ids[2]}},
					{contract.ProposalFilter{ID: ids[1], States: pending}, nil},
				} {
					list, err := allProposals(ctx, b.store, c.filter)
					if err != nil {
						return err
					}
					var got []int64
					for _, p := range list {
						got = append(got, p.ID)
					}
					if !slices.Equal(got, c.want) {
						return fmt.Errorf("filter %+v: expected the ids %v, got %v", c.filter, c.want, got)
					}
				}
				return nil
			},
		},
		{
			Name: "decision/recorded", Rule: "A decision sets the state, by whom, the note and the time, and nothing else.",
			check: func(ctx context.Context, b *bench) error {
				done, err := commit(ctx, b.store, contract.Batch{NewRow: rowOf(1), Proposals: proposals(name(1), 2)})
				if err != nil {
					return err
				}
				if err := must(ctx, b.store, contract.Batch{Decisions: []contract.Decision{decide(done.ProposalIDs[1], contract.ProposalRejected)}}); err != nil {
					return err
				}
				want := proposals(name(1), 2)
				want[0].ID, want[1].ID = done.ProposalIDs[0], done.ProposalIDs[1]
				want[1].State, want[1].DecidedBy, want[1].Note, want[1].DecidedAt = contract.ProposalRejected, "ann", "<ok>", at(20)
				got, err := allProposals(ctx, b.store, contract.ProposalFilter{})
				if err != nil {
					return err
				}
				return same("proposals", want, got)
			},
		},
		{
			Name: "decision/once", Rule: "A proposal that is not pending any more is ErrDecided, and the first decision stays.",
			check: func(ctx context.Context, b *bench) error {
				done, err := commit(ctx, b.store, contract.Batch{NewRow: rowOf(1), Proposals: proposals(name(1), 1)})
				if err != nil {
					return err
				}
				id := done.ProposalIDs[0]
				if err := must(ctx, b.store, contract.Batch{Decisions: []contract.Decision{decide(id, contract.ProposalRejected)}}); err != nil {
					return err
				}
				for _, state := range []contract.ProposalState{contract.ProposalAccepted, contract.ProposalRejected} {
					late := decide(id, state)
					late.By = "bob"
					_, err := b.store.Commit(ctx, contract.Batch{Decisions: []contract.Decision{late}})
					if err := wantErr("deciding again", err, contract.ErrDecided); err != nil {
						return err
					}
				}
				got, err := allProposals(ctx, b.store, contract.ProposalFilter{})
				if err != nil {
					return err
				}
				if len(got) != 1 || got[0].State != contract.ProposalRejected || got[0].DecidedBy != "ann" {
					return fmt.Errorf("expected the rejection by ann to stay, got %+v", got)
				}
				return nil
			},
		},
		{
			Name: "decision/unknown", Rule: "A decision on an unknown proposal is ErrNotFound.",
			check: func(ctx context.Context, b *bench) error {
				for _, id := range []int64{0, -1, 1, 1 << 40} {
					_, err := b.store.Commit(ctx, contract.Batch{Decisions: []contract.Decision{decide(id, contract.ProposalAccepted)}})
					if err := wantErr(fmt.Sprintf("deciding %d", id), err, contract.ErrNotFound); err != nil {
						return err
					}
				}
				return nil
			},
		},
	}
}

func rowOf(n int) *contract.Row {
	row := plainRow(n)
	return &row
}
