// Package docpath holds the dotted paths of C-7 and JSON equality.
package docpath

import "errors"

// ErrPath is an empty path, an empty segment or a bad escape.
var ErrPath = errors.New("path")

// Split parses a dotted path into its member names.
func Split(path string) ([]string, error) { return nil, nil }

// Escape writes one member name as a path segment.
func Escape(name string) string { return name }

// Equal reports whether two values that passed the strict door are the same
// JSON value: strings decoded, numbers by value, member order ignored.
func Equal(a, b string) bool { return a == b }
