package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/drift"
)

// correction is the verdict on one drift entry.
type correction struct {
	Apply   bool          `json:"apply"`
	Failed  []drift.Guard `json:"failed"`
	Values  []string      `json:"values"`
	Note    string        `json:"note"`
	By      string        `json:"by"`
	Project string        `json:"project"`
}

func (c correction) text(w *bytes.Buffer) {
	fmt.Fprintf(w, "applies, decided by %s\n", printable(c.By))
	for _, value := range c.Values {
		fmt.Fprintf(w, "  value %s\n", printable(value))
	}
	indented(w, "  ", c.Note)
}

func (a *app) driftCheckCommand() *cobra.Command {
	var (
		entry, stored, record string
		facts                 drift.Facts
	)
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Judge a drift correction as a close would, without writing anything",
		Long: `Judge a drift correction as a close would: whether it may be applied without
asking, and which guards keep it waiting. The entry is an object {"contract",
"payload", "drift": {"key_path", "old", "new", "command", "observed_at"}}. The
store is not opened.

` + recordHelp,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if manyFromStdin(entry, stored, record) {
				return misused("--entry", "only one of --entry, --stored and --record can be standard input")
			}
			named := cmd.Flags().Changed("stored-name")
			if named && stored == "" {
				return misused("--stored-name", "--stored-name is the name of the section in --stored, which is missing")
			}
			proposal, err := a.readEntry(entry)
			if err != nil {
				return err
			}
			if stored != "" {
				doc, err := a.readDocument("stored", stored)
				if err != nil {
					return err
				}
				facts.Stored = doc.Bytes()
				if !named {
					facts.StoredName = proposal.Section
				}
			}
			if facts.Record, err = a.readRecord(record); err != nil {
				return err
			}
			return a.corrected(drift.Evaluate(proposal, facts, drift.Policy{}))
		},
	}
	f := cmd.Flags()
	f.StringVar(&entry, "entry", "", "`FILE` with the entry of update_contracts (-: standard input)")
	f.StringVar(&stored, "stored", "", "`FILE` with the stored section (-: standard input; none: nothing is stored)")
	f.StringVar(&facts.StoredName, "stored-name", "", "`NAME` that the section is stored under (default: as the entry spells it)")
	f.StringVar(&record, "record", "", "`FILE` with the record of the turn (-: standard input)")
	f.StringVar(&facts.Goal, "goal", "", "`TEXT` that the turn was dispatched with")
	f.StringVar(&facts.Project, "project", "", "`PROJECT` of the turn (none: it did not resolve)")
	f.StringVar(&facts.GoalProject, "goal-project", "", "`NAME` that the goal gives the project")
	f.StringVar(&facts.AgentID, "agent-id", "", "`ID` of the agent that closes")
	must(cmd.MarkFlagRequired("entry"))
	return cmd
}

// readDocument reads the JSON file that a flag names through the strict door.
func (a *app) readDocument(flag, name string) (contract.Document, error) {
	text, err := a.read(name)
	if err != nil {
		return contract.Document{}, err
	}
	doc, err := contract.Parse(text, contract.AnyRoot())
	if err != nil {
		return contract.Document{}, inFlag(flag, err)
	}
	return doc, nil
}

// inFlag says of a text that is no JSON which flag it came by.
func inFlag(flag string, err error) error {
	f := explain(err)
	if f.Code == codeSyntax {
		f.Detail = "--" + flag + ": " + f.Detail
	}
	return about("--"+flag, f, codeSyntax)
}

func (a *app) readEntry(name string) (drift.Proposal, error) {
	doc, err := a.readDocument("entry", name)
	if err != nil {
		return drift.Proposal{}, err
	}
	if !doc.IsObject() {
		return drift.Proposal{}, refused(codeEntry, "--entry", "the entry is no object", "write one entry, as it stands in the list of update_contracts")
	}
	return drift.ParseProposal(doc.Bytes()), nil
}

func (a *app) corrected(d drift.Decision) error {
	out := correction{
		Apply: d.Apply, Failed: orEmpty(d.Failed), Values: orEmpty(d.Values), Note: d.Note, By: d.By, Project: d.Project,
	}
	if d.Apply {
		return a.done(out)
	}
	f := refused(codeGuards, "", "the correction waits for a decision: "+count(len(d.Failures), "guard")+" failed",
		"correct what stands in the way, or propose it as it is and let the orchestrator decide")
	for _, failure := range d.Failures {
		f.Guards = append(f.Guards, failedGuard{Guard: failure.Guard, Meaning: failure.Guard.Meaning(), Detail: failure.Detail})
	}
	f.report = out
	return f
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
