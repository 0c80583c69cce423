package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/probe"
)

// instructions are the lines about one or all kinds of entries.
type instructions struct {
	Instructions []instruction `json:"instructions"`
}

type instruction struct {
	Kind    probe.Kind      `json:"kind"`
	Writer  []string        `json:"writer"`
	Reader  []string        `json:"reader"`
	Example json.RawMessage `json:"example"`
}

func (i instructions) text(w *bytes.Buffer) {
	for n, one := range i.Instructions {
		if n > 0 {
			w.WriteByte('\n')
		}
		for _, part := range []struct {
			title string
			lines []string
		}{{"to write", one.Writer}, {"to read", one.Reader}} {
			fmt.Fprintf(w, "# %s entries: %s\n", one.Kind, part.title)
			for _, line := range part.lines {
				fmt.Fprintln(w, line)
			}
		}
	}
}

func (a *app) probeInstructionsCommand() *cobra.Command {
	kinds := []string{string(probe.KindShell), string(probe.KindHTTP), string(probe.KindWeb)}
	return &cobra.Command{
		Use:       "instructions [KIND]",
		Short:     "Print the instruction lines for who writes or reads shell, http or web entries",
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: kinds,
		RunE: func(_ *cobra.Command, args []string) error {
			asked := kinds
			if len(args) > 0 {
				if asked = args; !slices.Contains(kinds, args[0]) {
					return usage("KIND is shell, http or web, not %q", args[0])
				}
			}
			var out instructions
			for _, kind := range asked {
				guide := probe.Instructions(probe.Kind(kind))
				out.Instructions = append(out.Instructions, instruction{
					Kind: probe.Kind(kind), Writer: guide.Writer, Reader: guide.Reader, Example: probe.Example(probe.Kind(kind)),
				})
			}
			return a.done(out)
		},
	}
}
