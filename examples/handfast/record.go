package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

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
a run with a command is a shell run, and any other a read. An output that is
null or absent, or that stands beside "kept": false, was not kept. Without
--record no record is bound, which is not the same as an empty one.`

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
	return parseRecord(text)
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
			err = decode(field, m.value, &record.Incomplete)
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
	if err := decode("record.runs", text, &elements); err != nil {
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

func parseRun(field string, text json.RawMessage) (evidence.Run, error) {
	all, err := members(codeRecord, field, text)
	if err != nil {
		return evidence.Run{}, err
	}
	var (
		run     evidence.Run
		command *string
		output  *string
		kept    *bool
		at      *time.Time
	)
	into := map[string]any{
		"kind": &run.Kind, "tool": &run.Tool, "command": &command, "argv": &run.Argv, "dir": &run.Dir,
		"path": &run.Path, "exit": &run.Exit, "output": &output, "kept": &kept, "truncated": &run.Truncated,
		"killed": &run.Killed, "background": &run.Background, "actor": &run.Actor, "at": &at,
	}
	for _, m := range all {
		target, known := into[m.name]
		if !known {
			return evidence.Run{}, notRecord(field+"."+m.name, "is not a member of a run", "see the help for the form of a record")
		}
		if err := decode(field+"."+m.name, m.value, target); err != nil {
			return evidence.Run{}, err
		}
	}
	if command != nil {
		run.Command = *command
	}
	if output != nil && (kept == nil || *kept) {
		run.Output, run.Kept = *output, true
	}
	if at != nil {
		run.At = *at
	}
	switch kinds := []evidence.RunKind{evidence.Shell, evidence.Read, evidence.Edit}; {
	case run.Kind == "" && command != nil:
		run.Kind = evidence.Shell
	case run.Kind == "":
		run.Kind = evidence.Read
	case !slices.Contains(kinds, run.Kind):
		return evidence.Run{}, notRecord(field+".kind", fmt.Sprintf("is %q", run.Kind), fmt.Sprintf("write one of %q", kinds))
	}
	return run, nil
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
func decode(field string, text json.RawMessage, target any) error {
	if err := json.Unmarshal(text, target); err != nil {
		return notRecord(field, "is of another type or out of range", "see the help for the form of a record")
	}
	return nil
}

func notRecord(field, detail, repair string) *failure {
	return refused(codeRecord, field, field+" "+detail, repair)
}
