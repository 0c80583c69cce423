package main

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden output")

// What the quickstart prints, but for its ids and the Go that runs it.
func TestOutput_X1(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(t.Context(), &out))
	got := regexp.MustCompile(`a[0-9a-f]{16}\.[0-9a-f]{12}`).ReplaceAllString(out.String(), "ID")
	got = regexp.MustCompile(`auto:a[0-9a-f]{16}`).ReplaceAllString(got, "auto:AGENT")
	got = regexp.MustCompile(`go version go\S+ \S+`).ReplaceAllString(got, "go version GO")

	golden := filepath.Join("testdata", "output.txt")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestOutputThatCannotBeWrittenIsAnError(t *testing.T) {
	require.ErrorIs(t, run(t.Context(), brokenWriter{}), io.ErrClosedPipe)
}
