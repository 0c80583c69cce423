package evidence

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Turn binds a check to the work it belongs to.
type Turn struct {
	// BriefID is the turn's brief; 0 for none, and then no evidence proves
	// anything.
	BriefID int64
	// PlanTaskID is the plan task of the turn, "" for none.
	PlanTaskID string
}

// CheckOptions tune Check. The zero CheckOptions look up no program and let
// evidence of any origin prove.
type CheckOptions struct {
	// LookPath finds a program, as exec.LookPath does, for a turn without a
	// record; nil finds none. It is never called in a turn with one.
	LookPath func(name string) (string, error)
	// HarnessOnly lets only rows of origin FromHarness prove a command. Quotes
	// may still cite others.
	HarnessOnly bool
}

// Report is the verdict of Check. Every claim that was read is in one of the
// lists, by its field path; the lists are in the order of the rules.
type Report struct {
	// Refused are the claims that the record, or the claim itself, refutes.
	Refused []Refusal `json:"refused"`
	// Skipped are the comparisons that nothing settles.
	Skipped []Skip `json:"skipped"`
	// Checked are the claims that hold. Without a record a checked command is
	// one that a shell could run, no more.
	Checked []string `json:"checked"`

	judged bool
}

// OK reports whether nothing was refused. A Report that Check did not return
// is not OK.
func (r Report) OK() bool { return r.judged && len(r.Refused) == 0 }

// Refusal is one claim that does not hold.
type Refusal struct {
	// Field is the path of the claim, Reason why it does not hold.
	Field  string `json:"field"`
	Reason Reason `json:"reason"`
	// Detail says what was claimed and what the record holds; Repair is the
	// shortest honest way out. Both are for reading and may change.
	Detail string `json:"detail"`
	Repair string `json:"repair"`
}

// Skip is one comparison that nothing settles.
type Skip struct {
	// Field is the path of the claim, Reason why it could not be compared.
	Field  string `json:"field"`
	Reason Reason `json:"reason"`
}

// Check judges what a hand-off claims about commands, exits, outputs and
// stored evidence against the record of its turn. It refuses a claim only when
// the record, or the claim itself, refutes it; what nothing settles is
// skipped and named. record may be nil: no tool record is bound.
//
// The rules, in this order, each over all that it applies to:
//
//  1. Every id of evidence_ids is well formed, exists, is positive, and
//     belongs to the turn's brief and task (E-6).
//  2. The command is no verdict (E-5). With a record it was run, exactly as
//     written, or all cited evidence holds (E-4); without one it is something
//     that a shell could run (E-8).
//  3. Where the result reads as pass, the last run of the command exited as
//     expected (E-7). The exit of a background run is not known: such a run
//     neither confirms nor refutes, and a mismatch of an earlier one is then
//     skipped.
//  4. Every quote that names a command stands in an output of it, and every
//     evidence_id of a quote belongs to the turn's work (E-9 to E-11).
//
// The error is a failure to judge, and the Report then says nothing: a
// *ClaimsError, a *LookupError, or the error of ctx. Check changes nothing and
// may run for many turns at once.
//
// Its cost is linear in claims and record, except that every quote is searched
// in the outputs of its own command (E-14): there it is at most the number of
// distinct quotes times the bytes of the distinct outputs, whatever the length
// of the quotes. Equal quotes are judged once, equal outputs searched once, and
// outputs that lack a word of a quote are mostly left out. ctx is asked again
// after every few of these searches.
func Check(ctx context.Context, claims Claims, turn Turn, record *Record, lookup Lookup, opts CheckOptions) (Report, error) {
	if err := ctx.Err(); err != nil {
		return Report{}, err
	}
	c := check{ctx: ctx, turn: turn, record: record, lookup: lookup, opts: opts}
	if err := c.run(claims); err != nil {
		return Report{}, err
	}
	c.report.judged = true
	return c.report, nil
}

// check is one Check under way.
type check struct {
	ctx    context.Context //nolint:containedctx // lives as long as the call that it came with
	turn   Turn
	record *Record
	lookup Lookup
	opts   CheckOptions

	report Report
	rows   map[int64]found
	runs   *recordIndex
	steps  int // outputs that were reduced or searched
}

