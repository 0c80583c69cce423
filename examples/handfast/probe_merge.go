package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/probe"
)

// mergedManifest is what became of a manifest that was written.
type mergedManifest struct {
	Manifest string `json:"manifest"`
	Entries  int    `json:"entries"`
	// Changed says that the file has another text than before.
	Changed bool `json:"changed"`
}

func (m mergedManifest) text(w *bytes.Buffer) {
	if !m.Changed {
		fmt.Fprintf(w, "%s: nothing new\n", printable(m.Manifest))
		return
	}
	fmt.Fprintf(w, "%s: %s now\n", printable(m.Manifest), countOf(m.Entries, "entry"))
}

func (a *app) probeMergeCommand() *cobra.Command {
	var manifest string
	cmd := &cobra.Command{
		Use:   "merge [FILE]",
		Short: "Merge a whole document into the manifest",
		Long: `Merge a whole document, FILE or standard input, into the manifest: commands and
pages replace the entry that probes the same, requests are appended. This is for
tools that write documents; probes that are run are better recorded.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			name := "-"
			if len(args) > 0 {
				name = args[0]
			}
			incoming, err := a.read(name)
			if err != nil {
				return err
			}
			if err := probe.RefuseWrite(incoming); err != nil {
				return explainProbe(err)
			}
			out := mergedManifest{Manifest: manifest}
			err = updateFile(manifest, func(existing []byte) ([]byte, error) {
				text, err := probe.MergeWrite(existing, incoming)
				if err != nil {
					return nil, explainProbe(err)
				}
				out.Changed = !bytes.Equal(text, existing)
				if m, err := probe.Parse(text); err == nil {
					for range m.Entries() {
						out.Entries++
					}
				}
				return text, nil
			})
			if err != nil {
				return err
			}
			return a.done(out)
		},
	}
	manifestFlag(cmd, &manifest)
	return cmd
}

// inherited is what a seeded workspace takes over.
type inherited struct {
	Manifest string            `json:"manifest"`
	Kept     int               `json:"kept"`
	Repaired int               `json:"repaired"`
	Dropped  int               `json:"dropped"`
	Changed  bool              `json:"changed"`
	Removed  bool              `json:"removed"`
	Problems []manifestProblem `json:"problems"`
}

func (i inherited) text(w *bytes.Buffer) {
	for _, p := range i.Problems {
		p.text(w)
	}
	fmt.Fprintf(w, "%s: %d kept, %d of them repaired, %d dropped\n", printable(i.Manifest), i.Kept, i.Repaired, i.Dropped)
	if i.Removed {
		fmt.Fprintln(w, "nothing is left, the file is removed")
	}
}

func (a *app) probeInheritCommand() *cobra.Command {
	var dryRun bool
	cmd := &cobra.Command{
		Use:   "inherit [FILE]",
		Short: "Keep of a manifest what a workspace seeded with it can use",
		Long: `Keep of the manifest that a new workspace was seeded with what it can use: the
entries that pass the check stay, a stdout with the port of one run is left out,
the rest goes. The file (` + probe.ManifestName + `, or FILE) is rewritten, and
removed when nothing is left. One that cannot be read is refused and left alone.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			name := manifestArg(args)
			var out inherited
			err := updateFile(name, func(existing []byte) ([]byte, error) {
				if existing == nil {
					return nil, ioFailure(name, fs.ErrNotExist)
				}
				in := probe.Inherit(existing)
				out = inherited{
					Manifest: name, Kept: in.Kept, Repaired: in.Repaired, Dropped: in.Dropped,
					Changed: in.Changed, Removed: in.Text == nil, Problems: manifestProblems(in.Problems),
				}
				if in.Unreadable {
					out.Changed, out.Removed = false, false
					return nil, refusedManifest(out.Problems, "remove it and record the probes anew")
				}
				if dryRun {
					return existing, nil
				}
				return in.Text, nil
			})
			if f, ok := errors.AsType[*failure](err); ok && f.Code == codeManifest {
				return a.refuse(out, f)
			}
			if err != nil {
				return err
			}
			return a.done(out)
		},
	}
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "say what would happen, and change nothing")
	return cmd
}
