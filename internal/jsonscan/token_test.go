package jsonscan

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// overChunks runs check on streams over text with several chunk sizes.
func overChunks(t *testing.T, text string, limit int64, check func(s *Stream)) {
	t.Helper()
	for _, chunk := range []int{1, 2, 3, 7, 64, 1 << 12} {
		var s Stream
		s.Reset(strings.NewReader(text), make([]byte, chunk), limit)
		check(&s)
	}
}

func TestStreamString(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
		how   Outcome
	}{
		{`abc"rest`, 5, `abc`, Read},
		{`"rest`, 2, ``, Read},
		{`abc"rest`, 4, ``, Long},
		{`"rest`, 1, ``, Long},
		{`a\"b\\"rest`, 9, `a\"b\\`, Read},
		{`a\`, 9, ``, Ended},
		{`abcdefgh`, 3, ``, Ended},
		{strings.Repeat(`\"`, 50) + `"rest`, 102, strings.Repeat(`\"`, 50), Read},
		{strings.Repeat(`\\`, 50) + `"rest`, 101, ``, Long},
	} {
		overChunks(t, c.text, 1000, func(s *Stream) {
			got, how := s.String(c.limit)
			assert.Equal(t, c.how, how, "%q", c.text)
			assert.Equal(t, c.want, string(got), "%q", c.text)
			if how != Ended {
				next, _ := s.Peek()
				assert.Equal(t, byte('r'), next, "%q", c.text)
			}
		})
	}
}

func TestStreamNumberAndLiteral(t *testing.T) {
	for text, want := range map[string]Outcome{
		"0,": Read, "-1.5e+3]": Read, "12345 ": Read, "01,": Wrong, "1.,": Wrong, "-,": Wrong, "1e,": Wrong, "123456789,": Long, "12": Ended,
	} {
		overChunks(t, text, 1000, func(s *Stream) {
			got, how := s.Number(8)
			assert.Equal(t, want, how, text)
			if how == Read {
				assert.Equal(t, text[:len(text)-1], string(got))
			}
		})
	}
	for text, want := range map[string]Outcome{"null,": Read, "nulx": Wrong, "nu": Ended} {
		overChunks(t, text, 1000, func(s *Stream) { assert.Equal(t, want, s.Literal(Null, 4), text) })
		if want == Read {
			overChunks(t, text, 1000, func(s *Stream) { assert.Equal(t, Long, s.Literal(Null, 3), text) })
		}
	}
}

func TestStreamSkips(t *testing.T) {
	overChunks(t, " \t\r\n"+`a\"b"[{"]"}]]x`, 1000, func(s *Stream) {
		c, ok := s.Space()
		assert.True(t, ok)
		assert.Equal(t, byte('a'), c)
		assert.Equal(t, int64(4), s.Offset())
		assert.True(t, s.SkipString())
		assert.Equal(t, int64(9), s.Offset())
		assert.True(t, s.SkipNested())
		c, _ = s.Peek()
		assert.Equal(t, byte('x'), c)
		assert.False(t, s.SkipNested())
		assert.False(t, s.SkipString())
		assert.Equal(t, io.EOF, s.Err())
	})
}

func TestStreamLimit(t *testing.T) {
	overChunks(t, "   ", 3, func(s *Stream) {
		_, ok := s.Space()
		assert.False(t, ok)
		assert.Equal(t, io.EOF, s.Err(), "a text of just that length")
	})
	overChunks(t, "   x", 3, func(s *Stream) {
		_, ok := s.Space()
		assert.False(t, ok)
		require.ErrorIs(t, s.Err(), ErrTooLong)
		assert.Equal(t, int64(3), s.Offset())
	})
}

// TestStreamErrorWithData: what comes with an error is read first.
func TestStreamErrorWithData(t *testing.T) {
	broken := errors.New("broken")
	var s Stream
	s.Reset(iotest.DataErrReader(io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(broken))), make([]byte, 8), 100)
	for _, want := range []byte("ab") {
		c, ok := s.Peek()
		require.True(t, ok)
		assert.Equal(t, want, c)
		s.Take()
	}
	_, ok := s.Peek()
	assert.False(t, ok)
	assert.Equal(t, broken, s.Err())
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		raw, want string
		at        int
		ok        bool
	}{
		{`plain`, `plain`, 0, true},
		{``, ``, 0, true},
		{`\u0041\n\ud83d\ude00é`, "A\n😀é", 0, true},
		{`ab\q`, ``, 2, false},
		{`a\ud800`, ``, 1, false},
		{"ab\xff", ``, 2, false},
		{"a\x01", ``, 1, false},
	} {
		got, problem, at := Text([]byte("> "), []byte(c.raw))
		assert.Equal(t, c.ok, problem == "", "%q: %s", c.raw, problem)
		assert.Equal(t, c.at, at, "%q", c.raw)
		assert.Equal(t, "> "+c.want, string(got), "%q", c.raw)
	}
}
