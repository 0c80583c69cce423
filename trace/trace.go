package trace

import "io"

// Spec says what a read should bring: the names of depth-1 members, decoded.
type Spec struct {
	// Values are members whose primitive value is wanted. A container among
	// them is reported by its shape and has no value.
	Values []string
	// Shapes are members of which only the JSON type is wanted: nothing of
	// them is kept, whatever their size.
	Shapes []string
}

// CoordinatorSpec is what a coordinator needs to decide whether a run delivered:
// how it ended, and that there is a result or an error, as shapes. Both are a
// model's words, and no decision may hang on their length (T-9).
func CoordinatorSpec() Spec {
	return Spec{
		Values: []string{"id", "endedAt", "cancelled", "degraded"},
		Shapes: []string{"result", "error"},
	}
}

// Read reads one trace, which is one JSON object with nothing but white space
// around it, from r in a single pass and returns the members that spec names.
//
// A member is reported absent only when the text was read to its end: until the
// closing brace, and behind it until io.EOF (T-3). The last of several members
// of one name counts (T-4). Names are compared decoded, and exactly. At depth 1
// the grammar is exact; inside containers that are skipped only strings and
// brackets are followed, so a text that is broken down there alone is accepted
// (T-5). Members in any order, and any white space, are read alike.
//
// The memory it takes does not depend on the text: one chunk, and what is
// captured (T-2). The error is a *ReadError with one of the Codes. Read is safe
// for concurrent use, on readers of their own.
func Read(r io.Reader, spec Spec, opts ...Option) (Fields, error) {
	p := newProjection()
	defer p.release()
	if err := p.configure(spec, opts); err != nil {
		return Fields{}, err
	}
	return p.read(r)
}
