package receipt

import (
	"strings"
	"time"

	"github.com/handfast-go/handfast/internal/jsonscan"
	"github.com/handfast-go/handfast/internal/timetext"
)

// Declared is the list of outputs that a run wrote about itself (E-22). It is a
// claim: it says what to look for, not what is there.
type Declared struct {
	// RunID is a letter or digit and up to 127 more letters, digits and
	// characters of "_.:-".
	RunID string
	// GeneratedAt is in UTC.
	GeneratedAt time.Time
	// Outputs are 0 to 1000 names of 1 to 1024 characters, in the order of the
	// run. They need not exist and may repeat.
	Outputs []string
}

const (
	maxOutputs    = 1000
	maxOutputName = 1024
	maxRunID      = 128
)

// ParseDeclared reads a run's own list of outputs, version 1. Unknown members
// are dropped: the run may know more than this reader. Everything else that is
// wrong is refused with a *FormError. It is pure.
func ParseDeclared(data []byte) (Declared, error) {
	f := newForm("list of declared outputs")
	m := f.root(data)
	f.version(m)
	d := Declared{RunID: f.string("", "runId", m), Outputs: []string{}}
	if m != nil && !isRunID(d.RunID) {
		f.problem("runId", "is not a letter or digit and up to 127 more letters, digits, or characters of _.:-")
	}
	if raw, ok := f.value("", "generatedAt", m, jsonscan.String); ok {
		d.GeneratedAt = f.utc("generatedAt", unquote(raw))
	}
	count := 0
	f.list("outputs", m, func(path string, at int) {
		if count++; count > maxOutputs {
			return
		}
		if kind := jsonscan.KindAt(f.text, at); kind != jsonscan.String {
			f.problem(path, "is %s, not a string", kind)
			return
		}
		output := unquote(f.text[at:jsonscan.SkipValue(f.text, at)])
		f.length(path, output, 1, maxOutputName)
		d.Outputs = append(d.Outputs, output)
	})
	if count > maxOutputs {
		f.problem("outputs", "has %d entries, not 0 to %d", count, maxOutputs)
	}
	if err := f.result(); err != nil {
		return Declared{}, err
	}
	return d, nil
}

// utc reads a time in RFC 3339 that is written in UTC, with Z.
func (f *form) utc(path, s string) time.Time {
	t, ok := timetext.RFC3339(s)
	if !ok || !strings.HasSuffix(s, "Z") {
		f.problem(path, "is not an RFC 3339 time in UTC with Z")
	}
	return t
}

func isRunID(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || strings.IndexByte("_.:-", c) < 0) {
			return false
		}
	}
	return s != "" && len(s) <= maxRunID
}
