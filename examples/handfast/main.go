// Command handfast is the library as a command: what a harness does through
// the Go API, other programs and people at a shell do through it.
//
// A verb exits 0 when it did what was asked, 1 when it was refused (the report
// is on stdout), 2 when it was called wrongly, and 3 when the store or a file
// failed. With --json a verb prints one JSON object; eval prints one a line, with
// or without it.
package main

import (
	"context"
	"os"
	"os/exec"
	"time"
)

func main() {
	// An interrupt ends the process where it is: what a store has committed
	// stays, and the rest was never there.
	os.Exit(run(context.Background(), os.Args[1:], environment{
		stdin:    os.Stdin,
		stdout:   os.Stdout,
		stderr:   os.Stderr,
		getenv:   os.Getenv,
		now:      time.Now,
		lookPath: exec.LookPath,
		terminal: isTerminal,
	}))
}
