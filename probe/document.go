package probe

import (
	"iter"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// document is a manifest that passed the scanner.
type document struct {
	root    value
	version value
	entries value
}

// read passes raw through the scanner in its plain mode (P-4).
func read(raw []byte, c config) (document, error) {
	v, err := scan(string(raw), c)
	if err != nil {
		return document{}, err
	}
	d := document{root: v}
	for name, m := range v.members() {
		switch name {
		case "version":
			d.version = m
		case "entries":
			d.entries = m
		}
	}
	return d, nil
}

// scan returns the one JSON value of a text.
func scan(text string, c config) (value, error) {
	var index jsonscan.Index
	limits := jsonscan.Limits{MaxBytes: c.limits.MaxBytes, MaxDepth: c.limits.MaxDepth, Plain: true}
	if e := jsonscan.Scan(text, limits, &index); e != nil {
		return "", syntaxError(e)
	}
	return value(text[index.Start:index.End]), nil
}

// mergeable reports that there are entries to merge with: that is all the
// writers ask of an existing document (P-6).
func (d document) mergeable() bool {
	return d.root.kind() == jsonscan.Object && d.entries.kind() == jsonscan.Array
}

// isVersion1 compares by value: 1, 1.0 and 1e0 are the same version.
func (d document) isVersion1() bool {
	return d.version.kind() == jsonscan.Number && docpath.EqualNumbers(string(d.version), "1")
}

// each walks the entries with their positions.
func (d document) each() iter.Seq2[int, value] {
	return func(yield func(int, value) bool) {
		i := 0
		for v := range d.entries.elements() {
			if !yield(i, v) {
				return
			}
			i++
		}
	}
}
