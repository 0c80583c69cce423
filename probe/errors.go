package probe

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// ErrLimit is matched by the error of a document that is beyond the limits of
// [WithLimits], read or about to be written. Such a document is not corrupt: no
// writer replaces it.
var ErrLimit = errors.New("probe: beyond the limits")

// SyntaxError is a document that is not JSON, or is beyond the limits.
type SyntaxError struct {
	// Offset is the byte offset of what was refused; the length of the text
	// when it ends too early.
	Offset int
	// Path is the member or element in which it happened, "" at the root.
	Path string
	// Msg says what is wrong, and Hint names the likely habit behind it, or is
	// "".
	Msg, Hint string
	limit     bool
}

func syntaxError(e *jsonscan.Error) *SyntaxError {
	return &SyntaxError{
		Offset: e.Offset, Path: e.Path, Msg: e.Msg, Hint: e.Hint,
		limit: e.Reason == jsonscan.TooLarge || e.Reason == jsonscan.TooDeep,
	}
}

// Error names the offset, so that whoever wrote the text can find the place.
func (e *SyntaxError) Error() string {
	s := "probe: the document cannot be read: " + e.Msg + " (byte " + strconv.Itoa(e.Offset)
	if e.Path != "" {
		s += ", at " + e.Path
	}
	s += ")"
	if e.Hint != "" {
		s += ": " + e.Hint
	}
	return s
}

// Is matches [ErrLimit].
func (e *SyntaxError) Is(target error) bool { return target == ErrLimit && e.limit }

// EntryError is an entry that a writer or recorder was called with and cannot
// write.
type EntryError struct {
	// Kind is the kind of entry that the call writes.
	Kind Kind
	// Rule is the rule that the entry breaks, or "" when it is not JSON.
	Rule Rule
	// Detail says what is wrong with it.
	Detail string
}

// Error names the kind and the defect.
func (e *EntryError) Error() string {
	return fmt.Sprintf("probe: this is no %s entry that can be written: %s", e.Kind, e.Detail)
}

// HandEditError is an edit of the manifest by hand. It is addressed to the
// model that asked for it.
type HandEditError struct {
	// Name is the base name of the manifest.
	Name string
	// Tools are the names of what records probes instead.
	Tools []string
}

// Error names what to use instead.
func (e *HandEditError) Error() string {
	return fmt.Sprintf("probe: %s is written by tools that run what they record, never by hand; use %s instead",
		e.Name, strings.Join(e.Tools, ", "))
}

// tooLarge is the error of a document that a writer would make too large.
func tooLarge(size int, c config) error {
	limits := jsonscan.Limits{MaxBytes: c.limits.MaxBytes, MaxDepth: c.limits.MaxDepth}
	return syntaxError(jsonscan.TooLargeError(size, limits))
}
