package storetest

import (
	"context"
	"fmt"

	"github.com/handfast-go/handfast/contract"
)

func verdicts(list ...contract.GateVerdict) contract.Batch { return contract.Batch{Verdicts: list} }

func verdictCases() []Case {
	return []Case{
		{
			Name: "verdict/filled", Rule: "Verdicts come back on the producer's row from Row, RowByHandoff and Rows, in the order they were settled, and change nothing else of it.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, newRow(fullRow(1)), newRow(fullRow(2))); err != nil {
					return err
				}
				settled := []contract.GateVerdict{fullVerdict(name(1), "z"), fullVerdict(name(1), "a"), fullVerdict(name(1), "")}
				settled[1].Verdict, settled[1].Note = contract.GatePass, ""
				if err := must(ctx, b.store, verdicts(settled[0]), verdicts(settled[1], settled[2])); err != nil {
					return err
				}
				first, second := fullRow(1), fullRow(2)
				one, err := readRow(ctx, b.store, name(1))
				if err != nil {
					return err
				}
				first.HandoffID, first.Revision, first.Verdicts = one.HandoffID, 1, settled
				if err := same("Row", first, one); err != nil {
					return err
				}
				if one, err = b.store.RowByHandoff(ctx, first.HandoffID); err != nil {
					return err
				}
				if err := same("RowByHandoff", first, one); err != nil {
					return err
				}
				rows, err := allRows(ctx, b.store, contract.Filter{})
				if err != nil {
					return err
				}
				if len(rows) == 2 {
					second.HandoffID, second.Revision = rows[1].HandoffID, 1
				}
				return same("Rows", []contract.Row{first, second}, rows)
			},
		},
		{
			Name: "verdict/not-with-row", Rule: "Verdicts are never written with a row, and replacing a row keeps them.",
			check: func(ctx context.Context, b *bench) error {
				row := plainRow(1)
				row.Verdicts = []contract.GateVerdict{fullVerdict(name(1), "ghost")}
				if err := must(ctx, b.store, newRow(row), verdicts(fullVerdict(name(1), "g1"))); err != nil {
					return err
				}
				row.Revision = 1
				if err := must(ctx, b.store, contract.Batch{Row: &row}); err != nil {
					return err
				}
				got, err := readRow(ctx, b.store, name(1))
				if err != nil {
					return err
				}
				return same("verdicts", []contract.GateVerdict{fullVerdict(name(1), "g1")}, got.Verdicts)
			},
		},
		{
			Name: "verdict/once", Rule: "A gate of the same producer that has a verdict is ErrDecided, and the first verdict stays.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, newRow(plainRow(1)), newRow(plainRow(2)), verdicts(fullVerdict(name(1), "g1"))); err != nil {
					return err
				}
				late := fullVerdict(name(1), "g1")
				late.Verdict, late.VerifierID = contract.GatePass, name(98)
				_, err := b.store.Commit(ctx, verdicts(late))
				if err := wantErr("settling it again", err, contract.ErrDecided); err != nil {
					return err
				}
				_, err = b.store.Commit(ctx, verdicts(fullVerdict(name(1), "g2"), fullVerdict(name(1), "g2")))
				if err := wantErr("settling it twice in one batch", err, contract.ErrDecided); err != nil {
					return err
				}
				// The same gate of another producer, and a name in another case, are others.
				if err := must(ctx, b.store, verdicts(fullVerdict(name(2), "g1"), fullVerdict(name(1), "G1"))); err != nil {
					return err
				}
				got, err := readRow(ctx, b.store, name(1))
				if err != nil {
					return err
				}
				return same("verdicts", []contract.GateVerdict{fullVerdict(name(1), "g1"), fullVerdict(name(1), "G1")}, got.Verdicts)
			},
		},
		{
			Name: "verdict/unknown-producer", Rule: "A verdict on a row that does not exist is ErrNotFound.",
			check: func(ctx context.Context, b *bench) error {
				_, err := b.store.Commit(ctx, verdicts(fullVerdict(name(1), "g1")))
				if err := wantErr("settling it", err, contract.ErrNotFound); err != nil {
					return err
				}
				if err := must(ctx, b.store, newRow(plainRow(1))); err != nil {
					return err
				}
				got, err := readRow(ctx, b.store, name(1))
				if err != nil {
					return err
				}
				if len(got.Verdicts) > 0 {
					return fmt.Errorf("expected no verdicts, got %d", len(got.Verdicts))
				}
				return nil
			},
		},
	}
}
