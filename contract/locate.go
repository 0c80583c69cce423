package contract

import "github.com/handfast-go/handfast/internal/jsonscan"

// place is how far a path leads into a document.
type place struct {
	// depth is the number of names that were found.
	depth int
	// kind is the type of the deepest value that was found, start where it
	// begins. end is where it ends, or 0 when the walk stopped at a scalar or
	// list that a path cannot lead through.
	kind       jsonscan.Kind
	start, end int
}

// locate follows names from the root as far as they lead. It takes time linear
// in the document: what one level skips lies before what the next one reads.
func (d Document) locate(names []string) place {
	p := place{kind: d.rootKind(), end: len(d.raw)}
	from, to := 0, len(d.index.Members)
	for p.depth < len(names) && p.depth < jsonscan.IndexDepth && p.kind == jsonscan.Object {
		k := d.index.Find(d.raw, from, to, names[p.depth])
		if k < 0 {
			return p
		}
		m := d.index.Members[k]
		p = place{depth: p.depth + 1, kind: m.Kind, start: m.Start, end: m.End}
		from, to = k+1, m.Next
	}
	for p.depth < len(names) && p.kind == jsonscan.Object {
		if !p.step(d.raw, names[p.depth]) {
			return p
		}
	}
	if p.end == 0 && p.depth > 0 && (p.depth == len(names) || p.kind == jsonscan.Null) {
		p.end = jsonscan.SkipValue(d.raw, p.start)
	}
	return p
}

// step moves from an object to its member of that name. Without one it stays
// and learns where the object ends.
func (p *place) step(text, name string) bool {
	r := jsonscan.Inside(text, p.start)
	for r.Next() {
		if r.NameIs(name) {
			*p = place{depth: p.depth + 1, kind: jsonscan.KindAt(text, r.Start), start: r.Start}
			return true
		}
		r.Skip()
	}
	p.end = r.Closer() + 1
	return false
}
