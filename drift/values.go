package drift

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/internal/wholetoken"
)

// minValue is the length, in characters, from which a value is not found by
// chance.
const minValue = 4

// truncatedMark is what stands at the end of a value that was cut. A value that
// carries it, or the mark of what was redacted, is not the value.
const truncatedMark = "...[truncated]"

// runs are the recorded runs of one command.
type runs struct {
	recorded   int
	incomplete bool
	noRecord   bool
	// passed are those that are known to have exited 0, in order.
	passed []*evidence.Run
}

// findRuns finds the runs of exactly that command (D-4). The exit of a run
// that was killed, or that was still going on when the call returned, is not
// its own.
func findRuns(record *evidence.Record, command string) runs {
	if record == nil {
		return runs{noRecord: true}
	}
	found := runs{incomplete: record.Incomplete}
	for i := range record.Runs {
		run := &record.Runs[i]
		// A host that lets a correction be applied says what its runs are.
		if _, ran := run.Did(); run.Kind != evidence.Shell || ran != command {
			continue
		}
		found.recorded++
		if run.Exit != nil && *run.Exit == 0 && !run.Killed && !run.Background {
			found.passed = append(found.passed, run)
		}
	}
	return found
}

func checkRecorded(j *judgement) string {
	switch {
	case j.runs.recorded > 0:
		return ""
	case j.runs.noRecord:
		return "there is no record of the turn"
	case j.runs.incomplete:
		return "the record is incomplete and does not show it"
	}
	return "none of the turn's runs is of this command"
}

func checkExit(j *judgement) string {
	if j.runs.recorded == 0 || len(j.runs.passed) > 0 {
		return ""
	}
	return strconv.Itoa(j.runs.recorded) + " recorded, none known to have exited 0"
}

// search looks for all values of a payload at once.
type search struct {
	set wholetoken.Set
}

func newSearch(values []string) search { return search{set: wholetoken.NewSet(values)} }

// span is a part of an output.
type span struct{ start, end int }

// shown finds the first place of each value that stands in an output as a
// whole token, by the number of the value in the set.
func (s search) shown(output string, cut bool) map[int]span {
	places := make(map[int]span)
	s.set.Each(output, func(token, start, end int) bool {
		if _, seen := places[token]; !seen && bounded(output, start, end, cut) {
			places[token] = span{start, end}
		}
		return len(places) < s.set.Len()
	})
	return places
}

// recorded returns the part of a run's output that counts, and whether there
// was more.
func recorded(run *evidence.Run) (output string, cut bool) {
	count := 0
	for i := range run.Output {
		if count == evidence.MaxOutput {
			return run.Output[:i], true
		}
		count++
	}
	return run.Output, run.Truncated
}

// proof is the run that shows every value, and where.
type proof struct {
	run    *evidence.Run
	output string
	places map[int]span
}

// findProof returns the last run that shows every value (D-5); its run is nil
// when none does.
func (j *judgement) findProof() proof {
	for _, run := range slices.Backward(j.runs.passed) {
		if !run.Kept {
			continue
		}
		output, cut := recorded(run)
		if places := j.search.shown(output, cut); len(places) == j.search.set.Len() {
			return proof{run, output, places}
		}
	}
	return proof{}
}

func checkObserved(j *judgement) string {
	if len(j.runs.passed) == 0 || j.search.set.Len() == 0 || j.proof.run != nil {
		return ""
	}
	// Name what the last run lacks: that is the one to look at.
	last := j.runs.passed[len(j.runs.passed)-1]
	if !last.Kept {
		return "the output of the last run was not kept"
	}
	places := j.search.shown(recorded(last))
	missing := 0
	for _, found := places[missing]; found; _, found = places[missing] {
		missing++
	}
	return "the last run does not show " + quoteValue(j.search.set.Token(missing))
}

func checkWeak(j *judgement) string {
	if j.merge.weakKind != "" {
		return j.merge.weakKind + " at " + j.merge.weak
	}
	for _, v := range j.merge.values {
		if tooWeak(v) {
			return quoteValue(v)
		}
	}
	return ""
}

func checkRedacted(j *judgement) string {
	for _, v := range j.merge.values {
		if strings.Contains(v, evidence.RedactedMark) || strings.Contains(v, truncatedMark) {
			return quoteValue(v)
		}
	}
	return ""
}

// checkInCommand looks for the values anywhere in the command as written and
// in its words as a shell reads them, whole token or not: an error message can
// repeat any part of them. A command that is too long to be understood is not
// searched.
func checkInCommand(j *judgement) string {
	if len(j.entry.command) > maxCommand {
		return ""
	}
	found := -1
	for _, text := range [2]string{j.entry.command, strings.Join(j.command.Words, " ")} {
		j.search.set.Each(text, func(token, _, _ int) bool {
			found = token
			return false
		})
		if found >= 0 {
			return quoteValue(j.search.set.Token(found))
		}
	}
	return ""
}

// tooWeak reports whether a value could stand in an output by chance.
func tooWeak(value string) bool {
	value = strings.TrimSpace(value)
	if utf8.RuneCountInString(value) < minValue || numeric(value) {
		return true
	}
	for _, literal := range [...]string{"true", "false", "null"} {
		if strings.EqualFold(value, literal) {
			return true
		}
	}
	return false
}

// numeric reports whether a string is a decimal with an optional sign, fraction
// and exponent. Digits of any script count: they are shown as numbers too.
func numeric(s string) bool {
	s = strings.TrimLeft(s, "+-−")
	whole, s := digits(s)
	fraction := 0
	if rest, found := strings.CutPrefix(s, "."); found {
		fraction, s = digits(rest)
	}
	if whole+fraction == 0 {
		return false
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		var exponent int
		exponent, s = digits(strings.TrimLeft(s[1:], "+-−"))
		return exponent > 0 && s == ""
	}
	return s == ""
}

// digits takes the digits off the front of s.
func digits(s string) (count int, rest string) {
	for i, r := range s {
		if !unicode.IsDigit(r) {
			return count, s[i:]
		}
		count++
	}
	return count, ""
}

// note is the evidence for an applied correction (D-9).
func (j *judgement) note() string {
	var b strings.Builder
	b.WriteString("command: " + j.entry.command + "\n")
	b.WriteString("observed: " + j.entry.observed.UTC().Format(time.RFC3339Nano) + "\n")
	if at := j.proof.run.At; !at.IsZero() {
		b.WriteString("recorded: " + at.UTC().Format(time.RFC3339Nano) + "\n")
	}
	b.WriteString("shown:")
	places := slices.SortedFunc(maps.Values(j.proof.places), func(a, b span) int { return cmp.Compare(a.start, b.start) })
	output, next := j.proof.output, 0 // next is where the first unwritten line begins
	for _, place := range places {
		if place.end <= next {
			continue
		}
		from := max(next, strings.LastIndexByte(output[:place.start], '\n')+1)
		next = len(output)
		if n := strings.IndexByte(output[place.end:], '\n'); n >= 0 {
			next = place.end + n + 1
		}
		lines := strings.TrimSuffix(output[from:next], "\n")
		b.WriteString("\n  " + strings.ReplaceAll(lines, "\n", "\n  "))
	}
	return b.String()
}

func quoteValue(value string) string {
	const most = 60 // characters that are shown
	if utf8.RuneCountInString(value) > most {
		value = string([]rune(value)[:most]) + "..."
	}
	return strconv.Quote(value)
}
