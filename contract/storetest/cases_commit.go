package storetest

import (
	"context"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// fullBatch writes every part at once, over the state that prepare made: new
// things under numbers from 10, changes to row, draft and section 1.
func fullBatch(pending int64) contract.Batch {
	newRow := fullRow(10)
	row := fullRow(1)
	row.Revision = 1
	draft := fullDraft(1)
	draft.Revision, draft.Envelope = 1, raw("changed")
	return contract.Batch{
		NewRow: &newRow, Row: &row, Draft: &draft,
		Evidence:  []evidence.Row{fullEvidence("new-1"), fullEvidence("new-2")},
		Sections:  []contract.Section{section("w", "new", raw("new"), 0), section("w", "stack", raw("changed"), 1)},
		Proposals: []contract.Proposal{fullProposal(name(1), "new-1"), fullProposal(name(1), "new-2")},
		Decisions: []contract.Decision{decide(pending, contract.ProposalAccepted)},
		Verdicts:  []contract.GateVerdict{fullVerdict(name(1), "new-1"), fullVerdict(name(1), "new-2")},
	}
}

// prepared are the ids of what prepare stored.
type prepared struct{ pending, decided int64 }

// prepare stores a row with all that belongs to it: a draft, evidence, a
// section, two proposals of which one is decided, and a verdict.
func prepare(ctx context.Context, store contract.Store) (prepared, error) {
	row, draft := plainRow(1), fullDraft(1)
	done, err := commit(ctx, store, contract.Batch{
		NewRow: &row, Draft: &draft,
		Evidence:  []evidence.Row{fullEvidence("old")},
		Sections:  []contract.Section{section("w", "stack", raw("old"), 0)},
		Proposals: proposals(name(1), 2),
	})
	if err != nil {
		return prepared{}, err
	}
	if len(done.ProposalIDs) != 2 {
		return prepared{}, fmt.Errorf("Commit: expected 2 proposal ids, got %v", done.ProposalIDs)
	}
	ids := prepared{pending: done.ProposalIDs[0], decided: done.ProposalIDs[1]}
	return ids, must(ctx, store, contract.Batch{
		Decisions: []contract.Decision{decide(ids.decided, contract.ProposalRejected)},
		Verdicts:  []contract.GateVerdict{fullVerdict(name(1), "old")},
	})
}

// state is everything that a batch of these cases could change and that can be
// read back.
type state struct {
	Rows      []contract.Row
	Drafts    []contract.Draft
	Sections  []contract.Section
	Proposals []contract.Proposal
}

func readState(ctx context.Context, store contract.Store) (state, error) {
	var s state
	var err error
	if s.Rows, err = allRows(ctx, store, contract.Filter{}); err != nil {
		return s, err
	}
	if s.Proposals, err = allProposals(ctx, store, contract.ProposalFilter{}); err != nil {
		return s, err
	}
	for _, id := range []string{name(1), name(2), name(10)} {
		draft, err := store.Draft(ctx, id)
		if errors.Is(err, contract.ErrNotFound) {
			continue
		}
		if err != nil {
			return s, err
		}
		s.Drafts = append(s.Drafts, draft)
	}
	names, err := store.SectionNames(ctx, "w")
	if err != nil {
		return s, err
	}
	for _, n := range names {
		section, err := readSection(ctx, store, "w", n)
		if err != nil {
			return s, err
		}
		s.Sections = append(s.Sections, section)
	}
	return s, nil
}

// refusedBatch is a full batch of which one part cannot be met.
type refusedBatch struct {
	part  string
	spoil func(*contract.Batch, prepared)
	want  error
}

func refusedBatches() []refusedBatch {
	return []refusedBatch{
		{"new-row", func(b *contract.Batch, _ prepared) { b.NewRow.ContractID = name(1) }, contract.ErrExists},
		{"row", func(b *contract.Batch, _ prepared) { b.Row.Revision = 7 }, contract.ErrConflict},
		{"draft", func(b *contract.Batch, _ prepared) { b.Draft.Revision = 0 }, contract.ErrConflict},
		{"evidence", func(b *contract.Batch, _ prepared) { b.Evidence[1].Key, b.Evidence[1].Text = "old", "other" }, contract.ErrExists},
		{"sections", func(b *contract.Batch, _ prepared) { b.Sections[1].Revision = 0 }, contract.ErrConflict},
		{"decisions", func(b *contract.Batch, ids prepared) {
			b.Decisions = append(b.Decisions, decide(ids.decided, contract.ProposalAccepted))
		}, contract.ErrDecided},
		{"decision-unknown", func(b *contract.Batch, _ prepared) {
			b.Decisions = append(b.Decisions, decide(1<<40, contract.ProposalAccepted))
		}, contract.ErrNotFound},
		{"verdicts", func(b *contract.Batch, _ prepared) { b.Verdicts[1].GateID = "old" }, contract.ErrDecided},
	}
}

func commitCases() []Case {
	cases := []Case{
		{
			Name: "commit/empty", Rule: "A batch without parts is no error, numbers nothing and writes nothing.",
			check: func(ctx context.Context, b *bench) error {
				done, err := commit(ctx, b.store, contract.Batch{})
				if err != nil {
					return err
				}
				if err := same("Committed", contract.Committed{}, done); err != nil {
					return err
				}
				got, err := readState(ctx, b.store)
				if err != nil {
					return err
				}
				return same("state", state{}, got)
			},
		},
		{
			Name: "commit/whole", Rule: "Commit writes every part of a batch and numbers them in its order.",
			check: func(ctx context.Context, b *bench) error {
				ids, err := prepare(ctx, b.store)
				if err != nil {
					return err
				}
				batch := fullBatch(ids.pending)
				done, err := commit(ctx, b.store, batch)
				if err != nil {
					return err
				}
				got, err := readState(ctx, b.store)
				if err != nil {
					return err
				}
				if len(got.Rows) != 2 || len(done.ProposalIDs) != 2 || len(done.EvidenceIDs) != 2 {
					return fmt.Errorf("expected 2 rows, 2 evidence ids and 2 proposal ids, got %d rows and %+v", len(got.Rows), done)
				}
				for n, want := range batch.Evidence {
					want.ID = done.EvidenceIDs[n]
					row, err := readEvidence(ctx, b.store, want.ID)
					if err != nil {
						return err
					}
					if err := same("evidence", want, row); err != nil {
						return err
					}
				}
				return same("state", committedState(batch, done, ids, got.Rows[0].HandoffID), got)
			},
		},
		{
			Name: "commit/first-error", Rule: "The first demand of a batch that is not met is its error, in the order of Batch.",
			check: func(ctx context.Context, b *bench) error {
				all := refusedBatches()
				ids, err := prepare(ctx, b.store)
				if err != nil {
					return err
				}
				for first := range all {
					batch := fullBatch(ids.pending)
					for later := len(all) - 1; later >= first; later-- {
						all[later].spoil(&batch, ids)
					}
					// Both spoilt decisions are appended, the last part first.
					if n := len(batch.Decisions); n == 3 {
						batch.Decisions[1], batch.Decisions[2] = batch.Decisions[2], batch.Decisions[1]
					}
					_, err := b.store.Commit(ctx, batch)
					if err := wantErr("a batch refused from "+all[first].part+" on", err, all[first].want); err != nil {
						return err
					}
				}
				return nil
			},
		},
	}
	for _, refused := range refusedBatches() {
		cases = append(cases, Case{
			Name: "commit/atomic-" + refused.part, Rule: "A batch of which one part is refused (here: " + refused.part + ") leaves nothing of any part.",
			check: func(ctx context.Context, b *bench) error { return checkAtomic(ctx, b.store, refused) },
		})
	}
	return cases
}

// committedState is what prepare and then batch leave behind.
func committedState(batch contract.Batch, done contract.Committed, ids prepared, firstHandoff int64) state {
	row, born, draft := *batch.Row, *batch.NewRow, *batch.Draft
	row.HandoffID, row.Revision = firstHandoff, 2
	row.Verdicts = append([]contract.GateVerdict{fullVerdict(name(1), "old")}, batch.Verdicts...)
	born.HandoffID, born.Revision = done.HandoffID, 1
	draft.Revision = 2
	list := append(proposals(name(1), 2), batch.Proposals...)
	for n, id := range []int64{ids.pending, ids.decided, done.ProposalIDs[0], done.ProposalIDs[1]} {
		list[n].ID = id
	}
	for n, how := range []contract.ProposalState{contract.ProposalAccepted, contract.ProposalRejected} {
		list[n].State, list[n].DecidedBy, list[n].Note, list[n].DecidedAt = how, "ann", "<ok>", at(20)
	}
	return state{
		Rows:      []contract.Row{row, born},
		Drafts:    []contract.Draft{draft},
		Sections:  []contract.Section{section("w", "new", raw("new"), 1), section("w", "stack", raw("changed"), 2)},
		Proposals: list,
	}
}

func checkAtomic(ctx context.Context, store contract.Store, refused refusedBatch) error {
	ids, err := prepare(ctx, store)
	if err != nil {
		return err
	}
	before, err := readState(ctx, store)
	if err != nil {
		return err
	}
	batch := fullBatch(ids.pending)
	refused.spoil(&batch, ids)
	_, err = store.Commit(ctx, batch)
	if err := wantErr("the batch", err, refused.want); err != nil {
		return err
	}
	after, err := readState(ctx, store)
	if err != nil {
		return err
	}
	if err := same("state after the refusal", before, after); err != nil {
		return err
	}
	// Evidence cannot be listed through the store: had the refused batch left a
	// row under its key, other content would be refused now.
	other := fullEvidence("new-1")
	other.Text = "other"
	if err := must(ctx, store, contract.Batch{Evidence: []evidence.Row{other}}); err != nil {
		return fmt.Errorf("evidence under a key of the refused batch: %w", err)
	}
	// And the very batch, mended, is accepted.
	mended := fullBatch(ids.pending)
	mended.Evidence = mended.Evidence[1:]
	if err := must(ctx, store, mended); err != nil {
		return fmt.Errorf("the mended batch: %w", err)
	}
	return nil
}
