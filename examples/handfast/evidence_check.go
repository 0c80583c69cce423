package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// checked is the verdict of the content checks.
type checked struct {
	Refused []refusal `json:"refused"`
	Skipped []skipped `json:"skipped"`
	Checked []string  `json:"checked"`
}

// skipped is one comparison that the record cannot settle.
type skipped struct {
	Field  string          `json:"field"`
	Reason evidence.Reason `json:"reason"`
}

func (c checked) text(w *bytes.Buffer) {
	for _, field := range c.Checked {
		fmt.Fprintf(w, "checked %s\n", field)
	}
	for _, s := range c.Skipped {
		fmt.Fprintf(w, "skipped %s: %s\n", s.Field, s.Reason)
	}
}

func (a *app) evidenceCheckCommand() *cobra.Command {
	var (
		claims, record string
		turn           evidence.Turn
	)
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Compare claims with the record of a turn, without closing anything",
		Long: `Compare claims with the record of a turn. The claims are an object with the
members verification and verbatim_outputs, as in evidence_report; a whole
envelope is read too. Evidence that is cited is looked up in the store.

` + recordHelp,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if manyFromStdin(claims, record) {
				return usage("only one of --claims and --record can be standard input")
			}
			text, err := a.read(claims)
			if err != nil {
				return err
			}
			said, err := parseClaims(text)
			if err != nil {
				return explain(err)
			}
			seen, err := a.readRecord(record)
			if err != nil {
				return explain(err)
			}
			return a.withStore(cmd.Context(), func(s store) error {
				report, err := evidence.Check(cmd.Context(), said, turn, seen, lookup(s), evidence.CheckOptions{LookPath: a.lookPath})
				if err != nil {
					return explain(err)
				}
				return a.checked(report)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&claims, "claims", "", "`FILE` with the claims (-: standard input)")
	f.StringVar(&record, "record", "", "`FILE` with the record of the turn (-: standard input)")
	f.Int64Var(&turn.BriefID, "brief-id", 0, "`NUMBER` of the brief that the turn works for")
	f.StringVar(&turn.PlanTaskID, "plan-task-id", "", "`ID` of the plan task that the turn works on")
	must(cmd.MarkFlagRequired("claims"))
	return cmd
}

func (a *app) checked(report evidence.Report) error {
	out := checked{Refused: refusals(report.Refused), Skipped: []skipped{}, Checked: orEmpty(report.Checked)}
	for _, s := range report.Skipped {
		out.Skipped = append(out.Skipped, skipped(s))
	}
	if len(out.Refused) == 0 {
		return a.done(out)
	}
	first := out.Refused[0]
	f := refused(string(contract.ContentUnverified), first.Field, string(first.Reason)+": "+first.Detail, first.Repair)
	f.Refused = out.Refused
	f.report = out
	return f
}

// lookup finds cited evidence, in the terms of the content checks.
func lookup(s store) evidence.Lookup {
	return func(ctx context.Context, id int64) (evidence.Row, error) {
		row, err := s.Evidence().Get(ctx, id)
		if errors.Is(err, contract.ErrNotFound) {
			return evidence.Row{}, evidence.ErrNotFound
		}
		return row, err
	}
}

func parseClaims(text []byte) (evidence.Claims, error) {
	all, err := members(codeClaims, "claims", text)
	if err != nil {
		return evidence.Claims{}, err
	}
	for _, m := range all {
		if m.name == "evidence_report" {
			if all, err = members(codeClaims, "claims.evidence_report", m.value); err != nil {
				return evidence.Claims{}, err
			}
			break
		}
	}
	var claims evidence.Claims
	into := map[string]*json.RawMessage{
		"verification":     &claims.Verification,
		"verbatim_outputs": &claims.VerbatimOutputs,
		"VERBATIM_OUTPUTS": &claims.VerbatimOutputsUpper,
	}
	for _, m := range all {
		if target, known := into[m.name]; known {
			*target = m.value
		}
	}
	return claims, nil
}
