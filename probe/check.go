package probe

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// DocumentEntry is the Entry of a problem that concerns the manifest as a whole.
const DocumentEntry = -1

// Problem is one defect of a manifest.
type Problem struct {
	// Entry is the position of the entry, from 0, or [DocumentEntry].
	Entry int
	// Kind is the shape of the entry, or [KindDocument].
	Kind Kind
	// Rule is what is broken; [Rule.Info] documents it.
	Rule Rule
	// Detail says what was found. The wording may change.
	Detail string
}

// String is the problem on one line.
func (p Problem) String() string {
	if p.Entry == DocumentEntry {
		return fmt.Sprintf("%s: %s", p.Rule, p.Detail)
	}
	return fmt.Sprintf("entry %d (%s): %s: %s", p.Entry, p.Kind, p.Rule, p.Detail)
}

// Check reports everything that is wrong with a manifest (P-4), in document
// order: the document first, then each entry. It never stops at a bad entry,
// and runs nothing. An empty list is a manifest that can be replayed in full.
func Check(raw []byte, opts ...Option) []Problem {
	d, err := read(raw, configure(opts))
	if err != nil {
		return []Problem{unreadable(err)}
	}
	problems := d.check()
	for i, v := range d.each() {
		_, _, problems = checkEntry(i, v, problems)
	}
	return problems
}

// unreadable is the one problem of a document that cannot be read.
func unreadable(err error) Problem {
	detail := err.Error()
	if syntax, ok := errors.AsType[*SyntaxError](err); ok {
		detail = syntax.Msg + fmt.Sprintf(" (byte %d)", syntax.Offset)
	}
	return Problem{DocumentEntry, KindDocument, NotJSON, detail}
}

// check reports the problems of the document itself.
func (d document) check() (problems []Problem) {
	add := func(rule Rule, detail string) {
		problems = append(problems, Problem{DocumentEntry, KindDocument, rule, detail})
	}
	if d.root.kind() != jsonscan.Object {
		add(NotObject, "the document is "+d.root.kind().String())
		return problems
	}
	if !d.isVersion1() {
		add(BadVersion, found("version", d.version))
	}
	if d.entries.kind() != jsonscan.Array {
		add(EntriesNotArray, found("entries", d.entries))
	} else if d.entries.count() == 0 {
		add(EntriesEmpty, "the list is empty")
	}
	return problems
}

// checkEntry appends the problems of one entry.
func checkEntry(i int, v value, problems []Problem) (Kind, fields, []Problem) {
	add := func(kind Kind, rule Rule, detail string) {
		problems = append(problems, Problem{i, kind, rule, detail})
	}
	if v.kind() != jsonscan.Object {
		add(KindNone, EntryNotObject, "the entry is "+v.kind().String())
		return KindNone, fields{}, problems
	}
	f := readFields(v)
	kind, badLiteral := f.shape()
	if badLiteral {
		add(KindNone, BadProbeLiteral, found("probe", f[fieldProbe]))
	}
	e := entryCheck{raw: v, fields: &f, add: func(rule Rule, detail string) { add(kind, rule, detail) }}
	switch kind {
	case KindHTTP:
		e.http()
	case KindWeb:
		e.web()
	case KindShell:
		e.shell()
	case KindNone, KindDocument:
		if f[fieldProbe] != "" {
			add(KindNone, UnknownShape, "neither probe nor any other member tells")
		} else {
			add(KindNone, UnknownShape, e.missing("probe", "cmd", "probe"))
		}
	}
	return kind, f, problems
}

// entryCheck is the check of one entry of a known shape.
type entryCheck struct {
	raw    value
	fields *fields
	add    func(Rule, string)
}

func (e *entryCheck) http() {
	if !e.fields.isText(fieldMethod) {
		e.add(MissingMethod, found("method", e.fields[fieldMethod]))
	}
	if !e.fields.isText(fieldPath) {
		e.add(MissingPath, found("path", e.fields[fieldPath]))
	}
	if e.fields[fieldStatus].number() == "" {
		e.add(MissingStatus, e.missing("status", "status"))
	}
}

func (e *entryCheck) shell() {
	if e.fields[fieldExitCode].number() == "" {
		e.add(MissingExitCode, e.missing("exitCode", "exitCode"))
	}
	if cmd, _ := e.fields[fieldCmd].text(); Decorated(cmd) {
		e.add(DecoratedCmd, "the command ends in an echo of $?")
	}
	if stdout, _ := e.fields[fieldStdout].text(); portBearing(stdout) {
		e.add(PortBearing, "stdout holds "+ListeningPrefix+"<n>")
	}
}

// jsSpace are the white space and line ends of JavaScript, whose engines ran
// the first checks of this rule: a command with another kind of blank must not
// pass where it did not.
func jsSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', '\ufeff', '\u2028', '\u2029':
		return true
	}
	return unicode.Is(unicode.Zs, r)
}

// Decorated reports that a command ends in an echo of $? behind ;, && or ||:
// then what is recorded as its exit code is the echo's (P-4).
func Decorated(cmd string) bool {
	cmd, found := strings.CutSuffix(strings.TrimRightFunc(cmd, jsSpace), "$?")
	if !found {
		return false
	}
	at := strings.LastIndexAny(cmd, ";&|")
	if at < 0 || cmd[at] != ';' && (at == 0 || cmd[at-1] != cmd[at]) {
		return false
	}
	words, found := strings.CutPrefix(strings.TrimLeftFunc(cmd[at+1:], jsSpace), "echo")
	return found && strings.TrimLeftFunc(words, jsSpace) != words
}

// ListeningPrefix begins the line by which a server says on which port it
// listens; the port follows in decimal (P-4, P-9).
const ListeningPrefix = "LISTENING_ON_PORT="

// ListeningPort finds the port in the output of a server: the digits behind the
// first [ListeningPrefix] that has some. It reports false when there is none,
// or none between 1 and 65535.
func ListeningPort(output string) (port int, ok bool) {
	digits, found := portDigits(output)
	if !found {
		return 0, false
	}
	const maxPort = 1<<16 - 1
	for _, c := range []byte(digits) {
		if port = 10*port + int(c-'0'); port > maxPort {
			return 0, false
		}
	}
	return port, port > 0
}

func portBearing(output string) bool {
	_, found := portDigits(output)
	return found
}

func portDigits(output string) (digits string, found bool) {
	for {
		_, rest, more := strings.Cut(output, ListeningPrefix)
		if !more {
			return "", false
		}
		if n := len(rest) - len(strings.TrimLeft(rest, "0123456789")); n > 0 {
			return rest[:n], true
		}
		output = rest
	}
}

// testScript is the base name of a script that tests or probes. Its letters are
// ASCII: case folding would take other characters for them.
var testScript = regexp.MustCompile(`(?s)^(?:[tT][eE][sS][tT]|[pP][rR][oO][bB][eE]|[cC][hH][eE][cC][kK]|[vV][eE][rR][iI][fF][yY]).*\.[cCmM]?[jJtT][sS]$`)
