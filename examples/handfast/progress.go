package main

import (
	"fmt"
	"io"
	"os"
)

// progress counts lines of long work on stderr, when a person may be watching.
// That it cannot be shown is no reason to stop.
type progress struct {
	w     io.Writer
	count int
}

const progressEvery = 1000

func (a *app) progress() *progress {
	if f, ok := a.stderr.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return &progress{w: f}
		}
	}
	return &progress{w: io.Discard}
}

func (p *progress) step() {
	if p.count++; p.count%progressEvery == 0 {
		_, _ = fmt.Fprintf(p.w, "\r%d lines", p.count)
	}
}

func (p *progress) end() {
	if p.count >= progressEvery {
		_, _ = fmt.Fprintf(p.w, "\r%d lines\n", p.count)
	}
}
