package jsonscan

import (
	"math/bits"
	"unicode/utf8"
)

// stringProblem says what is wrong with a string; zero is nothing.
type stringProblem uint8

const (
	stringOK stringProblem = iota
	stringOpen
	stringControl
	stringEscape
	stringHex
	stringSurrogate
	stringUTF8
)

const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// load8 reads eight bytes as a little-endian word; the compiler turns it into
// one load.
func load8(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// notPlain marks the bytes of w that end a plain run: a quote, a backslash, a
// control character or a non-ASCII byte. Borrows may mark too much above the
// lowest mark, so only the lowest one may be used.
func notPlain(w uint64) uint64 {
	quote := w ^ (lowBits * '"')
	slash := w ^ (lowBits * '\\')
	return ((quote-lowBits)&^quote | (slash-lowBits)&^slash | (w-lowBits*' ')&^w | w) & highBits
}

// stringEnd reads the inside of a string from i and returns the offset of its
// closing quote and whether it holds an escape sequence. On a problem the
// offset is that of the offence.
func stringEnd(text string, i int) (end int, escaped bool, problem stringProblem) {
	for {
		i = plainEnd(text, i)
		if i >= len(text) {
			return len(text), escaped, stringOpen
		}
		switch c := text[i]; {
		case c == '"':
			return i, escaped, stringOK
		case c == '\\':
			escaped = true
			next, p := escapeEnd(text, i)
			if p != stringOK {
				return i, escaped, p
			}
			i = next
		case c < ' ':
			return i, escaped, stringControl
		default:
			for i < len(text) && text[i] >= utf8.RuneSelf {
				_, size := utf8.DecodeRuneInString(text[i:])
				if size == 1 { // a non-ASCII byte is never a character alone
					return i, escaped, stringUTF8
				}
				i += size
			}
		}
	}
}

// passHalves goes on behind what stringEnd stopped at, when that is half a
// surrogate pair and the mode is plain; what follows the half is read on its
// own. Every other problem it returns as it is.
func (l Limits) passHalves(text string, at int, problem stringProblem) (end int, rest stringProblem) {
	for l.Plain && problem == stringSurrogate {
		at, _, problem = stringEnd(text, at+len(`\ud800`))
	}
	return at, problem
}

// plainEnd returns the offset of the first byte from i that is not plain, or
// the length of the text.
func plainEnd(text string, i int) int {
	for i+8 <= len(text) {
		if marks := notPlain(load8(text, i)); marks != 0 {
			return i + bits.TrailingZeros64(marks)>>3
		}
		i += 8
	}
	for i < len(text) {
		if c := text[i]; c == '"' || c == '\\' || c < ' ' || c >= utf8.RuneSelf {
			break
		}
		i++
	}
	return i
}

// escapeEnd returns the offset behind the escape sequence at i. A high
// surrogate takes its low half with it: alone, either half is refused, because
// readers disagree about what such a string means.
func escapeEnd(text string, i int) (int, stringProblem) {
	if i+1 >= len(text) {
		return 0, stringOpen
	}
	switch text[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2, stringOK
	case 'u':
	default:
		return 0, stringEscape
	}
	unit, ok := hex4(text, i+2)
	switch {
	case !ok:
		return 0, stringHex
	case unit < surrogateMin || unit > surrogateMax:
		return i + 6, stringOK
	case unit >= surrogateLow:
		return 0, stringSurrogate
	}
	if i+7 >= len(text) || text[i+6] != '\\' || text[i+7] != 'u' {
		return 0, stringSurrogate
	}
	if low, lowOK := hex4(text, i+8); !lowOK || low < surrogateLow || low > surrogateMax {
		return 0, stringSurrogate
	}
	return i + 12, stringOK
}

// The UTF-16 surrogates: the low halves start at surrogateLow.
const (
	surrogateMin = 0xd800
	surrogateLow = 0xdc00
	surrogateMax = 0xdfff
)

// hex4 reads four hex digits at i.
func hex4(text string, i int) (rune, bool) {
	if i+4 > len(text) {
		return 0, false
	}
	var unit rune
	for _, c := range []byte(text[i : i+4]) {
		switch {
		case c >= '0' && c <= '9':
			unit = unit<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			unit = unit<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			unit = unit<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return unit, true
}
