package probe

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/handfast-go/handfast/internal/docpath"
)

// Output names something that is recorded and compared.
type Output string

// The outputs, named as the members of the entries.
const (
	OutputExitCode       Output = "exitCode"
	OutputStdout         Output = "stdout"
	OutputStderr         Output = "stderr"
	OutputStatus         Output = "status"
	OutputBody           Output = "body"
	OutputInteractions   Output = "interactions"
	OutputExpected       Output = "expected"
	OutputConsoleErrors  Output = "consoleErrors"
	OutputFailedRequests Output = "failedRequests"
)

// Difference is the first place where what was observed is not what was
// recorded.
type Difference struct {
	// Output is what differs.
	Output Output
	// Offset is the byte offset of the difference, and Line its line, from 1;
	// both are 0 for what is no text.
	Offset, Line int
	// Want is what was recorded and Got what was observed, from shortly before
	// the difference and cut short.
	Want, Got string
}

// String is the difference on one line.
func (d Difference) String() string {
	if d.Line == 0 {
		return fmt.Sprintf("%s: recorded %s, observed %s", d.Output, d.Want, d.Got)
	}
	return fmt.Sprintf("%s differs at line %d (byte %d): recorded %q, observed %q", d.Output, d.Line, d.Offset, d.Want, d.Got)
}

// comparison runs one entry and compares; it keeps the first difference.
type comparison struct {
	config     config
	notes      []string
	difference *Difference
}

func (c *comparison) run(ctx context.Context, runner Runner, e Entry) error {
	limit := c.config.outputLimit
	switch e.kind {
	case KindShell:
		want, _ := e.Shell()
		got, err := runner.RunShell(ctx, want, limit)
		if err != nil {
			return err
		}
		c.number(OutputExitCode, want.ExitCode, got.ExitCode)
		if stdout, _ := e.fields[fieldStdout].text(); portBearing(stdout) {
			c.notes = append(c.notes, "stdout holds a port and is not compared")
		} else {
			c.text(OutputStdout, e.fields[fieldStdout], got.Stdout)
		}
		c.text(OutputStderr, e.fields[fieldStderr], got.Stderr)
	case KindHTTP:
		want, _ := e.HTTP()
		got, err := runner.Request(ctx, want, limit)
		if err != nil {
			return err
		}
		c.number(OutputStatus, want.Status, got.Status)
		c.text(OutputBody, e.fields[fieldBody], got.Body)
	case KindWeb:
		want, _ := e.Web()
		got, err := runner.Browse(ctx, want, limit)
		if err != nil {
			return err
		}
		c.web(e, want, got)
	case KindNone, KindDocument:
	}
	return nil
}

func (c *comparison) web(e Entry, want Web, got WebResult) {
	if len(got.Executed) < len(want.Interactions) {
		c.differ(OutputInteractions, strconv.Itoa(len(want.Interactions))+" to run", strconv.Itoa(len(got.Executed)))
	}
	c.value(want.Expected, got.Value)
	c.count(OutputConsoleErrors, e.fields[fieldConsoleErrors], got.ConsoleErrors)
	c.count(OutputFailedRequests, e.fields[fieldFailedRequests], got.FailedRequests)
}

func (c *comparison) differ(output Output, want, got string) {
	if c.difference == nil {
		c.difference = &Difference{Output: output, Want: want, Got: got}
	}
}

// number compares by value: a recorded 0.0 is the exit code 0.
func (c *comparison) number(output Output, want json.Number, got int) {
	if !docpath.EqualNumbers(string(want), strconv.Itoa(got)) {
		c.differ(output, excerpt(string(want), 0), strconv.Itoa(got))
	}
}

// count compares a count that may not have been recorded.
func (c *comparison) count(output Output, want value, got int) {
	switch {
	case !want.given():
	case want.number() == "":
		c.differ(output, want.kind().String()+", which is no count", strconv.Itoa(got))
	default:
		c.number(output, want.number(), got)
	}
}

// value compares as JSON values.
func (c *comparison) value(expected string, got json.RawMessage) {
	want, err := scan(expected, c.config)
	if err != nil {
		c.differ(OutputExpected, excerpt(expected, 0)+", which is not JSON", excerpt(string(got), 0))
		return
	}
	switch observed, err := scan(string(got), c.config); {
	case len(got) == 0:
		c.differ(OutputExpected, excerpt(expected, 0), "a value without a JSON encoding")
	case err != nil:
		c.differ(OutputExpected, excerpt(expected, 0), excerpt(string(got), 0)+", which is not JSON")
	case !docpath.Equal(string(want), string(observed)):
		c.differ(OutputExpected, excerpt(string(want), 0), excerpt(string(observed), 0))
	}
}

// text compares an output byte for byte, when it was recorded.
func (c *comparison) text(output Output, recorded value, got []byte) {
	want, isText := recorded.text()
	switch {
	case !recorded.given():
		return
	case !isText:
		c.differ(output, recorded.kind().String()+", which is no text", excerpt(string(got), 0))
		return
	case len(got) > c.config.outputLimit:
		c.differ(output, strconv.Itoa(len(want))+" bytes", fmt.Sprintf("more than the %d bytes that are compared", c.config.outputLimit))
		return
	}
	observed := string(got)
	if c.config.normalize != nil {
		want = string(c.config.normalize(output, []byte(want)))
		observed = string(c.config.normalize(output, []byte(observed)))
	}
	if want == observed || want+"\n" == observed || want == observed+"\n" || c.difference != nil {
		return
	}
	at := firstDifference(want, observed)
	c.difference = &Difference{
		Output: output, Offset: at, Line: 1 + strings.Count(want[:at], "\n"),
		Want: excerpt(want, at), Got: excerpt(observed, at),
	}
}

func firstDifference(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// What an excerpt shows around a difference, in bytes.
const (
	excerptBefore = 20
	excerptMax    = 100
)

// excerpt cuts text to what stands around an offset, in whole characters.
func excerpt(text string, at int) string {
	from := max(0, at-excerptBefore)
	to := min(len(text), from+excerptMax)
	shown := strings.ToValidUTF8(text[from:to], "\ufffd")
	if from > 0 {
		shown = "…" + strings.TrimLeft(shown, "\ufffd")
	}
	if to < len(text) {
		shown = strings.TrimRight(shown, "\ufffd") + "…"
	}
	return shown
}
