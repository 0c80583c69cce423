package probe

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Recording is a new entry, made of what was observed while it was recorded.
type Recording struct {
	// Entry is the entry, for [MergeShell], [AppendHTTP] or [MergeWrite]. It
	// passes [Check].
	Entry json.RawMessage
	// Omitted are the outputs that were observed and left out, because no
	// replay could compare them.
	Omitted []Omission
}

// Omission is an output that a recording leaves out.
type Omission struct {
	// Output is what was left out.
	Output Output
	// Reason says why.
	Reason string
}

// RecordShell runs a command and makes the entry of what was observed, with
// exit code and both outputs. A command that echoes its own exit code gives an
// *[EntryError] and is not run. An error of the runner is returned as it is.
func RecordShell(ctx context.Context, runner Runner, cmd string, opts ...Option) (Recording, error) {
	c := configure(opts)
	entry := newObject().text("cmd", cmd)
	if err := entry.check(KindShell, MissingExitCode, cmd); err != nil {
		return Recording{}, err
	}
	ctx, cancel := c.bound(ctx)
	defer cancel()
	got, err := runner.RunShell(ctx, Shell{Cmd: cmd, Raw: entry.bytes()}, c.outputLimit)
	if err != nil {
		return Recording{}, err
	}
	r := recorder{config: c, entry: entry.number("exitCode", got.ExitCode)}
	r.output(OutputStdout, got.Stdout)
	r.output(OutputStderr, got.Stderr)
	return r.recording(), nil
}

// RecordHTTP sends a request and makes the entry of the response. An error of
// the runner is returned as it is.
func RecordHTTP(ctx context.Context, runner Runner, method, path string, opts ...Option) (Recording, error) {
	c := configure(opts)
	entry := newObject().text("probe", HTTPProbe).text("method", method).text("path", path)
	if err := entry.check(KindHTTP, MissingStatus, method, path); err != nil {
		return Recording{}, err
	}
	ctx, cancel := c.bound(ctx)
	defer cancel()
	got, err := runner.Request(ctx, HTTP{Method: method, Path: path, Raw: entry.bytes()}, c.outputLimit)
	if err != nil {
		return Recording{}, err
	}
	r := recorder{config: c, entry: entry.number("status", got.Status)}
	r.output(OutputBody, got.Body)
	return r.recording(), nil
}

// RecordWeb drives a page and makes the entry of what was observed, the value of
// the smoke included. What [Check] would refuse gives an *[EntryError] and is
// not run, and so does a page in which not every interaction ran. An error of
// the runner is returned as it is.
func RecordWeb(ctx context.Context, runner Runner, file, smoke string, interactions []Interaction, opts ...Option) (Recording, error) {
	c := configure(opts)
	entry := newObject().text("probe", WebProbe).text("file", file)
	if len(interactions) > 0 {
		steps, err := encodeInteractions(interactions, c)
		if err != nil {
			return Recording{}, err
		}
		entry = entry.raw("interactions", steps)
	}
	entry = entry.text("smoke", smoke)
	if err := entry.check(KindWeb, MissingExpected, file, smoke); err != nil {
		return Recording{}, err
	}
	ctx, cancel := c.bound(ctx)
	defer cancel()
	request := Web{File: file, Interactions: interactions, Smoke: smoke, Raw: entry.bytes()}
	got, err := runner.Browse(ctx, request, c.outputLimit)
	if err != nil {
		return Recording{}, err
	}
	if len(got.Executed) < len(interactions) {
		detail := fmt.Sprintf("only %d of %d interactions ran", len(got.Executed), len(interactions))
		return Recording{}, &EntryError{Kind: KindWeb, Detail: detail}
	}
	observed, err := scan(string(got.Value), c)
	if err != nil || len(got.Value) > c.outputLimit {
		return Recording{}, &EntryError{Kind: KindWeb, Rule: MissingExpected, Detail: "the value of the smoke has no JSON encoding that can be recorded"}
	}
	entry = entry.text("expected", string(observed)).
		number("consoleErrors", got.ConsoleErrors).number("failedRequests", got.FailedRequests)
	return Recording{Entry: entry.bytes()}, nil
}

// ParseInteractions reads a list of interactions, for [RecordWeb]. The error is
// a *[SyntaxError], or an *[EntryError] with the first rule that is broken.
func ParseInteractions(raw []byte, opts ...Option) ([]Interaction, error) {
	v, err := scan(string(raw), configure(opts))
	if err != nil {
		return nil, err
	}
	if v.kind() != jsonscan.Array {
		return nil, &EntryError{Kind: KindWeb, Detail: "the interactions are " + v.kind().String() + " and not a list"}
	}
	var problem *EntryError
	f := fields{fieldInteractions: v}
	e := entryCheck{fields: &f, add: func(rule Rule, detail string) {
		if problem == nil {
			problem = &EntryError{KindWeb, rule, detail}
		}
	}}
	if e.interactions(); problem != nil {
		return nil, problem
	}
	return readInteractions(v), nil
}

// encodeInteractions writes each step as it was read, or as it was made.
func encodeInteractions(steps []Interaction, c config) ([]byte, error) {
	list := []byte{'['}
	for i, s := range steps {
		text := []byte(s.Raw)
		if text == nil {
			var err error
			if text, err = json.Marshal(s); err != nil {
				return nil, err
			}
		} else if _, err := scan(string(text), c); err != nil {
			return nil, err
		}
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, text...)
	}
	return append(list, ']'), nil
}

// recorder adds outputs to an entry.
type recorder struct {
	config  config
	entry   object
	omitted []Omission
}

func (r *recorder) output(output Output, got []byte) {
	var reason string
	switch {
	case len(got) > r.config.outputLimit:
		reason = "it is longer than " + strconv.Itoa(r.config.outputLimit) + " bytes"
	case !utf8.Valid(got):
		reason = "it is not text in UTF-8"
	case output != OutputBody && portBearing(string(got)):
		reason = "it holds the port of this run"
	default:
		r.entry = r.entry.text(string(output), string(got))
		return
	}
	r.omitted = append(r.omitted, Omission{output, reason})
}

func (r *recorder) recording() Recording {
	return Recording{Entry: r.entry.bytes(), Omitted: r.omitted}
}

// object is a JSON object that is being written, without its closing brace.
// Each step returns the grown object, as append does.
type object []byte

func newObject() object { return object{'{'} }

func (o object) raw(name string, v []byte) object {
	if len(o) > 1 {
		o = append(o, ',')
	}
	o = append(jsonscan.AppendQuoted(o, name), ':')
	return append(o, v...)
}

// text adds a string. JSON has no other bytes than UTF-8; what was not recorded
// from an output is held to that by check.
func (o object) text(name, s string) object {
	return o.raw(name, jsonscan.AppendQuoted(nil, strings.ToValidUTF8(s, "\ufffd")))
}

func (o object) number(name string, n int) object {
	return o.raw(name, strconv.AppendInt(nil, int64(n), 10))
}

func (o object) bytes() json.RawMessage {
	return append(append(make([]byte, 0, len(o)+1), o...), '}')
}

// check refuses an entry that has another problem than the one member that is
// still to be observed, or that would not say what is run.
func (o object) check(kind Kind, pending Rule, texts ...string) error {
	for _, s := range texts {
		if !utf8.ValidString(s) {
			return &EntryError{Kind: kind, Detail: "it holds bytes that are not UTF-8"}
		}
	}
	_, _, problems := checkEntry(0, value(o.bytes()), nil)
	for _, p := range problems {
		if p.Rule != pending {
			return &EntryError{kind, p.Rule, p.Detail}
		}
	}
	return nil
}
