package storetest

import (
	"context"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

func copyCases() []Case {
	return []Case{
		{
			Name: "copies/in", Rule: "What a caller changes after a Commit, in any part of the batch, never reaches the store.",
			check: func(ctx context.Context, b *bench) error {
				ids, err := prepare(ctx, b.store)
				if err != nil {
					return err
				}
				batch := fullBatch(ids.pending)
				cut := cutRow(10)
				batch.NewRow = &cut
				// The mirror of a draft: one document under two names.
				batch.Row.Envelope = batch.Draft.Envelope
				done, err := commit(ctx, b.store, batch)
				if err != nil {
					return err
				}
				before, err := readState(ctx, b.store)
				if err != nil {
					return err
				}
				before = deepCopy(before) // what was read may be the store's own memory
				stored := append([]evidence.Row(nil), batch.Evidence...)
				scribble(&batch)
				after, err := readState(ctx, b.store)
				if err != nil {
					return err
				}
				if err := same("state", before, after); err != nil {
					return err
				}
				stored[0].ID = done.EvidenceIDs[0]
				got, err := readEvidence(ctx, b.store, done.EvidenceIDs[0])
				if err != nil {
					return err
				}
				return same("evidence", stored[0], got)
			},
		},
		{
			Name: "copies/out", Rule: "What a caller changes in a value it read never reaches the store.",
			check: func(ctx context.Context, b *bench) error {
				ids, err := prepare(ctx, b.store)
				if err != nil {
					return err
				}
				batch := fullBatch(ids.pending)
				cut := cutRow(10)
				batch.NewRow = &cut
				if err := must(ctx, b.store, batch); err != nil {
					return err
				}
				before, err := readState(ctx, b.store)
				if err != nil {
					return err
				}
				before = deepCopy(before)
				for range 2 { // the second round reads what the first may have spoilt
					spoilt, err := readState(ctx, b.store)
					if err != nil {
						return err
					}
					if err := same("state", before, spoilt); err != nil {
						return err
					}
					scribble(&spoilt)
					for _, id := range []string{name(1), name(10)} {
						row, err := readRow(ctx, b.store, id)
						if err != nil {
							return err
						}
						scribble(&row)
						if row, err = b.store.RowByHandoff(ctx, before.Rows[0].HandoffID); err != nil {
							return err
						}
						scribble(&row)
					}
				}
				after, err := readState(ctx, b.store)
				if err != nil {
					return err
				}
				return same("state", before, after)
			},
		},
		{
			Name: "copies/filter", Rule: "A list keeps to the filter it was asked for, whatever the caller does to the filter's lists afterwards.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, newRow(plainRow(1)), newRow(cutRow(2)), contract.Batch{Proposals: proposals(name(1), 1)}); err != nil {
					return err
				}
				cut := true
				filter := contract.Filter{States: []contract.RowState{contract.RowInProgress}, Cut: &cut}
				rows := b.store.Rows(ctx, filter)
				byState := contract.ProposalFilter{States: []contract.ProposalState{contract.ProposalPending}}
				list := b.store.Proposals(ctx, byState)
				filter.States[0], cut, byState.States[0] = "x", false, "x"
				gotRows, err := collect(rows)
				if err != nil {
					return err
				}
				if err := same("rows", 1, len(gotRows)); err != nil {
					return err
				}
				gotList, err := collect(list)
				if err != nil {
					return err
				}
				return same("proposals", 1, len(gotList))
			},
		},
	}
}
