//go:build !race

package trace_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/trace"
)

// TestAllocationsAreConstant is Q-1. (The race detector empties pools at random.)
func TestAllocationsAreConstant(t *testing.T) {
	dir, err := os.MkdirTemp("", "hf") //nolint:usetesting // the length of the path counts
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	spec := trace.CoordinatorSpec()
	event := `{"kind":"tool","id":"e1","text":"` + strings.Repeat(`x\n`, 500) + `","list":[{"a":1}]},`
	for _, size := range []int{16 << 10, 1 << 20, 28 << 20} {
		path := filepath.Join(dir, strconv.Itoa(size))
		text := `{"id":"run-2857a579","events":[` + strings.Repeat(event, size/len(event)) +
			`0],"result":{"output":"x"},"error":null,"cancelled":false,"endedAt":"2026-01-01T00:41:07.125Z"}`
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		read := func() {
			if _, err := trace.ReadFile(path, spec); err != nil {
				t.Fatal(err)
			}
		}
		assert.LessOrEqual(t, testing.AllocsPerRun(10, read), 5.0, "%d bytes", size)
		assert.LessOrEqual(t, bytesPerRun(read), uint64(256), "%d bytes", size)
	}
}

// bytesPerRun is what one run allocates, at best: a collection in between empties
// the pool.
func bytesPerRun(run func()) uint64 {
	best := ^uint64(0)
	for range 10 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run()
		runtime.ReadMemStats(&after)
		best = min(best, after.TotalAlloc-before.TotalAlloc)
	}
	return best
}
