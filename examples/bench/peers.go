package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"unsafe"

	"github.com/buger/jsonparser"
	"github.com/bytedance/sonic/ast"
	"github.com/go-json-experiment/json/jsontext"
	jsoniter "github.com/json-iterator/go"
	"github.com/minio/simdjson-go"
	"github.com/tidwall/gjson"

	"github.com/handfast-go/handfast/trace"
)

// answer is what each contender must find in a trace: three values and two
// shapes, which the whole text has to prove.
type answer struct {
	ID, EndedAt   string
	Cancelled     string
	Result, Error byte // the first byte of the value, 0 when it is absent
}

// want is the answer for the traces of the package corpus.
var want = answer{ID: "run-2857a579", EndedAt: "2026-01-01T00:41:07.125Z", Cancelled: "false", Result: '{', Error: 'n'}

func check(got answer, err error) error {
	if err == nil && got != want {
		err = fmt.Errorf("wrong answer: %+v", got)
	}
	return err
}

// traceContenders returns the ways to read the trace at path, handfast first.
func traceContenders(path string) []contender {
	spec := trace.CoordinatorSpec()
	parsed := new(simdjson.ParsedJson)
	list := []contender{{"handfast trace.ReadFile", true, func() error { return check(withHandfast(path, spec)) }}}
	for _, stream := range []struct {
		name string
		read func(io.Reader) (answer, error)
	}{
		{"encoding/json Decoder.Token", withToken},
		{"jsontext SkipValue", withJSONText},
		{"json-iterator Skip", withIterator},
	} {
		list = append(list, contender{stream.name, true, func() error {
			return withFile(path, func(f io.Reader) error { return check(stream.read(f)) })
		}})
	}
	for _, whole := range []struct {
		name string
		read func([]byte) (answer, error)
	}{
		{"encoding/json Unmarshal", withUnmarshal},
		{"gjson Valid + GetMany", withGetMany},
		{"gjson Parse + ForEach *", withForEach},
		{"buger/jsonparser ObjectEach *", withObjectEach},
		{"minio/simdjson-go", func(text []byte) (answer, error) { return withSIMD(text, parsed) }},
		{"bytedance/sonic lazy node *", withSonic},
	} {
		list = append(list, contender{whole.name, false, func() error {
			text, err := os.ReadFile(path) //nolint:gosec // a file of this program
			if err != nil {
				return err
			}
			return check(whole.read(text))
		}})
	}
	return list
}

func withFile(path string, use func(io.Reader) error) error {
	f, err := os.Open(path) //nolint:gosec // a file of this program
	if err != nil {
		return err
	}
	return errors.Join(use(f), f.Close())
}

func withHandfast(path string, spec trace.Spec) (a answer, err error) {
	f, err := trace.ReadFile(path, spec)
	if err != nil {
		return a, err
	}
	a.ID, _ = f.Text("id")
	a.EndedAt, _ = f.Text("endedAt")
	if cancelled, ok := f.Bool("cancelled"); ok {
		a.Cancelled = strconv.FormatBool(cancelled)
	}
	a.Result, a.Error = firstByte(f.Shape("result")), firstByte(f.Shape("error"))
	return a, nil
}

func firstByte(shape trace.Shape) byte {
	if shape == trace.ShapeObject {
		return '{'
	}
	if shape == trace.ShapeNull {
		return 'n'
	}
	return 0
}

// set notes a member whose value is given as written.
func (a *answer) set(name string, value []byte) {
	switch name {
	case "id":
		a.ID = string(bytes.Trim(value, `"`))
	case "endedAt":
		a.EndedAt = string(bytes.Trim(value, `"`))
	case "cancelled":
		a.Cancelled = string(value)
	case "result":
		a.Result = value[0]
	case "error":
		a.Error = value[0]
	}
}

func withToken(r io.Reader) (a answer, err error) {
	dec := json.NewDecoder(r)
	depth := 0
	name, isName := "", true
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return a, nil
		}
		if err != nil {
			return a, err
		}
		if delim, ok := token.(json.Delim); ok {
			if delim == '{' || delim == '[' {
				if depth == 1 {
					a.set(name, []byte(delim.String()))
					isName = true
				}
				depth++
			} else {
				depth--
			}
			continue
		}
		if depth != 1 {
			continue
		}
		if isName {
			name, _ = token.(string)
		} else if token == nil {
			a.set(name, []byte("null"))
		} else {
			a.set(name, fmt.Append(nil, token))
		}
		isName = !isName
	}
}

