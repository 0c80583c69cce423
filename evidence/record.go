package evidence

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/handfast-go/handfast/internal/shellwords"
)

// MaxOutput is how much of a run's output a Record keeps, in code points
// (E-1): enough to settle most quotes, little enough to keep every run.
const MaxOutput = 500

// RedactedMark is what a redact hook leaves in place of a secret. A quote that
// is not found in an output which holds the mark is not refuted (E-9).
const RedactedMark = "[REDACTED]"

// Run is one tool call of a turn, as the harness saw it (E-1).
type Run struct {
	// Kind says what the call did. Only Shell runs are compared with claims
	// about commands. The zero Kind is read off the rest: a run with a Command
	// or an Argv is Shell, one with a Path alone is Read.
	Kind RunKind
	// Tool is the harness's name for the tool.
	Tool string
	// Command is the text that a Shell run executed, exactly as the agent sent
	// it: commands match byte for byte (E-3).
	Command string
	// Argv is set where the tool takes a list of arguments instead of a text. A
	// Shell run without a Command has the one that Argv gives, quoted for a
	// shell.
	Argv []string
	// Dir is the directory it ran in.
	Dir string
	// Path is the file of a Read or Edit run.
	Path string
	// Exit is the exit code; nil when none was kept. That of a run which was
	// Killed counts like any other.
	Exit *int
	// Output is what was shown: at most MaxOutput code points, reduced and
	// redacted. See Recorder.
	Output string
	// Kept says that the output was kept at all. An empty Output with Kept
	// is a run that showed nothing.
	Kept bool
	// Truncated says that the real output was longer than Output.
	Truncated bool
	// Killed says that the run was stopped from outside, or timed out.
	Killed bool
	// Background says that the call returned before the run ended. Its Exit is
	// then not the command's, and more may have been shown than Output.
	Background bool
	// Actor is who made the call: the agent itself, a subagent, the user.
	Actor string
	// At is when the call began; zero when the host keeps no times.
	At time.Time
}

// clone returns a copy that shares nothing with r.
func (r Run) clone() Run {
	r.Argv = slices.Clone(r.Argv)
	if r.Exit != nil {
		r.Exit = new(*r.Exit)
	}
	return r
}

// Did returns what a run did, whichever way the host wrote it down: its kind,
// and the command of a Shell run or the path of another one. The kind is "" for
// a run that says neither.
func (r *Run) Did() (kind RunKind, what string) {
	kind = r.Kind
	switch {
	case kind != "":
	case r.Command != "" || len(r.Argv) > 0:
		kind = Shell
	case r.Path != "":
		kind = Read
	}
	switch {
	case kind != Shell:
		return kind, r.Path
	case r.Command == "" && len(r.Argv) > 0:
		return kind, shellwords.Join(r.Argv)
	}
	return kind, r.Command
}

// RunKind says what a Run did. The zero RunKind is none of the kinds; see
// Run.Did.
type RunKind string

// The kinds of run.
const (
	Shell RunKind = "shell"
	Read  RunKind = "read"
	Edit  RunKind = "edit"
)

// Record is the ordered list of a turn's runs. A nil *Record means that no
// tool record is bound, which is different from an empty one: nothing can be
// compared with nil, and every command is missing from an empty one.
type Record struct {
	// Runs are in the order in which they were called.
	Runs []Run
	// Incomplete says that the host did not see everything, because a tool it
	// cannot observe was at work. A missing run then proves nothing.
	Incomplete bool
}

// cutRunes returns the first n code points of s and whether there are more.
func cutRunes(s string, n int) (string, bool) {
	if len(s) <= n {
		return s, false
	}
	for at := range s {
		if n == 0 {
			return s[:at], true
		}
		n--
	}
	return s, false
}

// validUTF8 replaces what a hook may have broken.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, string(utf8.RuneError))
}
