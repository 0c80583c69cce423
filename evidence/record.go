package evidence

import "time"

// Run is one tool call of a turn, as the harness saw it (E-1).
type Run struct {
	Kind       RunKind
	Tool       string
	Command    string
	Argv       []string
	Dir        string
	Path       string
	Exit       *int
	Output     string
	Kept       bool
	Truncated  bool
	Killed     bool
	Background bool
	Actor      string
	At         time.Time
}

// RunKind says what a Run did.
type RunKind string

// The kinds of run.
const (
	Shell RunKind = "shell"
	Read  RunKind = "read"
	Edit  RunKind = "edit"
)

// Record is the ordered list of a turn's runs. A nil *Record means that no
// tool record is bound, which is different from an empty one.
type Record struct {
	Runs       []Run
	Incomplete bool
}