func withUnmarshal(text []byte) (a answer, err error) {
	var doc struct {
		ID        json.RawMessage `json:"id"`
		EndedAt   json.RawMessage `json:"endedAt"`
		Cancelled json.RawMessage `json:"cancelled"`
		Result    json.RawMessage `json:"result"`
		Error     json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return a, err
	}
	for name, value := range map[string]json.RawMessage{
		"id": doc.ID, "endedAt": doc.EndedAt, "cancelled": doc.Cancelled, "result": doc.Result, "error": doc.Error,
	} {
		if value != nil {
			a.set(name, value)
		}
	}
	return a, nil
}

func withJSONText(r io.Reader) (a answer, err error) {
	dec := jsontext.NewDecoder(r)
	if _, err := dec.ReadToken(); err != nil {
		return a, err
	}
	for dec.PeekKind() != '}' {
		token, err := dec.ReadToken()
		if err != nil {
			return a, err
		}
		name := token.String()
		kind := dec.PeekKind()
		switch name {
		case "id", "endedAt", "cancelled":
			value, err := dec.ReadValue()
			if err != nil {
				return a, err
			}
			a.set(name, value)
		default:
			a.set(name, []byte{byte(kind)})
			if err := dec.SkipValue(); err != nil {
				return a, err
			}
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return a, err
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return a, fmt.Errorf("behind the object: %w", err)
	}
	return a, nil
}

func withIterator(r io.Reader) (a answer, err error) {
	it := jsoniter.Parse(jsoniter.ConfigDefault, r, 64<<10)
	for name := it.ReadObject(); name != ""; name = it.ReadObject() {
		switch name {
		case "id", "endedAt":
			a.set(name, []byte(it.ReadString()))
		case "cancelled":
			a.set(name, fmt.Append(nil, it.ReadBool()))
		default:
			if it.WhatIsNext() == jsoniter.ObjectValue {
				a.set(name, []byte("{"))
			} else {
				a.set(name, []byte("n"))
			}
			it.Skip()
		}
	}
	if it.Error != nil && !errors.Is(it.Error, io.EOF) {
		return a, it.Error
	}
	return a, nil
}

func withGetMany(text []byte) (a answer, err error) {
	if !gjson.ValidBytes(text) {
		return a, errors.New("not valid")
	}
	names := []string{"id", "endedAt", "cancelled", "result", "error"}
	for k, found := range gjson.GetManyBytes(text, names...) {
		if found.Exists() {
			a.set(names[k], []byte(found.Raw))
		}
	}
	return a, nil
}

func withForEach(text []byte) (a answer, err error) {
	gjson.ParseBytes(text).ForEach(func(key, value gjson.Result) bool {
		a.set(key.Str, []byte(value.Raw[:min(len(value.Raw), 64)]))
		return true
	})
	return a, nil
}

func withObjectEach(text []byte) (a answer, err error) {
	err = jsonparser.ObjectEach(text, func(key, value []byte, _ jsonparser.ValueType, _ int) error {
		a.set(string(key), value[:min(len(value), 64)])
		return nil
	})
	return a, err
}

func withSIMD(text []byte, reuse *simdjson.ParsedJson) (a answer, err error) {
	parsed, err := simdjson.Parse(text, reuse)
	if err != nil {
		return a, err
	}
	it := parsed.Iter()
	it.Advance()
	_, root, err := it.Root(nil)
	if err != nil {
		return a, err
	}
	object, err := root.Object(nil)
	if err != nil {
		return a, err
	}
	var element simdjson.Iter
	for {
		name, kind, err := object.NextElement(&element)
		if err != nil || kind == simdjson.TypeNone {
			return a, err
		}
		switch kind { //nolint:exhaustive // the others have no shape that is asked for
		case simdjson.TypeString, simdjson.TypeBool:
			value, err := element.StringCvt()
			if err != nil {
				return a, err
			}
			a.set(name, []byte(value))
		case simdjson.TypeObject:
			a.set(name, []byte("{"))
		case simdjson.TypeNull:
			a.set(name, []byte("n"))
		}
	}
}

func withSonic(text []byte) (a answer, err error) {
	// The text does not change while the string lives.
	root, err := ast.NewSearcher(unsafe.String(unsafe.SliceData(text), len(text))).GetByPath() //nolint:gosec // read only
	if err != nil {
		return a, err
	}
	var failed error
	err = root.ForEach(func(path ast.Sequence, node *ast.Node) bool {
		switch node.TypeSafe() {
		case ast.V_OBJECT:
			a.set(*path.Key, []byte("{"))
		case ast.V_ARRAY:
		default:
			raw, err := node.Raw()
			if err != nil {
				failed = err
				return false
			}
			a.set(*path.Key, []byte(raw))
		}
		return true
	})
	return a, errors.Join(err, failed)
}
