package proberun

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// drainTime is how long outputs are read on after the process group has ended.
// Only a process that left the group can hold them open that long.
const drainTime = 5 * time.Second

// process is a running command and the reading of its outputs.
//
// The pipes are its own and not those of os/exec, whose Wait waits until
// everything that inherited them has closed them: a background process would
// keep a command alive that has long ended.
type process struct {
	cmd     *exec.Cmd
	outputs []*os.File
	reading sync.WaitGroup
}

// start starts cmd, with its outputs copied to two writers, which are each
// written to by one goroutine.
func start(cmd *exec.Cmd, stdout, stderr io.Writer) (*process, error) {
	p := &process{cmd: cmd}
	var inherited []*os.File
	defer func() { closeAll(inherited) }()
	for _, target := range []*io.Writer{&cmd.Stdout, &cmd.Stderr} {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(p.outputs)
			return nil, fmt.Errorf("proberun: a pipe: %w", err)
		}
		*target, inherited, p.outputs = w, append(inherited, w), append(p.outputs, r)
	}
	if err := cmd.Start(); err != nil {
		closeAll(p.outputs)
		return nil, fmt.Errorf("proberun: %s cannot be started: %w", cmd.Args[0], err)
	}
	for i, w := range []io.Writer{stdout, stderr} {
		p.reading.Go(func() { _, _ = io.Copy(w, p.outputs[i]) }) // it ends with the pipe or its deadline
	}
	return p, nil
}

// wait waits until the command has ended, ends what is left of its group, and
// reads the outputs to their end.
func (p *process) wait() error {
	err := p.cmd.Wait()
	_ = killGroup(p.cmd.Process) // that nothing is left of it is what is wanted
	for _, r := range p.outputs {
		_ = r.SetReadDeadline(time.Now().Add(drainTime)) // every pipe has deadlines
	}
	p.reading.Wait()
	closeAll(p.outputs)
	return err
}

func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close() // nothing is buffered in a pipe's end
	}
}
