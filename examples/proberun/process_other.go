//go:build !unix

package proberun

import (
	"os"
	"os/exec"
)

// There are no process groups here: what a command starts is its own to end.

func leadGroup(*exec.Cmd) {}

func killGroup(leader *os.Process) error { return leader.Kill() }

func stopGroup(leader *os.Process) error { return leader.Kill() }

func deadlySignal(*os.ProcessState) (number int, killed bool) { return 0, false }
