package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// recordHelp tells the form of a record.
const recordHelp = `The record is what the harness saw the turn do, a JSON object:

  {"incomplete": false, "runs": [{"kind", "tool", "command", "argv", "dir",
   "path", "exit", "output", "kept", "truncated", "killed", "background",
   "actor", "at"}]}

Every member of a run may be left out. kind is shell, read or edit; without it
a run with a command or an argv is a shell run, and any other a read. An output
that is null or absent, or that stands beside "kept": false, was not kept.
Without --record no record is bound, which is not the same as an empty one.`

// readRecord reads the record of a turn from a file, as recordHelp says. A
// member that is not listed is refused: a misspelt "exit" would turn a failed
// run into one whose exit nobody knows.
func (a *app) readRecord(name string) (*evidence.Record, error) {
	if name == "" {
		return nil, nil //nolint:nilnil // no bound record
	}
	text, err := a.read(name)
	if err != nil {
		return nil, err
	}
	record, err := parseRecord(text)
	if err != nil {
		return nil, inFlag("record", err)
	}
	return record, nil
}

func parseRecord(text []byte) (*evidence.Record, error) {
	root, err := members(codeRecord, "record", text)
	if err != nil {
		return nil, err
	}
	record := &evidence.Record{Runs: []evidence.Run{}}
	for _, m := range root {
		field := "record." + m.name
		switch m.name {
		case "incomplete":
			err = decode(field, m.value, &record.Incomplete, "true or false")
		case "runs":
			record.Runs, err = parseRuns(m.value)
		default:
			err = notRecord(field, "is not a member of a record", "write incomplete and runs")
		}
		if err != nil {
			return nil, err
		}
	}
	return record, nil
}

func parseRuns(text json.RawMessage) ([]evidence.Run, error) {
	var elements []json.RawMessage
	if err := decode("record.runs", text, &elements, "a list of runs"); err != nil {
		return nil, err
	}
	runs := make([]evidence.Run, len(elements))
	for i, element := range elements {
		var err error
		if runs[i], err = parseRun("record.runs["+strconv.Itoa(i)+"]", element); err != nil {
			return nil, err
		}
	}
	return runs, nil
}

// parsedRun is a run while it is read: what null, or nothing, leaves as it is.
type parsedRun struct {
	evidence.Run
	output *string
	kept   *bool
}

// target is where a member is decoded to, and what it may be.
type target struct {
	into     any
	expected string
}

func (r *parsedRun) targets() map[string]target {
	const text, truth = "a string", "true or false"
	return map[string]target{
		"kind":       {&r.Kind, listed(runKinds(), "or")},
		"tool":       {&r.Tool, text},
		"command":    {&r.Command, text},
		"argv":       {&r.Argv, "a list of strings"},
		"dir":        {&r.Dir, text},
		"path":       {&r.Path, text},
		"exit":       {&r.Exit, "a whole number"},
		"output":     {&r.output, text},
		"kept":       {&r.kept, truth},
		"truncated":  {&r.Truncated, truth},
		"killed":     {&r.Killed, truth},
		"background": {&r.Background, truth},
		"actor":      {&r.Actor, text},
		"at":         {&r.At, "a time as in \"2006-01-02T15:04:05Z\""},
	}
}

func runKinds() []evidence.RunKind {
	return []evidence.RunKind{evidence.Shell, evidence.Read, evidence.Edit}
}

// parseRun reads one run.
func parseRun(field string, text json.RawMessage) (evidence.Run, error) {
	all, err := members(codeRecord, field, text)
	if err != nil {
		return evidence.Run{}, err
	}
	var run parsedRun
	targets := run.targets()
	for _, m := range all {
		to, known := targets[m.name]
		if !known {
			return evidence.Run{}, notRecord(field+"."+m.name, "is not a member of a run", "see the help for the form of a record")
		}
		if err := decode(field+"."+m.name, m.value, to.into, to.expected); err != nil {
			return evidence.Run{}, err
		}
	}
	if run.Kind != "" && !slices.Contains(runKinds(), run.Kind) {
		return evidence.Run{}, notOf(field+".kind", strconv.Quote(string(run.Kind)), targets["kind"].expected)
	}
	if run.output != nil && (run.kept == nil || *run.kept) {
		run.Output, run.Kept = *run.output, true
	}
	run.Kind, _ = run.Did() // off the rest, when it is not there
	return run.Run, nil
}

// member is one member of an object.
type member struct {
	name  string
	value json.RawMessage
}

// members reads an object through the strict door and returns its members in
// document order. Their names are to be compared exactly, which decoding into
// a struct would not do.
func members(code, field string, text []byte) ([]member, error) {
	doc, err := contract.Parse(text, contract.AnyRoot(), contract.MaxBytes(maxInput))
	if err != nil {
		return nil, err
	}
	if !doc.IsObject() {
		return nil, refused(code, field, field+" is no object", "write a JSON object")
	}
	var all []member
	gjson.Parse(doc.String()).ForEach(func(name, value gjson.Result) bool {
		all = append(all, member{name.String(), json.RawMessage(value.Raw)})
		return true
	})
	return all, nil
}

// decode reads one value that passed the strict door. null leaves the target
// as it is.
func decode(field string, text json.RawMessage, target any, expected string) error {
	if err := json.Unmarshal(text, target); err != nil {
		return notOf(field, oneLine(text), expected)
	}
	return nil
}

// notOf is the refusal of a value that is not what is expected in its place.
func notOf(field, value, expected string) *failure {
	return notRecord(field, fmt.Sprintf("is %.80s, and %s is expected", value, expected), "write "+expected+", or leave it out")
}

func notRecord(field, detail, repair string) *failure {
	return refused(codeRecord, field, field+" "+detail, repair)
}
