package proberun

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/handfast-go/handfast/probe"
)

// RunShell runs a shell entry in the directory, without any input. When the
// command ends, or ctx does, everything that is left of its process group is
// ended too.
func (r *Runner) RunShell(ctx context.Context, entry probe.Shell, limit int) (probe.ShellResult, error) {
	cmd, err := r.command(ctx, entry.Cmd)
	if err != nil {
		return probe.ShellResult{}, err
	}
	if r.baseURL != nil {
		cmd.Env = append(cmd.Environ(), BaseURLVariable+"="+strings.TrimSuffix(r.baseURL.String(), "/"))
	}
	stdout, stderr := capture{limit: limit}, capture{limit: limit}
	p, err := start(cmd, &stdout, &stderr)
	if err != nil {
		return probe.ShellResult{}, err
	}
	err = p.wait()
	if ctx.Err() != nil {
		return probe.ShellResult{}, ctx.Err()
	}
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		return probe.ShellResult{}, fmt.Errorf("proberun: the command: %w", err)
	}
	return probe.ShellResult{ExitCode: exitCode(cmd.ProcessState), Stdout: stdout.kept, Stderr: stderr.kept}, nil
}

// command is a command line that the shell runs as the leader of a new process
// group, which ends when ctx does.
func (c *config) command(ctx context.Context, line string) (*exec.Cmd, error) {
	if c.shell == "" {
		return nil, ErrNoShell
	}
	cmd := exec.CommandContext(ctx, c.shell, "-c", line) //nolint:gosec // running what the manifest says is what a replay is
	cmd.Dir, cmd.Env = c.dir, c.env
	leadGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd.Process) }
	return cmd, nil
}

// capture keeps what is written to it up to one byte more than the limit, which
// tells that there was more.
type capture struct {
	limit int
	kept  []byte
}

// Write never fails: a command is not to end because it says much.
func (c *capture) Write(p []byte) (int, error) {
	if room := c.limit + 1 - len(c.kept); room > 0 {
		c.kept = append(c.kept, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

// signalExit is what a shell adds to the number of a signal.
const signalExit = 128

func exitCode(state *os.ProcessState) int {
	if n, killed := deadlySignal(state); killed {
		return signalExit + n
	}
	return state.ExitCode()
}
