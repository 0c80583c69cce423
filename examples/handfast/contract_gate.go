package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/contract"
)

func (a *app) gateCommand() *cobra.Command {
	return group("gate", "Acceptance gates of a turn, and their verdicts", a.settleCommand())
}

// settled is the verdict on one gate.
type settled struct {
	ID      string              `json:"id"`
	GateID  string              `json:"gate_id"`
	Verdict contract.GateStatus `json:"verdict"`
	Note    string              `json:"note"`
}

func (s settled) text(w *bytes.Buffer) {
	fmt.Fprintf(w, "gate %s settled, %s\n", printable(s.GateID), s.Verdict)
}

func (a *app) settleCommand() *cobra.Command {
	var note string
	cmd := &cobra.Command{
		Use:   "settle VERIFIER_ID GATE_ID VERDICT",
		Short: "Settle a gate of the turn that a verifier was dispatched for, once",
		Long: `Settle an acceptance gate, once. VERIFIER_ID is the contract of a turn that was
dispatched with --parent, GATE_ID a gate of that parent's turn, and VERDICT pass
or fail. The parent's row is left as it is: list and view show its gates as they
were settled.`,
		Example: "  handfast contract gate settle $VERIFIER tests pass --note 'ran them again'",
		RunE: func(cmd *cobra.Command, args []string) error {
			out := settled{ID: args[0], GateID: args[1], Verdict: contract.GateStatus(args[2]), Note: note}
			if verdicts := gateVerdicts(); !slices.Contains(verdicts, out.Verdict) {
				return misused("VERDICT", fmt.Sprintf("VERDICT is %.80q, and %s is expected", args[2], listed(verdicts, "or")))
			}
			return a.withLedger(cmd.Context(), func(l *contract.Ledger) error {
				if err := l.SettleGate(cmd.Context(), out.ID, out.GateID, out.Verdict, note); err != nil {
					return about("VERIFIER_ID", about("GATE_ID", err, codeNotFound, codeDecided), codeVerifier)
				}
				return a.done(out)
			})
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) != 2 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return texts(gateVerdicts()), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().StringVar(&note, "note", "", "`TEXT` to keep with the verdict")
	return cmd
}

func gateVerdicts() []contract.GateStatus {
	return []contract.GateStatus{contract.GatePass, contract.GateFail}
}

func gateTypes() []contract.GateType {
	return []contract.GateType{contract.GateCommand, contract.GateCode, contract.GateSemantic, contract.GateSelfReview}
}

const gateForm = "ID:TYPE[:COMMAND]"

// parseGates reads the values of --gate. What a gate's id, its type and its
// command are must be told apart before the ledger can judge them.
func parseGates(texts []string) ([]contract.Gate, error) {
	var gates []contract.Gate
	for _, text := range texts {
		parts := append(strings.SplitN(text, ":", 3), "", "")
		gate := contract.Gate{ID: parts[0], Type: contract.GateType(parts[1]), Command: parts[2]}
		var fault string
		switch {
		case strings.TrimSpace(gate.ID) == "":
			fault = "has no ID"
		case !slices.Contains(gateTypes(), gate.Type):
			fault = "is of no TYPE: " + listed(gateTypes(), "or") + " is expected"
		case slices.ContainsFunc(gates, func(g contract.Gate) bool { return g.ID == gate.ID }):
			fault = "has the ID of another gate"
		}
		if fault != "" {
			f := misused("--gate", fmt.Sprintf("--gate %.80q %s", text, fault))
			f.Repair = "write a gate as " + gateForm
			return nil, f
		}
		gates = append(gates, gate)
	}
	return gates, nil
}

// gate is a gate as it stands, with what its verifier said.
type gate struct {
	contract.Gate
	Note       string `json:"note,omitempty"`
	VerifierID string `json:"verifier_id,omitempty"`
}

// gatesOf are the gates of a row as they stand.
func gatesOf(row contract.Row) []gate {
	var gates []gate
	for _, g := range row.Gates() {
		one := gate{Gate: g}
		for _, v := range row.Verdicts {
			if v.GateID == g.ID {
				one.Note, one.VerifierID = v.Note, v.VerifierID
			}
		}
		gates = append(gates, one)
	}
	return gates
}

// gateLines writes gates below the row that they belong to.
func gateLines(w *bytes.Buffer, gates []gate) {
	for _, g := range gates {
		fmt.Fprintf(w, "  gate %s (%s", printable(g.ID), g.Type)
		if g.Command != "" {
			fmt.Fprintf(w, ": %s", printable(g.Command))
		}
		fmt.Fprintf(w, "): %s", g.Status)
		if g.Note != "" {
			fmt.Fprintf(w, ", %s", printable(g.Note))
		}
		fmt.Fprintln(w)
	}
}
