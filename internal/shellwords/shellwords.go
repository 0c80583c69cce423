// Package shellwords cuts text into words the way a shell would. It is for
// text that somebody claims to be a command: it never fails, so that what is
// not shell syntax at all can be judged too, and it expands nothing.
package shellwords

import "strings"

const (
	space     = " \t\n\r\v\f" // what separates words
	operators = ";&|<>"       // what also ends one for a shell
	quotes    = `'"\`
)

// Word is one word of a text.
type Word struct {
	// Raw is the word as written, with its quotes.
	Raw string
	// Text is the word with its quotes removed.
	Text string
}

// Assigns reports whether w is written as an assignment, NAME=value with no
// quote in the name.
func (w Word) Assigns() bool {
	name, _, found := strings.Cut(w.Raw, "=")
	if !found || name == "" || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// Next takes the first word off text: everything up to unquoted white space.
// Single quotes keep all, double quotes keep a backslash except before
// $ ` " \ and a line break, elsewhere a backslash quotes the next character. A
// quote that is never closed runs to the end. It reports false when there is
// no word left.
func Next(text string) (word Word, rest string, found bool) {
	text = strings.TrimLeft(text, space)
	if text == "" {
		return Word{}, "", false
	}
	word = cut(text, space, space+quotes)
	return word, text[len(word.Raw):], true
}

// Program returns the first word of text without its quotes, as Next does, but
// ends it at an unquoted operator of the shell too: make in "make&&x". It is ""
// when text begins with an operator.
func Program(text string) string {
	return cut(strings.TrimLeft(text, space), space+operators, space+operators+quotes).Text
}

// cut takes the word that text begins with and that ends before one of ends;
// stops are ends and quotes.
func cut(text, ends, stops string) Word {
	end := strings.IndexAny(text, stops)
	if end < 0 {
		return Word{Raw: text, Text: text}
	}
	if strings.IndexByte(ends, text[end]) >= 0 {
		return Word{Raw: text[:end], Text: text[:end]}
	}
	var b strings.Builder
	b.WriteString(text[:end])
	for end < len(text) && strings.IndexByte(ends, text[end]) < 0 {
		end += unquote(&b, text[end:])
	}
	return Word{Raw: text[:end], Text: b.String()}
}

// unquote writes what the first character or quotation of text stands for and
// returns how many bytes it takes.
func unquote(b *strings.Builder, text string) int {
	switch text[0] {
	case '\'':
		inside, _, closed := strings.Cut(text[1:], "'")
		b.WriteString(inside)
		if closed {
			return len(inside) + 2
		}
		return len(inside) + 1
	case '"':
		return unquoteDouble(b, text)
	case '\\':
		if len(text) > 1 {
			if text[1] != '\n' {
				b.WriteByte(text[1])
			}
			return 2
		}
	}
	b.WriteByte(text[0])
	return 1
}

func unquoteDouble(b *strings.Builder, text string) int {
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return i + 1
		case c == '\\' && i+1 < len(text) && strings.IndexByte("$`\"\\\n", text[i+1]) >= 0:
			i++
			if text[i] != '\n' {
				b.WriteByte(text[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return len(text)
}

// Join writes a list of arguments as one command that a shell reads back as
// that list. Arguments of plain characters stay as they are, so that the usual
// command has its usual spelling.
func Join(argv []string) string {
	var b strings.Builder
	for i, arg := range argv {
		if i > 0 {
			b.WriteByte(' ')
		}
		if plain(arg) && (i > 0 || !strings.Contains(arg, "=")) {
			b.WriteString(arg)
			continue
		}
		b.WriteByte('\'')
		b.WriteString(strings.ReplaceAll(arg, "'", `'\''`))
		b.WriteByte('\'')
	}
	return b.String()
}

func plain(arg string) bool {
	for i := range len(arg) {
		c := arg[i]
		if c < '0' && strings.IndexByte("%+,-./", c) < 0 || c > 'z' || strings.IndexByte(";<>?[\\]^`", c) >= 0 {
			return false
		}
	}
	return arg != ""
}
