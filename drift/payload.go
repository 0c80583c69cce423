package drift

import (
	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// merge is what merging a payload into a stored section would touch. It is
// found in one pass over both texts, in time linear in their length.
//
// Of every kind of offence the first is kept, for the message.
type merge struct {
	payload, stored string
	// mayReplace reports whether the policy lets a scalar at this path take the
	// place of the stored scalar.
	mayReplace func(path []string, stored string) bool

	path []string
	// what is the path of the first name that says WHAT.
	what string
	// replaced is the path of the first stored value that would go.
	replaced string
	// weak is the path of the first value that never applies because of its
	// type, and weakKind that type.
	weak, weakKind string
	// values are the distinct strings, in document order.
	values []string
	known  map[string]bool
}

// emptyOf names a container that holds nothing.
//
//nolint:gochecknoglobals // read-only table
var emptyOf = [...]string{jsonscan.Array: "an empty list", jsonscan.Object: "an empty object"}

// readMerge walks payload, an object, against stored, an object or "" when
// there is none. Both have passed the door.
func readMerge(payload, stored string, mayReplace func(path []string, stored string) bool) *merge {
	m := &merge{payload: payload, stored: stored, mayReplace: mayReplace, known: make(map[string]bool)}
	from := -1
	if stored != "" {
		from = jsonscan.SkipSpace(stored, 0)
		if jsonscan.KindAt(stored, from) != jsonscan.Object {
			m.replace(from)
			from = -1
		}
	}
	m.object(jsonscan.SkipSpace(payload, 0), from)
	return m
}

// object walks the payload object at offset at, which meets the stored object
// at offset from, or nothing when that is -1. It returns the offset behind it.
func (m *merge) object(at, from int) (end int) {
	stored := m.members(from)
	r := jsonscan.Inside(m.payload, at)
	for r.Next() {
		name := r.Name()
		m.path = append(m.path, name)
		m.name(name)
		before, found := stored[name]
		if !found {
			before = -1
		}
		r.Leave(m.member(r.Start, before))
		m.path = m.path[:len(m.path)-1]
	}
	if r.Count < 0 {
		m.weaken(emptyOf[jsonscan.Object])
	}
	return r.Closer() + 1
}

// members finds the members of a stored object, nil when there is none.
func (m *merge) members(from int) map[string]int {
	if from < 0 {
		return nil
	}
	at := make(map[string]int)
	for r := jsonscan.Inside(m.stored, from); r.Next(); r.Skip() {
		at[r.Name()] = r.Start
	}
	return at
}

// member walks the payload value at offset at, which meets the stored value at
// offset from, or nothing when that is -1.
func (m *merge) member(at, from int) (end int) {
	kind := jsonscan.KindAt(m.payload, at)
	if kind == jsonscan.Object {
		if from >= 0 && jsonscan.KindAt(m.stored, from) != jsonscan.Object {
			m.note()
			from = -1
		}
		return m.object(at, from)
	}
	end = jsonscan.SkipValue(m.payload, at)
	if from >= 0 {
		before := m.stored[from:jsonscan.SkipValue(m.stored, from)]
		if !sameValue(m.payload[at:end], before) && !m.replaceable(kind, from, before) {
			m.replace(from)
		}
	}
	m.leaf(at)
	return end
}

// replaceable reports whether the policy lets a value of this kind take the
// place of a stored one: a scalar that is not null that of a scalar only.
func (m *merge) replaceable(kind jsonscan.Kind, from int, before string) bool {
	switch kind {
	case jsonscan.String, jsonscan.Number, jsonscan.True, jsonscan.False:
	case jsonscan.Null, jsonscan.Array, jsonscan.Object, jsonscan.Invalid:
		return false
	}
	switch jsonscan.KindAt(m.stored, from) {
	case jsonscan.Array, jsonscan.Object, jsonscan.Invalid:
		return false
	case jsonscan.String, jsonscan.Number, jsonscan.True, jsonscan.False, jsonscan.Null:
	}
	return m.mayReplace(m.path, before)
}

// leaf walks the scalar or list at offset at: names and scalars inside a list
// count like any other (D-1, D-5).
func (m *merge) leaf(at int) (end int) {
	switch kind := jsonscan.KindAt(m.payload, at); kind {
	case jsonscan.Object, jsonscan.Array:
		r := jsonscan.Inside(m.payload, at)
		for r.Next() {
			if kind == jsonscan.Object {
				name := r.Name()
				m.path = append(m.path, name)
				m.name(name)
				r.Leave(m.leaf(r.Start))
				m.path = m.path[:len(m.path)-1]
				continue
			}
			r.Leave(m.leaf(r.Start))
		}
		if r.Count < 0 {
			m.weaken(emptyOf[kind])
		}
		return r.Closer() + 1
	case jsonscan.String:
		end = jsonscan.SkipValue(m.payload, at)
		value := decodeString(m.payload[at:end])
		if !m.known[value] {
			m.known[value] = true
			m.values = append(m.values, value)
		}
		return end
	case jsonscan.Number, jsonscan.True, jsonscan.False, jsonscan.Null, jsonscan.Invalid:
		m.weaken(kind.String())
	}
	return jsonscan.SkipValue(m.payload, at)
}

// weaken notes a value that never applies because of its kind.
func (m *merge) weaken(kind string) {
	if m.weakKind == "" {
		m.weak, m.weakKind = place(m.path), kind
	}
}

// name judges a name that the payload touches.
func (m *merge) name(name string) {
	if m.what == "" && WhatKey(name) {
		m.what = docpath.Join(m.path...)
	}
}

// replace notes that the stored value at offset from would go, and with it
// every name inside.
func (m *merge) replace(from int) {
	m.note()
	m.gone(from)
}

// note notes that a stored value would go.
func (m *merge) note() {
	if m.replaced == "" {
		m.replaced = place(m.path)
	}
}

func (m *merge) gone(from int) (end int) {
	kind := jsonscan.KindAt(m.stored, from)
	if kind != jsonscan.Object && kind != jsonscan.Array {
		return jsonscan.SkipValue(m.stored, from)
	}
	r := jsonscan.Inside(m.stored, from)
	for r.Next() {
		if kind == jsonscan.Array {
			r.Leave(m.gone(r.Start))
			continue
		}
		name := r.Name()
		m.path = append(m.path, name)
		m.name(name)
		r.Leave(m.gone(r.Start))
		m.path = m.path[:len(m.path)-1]
	}
	return r.Closer() + 1
}

// place names a path for a message; the root has none.
func place(path []string) string {
	if len(path) == 0 {
		return "the whole section"
	}
	return docpath.Join(path...)
}
