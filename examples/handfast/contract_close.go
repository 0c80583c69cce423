package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/contract"
)

// receipt is what a close or a cut left in the store.
type receipt struct {
	HandoffID      int64                     `json:"handoff_id"`
	ContractID     string                    `json:"id"`
	Created        bool                      `json:"created"`
	State          contract.RowState         `json:"state"`
	Cut            *contract.Cut             `json:"cut,omitempty"`
	ContentChecks  json.RawMessage           `json:"content_checks"`
	Skipped        []string                  `json:"skipped"`
	EvidenceKeys   []string                  `json:"evidence_keys"`
	Proposals      []contract.Proposal       `json:"proposals"`
	Refused        []contract.RefusedUpdate  `json:"refused"`
	Memory         []contract.MemoryProposal `json:"memory"`
	MemoryProblems []contract.MemoryProblem  `json:"memory_problems"`
	Signals        []announced               `json:"signals"`
}

// announced is a signal with its rendering.
type announced struct {
	contract.Signal
	Text string `json:"text"`
}

func newReceipt(r contract.Receipt) receipt {
	out := receipt{
		HandoffID:      r.HandoffID,
		ContractID:     r.ContractID,
		Created:        r.Created,
		State:          r.State,
		Cut:            r.Cut,
		ContentChecks:  r.ContentChecks,
		Skipped:        orEmpty(r.Skipped),
		EvidenceKeys:   orEmpty(r.EvidenceKeys),
		Proposals:      []contract.Proposal{},
		Refused:        orEmpty(r.Refused),
		Memory:         orEmpty(r.Memory),
		MemoryProblems: orEmpty(r.MemoryProblems),
		Signals:        []announced{},
	}
	for _, list := range [][]contract.Proposal{r.Applied, r.Pending, r.Rejected} {
		out.Proposals = append(out.Proposals, list...)
	}
	for _, s := range r.Signals {
		out.Signals = append(out.Signals, announced{s, s.String()})
	}
	return out
}

func (r receipt) text(w *bytes.Buffer) {
	verb := "closed"
	switch {
	case r.Cut != nil:
		verb = "cut by " + string(r.Cut.Lane)
	case !r.Created:
		verb = "closed before"
	}
	fmt.Fprintf(w, "hand-off %d %s, %s\n", r.HandoffID, verb, r.State)
	if r.ContentChecks != nil {
		fmt.Fprintf(w, "  content checks %s\n", r.ContentChecks)
	}
	for _, field := range r.Skipped {
		fmt.Fprintf(w, "  not checked: %s\n", field)
	}
	for _, p := range r.Proposals {
		fmt.Fprintf(w, "  proposal %d for %s: %s\n", p.ID, printable(p.Section), p.State)
		because(w, "    ", p)
	}
	for _, s := range r.Signals {
		fmt.Fprintf(w, "  %s\n", printable(s.Text))
	}
}

func (a *app) closeCommand() *cobra.Command {
	var (
		options contract.CloseOptions
		record  string
	)
	cmd := &cobra.Command{
		Use:   "close ID",
		Short: "End a turn: check its claims against the record and write the hand-off",
		Long: `End a turn: check the claims of its draft against the record of the turn, and
write the hand-off. Nothing is written when the close is refused.

` + recordHelp,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := impossible("parent", options.ParentHandoffID, "the hand-off id of the work that was verified")
			if err != nil {
				return err
			}
			if options.Record, err = a.readRecord(record); err != nil {
				return err
			}
			return a.withLedger(cmd.Context(), func(l *contract.Ledger) error {
				done, err := l.Close(cmd.Context(), args[0], options)
				if errors.Is(err, contract.ErrBinding) {
					return about(contradicted(cmd.Context(), l, args[0], options), err, codeBinding)
				}
				if err != nil {
					return explain(err)
				}
				return a.done(newReceipt(done))
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&record, "record", "", "`FILE` with the record of the turn (-: standard input)")
	f.StringVar(&options.PlanTaskID, "plan-task-id", "", "bind the turn to the plan task with this `ID`")
	f.Int64Var(&options.ParentHandoffID, "parent", 0, "bind the turn to the `HANDOFF_ID` that it verifies")
	return cmd
}

// contradicted is the flag whose binding was refused: the plan task when the
// turn has another, which is looked at first, and else the parent.
func contradicted(ctx context.Context, l *contract.Ledger, id string, given contract.CloseOptions) string {
	row, err := l.Row(ctx, id)
	if task := row.Turn.PlanTaskID; err == nil && task != "" && given.PlanTaskID != "" && given.PlanTaskID != task {
		return "--plan-task-id"
	}
	return "--parent"
}

func (a *app) cutCommand() *cobra.Command {
	var lane, reason string
	lanes := []contract.Lane{contract.LaneReaper, contract.LaneBackstop, contract.LaneSalvage}
	cmd := &cobra.Command{
		Use:   "cut ID",
		Short: "End a turn in its agent's place and keep what its draft holds",
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := oneOf("lane", []string{lane}, lanes); err != nil {
				return err
			}
			if strings.TrimSpace(reason) == "" {
				return misused("--reason", "--reason says why the turn is cut, and is blank")
			}
			return a.withLedger(cmd.Context(), func(l *contract.Ledger) error {
				done, err := l.Cut(cmd.Context(), args[0], contract.Lane(lane), reason)
				if err != nil {
					return explain(err)
				}
				return a.done(newReceipt(done))
			})
		},
	}
	cmd.Flags().StringVar(&lane, "lane", "", "who cuts: reaper, backstop or salvage (`LANE`)")
	cmd.Flags().StringVar(&reason, "reason", "", "`TEXT` that says why")
	must(cmd.MarkFlagRequired("lane"))
	must(cmd.MarkFlagRequired("reason"))
	completeWords(cmd, "lane", lanes)
	return cmd
}
