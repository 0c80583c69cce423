package drift

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/internal/wholetoken"
)

// bounded reports whether output[start:end] is a whole token (D-5): on both
// sides the edge of the text, or a character that does not continue it. The end
// of an output that was cut is no edge, and neither is what was redacted.
func bounded(output string, start, end int, cut bool) bool {
	before, after := output[:start], output[end:]
	if strings.HasSuffix(before, evidence.RedactedMark) || strings.HasPrefix(after, evidence.RedactedMark) {
		return false
	}
	if before != "" {
		if r, _ := utf8.DecodeLastRuneInString(before); continues(r) || r == '.' || r == '+' {
			return false
		}
	}
	if after == "" {
		return !cut
	}
	r, _ := utf8.DecodeRuneInString(after)
	return !continues(r) && r != '.' && r != '+'
}

// namedInGoal reports whether the goal names something as a whole token (D-7).
// A goal is prose, so that a full stop or a plus sign belongs to the name only
// when a word goes on behind it.
func namedInGoal(goal, name string) bool {
	return wholetoken.Find(goal, name, func(start, end int) bool { return boundedInProse(goal, start, end) })
}

func boundedInProse(goal string, start, end int) bool {
	if before := goal[:start]; before != "" {
		r, _ := utf8.DecodeLastRuneInString(before)
		first, _ := utf8.DecodeRuneInString(goal[start:])
		if continues(r) || (r == '.' || r == '+') && inWord(first) {
			return false
		}
	}
	after := goal[end:]
	if after == "" {
		return true
	}
	r, size := utf8.DecodeRuneInString(after)
	if r == '.' || r == '+' {
		next, _ := utf8.DecodeRuneInString(after[size:])
		return after[size:] == "" || !inWord(next)
	}
	return !continues(r)
}

// continues reports whether a name goes on with r: a character of a word, or a
// dash.
func continues(r rune) bool {
	return inWord(r) || unicode.In(r, unicode.Pd, unicode.Dash, unicode.Hyphen)
}

// inWord reports whether r is part of a word. What is not seen (format
// characters) and what cannot be read end no word either.
func inWord(r rune) bool {
	return wholetoken.Word(r) || r == utf8.RuneError || unicode.Is(unicode.Cf, r)
}
