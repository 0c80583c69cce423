package contract

import (
	"math"
	"strings"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// replacement puts other text between start and end.
type replacement struct {
	start, end int
	with       string
}

// splice applies replacements that are in document order and do not overlap.
// Everything between them stays byte for byte.
func splice(doc string, edits []replacement) string {
	var b strings.Builder
	b.Grow(len(doc))
	from := 0
	for _, e := range edits {
		b.WriteString(doc[from:e.start])
		b.WriteString(e.with)
		from = e.end
	}
	b.WriteString(doc[from:])
	return b.String()
}

// reindex makes a Document of text that this package wrote from text that
// passed the door. It is not held to limits itself, since a repair must not
// fail because it made a document longer; what verbs make of it is.
func reindex(text string, limits jsonscan.Limits) Document {
	d := Document{raw: text, limits: limits}
	if err := jsonscan.Scan(text, jsonscan.Limits{MaxBytes: math.MaxInt, MaxDepth: math.MaxInt}, &d.index); err != nil {
		return Document{}
	}
	return d
}

// quote writes s as a JSON string.
func quote(s string) string { return string(jsonscan.AppendQuoted(nil, s)) }
