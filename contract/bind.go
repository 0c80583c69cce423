package contract

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// bind is the binding that a turn closes with: that of the dispatch, else that
// of a contract it continues, else what was given at close (C-32, C-37).
//
// A binding is never replaced. A parent given at close must be a hand-off that
// the turn can verify: stored, not of the same chain of continuations and not of
// the same agent, and for a turn with a plan task closed NEEDS_VERIFICATION for
// that very task. Otherwise naming any hand-off at all would turn a producer
// into a verifier.
func (l *Ledger) bind(ctx context.Context, row Row, opts CloseOptions) (Turn, error) {
	turn, root, err := l.inherited(ctx, row)
	if err != nil {
		return Turn{}, err
	}
	refused := func(detail, repair string) (Turn, error) {
		return Turn{}, &LedgerError{ContractID: row.ContractID, Detail: detail, Repair: repair, Err: ErrBinding}
	}
	if task := opts.PlanTaskID; !blank(task) && task != turn.PlanTaskID {
		if turn.PlanTaskID != "" {
			return refused("the turn is bound to plan task "+strconv.Quote(clip(turn.PlanTaskID)), "close without another plan task id")
		}
		turn.PlanTaskID = task
	}
	parent := opts.ParentHandoffID
	if parent == 0 || parent == turn.ParentHandoffID {
		return turn, nil
	}
	if turn.ParentHandoffID != 0 {
		return refused(fmt.Sprintf("the turn is bound to verify hand-off %d", turn.ParentHandoffID), "close without another parent hand-off id")
	}
	verified, err := l.store.RowByHandoff(ctx, parent)
	if errors.Is(err, ErrNotFound) {
		return refused(fmt.Sprintf("hand-off %d is not stored", parent), "close with the hand-off id of the producer's row")
	}
	if err != nil {
		return Turn{}, err
	}
	work, verifiedRoot, err := l.inherited(ctx, verified)
	if err != nil {
		return Turn{}, err
	}
	if root == verifiedRoot || owner(row) == owner(verified) {
		return refused(fmt.Sprintf("hand-off %d is the turn's own work", parent), "close with the hand-off id of the work that was verified")
	}
	if turn.PlanTaskID != "" && (work.PlanTaskID != turn.PlanTaskID || verified.State != RowState(StateNeedsVerification)) {
		return refused(
			fmt.Sprintf("hand-off %d does not wait for the verification of plan task %s", parent, strconv.Quote(clip(turn.PlanTaskID))),
			"close with a hand-off of that task that was closed "+string(StateNeedsVerification),
		)
	}
	turn.ParentHandoffID = parent
	return turn, nil
}

// inherited is a row's turn with the binding of the nearest contract that it
// continues, where it has none of its own, and the contract id that the chain
// of continuations began with.
func (l *Ledger) inherited(ctx context.Context, row Row) (turn Turn, root string, err error) {
	turn = row.Turn
	seen := map[string]bool{}
	for {
		root = row.ContractID
		seen[root] = true
		if turn.PlanTaskID == "" {
			turn.PlanTaskID = row.Turn.PlanTaskID
		}
		if turn.ParentHandoffID == 0 {
			turn.ParentHandoffID = row.Turn.ParentHandoffID
		}
		if turn.BriefID == 0 {
			turn.BriefID = row.Turn.BriefID
		}
		before := row.ContinuesContractID
		if before == "" {
			return turn, root, nil
		}
		if seen[before] { // a cycle: any of its ids stands for all
			return turn, minOf(seen), nil
		}
		row, err = l.store.Row(ctx, before)
		if errors.Is(err, ErrNotFound) {
			return turn, before, nil
		}
		if err != nil {
			return Turn{}, "", err
		}
	}
}

func minOf(ids map[string]bool) string {
	least := ""
	for id := range ids {
		if least == "" || id < least {
			least = id
		}
	}
	return least
}

// owner is the agent id that a contract belongs to.
func owner(row Row) string {
	agent, _, _ := strings.Cut(row.ContractID, ".")
	return agent
}
