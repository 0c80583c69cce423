package contract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// SettleGate settles one acceptance gate of the turn that a verifier was
// bound to by its parent hand-off, once (C-37). verdict is GatePass or
// GateFail. The producer's row is never touched: its gates are read with their
// verdicts in Row.Verdicts.
//
// The error is a *LedgerError: ErrNoDraft for an unknown verifier, ErrVerifier
// for a turn without a parent hand-off or one that was cut, ErrNotFound for a
// gate that the producer's turn does not have, ErrArgument for another verdict, and
// ErrDecided for a gate that is settled already.
func (l *Ledger) SettleGate(ctx context.Context, verifierID, gateID string, verdict GateStatus, note string) error {
	if verdict != GatePass && verdict != GateFail {
		return &LedgerError{
			ContractID: verifierID,
			Detail:     "verdict is " + strconv.Quote(clip(string(verdict))),
			Repair:     "settle the gate with pass or fail",
			Err:        ErrArgument,
		}
	}
	open, err := l.open(ctx, verifierID)
	if err != nil {
		return err
	}
	verifier := open.row
	if verifier.Turn.ParentHandoffID == 0 || verifier.Cut != nil {
		return &LedgerError{
			ContractID: verifierID,
			Detail:     "the turn is bound to no parent hand-off, or was cut",
			Repair:     "dispatch a verifier with the producer's hand-off as parent, and settle with that turn",
			Err:        ErrVerifier,
		}
	}
	producer, err := l.store.RowByHandoff(ctx, verifier.Turn.ParentHandoffID)
	if err != nil {
		return fmt.Errorf("contract: the producer's row: %w", err)
	}
	at := slices.IndexFunc(producer.Turn.Gates, func(g Gate) bool { return g.ID == gateID })
	if at < 0 {
		return &LedgerError{
			ContractID: producer.ContractID,
			Detail:     "its turn has no gate " + strconv.Quote(clip(gateID)),
			Repair:     "settle one of its own gates",
			Err:        ErrNotFound,
		}
	}
	if producer.Turn.Gates[at].Status != GatePending {
		return settledAlready(producer, gateID, ErrDecided)
	}
	_, err = l.store.Commit(ctx, Batch{Verdicts: []GateVerdict{{
		ProducerID: producer.ContractID,
		GateID:     gateID,
		Verdict:    verdict,
		Note:       note,
		VerifierID: verifierID,
		At:         l.now().UTC(),
	}}})
	if errors.Is(err, ErrDecided) {
		return settledAlready(producer, gateID, err)
	}
	return err
}

func settledAlready(producer Row, gateID string, err error) error {
	return &LedgerError{
		ContractID: producer.ContractID,
		Detail:     "gate " + strconv.Quote(clip(gateID)) + " is settled already",
		Repair:     "read its verdict from the producer's row",
		Err:        err,
	}
}
