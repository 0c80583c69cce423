package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// The cases here judge a store through the ledger that relies on it. Every
// writer has a ledger of its own, as in processes of their own: only the store
// stands between them.

const (
	ledgerCheck  = "go test ./..."
	ledgerClaims = `{"agent_status":{"agent_state":"COMPLETE","next_action":"done"},"conclusion":"holds","evidence_report":{"verification":{"type":"command","command":"` + ledgerCheck + `","result":"pass"}}}`
	ledgerEntry  = `[{"contract":"services","payload":{"a":1}},{"contract":"evidence","payload":{"brief_id":7,"ac_id":"AC-1","type":"text","text":"seen"}}]`
)

func ledgerCases() []Case {
	return []Case{
		{
			Name: "ledger/no-lost-add", Rule: "Of entries that 32 ledgers add to one draft none is lost.",
			check: checkLedgerAdds,
		},
		{
			Name: "ledger/close-once", Rule: "32 closes of one contract write one row, one proposal and one hand-off id, and exactly one says that it created it.",
			check: checkLedgerCloses,
		},
	}
}

func newLedger(store contract.Store) *contract.Ledger {
	// Each conflict is another writer's success, so the attempts are bounded.
	return contract.NewLedger(store, contract.WithAttempts(2*writers*addsEach))
}

func checkLedgerAdds(ctx context.Context, b *bench) error {
	row, err := newLedger(b.store).Dispatch(ctx, contract.Turn{})
	if err != nil {
		return err
	}
	err = inParallel(func(writer int) error {
		ledger := newLedger(b.store)
		for n := range addsEach {
			entry := json.RawMessage(fmt.Sprintf(`"%d/%d"`, writer, n))
			if _, err := ledger.Add(ctx, row.ContractID, "evidence_report.key_outputs", entry); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	raw, err := newLedger(b.store).View(ctx, row.ContractID, "evidence_report.key_outputs")
	if err != nil {
		return err
	}
	var entries []string
	if err := json.Unmarshal(raw, &entries); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, entry := range entries {
		seen[entry] = true
	}
	return errors.Join(same("entries", writers*addsEach, len(entries)), same("different entries", writers*addsEach, len(seen)))
}

func checkLedgerCloses(ctx context.Context, b *bench) error {
	ledger := newLedger(b.store)
	row, err := ledger.Dispatch(ctx, contract.Turn{})
	if err != nil {
		return err
	}
	if _, err := ledger.Fill(ctx, row.ContractID, json.RawMessage(ledgerClaims)); err != nil {
		return err
	}
	if _, err := ledger.Set(ctx, row.ContractID, "update_contracts", json.RawMessage(ledgerEntry)); err != nil {
		return err
	}
	exit := 0
	record := &evidence.Record{Runs: []evidence.Run{{Kind: evidence.Shell, Command: ledgerCheck, Exit: &exit, Kept: true}}}
	var created atomic.Int64
	err = inParallel(func(int) error {
		receipt, err := newLedger(b.store).Close(ctx, row.ContractID, contract.CloseOptions{Record: record})
		if receipt.Created {
			created.Add(1)
		}
		return errors.Join(err, same("hand-off id", row.HandoffID, receipt.HandoffID))
	})
	if err != nil {
		return err
	}
	proposals, err := allProposals(ctx, b.store, contract.ProposalFilter{ContractID: row.ContractID})
	if err != nil {
		return err
	}
	closed, err := b.store.Row(ctx, row.ContractID)
	if err != nil {
		return err
	}
	return errors.Join(
		same("closes that created the row", 1, created.Load()),
		same("proposals", 1, len(proposals)),
		same("state", contract.RowState(contract.StateComplete), closed.State),
		same("evidence keys", 1, len(closed.EvidenceKeys)),
	)
}
