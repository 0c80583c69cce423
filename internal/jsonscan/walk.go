package jsonscan

import "strings"

// The functions of this file read text that passed the door. They check
// nothing.

// SkipSpace returns the offset of the first byte from i that is not JSON white
// space.
func SkipSpace(text string, i int) int { return skipSpace(text, i) }

// KindAt returns the type of the value that begins at offset i.
func KindAt(text string, i int) Kind { return kindOf[text[i]] }

// SkipValue returns the offset behind the value that begins at offset i.
func SkipValue(text string, i int) int {
	switch kindOf[text[i]] {
	case String:
		return skipString(text, i)
	case Object, Array:
		return skipContainer(text, i)
	case Null, True, False, Number, Invalid:
	}
	for i < len(text) {
		switch text[i] {
		case ',', ']', '}', ' ', '\n', '\t', '\r':
			return i
		}
		i++
	}
	return i
}

// skipString returns the offset behind the string that opens at i.
func skipString(text string, i int) int {
	for i++; ; i++ {
		i += strings.IndexByte(text[i:], '"')
		slashes := 0
		for text[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i + 1
		}
	}
}

// skipContainer returns the offset behind the list or object that opens at i.
func skipContainer(text string, i int) int {
	depth := 0
	for {
		switch text[i] {
		case '"':
			i = skipString(text, i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
}

// Reader walks the members of an object, or the elements of a list, in
// document order.
//
//	for r := Inside(text, at); r.Next(); r.Skip() { … }
type Reader struct {
	text string
	at   int
	kind Kind
	// NameStart and NameEnd enclose the name of the current member as
	// written, without its quotes; Start is where its value begins.
	NameStart, NameEnd int
	Start              int
	// Count is the number of members or elements before the current one.
	Count int
}

// Inside returns a reader over the members of the object, or the elements of
// the list, that begins at offset i.
func Inside(text string, i int) Reader {
	return Reader{text: text, at: i + 1, kind: kindOf[text[i]], Count: -1}
}

// Next moves to the next member or element and reports whether there is one.
// Before it is called again, Skip or Leave must have moved past the value.
func (r *Reader) Next() bool {
	i := skipSpace(r.text, r.at)
	if r.text[i] == ',' {
		i = skipSpace(r.text, i+1)
	}
	r.at = i
	if r.text[i] == closerOf[r.kind] {
		return false
	}
	r.Count++
	if r.kind == Object {
		end := skipString(r.text, i)
		r.NameStart, r.NameEnd = i+1, end-1
		i = skipSpace(r.text, skipSpace(r.text, end)+1)
	}
	r.Start = i
	return true
}

// Skip moves past the current value and returns the offset behind it.
func (r *Reader) Skip() int {
	r.at = SkipValue(r.text, r.Start)
	return r.at
}

// Leave says that the current value ends at offset end, for a caller that has
// read it itself.
func (r *Reader) Leave(end int) { r.at = end }

// Closer returns, once Next has reported false, the offset of the closing
// bracket.
func (r *Reader) Closer() int { return r.at }

// NameIs reports whether the current member has this decoded name.
func (r *Reader) NameIs(name string) bool {
	return nameIs(r.text[r.NameStart:r.NameEnd], name)
}

// Name returns the decoded name of the current member.
func (r *Reader) Name() string { return Unescape(r.text[r.NameStart:r.NameEnd]) }

// nameIs compares a name as written with a decoded one.
func nameIs(written, name string) bool {
	if strings.IndexByte(written, '\\') >= 0 {
		return Unescape(written) == name
	}
	return written == name
}
