package probe

import (
	"slices"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// The three writers differ in what they do with a document that cannot be read
// as a manifest (no JSON, no object, entries that are no list):
//
//	writer      incoming unreadable       existing absent or corrupt
//	MergeWrite  passes through unchanged  incoming passes through unchanged
//	MergeShell  EntryError                starts from an empty manifest
//	AppendHTTP  EntryError                starts from an empty manifest
//
// MergeWrite is a write of a whole document by a tool: it must not change what
// it does not understand, and RefuseWrite has refused broken JSON before. The
// other two add one entry that was just observed: losing it to an old broken
// file would be worse than to start a new one.
//
// A document beyond the limits is not corrupt. No writer touches it: all three
// return an error that matches ErrLimit, and so they do when the result would
// be beyond the limits, because a manifest that no reader accepts is lost.

// MergeWrite merges a whole incoming document into the existing manifest and
// returns the text to write (P-6). Shell and web entries replace the first
// entry of the same identity in place, others are appended unless they are an
// exact duplicate; every other entry of the existing manifest stays where it
// is. Top-level members are those of the incoming document, with version 1.
//
// When either side cannot be read, absent existing bytes included, the incoming
// document passes through unchanged. Merging the same document twice gives what
// merging it once gave. It takes time linear in both documents.
func MergeWrite(existing, incoming []byte, opts ...Option) ([]byte, error) {
	c := configure(opts)
	to, okTo, err := readMergeable(existing, c)
	if err != nil {
		return nil, err
	}
	from, okFrom, err := readMergeable(incoming, c)
	if err != nil {
		return nil, err
	}
	if !okTo || !okFrom {
		return slices.Clone(incoming), nil
	}
	m := newMerge(c)
	for _, v := range to.each() {
		m.keep(v)
	}
	seen := m.exact()
	for _, v := range from.each() {
		e := m.format(v)
		switch at, found := m.first[e.key]; {
		case e.key != "" && found:
			m.entries[at] = e
		case e.key == "" && seen[e.text]:
		default:
			m.add(e)
			seen[e.text] = true
		}
	}
	return m.write(topMembers(from.root, true))
}

// MergeShell records one shell entry (P-6): it replaces the first shell entry
// of the same cmd in place, or is appended. Every shell entry whose cmd is
// supersedes goes, when that is not the new cmd; "" supersedes nothing. The
// document is written anew as version and entries, and an existing manifest
// that is absent or corrupt counts as an empty one.
//
// entry must be one JSON object with a string cmd; an *[EntryError] otherwise.
func MergeShell(existing, entry []byte, supersedes string, opts ...Option) ([]byte, error) {
	c := configure(opts)
	v, err := readEntry(entry, KindShell, c)
	if err != nil {
		return nil, err
	}
	m, err := startMerge(existing, c)
	if err != nil {
		return nil, err
	}
	e := m.format(v)
	if at, found := m.first[e.key]; found {
		m.entries[at] = e
	} else {
		m.add(e)
	}
	superseded := shellIdentity(value(jsonscan.AppendQuoted(nil, supersedes)))
	if supersedes != "" && superseded != e.key {
		m.entries = slices.DeleteFunc(m.entries, func(e mergeEntry) bool { return e.key == superseded })
	}
	return m.write(bareMembers())
}

// AppendHTTP records one HTTP entry (P-6): it is always appended, also when the
// same request stands there already, because requests are an ordered sequence.
// The document is written anew as version and entries, and an existing manifest
// that is absent or corrupt counts as an empty one.
//
// entry must be one JSON object in the shape of an HTTP entry; an *[EntryError]
// otherwise.
func AppendHTTP(existing, entry []byte, opts ...Option) ([]byte, error) {
	c := configure(opts)
	v, err := readEntry(entry, KindHTTP, c)
	if err != nil {
		return nil, err
	}
	m, err := startMerge(existing, c)
	if err != nil {
		return nil, err
	}
	m.add(m.format(v))
	return m.write(bareMembers())
}

// RefuseWrite returns why a whole-document write must not happen, nil when it
// may (P-7): an incoming document that is not JSON gives a *[SyntaxError] with
// the offset, and nothing may be written. Whether the document is a good
// manifest is not asked here; [Check] tells.
func RefuseWrite(incoming []byte, opts ...Option) error {
	_, err := read(incoming, configure(opts))
	return err
}
