package conform

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/handfast-go/handfast/trace"
)

// traceCalls serve the package trace.
func traceCalls() map[string]call {
	return map[string]call{
		"trace.read":            traceRead,
		"trajectory.derive":     trajectoryDerive,
		"trajectory.similarity": trajectorySimilarity,
		"trajectory.score":      trajectoryScore,
		"trajectory.collapse":   trajectoryCollapse,
		"trajectory.reference":  trajectoryReference,
		"cite.cite":             citeBlock,
		"cite.fold":             citeFold,
	}
}

// traceFields is the output of trace.read.
type traceFields struct {
	OK     bool           `json:"ok"`
	Error  trace.Code     `json:"error,omitempty"`
	Values map[string]any `json:"values,omitzero"`
	Shapes map[string]any `json:"shapes,omitzero"`
}

func traceRead(in json.RawMessage) (any, error) {
	o, err := readObject(string(in))
	if err != nil {
		return nil, err
	}
	spec, err := traceSpec(o.member("spec"))
	if err != nil {
		return nil, err
	}
	limits, err := traceLimits(o.member("limits"))
	if err != nil {
		return nil, err
	}
	opts := []trace.Option{trace.WithLimits(limits), trace.AllowModelContent()}
	var fields trace.Fields
	kind, err := stringOrNull(o.member("path_kind"))
	if err != nil {
		return nil, err
	}
	var refused error
	if kind != "" {
		err = withTracePath(kind, func(path string) {
			fields, refused = trace.ReadFile(path, spec, opts...)
		})
	} else {
		var text io.Reader
		if text, err = traceText(o); err == nil {
			fields, refused = trace.Read(text, spec, opts...)
		}
	}
	if err != nil {
		return nil, err
	}
	if refused != nil {
		code, ok := errors.AsType[trace.Code](refused)
		if !ok {
			return nil, refused
		}
		return traceFields{Error: code}, nil
	}
	out := traceFields{OK: true, Values: map[string]any{}, Shapes: map[string]any{}}
	for name, shape := range fields.Shapes() {
		if shape == trace.ShapeAbsent {
			continue
		}
		out.Shapes[name] = shape
		if value, ok := fields.Value(name); ok {
			out.Values[name] = value
		}
	}
	return out, nil
}

func traceSpec(raw json.RawMessage) (spec trace.Spec, err error) {
	o, err := readObject(string(raw))
	if err != nil {
		return spec, fmt.Errorf("spec: %w", err)
	}
	if spec.Values, err = stringList(o.member("values")); err != nil {
		return spec, fmt.Errorf("spec: values: %w", err)
	}
	if spec.Shapes, err = stringList(o.member("shapes")); err != nil {
		return spec, fmt.Errorf("spec: shapes: %w", err)
	}
	return spec, nil
}

func traceLimits(raw json.RawMessage) (limits trace.Limits, err error) {
	if raw == nil {
		return limits, nil
	}
	o, err := readObject(string(raw))
	if err != nil {
		return limits, fmt.Errorf("limits: %w", err)
	}
	numbers, err := intMembers(o, "chunk", "name", "value", "capture", "document")
	if err != nil {
		return limits, fmt.Errorf("limits: %w", err)
	}
	limits.Chunk, limits.Name, limits.Value = numbers[0], numbers[1], numbers[2]
	limits.Capture, limits.Document = numbers[3], int64(numbers[4])
	return limits, nil
}

// traceText is the text of a vector: given, or made by its recipe.
func traceText(o object) (io.Reader, error) {
	doc, err := stringOrNull(o.member("doc_b64"))
	if err != nil {
		return nil, err
	}
	recipe, err := stringOrNull(o.member("recipe"))
	if err != nil {
		return nil, err
	}
	if recipe == "" {
		data, err := base64.StdEncoding.DecodeString(doc)
		return bytes.NewReader(data), err
	}
	numbers, err := intMembers(o, "bytes", "depth", "count", "eventBytes")
	if err != nil {
		return nil, err
	}
	size, depth, count, eventBytes := numbers[0], numbers[1], numbers[2], numbers[3]
	repeat := func(s string, n int) io.Reader { return io.LimitReader(&cycle{text: s}, int64(len(s))*int64(n)) }
	text := func(s string) io.Reader { return bytes.NewReader([]byte(s)) }
	switch recipe {
	case "pad":
		return io.MultiReader(text(`{"id":"r","pad":"`), repeat("x", size), text(`","endedAt":"t"}`)), nil
	case "padTo":
		const head, tail = `{"id":"r","pad":"`, `"}`
		return io.MultiReader(text(head), repeat("x", size-len(head)-len(tail)), text(tail)), nil
	case "nest":
		return io.MultiReader(text(`{"id":"r","a":`), repeat("[", depth), repeat("]", depth), text(`,"endedAt":"t"}`)), nil
	case "nestOpen":
		return io.MultiReader(text(`{"id":"r","a":`), repeat("[", depth)), nil
	case "events":
		event := `{"kind":"tool","text":"\"{[` + string(bytes.Repeat([]byte("y"), eventBytes)) + `"}`
		events := []io.Reader{text(`{"id":"r","events":[`)}
		if count > 0 {
			events = append(events, repeat(event+",", count-1), text(event))
		}
		events = append(events, text(`],"result":{"k":"`), repeat("z", eventBytes), text(`"},"endedAt":"t"}`))
		return io.MultiReader(events...), nil
	case "members":
		var b bytes.Buffer
		b.WriteByte('{')
		for k := range count {
			b.WriteString(`"m` + strconv.Itoa(k) + `":` + strconv.Itoa(k) + `,`)
		}
		b.WriteString(`"id":"r"}`)
		return &b, nil
	case "space":
		return io.MultiReader(repeat(" ", size), text(`{"id":"r"}`), repeat("\n", size)), nil
	case "backslashes":
		return io.MultiReader(text(`{"skip":"`), repeat(`\\`, count), text(`","id":"r"}`)), nil
	}
	return nil, fmt.Errorf("no such recipe: %q", recipe)
}

// cycle repeats a text for ever.
type cycle struct {
	text string
	at   int
}

// Read implements io.Reader.
func (c *cycle) Read(b []byte) (int, error) {
	for n := 0; ; {
		k := copy(b[n:], c.text[c.at:])
		n += k
		c.at = (c.at + k) % len(c.text)
		if n == len(b) {
			return n, nil
		}
	}
}

// intMembers reads members that are whole numbers; absent ones are 0.
func intMembers(o object, names ...string) ([]int, error) {
	numbers := make([]int, len(names))
	for k, name := range names {
		n, err := int64Of(o.member(name))
		if err != nil {
			return nil, fmt.Errorf("%q: %w", name, err)
		}
		numbers[k] = int(n)
	}
	return numbers, nil
}
