package trace_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/handfast-go/handfast/trace"
)

func seedTexts() []string {
	return []string{
		`{}`, ` {"id":"a"} `, `{"id":"a","id":{},"a":[1,2,{"b":"}"}],"n":-1.5e+3}`, `{"\u0069d":"\ud83d\ude00\\"}`,
		`{"id":"\ud800"}`, "{\"id\":\"\xff\"}", `{"a":1}{`, `[1]`, `{"a":tru`, `{"a":[}`, `{"a":"\\\"]"}`, "\ufeff{}",
		`{"a":` + strings.Repeat(`[{"k":"v\\\" "},`, 20) + `0` + strings.Repeat("]", 20) + `,"id":null}`,
		`{"` + strings.Repeat("k", 300) + `":1,"id":` + strings.Repeat("1", 600) + `}`,
	}
}

// FuzzRead holds that the result does not depend on the chunks (T-2), and that it
// is the one of encoding/json on every valid document.
func FuzzRead(f *testing.F) {
	for _, text := range seedTexts() {
		f.Add([]byte(text), uint8(3))
	}
	f.Fuzz(func(t *testing.T, text []byte, chunk uint8) {
		if len(text) > 1<<14 {
			return
		}
		var whole map[string]any
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		valid := json.Valid(text) && dec.Decode(&whole) == nil && whole != nil
		spec := trace.Spec{Values: []string{"id", "a", ""}}
		for name := range whole {
			spec.Values = append(spec.Values, name)
		}
		slices.Sort(spec.Values)
		limits := trace.Limits{Name: 1 << 16, Value: 1 << 16, Capture: 1 << 20}
		opts := []trace.Option{trace.AllowModelContent(), trace.WithLimits(limits)}

		limits.Chunk = int(chunk) + 1
		fields, err := trace.Read(bytes.NewReader(text), spec, opts...)
		want := readAll(bytes.NewReader(text), spec, opts...)
		got := readAll(bytes.NewReader(text), spec, trace.AllowModelContent(), trace.WithLimits(limits))
		if want.err != got.err || !sameValues(want.values, got.values) {
			t.Fatalf("chunks of %d: %+v, whole: %+v", limits.Chunk, got, want)
		}
		if err != nil {
			if _, ok := errors.AsType[*trace.ReadError](err); !ok {
				t.Fatalf("not a ReadError: %v", err)
			}
			// encoding/json mends broken strings, a trace reader must not.
			if valid && utf8.Valid(text) && !bytes.Contains(bytes.ToLower(text), []byte(`\ud`)) {
				t.Fatalf("a valid document was refused: %v", err)
			}
			return
		}
		if !valid {
			return // broken below depth 1
		}
		for _, name := range spec.Values {
			value, present := whole[name]
			if (fields.Shape(name) == trace.ShapeAbsent) == present {
				t.Fatalf("%q is %s", name, fields.Shape(name))
			}
			got, ok := fields.Value(name)
			switch value.(type) {
			case map[string]any, []any:
				if ok {
					t.Fatalf("a container %q has a value", name)
				}
			default:
				if got != value {
					t.Fatalf("%q: %v, want %v", name, got, value)
				}
			}
		}
	})
}

func sameValues(a, b map[string]any) bool {
	if len(a) != len(b) {
		return false
	}
	for name, value := range a {
		if other, ok := b[name]; !ok || other != value {
			return false
		}
	}
	return true
}

// FuzzReadEvents holds that events are those of encoding/json on every valid
// document, whatever the chunks, and that deriving from them never fails.
func FuzzReadEvents(f *testing.F) {
	f.Add([]byte(`{"events":[{"kind":"tool","llmEventId":"x","name":"a","actor":{"name":"M","tier":1}},{"kind":"llm","id":"x"}]}`), uint8(3))
	f.Add([]byte(`{"id":"r","events":[1,"a",null,[],{},{"kind":1,"actor":"M","branchId":"","tier":{}}],"x":1}`), uint8(1))
	f.Add([]byte(`{"events":[{"kind":"skill","op":"inject","l1Name":"M","skillId":"s","actor":{"name":"A"},"actor":{"tier":2}}]} `), uint8(9))
	f.Add([]byte(`{"events":[{"kind":"trust"`), uint8(2))
	for _, text := range seedTexts() {
		f.Add([]byte(text), uint8(3))
	}
	f.Fuzz(func(t *testing.T, text []byte, chunk uint8) {
		if len(text) > 1<<14 {
			return
		}
		events, err := collect(bytes.NewReader(text), trace.Limits{Name: 1 << 16, Value: 1 << 16})
		again, errAgain := collect(bytes.NewReader(text), trace.Limits{Name: 1 << 16, Value: 1 << 16, Chunk: int(chunk) + 1})
		if (err == nil) != (errAgain == nil) || err != nil && err.Error() != errAgain.Error() || !slices.Equal(events, again) {
			t.Fatalf("chunks of %d: %v %v, whole: %v %v", chunk+1, again, errAgain, events, err)
		}
		derived := trace.Derive("r", slices.Values(events))
		if !sameSignatures(derived, deriveSlowly("r", events)) {
			t.Fatalf("derived %+v", derived)
		}
		var whole struct {
			Events any
		}
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		if err != nil || !json.Valid(text) || dec.Decode(&whole) != nil || bytes.Count(bytes.ToLower(text), []byte("events")) != 1 || bytes.Contains(text, []byte(`\u`)) {
			return
		}
		list, _ := whole.Events.([]any)
		if len(list) != len(events) {
			t.Fatalf("%d events, want %d", len(events), len(list))
		}
		for k, element := range list {
			object, _ := element.(map[string]any)
			kind, _ := object["kind"].(string)
			actor, _ := object["actor"].(map[string]any)
			name, _ := actor["name"].(string)
			branch, named := object["branchId"].(string)
			id, ok := events[k].Branch.ID()
			if events[k].Kind != kind || events[k].Actor.Name != name || id != branch || ok != named {
				t.Fatalf("event %d: %+v, want %v", k, events[k], object)
			}
		}
	})
}

func collect(r io.Reader, limits trace.Limits) (events []trace.Event, err error) {
	for e, err := range trace.ReadEvents(r, trace.WithLimits(limits)) {
		if err != nil {
			return events, err
		}
		events = append(events, e)
	}
	return events, nil
}
