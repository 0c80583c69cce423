package storetest

import (
	"context"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/contract"
)

func reopenCases() []Case {
	return []Case{{
		Name: "reopen/everything", Rule: "A store that is closed and opened again holds everything that was committed, and goes on counting.",
		applies: func(b *bench) bool { return b.reopen != nil },
		check:   checkReopen,
	}}
}

func checkReopen(ctx context.Context, b *bench) error {
	if b.reopen == nil {
		return errors.New("expected a harness that can open its store again")
	}
	ids, err := prepare(ctx, b.store)
	if err != nil {
		return err
	}
	done, err := commit(ctx, b.store, fullBatch(ids.pending))
	if err != nil {
		return err
	}
	before, err := readState(ctx, b.store)
	if err != nil {
		return err
	}
	again, err := b.reopen()
	if err != nil {
		return fmt.Errorf("opening the store again: %w", err)
	}
	after, err := readState(ctx, again)
	if err != nil {
		return err
	}
	if err := same("state", before, after); err != nil {
		return err
	}
	for n, want := range fullBatch(0).Evidence {
		want.ID = done.EvidenceIDs[n]
		got, err := readEvidence(ctx, again, want.ID)
		if err != nil {
			return err
		}
		if err := same("evidence", want, got); err != nil {
			return err
		}
	}
	next, err := commit(ctx, again, contract.Batch{NewRow: rowOf(20), Proposals: proposals(name(20), 1)})
	if err != nil {
		return err
	}
	if next.HandoffID <= done.HandoffID || next.ProposalIDs[0] <= done.ProposalIDs[1] {
		return fmt.Errorf("expected numbers above those of %+v, got %+v", done, next)
	}
	return nil
}
