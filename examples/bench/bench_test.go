package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/examples/bench/corpus"
)

// TestContendersAgree: only those who find the same answer may be compared.
func TestContendersAgree(t *testing.T) {
	for _, kind := range []corpus.Kind{corpus.Real, corpus.Dense, corpus.Escape} {
		text := corpus.Trace(kind, 64<<10)
		require.True(t, json.Valid(text))
		assert.GreaterOrEqual(t, len(text), 64<<10)
		assert.Equal(t, text, corpus.Trace(kind, 64<<10), "always the same bytes")
		path := filepath.Join(t.TempDir(), "t")
		require.NoError(t, os.WriteFile(path, text, 0o600))
		for _, c := range append(traceContenders(path), limits(path, text)...) {
			assert.NoError(t, c.run(), "%s, %s", kind, c.name)
		}
	}
}

func TestWrongAnswerIsFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t")
	text := strings.Replace(string(corpus.Trace(corpus.Real, 1000)), "run-2857a579", "run-0", 1)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	for _, c := range traceContenders(path) {
		assert.Error(t, c.run(), c.name)
	}
}

func TestAlternate(t *testing.T) {
	runs := [2]int{}
	results, err := alternate([]contender{
		{"a", true, func() error { runs[0]++; return nil }},
		{"b", true, func() error { runs[1]++; return nil }},
	}, 2)
	require.NoError(t, err)
	assert.Len(t, results, 2)
	assert.Positive(t, runs[0])
	assert.Positive(t, runs[1])
	_, err = alternate([]contender{{"a", true, func() error { return os.ErrInvalid }}}, 1)
	require.ErrorIs(t, err, os.ErrInvalid)
}
