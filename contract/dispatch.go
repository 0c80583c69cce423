package contract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// checkTurn refuses a turn that cannot be true and returns a copy of its own.
func (l *Ledger) checkTurn(ctx context.Context, turn Turn) (Turn, error) {
	turn.CanRead = slices.Clone(turn.CanRead)
	turn.CanWrite = slices.Clone(turn.CanWrite)
	turn.Gates = slices.Clone(turn.Gates)
	if turn.BriefID < 0 {
		return Turn{}, refusedTurn("brief_id", fmt.Sprintf("is %d", turn.BriefID), "a positive number, or 0 for none")
	}
	if turn.ParentHandoffID < 0 {
		return Turn{}, refusedTurn("parent_handoff_id", fmt.Sprintf("is %d", turn.ParentHandoffID), "a hand-off id, or 0 for none")
	}
	if turn.PlanTaskID != "" && blank(turn.PlanTaskID) {
		return Turn{}, refusedTurn("plan_task_id", "is blank", "the id of a plan task, or without it for none")
	}
	seen := make(map[string]bool, len(turn.Gates))
	for i := range turn.Gates {
		gate := &turn.Gates[i]
		field := fmt.Sprintf("gates[%d]", i)
		if strings.TrimSpace(gate.ID) == "" || seen[gate.ID] {
			return Turn{}, refusedTurn(field+".id", fmt.Sprintf("is %q", clip(gate.ID)), "a name that no other gate of the turn has")
		}
		seen[gate.ID] = true
		if !slices.Contains(gateTypes(), gate.Type) {
			return Turn{}, refusedTurn(field+".type", fmt.Sprintf("is %q", clip(string(gate.Type))), fmt.Sprintf("one of %v", gateTypes()))
		}
		switch gate.Status {
		case "":
			gate.Status = GatePending
		case GatePending, GatePass, GateFail:
		default:
			return Turn{}, refusedTurn(field+".status", fmt.Sprintf("is %q", clip(string(gate.Status))), "pending, pass or fail")
		}
	}
	if turn.ParentHandoffID != 0 {
		if _, err := l.store.RowByHandoff(ctx, turn.ParentHandoffID); err != nil {
			if errors.Is(err, ErrNotFound) {
				return Turn{}, refusedTurn("parent_handoff_id", fmt.Sprintf("names hand-off %d, which is not stored", turn.ParentHandoffID), "the hand-off id of a stored row")
			}
			return Turn{}, err
		}
	}
	return turn, nil
}

func gateTypes() []GateType {
	return []GateType{GateCommand, GateCode, GateSemantic, GateSelfReview}
}

func refusedTurn(field, got, want string) error {
	return &LedgerError{
		Detail: field + " " + got,
		Repair: "dispatch with " + field + " as " + want,
		Err:    ErrArgument,
	}
}
