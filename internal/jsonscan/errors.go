package jsonscan

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// Reason tells the refusals apart that a caller treats differently.
type Reason uint8

// The reasons.
const (
	// Malformed: the text is not one JSON value as the door demands it.
	Malformed Reason = iota
	// TooLarge: the text exceeds Limits.MaxBytes.
	TooLarge
	// TooDeep: the nesting exceeds Limits.MaxDepth.
	TooDeep
	// DuplicateName: two members of one object have the same decoded name.
	DuplicateName
)

// Error is a refusal: where, under which member, and why.
type Error struct {
	// Offset is the byte offset into the scanned text of what was refused;
	// the length of the text when it ends too early.
	Offset int
	// Path is the member or element in which it happened: dotted names
	// escaped as in C-7, list elements as name[3]; "" at the root.
	Path string
	// Msg says what is wrong, without position.
	Msg string
	// Hint names the habit of model output that is the likely cause, or "".
	// It never proposes a repaired text.
	Hint string
	// Reason is the kind of refusal.
	Reason Reason
}

// Error writes the refusal on one line.
func (e *Error) Error() string {
	s := e.Msg + " (byte " + strconv.Itoa(e.Offset)
	if e.Path != "" {
		s += ", at " + e.Path
	}
	s += ")"
	if e.Hint != "" {
		s += ": " + e.Hint
	}
	return s
}

// TooLargeError is the refusal of a text of size bytes, for callers that know
// the size before they have the text.
func TooLargeError(size int, lim Limits) *Error {
	lim = lim.OrDefault()
	return &Error{
		Offset: lim.MaxBytes,
		Msg:    fmt.Sprintf("the document has %d bytes; at most %d are accepted", size, lim.MaxBytes),
		Reason: TooLarge,
	}
}

// TooDeepError is the refusal of a text that is known to nest too deeply before
// it is written.
func TooDeepError(lim Limits) *Error {
	return &Error{
		Msg:    fmt.Sprintf("the nesting is deeper than the %d levels that are accepted", lim.OrDefault().MaxDepth),
		Reason: TooDeep,
	}
}

// describe names what stands at offset i for a message.
func describe(text string, i int) string {
	if i >= len(text) {
		return "the end of the text"
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	if r == utf8.RuneError && size <= 1 {
		return fmt.Sprintf("the byte 0x%02x", text[i])
	}
	if !strconv.IsPrint(r) {
		return fmt.Sprintf("the character %U", r)
	}
	return "the character " + strconv.QuoteRune(r)
}
