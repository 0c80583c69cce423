package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/trace"
)

// longTrace is a trace of so many events, which exists nowhere as a whole. All
// of them belong to one execution.
func longTrace(events, textBytes int) io.Reader {
	one := `{"kind":"tool","llmEventId":"e","name":"read","actor":{"name":"builder"},"output":"` + strings.Repeat("x", textBytes) + `"},`
	text := make([]io.Reader, 0, events+2)
	text = append(text, strings.NewReader(`{"events":[`))
	for range events {
		text = append(text, strings.NewReader(one))
	}
	return io.MultiReader(append(text, strings.NewReader(`0],"id":"run-9"}`))...)
}

func atTerminal(io.Writer) bool { return true }

// TestTraceProgress is X-2: progress on stderr for long work when it is a
// terminal, and nothing otherwise.
func TestTraceProgress(t *testing.T) {
	const events = "\r1000 events\r2000 events\r2005 events\n"
	reference := filepath.Join(t.TempDir(), "old.json")
	require.NoError(t, os.WriteFile(reference, []byte(`{}`), 0o600))
	for _, c := range []struct {
		args     []string
		text     io.Reader
		terminal func(io.Writer) bool
		want     string
	}{
		{[]string{"trace", "signatures", "-"}, longTrace(2004, 10), atTerminal, events},
		{[]string{"trace", "signatures", "-"}, longTrace(2004, 10), nil, ""},
		{[]string{"trace", "signatures", "-"}, longTrace(2004, 10), func(io.Writer) bool { return false }, ""},
		{[]string{"trace", "signatures", "-"}, longTrace(998, 10), atTerminal, ""},
		{[]string{"trace", "score", "-", "--reference", reference}, longTrace(2004, 10), atTerminal, events},
		{[]string{"trace", "fields", "-", "--max-bytes", "99999999"}, longTrace(130, mebibyte/2), atTerminal, "\r64 MiB\r65 MiB\n"},
		{[]string{"trace", "fields", "-"}, longTrace(10, mebibyte), atTerminal, ""},
	} {
		code, stdout, stderr := call(t, environment{stdin: c.text, terminal: c.terminal}, append(c.args, "--json")...)
		assert.Equal(t, exitOK, code, stdout)
		assert.Equal(t, c.want, stderr, "%v", c.args)
		assert.Equal(t, 1, strings.Count(stdout, "\n"), "%v", c.args)
	}
	assert.False(t, isTerminal(&bytes.Buffer{}))
	f, err := os.Open(reference)
	require.NoError(t, err)
	defer f.Close() //nolint:errcheck // it was only read
	assert.False(t, isTerminal(f))
}

// TestSignaturesInBoundedMemory is T-19: what reading costs does not depend on
// what the events hold.
func TestSignaturesInBoundedMemory(t *testing.T) {
	run := func(textBytes int) uint64 {
		text := longTrace(600, textBytes)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		code, stdout, _ := call(t, environment{stdin: text}, "trace", "signatures", "-", "--max-bytes", "99999999", "--json")
		runtime.ReadMemStats(&after)
		require.Equal(t, exitOK, code)
		assert.Contains(t, stdout, `"run_id":"run-9","events":601,`)
		assert.Contains(t, stdout, `"truncated":true`)
		return after.TotalAlloc - before.TotalAlloc
	}
	run(1) // the pools have their buffers now
	assert.Less(t, run(64<<10), uint64(4<<20), "of 38 MB")
}

// TestTheTraceIsReadAlikeFromStdin holds what reads along with the events.
func TestTheTraceIsReadAlikeFromStdin(t *testing.T) {
	for name, text := range map[string]string{
		"empty":        ``,
		"half":         `{"id":"r","events":[{"kind":"tool",`,
		"behind":       `{"id":"r"} x`,
		"no id":        `{"events":[{"kind":"tool","llmEventId":"e","name":"read","actor":{"name":"a"}}]}`,
		"id behind":    `{"events":[{"kind":"tool","llmEventId":"e","name":"read","actor":{"name":"a"}}],"id":"r"}`,
		"id no string": `{"id":7,"events":[]}`,
		"long id":      `{"id":"` + strings.Repeat("x", 1000) + `","events":[` + strings.Repeat(`{"kind":"tool"},`, 10_000) + `0]}`,
		"bad id":       `{"id":"\ud800","events":[` + strings.Repeat(`{"kind":"tool"},`, 10_000) + `0]}`,
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "run.json")
			require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			code, want, _ := call(t, environment{}, "trace", "signatures", file, "--json")
			for _, in := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
				gotCode, got, _ := call(t, environment{stdin: in}, "trace", "signatures", "-", "--json")
				assert.Equal(t, code, gotCode)
				assert.Equal(t, want, got)
			}
		})
	}
}

