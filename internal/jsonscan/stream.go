package jsonscan

import (
	"errors"
	"io"
	"math"
)

// ErrTooLong is the state of a Stream whose text is longer than its limit.
var ErrTooLong = errors.New("the text is longer than the limit")

// emptyReads is how often a reader may return nothing before the stream gives
// it up; io.Reader allows that but discourages it.
const emptyReads = 100

// errReader is a reader that breaks the contract of io.Reader.
var errReader = errors.New("the reader returned an impossible count")

// Stream reads one JSON text from a reader, through one buffer that is never
// larger, so that a text of any size takes the memory of a chunk (T-2). Its
// methods are the pieces of a grammar; the caller says what may stand where.
// What they return never depends on how the text was cut into reads: bytes that
// come together with an error, or in front of the limit, are read first.
//
// The zero Stream is ready for Reset. A Stream is for one goroutine.
type Stream struct {
	r io.Reader
	// buf[pos:end] was read and not consumed yet; base is the offset of buf[0]
	// in the text.
	buf      []byte
	pos, end int
	base     int64
	// left is how many bytes may still be read.
	left int64
	// failure says why there is nothing behind end: nil is not known yet.
	failure error
	// token collects what spans chunks; nest is the state of SkipNested.
	token []byte
	nest  Nesting
}

// Reset makes s read r from the start, in chunks of len(buf) > 0 bytes and no
// more than limit bytes in all.
func (s *Stream) Reset(r io.Reader, buf []byte, limit int64) {
	*s = Stream{r: r, buf: buf, left: min(limit, math.MaxInt64-1), token: kept(s.token, keepArena)}
}

// Offset is the offset in the text of the first byte that is not consumed.
func (s *Stream) Offset() int64 { return s.base + int64(s.pos) }

// Err says why a method found nothing more to read: io.EOF at the end of the
// text, ErrTooLong behind the limit, or the reader's own error.
func (s *Stream) Err() error { return s.failure }

// fill reads the next chunk once the last one is consumed, and reports whether
// there is a byte to read.
func (s *Stream) fill() bool {
	if s.pos < s.end {
		return true
	}
	if s.failure != nil {
		return false
	}
	s.base += int64(s.end)
	s.pos, s.end = 0, 0
	// One byte more than is allowed tells a text of that length from a longer
	// one.
	room := s.buf[:min(int64(len(s.buf)), s.left+1)]
	for range emptyReads {
		n, err := s.r.Read(room)
		switch {
		case n < 0 || n > len(room):
			s.failure = errReader
			return false
		case int64(n) > s.left:
			n, err = int(s.left), ErrTooLong
		}
		s.left -= int64(n)
		s.end, s.failure = n, err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	s.failure = io.ErrNoProgress
	return false
}

// Peek returns the next byte without consuming it, and false at the end.
func (s *Stream) Peek() (byte, bool) {
	if !s.fill() {
		return 0, false
	}
	return s.buf[s.pos], true
}

// Take consumes the byte that Peek or Space has shown.
func (s *Stream) Take() { s.pos++ }

// Space consumes white space and returns the byte behind it, which it does not
// consume, and false at the end.
func (s *Stream) Space() (byte, bool) {
	for s.fill() {
		for k, c := range s.buf[s.pos:s.end] {
			if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
				s.pos += k
				return c, true
			}
		}
		s.pos = s.end
	}
	return 0, false
}

// SkipNested consumes the rest of a list or object whose opening bracket is
// consumed, and reports whether it was closed. Inside, only strings and brackets
// of both kinds are followed (T-5).
func (s *Stream) SkipNested() bool {
	s.nest = Nesting{Depth: 1}
	for s.fill() {
		used, ended := s.nest.Skip(s.buf[s.pos:s.end])
		s.pos += used
		if ended {
			return true
		}
	}
	return false
}

// SkipString consumes the rest of a string whose opening quote is consumed, and
// reports whether it was closed. Its characters are not checked.
func (s *Stream) SkipString() bool {
	escaped := uint64(0)
	for s.fill() {
		var inString uint64
		s.pos, inString, escaped = leap(s.buf[:s.end], s.pos, escaped)
		if inString == 0 {
			return true
		}
	}
	return false
}
