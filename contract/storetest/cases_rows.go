package storetest

import (
	"context"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/contract"
)

func rowCases() []Case {
	return []Case{
		{
			Name: "row/round-trip", Rule: "Row returns every member as it was stored, under the next hand-off id and at revision 1.",
			check: func(ctx context.Context, b *bench) error {
				for n, row := range []contract.Row{fullRow(1), cutRow(2), plainRow(3)} {
					row.HandoffID, row.Revision = 4711, 42 // to be ignored
					row.Verdicts = []contract.GateVerdict{fullVerdict(row.ContractID, "never")}
					done, err := commit(ctx, b.store, newRow(row))
					if err != nil {
						return err
					}
					if done.HandoffID < 1 || done.HandoffID == 4711 {
						return fmt.Errorf("Commit: expected the next hand-off id, got %d", done.HandoffID)
					}
					row.HandoffID, row.Revision, row.Verdicts = done.HandoffID, 1, nil
					got, err := readRow(ctx, b.store, row.ContractID)
					if err != nil {
						return err
					}
					if err := same(fmt.Sprintf("row %d", n), row, got); err != nil {
						return err
					}
				}
				return nil
			},
		},
		{
			Name: "row/by-handoff", Rule: "RowByHandoff returns the row that Commit numbered so.",
			check: func(ctx context.Context, b *bench) error {
				for n := range 3 {
					row := fullRow(n)
					done, err := commit(ctx, b.store, newRow(row))
					if err != nil {
						return err
					}
					row.HandoffID, row.Revision = done.HandoffID, 1
					got, err := b.store.RowByHandoff(ctx, done.HandoffID)
					if err != nil {
						return err
					}
					if err := same("row", row, got); err != nil {
						return err
					}
				}
				return nil
			},
		},
		{
			Name: "row/numbers-increase", Rule: "Hand-off ids count up from 1 in the order of the commits, also after one that was refused.",
			check: func(ctx context.Context, b *bench) error {
				last := int64(0)
				for n := range 5 {
					done, err := commit(ctx, b.store, newRow(plainRow(n)))
					if err != nil {
						return err
					}
					if done.HandoffID <= last {
						return fmt.Errorf("expected a hand-off id above %d, got %d", last, done.HandoffID)
					}
					last = done.HandoffID
					if _, err := b.store.Commit(ctx, newRow(plainRow(n))); err == nil {
						return errors.New("expected the taken contract id to be refused, got no error")
					}
				}
				return nil
			},
		},
		{
			Name: "row/replace", Rule: "Batch.Row replaces every member of the stored row, keeps its hand-off id and counts its revision.",
			check: func(ctx context.Context, b *bench) error {
				done, err := commit(ctx, b.store, newRow(plainRow(1)))
				if err != nil {
					return err
				}
				revision := int64(1)
				for _, next := range []contract.Row{fullRow(1), cutRow(1), plainRow(1)} {
					next.Revision = revision
					next.HandoffID = 4711 // a caller's mistake changes no number
					if err := must(ctx, b.store, contract.Batch{Row: &next}); err != nil {
						return err
					}
					revision++
					next.HandoffID, next.Revision = done.HandoffID, revision
					got, err := readRow(ctx, b.store, next.ContractID)
					if err != nil {
						return err
					}
					if err := same(fmt.Sprintf("row at revision %d", revision), next, got); err != nil {
						return err
					}
				}
				return nil
			},
		},
		{
			Name: "row/not-found", Rule: "A row that does not exist is ErrNotFound, by either id.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, newRow(plainRow(1))); err != nil {
					return err
				}
				_, err := b.store.Row(ctx, name(2))
				if err := wantErr("Row of an unknown contract id", err, contract.ErrNotFound); err != nil {
					return err
				}
				_, err = b.store.Row(ctx, "")
				if err := wantErr("Row of no contract id", err, contract.ErrNotFound); err != nil {
					return err
				}
				for _, id := range []int64{0, -1, 1 << 40} {
					_, err = b.store.RowByHandoff(ctx, id)
					if err := wantErr(fmt.Sprintf("RowByHandoff of %d", id), err, contract.ErrNotFound); err != nil {
						return err
					}
				}
				return nil
			},
		},
		{
			Name: "row/taken-id", Rule: "A new row under a contract id that is taken is ErrExists, and the stored row stays.",
			check: func(ctx context.Context, b *bench) error {
				done, err := commit(ctx, b.store, newRow(plainRow(1)))
				if err != nil {
					return err
				}
				_, err = b.store.Commit(ctx, newRow(fullRow(1)))
				if err := wantErr("a second row", err, contract.ErrExists); err != nil {
					return err
				}
				want := plainRow(1)
				want.HandoffID, want.Revision = done.HandoffID, 1
				got, err := readRow(ctx, b.store, name(1))
				if err != nil {
					return err
				}
				return same("row", want, got)
			},
		},
		{
			Name: "row/replace-missing", Rule: "Replacing a row that does not exist is ErrNotFound.",
			check: func(ctx context.Context, b *bench) error {
				for _, revision := range []int64{0, 1} {
					row := plainRow(1)
					row.Revision = revision
					_, err := b.store.Commit(ctx, contract.Batch{Row: &row})
					if err := wantErr("replacing it", err, contract.ErrNotFound); err != nil {
						return err
					}
				}
				return nil
			},
		},
		{
			Name: "row/compare-and-swap", Rule: "Replacing a row at any other revision than the stored one is ErrConflict and writes nothing.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, newRow(plainRow(1))); err != nil {
					return err
				}
				row := fullRow(1)
				row.Revision = 1
				if err := must(ctx, b.store, contract.Batch{Row: &row}); err != nil {
					return err
				}
				for _, revision := range []int64{1, 0, 3, -1} {
					late := plainRow(1)
					late.Revision = revision
					_, err := b.store.Commit(ctx, contract.Batch{Row: &late})
					if err := wantErr(fmt.Sprintf("revision %d over 2", revision), err, contract.ErrConflict); err != nil {
						return err
					}
				}
				got, err := readRow(ctx, b.store, name(1))
				if err != nil {
					return err
				}
				row.HandoffID, row.Revision = got.HandoffID, 2
				return same("row", row, got)
			},
		},
	}
}
