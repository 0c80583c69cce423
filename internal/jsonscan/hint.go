package jsonscan

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The hints name a habit of model output. They say how JSON is written and
// never what the text may have meant.
const (
	fenceHint    = "a Markdown code fence is not part of the JSON; the text must be the object alone"
	bomHint      = "the text begins with a byte order mark, which JSON does not allow"
	commentHint  = "JSON has no comments"
	commaHint    = "there is no comma behind the last member or element"
	singleHint   = "single quotes mean nothing in JSON; names and strings stand in double quotes"
	smartHint    = `typographic quotation marks mean nothing in JSON; names and strings stand in plain double quotes (")`
	wordHint     = "JSON knows the words null, true and false, in lower case, and no other"
	nanHint      = "JSON has no NaN and no Infinity"
	bareHint     = "member names stand in double quotes"
	yamlHint     = "this looks like YAML; only JSON is read"
	proseHint    = "only the JSON object itself is read; no words may stand before it"
	trailHint    = "only the JSON object itself is read; nothing may follow it"
	secondHint   = "only one JSON value is read; a second one follows it"
	cutHint      = "the text may have been cut off"
	numberHint   = "a number is digits without a leading zero or plus sign, with digits on both sides of a point, and decimal"
	commaGapHint = "members and elements are separated by commas"
)

// syntaxHint looks for the habits that can stand at any place.
func syntaxHint(text string, i int) string {
	if i >= len(text) {
		return cutHint
	}
	rest := text[i:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "```"):
		return fenceHint
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"), c == '#':
		return commentHint
	case c == '\'':
		return singleHint
	case c == '}' || c == ']':
		if lastByte(text[:i]) == ',' {
			return commaHint
		}
	case c == '"' || c == '{' || c == '[':
		return commaGapHint
	case c >= utf8.RuneSelf:
		if r, _ := utf8.DecodeRuneInString(rest); unicode.In(r, unicode.Pi, unicode.Pf) || r == '„' || r == '‚' {
			return smartHint
		}
	}
	return ""
}

// valueHint looks for what stands where a value is expected at i.
func valueHint(text string, i int) string {
	if strings.TrimRight(text[:i], " \t\r\n") == "" {
		return rootHint(text, i)
	}
	if i >= len(text) {
		return cutHint
	}
	if hint := wordAt(text[i:]); hint != "" {
		return hint
	}
	if text[i] == '.' || text[i] == '+' {
		return numberHint
	}
	return syntaxHint(text, i)
}

// rootHint looks for what stands where the root value is expected.
func rootHint(text string, i int) string {
	rest := text[i:]
	switch {
	case strings.HasPrefix(rest, "\ufeff"):
		return bomHint
	case strings.HasPrefix(rest, "```"):
		return fenceHint
	case strings.HasPrefix(rest, "---"), strings.HasPrefix(rest, "- "):
		return yamlHint
	}
	if hint := wordAt(rest); hint != "" {
		return hint
	}
	line, _, _ := strings.Cut(rest, "\n")
	switch key, value, found := strings.Cut(line, ":"); {
	case found && isBareName(key) && strings.TrimSpace(value) != "" && !strings.Contains(rest, "{"):
		return yamlHint
	case found && isBareName(key) && strings.TrimSpace(value) == "" && !strings.Contains(line, "{") && startsIndented(rest[len(line):]):
		return yamlHint
	case strings.ContainsAny(rest, "{[") && startsWithLetter(rest):
		return proseHint
	}
	return syntaxHint(text, i)
}

// nameHint looks for what stands where a member name is expected at i.
func nameHint(text string, i int) string {
	if i < len(text) && (startsWithLetter(text[i:]) || text[i] == '_' || text[i] == '$') {
		return bareHint
	}
	if i < len(text) && (text[i] == '{' || text[i] == '[') {
		return bareHint
	}
	return syntaxHint(text, i)
}

// trailingHint looks for what follows the root value at i.
func trailingHint(text string, i int) string {
	switch c := text[i]; {
	case c == '{' || c == '[' || c == '"':
		return secondHint
	case startsWithLetter(text[i:]):
		return trailHint
	}
	return syntaxHint(text, i)
}

// foreignWords are what other languages write where JSON has a word or nothing.
//
//nolint:gochecknoglobals // read-only table
var foreignWords = [...]struct{ word, hint string }{
	{"None", wordHint},
	{"True", wordHint},
	{"False", wordHint},
	{"TRUE", wordHint},
	{"FALSE", wordHint},
	{"Null", wordHint},
	{"NULL", wordHint},
	{"nil", wordHint},
	{"undefined", wordHint},
	{"NaN", nanHint},
	{"nan", nanHint},
	{"Infinity", nanHint},
	{"inf", nanHint},
}

// wordAt recognises a word of another language at the start of rest.
func wordAt(rest string) string {
	for _, w := range foreignWords {
		if strings.HasPrefix(rest, w.word) && !startsWithLetter(rest[len(w.word):]) {
			return w.hint
		}
	}
	return ""
}

// numberHintAt tells -Infinity, and the dashes of YAML, from a malformed
// number.
func numberHintAt(text string, i int) string {
	if hint := wordAt(text[i:]); hint != "" {
		return hint
	}
	if strings.TrimRight(text[:i-1], " \t\r\n") == "" && rootHint(text, i-1) == yamlHint {
		return yamlHint
	}
	return numberHint
}

func controlHint(c byte) string {
	if c == '\n' || c == '\r' || c == '\t' {
		return `line breaks and tabs inside a string are written \n, \r and \t`
	}
	return `control characters inside a string are written as \u escapes`
}

// lastByte is the last byte of s that is not white space, or 0.
func lastByte(s string) byte {
	s = strings.TrimRight(s, " \t\r\n")
	if s == "" {
		return 0
	}
	return s[len(s)-1]
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

// isBareName reports that key is one word as YAML writes a member name.
func isBareName(key string) bool {
	return startsWithLetter(key) && !strings.ContainsAny(key, " \t{[\"'")
}

// startsIndented reports that the next line is indented or a list entry.
func startsIndented(s string) bool {
	s = strings.TrimLeft(s, "\r\n")
	return strings.HasPrefix(s, " ") || strings.HasPrefix(s, "- ")
}