// stepsPerPoll is how many outputs are reduced or searched between two looks at
// the context, which cost about as much as one of them.
const stepsPerPoll = 64

// step is called before each unit of work that the claims can multiply.
func (c *check) step() error {
	c.steps++
	if c.steps%stepsPerPoll != 0 {
		return nil
	}
	return c.ctx.Err()
}

func (c *check) run(claims Claims) error {
	claimed, err := readClaim(verificationField, claims.Verification)
	if err != nil {
		return err
	}
	switch {
	case claimed.IsObject():
		if err := c.verification(readVerification(claimed)); err != nil {
			return err
		}
	case claimed.Exists():
		c.skip(verificationField, UnreadValue)
	}
	for _, list := range [...]struct {
		field string
		raw   json.RawMessage
	}{
		{verbatimField, claims.VerbatimOutputs},
		{verbatimUpper, claims.VerbatimOutputsUpper},
	} {
		quotes, err := readClaim(list.field, list.raw)
		if err != nil {
			return err
		}
		if err := c.quotes(list.field, quotes); err != nil {
			return err
		}
	}
	return nil
}

func (c *check) verification(v verification) error {
	proven, err := c.citations(v.evidenceIDs)
	if err != nil {
		return err
	}
	if v.command.given && c.command(v.command, proven) {
		c.exit(v)
	}
	return nil
}

// command judges a command that is given and reports whether it was not
// refused (E-4, E-5, E-8).
func (c *check) command(command claimedCommand, proven bool) bool {
	const field = verificationField + ".command"
	switch {
	case IsVerdict(command.text):
		c.refuse(field, CommandIsVerdict, command.shown()+" is a verdict, not a command.")
		return false
	case c.record == nil && !runnable(command.text, c.opts.LookPath):
		c.refuse(field, CommandNotRunnable, "This turn has no record, and a shell could not run "+command.shown()+".")
		return false
	case c.record == nil, proven, c.ran(command):
		c.hold(field)
	case c.record.Incomplete:
		c.skip(field, RecordIncomplete)
	default:
		detail, repair := c.notRun(command, CommandNotRun)
		c.report.Refused = append(c.report.Refused, Refusal{field, CommandNotRun, detail, repair})
		return false
	}
	return true
}

// ran reports whether the record holds a run of exactly that command (E-3).
func (c *check) ran(command claimedCommand) bool {
	return command.text != "" && c.index().last(command.text) != nil
}

// notRun explains that a command was not run: how many were, and which of them
// is likely meant.
func (c *check) notRun(command claimedCommand, reason Reason) (detail, repair string) {
	detail = fmt.Sprintf("%s is none of the %d different commands that this turn ran.", command.shown(), len(c.index().commands))
	meant := c.index().nearMiss(command.text)
	if meant == nil {
		return detail, repairOf(reason)
	}
	_, ran := meant.Did()
	detail += fmt.Sprintf(" It ran %q (%s), which differs only in how it is written.", clip(ran), exitText(meant))
	return detail, fmt.Sprintf("Write the command exactly as it was run: %q.", clip(ran))
}

func (c *check) index() *recordIndex {
	if c.runs == nil {
		c.runs = newRecordIndex(c.record)
	}
	return c.runs
}

func (c *check) refuse(field string, reason Reason, detail string) {
	c.report.Refused = append(c.report.Refused, Refusal{field, reason, detail, repairOf(reason)})
}

func (c *check) skip(field string, reason Reason) {
	c.report.Skipped = append(c.report.Skipped, Skip{field, reason})
}

func (c *check) hold(field string) { c.report.Checked = append(c.report.Checked, field) }

// JSON is the content_checks value of a closed row (E-12): the members checked
// and skipped, in that order, always lists. The same Report gives the same
// bytes.
func (r Report) JSON() json.RawMessage {
	b := []byte(`{"checked":[`)
	for i, field := range r.Checked {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonscan.AppendQuoted(b, field)
	}
	b = append(b, `],"skipped":[`...)
	for i, skip := range r.Skipped {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonscan.AppendQuoted(append(b, `{"field":`...), skip.Field)
		b = jsonscan.AppendQuoted(append(b, `,"reason":`...), string(skip.Reason))
		b = append(b, '}')
	}
	return append(b, `]}`...)
}
