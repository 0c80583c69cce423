package probe

import (
	"encoding/json"
	"iter"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// value is one JSON value as written, inside a text that passed the scanner;
// "" is a value that is absent. Where a member occurs more than once the last
// one counts (P-4).
type value string

func (v value) kind() jsonscan.Kind {
	if v == "" {
		return jsonscan.Invalid
	}
	return jsonscan.KindAt(string(v), 0)
}

// text decodes a string.
func (v value) text() (string, bool) {
	if v.kind() != jsonscan.String {
		return "", false
	}
	return jsonscan.Unescape(string(v[1 : len(v)-1])), true
}

// optional is a string that may be absent: nil for every other value.
func (v value) optional() *string {
	if s, ok := v.text(); ok {
		return &s
	}
	return nil
}

// number is a number as written, "" for every other value.
func (v value) number() json.Number {
	if v.kind() != jsonscan.Number {
		return ""
	}
	return json.Number(v)
}

// given reports that a value is there and not null.
func (v value) given() bool { return v != "" && v.kind() != jsonscan.Null }

// members walks an object in document order, with decoded names; a value that
// is no object has none.
func (v value) members() iter.Seq2[string, value] {
	return func(yield func(string, value) bool) {
		if v.kind() != jsonscan.Object {
			return
		}
		for r := jsonscan.Inside(string(v), 0); r.Next(); {
			start := r.Start
			if !yield(r.Name(), v[start:r.Skip()]) {
				return
			}
		}
	}
}

// member finds the last member of a name.
func (v value) member(name string) (found value) {
	for n, m := range v.members() {
		if n == name {
			found = m
		}
	}
	return found
}

// elements walks a list; a value that is no list has none.
func (v value) elements() iter.Seq[value] {
	return func(yield func(value) bool) {
		if v.kind() != jsonscan.Array {
			return
		}
		for r := jsonscan.Inside(string(v), 0); r.Next(); {
			start := r.Start
			if !yield(v[start:r.Skip()]) {
				return
			}
		}
	}
}

// count is the number of elements of a list.
func (v value) count() int {
	n := 0
	for range v.elements() {
		n++
	}
	return n
}

// The members of an entry that this package reads.
const (
	fieldProbe = iota
	fieldCmd
	fieldExitCode
	fieldStdout
	fieldStderr
	fieldMethod
	fieldPath
	fieldStatus
	fieldBody
	fieldFile
	fieldInteractions
	fieldSmoke
	fieldExpected
	fieldConsoleErrors
	fieldFailedRequests
	fieldCount
)

// fieldNames are the names of the fields.
//
//nolint:gochecknoglobals // read-only table
var fieldNames = [fieldCount]string{
	"probe", "cmd", "exitCode", "stdout", "stderr", "method", "path", "status", "body",
	"file", "interactions", "smoke", "expected", "consoleErrors", "failedRequests",
}

// fields are the known members of an entry.
type fields [fieldCount]value

func readFields(v value) (f fields) {
	for name, m := range v.members() {
		for i := range fieldNames {
			if fieldNames[i] == name {
				f[i] = m
				break
			}
		}
	}
	return f
}

// literal is the value of the member "probe", when it is a string.
func (f *fields) literal() string {
	s, _ := f[fieldProbe].text()
	return s
}

func (f *fields) isText(field int) bool { return f[field].kind() == jsonscan.String }

// identity is the one definition of when two entries are the same probe (P-5):
// a web entry by file and smoke, a shell entry by cmd. An HTTP entry has none,
// because requests are an ordered sequence; neither has an entry without the
// members that make the identity. The key is "" then.
func (f *fields) identity() string {
	switch {
	case f.literal() == WebProbe && f.isText(fieldFile) && f.isText(fieldSmoke):
		key := appendString([]byte("web "), f[fieldFile])
		return string(appendString(key, f[fieldSmoke]))
	case f.isText(fieldCmd):
		return shellIdentity(f[fieldCmd])
	}
	return ""
}

// shellIdentity is the identity of the shell entry with this cmd. It is made of
// the canonical spelling and not of the decoded text, which cannot tell two
// halves of surrogate pairs apart.
func shellIdentity(cmd value) string { return string(appendString([]byte("shell "), cmd)) }

// shape says what kind of entry it is, in the order of P-4, and whether the
// member "probe" has a value that it cannot have.
func (f *fields) shape() (kind Kind, badLiteral bool) {
	if f[fieldProbe] != "" {
		switch f.literal() {
		case HTTPProbe:
			return KindHTTP, false
		case WebProbe:
			return KindWeb, false
		}
		badLiteral = true
	}
	switch {
	case f.isText(fieldCmd):
		return KindShell, badLiteral
	case f.isText(fieldPath):
		return KindHTTP, badLiteral
	case f.isText(fieldSmoke):
		return KindWeb, badLiteral
	}
	return KindNone, badLiteral
}
