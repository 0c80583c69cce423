//go:build unix

package proberun_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/examples/proberun"
	"github.com/handfast-go/handfast/probe"
)

func TestRunShell(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "here.txt"), []byte("found\n"), 0o600))
	for _, c := range []struct {
		name, cmd      string
		exit           int
		stdout, stderr string
	}{
		{"both outputs are kept apart", "echo out; echo err >&2", 0, "out\n", "err\n"},
		{"a failure is a result", "echo half; exit 7", 7, "half\n", ""},
		{"a shell gives 128+n for a signal", "kill -9 $$", 137, "", ""},
		{"and so does what it became", "exec sh -c 'kill -TERM $$'", 143, "", ""},
		{"it runs in the directory", "cat here.txt", 0, "found\n", ""},
		{"there is no input", "cat; echo end", 0, "end\n", ""},
		{"outputs are bytes", `printf 'a\000\377'`, 0, "a\x00\xff", ""},
		{"the environment is that of the option", "echo ${ONLY}-${HOME}", 0, "this-\n", ""},
		{"what a background process still writes is not waited for", "echo now; (while :; do sleep 1000; done; echo late) & :", 0, "now\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRunner(t, proberun.WithDir(dir), proberun.WithEnv("ONLY=this", "PATH="+os.Getenv("PATH")))
			got, err := r.RunShell(t.Context(), probe.Shell{Cmd: c.cmd}, plenty)
			require.NoError(t, err)
			assert.Equal(t, c.exit, got.ExitCode)
			assert.Equal(t, c.stdout, string(got.Stdout))
			assert.Equal(t, c.stderr, string(got.Stderr))
		})
	}
}

// TestOutputLimit: a long output is cut one byte behind the limit, and the
// command is not ended by it.
func TestOutputLimit(t *testing.T) {
	r := newRunner(t)
	got, err := r.RunShell(t.Context(), probe.Shell{Cmd: "head -c 3000000 /dev/zero; echo end >&2; exit 5"}, 1000)
	require.NoError(t, err)
	assert.Len(t, got.Stdout, 1001)
	assert.Equal(t, "end\n", string(got.Stderr))
	assert.Equal(t, 5, got.ExitCode)
	got, err = r.RunShell(t.Context(), probe.Shell{Cmd: "printf 12345"}, 5)
	require.NoError(t, err)
	assert.Equal(t, "12345", string(got.Stdout))
}

// TestShellKnowsTheServer: a command finds the base URL in its environment, and
// does not when there is none.
func TestShellKnowsTheServer(t *testing.T) {
	cmd := probe.Shell{Cmd: "echo ${" + proberun.BaseURLVariable + "-none}"}
	got, err := newRunner(t, proberun.WithBaseURL("http://127.0.0.1:1/app/")).RunShell(t.Context(), cmd, plenty)
	require.NoError(t, err)
	assert.Equal(t, "http://127.0.0.1:1/app\n", string(got.Stdout))
	got, err = newRunner(t).RunShell(t.Context(), cmd, plenty)
	require.NoError(t, err)
	assert.Equal(t, "none\n", string(got.Stdout))
}

// lifeline is a named pipe that a process holds open for as long as it lives.
type lifeline struct {
	path string
	read *os.File
}

func newLifeline(t *testing.T) lifeline {
	t.Helper()
	l := lifeline{path: filepath.Join(t.TempDir(), "pipe")}
	require.NoError(t, syscall.Mkfifo(l.path, 0o600))
	var err error
	l.read, err = os.OpenFile(l.path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // without, it would wait for the writer
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.read.Close() })
	return l
}

// cut demands that the process wrote what it writes, and is gone.
func (l lifeline) cut(t *testing.T) {
	t.Helper()
	require.NoError(t, l.read.SetReadDeadline(time.Now().Add(time.Minute)))
	said, err := io.ReadAll(l.read)
	require.NoError(t, err, "the process is still there")
	assert.Equal(t, "alive\n", string(said))
}

// holding is a command line that never ends by itself.
func (l lifeline) holding() string {
	return "{ echo alive; while :; do sleep 1000; done; } > " + l.path
}

// TestNothingOutlivesACommand: what a command leaves in the background ends
// with it.
func TestNothingOutlivesACommand(t *testing.T) {
	l := newLifeline(t)
	// The second pipe tells the command that the background process has begun.
	got, err := newRunner(t).RunShell(t.Context(), probe.Shell{
		Cmd: "mkfifo " + l.path + ".go; (echo > " + l.path + ".go; " + l.holding() + ") & read line < " + l.path + ".go; echo done",
	}, plenty)
	require.NoError(t, err)
	assert.Equal(t, "done\n", string(got.Stdout))
	require.NoError(t, l.read.SetReadDeadline(time.Now().Add(time.Minute)))
	_, err = io.ReadAll(l.read)
	assert.NoError(t, err, "the background process is still there")
}

