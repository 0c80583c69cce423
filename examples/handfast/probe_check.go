package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/probe"
)

// manifestProblem is one thing that is wrong with a manifest.
type manifestProblem struct {
	// Entry is the position of the entry, -1 for the document.
	Entry  int        `json:"entry"`
	Kind   probe.Kind `json:"kind"`
	Rule   probe.Rule `json:"rule"`
	Detail string     `json:"detail"`
	Repair string     `json:"repair"`
}

func manifestProblems(list []probe.Problem) []manifestProblem {
	out := make([]manifestProblem, len(list))
	for i, p := range list {
		info, _ := p.Rule.Info() // every problem has a rule of the table
		out[i] = manifestProblem{p.Entry, p.Kind, p.Rule, p.Detail, info.Repair}
	}
	return out
}

// place is where the problem is, as a path into the document.
func (p manifestProblem) place() string {
	if p.Entry < 0 {
		return ""
	}
	return fmt.Sprintf("entries.%d", p.Entry)
}

func (p manifestProblem) text(w *bytes.Buffer) {
	refusedLine(w, string(p.Rule), p.place(), p.Detail, p.Repair, nil)
}

// checkedManifest is what check says of a manifest.
type checkedManifest struct {
	Entries  int               `json:"entries"`
	Problems []manifestProblem `json:"problems"`
}

func (c checkedManifest) text(w *bytes.Buffer) {
	for _, p := range c.Problems {
		p.text(w)
	}
	if len(c.Problems) == 0 {
		fmt.Fprintf(w, "%s, nothing wrong\n", countOf(c.Entries, "entry"))
	}
}

// refusedManifest is the failure for problems of a manifest: the first of them.
func refusedManifest(problems []manifestProblem, repair string) *failure {
	first := problems[0]
	if repair == "" {
		repair = first.Repair
	}
	return refused(codeManifest, first.place(), string(first.Rule)+": "+first.Detail, repair)
}

func (a *app) probeCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE]",
		Short: "List everything that is wrong with a manifest",
		Long: `List everything that is wrong with a manifest: ` + probe.ManifestName + `, or FILE (-:
standard input). Nothing is run.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := a.read(manifestArg(args))
			if err != nil {
				return err
			}
			out := checkedManifest{Problems: manifestProblems(probe.Check(text))}
			if m, err := probe.Parse(text); err == nil {
				for range m.Entries() {
					out.Entries++
				}
			}
			if len(out.Problems) == 0 {
				return a.done(out)
			}
			return a.refuse(out, refusedManifest(out.Problems, ""))
		},
	}
}
