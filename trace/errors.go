package trace

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Code says why a trace could not be read. The codes are errors themselves, so
// that errors.Is tells them apart; they are closed, never renamed and never used
// for something else. None of them says anything about the run.
type Code string //nolint:errname // a closed list of codes that errors.Is finds, as in the other packages

// Error returns the code's own text.
func (c Code) Error() string { return "trace: " + string(c) }

// The codes (T-7).
const (
	// ErrAbsent: there is nothing under that name.
	ErrAbsent Code = "absent"
	// ErrNotRegular: what stands there is no regular file, or not any more.
	ErrNotRegular Code = "not_regular"
	// ErrOverCeiling: the document is longer than Limits.Document.
	ErrOverCeiling Code = "over_ceiling"
	// ErrNotObject: the text does not begin as a JSON object.
	ErrNotObject Code = "not_object"
	// ErrTruncated: the text ends before its object does, or goes on behind
	// it. When it ends, errors.Is(err, io.ErrUnexpectedEOF) holds too.
	ErrTruncated Code = "truncated"
	// ErrMalformed: the object is not JSON at depth 1, or a wanted string is
	// not exact.
	ErrMalformed Code = "malformed"
	// ErrOverCapture: a value, or all values together, exceed Limits.Value or
	// Limits.Capture.
	ErrOverCapture Code = "over_capture"
	// ErrModelContent: the Spec asks for the value of a member that a model
	// wrote.
	ErrModelContent Code = "model_content"
	// ErrUnreadable: the reader or the file system failed. The error wraps
	// what it returned.
	ErrUnreadable Code = "unreadable"
)

// CodeInfo explains one Code.
type CodeInfo struct {
	Code Code
	// Status is the HTTP status that HTTPStatus gives.
	Status int
	// Meaning says what was found.
	Meaning string
	// Repair is the one thing that helps.
	Repair string
}

// Codes returns what every Code means. The texts may change, the codes do not.
func Codes() []CodeInfo { return slices.Clone(codes) }

//nolint:gochecknoglobals // read-only table
var codes = []CodeInfo{
	{
		ErrAbsent, 404,
		"there is no trace under this name",
		"Ask for a run that was recorded, or wait until its trace is written.",
	},
	{
		ErrNotRegular, 404,
		"what stands there is not a regular file",
		"Name the trace file itself: links are not followed, and pipes, devices and directories are not opened.",
	},
	{
		ErrOverCeiling, 413,
		"the trace is longer than the ceiling",
		"Raise Limits.Document: the memory that a read takes does not grow with it.",
	},
	{
		ErrNotObject, 422,
		"the text does not begin as a JSON object",
		"Read the one JSON object that the run's recorder wrote, uncompressed.",
	},
	{
		ErrTruncated, 422,
		"the text does not end where its object does",
		"Read again when the recorder has written the whole object; what was seen so far is in ReadError.Partial.",
	},
	{
		ErrMalformed, 422,
		"the object is not JSON at its first level",
		"Repair the recorder: no part of this text can be relied upon.",
	},
	{
		ErrOverCapture, 422,
		"a wanted value is longer than what may be captured",
		"Ask for the member in Spec.Shapes, or raise Limits.Value and Limits.Capture.",
	},
	{
		ErrModelContent, 500,
		"the value of a member that a model wrote was asked for",
		"Name the member in Spec.Shapes, or pass AllowModelContent.",
	},
	{
		ErrUnreadable, 500,
		"the reader or the file system failed",
		"Look at the wrapped error, and read again.",
	},
}

func infoOf(code Code) CodeInfo {
	at := slices.IndexFunc(codes, func(info CodeInfo) bool { return info.Code == code })
	if at < 0 {
		return CodeInfo{Code: code, Status: 500}
	}
	return codes[at]
}

// HTTPStatus is the status with which a server refuses to show a trace, because
// whoever asks for one named trace is owed an answer (T-10): 200 for nil, and
// 500 for an error that does not come from this package.
func HTTPStatus(err error) int {
	if err == nil {
		return 200
	}
	if code, ok := errors.AsType[Code](err); ok {
		return infoOf(code).Status
	}
	return 500
}

// ReadError is a trace that could not be read: every error of the readers in
// this package is one. Its text names no file, and shows one character of the
// trace at most.
type ReadError struct {
	// Code is the reason; errors.Is finds it.
	Code Code
	// Offset is the byte of the text at which reading stopped; -1 when no text
	// was reached.
	Offset int64
	// Detail says what stands there.
	Detail string
	// Hint names the likely cause, when it shows; otherwise the repair of
	// Codes applies.
	Hint string
	// Partial are the members that were complete before reading stopped. They
	// are good for a message and for nothing else: a later duplicate could
	// have replaced them, and a member that is not there has ShapeUnknown.
	Partial Fields

	cause error
}

// Error says on one line that the trace, and not the run, is the problem.
func (e *ReadError) Error() string {
	info := infoOf(e.Code)
	var b strings.Builder
	b.WriteString("could not read the trace: ")
	b.WriteString(info.Meaning)
	if e.Offset >= 0 {
		fmt.Fprintf(&b, " (byte %d)", e.Offset)
	}
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	if reason := systemReason(e.cause); reason != "" {
		b.WriteString(": " + reason)
	}
	if hint := e.Hint; hint != "" {
		b.WriteString(". " + hint)
	} else if info.Repair != "" {
		b.WriteString(". " + info.Repair)
	}
	return b.String()
}

// Unwrap returns the code and what caused it, if anything did.
func (e *ReadError) Unwrap() []error {
	if e.cause == nil {
		return []error{e.Code}
	}
	return []error{e.Code, e.cause}
}

// refuseFile makes the error for a file system that refused. A path that the
// cause carries is taken off: the texts of this package are shown to people who
// must not learn the paths of a host.
func refuseFile(err error) *ReadError {
	for {
		pathError, ok := errors.AsType[*fs.PathError](err)
		if !ok {
			break
		}
		err = pathError.Err
	}
	e := &ReadError{Code: ErrUnreadable, Offset: -1, cause: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Code = ErrAbsent
	case isOther(err):
		e.Code = ErrNotRegular
	case errors.Is(err, fs.ErrPermission):
		e.Hint = "Give the reading process the permission to read it."
	}
	return e
}

func notRegular(detail string) *ReadError {
	return &ReadError{Code: ErrNotRegular, Offset: -1, Detail: detail}
}
