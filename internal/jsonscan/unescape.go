package jsonscan

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Unescape decodes the inside of a string that passed the door, given without
// its quotes. Half a surrogate pair, which only the plain mode lets in, reads
// as U+FFFD. It allocates only when there is an escape sequence.
func Unescape(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	return string(appendUnescaped(make([]byte, 0, len(raw)), raw))
}

// appendUnescaped decodes the inside of a string that passed the door.
func appendUnescaped(dst []byte, raw string) []byte {
	for {
		at := strings.IndexByte(raw, '\\')
		if at < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:at]...)
		raw = raw[at:]
		if raw[1] != 'u' {
			dst = append(dst, unescapedByte(raw[1]))
			raw = raw[2:]
			continue
		}
		r, _ := hex4(raw, 2)
		raw = raw[6:]
		if utf16.IsSurrogate(r) {
			if r = utf16.DecodeRune(r, lowHalf(raw)); r != utf8.RuneError {
				raw = raw[6:]
			}
		}
		dst = utf8.AppendRune(dst, r)
	}
}

// lowHalf reads the escape at the start of raw; 0 when there is none.
func lowHalf(raw string) rune {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0
	}
	unit, _ := hex4(raw, 2)
	return unit
}

// unescapedByte is what the short escape \c stands for.
func unescapedByte(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// AppendQuoted appends s as a JSON string and escapes only what must be: the
// quote, the backslash and the control characters. s must be valid UTF-8.
func AppendQuoted(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}
