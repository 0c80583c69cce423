package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/handfast-go/handfast/examples/bench/corpus"
	"github.com/handfast-go/handfast/trace"
)

// streamSection reads a generated trace of 2 GiB, to show that memory stays.
func streamSection(int) (string, error) {
	const total = 2 << 30
	if _, _, err := readStream(1 << 20); err != nil { // the pool has its buffer now
		return "", err
	}
	start := time.Now()
	allocated, length, err := readStream(total)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("A generated trace of %d bytes, read from a stream with Limits.Document raised: %d bytes allocated, %.1f s.\n",
		length, allocated, time.Since(start).Seconds()), nil
}

// readStream reads a trace of at least that many bytes, which exists nowhere as
// a whole, and returns what the reading allocated and how long the trace was.
func readStream(total int64) (allocated uint64, length int64, err error) {
	event := append(corpus.Event(corpus.Real, 1, 19<<10), ',')
	count := &counter{r: io.MultiReader(
		strings.NewReader(corpus.Head),
		io.LimitReader(&cycle{text: event}, (total/int64(len(event))+1)*int64(len(event))),
		strings.NewReader("null"+corpus.Tail),
	)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	fields, err := trace.Read(count, trace.CoordinatorSpec(), trace.WithLimits(trace.Limits{Document: total * 2}))
	if err != nil {
		return 0, 0, err
	}
	runtime.ReadMemStats(&after)
	id, _ := fields.Text("id")
	endedAt, _ := fields.Text("endedAt")
	return after.TotalAlloc - before.TotalAlloc, count.n, check(answer{
		ID: id, EndedAt: endedAt, Cancelled: want.Cancelled, Result: want.Result, Error: want.Error,
	}, nil)
}

// counter counts the bytes that pass.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

// cycle repeats a text for ever.
type cycle struct {
	text []byte
	rest []byte
}

func (c *cycle) Read(b []byte) (int, error) {
	if len(c.rest) == 0 {
		c.rest = c.text
	}
	n := copy(b, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}
