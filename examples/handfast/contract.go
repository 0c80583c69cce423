package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/contract"
)

func (a *app) contractCommand() *cobra.Command {
	return group("contract", "Turns, their drafts and their hand-offs",
		a.dispatchCommand(), a.initCommand(), a.continueCommand(),
		a.fillCommand(), a.addCommand(), a.setCommand(),
		a.viewCommand(), a.validateCommand(), a.closeCommand(), a.cutCommand(),
		a.listCommand(), a.chainCommand(), a.gateCommand(),
		a.proposalsCommand(), a.acceptCommand(), a.rejectCommand(),
		a.schemaCommand(), a.fieldsCommand(),
	)
}

// born is a row that was just made.
type born struct {
	ID        string `json:"id"`
	AgentID   string `json:"agent_id"`
	HandoffID int64  `json:"handoff_id"`
}

func (b born) text(w *bytes.Buffer) { fmt.Fprintln(w, b.ID) }

func (a *app) born(row contract.Row, err error) error {
	if err != nil {
		return explain(err)
	}
	id, err := contract.ParseID(row.ContractID)
	if err != nil {
		return explain(err)
	}
	return a.done(born{ID: row.ContractID, AgentID: id.AgentID, HandoffID: row.HandoffID})
}

func (a *app) dispatchCommand() *cobra.Command {
	var (
		turn  contract.Turn
		gates []string
	)
	cmd := &cobra.Command{
		Use:   "dispatch",
		Short: "Start a turn: print the contract id its agent works under",
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := impossible("brief-id", turn.BriefID, "the number of a brief")
			if err == nil {
				err = impossible("parent", turn.ParentHandoffID, "the hand-off id of the work to verify")
			}
			if err == nil {
				turn.Gates, err = parseGates(gates)
			}
			if err != nil {
				return err
			}
			return a.withLedger(cmd.Context(), func(l *contract.Ledger) error {
				row, err := l.Dispatch(cmd.Context(), turn)
				if err != nil {
					return about("--parent", err, codeArgument)
				}
				return a.born(row, nil)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&turn.AgentName, "agent", "", "`NAME` of the agent")
	f.StringVar(&turn.Goal, "goal", "", "`TEXT` of what the turn is asked to reach")
	f.StringVar(&turn.Workspace, "workspace", "", "`WORKSPACE` that the turn works in")
	f.StringVar(&turn.Project, "project", "", "`PROJECT` that the turn works on")
	f.StringVar(&turn.GoalProject, "goal-project", "", "`NAME` that the goal gives the project, for proposals whose project did not resolve")
	f.Int64Var(&turn.BriefID, "brief-id", 0, "`NUMBER` of the brief (0: none)")
	f.StringVar(&turn.PlanTaskID, "plan-task-id", "", "`ID` of the plan task that the turn produces")
	f.Int64Var(&turn.ParentHandoffID, "parent", 0, "`HANDOFF_ID` that the turn verifies (0: none)")
	f.StringArrayVar(&gates, "gate", nil, "acceptance gate, as `"+gateForm+"` with a TYPE of "+listed(gateTypes(), "or")+" (repeatable)")
	f.BoolVar(&turn.Consolidation, "consolidation", false, "demand a consolidation report at close")
	return cmd
}

func (a *app) initCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init",
		Short: "Start a turn that nobody dispatched: print its contract id",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withLedger(cmd.Context(), func(l *contract.Ledger) error {
				return a.born(l.Init(cmd.Context()))
			})
		},
	}
}

func (a *app) continueCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "continue ID",
		Short: "Open a new contract for the work of another: print its contract id",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withLedger(cmd.Context(), func(l *contract.Ledger) error {
				return a.born(l.Continue(cmd.Context(), args[0]))
			})
		},
	}
}
