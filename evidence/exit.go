package evidence

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// exit compares the claimed result with the recorded exit (E-7). It is asked
// only for a command that was not refused. What a background run has as exit is
// that of the call that started it, so it is not looked at.
func (c *check) exit(v verification) {
	const field = verificationField + ".result"
	if v.result.Type != gjson.String || !ReadsAsPass(v.result.String()) {
		c.skip(field, ResultNotPass)
		return
	}
	want, integer := expectedExit(v.expectExit)
	if !integer {
		c.refuse(verificationField+".expect_exit", ExpectExitMalformed, clip(v.expectExit.Raw)+" is not a whole number.")
		return
	}
	var last *Run
	superseded := false
	if c.record != nil {
		last, superseded = c.index().lastWaited(v.command.text)
	}
	switch {
	case last == nil || last.Exit == nil:
		c.skip(field, ExitNotRecorded)
	case strconv.Itoa(*last.Exit) == want:
		c.hold(field)
	case superseded: // how the later run ended is not known: it may be the one that passed
		c.skip(field, ExitNotRecorded)
	default:
		c.refuse(field, ExitMismatch, fmt.Sprintf("The result says pass, which needs exit %s; the last run of %s exited %d. %s",
			clip(want), v.command.shown(), *last.Exit, showed(last.Kept, lastRunes(last.Output, clipOutput))))
	}
}

// expectedExit returns the exit that a passing run has, in decimal, so that an
// integer of any size can be compared; false for what is no integer.
func expectedExit(value gjson.Result) (decimal string, integer bool) {
	if !value.Exists() {
		return "0", true
	}
	if value.Type != gjson.Number || strings.ContainsAny(value.Raw, ".eE") {
		return "", false
	}
	if value.Raw == "-0" {
		return "0", true
	}
	return value.Raw, true
}

// showed says what a run showed, given the part of it to repeat.
func showed(kept bool, part string) string {
	switch {
	case !kept:
		return "Its output was not kept."
	case strings.TrimSpace(part) == "":
		return "It showed nothing."
	}
	return fmt.Sprintf("It showed: %q", part)
}

// lastRunes returns the last n code points of s.
func lastRunes(s string, n int) string {
	at := len(s)
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:at])
		at -= size
	}
	return s[at:]
}

// around returns up to n code points of s about byte at.
func around(s string, at, n int) string {
	before := lastRunes(s[:at], n/2)
	after, _ := cutRunes(s[at:], n-utf8.RuneCountInString(before))
	return before + after
}
