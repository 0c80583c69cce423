package jsonscan

import (
	"unicode/utf8"
)

// Outcome is how the reading of a token ended. The zero Outcome is none.
type Outcome uint8

// The outcomes.
const (
	// Read: the token is complete, and within the limit.
	Read Outcome = iota + 1
	// Ended: the text ended first, or could not be read further.
	Ended
	// Long: the token is complete, and longer than the limit.
	Long
	// Wrong: a byte stands where none of the token can.
	Wrong
)

// String consumes the rest of a string whose opening quote is consumed, and
// returns its inside as written, when with its quotes it has no more than limit
// bytes. The bytes are valid until the next call; Text checks and decodes them.
func (s *Stream) String(limit int) ([]byte, Outcome) {
	limit -= 2 // the quotes
	s.token = s.token[:0]
	escaped := uint64(0)
	for size := 0; s.fill(); {
		from := s.pos
		var inString uint64
		s.pos, inString, escaped = leap(s.buf[:s.end], from, escaped)
		part := s.buf[from:s.pos]
		if inString == 0 {
			part = part[:len(part)-1]
		}
		size += len(part)
		switch {
		case inString == 0 && size > limit:
			return nil, Long
		case inString == 0 && size == len(part):
			return part, Read
		case size <= limit:
			s.token = append(s.token, part...)
		}
		if inString == 0 {
			return s.token, Read
		}
	}
	return nil, Ended
}

// Number consumes a number, of which at least one byte is left, and returns it
// as written when it has no more than limit bytes. The bytes are valid until the
// next call.
func (s *Stream) Number(limit int) ([]byte, Outcome) {
	s.token = s.token[:0]
	for size := 0; s.fill(); {
		from := s.pos
		for s.pos < s.end && numeric[s.buf[s.pos]] {
			s.pos++
		}
		part := s.buf[from:s.pos]
		if size += len(part); size <= limit {
			s.token = append(s.token, part...)
		}
		if s.pos == s.end {
			continue
		}
		if size > limit {
			return nil, Long
		}
		if end, ok := numberEnd(string(s.token), 0); !ok || end < size {
			return nil, Wrong
		}
		return s.token, Read
	}
	return nil, Ended
}

// numeric are the bytes of numbers.
//
//nolint:gochecknoglobals // read-only table
var numeric = [256]bool{
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'-': true, '+': true, '.': true, 'e': true, 'E': true,
}

// Literal consumes the word of kind, which is one of the three literals.
func (s *Stream) Literal(kind Kind, limit int) Outcome {
	word := literals[kind]
	for k := range len(word) {
		c, ok := s.Peek()
		switch {
		case !ok:
			return Ended
		case c != word[k]:
			return Wrong
		}
		s.Take()
	}
	if len(word) > limit {
		return Long
	}
	return Read
}

// KindOf is the type of the value that c begins; Invalid begins none.
func KindOf(c byte) Kind { return kindOf[c] }

// Text appends to dst what the inside of a string means, and reports what is
// wrong with it, at which offset of raw: "" is nothing.
func Text(dst, raw []byte) (text []byte, problem string, at int) {
	if isPlain(raw) {
		return append(dst, raw...), "", 0
	}
	// The quote ends the string for the strict scanner, which is the one judge
	// of escape sequences and UTF-8.
	quoted := string(raw) + `"`
	end, _, wrong := stringEnd(quoted, 0)
	if wrong != stringOK {
		problem, _ = stringRefusal(quoted, 0, end, wrong)
		return dst, problem, end
	}
	return appendUnescaped(dst, quoted[:end]), "", 0
}

// isPlain reports that raw, the inside of a string, stands for itself: it is
// ASCII without escape sequences and control characters.
func isPlain(raw []byte) bool {
	for _, c := range raw {
		if c < ' ' || c == '\\' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
