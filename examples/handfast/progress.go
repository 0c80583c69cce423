package main

import (
	"fmt"
	"io"
	"os"
)

// isTerminal reports whether a person may be watching what is written.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// progress shows on stderr how far long work has come, when a person may be
// watching. That it cannot be shown is no reason to stop.
type progress struct {
	w io.Writer
	// unit is what is counted, in steps of scale. It is shown each time that
	// every more have been counted.
	unit         string
	scale, every int
	count, shown int
}

// progressEvery is the number of lines, or of events of a trace, after which
// work is long: by what package trace says of their size, these are some 19 MB.
const progressEvery = 1000

func newProgress(w io.Writer, unit string) *progress {
	return &progress{w: w, unit: unit, scale: 1, every: progressEvery}
}

// progress counts lines, or what unit says.
func (a *app) progress(unit string) *progress {
	if a.terminal != nil && a.terminal(a.stderr) {
		return newProgress(a.stderr, unit)
	}
	return newProgress(io.Discard, unit)
}

func (p *progress) step() { p.add(1) }

func (p *progress) add(n int) {
	p.count += n
	if p.count-p.shown >= p.every {
		p.shown = p.count
		p.show("")
	}
}

func (p *progress) end() {
	if p.shown > 0 {
		p.show("\n")
	}
}

func (p *progress) show(end string) {
	_, _ = fmt.Fprintf(p.w, "\r%d %s%s", p.count/p.scale, p.unit, end)
}
