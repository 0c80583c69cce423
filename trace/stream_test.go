package trace_test

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/trace"
)

// generated is a trace that exists nowhere as a whole: head, so many times unit,
// and tail.
func generated(head, unit string, size int64, tail string) io.Reader {
	return io.MultiReader(strings.NewReader(head), &repeated{unit: unit, left: size / int64(len(unit))}, strings.NewReader(tail))
}

// repeated yields unit so many times.
type repeated struct {
	unit string
	left int64
	at   int
}

func (r *repeated) Read(b []byte) (n int, err error) {
	for n < len(b) && r.left > 0 {
		k := copy(b[n:], r.unit[r.at:])
		n += k
		if r.at += k; r.at == len(r.unit) {
			r.at = 0
			r.left--
		}
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// TestStreamInConstantMemory is T-2: what a read allocates does not depend on
// the text, be it long in events, in one string, or in white space.
func TestStreamInConstantMemory(t *testing.T) {
	text := strings.Repeat(`some shell output, \"quoted\" now and then, \\ and so on\n`, 300)
	for name, c := range map[string]struct {
		size             int64
		head, unit, tail string
	}{
		"events":      {256 << 20, `{"id":"r","events":[`, `{"kind":"tool","text":"` + text + `","n":[1,2]},`, `0],"error":null}`},
		"one string":  {64 << 20, `{"id":"r","blob":"`, text, `","error":null}`},
		"white space": {64 << 20, `{"id":"r"`, strings.Repeat(" \n", 1<<12), `,"error":null}`},
	} {
		t.Run(name, func(t *testing.T) {
			limits := trace.WithLimits(trace.Limits{Document: 2 * c.size})
			run := func(size int64) {
				f, err := trace.Read(generated(c.head, c.unit, size, c.tail), trace.CoordinatorSpec(), limits)
				require.NoError(t, err)
				assert.Equal(t, trace.ShapeNull, f.Shape("error"), "what stands behind the text is read")
			}
			run(1 << 20) // the pool has its buffer now
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			run(c.size)
			runtime.ReadMemStats(&after)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), "of %d bytes", c.size)
		})
	}
}

// TestEndlessStream is T-6: a text without an end is refused when it reaches the
// ceiling, and little more of it is read.
func TestEndlessStream(t *testing.T) {
	const ceiling = 1 << 20
	for _, unit := range []string{" ", "[", `{"a":`, `{"a":"`, "\\", "1"} {
		source := &repeated{unit: unit, left: 1 << 40}
		for _, head := range []string{"", `{"x":`, `{"x":"`, `{"`} {
			_, err := trace.Read(io.MultiReader(strings.NewReader(head), source), trace.CoordinatorSpec(),
				trace.WithLimits(trace.Limits{Document: ceiling}))
			require.Error(t, err)
		}
		read := (1<<40 - source.left) * int64(len(unit))
		assert.Less(t, read, int64(4*(ceiling+256<<10)), "%q", unit)
	}
}
