package contract

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Fill deep-merges patch, a JSON object, into the document (C-24): objects
// merge member by member, every other value replaces what stands there, null
// included, and new members are appended in the order of the patch. Everything
// else keeps its bytes.
//
// A populated list is never displaced (C-25). A patch that would do so
// anywhere, by another list, a scalar, null, or by replacing an object that
// holds one, is refused whole with an *OverwriteError. A list that is sent
// again with the same bytes, white space aside, is no collision: it stays.
//
// It returns a new document and leaves d as it is. A document or patch that is
// not an object and a patch with a host field are refused with a *VerbError
// (ErrNotObject, ErrHostField); a patch that does not pass the strict door with
// a *SyntaxError; a result over the limits of the document with a *VerbError
// that matches ErrTooLarge or ErrTooDeep.
func (d Document) Fill(patch json.RawMessage, opts ...FormOption) (Document, error) {
	if !d.IsObject() {
		return Document{}, rootError(verbFill, argDocument, d.rootKind().String())
	}
	var index jsonscan.Index
	text, err := argument(argPatch, patch, d.limits, &index)
	if err != nil {
		return Document{}, err
	}
	if index.Kind != jsonscan.Object {
		return Document{}, rootError(verbFill, argPatch, index.Kind.String())
	}
	cfg := formOf(opts)
	for k := 0; k < len(index.Members); k = index.Members[k].Next {
		if name := index.Members[k].Name(text); isHostField(name, &cfg) {
			return Document{}, hostFieldError(verbFill, name)
		}
	}
	m := newMerge(d.raw, text, index.Members)
	m.guarded = true
	m.object(0, 0, len(index.Members))
	if m.overwrite.Omitted > 0 || len(m.overwrite.Collisions) > 0 {
		slices.SortFunc(m.overwrite.Collisions, func(a, b Collision) int { return cmp.Compare(a.Field, b.Field) })
		return Document{}, &m.overwrite
	}
	doc := Document{raw: m.result(), limits: d.limits}
	if err := jsonscan.Scan(doc.raw, doc.limits, &doc.index); err != nil {
		return Document{}, resultError(verbFill, "", err)
	}
	return doc, nil
}

// MergeSection is the project-context merge (C-27): it merges delta, a JSON
// object, into the stored content of a section. Members are added, objects
// merge recursively, and every other value replaces what stands there, lists
// whole. Nothing is ever deleted, and null is a value like any other.
//
// A stored content that is not an object, or is empty because nothing is
// stored, is replaced by delta. Neither argument is changed. An argument that
// does not pass the strict door, with the default limits, is refused with a
// *SyntaxError, a delta that is not an object with a *VerbError
// (ErrNotObject), and a result over the limits with a *VerbError that matches
// ErrTooLarge.
func MergeSection(stored, delta json.RawMessage) (json.RawMessage, error) {
	var limits jsonscan.Limits
	var index jsonscan.Index
	patch, err := argument(argDelta, delta, limits, &index)
	if err != nil {
		return nil, err
	}
	if index.Kind != jsonscan.Object {
		return nil, rootError(verbMergeSection, argDelta, index.Kind.String())
	}
	if len(stored) == 0 {
		return json.RawMessage(patch), nil
	}
	text, err := argument(argStored, stored, limits, nil)
	if err != nil {
		return nil, err
	}
	if jsonscan.KindAt(text, 0) != jsonscan.Object {
		return json.RawMessage(patch), nil
	}
	m := newMerge(text, patch, index.Members)
	m.object(0, 0, len(index.Members))
	result := m.result()
	if err := jsonscan.Scan(result, limits, nil); err != nil {
		return nil, resultError(verbMergeSection, "", err)
	}
	return json.RawMessage(result), nil
}

// merge writes a patch over a stored text in one pass over both: the stored
// text is read in order, the patch through its index. It recurses as deep as
// the stored objects nest, which the door has bounded.
type merge struct {
	stored, patch string
	members       []jsonscan.Member
	// merged marks the members of the patch that met a stored one.
	merged []bool

	out    strings.Builder
	copied int // how much of stored is in out already

	guarded   bool
	path      []string
	overwrite OverwriteError
	listed    int // bytes of paths in overwrite
}

func newMerge(stored, patch string, members []jsonscan.Member) *merge {
	m := &merge{stored: stored, patch: patch, members: members, merged: make([]bool, len(members))}
	m.out.Grow(len(stored) + len(patch))
	return m
}

func (m *merge) result() string {
	m.out.WriteString(m.stored[m.copied:])
	return m.out.String()
}

// replace writes text in place of the stored bytes between from and to.
func (m *merge) replace(from, to int, text string) {
	m.out.WriteString(m.stored[m.copied:from])
	m.out.WriteString(text)
	m.copied = to
}

// object merges the patch members between from and to into the stored object
// that begins at offset at, and returns the offset behind it.
func (m *merge) object(at, from, to int) (end int) {
	names := m.lookup(from, to)
	r := jsonscan.Inside(m.stored, at)
	for r.Next() {
		k := names.find(m, r.Name())
		if k < 0 {
			r.Skip()
			continue
		}
		m.merged[k] = true
		m.value(&r, k)
	}
	end = r.Closer() + 1
	last, comma := lastInside(m.stored, at, end)
	for k := from; k < to; k = m.members[k].Next {
		if m.merged[k] {
			continue
		}
		member := m.members[k]
		m.replace(last, last, comma)
		m.out.WriteString(m.patch[member.NameStart-1 : member.NameEnd+1])
		m.out.WriteByte(':')
		m.out.WriteString(member.Value(m.patch))
		comma = ","
	}
	return end
}

