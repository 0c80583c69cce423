package contract

import (
	"errors"
	"strconv"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// The limits of the strict door, to be matched with errors.Is.
var (
	// ErrTooLarge: a document has, or would have, more bytes than its limit.
	ErrTooLarge = errors.New("contract: the document is too large")
	// ErrTooDeep: a document is, or would be, nested deeper than its limit.
	ErrTooDeep = errors.New("contract: the document is nested too deeply")
)

// SyntaxError is a text that the strict door refused (C-4). It is returned by
// Parse and, for the values and patches that they take, by the verbs.
//
// A text over a limit matches ErrTooLarge or ErrTooDeep with errors.Is.
type SyntaxError struct {
	// Argument names what was refused: "document", or the argument of a
	// verb: "value", "patch", "stored", "delta".
	Argument string
	// Offset is the byte offset of the offence in that text, from 0. It is
	// the length of the text when the text ends too early.
	Offset int
	// Path is the member or element in which it happened, written as in
	// findings (dotted names escaped as in C-7, list elements as name[3]);
	// "" at the root.
	Path string
	// Reason says what is wrong.
	Reason string
	// Hint names the habit of model output that is the likely cause, or "".
	// It never proposes a repaired text: nothing is guessed.
	Hint string

	limit error
}

// Error says what was refused, where, and why.
func (e *SyntaxError) Error() string {
	s := "contract: the " + e.Argument + " is not accepted at byte " + strconv.Itoa(e.Offset)
	if e.Path != "" {
		s += " (" + e.Path + ")"
	}
	s += ": " + e.Reason
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// Unwrap returns ErrTooLarge or ErrTooDeep for a text over a limit, else nil.
func (e *SyntaxError) Unwrap() error { return e.limit }

// The arguments that a SyntaxError names.
const (
	argDocument = "document"
	argValue    = "value"
	argPatch    = "patch"
	argStored   = "stored"
	argDelta    = "delta"
)

// syntaxError wraps a refusal of the scanner. shift is where the scanned text
// begins in the text that the caller passed.
func syntaxError(argument string, err *jsonscan.Error, shift int) *SyntaxError {
	e := &SyntaxError{Argument: argument, Offset: err.Offset + shift, Path: err.Path, Reason: err.Msg, Hint: err.Hint}
	switch err.Reason {
	case jsonscan.TooLarge:
		e.limit = ErrTooLarge
	case jsonscan.TooDeep:
		e.limit = ErrTooDeep
	case jsonscan.Malformed, jsonscan.DuplicateName:
	}
	return e
}
