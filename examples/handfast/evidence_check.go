package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	if len(c.Checked) == 0 && len(c.Refused) == 0 {
		fmt.Fprintln(w, "nothing was compared")
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
evidence_report and a whole envelope are read too. Evidence that is cited is
looked up in the store.

` + recordHelp,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if manyFromStdin(claims, record) {
				return misused("--claims", "only one of --claims and --record can be standard input")
			}
			if err := impossible("brief-id", turn.BriefID, "the number of a brief"); err != nil {
				return err
			}
			text, err := a.read(claims)
			if err != nil {
				return err
			}
			said, err := parseClaims(text)
			if err != nil {
				return inFlag("claims", err)
			}
			seen, err := a.readRecord(record)
			if err != nil {
				return err
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
	f.report, f.also = out, out
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

// parseClaims reads the claims of an envelope, of its evidence_report, or of
// what stands there. A member that is in neither is refused: a misspelt
// "verification" would leave nothing to compare.
func parseClaims(text []byte) (evidence.Claims, error) {
	field := "claims"
	all, err := members(codeClaims, field, text)
	if err != nil {
		return evidence.Claims{}, err
	}
	if isEnvelope(all) {
		if err := onlyDeclared(field, "", all); err != nil {
			return evidence.Claims{}, err
		}
		report := slices.IndexFunc(all, func(m member) bool { return m.name == evidenceReport })
		if report < 0 {
			return evidence.Claims{}, nil
		}
		field += "." + evidenceReport
		if all, err = members(codeClaims, field, all[report].value); err != nil {
			return evidence.Claims{}, err
		}
	}
	if err := onlyDeclared(field, evidenceReport+".", all); err != nil {
		return evidence.Claims{}, err
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

const evidenceReport = "evidence_report"

// isEnvelope reports that a member of the root of an envelope is there.
func isEnvelope(all []member) bool {
	return slices.ContainsFunc(all, func(m member) bool { return declaredAt("", m.name) })
}

// onlyDeclared refuses the first member that is not declared at a level of the
// envelope.
func onlyDeclared(field, level string, all []member) error {
	for _, m := range all {
		if !declaredAt(level, m.name) {
			return refused(codeClaims, field+"."+m.name, fmt.Sprintf("%.80q is no member of %s", m.name, levelName(level)), describe(codeClaims).repair)
		}
	}
	return nil
}

func levelName(level string) string {
	if level == "" {
		return "an envelope"
	}
	return "evidence_report"
}

// declaredAt reports that a member is declared at a level of the envelope: ""
// or a path that ends in a dot. Lists of evidence have an upper-case name too.
func declaredAt(level, name string) bool {
	for _, field := range contract.Fields() {
		rest, below := strings.CutPrefix(field.Path, level)
		if below && (rest == name || level != "" && strings.ToUpper(rest) == name) {
			return !strings.ContainsAny(rest, ".[")
		}
	}
	return false
}
