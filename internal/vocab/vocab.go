// Package vocab compares words the way agents spell them: folded spellings,
// Unicode and ASCII case, and the declared name that a typo most likely meant.
//
// Everything here is pure and safe for concurrent use.
package vocab

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// Lower returns s in lower case by Unicode's full mapping, the one that knows
// the final sigma and letters that become two. Text in ASCII that has no
// upper-case letter is returned as it is.
func Lower(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return cases.Lower(language.Und).String(s)
		}
	}
	return strings.ToLower(s)
}

// EqualASCII reports whether a and b are equal when the letters A to Z count
// as a to z. No other letter folds: "ſ" is no "s" and "K" (the Kelvin sign) no
// "k", so that no look-alike reads as a word of a closed vocabulary.
func EqualASCII(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lowerASCII(a[i]) != lowerASCII(b[i]) {
			return false
		}
	}
	return true
}

// OneOf returns the word of a closed vocabulary that s spells, by EqualASCII.
func OneOf[T ~string](s string, words []T) (T, bool) {
	for _, w := range words {
		if EqualASCII(s, string(w)) {
			return w, true
		}
	}
	return "", false
}

func lowerASCII(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// Fold returns the spelling under which words of an open vocabulary are
// compared: lower case (Lower), every run of separators one "_", none at the
// ends. Separators are Unicode white space, "-" and "_". Nothing else is
// dropped, so no word ever becomes another. A word that is folded already is
// returned as it is; separators alone fold to "".
func Fold(s string) string {
	if isFolded(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for _, r := range Lower(s) {
		if isSeparator(r) {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('_')
		}
		gap = false
		b.WriteRune(r)
	}
	return b.String()
}

// isFolded is the usual case, decided without an allocation: lower-case ASCII
// with single underscores inside.
func isFolded(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '_':
			if i == 0 || i == len(s)-1 || s[i-1] == '_' {
				return false
			}
		case c <= ' ', c >= 0x7f, c == '-', c >= 'A' && c <= 'Z':
			return false
		}
	}
	return true
}

func isSeparator(r rune) bool { return r == '_' || r == '-' || unicode.IsSpace(r) }
