// Package docpath holds the dotted paths of C-7 and JSON equality.
//
// A path is member names joined by dots. Inside a name `\.` is a dot and `\\`
// a backslash; those are the only escapes. Every other character stands for
// itself: nothing is a wildcard, an index or an operator, and list elements
// cannot be named.
package docpath

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// ErrPath is an empty path, an empty segment, another escape than `\.` and
// `\\`, or a path that is not valid UTF-8.
var ErrPath = errors.New(`a path is member names joined by dots, none of them empty; inside a name "\." is a dot and "\\" a backslash`)

// Split parses a dotted path into its member names, at least one. It returns
// ErrPath for anything that C-7 refuses.
func Split(path string) ([]string, error) {
	if !utf8.ValidString(path) {
		return nil, ErrPath
	}
	names := make([]string, 0, 1+strings.Count(path, "."))
	for {
		name, rest, more, err := cut(path)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
		if !more {
			return names, nil
		}
		path = rest
	}
}

// cut takes the first segment off path.
func cut(path string) (name, rest string, more bool, err error) {
	end := strings.IndexAny(path, `.\`)
	if end >= 0 && path[end] == '\\' {
		return cutEscaped(path)
	}
	if end >= 0 {
		name, rest, more = path[:end], path[end+1:], true
	} else {
		name = path
	}
	if name == "" {
		return "", "", false, ErrPath
	}
	return name, rest, more, nil
}

// cutEscaped takes off a first segment that holds an escape.
func cutEscaped(path string) (name, rest string, more bool, err error) {
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case '.':
			return b.String(), path[i+1:], true, nil
		case '\\':
			i++
			if i == len(path) || path[i] != '.' && path[i] != '\\' {
				return "", "", false, ErrPath
			}
		}
		b.WriteByte(path[i])
	}
	return b.String(), "", false, nil
}

// Escape writes one member name as a path segment.
func Escape(name string) string {
	if !strings.ContainsAny(name, `.\`) {
		return name
	}
	return escaper.Replace(name)
}

//nolint:gochecknoglobals // immutable, safe for concurrent use
var escaper = strings.NewReplacer(`\`, `\\`, `.`, `\.`)

// Join writes member names as one path; Split takes it apart again. The path
// of no names, or of an empty one, is not a path that Split accepts.
func Join(names ...string) string {
	var b strings.Builder
	for i, name := range names {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(Escape(name))
	}
	return b.String()
}
