package probe

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Outcome is what became of one entry. The zero Outcome is none of them.
type Outcome string

// The outcomes.
const (
	// Verified: it ran, and everything that was recorded was observed again.
	Verified Outcome = "verified"
	// Failed: something else was observed, or it could not be run.
	Failed Outcome = "failed"
	// Skipped: it was not run, and says nothing.
	Skipped Outcome = "skipped"
)

// Report is what a replay found. The zero Report is not OK.
type Report struct {
	// OK reports that something was verified and nothing failed. Skipped
	// entries do not count: who needs them all asks for Skipped == 0.
	OK bool
	// Reason says in a sentence why it is not OK, "" when it is.
	Reason string
	// Entries has one report for each entry, in the order of the manifest;
	// none when the document itself is not a manifest.
	Entries []EntryReport
	// Verified, Failed and Skipped count the outcomes.
	Verified, Failed, Skipped int
}

// EntryReport is what became of one entry.
type EntryReport struct {
	// Entry is the position in the manifest, from 0.
	Entry int
	// Kind is the shape of the entry.
	Kind Kind
	// Outcome is what became of it.
	Outcome Outcome
	// Note says why it was skipped, why it could not be run, or what was left
	// out of the comparison.
	Note string
	// Difference is the first difference, nil when there is none.
	Difference *Difference
	// Err is the error of the runner, nil when there was none.
	Err error
}

// String is the report on one line.
func (r EntryReport) String() string {
	line := fmt.Sprintf("entry %d (%s): %s", r.Entry, r.Kind, r.Outcome)
	if r.Difference != nil {
		line += ": " + r.Difference.String()
	}
	if r.Note != "" {
		line += ": " + r.Note
	}
	return line
}

// Replay runs what a manifest records and compares what is observed with what
// was recorded (P-9), entry by entry, in order:
//
//   - Exit codes, statuses and counts compare as numbers. Outputs and bodies
//     compare byte for byte, a difference of one line end at the very end aside.
//     The JSON encoding of a smoke's value and expected compare as JSON values.
//   - A member that was not recorded is not compared.
//   - A command that echoes its own exit code is skipped, and so is an entry of
//     no known shape. A stdout that holds a port is left out of the comparison.
//   - Any other entry that [Check] refuses fails and is not run.
//
// Entries that nobody could verify are no success: when none was, the report is
// not OK and says why. Each entry has the time of [WithTimeout] and outputs up
// to [WithOutputLimit]; when ctx is done, the entries that are left are
// skipped and the report is not OK. Replay keeps nothing and changes nothing:
// what a failing replay means for the manifest is the host's to decide.
func Replay(ctx context.Context, manifest []byte, runner Runner, opts ...Option) Report {
	c := configure(opts)
	d, err := read(manifest, c)
	if err != nil {
		return Report{Reason: "nothing was verified: " + unreadable(err).String()}
	}
	m := d.manifest()
	if len(m.problems) > 0 {
		return Report{Reason: "nothing was verified: " + m.problems[0].String()}
	}
	r := replay{config: c, runner: runner}
	for _, e := range m.entries {
		r.report.add(r.entry(ctx, e))
	}
	return r.report.finish(ctx.Err())
}

func (r *Report) add(e EntryReport) {
	r.Entries = append(r.Entries, e)
	switch e.Outcome {
	case Verified:
		r.Verified++
	case Failed:
		r.Failed++
	case Skipped:
		r.Skipped++
	}
}

func (r *Report) finish(cancelled error) Report {
	switch {
	case r.Failed > 0:
		r.Reason = fmt.Sprintf("%d of %d entries failed", r.Failed, len(r.Entries))
	case cancelled != nil:
		r.Reason = fmt.Sprintf("the replay ended early, after %d of %d entries: %v", r.Verified, len(r.Entries), cancelled)
	case r.Verified == 0:
		r.Reason = fmt.Sprintf("nothing was verified: all %d entries were skipped", len(r.Entries))
	}
	r.OK = r.Reason == ""
	return *r
}

// replay is the work of one Replay.
type replay struct {
	config config
	runner Runner
	report Report
}

// entry runs one entry.
func (r *replay) entry(ctx context.Context, e Entry) EntryReport {
	out := EntryReport{Entry: e.index, Kind: e.kind, Outcome: Skipped}
	if err := ctx.Err(); err != nil {
		out.Note = "not run: " + err.Error()
		return out
	}
	if skip, note := unrunnable(e); note != "" {
		if !skip {
			out.Outcome = Failed
		}
		out.Note = note
		return out
	}
	if r.runner == nil {
		out.Note = "there is no runner"
		return out
	}
	bounded, cancel := r.config.bound(ctx)
	defer cancel()
	c := comparison{config: r.config}
	err := c.run(bounded, r.runner, e)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		out.Note = "this host does not run such entries"
		return out
	case ctx.Err() != nil:
		out.Outcome, out.Note, out.Err = Failed, "interrupted", errors.Join(ctx.Err(), err)
		return out
	case bounded.Err() != nil:
		out.Outcome, out.Note, out.Err = Failed, fmt.Sprintf("it took longer than %v", r.config.timeout), errors.Join(bounded.Err(), err)
		return out
	case err != nil:
		out.Outcome, out.Note, out.Err = Failed, "it could not be run: "+err.Error(), err
		return out
	}
	out.Note, out.Difference = strings.Join(c.notes, "; "), c.difference
	out.Outcome = Verified
	if c.difference != nil {
		out.Outcome = Failed
	}
	return out
}

// unrunnable says why an entry is not run, "" when it is, and whether that is a
// reason to skip it and not to fail it.
func unrunnable(e Entry) (skip bool, note string) {
	for _, p := range e.problems {
		switch {
		case p.Rule == DecoratedCmd, e.kind == KindNone:
			return true, string(p.Rule) + ": " + p.Detail
		case p.Rule != PortBearing && note == "":
			note = string(p.Rule) + ": " + p.Detail
		}
	}
	return false, note
}

func (c config) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.timeout <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, c.timeout)
}
