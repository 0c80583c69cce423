package contract

import (
	"cmp"
	"encoding/json"
	"slices"
)

// rewriter collects edits of one document, each with the Change that reports
// it.
type rewriter struct {
	view
	made []rewrite
}

type rewrite struct {
	replacement
	changes []Change
}

// replace puts other JSON text in the place of a value.
func (r *rewriter) replace(v value, path, why, with string) {
	r.made = append(r.made, rewrite{
		replacement: replacement{start: v.start, end: v.end, with: with},
		changes:     []Change{{Field: path, Detail: why, Old: json.RawMessage(v.raw()), New: json.RawMessage(with)}},
	})
}

// rewritten applies what was collected. Without any edit it returns doc.
func (r *rewriter) rewritten(doc Document) (Document, []Change) {
	if len(r.made) == 0 {
		return doc, nil
	}
	slices.SortStableFunc(r.made, func(a, b rewrite) int { return cmp.Compare(a.start, b.start) })
	edits := make([]replacement, len(r.made))
	var changes []Change
	for i, m := range r.made {
		edits[i] = m.replacement
		changes = append(changes, m.changes...)
	}
	return reindex(splice(doc.raw, edits), doc.limits), changes
}
