package contract

import (
	"math"
	"strings"

	"github.com/handfast-go/handfast/internal/docpath"
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

// remove cuts the member at path, one of the root or of a member of the root,
// out of its object. A path that leads to nothing changes nothing.
func (d Document) remove(path string) (Document, error) {
	names, err := docpath.Split(path)
	if err != nil {
		return Document{}, err
	}
	from, to, at := 0, len(d.index.Members), -1
	for i, name := range names {
		if i > 0 {
			from, to = at+1, d.index.Members[at].Next
		}
		if at = d.index.Find(d.raw, from, to, name); at < 0 {
			return d, nil
		}
	}
	start, end := cutout(d.index.Members, from, at, to)
	return reindex(splice(d.raw, []replacement{{start: start, end: end}}), d.limits), nil
}

// cutout is the text that goes with member at, one of those of an object from
// first to end, when it alone is removed: the member and one comma.
func cutout(members []jsonscan.Member, first, at, end int) (start, stop int) {
	m := &members[at]
	if at > first {
		before := first
		for members[before].Next < at {
			before = members[before].Next
		}
		return members[before].End, m.End
	}
	if m.Next < end {
		return m.NameStart - 1, members[m.Next].NameStart - 1
	}
	return m.NameStart - 1, m.End
}
