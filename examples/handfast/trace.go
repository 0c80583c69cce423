package main

import (
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/trace"
)

func (a *app) traceCommand() *cobra.Command {
	return group("trace", "What the trace of a run says, whatever its size",
		a.traceFieldsCommand(), a.traceSignaturesCommand(), a.traceScoreCommand())
}

// maxBytesFlag is the ceiling on one trace. Memory does not grow with it.
func maxBytesFlag(cmd *cobra.Command, limit *int64) {
	cmd.Flags().Int64Var(limit, "max-bytes", trace.MaxTraceBytes, "`NUMBER` of bytes above which a trace is refused")
}

func traceLimits(maxBytes int64) (trace.Option, error) {
	if maxBytes <= 0 {
		return nil, misused("--max-bytes", "--max-bytes is not more than 0")
	}
	return trace.WithLimits(trace.Limits{Document: maxBytes}), nil
}

// traceRun is what the signatures verbs read of one trace.
type traceRun struct {
	id         string
	events     int
	signatures []trace.Signature
}

// readRun reads a trace file, or standard input for "-", and derives the
// signatures of its executions. The events are not held. Without an id it takes
// the one that the trace gives itself.
func (a *app) readRun(name, id string, p *progress, limits trace.Option) (traceRun, error) {
	events := trace.ReadEventsFile(name, limits)
	own := func() string { return ownID(trace.TryReadFile(name, idSpec(), limits)) }
	if name == "-" {
		var in io.Reader
		in, own = withOwnID(a.stdin, limits)
		events = trace.ReadEvents(in, limits)
	}
	d := trace.NewDeriver("")
	run := traceRun{}
	var refusal error
	for event, err := range events {
		if err != nil {
			refusal = err
			break
		}
		d.Add(event)
		run.events++
		p.step()
	}
	// Asked for after a refusal too: it ends what reads along.
	if found := own(); id == "" {
		id = found
	}
	if refusal != nil {
		return traceRun{}, refusal
	}
	run.id, run.signatures = id, d.Signatures()
	for k := range run.signatures {
		run.signatures[k].RunID = id
	}
	return run, nil
}

func idSpec() trace.Spec { return trace.Spec{Values: []string{"id"}} }

// ownID is the id that a trace gives itself, "" when it gives none.
func ownID(fields trace.Fields, _ bool) string {
	id, _ := fields.Text("id")
	return id
}

// withOwnID reads the id out of a text that can be read only once, while
// another reader has it. The function that it returns is called when that one
// has done, and waits for the id.
func withOwnID(in io.Reader, limits trace.Option) (along io.Reader, id func() string) {
	out, copied := io.Pipe()
	found := make(chan string, 1)
	go func() {
		found <- ownID(trace.TryRead(out, idSpec(), limits))
		_, _ = io.Copy(io.Discard, out) // or the other reader could not go on
	}()
	return io.TeeReader(in, copied), func() string {
		_ = copied.Close() // it never fails
		return <-found
	}
}

// traceFailure says why a trace could not be read: by the library's own code,
// with the place, and without the name of a file, which the people who see the
// text may have no business to know. field is the argument or flag that named
// the trace.
func traceFailure(field string, err error) *failure {
	e, ok := errors.AsType[*trace.ReadError](err)
	if !ok {
		return explain(err)
	}
	repair := traceRepair(e.Code)
	if e.Hint != "" {
		repair = clause(e.Hint) + "; " + repair
	}
	shown := *e // without the place and the repair, which are members of their own
	shown.Offset, shown.Hint = -1, repair
	f := refused(string(e.Code), field, strings.TrimSuffix(shown.Error(), ". "+repair), repair)
	if e.Offset >= 0 {
		f.Offset = new(int(e.Offset))
	}
	switch e.Code { //nolint:exhaustive // the others are about the text
	case trace.ErrAbsent, trace.ErrNotRegular, trace.ErrUnreadable:
		f.exit = exitIO
	}
	return f
}

// clause makes a part of a sentence of a sentence.
func clause(sentence string) string {
	first, size := utf8.DecodeRuneInString(sentence)
	return string(unicode.ToLower(first)) + strings.TrimSuffix(sentence[size:], ".")
}

// traceRepair is what helps, in the terms of the command.
func traceRepair(code trace.Code) string {
	switch code {
	case trace.ErrAbsent:
		return "name the trace of a run that was recorded, or wait until it is written"
	case trace.ErrNotRegular:
		return "name the trace file itself (links are not followed, pipes and devices not opened), or pass it on standard input as -"
	case trace.ErrOverCeiling:
		return "raise --max-bytes: memory does not grow with it"
	case trace.ErrNotObject:
		return "pass the one JSON object that the recorder of the run wrote, as plain text; a compressed one through gunzip -c, with - as FILE"
	case trace.ErrTruncated:
		return "read it again when the recorder has written the whole object; half a trace says nothing about the run"
	case trace.ErrMalformed:
		return "repair the recorder: no part of this text can be relied upon"
	case trace.ErrOverCapture:
		return "ask for long members with --shape, which keeps nothing of them"
	case trace.ErrModelContent:
		return "ask for it with --shape, or pass --allow-model-content when its words are wanted"
	case trace.ErrUnreadable:
		return "see that the trace can be read, and call again"
	default:
		return "see 'handfast trace --help'"
	}
}
