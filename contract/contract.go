package contract

import (
	"encoding/json"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Document is one hand-off envelope, an immutable value. The zero Document is
// the JSON value null.
type Document struct {
	raw   string
	index jsonscan.Index
}

// ParseOption changes a limit of Parse.
type ParseOption interface{ applyParse(*parseConfig) }

type parseConfig struct{}

// Parse reads one envelope strictly (C-4).
func Parse(data []byte, opts ...ParseOption) (Document, error) { return Document{}, nil }

// String returns the document as written.
func (d Document) String() string { return d.raw }

// Get reads the value at a dotted path (C-7).
func (d Document) Get(path string) (json.RawMessage, bool) { return nil, false }

// Set replaces what stands at path.
func (d Document) Set(path string, value json.RawMessage, opts ...FormOption) (Document, error) {
	return d, nil
}

// Add extends the list at path by one entry.
func (d Document) Add(path string, value json.RawMessage, opts ...FormOption) (Document, error) {
	return d, nil
}

// Fill deep-merges patch and never displaces a populated list.
func (d Document) Fill(patch json.RawMessage, opts ...FormOption) (Document, error) {
	return d, nil
}

// MergeSection is the project-context merge (C-27).
func MergeSection(stored, delta json.RawMessage) (json.RawMessage, error) { return nil, nil }
