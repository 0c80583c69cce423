package jsonscan

import (
	"math"
	"strings"
)

// IndexDepth is the deepest object that Scan indexes: the members of the root
// and those of its members, which is where the closed levels of C-14 end.
const IndexDepth = 2

// Scan checks that text is exactly one JSON value within the limits, with
// nothing but white space around it (C-4), and fills index, which may be nil.
// It runs in one pass, in time linear in the text also for texts made to be
// slow, and never recursively. On an error index is left as it was.
func Scan(text string, lim Limits, index *Index) *Error {
	return scan(text, lim, index, IndexDepth)
}

// ScanDeep is Scan, with an index of every object that is reached from the
// root through objects alone.
func ScanDeep(text string, lim Limits, index *Index) *Error {
	return scan(text, lim, index, math.MaxInt)
}

func scan(text string, lim Limits, index *Index, depth int) *Error {
	lim = lim.OrDefault()
	if len(text) > lim.MaxBytes {
		return TooLargeError(len(text), lim)
	}
	s, _ := scratchPool.Get().(*scratch)
	defer s.release()
	if index == nil {
		index, depth = new(Index), 0
	}
	return s.run(text, lim, depth, index)
}

// kindOf is the type of the value that a byte begins; Invalid begins none.
//
//nolint:gochecknoglobals // read-only table
var kindOf = [256]Kind{
	'"': String, '{': Object, '[': Array, 'n': Null, 'f': False, 't': True, '-': Number,
	'0': Number, '1': Number, '2': Number, '3': Number, '4': Number,
	'5': Number, '6': Number, '7': Number, '8': Number, '9': Number,
}

// closerOf is the bracket that ends a container.
//
//nolint:gochecknoglobals // read-only table
var closerOf = [...]byte{Array: ']', Object: '}'}

// literals are the three words of JSON.
//
//nolint:gochecknoglobals // read-only table
var literals = [...]string{Null: "null", False: "false", True: "true", Object: ""}

// run is the scanner: a machine of three states (a value is expected, a value
// has ended, a member name is expected) over an explicit stack. The states are
// labels and not functions because each byte passes them.
func (s *scratch) run(text string, lim Limits, depth int, index *Index) *Error {
	s.names.text = text
	s.frames = append(s.frames, frame{})
	top := &s.frames[0]
	var i, start, end int
	var kind Kind

value:
	i = skipSpace(text, i)
	if i >= len(text) {
		return s.refuseValue(text, i)
	}
	kind = kindOf[text[i]]
	if top.indexed {
		m := &s.members[top.member]
		m.Start, m.Kind = i, kind
	} else if len(s.frames) == 1 {
		start = i
	}
	switch kind {
	case String:
		closing, _, problem := stringEnd(text, i+1)
		if problem != stringOK {
			if closing, problem = lim.passHalves(text, closing, problem); problem != stringOK {
				return s.refuseString(text, i, closing, problem)
			}
		}
		i = closing + 1
	case Object, Array:
		if len(s.frames) > lim.MaxDepth {
			return s.refuseDepth(i, lim.MaxDepth)
		}
		s.frames = append(s.frames, frame{
			kind:      kind,
			indexed:   kind == Object && len(s.frames) <= depth && (top.indexed || len(s.frames) == 1),
			firstName: len(s.names.stack),
			arena:     len(s.names.arena),
		})
		top = &s.frames[len(s.frames)-1]
		i = skipSpace(text, i+1)
		if i < len(text) && text[i] == closerOf[kind] {
			goto closed
		}
		if kind == Array {
			goto value
		}
		goto name
	case Number:
		var ok bool
		if i, ok = numberEnd(text, i); !ok {
			return s.refuseNumber(text, i)
		}
	case Null, True, False:
		if !strings.HasPrefix(text[i:], literals[kind]) {
			return s.refuseValue(text, i)
		}
		i += len(literals[kind])
	case Invalid:
		return s.refuseValue(text, i)
	}

ended:
	if top.indexed {
		m := &s.members[top.member]
		m.End, m.Next = i, len(s.members)
	}
	if top.kind == Invalid {
		end = i
		if i = skipSpace(text, i); i < len(text) {
			return s.refuseTrailing(text, i)
		}
		*index = Index{Kind: kindOf[text[start]], Start: start, End: end, Members: s.takeMembers()}
		return nil
	}
	i = skipSpace(text, i)
	if i >= len(text) {
		return s.refuseEnded(text, i, top.kind)
	}
	if text[i] == ',' {
		i++
		if top.kind == Array {
			top.count++
			goto value
		}
		goto name
	}
	if text[i] != closerOf[top.kind] {
		return s.refuseEnded(text, i, top.kind)
	}

closed:
	if top.kind == Object {
		s.names.drop(top)
	}
	s.frames = s.frames[:len(s.frames)-1]
	top = &s.frames[len(s.frames)-1]
	i++
	goto ended

name:
	i = skipSpace(text, i)
	if i >= len(text) || text[i] != '"' {
		return s.refuseName(text, i)
	}
	{
		closing, escaped, problem := stringEnd(text, i+1)
		if problem != stringOK {
			if closing, problem = lim.passHalves(text, closing, problem); problem != stringOK {
				return s.refuseNameString(text, i, closing, problem)
			}
		}
		if lim.Plain {
			s.names.push(i+1, closing, escaped)
		} else if !s.names.add(top, i+1, closing, escaped) {
			return s.refuseDuplicate(i)
		}
		if top.indexed {
			top.member = len(s.members)
			s.members = append(s.members, Member{NameStart: i + 1, NameEnd: closing, Escaped: escaped})
		}
		i = skipSpace(text, closing+1)
	}
	if i >= len(text) || text[i] != ':' {
		return s.refuseColon(text, i)
	}
	i++
	goto value
}

// skipSpace returns the offset of the first byte from i that is not JSON white
// space.
func skipSpace(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
		i++
	}
	return i
}

// takeMembers hands the members over: a copy that is just long enough, or the
// buffer itself when it is too large to be kept anyway.
func (s *scratch) takeMembers() []Member {
	if len(s.members) == 0 {
		return nil
	}
	if cap(s.members) > keepMembers {
		members := s.members
		s.members = nil
		return members
	}
	return append([]Member(nil), s.members...)
}
