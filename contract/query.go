package contract

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"strconv"
)

// Row returns the row of a contract. An unknown id is a *LedgerError with
// ErrNotFound.
func (l *Ledger) Row(ctx context.Context, contractID string) (Row, error) {
	return l.row(ctx, contractID)
}

// RowByHandoff returns the row with a hand-off id. An unknown id is a
// *LedgerError with ErrNotFound.
func (l *Ledger) RowByHandoff(ctx context.Context, handoffID int64) (Row, error) {
	row, err := l.store.RowByHandoff(ctx, handoffID)
	if errors.Is(err, ErrNotFound) {
		return Row{}, &LedgerError{
			Detail: "no row has the hand-off id " + strconv.FormatInt(handoffID, 10),
			Repair: "list the rows and take the id as it stands there",
			Err:    err,
		}
	}
	return row, err
}

// List yields the rows that match filter in hand-off id order (C-42). After an
// error the iteration ends; leaving the loop early frees what it holds.
func (l *Ledger) List(ctx context.Context, filter Filter) iter.Seq2[Row, error] {
	return l.store.Rows(ctx, filter)
}

// Proposals yields the proposals that match filter in id order, under the
// rules of List.
func (l *Ledger) Proposals(ctx context.Context, filter ProposalFilter) iter.Seq2[Proposal, error] {
	return l.store.Proposals(ctx, filter)
}

// Chain returns every row that continuation and parent links tie to a
// contract, itself included, in hand-off id order: what it continues and what
// continues it, what it verifies and what verifies it (C-42). A link that leads
// nowhere ends there, and a cycle is walked once. An unknown id is a
// *LedgerError with ErrNotFound.
func (l *Ledger) Chain(ctx context.Context, contractID string) ([]Row, error) {
	start, err := l.row(ctx, contractID)
	if err != nil {
		return nil, err
	}
	seen := map[int64]bool{start.HandoffID: true}
	chain := []Row{start}
	for next := 0; next < len(chain); next++ {
		linked, err := l.linked(ctx, chain[next])
		if err != nil {
			return nil, err
		}
		for _, row := range linked {
			if !seen[row.HandoffID] {
				seen[row.HandoffID] = true
				chain = append(chain, row)
			}
		}
	}
	slices.SortFunc(chain, func(a, b Row) int { return cmp.Compare(a.HandoffID, b.HandoffID) })
	return chain, nil
}

// linked reads the rows one link away, in either direction.
func (l *Ledger) linked(ctx context.Context, row Row) ([]Row, error) {
	var found []Row
	keep := func(linked Row, err error) error {
		if err == nil {
			found = append(found, linked)
		}
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		return err
	}
	if row.ContinuesContractID != "" {
		if err := keep(l.store.Row(ctx, row.ContinuesContractID)); err != nil {
			return nil, err
		}
	}
	if row.Turn.ParentHandoffID != 0 {
		if err := keep(l.store.RowByHandoff(ctx, row.Turn.ParentHandoffID)); err != nil {
			return nil, err
		}
	}
	for _, filter := range []Filter{{Continues: row.ContractID}, {ParentHandoffID: row.HandoffID}} {
		for linked, err := range l.store.Rows(ctx, filter) {
			if err := keep(linked, err); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}
