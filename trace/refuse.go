package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// refuseEnd makes the error for a text of which no more can be read; where says
// at which place of the object.
func (p *projection) refuseEnd(where string) *ReadError {
	e := &ReadError{Code: ErrTruncated, Offset: p.stream.Offset()}
	switch err := p.stream.Err(); {
	case err == io.EOF: //nolint:errorlint // io.Reader returns io.EOF itself
		e.cause = io.ErrUnexpectedEOF
		e.Detail = "the text ends " + where
	case errors.Is(err, jsonscan.ErrTooLong):
		e.Code = ErrOverCeiling
		e.Detail = fmt.Sprintf("more than %d bytes", p.limits.Document)
	default:
		file := refuseFile(err)
		e.Code, e.cause = ErrUnreadable, file.cause
	}
	return e
}

// malformed makes the error for a byte that stands where something else is
// expected. The byte itself is not shown: a model may have written it.
func (p *projection) malformed(want string, c byte) *ReadError {
	detail := "another character stands where " + want + " is expected"
	switch {
	case c < ' ':
		detail = "a control character stands where " + want + " is expected"
	case bytes.IndexByte([]byte(`{}[],:"'`), c) >= 0:
		detail = string(c) + " stands where " + want + " is expected"
	}
	return &ReadError{Code: ErrMalformed, Offset: p.stream.Offset(), Detail: detail}
}

// refuseStart makes the error for a text that does not begin with a brace.
func (p *projection) refuseStart(found bool) *ReadError {
	s := &p.stream
	if !found {
		if s.Err() != io.EOF { //nolint:errorlint // io.Reader returns io.EOF itself
			return p.refuseEnd("")
		}
		return &ReadError{Code: ErrNotObject, Offset: s.Offset(), Detail: "the text is empty"}
	}
	e := &ReadError{Code: ErrNotObject, Offset: s.Offset()}
	var start []byte
	for len(start) < 3 {
		c, ok := s.Peek()
		if !ok {
			break
		}
		start = append(start, c)
		s.Take()
	}
	switch {
	case bytes.HasPrefix(start, []byte("\x1f\x8b")):
		e.Hint = "It is compressed with gzip: read it through gzip.NewReader."
	case bytes.HasPrefix(start, []byte("\xef\xbb\xbf")):
		e.Hint = "It begins with a byte order mark, which JSON does not allow."
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		e.Hint = "It is UTF-16; a trace is UTF-8."
	case start[0] == '[':
		e.Detail = "a list stands there"
	default:
		e.Detail = "something else stands there"
	}
	return e
}

// refuseTrailing makes the error for a text that goes on behind its object.
func (p *projection) refuseTrailing() *ReadError {
	e := &ReadError{Code: ErrTruncated, Offset: p.stream.Offset(), Detail: "the text goes on behind the object"}
	if c, _ := p.stream.Peek(); c == '{' {
		e.Hint = "This may be newline-delimited JSON, with an object on each line: a trace is one JSON object."
	}
	return e
}

// overCeiling makes the error for a file that is too long before it is read.
func (c *config) overCeiling() *ReadError {
	return &ReadError{
		Code: ErrOverCeiling, Offset: -1,
		Detail: fmt.Sprintf("more than %d bytes", c.limits.Document),
	}
}
