package conform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// lineLimits bound a line of vectors: envelopes of 8 MiB arrive in base64, and
// inside a vector they nest deeper than alone.
func lineLimits() jsonscan.Limits {
	return jsonscan.Limits{MaxBytes: 256 << 20, MaxDepth: 10_000}
}

// object is a JSON object that is read by exact member names. encoding/json
// would also take "In" for "in".
type object struct {
	text  string
	index jsonscan.Index
}

// readObject takes an object through the strict door.
func readObject(text string) (object, error) {
	o := object{text: text}
	if err := jsonscan.Scan(text, lineLimits(), &o.index); err != nil {
		return object{}, err
	}
	if o.index.Kind != jsonscan.Object {
		return object{}, fmt.Errorf("%s stands where an object is expected", o.index.Kind)
	}
	return o, nil
}

// member returns a member as written, or nil.
func (o object) member(name string) json.RawMessage {
	k := o.index.Find(o.text, 0, len(o.index.Members), name)
	if k < 0 {
		return nil
	}
	return json.RawMessage(o.index.Members[k].Value(o.text))
}

// member reads one member of a vector's input as written, nil when it is
// absent.
func member(in json.RawMessage, name string) (json.RawMessage, error) {
	o, err := readObject(string(in))
	if err != nil {
		return nil, err
	}
	return o.member(name), nil
}

// stringMember reads a member of a vector's input that must be a string.
func stringMember(in json.RawMessage, name string) (string, error) {
	raw, err := member(in, name)
	if err != nil {
		return "", err
	}
	if raw == nil || raw[0] != '"' {
		return "", fmt.Errorf("%q is not a string", name)
	}
	return jsonscan.Unescape(string(raw[1 : len(raw)-1])), nil
}

// envelope reads the document that the contract functions take. Any JSON value
// may be stored: that it is no envelope is what some vectors are about.
func envelope(in json.RawMessage) (contract.Document, error) {
	raw, err := member(in, "envelope")
	if err != nil {
		return contract.Document{}, err
	}
	if raw == nil {
		return contract.Document{}, errors.New(`"envelope" is missing`)
	}
	return contract.Parse(raw, contract.AnyRoot())
}

// encode writes a value without HTML escapes.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("conform: the output: %w", err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
