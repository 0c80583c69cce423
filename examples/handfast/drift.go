package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/drift"
)

func (a *app) driftCommand() *cobra.Command {
	return group("drift", "Corrections of the project context that may be applied without asking",
		a.driftClassifyCommand(), a.driftCheckCommand())
}

// classified is a command that may show a value by itself.
type classified struct{ drift.Command }

func (c classified) text(w *bytes.Buffer) {
	for _, line := range [][2]string{
		{"tool", c.Tool},
		{"verb", c.Verb},
		{"resource", c.Resource},
		{"name", c.Name},
		{"context", c.Context},
		{"namespace", c.Namespace},
		{"project", c.Project},
	} {
		if line[1] != "" {
			fmt.Fprintf(w, "%-9s  %s\n", line[0], line[1])
		}
	}
}

func (a *app) driftClassifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "classify COMMAND",
		Short: "Say what a command reads, or why its output proves nothing by itself",
		Long: `Say what a command reads. Only one plain read from a closed list is accepted, a
single command of literal words:

  kubectl|oc get|describe [RESOURCE [NAME] | RESOURCE/NAME]
      with --context, -n/--namespace, -o/--output json|yaml|wide|name
  gcloud GROUP NOUN… list | describe [NAME]
      with --project, --format json|yaml, --region, --zone
      GROUP is run, container, compute, sql, functions, pubsub or storage

COMMAND is one argument: quote it as a whole.`,
		Example:           "  handfast drift classify 'kubectl get pods -n web --context prod-a'",
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(_ *cobra.Command, args []string) error {
			command, err := drift.ClassifyCommand(args[0])
			if err == nil {
				return a.done(classified{command})
			}
			f := refused(codeCommand, "COMMAND", strings.TrimPrefix(err.Error(), "drift: "), "show the value with one plain read, as the help lists them")
			if e, ok := errors.AsType[*drift.CommandError](err); ok {
				f.Detail, f.Offset = e.Detail, &e.Offset
				if e.Text != "" {
					f.Detail = fmt.Sprintf("%.80q: %s", e.Text, e.Detail)
				}
			}
			return f
		},
	}
}
