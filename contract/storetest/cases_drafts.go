package storetest

import (
	"context"
	"fmt"
	"strconv"

	"github.com/handfast-go/handfast/contract"
)

func draftCases() []Case {
	return []Case{
		{
			Name: "draft/round-trip", Rule: "Revision 0 inserts a draft, and Draft returns it as it was stored, at revision 1.",
			check: func(ctx context.Context, b *bench) error {
				want := fullDraft(1)
				row := plainRow(1)
				if err := must(ctx, b.store, contract.Batch{NewRow: &row, Draft: &want}); err != nil {
					return err
				}
				got, err := readDraft(ctx, b.store, want.ContractID)
				if err != nil {
					return err
				}
				want.Revision = 1
				return same("draft", want, got)
			},
		},
		{
			Name: "draft/replace", Rule: "A draft at the stored revision replaces it and counts the revision.",
			check: func(ctx context.Context, b *bench) error {
				draft := fullDraft(1)
				if err := must(ctx, b.store, newRow(plainRow(1))); err != nil {
					return err
				}
				for n := range 4 {
					draft.Revision, draft.Envelope, draft.UpdatedAt = int64(n), raw(strconv.Itoa(n)), at(n)
					if err := must(ctx, b.store, contract.Batch{Draft: &draft}); err != nil {
						return err
					}
					got, err := readDraft(ctx, b.store, draft.ContractID)
					if err != nil {
						return err
					}
					want := draft
					want.Revision = int64(n) + 1
					if err := same("draft", want, got); err != nil {
						return err
					}
				}
				return nil
			},
		},
		{
			Name: "draft/not-found", Rule: "A draft that does not exist is ErrNotFound.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, newRow(plainRow(1))); err != nil {
					return err
				}
				_, err := b.store.Draft(ctx, name(1))
				return wantErr("Draft of a row without one", err, contract.ErrNotFound)
			},
		},
		{
			Name: "draft/insert-over", Rule: "Revision 0 over a draft that is there is ErrConflict, and the stored draft stays.",
			check: func(ctx context.Context, b *bench) error {
				want := fullDraft(1)
				if err := must(ctx, b.store, newRow(plainRow(1)), contract.Batch{Draft: &want}); err != nil {
					return err
				}
				late := contract.Draft{ContractID: name(1), Envelope: raw("late"), UpdatedAt: at(50)}
				_, err := b.store.Commit(ctx, contract.Batch{Draft: &late})
				if err := wantErr("inserting it again", err, contract.ErrConflict); err != nil {
					return err
				}
				got, err := readDraft(ctx, b.store, name(1))
				if err != nil {
					return err
				}
				want.Revision = 1
				return same("draft", want, got)
			},
		},
		{
			Name: "draft/compare-and-swap", Rule: "A draft at any other revision than the stored one is ErrConflict and writes nothing.",
			check: func(ctx context.Context, b *bench) error {
				draft := fullDraft(1)
				if err := must(ctx, b.store, newRow(plainRow(1)), contract.Batch{Draft: &draft}); err != nil {
					return err
				}
				draft.Revision = 1
				if err := must(ctx, b.store, contract.Batch{Draft: &draft}); err != nil {
					return err
				}
				for _, revision := range []int64{1, 3, -1} {
					late := contract.Draft{ContractID: name(1), Envelope: raw("late"), Revision: revision}
					_, err := b.store.Commit(ctx, contract.Batch{Draft: &late})
					if err := wantErr(fmt.Sprintf("revision %d over 2", revision), err, contract.ErrConflict); err != nil {
						return err
					}
				}
				got, err := readDraft(ctx, b.store, name(1))
				if err != nil {
					return err
				}
				draft.Revision = 2
				return same("draft", draft, got)
			},
		},
		{
			Name: "draft/replace-missing", Rule: "Replacing a draft that does not exist is ErrNotFound.",
			check: func(ctx context.Context, b *bench) error {
				draft := fullDraft(1)
				draft.Revision = 1
				if err := must(ctx, b.store, newRow(plainRow(1))); err != nil {
					return err
				}
				_, err := b.store.Commit(ctx, contract.Batch{Draft: &draft})
				return wantErr("replacing it", err, contract.ErrNotFound)
			},
		},
	}
}
