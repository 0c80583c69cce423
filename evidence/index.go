package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handfast-go/handfast/internal/shellwords"
)

// recordIndex finds the runs of a command. It is made in one pass over the
// record, and what is derived from a run is derived once, when it is needed.
type recordIndex struct {
	runs     []Run
	commands map[string]runList
	next     []int          // the following run of the same command, or -1
	near     map[string]int // canonical command to its last run
	outputs  map[string]*outputs
}

// runList is where the chain of a command's runs begins and ends, and the last
// of them that was not in the background, or -1.
type runList struct{ first, last, waited int }

func newRecordIndex(record *Record) *recordIndex {
	ix := &recordIndex{
		runs:     record.Runs,
		commands: make(map[string]runList, len(record.Runs)),
		next:     make([]int, len(record.Runs)),
	}
	for i := range record.Runs {
		ix.next[i] = -1
		kind, command := record.Runs[i].Did()
		if kind != Shell {
			continue
		}
		list, seen := ix.commands[command]
		if seen {
			ix.next[list.last] = i
		} else {
			list.first, list.waited = i, -1
		}
		list.last = i
		if !record.Runs[i].Background {
			list.waited = i
		}
		ix.commands[command] = list
	}
	return ix
}

// last returns the last run of exactly that command, or nil.
func (ix *recordIndex) last(command string) *Run {
	list, ran := ix.commands[command]
	if !ran {
		return nil
	}
	return &ix.runs[list.last]
}

// lastWaited returns the last run of exactly that command whose call waited for
// its end, or nil, and whether a run in the background came after it.
func (ix *recordIndex) lastWaited(command string) (run *Run, superseded bool) {
	list, ran := ix.commands[command]
	if !ran || list.waited < 0 {
		return nil, ran
	}
	return &ix.runs[list.waited], list.waited < list.last
}

// redacted reports whether something was taken out of the output of run i.
func (ix *recordIndex) redacted(i int) bool { return strings.Contains(ix.runs[i].Output, RedactedMark) }

// nearMiss returns the last run whose command differs from an absent one only
// in how it is written (E-3), or nil.
func (ix *recordIndex) nearMiss(command string) *Run {
	if ix.near == nil {
		ix.near = make(map[string]int, len(ix.commands))
		for i := range ix.runs {
			if kind, ran := ix.runs[i].Did(); kind == Shell {
				ix.near[canonicalCommand(ran)] = i
			}
		}
	}
	key := canonicalCommand(command)
	if at, found := ix.near[key]; found && key != "" {
		return &ix.runs[at]
	}
	return nil
}

// canonicalCommand drops what E-3 calls a difference of spelling: Markdown
// backticks, a leading prompt, white space, quoting style and a leading
// cd DIR &&. Two commands with the same canonical form need not do the same;
// it only finds what a refusal should name.
func canonicalCommand(command string) string {
	var b strings.Builder
	words, text := 0, stripDecoration(command)
	changesDir := false
	for {
		word, rest, found := shellwords.Next(text)
		if !found {
			return b.String()
		}
		text = rest
		switch {
		case words == 0 && word.Raw == "cd":
			changesDir = true
		case words == 2 && changesDir && word.Raw == "&&":
			b.Reset()
			words, changesDir = 0, false
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.Join(strings.Fields(word.Text), " "))
		words++
	}
}

// stripDecoration takes off prompts and backticks, in whatever order they were
// put on.
func stripDecoration(command string) string {
	for {
		before := len(command)
		command = strings.TrimSpace(command)
		command = strings.Trim(command, "`")
		command = strings.TrimPrefix(command, "$ ")
		command = strings.TrimPrefix(command, "> ")
		if len(command) == before {
			return command
		}
	}
}

// collapseSpace replaces each run of white space by one space, so that white
// space in a quote matches any run of it (E-9).
func collapseSpace(s string) string {
	if singleSpaced(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	from := 0 // the first byte not copied yet
	for at := 0; at < len(s); {
		size := spaceAt(s, at)
		if size == 0 {
			at++
			continue
		}
		b.WriteString(s[from:at])
		b.WriteByte(' ')
		for ; size > 0; size = spaceAt(s, at) {
			at += size
		}
		from = at
	}
	b.WriteString(s[from:])
	return b.String()
}

// spaceAt returns the length of the white space character at byte at, or 0.
func spaceAt(s string, at int) int {
	if at == len(s) {
		return 0
	}
	if c := s[at]; c < utf8.RuneSelf {
		if c == ' ' || c >= '\t' && c <= '\r' {
			return 1
		}
		return 0
	}
	r, size := utf8.DecodeRuneInString(s[at:])
	if unicode.IsSpace(r) {
		return size
	}
	return 0
}

// singleSpaced reports whether the only white space of s is single spaces. It
// may say no where a closer look would say yes.
func singleSpaced(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c > ' ' && c < 0x80 {
			continue
		}
		if c != ' ' || i > 0 && s[i-1] == ' ' {
			return false
		}
	}
	return true
}