// TestCancelEndsTheGroup: a command that does not end is ended with its
// children, and the error is that of the context.
func TestCancelEndsTheGroup(t *testing.T) {
	l := newLifeline(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	begun := l.path + ".go"
	require.NoError(t, syscall.Mkfifo(begun, 0o600))
	started := make(chan error, 1)
	go func() {
		_, err := os.ReadFile(begun) // it waits for the command to open it
		cancel()
		started <- err
	}()
	_, err := newRunner(t).RunShell(ctx, probe.Shell{Cmd: "sh -c 'echo > " + begun + "; " + l.holding() + "'; echo never"}, plenty)
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, <-started)
	require.NoError(t, l.read.SetReadDeadline(time.Now().Add(time.Minute)))
	_, err = io.ReadAll(l.read)
	assert.NoError(t, err, "a child is still there")
}

// TestTimeoutOfAnEntry: the bound of a replay ends the command, and the entry
// fails for it (P-9).
func TestTimeoutOfAnEntry(t *testing.T) {
	report := probe.Replay(t.Context(), []byte(`{"version":1,"entries":[{"cmd":"while :; do sleep 1000; done","exitCode":0},{"cmd":"echo b","exitCode":0,"stdout":"b\n"}]}`),
		newRunner(t), probe.WithTimeout(time.Second))
	assert.False(t, report.OK)
	require.Len(t, report.Entries, 2)
	assert.Equal(t, probe.Failed, report.Entries[0].Outcome)
	assert.Contains(t, report.Entries[0].Note, "longer than 1s")
	assert.Equal(t, probe.Verified, report.Entries[1].Outcome)
}

func TestNoShell(t *testing.T) {
	r, err := proberun.New()
	require.NoError(t, err)
	_, err = r.RunShell(t.Context(), probe.Shell{Cmd: "true"}, plenty)
	require.ErrorIs(t, err, proberun.ErrNoShell)
	_, err = proberun.StartServer(t.Context(), "true")
	require.ErrorIs(t, err, proberun.ErrNoShell)
	r, err = proberun.New(proberun.WithShell(filepath.Join(t.TempDir(), "absent")))
	require.NoError(t, err)
	_, err = r.RunShell(t.Context(), probe.Shell{Cmd: "true"}, plenty)
	require.ErrorContains(t, err, "cannot be started")
	r, err = proberun.New(proberun.WithShell(onPath(t, "sh")), proberun.WithDir(filepath.Join(t.TempDir(), "absent")))
	require.NoError(t, err)
	_, err = r.RunShell(t.Context(), probe.Shell{Cmd: "true"}, plenty)
	require.ErrorContains(t, err, "cannot be started")
}

func TestStartServer(t *testing.T) {
	sh := proberun.WithShell(onPath(t, "sh"))
	t.Run("it is closed with its group", func(t *testing.T) {
		l := newLifeline(t)
		s, err := proberun.StartServer(t.Context(), "echo starting; echo LISTENING_ON_PORT=4321; "+l.holding()+"; :", sh)
		require.NoError(t, err)
		assert.Equal(t, "http://127.0.0.1:4321", s.URL())
		s.Close()
		s.Close()
		require.NoError(t, l.read.SetReadDeadline(time.Now().Add(time.Minute)))
		_, err = io.ReadAll(l.read)
		assert.NoError(t, err, "it is still there")
	})
	t.Run("one that will not end is ended", func(t *testing.T) {
		l := newLifeline(t)
		s, err := proberun.StartServer(t.Context(), "trap '' TERM; { echo alive; echo LISTENING_ON_PORT=1 >&2; while :; do sleep 1000 & wait; done; } > "+l.path, sh)
		require.NoError(t, err)
		s.Close()
		l.cut(t)
	})
	t.Run("the line may come in pieces and on the error output", func(t *testing.T) {
		s, err := proberun.StartServer(t.Context(), "printf 'LISTENING_ON' >&2; printf '_PORT=43' >&2; echo 21 >&2; sleep 1000", sh)
		require.NoError(t, err)
		defer s.Close()
		assert.Equal(t, "http://127.0.0.1:4321", s.URL())
	})
	t.Run("it ended too early", func(t *testing.T) {
		_, err := proberun.StartServer(t.Context(), "echo no config >&2; exit 9", sh)
		require.ErrorContains(t, err, "exit code 9")
		require.ErrorContains(t, err, "no config")
		_, err = proberun.StartServer(t.Context(), "true", sh)
		require.ErrorContains(t, err, "it said nothing")
	})
	t.Run("the wait is bounded, and ends it", func(t *testing.T) {
		l := newLifeline(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := proberun.StartServer(ctx, l.holding()+"; "+strings.Repeat(" ", 10)+":", sh)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.NoError(t, l.read.SetReadDeadline(time.Now().Add(time.Minute)))
		_, err = io.ReadAll(l.read)
		assert.NoError(t, err, "it is still there")
	})
}
