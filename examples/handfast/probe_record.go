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

	"github.com/handfast-go/handfast/probe"
)

// recorded is an entry that was written.
type recorded struct {
	Manifest string          `json:"manifest"`
	Entry    json.RawMessage `json:"entry"`
	Omitted  []omitted       `json:"omitted"`
	// Reset says that there was a manifest which could not be read, and that
	// this entry is the first of a new one.
	Reset bool `json:"reset"`
}

// omitted is an output that no replay could compare.
type omitted struct {
	Output probe.Output `json:"output"`
	Reason string       `json:"reason"`
}

func (r recorded) text(w *bytes.Buffer) {
	fmt.Fprintf(w, "%s\n", r.Entry)
	for _, o := range r.Omitted {
		fmt.Fprintf(w, "without %s: %s\n", o.Output, o.Reason)
	}
	if r.Reset {
		fmt.Fprintf(w, "%s could not be read: a new one was begun\n", printable(r.Manifest))
	}
}

// recording is what the record verbs share.
type recording struct {
	running
	manifest string
}

func (a *app) probeRecordCommand() *cobra.Command {
	var r recording
	cmd := group("record", "Run a command, a request or a page, and record what was observed",
		a.recordShellCommand(&r), a.recordHTTPCommand(&r), a.recordWebCommand(&r))
	cmd.PersistentFlags().StringVar(&r.manifest, "manifest", probe.ManifestName, "`FILE` that is the manifest")
	r.flags(cmd)
	return cmd
}

// record runs something and writes the entry that was made of it. The manifest
// is locked for the write alone, however long the run takes.
func (a *app) record(
	ctx context.Context, r *recording,
	run func(context.Context, probe.Runner, ...probe.Option) (probe.Recording, error),
	merge func(existing, entry []byte) ([]byte, error),
) error {
	return r.with(ctx, a, r.manifest, func(ctx context.Context, runner probe.Runner, opts []probe.Option) error {
		made, err := run(ctx, runner, opts...)
		switch {
		case ctx.Err() != nil:
			return refused(codeProbe, "", "it was interrupted, and nothing was recorded", "")
		case errors.Is(err, context.DeadlineExceeded):
			return refused(codeProbe, "", fmt.Sprintf("it took longer than %v, and nothing was recorded", r.timeout), "give it more with --timeout")
		case err != nil:
			return explainProbe(err)
		}
		out := recorded{Manifest: r.manifest, Entry: made.Entry, Omitted: []omitted{}}
		for _, o := range made.Omitted {
			out.Omitted = append(out.Omitted, omitted(o))
		}
		err = updateFile(r.manifest, func(existing []byte) ([]byte, error) {
			out.Reset = unusable(existing)
			text, err := merge(existing, made.Entry)
			if err != nil {
				return nil, explainProbe(err)
			}
			return text, nil
		})
		if err != nil {
			return err
		}
		return a.done(out)
	})
}

// unusable reports that a manifest is there which no entry can be added to.
func unusable(existing []byte) bool {
	return existing != nil && slices.ContainsFunc(probe.Check(existing), func(p probe.Problem) bool {
		return p.Rule == probe.NotJSON || p.Rule == probe.NotObject || p.Rule == probe.EntriesNotArray
	})
}

func (a *app) recordShellCommand(r *recording) *cobra.Command {
	var supersedes string
	cmd := &cobra.Command{
		Use:   "shell -- CMD [ARG...]",
		Short: "Run a command and record its exit code and outputs",
		Long: `Run a command and record its exit code and outputs. One CMD is a command line for
the shell; with ARGs each is one word, whatever it holds. An entry of the same
command is replaced.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			line := commandLine(args)
			return a.record(cmd.Context(), r,
				func(ctx context.Context, runner probe.Runner, opts ...probe.Option) (probe.Recording, error) {
					return probe.RecordShell(ctx, runner, line, opts...)
				},
				func(existing, entry []byte) ([]byte, error) { return probe.MergeShell(existing, entry, supersedes) })
		},
	}
	cmd.Flags().StringVar(&supersedes, "supersedes", "", "`CMD` whose entry goes: this one takes its place")
	return cmd
}

// commandLine is one command line as it is, or words that the shell reads as
// they are.
func commandLine(args []string) string {
	if len(args) == 1 {
		return args[0]
	}
	words := make([]string, len(args))
	for i, arg := range args {
		words[i] = arg
		if arg == "" || strings.ContainsFunc(arg, unsafeInShell) {
			words[i] = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

func unsafeInShell(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return false
	}
	return !strings.ContainsRune("@%+:,./_-", r)
}

func (a *app) recordHTTPCommand(r *recording) *cobra.Command {
	return &cobra.Command{
		Use:   "http METHOD PATH",
		Short: "Send a request and record the status and body of the response",
		Long: `Send a request to the server of --serve or --base and record the status and body of
the response. Requests are a sequence: the entry is appended.`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.record(cmd.Context(), r,
				func(ctx context.Context, runner probe.Runner, opts ...probe.Option) (probe.Recording, error) {
					return probe.RecordHTTP(ctx, runner, args[0], args[1], opts...)
				},
				func(existing, entry []byte) ([]byte, error) { return probe.AppendHTTP(existing, entry) })
		},
	}
}

func (a *app) recordWebCommand(r *recording) *cobra.Command {
	var smoke, interactions string
	cmd := &cobra.Command{
		Use:   "web FILE",
		Short: "Open a page, drive it, and record what the smoke gives",
		Long: `Open a page in a headless Chromium, drive it with the interactions, and record the
value of the smoke, the console errors and the failed requests. FILE is opened
from the server of --serve or --base when there is one, else from --dir. An entry
of the same file and smoke is replaced.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var steps []probe.Interaction
			if interactions != "" {
				text, err := a.read(interactions)
				if err != nil {
					return err
				}
				if steps, err = probe.ParseInteractions(text); err != nil {
					return explainProbe(err)
				}
			}
			return a.record(cmd.Context(), r,
				func(ctx context.Context, runner probe.Runner, opts ...probe.Option) (probe.Recording, error) {
					return probe.RecordWeb(ctx, runner, args[0], smoke, steps, opts...)
				}, mergeWeb)
		},
	}
	cmd.Flags().StringVar(&smoke, "smoke", "", "`EXPRESSION` of JavaScript whose value is recorded")
	cmd.Flags().StringVar(&interactions, "interactions", "", "`FILE` with a JSON list of interactions (-: standard input)")
	must(cmd.MarkFlagRequired("smoke"))
	return cmd
}

// mergeWeb writes a web entry as a document of its own, which is the only way
// that pages are written. It is merged with nothing first, to have the form of
// every manifest even where it is the first.
func mergeWeb(existing, entry []byte) ([]byte, error) {
	document := slices.Concat([]byte(`{"version":1,"entries":[`), entry, []byte("]}"))
	first, err := probe.MergeWrite([]byte(`{"version":1,"entries":[]}`), document)
	if err != nil {
		return nil, err
	}
	return probe.MergeWrite(existing, first)
}