// value merges patch member k into the stored member at r and moves r past it.
func (m *merge) value(r *jsonscan.Reader, k int) {
	member := m.members[k]
	kind := jsonscan.KindAt(m.stored, r.Start)
	if m.guarded && (kind == jsonscan.Object || kind == jsonscan.Array) {
		m.path = append(m.path, r.Name())
		defer func() { m.path = m.path[:len(m.path)-1] }()
	}
	if kind == jsonscan.Object && member.Kind == jsonscan.Object {
		r.Leave(m.object(r.Start, k+1, member.Next))
		return
	}
	end := r.Skip()
	if m.guarded && !m.mayReplace(m.stored[r.Start:end], member) {
		return
	}
	m.replace(r.Start, end, member.Value(m.patch))
}

// mayReplace reports whether a patch member may take the place of a stored
// value. It may not when a populated list is in it: that is a collision, or,
// when the same list arrives, nothing to do.
func (m *merge) mayReplace(stored string, member jsonscan.Member) bool {
	kind := jsonscan.KindAt(stored, 0)
	if kind == jsonscan.Object {
		before := m.found()
		m.displaceObject(stored)
		return m.found() == before
	}
	if kind != jsonscan.Array {
		return true
	}
	existing := count(stored)
	if existing == 0 {
		return true
	}
	incoming := 0
	if member.Kind == jsonscan.Array {
		if sameTokens(stored, member.Value(m.patch)) {
			return false
		}
		incoming = count(member.Value(m.patch))
	}
	m.collide(existing, incoming)
	return false
}

// displaceObject finds the populated lists of an object that would be
// replaced. Lists inside list elements do not count on their own (C-25).
func (m *merge) displaceObject(object string) (end int) {
	r := jsonscan.Inside(object, 0)
	for r.Next() {
		kind := jsonscan.KindAt(object, r.Start)
		if kind != jsonscan.Object && kind != jsonscan.Array {
			r.Skip()
			continue
		}
		m.path = append(m.path, r.Name())
		if kind == jsonscan.Object {
			r.Leave(r.Start + m.displaceObject(object[r.Start:]))
		} else if n := count(object[r.Start:r.Skip()]); n > 0 {
			m.collide(n, 0)
		}
		m.path = m.path[:len(m.path)-1]
	}
	return r.Closer() + 1
}

func (m *merge) found() int { return len(m.overwrite.Collisions) + m.overwrite.Omitted }

func (m *merge) collide(existing, incoming int) {
	size := 0
	for _, name := range m.path {
		size += len(name) + 1
	}
	if m.listed += size; m.listed > maxCollisionBytes {
		m.overwrite.Omitted++
		return
	}
	m.overwrite.Collisions = append(m.overwrite.Collisions, Collision{
		Field:    docpath.Join(m.path...),
		Existing: existing,
		Incoming: incoming,
	})
}

// count returns the number of elements of a list, or members of an object.
func count(list string) int {
	r := jsonscan.Inside(list, 0)
	n := 0
	for r.Next() {
		r.Skip()
		n++
	}
	return n
}

// sameTokens reports whether two values have the same bytes once the white
// space outside strings is dropped. Number spelling, member order and escapes
// count: what is judged to be the same must be safe to keep in place of what
// was sent.
func sameTokens(a, b string) bool {
	i, j := 0, 0
	for {
		i, j = jsonscan.SkipSpace(a, i), jsonscan.SkipSpace(b, j)
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		if a[i] != b[j] {
			return false
		}
		if a[i] != '"' {
			i, j = i+1, j+1
			continue
		}
		endA, endB := jsonscan.SkipValue(a, i), jsonscan.SkipValue(b, j)
		if a[i:endA] != b[j:endB] {
			return false
		}
		i, j = endA, endB
	}
}

// lookup finds the patch members of one object by name.
type lookup struct {
	from, to int
	// byName is nil for the few members that are compared one by one.
	byName map[string]int
}

// linearLookup is the number of members up to which comparing is cheaper than
// a map.
const linearLookup = 16

func (m *merge) lookup(from, to int) lookup {
	l := lookup{from: from, to: to}
	n := 0
	for k := from; k < to; k = m.members[k].Next {
		n++
	}
	if n > linearLookup {
		l.byName = make(map[string]int, n)
		for k := from; k < to; k = m.members[k].Next {
			l.byName[m.members[k].Name(m.patch)] = k
		}
	}
	return l
}

// find returns the patch member of that name, or -1.
func (l lookup) find(m *merge, name string) int {
	if l.byName != nil {
		if k, ok := l.byName[name]; ok {
			return k
		}
		return -1
	}
	for k := l.from; k < l.to; k = m.members[k].Next {
		if m.members[k].NameIs(m.patch, name) {
			return k
		}
	}
	return -1
}
