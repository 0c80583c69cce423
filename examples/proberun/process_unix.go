//go:build unix

package proberun

import (
	"os"
	"os/exec"
	"syscall"
)

// leadGroup makes the command the leader of a new process group.
func leadGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends every process of the group that leader leads, or led.
func killGroup(leader *os.Process) error { return syscall.Kill(-leader.Pid, syscall.SIGKILL) }

// stopGroup asks every process of the group to end.
func stopGroup(leader *os.Process) error { return syscall.Kill(-leader.Pid, syscall.SIGTERM) }

// deadlySignal is the signal that ended a process.
func deadlySignal(state *os.ProcessState) (number int, killed bool) {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return 0, false
	}
	return int(status.Signal()), true
}
