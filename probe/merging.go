package probe

import (
	"errors"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// readMergeable reads one side of a merge: false when it cannot be merged, an
// error when it is beyond the limits.
func readMergeable(raw []byte, c config) (d document, ok bool, err error) {
	d, err = read(raw, c)
	if err != nil && !errors.Is(err, ErrLimit) {
		return document{}, false, nil // what is corrupt is for each writer's policy
	}
	return d, d.mergeable(), err
}

// readEntry reads the entry that a writer was called with.
func readEntry(raw []byte, want Kind, c config) (value, error) {
	v, err := scan(string(raw), c)
	if err != nil {
		return "", &EntryError{Kind: want, Detail: err.Error()}
	}
	if v.kind() != jsonscan.Object {
		return "", &EntryError{Kind: want, Rule: EntryNotObject, Detail: "it is " + v.kind().String()}
	}
	f := readFields(v)
	if kind, _ := f.shape(); kind != want {
		return "", &EntryError{Kind: want, Rule: UnknownShape, Detail: "it has the shape of kind " + string(kind)}
	}
	return v, nil
}

// mergeEntry is an entry as it is written, and its identity.
type mergeEntry struct {
	text string
	key  string
}

// merge is a list of entries that is being built.
type merge struct {
	config  config
	entries []mergeEntry
	first   map[string]int // the first entry of each identity
	size    int            // of all entries that were formatted
	over    bool
	buffer  []byte
}

func newMerge(c config) *merge { return &merge{config: c, first: make(map[string]int)} }

// startMerge holds the entries of an existing manifest, or none.
func startMerge(existing []byte, c config) (*merge, error) {
	d, ok, err := readMergeable(existing, c)
	if err != nil {
		return nil, err
	}
	m := newMerge(c)
	if ok {
		for _, v := range d.each() {
			m.keep(v)
		}
	}
	return m, nil
}

func (m *merge) keep(v value) { m.add(m.format(v)) }

func (m *merge) add(e mergeEntry) {
	if _, found := m.first[e.key]; !found && e.key != "" {
		m.first[e.key] = len(m.entries)
	}
	m.entries = append(m.entries, e)
}

// entryDepth is how deep an entry stands in the written document.
const entryDepth = 2

// format writes an entry; once the limit is passed its text means nothing.
func (m *merge) format(v value) mergeEntry {
	w := formatter{dst: m.buffer[:0], limit: m.config.limits.MaxBytes, over: m.over}
	w.value(string(v), 0, entryDepth)
	m.buffer = w.dst
	m.size += len(w.dst)
	// An incoming entry may take the place of an existing one, so twice the
	// limit can pass here without an error. What is written is measured last.
	m.over = w.over || m.size > 2*m.config.limits.MaxBytes
	e := mergeEntry{text: string(w.dst)}
	if v.kind() == jsonscan.Object {
		f := readFields(v)
		e.key = f.identity()
	}
	return e
}

// exact is the set of entries without identity, by their one spelling.
func (m *merge) exact() map[string]bool {
	texts := make(map[string]bool)
	for _, e := range m.entries {
		if e.key == "" {
			texts[e.text] = true
		}
	}
	return texts
}

// topMember is a top-level member that is written.
type topMember struct {
	name  string // as written, with quotes
	value value
}

// The two members of a manifest as they are written, and the one value of the
// version.
const (
	versionName  = `"version"`
	entriesName  = `"entries"`
	versionValue = value("1")
)

// bareMembers are version and entries alone.
func bareMembers() []topMember {
	return []topMember{{versionName, versionValue}, {entriesName, ""}}
}

// topMembers are the top-level members of a document: of several of one name
// the last value in the place of the first. With setVersion the version is 1,
// behind the others when there was none.
func topMembers(root value, setVersion bool) []topMember {
	var all []topMember
	place := make(map[string]int)
	for r := jsonscan.Inside(string(root), 0); r.Next(); {
		name := string(appendString(nil, root[r.NameStart-1:r.NameEnd+1]))
		start := r.Start
		m := topMember{name, root[start:r.Skip()]}
		if at, found := place[name]; found {
			all[at] = m
			continue
		}
		place[name] = len(all)
		all = append(all, m)
	}
	if setVersion {
		if at, found := place[versionName]; found {
			all[at].value = versionValue
		} else {
			all = append(all, topMember{versionName, versionValue})
		}
	}
	return all
}

// write writes the document with these members and the entries of the merge.
func (m *merge) write(members []topMember) ([]byte, error) {
	w := formatter{limit: m.config.limits.MaxBytes, over: m.over}
	w.dst = append(w.dst, '{')
	for i, member := range members {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.newline(1)
		w.dst = append(append(w.dst, member.name...), ": "...)
		if member.name == entriesName {
			w.entries(m.entries)
		} else {
			w.value(string(member.value), 0, 1)
		}
	}
	w.dst = append(w.dst, "\n}\n"...)
	if w.over || len(w.dst) > w.limit {
		return nil, tooLarge(max(len(w.dst), w.limit+1), m.config)
	}
	return w.dst, nil
}

func (w *formatter) entries(entries []mergeEntry) {
	w.dst = append(w.dst, '[')
	for i, e := range entries {
		if w.over = w.over || len(w.dst) > w.limit; w.over {
			return
		}
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.newline(entryDepth)
		w.dst = append(w.dst, e.text...)
	}
	if len(entries) > 0 {
		w.newline(1)
	}
	w.dst = append(w.dst, ']')
}
