// Package wholetoken searches text for whole tokens: an occurrence counts only
// where it does not cut through a word.
package wholetoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Word reports whether r is part of a word: a Unicode letter, mark or digit,
// or "_".
func Word(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd)
}

// Index returns where token first stands in text at or after from as a whole
// token, or -1: a token that begins in a character of a word must not follow
// one, and a token that ends in one must not be followed by one. isWord says
// which characters make words. With openEnd a word may go on behind the end
// of text, so that a token that ends in a word does not match there. An empty
// token is nowhere. The cost is linear in text and token.
func Index(text, token string, from int, isWord func(rune) bool, openEnd bool) int {
	if token == "" || len(text)-from < len(token) {
		return -1
	}
	at := strings.Index(text[from:], token)
	if at < 0 {
		return -1
	}
	at += from
	edges := edgesOf(token, isWord)
	if edges.hold(text, at, at+len(token), isWord, openEnd) {
		return at
	}
	// Rejected once: an adversary may have arranged for one rejection at
	// every position, so go on with a search that never looks back.
	return scan(text, token, at+1, func(start, end int) bool {
		return edges.hold(text, start, end, isWord, openEnd)
	})
}

// edges says which ends of a token must not continue a word.
type edges struct{ start, end bool }

func edgesOf(token string, isWord func(rune) bool) edges {
	first, _ := utf8.DecodeRuneInString(token)
	last, _ := utf8.DecodeLastRuneInString(token)
	return edges{start: isWord(first), end: isWord(last)}
}

func (e edges) hold(text string, start, end int, isWord func(rune) bool, openEnd bool) bool {
	if e.start && start > 0 {
		if r, _ := utf8.DecodeLastRuneInString(text[:start]); isWord(r) {
			return false
		}
	}
	if !e.end {
		return true
	}
	if end == len(text) {
		return !openEnd
	}
	r, _ := utf8.DecodeRuneInString(text[end:])
	return !isWord(r)
}

// scan is the search of Knuth, Morris and Pratt: it tries every occurrence,
// overlapping ones too, in one pass.
func scan(text, token string, from int, accept func(start, end int) bool) int {
	if len(text)-from < len(token) {
		return -1
	}
	// border[i] is the length of the longest proper prefix of token[:i+1]
	// that is also its suffix.
	border := make([]int, len(token))
	for i, n := 1, 0; i < len(token); i++ {
		for n > 0 && token[i] != token[n] {
			n = border[n-1]
		}
		if token[i] == token[n] {
			n++
		}
		border[i] = n
	}
	matched := 0
	for i := from; i < len(text); i++ {
		for matched > 0 && text[i] != token[matched] {
			matched = border[matched-1]
		}
		if text[i] == token[matched] {
			matched++
		}
		if matched == len(token) {
			start := i + 1 - len(token)
			if accept(start, i+1) {
				return start
			}
			matched = border[matched-1]
		}
	}
	return -1
}
