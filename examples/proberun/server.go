package proberun

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/handfast-go/handfast/probe"
)

// StopTime is how long a server has to end by itself when it is closed, before
// its process group is ended.
const StopTime = 2 * time.Second

// Server is a running server that was started from a command line.
type Server struct {
	url   string
	p     *process
	ended chan struct{}
	close sync.Once
}

// StartServer runs a command line with the shell and waits for its line
// LISTENING_ON_PORT=<n>, on either output. ctx bounds the wait alone; the server
// then runs until [Server.Close]. The error says what the server said last when
// it ended, or when ctx did, before that line.
func StartServer(ctx context.Context, command string, opts ...Option) (*Server, error) {
	c, err := configure(opts)
	if err != nil {
		return nil, err
	}
	cmd, err := c.command(context.WithoutCancel(ctx), command)
	if err != nil {
		return nil, err
	}
	said := &listener{port: make(chan int, 1)}
	s := &Server{ended: make(chan struct{})}
	if s.p, err = start(cmd, said.stream(), said.stream()); err != nil {
		return nil, err
	}
	go func() {
		_ = s.p.wait() // how it ended is in the ProcessState
		close(s.ended)
	}()
	select {
	case port := <-said.port:
		s.url = "http://127.0.0.1:" + strconv.Itoa(port)
		return s, nil
	case <-s.ended:
		return nil, said.failure(fmt.Sprintf("ended with exit code %d", exitCode(cmd.ProcessState)))
	case <-ctx.Done():
		s.Close()
		return nil, fmt.Errorf("%w: %w", said.failure("was waited for"), ctx.Err())
	}
}

// URL is the base URL of the server.
func (s *Server) URL() string { return s.url }

// Close ends the server with its process group, and waits for its end. It may
// be called more than once.
func (s *Server) Close() {
	s.close.Do(func() {
		_ = stopGroup(s.p.cmd.Process) // it may have ended by itself
		late := time.AfterFunc(StopTime, func() { _ = killGroup(s.p.cmd.Process) })
		defer late.Stop()
		<-s.ended
	})
}

// listener reads the outputs of a server for the line with its port.
type listener struct {
	mu   sync.Mutex
	last []byte
	port chan int
}

// What is kept of the outputs, in bytes.
const (
	maxLine = 64 << 10
	maxLast = 1 << 10
)

// stream is one of the outputs.
func (l *listener) stream() *serverOutput { return &serverOutput{to: l} }

type serverOutput struct {
	to   *listener
	line []byte
}

// Write looks at each line that is complete.
func (o *serverOutput) Write(p []byte) (int, error) {
	o.to.remember(p)
	for rest := p; ; {
		line, after, complete := bytes.Cut(rest, []byte{'\n'})
		o.line = append(o.line, line[:min(len(line), max(0, maxLine-len(o.line)))]...)
		if !complete {
			return len(p), nil
		}
		if port, ok := probe.ListeningPort(string(o.line)); ok {
			select {
			case o.to.port <- port:
			default: // the first one counts
			}
		}
		o.line, rest = o.line[:0], after
	}
}

func (l *listener) remember(p []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = append(l.last, p...)
	l.last = append([]byte(nil), l.last[max(0, len(l.last)-maxLast):]...)
}

func (l *listener) failure(how string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	said := "it said nothing"
	if len(l.last) > 0 {
		said = fmt.Sprintf("the last that it said: %q", l.last)
	}
	return fmt.Errorf("proberun: the server %s before its line %s<n>; %s", how, probe.ListeningPrefix, said)
}
