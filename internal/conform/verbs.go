package conform

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/contract"
)

// verbCalls serve contract.Parse and the merge verbs.
func verbCalls() map[string]call {
	return map[string]call{
		"contract.parse": parse,
		"contract.set": func(in json.RawMessage) (any, error) {
			return write(in, contract.Document.Set)
		},
		"contract.add": func(in json.RawMessage) (any, error) {
			return write(in, contract.Document.Add)
		},
		"contract.fill":          fill,
		"contract.merge_section": mergeSection,
	}
}

// verdict is the output of parse and of the verbs.
type verdict struct {
	OK         bool                 `json:"ok"`
	Envelope   json.RawMessage      `json:"envelope,omitempty"`
	Error      string               `json:"error,omitempty"`
	Collisions []contract.Collision `json:"collisions,omitempty"`
}

func parse(in json.RawMessage) (any, error) {
	text, err := stringMember(in, "b64")
	if err != nil {
		return nil, err
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	_, err = contract.Parse(data)
	return verdict{OK: err == nil}, nil
}

// write serves Set and Add, which take the same.
func write(in json.RawMessage, verb func(contract.Document, string, json.RawMessage, ...contract.FormOption) (contract.Document, error)) (any, error) {
	doc, err := envelope(in)
	if err != nil {
		return nil, err
	}
	path, err := stringMember(in, "field")
	if err != nil {
		return nil, err
	}
	value, err := member(in, "value")
	if err != nil {
		return nil, err
	}
	return judge(verb(doc, path, value))
}

func fill(in json.RawMessage) (any, error) {
	doc, err := envelope(in)
	if err != nil {
		return nil, err
	}
	patch, err := member(in, "patch")
	if err != nil {
		return nil, err
	}
	return judge(doc.Fill(patch))
}

func mergeSection(in json.RawMessage) (any, error) {
	stored, err := member(in, "stored")
	if err != nil {
		return nil, err
	}
	delta, err := member(in, "delta")
	if err != nil {
		return nil, err
	}
	merged, err := contract.MergeSection(stored, delta)
	if err != nil {
		return nil, err
	}
	return struct {
		Merged json.RawMessage `json:"merged"`
	}{merged}, nil
}

// judge names the refusals of the verbs as the vectors do.
func judge(doc contract.Document, err error) (any, error) {
	var overwrite *contract.OverwriteError
	switch {
	case err == nil:
		return verdict{OK: true, Envelope: doc.Bytes()}, nil
	case errors.As(err, &overwrite):
		return verdict{Error: "overwrite", Collisions: overwrite.Collisions}, nil
	case errors.Is(err, contract.ErrPath):
		return verdict{Error: "path"}, nil
	case errors.Is(err, contract.ErrNotObject):
		return verdict{Error: "not_object"}, nil
	case errors.Is(err, contract.ErrNotList):
		return verdict{Error: "not_list"}, nil
	case errors.Is(err, contract.ErrHostField):
		return verdict{Error: "host_field"}, nil
	default:
		return nil, fmt.Errorf("a refusal that the vectors do not name: %w", err)
	}
}
