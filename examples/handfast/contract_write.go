package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/contract"
)

// written is what a verb did to a draft.
type written struct {
	ID            string            `json:"id"`
	Revision      int64             `json:"revision"`
	Sanitized     []contract.Change `json:"sanitized"`
	Canonicalized []contract.Change `json:"canonicalized"`
}

func (w written) text(out *bytes.Buffer) {
	fmt.Fprintf(out, "saved, revision %d\n", w.Revision)
	for _, c := range w.Sanitized {
		fmt.Fprintf(out, "  repaired %s: %s\n", c.Field, c.Detail)
	}
	for _, c := range w.Canonicalized {
		fmt.Fprintf(out, "  rewrote %s: %s\n", c.Field, c.Detail)
	}
}

// write carries out one verb on a draft.
func (a *app) change(ctx context.Context, id string, verb func(*contract.Ledger) (contract.Write, error)) error {
	return a.withLedger(ctx, func(l *contract.Ledger) error {
		done, err := verb(l)
		if err != nil {
			return explain(err)
		}
		return a.done(written{
			ID:            id,
			Revision:      done.Revision,
			Sanitized:     orEmpty(done.Sanitized),
			Canonicalized: orEmpty(done.Canonicalized),
		})
	})
}

// orEmpty writes [] where a list is empty, and never null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func (a *app) fillCommand() *cobra.Command {
	var patch, file string
	cmd := &cobra.Command{
		Use:   "fill ID",
		Short: "Merge a JSON object into a draft; populated lists are never displaced",
		Long: `Merge a JSON object into a draft: objects merge member by member, other values
replace. A patch that would displace a list that has entries is refused whole
(OVERWRITE) and changes nothing: extend the list with add, or replace it on
purpose with set. Without --patch and --patch-file the patch is read from
standard input.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, flag := []byte(patch), "--patch"
			if !cmd.Flags().Changed("patch") {
				var err error
				if text, err = a.read(file); err != nil {
					return err
				}
				flag = "--patch-file"
			}
			return about(flag, a.change(cmd.Context(), args[0], func(l *contract.Ledger) (contract.Write, error) {
				return l.Fill(cmd.Context(), args[0], text)
			}), codeSyntax, codeNotObject)
		},
	}
	cmd.Flags().StringVar(&patch, "patch", "", "the patch, a `JSON` object")
	cmd.Flags().StringVar(&file, "patch-file", "-", "`FILE` that holds the patch (-: standard input)")
	exclusive(cmd, false, "patch", "patch-file")
	return cmd
}

func (a *app) addCommand() *cobra.Command {
	return a.valueCommand("add", "Extend a list of a draft by one entry", (*contract.Ledger).Add)
}

func (a *app) setCommand() *cobra.Command {
	return a.valueCommand("set", "Replace what stands at a path of a draft, lists included", (*contract.Ledger).Set)
}

func (a *app) valueCommand(
	name, short string,
	verb func(l *contract.Ledger, ctx context.Context, contractID, path string, value json.RawMessage) (contract.Write, error),
) *cobra.Command {
	return &cobra.Command{
		Use:   name + " ID PATH VALUE",
		Short: short,
		Long: short + `.

PATH is dotted, as in evidence_report.commands_run; \. is a dot inside a name.
VALUE is JSON when it parses, else a string: 3 is a number and '"3"' a string.
One that begins as JSON does and is taken as a string is noted on stderr.
Write -- before a VALUE that begins with a dash.`,
		Example: "  handfast contract " + name + " $ID " + map[string]string{
			"add": "evidence_report.commands_run 'go test ./...'",
			"set": "agent_status.agent_state COMPLETE",
		}[name],
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) != 1 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return writablePaths(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			v, doubt, err := value(args[2])
			if err != nil {
				return err
			}
			if doubt != nil {
				a.note("VALUE is taken as a string, because it is no JSON at byte %d: %s", doubt.Offset, doubt.Reason)
			}
			return about("PATH", a.change(cmd.Context(), args[0], func(l *contract.Ledger) (contract.Write, error) {
				return verb(l, cmd.Context(), args[0], args[1], v)
			}), codePath)
		},
	}
}

// writablePaths are the paths that an agent writes, for shell completion.
func writablePaths() []string {
	var paths []string
	for _, f := range contract.Fields() {
		if f.Writer != contract.WriterHost {
			paths = append(paths, f.Path+"\t"+f.Meaning)
		}
	}
	return paths
}
