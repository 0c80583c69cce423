package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/probe"
)

// replayed is what a replay found.
type replayed struct {
	Verified int             `json:"verified"`
	Failed   int             `json:"failed"`
	Skipped  int             `json:"skipped"`
	Entries  []replayedEntry `json:"entries"`
	reason   string
}

// replayedEntry is what became of one entry.
type replayedEntry struct {
	Entry      int           `json:"entry"`
	Kind       probe.Kind    `json:"kind"`
	Label      string        `json:"label"`
	Outcome    probe.Outcome `json:"outcome"`
	Note       string        `json:"note"`
	Difference *difference   `json:"difference,omitempty"`
}

// difference is the first difference of an entry.
type difference struct {
	Output probe.Output `json:"output"`
	Line   int          `json:"line"`
	Offset int          `json:"offset"`
	Want   string       `json:"want"`
	Got    string       `json:"got"`
}

func newReplayed(report probe.Report, manifest []byte) replayed {
	out := replayed{
		Verified: report.Verified, Failed: report.Failed, Skipped: report.Skipped,
		Entries: []replayedEntry{}, reason: report.Reason,
	}
	var labels []string
	if m, err := probe.Parse(manifest); err == nil {
		for _, e := range m.Entries() {
			labels = append(labels, label(e))
		}
	}
	for i, e := range report.Entries {
		one := replayedEntry{Entry: e.Entry, Kind: e.Kind, Label: labels[i], Outcome: e.Outcome, Note: e.Note}
		if d := e.Difference; d != nil {
			one.Difference = &difference{Output: d.Output, Line: d.Line, Offset: d.Offset, Want: d.Want, Got: d.Got}
		}
		out.Entries = append(out.Entries, one)
	}
	return out
}

func (r replayed) text(w *bytes.Buffer) {
	for _, e := range r.Entries {
		e.text(w)
	}
	fmt.Fprintf(w, "%d verified, %d failed, %d skipped\n", r.Verified, r.Failed, r.Skipped)
	if r.reason != "" {
		fmt.Fprintf(w, "refused %s: %s\n", codeReplay, r.reason)
	}
}

func (e replayedEntry) text(w *bytes.Buffer) {
	fmt.Fprintf(w, "%-8s  entry %d (%s)", e.Outcome, e.Entry, e.Kind)
	if e.Label != "" {
		fmt.Fprintf(w, "  %s", cut(printable(e.Label), maxLabel))
	}
	w.WriteByte('\n')
	if e.Difference != nil {
		e.Difference.text(w)
	}
	if e.Note != "" {
		fmt.Fprintf(w, "  %s\n", printable(e.Note))
	}
}

// text shows what was recorded above what was observed, with a mark below the
// place from which they differ.
func (d difference) text(w *bytes.Buffer) {
	where := ""
	want, got := d.Want, d.Got
	if d.Line > 0 {
		where = fmt.Sprintf(" differs at line %d, byte %d", d.Line, d.Offset)
		want, got = strconv.Quote(want), strconv.Quote(got)
	}
	fmt.Fprintf(w, "  %s%s\n  - recorded  %s\n  + observed  %s\n", d.Output, where, printable(want), printable(got))
	if d.Line > 0 {
		same := len("- recorded  ") + utf8.RuneCountInString(commonStart(want, got))
		fmt.Fprintf(w, "  %s^\n", strings.Repeat(" ", same))
	}
}

// commonStart is what two texts begin with alike, in whole characters.
func commonStart(a, b string) string {
	for i, r := range a {
		if !strings.HasPrefix(b[i:], string(r)) {
			return a[:i]
		}
	}
	return a
}

// maxLabel is how much of what an entry runs is shown, in characters.
const maxLabel = 60

func cut(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}

func (a *app) probeReplayCommand() *cobra.Command {
	var r running
	cmd := &cobra.Command{
		Use:   "replay [FILE]",
		Short: "Run a manifest again: exit 1 unless everything that runs is as recorded",
		Long: `Run the manifest ` + probe.ManifestName + `, or FILE (-: standard input), again, and
compare what is observed with what was recorded. The exit code is 0 when
something was verified and nothing failed. The manifest is never changed.

Requests go to the server of --serve or --base; so do pages, unless --pages names
a directory. Without a server pages are opened from --dir.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := manifestArg(args)
			manifest, err := a.read(name)
			if err != nil {
				return err
			}
			if problems := documentProblems(manifest); len(problems) > 0 {
				return a.refuse(checkedManifest{Problems: problems}, refusedManifest(problems, ""))
			}
			return r.with(cmd.Context(), a, name, func(ctx context.Context, runner probe.Runner, opts []probe.Option) error {
				watched := watch(runner, a.progress("entries").w, manifest)
				report := probe.Replay(ctx, manifest, watched, opts...)
				watched.end()
				out := newReplayed(report, manifest)
				if report.OK {
					return a.done(out)
				}
				return a.refuse(out, refused(codeReplay, firstFailed(out), report.Reason, ""))
			})
		},
	}
	r.flags(cmd)
	return cmd
}

// documentProblems are those for which nothing can be run at all: no server is
// started for them.
func documentProblems(manifest []byte) []manifestProblem {
	var found []probe.Problem
	for _, p := range probe.Check(manifest) {
		if p.Kind == probe.KindDocument {
			found = append(found, p)
		}
	}
	return manifestProblems(found)
}

func firstFailed(r replayed) string {
	for _, e := range r.Entries {
		if e.Outcome == probe.Failed {
			return "entries." + strconv.Itoa(e.Entry)
		}
	}
	return ""
}

// watched is a runner that says on a terminal what is running, because commands
// and pages may take their time, and what is missing in terms of the flags.
type watched struct {
	probe.Runner
	w         io.Writer
	done, all int
}

func watch(runner probe.Runner, w io.Writer, manifest []byte) *watched {
	r := &watched{Runner: runner, w: w}
	if m, err := probe.Parse(manifest); err == nil {
		for range m.Entries() {
			r.all++
		}
	}
	return r
}

// clearLine takes back the line that is shown.
const clearLine = "\r\x1b[K"

func (r *watched) step(what string) {
	r.done++
	_, _ = fmt.Fprintf(r.w, "%s%d of %d: %s", clearLine, r.done, r.all, cut(printable(what), maxLabel))
}

func (r *watched) end() {
	if r.done > 0 {
		_, _ = io.WriteString(r.w, clearLine)
	}
}

// RunShell shows the command and runs it.
func (r *watched) RunShell(ctx context.Context, entry probe.Shell, limit int) (probe.ShellResult, error) {
	r.step(entry.Cmd)
	got, err := r.Runner.RunShell(ctx, entry, limit)
	return got, inFlags(err)
}

// Request shows the request and sends it.
func (r *watched) Request(ctx context.Context, entry probe.HTTP, limit int) (probe.HTTPResult, error) {
	r.step(entry.Method + " " + entry.Path)
	got, err := r.Runner.Request(ctx, entry, limit)
	return got, inFlags(err)
}

// Browse shows the page and opens it.
func (r *watched) Browse(ctx context.Context, entry probe.Web, limit int) (probe.WebResult, error) {
	r.step(entry.File)
	got, err := r.Runner.Browse(ctx, entry, limit)
	return got, inFlags(err)
}

// inFlags says of an error what the caller of the command can do about it.
func inFlags(err error) error {
	if what, ok := missing(err); ok {
		return errors.New(what)
	}
	return err
}
