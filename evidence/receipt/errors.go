package receipt

import (
	"fmt"
	"strings"
)

// Problem is one thing that is wrong with a document.
type Problem struct {
	// Path is where: member names joined by dots, elements as files[3]; "" is
	// the document itself.
	Path string
	// Detail says what is wrong and what would be accepted. Its wording may
	// change.
	Detail string
}

// maxProblems bounds how many problems one error lists.
const maxProblems = 32

// FormError is the refusal of a document.
type FormError struct {
	// Document says what was expected: "publication", "manifest", "declared
	// outputs", "commit id".
	Document string
	// Problems are the first 32 things that are wrong, at least one.
	Problems []Problem
	// Omitted is how many more there are.
	Omitted int
}

// Error writes the refusal on one line.
func (e *FormError) Error() string {
	var b strings.Builder
	b.WriteString("receipt: not a valid " + e.Document)
	separator := ": "
	for _, p := range e.Problems {
		b.WriteString(separator)
		separator = "; "
		if p.Path != "" {
			b.WriteString(p.Path + " ")
		}
		b.WriteString(p.Detail)
	}
	if e.Omitted > 0 {
		fmt.Fprintf(&b, "; and %d more", e.Omitted)
	}
	return b.String()
}

// ReadError is a file that could not be read, so that nothing can be said about
// it.
type ReadError struct {
	// Path is its path inside the file system that was given.
	Path string
	// Err is what the file system returned. Error does not show it: it may
	// name a folder of the host.
	Err error
}

// Error names the file.
func (e *ReadError) Error() string { return fmt.Sprintf("receipt: %q cannot be read", e.Path) }

// Unwrap returns what the file system returned.
func (e *ReadError) Unwrap() error { return e.Err }
