package main

import (
	"fmt"
	"strings"
)

// envFile are the lines of a file of variables. Readers of such files disagree
// about everything but the plain cases, so only these are read, and no text of
// a file shows up in a message: there are keys in it.
type envFile struct {
	entries []envEntry
	// refused is the first thing that lookup could not read.
	refused *failure
}

type envEntry struct {
	line        int
	name, value string
}

func notEnvFile(line int, what, repair string) *failure {
	return refused(codeEnvFile, "--env-file", fmt.Sprintf("line %d %s", line, what), repair)
}

func parseEnvFile(text string) (*envFile, error) {
	file := &envFile{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if rest, found := strings.CutPrefix(line, "export"); found && rest != strings.TrimLeft(rest, " \t") {
			line = strings.TrimLeft(rest, " \t")
		}
		name, value, found := strings.Cut(line, "=")
		if !found || name == "" || strings.ContainsAny(name, " \t\"'`$\\") {
			return nil, notEnvFile(number, "is not NAME=VALUE", "write one variable a line, without spaces around the equals sign")
		}
		if quote := quoteOf(value); quote != "" && !strings.Contains(value[1:], quote) {
			return nil, notEnvFile(number, "opens a quote that it does not close", "write each value on one line")
		}
		file.entries = append(file.entries, envEntry{number, name, value})
	}
	return file, nil
}

// lookup finds a variable. Of what it refuses nothing is found.
func (f *envFile) lookup(name string) (string, bool) {
	var at *envEntry
	for k := range f.entries {
		switch entry := &f.entries[k]; {
		case entry.name != name:
		case at != nil:
			return f.refuse(notEnvFile(entry.line, "sets "+name+" again", "keep one of the two"))
		default:
			at = entry
		}
	}
	if at == nil {
		return "", false
	}
	value, ok := unquoted(at.value)
	if !ok {
		return f.refuse(notEnvFile(at.line, "gives "+name+" a value that readers of such files take differently",
			"write the selector as it is, or between single quotes, and nothing behind it"))
	}
	return value, true
}

func (f *envFile) refuse(why *failure) (string, bool) {
	if f.refused == nil {
		f.refused = why
	}
	return "", false
}

// quoteOf is the quote that a value begins with.
func quoteOf(value string) string {
	if value != "" && strings.Contains(`"'`, value[:1]) {
		return value[:1]
	}
	return ""
}

// unquoted takes the quotes off a value, and reports false for one that a shell
// would change in another way.
func unquoted(value string) (string, bool) {
	quote := quoteOf(value)
	special := " \t\"'`$\\"
	switch quote {
	case `"`:
		special = "\"`$\\"
	case "'":
		special = "'"
	}
	inner := value
	if quote != "" {
		inner = strings.TrimSuffix(value[1:], quote)
		if len(inner) != len(value)-2 { // the quote does not end the value
			return "", false
		}
	}
	return inner, !strings.ContainsAny(inner, special)
}
