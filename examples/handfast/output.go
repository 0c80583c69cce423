package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// The exit codes.
const (
	exitOK = iota
	exitRefused
	exitUsage
	exitIO
)

// output is what a verb has to say: its JSON members, and a text for people.
type output interface {
	text(w *bytes.Buffer)
}

// done prints the result of a verb.
func (a *app) done(out output) error {
	if a.asJSON {
		return a.object(true, out, nil)
	}
	var buf bytes.Buffer
	out.text(&buf)
	return a.write(buf.Bytes())
}

// fail prints a failure and returns its exit code.
func (a *app) fail(cmd *cobra.Command, f *failure) int {
	f.complete(cmd)
	var err error
	switch {
	case f.printed:
	case a.asJSON:
		err = a.object(false, f.report, f)
	case f.exit == exitRefused:
		var buf bytes.Buffer
		f.text(&buf)
		err = a.write(buf.Bytes())
	default:
		detail := f.Detail
		if f.Offset != nil {
			detail += fmt.Sprintf(" (byte %d)", *f.Offset)
		}
		_, err = fmt.Fprintf(a.stderr, "handfast: %s\n", detail)
		if f.exit != exitUsage || f.Repair != seeHelp(cmd) {
			_, err = fmt.Fprintf(a.stderr, "%s\n", f.Repair)
		}
		if f.exit == exitUsage {
			_, err = fmt.Fprintf(a.stderr, "See '%s --help'.\n", cmd.CommandPath())
		}
	}
	if err != nil {
		return exitIO
	}
	return f.exit
}

func seeHelp(cmd *cobra.Command) string { return "see '" + cmd.CommandPath() + " --help'" }

// object prints {"ok":…} with the members of report and, for a failure, error.
func (a *app) object(ok bool, report any, f *failure) error {
	var buf bytes.Buffer
	fmt.Fprintf(&buf, `{"ok":%t`, ok)
	if report != nil {
		members, err := marshal(report)
		if err != nil {
			return err
		}
		if members = members[1 : len(members)-1]; len(members) > 0 {
			buf.WriteByte(',')
			buf.Write(members)
		}
	}
	if f != nil {
		members, err := marshal(f)
		if err != nil {
			return err
		}
		buf.WriteString(`,"error":`)
		buf.Write(members)
	}
	buf.WriteString("}\n")
	return a.write(buf.Bytes())
}

// table writes rows of cells in columns. Control characters in a cell are
// shown, so that a stored text cannot play tricks on a terminal.
func table(w *bytes.Buffer, rows [][]any) { tableWith(w, rows, func(int) {}) }

// tableWith is table with something to say below each row.
func tableWith(w *bytes.Buffer, rows [][]any, below func(row int)) {
	var widths []int
	lines := make([][]string, len(rows))
	for i, row := range rows {
		for j, cell := range row {
			text := printable(fmt.Sprint(cell))
			lines[i] = append(lines[i], text)
			if j == len(widths) {
				widths = append(widths, 0)
			}
			widths[j] = max(widths[j], utf8.RuneCountInString(text))
		}
	}
	for i, line := range lines {
		for j, text := range line {
			if j == len(line)-1 {
				w.WriteString(text + "\n")
				break
			}
			fmt.Fprintf(w, "%-*s  ", widths[j], text)
		}
		below(i)
	}
}

// printable shows control characters as Go would write them.
func printable(text string) string {
	if !strings.ContainsFunc(text, unicode.IsControl) {
		return text
	}
	quoted := strconv.QuoteToGraphic(text)
	return quoted[1 : len(quoted)-1]
}

// oneLine is a stored JSON value without the white space it was written with.
func oneLine(value json.RawMessage) string {
	var buf bytes.Buffer
	if err := json.Compact(&buf, value); err != nil {
		return printable(string(value))
	}
	return printable(buf.String())
}

// marshal writes JSON in which "&&" stays "&&" and raw values stay as stored.
func marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, &failure{exit: exitIO, Code: codeStore, Detail: "what is stored cannot be written as JSON: " + err.Error()}
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// note says on stderr what may surprise. That it cannot be said is no reason to
// stop.
func (a *app) note(format string, args ...any) {
	_, _ = fmt.Fprintf(a.stderr, "handfast: "+format+"\n", args...)
}

func (a *app) write(text []byte) error {
	if _, err := a.stdout.Write(text); err != nil {
		return &failure{
			exit: exitIO, Code: codeIO, Field: "stdout", Detail: "standard output: " + err.Error(),
			Repair: "send the output where it can be written; what was stored stays stored",
		}
	}
	return nil
}
