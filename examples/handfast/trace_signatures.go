package main

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/trace"
)

// signaturesOf are the signatures of a run.
type signaturesOf struct {
	RunID      string            `json:"run_id"`
	Events     int               `json:"events"`
	Signatures []trace.Signature `json:"signatures"`
}

func (s signaturesOf) text(w *bytes.Buffer) {
	var cells [][]any
	for _, one := range s.Signatures {
		cells = append(cells, []any{one.ExecutionID, one.Key.ID(), stateOf(one), pathOf(one)})
	}
	table(w, cells)
	fmt.Fprintf(w, "%s in %s\n", count(len(s.Signatures), "signature"), count(s.Events, "event"))
}

// stateOf says how far an execution came.
func stateOf(s trace.Signature) string {
	switch {
	case s.Credited:
		return "credited"
	case s.Completed:
		return "completed"
	default:
		return "open"
	}
}

// pathOf is the way that an execution took, for people.
func pathOf(s trace.Signature) string {
	path := trace.Collapse(s.Elements, 0)
	if s.Truncated {
		path += " (and more)"
	}
	return path
}

func (a *app) traceSignaturesCommand() *cobra.Command {
	var (
		runID     string
		completed bool
		maxBytes  int64
	)
	cmd := &cobra.Command{
		Use:   "signatures FILE",
		Short: "Derive the signature of each execution of a run: the elements it used, in order",
		Long: `Read the events of the trace in FILE (-: standard input) one after another, and
derive a signature for each execution: who executed, on which skill, and the
names of the elements that it used, in order. Only identities that the runtime
stamped are read; arguments, results and prose are not.

An execution is open while its call has not returned, completed when it has, and
credited when its result was accepted afterwards.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := filled(cmd, args); err != nil {
				return err
			}
			limits, err := traceLimits(maxBytes)
			if err != nil {
				return err
			}
			p := a.progress("events")
			run, err := a.readRun(args[0], runID, p, limits)
			p.end()
			if err != nil {
				return traceFailure("FILE", err)
			}
			if completed {
				run.signatures = slices.DeleteFunc(run.signatures, func(s trace.Signature) bool { return !s.Completed })
			}
			return a.done(signaturesOf{run.id, run.events, orEmpty(run.signatures)})
		},
	}
	f := cmd.Flags()
	f.StringVar(&runID, "run-id", "", "`ID` of the run (default: the id in the trace)")
	f.BoolVar(&completed, "completed", false, "only executions whose call returned")
	maxBytesFlag(cmd, &maxBytes)
	return cmd
}
