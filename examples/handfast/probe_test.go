package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/examples/proberun"
	"github.com/handfast-go/handfast/probe"
)

// TestRecordingAtOnce: none of many writers undoes what another wrote.
func TestRecordingAtOnce(t *testing.T) {
	manifest := filepath.Join(t.TempDir(), "probes.json")
	const writers = 12
	var running sync.WaitGroup
	for i := range writers {
		running.Go(func() {
			var out, errs bytes.Buffer
			code := run(t.Context(), []string{"probe", "record", "shell", "--manifest", manifest, "--", fmt.Sprintf("echo %d", i)},
				environment{stdin: strings.NewReader(""), stdout: &out, stderr: &errs, lookPath: exec.LookPath})
			assert.Equal(t, exitOK, code, errs.String())
		})
	}
	running.Wait()
	text, err := os.ReadFile(manifest)
	require.NoError(t, err)
	require.Empty(t, probe.Check(text))
	m, err := probe.Parse(text)
	require.NoError(t, err)
	got := map[string]bool{}
	for _, e := range m.Entries() {
		got[label(e)] = true
	}
	assert.Len(t, got, writers)
	left, err := os.ReadDir(filepath.Dir(manifest))
	require.NoError(t, err)
	assert.Len(t, left, 1, "nothing is left beside the manifest")
}

func TestUpdateFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	to := func(text string) func([]byte) ([]byte, error) {
		return func([]byte) ([]byte, error) { return []byte(text), nil }
	}
	require.NoError(t, updateFile(name, func(existing []byte) ([]byte, error) {
		assert.Nil(t, existing, "an absent file is nil")
		return []byte("one"), nil
	}))
	require.NoError(t, os.Chmod(name, 0o640))
	require.NoError(t, updateFile(name, to("two")))
	info, err := os.Stat(name)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o640), info.Mode().Perm(), "the mode stays")

	t.Run("what is the same is not written", func(t *testing.T) {
		require.NoError(t, updateFile(name, to("two")))
		again, err := os.Stat(name)
		require.NoError(t, err)
		assert.True(t, os.SameFile(info, again))
	})
	t.Run("a change that fails changes nothing", func(t *testing.T) {
		gone := errors.New("gone")
		require.ErrorIs(t, updateFile(name, func([]byte) ([]byte, error) { return []byte("three"), gone }), gone)
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, "two", string(text))
	})
	t.Run("an empty file is not an absent one", func(t *testing.T) {
		empty := filepath.Join(dir, "empty")
		require.NoError(t, os.WriteFile(empty, nil, 0o600))
		require.NoError(t, updateFile(empty, func(existing []byte) ([]byte, error) {
			assert.NotNil(t, existing)
			return nil, nil
		}))
		assert.NoFileExists(t, empty)
		require.NoError(t, updateFile(empty, func([]byte) ([]byte, error) { return nil, nil }))
	})
	t.Run("what is no file is a failure", func(t *testing.T) {
		f, ok := errors.AsType[*failure](updateFile(dir, to("x")))
		require.True(t, ok)
		assert.Equal(t, codeIO, f.Code)
		assert.Equal(t, exitIO, f.exit)
	})
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1)
}

// nothing is a runner that was given nothing to run with.
type nothing struct{ probe.Runner }

func (nothing) RunShell(context.Context, probe.Shell, int) (probe.ShellResult, error) {
	return probe.ShellResult{}, proberun.ErrNoShell
}

func (nothing) Request(context.Context, probe.HTTP, int) (probe.HTTPResult, error) {
	return probe.HTTPResult{}, proberun.ErrNoBaseURL
}

func (nothing) Browse(context.Context, probe.Web, int) (probe.WebResult, error) {
	return probe.WebResult{}, errors.New("the page is blank")
}

// TestReplaySaysWhatRuns: long work shows where it is, and takes it back.
func TestReplaySaysWhatRuns(t *testing.T) {
	manifest := []byte(`{"version":1,"entries":[{"cmd":"make ` + strings.Repeat("x", 100) + `\u001b","exitCode":0},` +
		`{"probe":"http","method":"GET","path":"/","status":200},{"probe":"web","file":"a.html","smoke":"1","expected":"1"}]}`)
	var out bytes.Buffer
	w := watch(nothing{}, &out, manifest)
	report := probe.Replay(t.Context(), manifest, w)
	w.end()
	assert.Equal(t, clearLine+"1 of 3: make "+strings.Repeat("x", 54)+"…"+clearLine+"2 of 3: GET /"+clearLine+"3 of 3: a.html"+clearLine, out.String())
	assert.Equal(t, 3, report.Failed)
	assert.Contains(t, report.Entries[0].Note, "there is no sh on PATH", "what is missing is said in flags")
	assert.Contains(t, report.Entries[1].Note, "--serve")
	assert.Contains(t, report.Entries[2].Note, "the page is blank")

	out.Reset()
	watch(nothing{}, &out, nil).end()
	assert.Empty(t, out.String(), "what runs nothing says nothing")
}

func TestDifferenceShowsThePlace(t *testing.T) {
	for _, c := range []struct {
		d    difference
		want string
	}{
		{
			difference{Output: probe.OutputStdout, Line: 2, Offset: 7, Want: "é\nab", Got: "é\nac"},
			"  stdout differs at line 2, byte 7\n  - recorded  \"é\\nab\"\n  + observed  \"é\\nac\"\n                   ^\n",
		},
		{
			difference{Output: probe.OutputBody, Line: 1, Want: "ab", Got: "a"},
			"  body differs at line 1, byte 0\n  - recorded  \"ab\"\n  + observed  \"a\"\n                ^\n",
		},
		{
			difference{Output: probe.OutputBody, Line: 1, Want: "", Got: "a"},
			"  body differs at line 1, byte 0\n  - recorded  \"\"\n  + observed  \"a\"\n               ^\n",
		},
		{
			difference{Output: probe.OutputStatus, Want: "200", Got: "500"},
			"  status\n  - recorded  200\n  + observed  500\n",
		},
	} {
		var out bytes.Buffer
		c.d.text(&out)
		assert.Equal(t, c.want, out.String())
	}
}

func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"a | b"}, "a | b"},
		{[]string{"go", "test", "./...", "-run=X"}, "go test ./... '-run=X'"},
		{[]string{"echo", "a b", "", "it's", "$x", "é", "*"}, `echo 'a b' '' 'it'\''s' '$x' 'é' '*'`},
	} {
		assert.Equal(t, c.want, commandLine(c.args))
	}
}

// TestProbeOutputThatBreaks: a report that could not be printed is exit 3, as a
// refusal too.
func TestProbeOutputThatBreaks(t *testing.T) {
	for _, args := range [][]string{
		{"probe", "instructions"},
		{"probe", "check", "-"},
		{"probe", "check", "-", "--json"},
		{"probe", "replay", "-"},
	} {
		code, _, _ := call(t, environment{stdout: brokenWriter{}, stdin: strings.NewReader("prose")}, args...)
		assert.Equal(t, exitIO, code, "%v", args)
	}
}
