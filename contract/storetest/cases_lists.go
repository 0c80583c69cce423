package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/handfast-go/handfast/contract"
)

// manyRows is more than any store should read at once.
const manyRows = 300

func storeRows(ctx context.Context, store contract.Store, count int) error {
	for n := range count {
		row := plainRow(n)
		if n%40 == 0 { // pages may be cut by size
			row.Envelope = []byte(`"` + strings.Repeat("x", 100_000) + `"`)
		}
		if err := must(ctx, store, newRow(row)); err != nil {
			return err
		}
	}
	return nil
}

func listCases() []Case {
	return []Case{
		{
			Name: "rows/order", Rule: "Rows yields every row once, in hand-off id order, also when there are many.",
			check: func(ctx context.Context, b *bench) error {
				if rows, err := allRows(ctx, b.store, contract.Filter{}); err != nil || len(rows) > 0 {
					return fmt.Errorf("expected no rows in an empty store, got %d and %s", len(rows), orNil(err))
				}
				if err := storeRows(ctx, b.store, manyRows); err != nil {
					return err
				}
				list := b.store.Rows(ctx, contract.Filter{})
				for range 2 { // a sequence may be ranged over again
					rows, err := collect(list)
					if err != nil {
						return err
					}
					if len(rows) != manyRows {
						return fmt.Errorf("expected %d rows, got %d", manyRows, len(rows))
					}
					for n, row := range rows {
						if row.ContractID != name(n) || (n > 0 && row.HandoffID <= rows[n-1].HandoffID) {
							return fmt.Errorf("place %d: expected %s, in the order of hand-off ids, got %s with id %d", n, name(n), row.ContractID, row.HandoffID)
						}
					}
				}
				return nil
			},
		},
		{
			Name: "rows/whole", Rule: "Rows yields each row with all of its members, as Row returns it.",
			check: func(ctx context.Context, b *bench) error {
				want := []contract.Row{fullRow(1), cutRow(2), plainRow(3)}
				for _, row := range want {
					if err := must(ctx, b.store, newRow(row)); err != nil {
						return err
					}
				}
				if err := must(ctx, b.store, contract.Batch{Verdicts: []contract.GateVerdict{fullVerdict(name(1), "g1")}}); err != nil {
					return err
				}
				rows, err := allRows(ctx, b.store, contract.Filter{})
				if err != nil {
					return err
				}
				for n := range rows {
					single, err := readRow(ctx, b.store, rows[n].ContractID)
					if err != nil {
						return err
					}
					if err := same(fmt.Sprintf("row %d", n), single, rows[n]); err != nil {
						return err
					}
				}
				return same("count", len(want), len(rows))
			},
		},
		{
			Name: "rows/stop", Rule: "Stopping an iteration frees what it held: any number may be left open-ended, and the store goes on working.",
			check: func(ctx context.Context, b *bench) error {
				if err := storeRows(ctx, b.store, 5); err != nil {
					return err
				}
				if err := must(ctx, b.store, contract.Batch{Proposals: proposals(name(1), 5)}); err != nil {
					return err
				}
				for range 64 {
					for _, err := range b.store.Rows(ctx, contract.Filter{}) {
						if err != nil {
							return err
						}
						break
					}
					for _, err := range b.store.Proposals(ctx, contract.ProposalFilter{}) {
						if err != nil {
							return err
						}
						break
					}
				}
				return must(ctx, b.store, newRow(plainRow(5)))
			},
		},
		{
			Name: "rows/write-meanwhile", Rule: "A store may be written to, and read, while an iteration runs; it yields each row that was there once.",
			check: func(ctx context.Context, b *bench) error {
				if err := storeRows(ctx, b.store, manyRows); err != nil {
					return err
				}
				seen := map[string]int{}
				for row, err := range b.store.Rows(ctx, contract.Filter{}) {
					if err != nil {
						return err
					}
					seen[row.ContractID]++
					if len(seen)%50 != 1 {
						continue
					}
					current, err := readRow(ctx, b.store, row.ContractID)
					if err != nil {
						return err
					}
					current.ConclusionAlias = true
					if err := must(ctx, b.store, contract.Batch{Row: &current}, newRow(plainRow(manyRows+len(seen)))); err != nil {
						return err
					}
				}
				for n := range manyRows {
					if seen[name(n)] != 1 {
						return fmt.Errorf("expected row %d once, got it %d times", n, seen[name(n)])
					}
				}
				return nil
			},
		},
		{
			Name: "rows/error-ends", Rule: "A context that is done in the middle of Rows ends it with that error, once, and nothing follows.",
			check: func(ctx context.Context, b *bench) error {
				if err := storeRows(ctx, b.store, 5); err != nil {
					return err
				}
				return cancelMidway(ctx, func(ctx context.Context, step func(error) bool) {
					for _, err := range b.store.Rows(ctx, contract.Filter{}) {
						if !step(err) {
							return
						}
					}
				})
			},
		},
		{
			Name: "proposals/error-ends", Rule: "A context that is done in the middle of Proposals ends it with that error, once, and nothing follows.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, newRow(plainRow(1)), contract.Batch{Proposals: proposals(name(1), 5)}); err != nil {
					return err
				}
				return cancelMidway(ctx, func(ctx context.Context, step func(error) bool) {
					for _, err := range b.store.Proposals(ctx, contract.ProposalFilter{}) {
						if !step(err) {
							return
						}
					}
				})
			},
		},
	}
}

// cancelMidway ends the context after the second element of an iteration of
// five and demands that the iteration then ends with its error.
func cancelMidway(ctx context.Context, iterate func(ctx context.Context, step func(error) bool)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	elements, failures := 0, 0
	var wrong error
	iterate(ctx, func(err error) bool {
		switch {
		case failures > 0:
			wrong = errors.New("expected the iteration to end after its error, got another element")
			return false
		case err != nil:
			failures++
			wrong = wantErr("the iteration", err, context.Canceled)
			return true
		}
		if elements++; elements == 2 {
			cancel()
		}
		return true
	})
	if wrong == nil && failures == 0 {
		wrong = fmt.Errorf("expected the iteration to end with the context's error, got %d elements and no error", elements)
	}
	return wrong
}
