package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/handfast-go/handfast/internal/shellwords"
)

// VerdictWords returns the closed list of words that state an outcome. The
// two words "n a" count as one of them.
func VerdictWords() []string { return slices.Clone(verdictWords) }

// CountingWords returns the closed list of words that only count, name or
// join outcomes.
func CountingWords() []string { return slices.Clone(countingWords) }

//nolint:gochecknoglobals // read-only tables
var (
	verdictWords = []string{
		"pass", "passed", "passes", "passing", "ok", "okay", "success", "successful", "successfully",
		"succeed", "succeeds", "succeeded", "verified", "fail", "failed", "fails", "failing", "failure",
		"failures", "done", "green", "red", "n a",
	}
	countingWords = []string{
		"a", "all", "and", "of", "in", "with", "no", "zero", "test", "tests", "spec", "specs", "check",
		"checks", "suite", "suites", "assertion", "assertions", "case", "cases", "error", "errors",
		"warning", "warnings", "skipped", "total", "exit", "code", "status", "result", "results",
		"second", "seconds",
	}
	wordKinds = kindsOfWords()
)

type wordKind uint8

const (
	otherWord wordKind = iota
	verdictWord
	countingWord
)

func kindsOfWords() map[string]wordKind {
	kinds := make(map[string]wordKind, len(verdictWords)+len(countingWords))
	for _, w := range countingWords {
		kinds[w] = countingWord
	}
	for _, w := range verdictWords {
		kinds[w] = verdictWord
	}
	return kinds
}

// NormalizeVerdict folds the spellings of a verdict into one (E-5): NFKC and
// full case folding; check marks read as pass and cross marks as fail; markup
// tags, emphasis, punctuation, quotes, brackets and slashes become spaces
// (except a % behind a digit); variation selectors and invisible characters
// go; runs of white space become one space. Normalising twice changes nothing.
func NormalizeVerdict(s string) string {
	if out, plain := normalizePlain(s); plain {
		return out
	}
	// Folding may undo NFKC, and what is removed may have kept others apart:
	// repeat until nothing changes, which two rounds do for all known text.
	for range maxRounds {
		folded := strings.Map(visible, s)
		folded = norm.NFKC.String(cases.Fold().String(norm.NFKC.String(folded)))
		if folded == s {
			break
		}
		s = folded
	}
	return spaceOut(s)
}

const maxRounds = 8

// normalizePlain serves what most results and commands are: lower-case ASCII
// letters, digits and single spaces.
func normalizePlain(s string) (string, bool) {
	for i := range len(s) {
		c := s[i]
		if c == ' ' && i > 0 && i < len(s)-1 && s[i-1] != ' ' {
			continue
		}
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return "", false
		}
	}
	return s, true
}

// visible drops what is not seen: format characters and variation selectors.
func visible(r rune) rune {
	if r < 0x80 {
		return r
	}
	if unicode.In(r, unicode.Cf, unicode.Variation_Selector) || r == '\u034f' {
		return -1
	}
	return r
}

// spaceOut replaces what is no word by spaces, marks by their words, and runs
// of spaces by one.
func spaceOut(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	pending := false // a space before the next word
	word := func(w string) {
		if pending && b.Len() > 0 {
			b.WriteByte(' ')
		}
		pending = false
		b.WriteString(w)
	}
	afterDigit := false
	skipTo := 0 // the end of a tag
	for i, r := range s {
		if i < skipTo {
			continue
		}
		tag := tagLen(s[i:])
		mark := markWord(r)
		switch {
		case tag > 0:
			skipTo = i + tag
			pending = true
		case mark != "":
			pending = true
			word(mark)
			pending = true
		case r == '%' && afterDigit:
			word("%")
		case unicode.IsSpace(r) || separates(r):
			pending = true
		default:
			word(s[i : i+utf8.RuneLen(r)])
		}
		afterDigit = unicode.IsDigit(r)
	}
	return b.String()
}

// markWord returns the word that a check or cross mark reads as, or "".
func markWord(r rune) string {
	switch r {
	case '✓', '✔', '✅', '☑', '🗸':
		return passWord
	case '✗', '✘', '✖', '❌', '☒', '❎':
		return "fail"
	}
	return ""
}

const passWord = "pass"

// separates reports whether r stands between words: punctuation of any kind,
// and the symbols that serve as emphasis, brackets, slashes or rules. Other
// symbols, such as $, belong to their word.
func separates(r rune) bool {
	return unicode.IsPunct(r) || strings.ContainsRune("`~|<>^=+\u2044\u2215\u29f8", r)
}

// tagLen returns the length of the markup tag that s begins with, or 0: "<",
// maybe "/", a letter, and anything but angle brackets up to ">".
func tagLen(s string) int {
	if len(s) < len("<b>") || s[0] != '<' {
		return 0
	}
	name := s[1:]
	if name[0] == '/' {
		name = name[1:]
	}
	if c := name[0] | 0x20; c < 'a' || c > 'z' {
		return 0
	}
	end := strings.IndexAny(s[1:], "<>")
	if end < 0 || s[1+end] == '<' {
		return 0
	}
	return end + 2
}

// ReadsAsPass reports whether a result claims success: every word of the
// normalised text is "pass", and there is one (E-5). Nothing else does; passed
// or ok is a result of its own, which no exit is compared with.
func ReadsAsPass(s string) bool {
	words := strings.Fields(NormalizeVerdict(s))
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return w != passWord })
}

// IsVerdict reports whether s is an outcome rather than a command (E-5): every
// word of the normalised text is a verdict word, a counting word or a number
// (digits, also with s, ms or %), and one at least is a verdict word or all
// are numbers. Text whose first word is a path is never one, also behind
// quotes, Markdown backticks, markup tags and NAME=value words.
func IsVerdict(s string) bool {
	if startsWithPath(s) {
		return false
	}
	verdicts, numbers := 0, 0
	words := strings.Fields(NormalizeVerdict(s))
	for i := 0; i < len(words); i++ {
		if words[i] == "n" && i+1 < len(words) && words[i+1] == "a" {
			verdicts++
			i++
			continue
		}
		switch {
		case wordKinds[words[i]] == verdictWord:
			verdicts++
		case wordKinds[words[i]] == countingWord:
		case isNumber(words[i]):
			numbers++
		default:
			return false
		}
	}
	return verdicts > 0 || numbers > 0 && numbers == len(words)
}

// isNumber reports whether w is digits, maybe with s, ms or % behind them.
func isNumber(w string) bool {
	digits := strings.TrimLeftFunc(w, unicode.IsDigit)
	if digits == w {
		return false
	}
	return digits == "" || digits == "s" || digits == "ms" || digits == "%"
}

// startsWithPath reports whether the first word of s is a path, seen through
// what commands are dressed in.
func startsWithPath(s string) bool {
	for {
		s = undress(s)
		if isPath(s) {
			return true
		}
		word, rest, found := shellwords.Next(s)
		if !found || !word.Assigns() {
			return false
		}
		s = rest
	}
}

// undress drops white space, tags, backticks and quotes before a first word.
func undress(s string) string {
	for {
		before := len(s)
		s = strings.TrimLeft(skipTags(s), "`\"'")
		if len(s) == before {
			return s
		}
	}
}

// isPath reports whether s begins as a path does that a shell runs without
// looking it up.
func isPath(s string) bool {
	for _, prefix := range [...]string{"/", "./", "../", "~/"} {
		if strings.HasPrefix(s, prefix) {
			return true
		}
	}
	return false
}
