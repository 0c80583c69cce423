package contract

import (
	"bytes"
	"encoding/json"
	"math"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Document is one hand-off envelope: a JSON text that passed the strict door
// of Parse, kept as it was written (C-5). It is an immutable value (C-6):
// nothing changes it, the verbs return a new one, and it may be copied and
// read by any number of goroutines at once.
//
// The zero Document is the JSON value null, which no verb extends and which
// Validate refuses; NewDocument makes one to start from.
type Document struct {
	// raw is the root value without the white space around it; "" is null.
	raw   string
	index jsonscan.Index
	// limits are those that the document was parsed with. They hold for
	// everything that the verbs make of it.
	limits jsonscan.Limits
}

// ParseOption changes what Parse accepts.
type ParseOption interface{ applyParse(*parseConfig) }

type parseConfig struct {
	limits  jsonscan.Limits
	anyRoot bool
}

type parseOption func(*parseConfig)

func (o parseOption) applyParse(c *parseConfig) { o(c) }

// MaxBytes sets the largest accepted document in bytes, white space included;
// 0 or less is the default of 8 MiB. The limit stays with the document: what
// the verbs make of it is held to it too.
func MaxBytes(n int) ParseOption {
	return parseOption(func(c *parseConfig) { c.limits.MaxBytes = n })
}

// MaxDepth sets the deepest accepted nesting, the root counting 1; 0 or less
// is the default of 256. The limit stays with the document: what the verbs
// make of it is held to it too.
func MaxDepth(n int) ParseOption {
	return parseOption(func(c *parseConfig) { c.limits.MaxDepth = n })
}

// AnyRoot also accepts a document that is not an object. Validate judges such
// a document and the verbs refuse to change it. It is meant for texts that are
// stored already and must be reported on, not for new ones.
func AnyRoot() ParseOption {
	return parseOption(func(c *parseConfig) { c.anyRoot = true })
}

// Parse reads one envelope strictly (C-4): a single JSON object in UTF-8
// without a byte order mark, with nothing but white space around it, no member
// name twice in one object (names are compared decoded), no half of a
// surrogate pair, at most 8 MiB long and 256 levels deep (MaxBytes, MaxDepth).
// These are the points where JSON readers disagree, and a document that two
// readers read differently can claim two things at once.
//
// Every refusal is a *SyntaxError with the byte offset, the path and, when the
// cause looks like a habit of model output, a hint. Nothing is repaired. data
// is copied.
func Parse(data []byte, opts ...ParseOption) (Document, error) {
	var c parseConfig
	for _, o := range opts {
		o.applyParse(&c)
	}
	// Looked at first, so that an oversized text is not even copied.
	if limits := c.limits.OrDefault(); len(data) > limits.MaxBytes {
		return Document{}, syntaxError(argDocument, jsonscan.TooLargeError(len(data), limits), 0)
	}
	trimmed := bytes.TrimLeft(data, jsonSpace)
	shift := len(data) - len(trimmed)
	return parseText(string(bytes.TrimRight(trimmed, jsonSpace)), shift, c)
}

// jsonSpace is the white space of JSON, which is less than that of Unicode.
const jsonSpace = " \t\r\n"

// parseText is Parse for a text without white space around it, found at offset
// shift of what the caller passed.
func parseText(text string, shift int, c parseConfig) (Document, error) {
	doc := Document{raw: text, limits: c.limits}
	if err := jsonscan.Scan(text, c.limits, &doc.index); err != nil {
		return Document{}, syntaxError(argDocument, err, shift)
	}
	if doc.index.Kind != jsonscan.Object && !c.anyRoot {
		return Document{}, &SyntaxError{
			Argument: argDocument,
			Offset:   shift,
			Reason:   "an envelope is a JSON object, and this is " + doc.index.Kind.String(),
		}
	}
	return doc, nil
}

// String returns the document as written, without the white space around it.
func (d Document) String() string {
	if d.raw == "" {
		return "null"
	}
	return d.raw
}

// Bytes returns a copy of the document as written.
func (d Document) Bytes() []byte { return []byte(d.String()) }

// IsObject reports whether the document is a JSON object, as an envelope must
// be. Only AnyRoot, UnmarshalJSON and the zero Document give another one.
func (d Document) IsObject() bool { return d.index.Kind == jsonscan.Object }

// MarshalJSON returns the document as written. Note that json.Marshal itself
// removes white space and HTML-escapes what every marshaler returns; where the
// bytes matter, write String or Bytes, or use a json.Encoder with
// SetEscapeHTML(false).
func (d Document) MarshalJSON() ([]byte, error) { return d.Bytes(), nil }

// UnmarshalJSON reads a document through the strict door with the default
// limits. It accepts every root, null included, so that whatever MarshalJSON
// wrote can be read again; IsObject and Validate tell an envelope from the
// rest.
func (d *Document) UnmarshalJSON(data []byte) error {
	doc, err := Parse(data, AnyRoot())
	if err != nil {
		return err
	}
	*d = doc
	return nil
}

// Get returns a copy of the value at a dotted path (C-7), as written. Only
// exact member names count (C-6): "Result" is never read for "result".
//
// A malformed path is ErrPath, a path through a list or a scalar ErrNotObject
// (list elements cannot be named), and a path that leads to nothing
// ErrNotFound, each in a *VerbError. A null that is there is found.
func (d Document) Get(path string) (json.RawMessage, error) {
	names, err := docpath.Split(path)
	if err != nil {
		return nil, pathError(verbGet, path)
	}
	found := d.locate(names)
	switch {
	case found.depth == len(names):
		return json.RawMessage(d.raw[found.start:found.end]), nil
	case found.kind == jsonscan.Object, found.kind == jsonscan.Null:
		return nil, &VerbError{Verb: verbGet, Path: path, Detail: "there is no such member", Err: ErrNotFound}
	default:
		return nil, found.throughError(verbGet, names)
	}
}

// unlimited is the document without its limits: what the host adds to an
// envelope must not make it impossible to close.
func (d Document) unlimited() Document {
	d.limits = jsonscan.Limits{MaxBytes: math.MaxInt, MaxDepth: d.limits.OrDefault().MaxDepth + wrapDepth}
	return d
}

// wrapDepth is how much deeper a repair can make a document.
const wrapDepth = 1

// within reports whether the document keeps to limits.
func (d Document) within(limits jsonscan.Limits) error {
	if err := jsonscan.Scan(d.raw, limits, nil); err != nil {
		return resultError(verbSet, "", err)
	}
	return nil
}

// rootKind is the type of the root value.
func (d Document) rootKind() jsonscan.Kind {
	if d.raw == "" {
		return jsonscan.Null
	}
	return d.index.Kind
}