// TestTraceStreamsThatFail are exit 3, whatever was read before.
func TestTraceStreamsThatFail(t *testing.T) {
	for _, args := range [][]string{
		{"trace", "fields", "-"},
		{"trace", "signatures", "-"},
		{"trace", "score", "-", "--reference", "trace_test.json"},
		{"trace", "score", "trace_test.json", "--reference", "-"},
	} {
		t.Chdir(t.TempDir())
		require.NoError(t, os.WriteFile("trace_test.json", []byte("{}"), 0o600))
		gone := iotest.ErrReader(&os.PathError{Op: "read", Path: "/srv/secret", Err: errors.New("gone")})
		env := environment{stdin: io.MultiReader(strings.NewReader(`{"events":[{"kind":"tool"},`), gone)}
		code, stdout, _ := call(t, env, append(args, "--json")...)
		assert.Equal(t, exitIO, code, "%v", args)
		assert.Contains(t, stdout, `"code":"unreadable"`, "%v", args)
		assert.NotContains(t, stdout, "secret")

		code, _, _ = call(t, environment{stdin: strings.NewReader(`{}`), stdout: brokenWriter{}}, append(args, "--json")...)
		assert.Equal(t, exitIO, code, "%v", args)
	}
}

// TestTraceMessagesShowNoPath is T-7.
func TestTraceMessagesShowNoPath(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "secret-place")
	require.NoError(t, os.Mkdir(dir, 0o700))
	good, half := filepath.Join(dir, "good"), filepath.Join(dir, "half")
	require.NoError(t, os.WriteFile(good, []byte(`{}`), 0o600))
	require.NoError(t, os.WriteFile(half, []byte(`{"id":`), 0o600))
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink(good, link))
	for _, name := range []string{dir, half, link, good + "/below", filepath.Join(dir, "absent"), dir + "\x00", strings.Repeat("secret-place", 1000)} {
		for _, args := range [][]string{
			{"trace", "fields", name},
			{"trace", "signatures", name},
			{"trace", "score", name, "--reference", good},
			{"trace", "score", good, "--reference", name},
		} {
			for _, form := range []string{"--json=false", "--json"} {
				code, stdout, stderr := call(t, environment{}, append(args, form)...)
				assert.Contains(t, []int{exitRefused, exitIO}, code)
				assert.NotContains(t, stdout+stderr, "secret-place", "%.80v", args)
				assert.Contains(t, stdout+stderr, "could not read the trace", "%.80v", args)
			}
		}
	}
}

// TestEveryTraceCodeIsExplained holds the exit of each code, that the command
// knows what helps in its own terms, and that the README lists it.
func TestEveryTraceCodeIsExplained(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	unknown := traceRepair("")
	for _, info := range trace.Codes() {
		f := traceFailure("FILE", fmt.Errorf("wrapped: %w", &trace.ReadError{Code: info.Code, Offset: 7, Detail: "here", Hint: "It is so."}))
		assert.Equal(t, string(info.Code), f.Code)
		assert.Equal(t, "could not read the trace: "+info.Meaning+": here", f.Detail)
		assert.Equal(t, "it is so; "+traceRepair(info.Code), f.Repair)
		assert.NotEqual(t, unknown, traceRepair(info.Code), info.Code)
		require.NotNil(t, f.Offset)
		assert.Equal(t, 7, *f.Offset)
		_, file := map[trace.Code]bool{trace.ErrAbsent: true, trace.ErrNotRegular: true, trace.ErrUnreadable: true}[info.Code]
		assert.Equal(t, file, f.exit == exitIO, info.Code)
		assert.Contains(t, string(readme), "`"+string(info.Code)+"`")
	}
	assert.Equal(t, codeIO, traceFailure("FILE", ioFailure("x", errors.New("gone"))).Code)
}
