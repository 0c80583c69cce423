package contract

import (
	"context"
	"encoding/json"
	"strconv"
)

// Cut ends a turn in its agent's place (C-36): lane says who does, reason why.
// What the draft holds is recorded as it is, without the conclusion and without
// the content checks that a close demands; entries of update_contracts become
// pending proposals or refusals, and none is deposited, applied or accepted.
//
// A cut row keeps its open state and carries Row.Cut, so that it never reads as
// a clean close. Cutting it again changes nothing and returns the same receipt.
// Its agent may still write and close it: then Row.Reconciled tells of the cut.
// A row that is closed cleanly cannot be cut (ErrTerminal); another lane than
// the three is ErrArgument, and an id without a row ErrNoDraft.
func (l *Ledger) Cut(ctx context.Context, contractID string, lane Lane, reason string) (Receipt, error) {
	switch lane {
	case LaneReaper, LaneBackstop, LaneSalvage:
	default:
		return Receipt{}, &LedgerError{
			ContractID: contractID,
			Detail:     "lane is " + strconv.Quote(clip(string(lane))),
			Repair:     "cut with lane reaper, backstop or salvage",
			Err:        ErrArgument,
		}
	}
	var receipt Receipt
	err := l.retry(ctx, contractID, func() error {
		open, err := l.open(ctx, contractID)
		if err != nil {
			return err
		}
		row := open.row
		if row.Closed() {
			return &LedgerError{
				ContractID: contractID,
				Detail:     "it is closed cleanly in " + string(row.State),
				Repair:     "leave it; only a turn that is still open is cut",
				Err:        ErrTerminal,
			}
		}
		created := row.Cut == nil
		if created {
			if row, err = l.cut(ctx, open, lane, reason); err != nil {
				return err
			}
		}
		receipt, err = l.receiptOf(ctx, row, created)
		return err
	})
	return receipt, err
}

func (l *Ledger) cut(ctx context.Context, open opened, lane Lane, reason string) (Row, error) {
	row, now := open.row, l.now().UTC()
	keep := readCutUpdates(row, open.doc, now)
	row.Envelope = json.RawMessage(open.doc.String())
	row.Cut = &Cut{Lane: lane, Reason: reason, At: now}
	row.UpdateContractsRefused = withKeyRefusals(keep.refused, row.UpdateContractsRefused)
	row.Sanitized = appendChanges(row.Sanitized, open.repairs)
	row.UpdatedAt = now
	_, err := l.store.Commit(ctx, Batch{Row: &row, Proposals: keep.proposals})
	return row, err
}
