package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/drift"
)

// proposals are entries of update_contracts, in id order.
type proposals struct {
	Proposals []contract.Proposal `json:"proposals"`
}

func (p proposals) text(w *bytes.Buffer) {
	var cells [][]any
	for _, one := range p.Proposals {
		cells = append(cells, []any{one.ID, one.State, one.Section, one.ContractID, oneLine(one.Payload)})
	}
	tableWith(w, cells, func(i int) { because(w, "  ", p.Proposals[i]) })
}

// because writes below a proposal why it stands where it does: who decided it
// and on what grounds, or the guards that keep a drift correction waiting.
func because(w *bytes.Buffer, indent string, p contract.Proposal) {
	if p.DecidedBy != "" {
		fmt.Fprintf(w, "%sby %s\n", indent, printable(p.DecidedBy))
	}
	indented(w, indent, p.Note)
	for _, name := range p.FailedGuards {
		failedLine(w, indent, drift.Guard(name))
	}
}

func failedLine(w *bytes.Buffer, indent string, guard drift.Guard) {
	fmt.Fprintf(w, "%sfailed %s: %s\n", indent, printable(string(guard)), guard.Meaning())
}

// indented writes each line of a text behind an indent.
func indented(w *bytes.Buffer, indent, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(w, "%s%s\n", indent, printable(strings.TrimSuffix(line, "\n")))
	}
}

func (a *app) proposalsCommand() *cobra.Command {
	var states []string
	cmd := &cobra.Command{
		Use:   "proposals [ID]",
		Short: "List proposed updates of the project context, of one contract or of all",
		RunE: func(cmd *cobra.Command, args []string) error {
			var filter contract.ProposalFilter
			var err error
			if filter.States, err = oneOf("state", states, proposalStates()); err != nil {
				return err
			}
			return a.withLedger(cmd.Context(), func(l *contract.Ledger) error {
				if len(args) == 1 {
					filter.ContractID = args[0]
					if _, err := l.Row(cmd.Context(), args[0]); err != nil {
						return explain(err)
					}
				}
				out := proposals{Proposals: []contract.Proposal{}}
				for p, err := range l.Proposals(cmd.Context(), filter) {
					if err != nil {
						return explain(err)
					}
					out.Proposals = append(out.Proposals, p)
				}
				return a.done(out)
			})
		},
	}
	cmd.Flags().StringSliceVar(&states, "state", nil, "keep proposals in this `STATE`: pending, accepted or rejected (repeatable)")
	completeWords(cmd, "state", proposalStates())
	return cmd
}

func proposalStates() []contract.ProposalState {
	return []contract.ProposalState{contract.ProposalPending, contract.ProposalAccepted, contract.ProposalRejected}
}
