// Package conform serves the conformance vectors: one dispatcher from a
// vector's function name to the library call that it exercises, and the
// comparison of what comes back. The tests of the module and the command
// `handfast eval` share it, so that both judge the library by the same calls.
//
// A vector is one JSON object on a line: {"id", "fn", "in", "out"}. Nothing in
// this package looks at "out" except Match.
package conform

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// ErrUnknown is a function name that no call serves.
var ErrUnknown = errors.New("conform: no such function")

// call answers one vector: the input of the vector in, the output that the
// library gives out, as a value that encodes to a JSON object. An error is an
// input that the call cannot make sense of.
type call = func(in json.RawMessage) (any, error)

// calls are the functions that are served, by name.
//
//nolint:gochecknoglobals // read-only table
var calls = join(verbCalls(), formCalls(), evidenceCalls(), driftCalls(), receiptCalls(), probeCalls(), modelCalls(), traceCalls())

func join(areas ...map[string]call) map[string]call {
	all := make(map[string]call)
	for _, area := range areas {
		maps.Copy(all, area)
	}
	return all
}

// Functions lists the function names that Dispatch serves, sorted.
func Functions() []string { return slices.Sorted(maps.Keys(calls)) }

// Dispatch calls the library function that fn names with the input of a
// vector and returns the output, as a JSON object. An unknown name is
// ErrUnknown.
func Dispatch(fn string, in json.RawMessage) (json.RawMessage, error) {
	serve, found := calls[fn]
	if !found {
		return nil, fmt.Errorf("%w: %q", ErrUnknown, fn)
	}
	out, err := serve(in)
	if err != nil {
		return nil, fmt.Errorf("conform: %s: %w", fn, err)
	}
	return encode(out)
}

// answer is what Eval writes for a line.
type answer struct {
	ID    json.RawMessage `json:"id"`
	Out   json.RawMessage `json:"out,omitempty"`
	Error string          `json:"error,omitempty"`
}

// Eval reads vectors from r, one a line, and writes {"id","out"} for each to w,
// in input order and without waiting for the next one. A line that cannot be
// answered gives {"id","error"}, with a null id when none can be read, and the
// rest goes on; empty lines are skipped. The error is that of reading or
// writing.
func Eval(r io.Reader, w io.Writer) error {
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			text, encodeErr := encode(evalLine(string(line)))
			if encodeErr != nil {
				return encodeErr
			}
			if _, writeErr := w.Write(append(text, '\n')); writeErr != nil {
				return writeErr
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func evalLine(line string) answer {
	a := answer{ID: json.RawMessage("null")}
	v, err := readObject(line)
	if err != nil {
		a.Error = err.Error()
		return a
	}
	if id := v.member("id"); id != nil {
		a.ID = id
	}
	fn, err := stringMember(json.RawMessage(line), "fn")
	if err != nil {
		a.Error = err.Error()
		return a
	}
	out, err := Dispatch(fn, v.member("in"))
	if err != nil {
		a.Error = err.Error()
		return a
	}
	a.Out = out
	return a
}
