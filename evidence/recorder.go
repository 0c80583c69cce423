package evidence

import (
	"errors"
	"slices"
	"sync"
	"time"
)

// redactWindow is how many code points of a reduced output a redact hook
// sees. It bounds what a running call keeps in memory; without a hook
// MaxOutput is enough.
const redactWindow = 64 << 10

// ErrFinished is what a Call returns for output that comes after its Finish.
var ErrFinished = errors.New("evidence: the call is finished; nothing more can be recorded for it")

// Recorder builds a Record from tool calls, which may run at the same time.
// Runs stand in the record in the order in which their calls were started.
//
// Of each output a run keeps the first MaxOutput code points (E-1) of what is
// left after two steps: terminal sequences are reduced to the text that a
// terminal would show, then the redact hook runs. The raw bytes are not kept,
// and nothing grows with the length of an output: a running call holds at most
// 64 Ki code points of reduced text, or MaxOutput without a hook.
//
// All methods are safe for concurrent use.
type Recorder struct {
	redact func(string) string
	clock  func() time.Time

	mu         sync.Mutex
	calls      []*Call
	incomplete bool
}

// RecorderOption changes how a Recorder records.
type RecorderOption func(*Recorder)

// WithRedact has hook replace the secrets of each output by RedactedMark. It
// sees the reduced output, at most its first 64 Ki code points, before the cut
// to MaxOutput; a hook must therefore know a secret that may be longer than
// that by its beginning. It may be called from several goroutines at once.
// Commands are recorded as they ran and are not passed to it: a claim must
// match them byte for byte.
func WithRedact(hook func(output string) string) RecorderOption {
	return func(r *Recorder) { r.redact = hook }
}

// WithClock gives the time of runs whose At is zero when their call starts.
// Without it such runs have no time.
func WithClock(now func() time.Time) RecorderOption {
	return func(r *Recorder) { r.clock = now }
}

// NewRecorder returns a Recorder of a new, empty record.
func NewRecorder(opts ...RecorderOption) *Recorder {
	r := &Recorder{}
	for _, opt := range opts {
		opt(r)
	}
	return r
}

// Start takes the next place in the record for a call that begins. What run
// says about the end of it (Exit, Output, Kept, Truncated, Killed) is ignored:
// Write and Finish tell it. A Shell run without a Command gets one from its
// Argv, quoted for a shell.
//
// Until Finish the run stands in the record with no exit and no output, which
// proves nothing and refutes nothing.
func (r *Recorder) Start(run Run) *Call {
	run = run.clone()
	run.Exit, run.Output, run.Kept, run.Truncated, run.Killed = nil, "", false, false, false
	kind, did := run.Did()
	if run.Kind = kind; kind == Shell {
		run.Command = did
	}
	if run.At.IsZero() && r.clock != nil {
		run.At = r.clock()
	}
	limit := MaxOutput
	if r.redact != nil {
		limit = redactWindow
	}
	call := &Call{run: run, redact: r.redact, screen: &screen{limit: limit}}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, call)
	return call
}

// Add records a call that is over. run.Output is its raw output and counts
// when run.Kept; it is reduced, redacted and cut like any other.
// run.Truncated stays true where the host cut the output itself.
func (r *Recorder) Add(run Run) {
	call := r.Start(run)
	if run.Kept {
		call.screen.writeString(run.Output)
	}
	call.Finish(Outcome{Exit: run.Exit, Killed: run.Killed, NoOutput: !run.Kept, Truncated: run.Truncated})
}

// MarkIncomplete says that something happened in the turn that the host could
// not see. It cannot be taken back.
func (r *Recorder) MarkIncomplete() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.incomplete = true
}

// Record returns the record so far. The caller may change it.
func (r *Recorder) Record() *Record {
	r.mu.Lock()
	calls, incomplete := slices.Clone(r.calls), r.incomplete
	r.mu.Unlock()
	record := &Record{Runs: make([]Run, len(calls)), Incomplete: incomplete}
	for i, call := range calls {
		call.mu.Lock()
		record.Runs[i] = call.run.clone()
		call.mu.Unlock()
	}
	return record
}

// Call is one tool call that is being recorded. Its methods are safe for
// concurrent use, so that stdout and stderr can be written to it by two
// readers; they are folded as they come.
type Call struct {
	redact func(string) string

	mu     sync.Mutex
	run    Run
	screen *screen // nil once finished
}

// Outcome is how a call ended.
type Outcome struct {
	// Exit is the exit code; nil when there is none or it is not known.
	Exit *int
	// Killed says that the run was stopped from outside, or timed out.
	Killed bool
	// NoOutput says that the host did not keep the output; what was written is
	// then dropped.
	NoOutput bool
	// Truncated says that the host itself cut the output before it wrote it.
	Truncated bool
}

// Write takes the next bytes of the output, cut anywhere. It returns
// ErrFinished after Finish and no other error.
func (c *Call) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.screen == nil {
		return 0, ErrFinished
	}
	c.screen.write(p)
	return len(p), nil
}

// Finish records how the call ended. Only the first Finish of a call counts.
func (c *Call) Finish(outcome Outcome) {
	c.mu.Lock()
	shown := c.screen
	c.screen = nil
	c.mu.Unlock()
	if shown == nil {
		return
	}
	var output string
	truncated := outcome.Truncated
	if !outcome.NoOutput {
		text, more := shown.finish()
		if c.redact != nil {
			// Not under the lock: the hook is the host's.
			text = validUTF8(c.redact(text))
		}
		var cut bool
		output, cut = cutRunes(text, MaxOutput)
		truncated = truncated || more || cut
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if outcome.Exit != nil {
		c.run.Exit = new(*outcome.Exit)
	}
	c.run.Killed = outcome.Killed
	c.run.Output = output
	c.run.Kept = !outcome.NoOutput
	c.run.Truncated = truncated
}
