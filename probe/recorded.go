package probe

import (
	"encoding/json"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// MaxRecordedProbes is the most probes that [RecordedProbes] reads from one
// payload: more are no better evidence, and a payload is as long as a model
// likes.
const MaxRecordedProbes = 12

// recordedLists are the members of output that hold recorded probes, in the
// order in which they are read.
//
//nolint:gochecknoglobals // read-only table
var recordedLists = [...]string{"probes", "examples_verified", "examplesVerified", "verifications"}

// RecordedProbes reads the probes that a model declares in its payload, a JSON
// object with an object output, tolerant of the spellings that were seen
// (P-16). A probe without a command is passed over; at most
// [MaxRecordedProbes] are read. What cannot be read holds none.
func RecordedProbes(payload []byte) []RecordedProbe {
	v, err := scan(string(payload), configure(nil))
	if err != nil {
		return nil
	}
	output := v.member("output")
	var probes []RecordedProbe
	for _, list := range recordedLists {
		for entry := range output.member(list).elements() {
			if len(probes) == MaxRecordedProbes {
				return probes
			}
			if p, ok := recordedProbe(entry); ok {
				probes = append(probes, p)
			}
		}
	}
	return probes
}

func recordedProbe(entry value) (RecordedProbe, bool) {
	cmd := entry.firstText("cmd", "command", "invocation")
	if cmd == nil || *cmd == "" {
		return RecordedProbe{}, false
	}
	p := RecordedProbe{
		Cmd:      *cmd,
		ExitCode: entry.firstNumber("exitCode", "exit_code", "exit"),
		Stdout:   entry.firstText("stdout", "actualStdout", "actual_stdout", "output"),
		Expected: entry.firstText("expectedStdout", "expected_stdout", "expected"),
		Actual:   entry.firstText("actualStdout", "actual_stdout", "actual"),
		Note:     entry.firstText("note", "description", "case"),
	}
	switch m := entry.member("match"); m.kind() {
	case jsonscan.True, jsonscan.False:
		match := m.kind() == jsonscan.True
		p.Match = &match
	case jsonscan.Invalid, jsonscan.Null, jsonscan.Number, jsonscan.String, jsonscan.Array, jsonscan.Object:
	}
	return p, true
}

// firstText is the first of the members that is a string, nil when none is.
func (v value) firstText(names ...string) *string {
	for _, name := range names {
		if s := v.member(name).optional(); s != nil {
			return s
		}
	}
	return nil
}

// firstNumber is the first of the members that is there and not null, when that
// is a number: a spelling that is there with a wrong value is not passed over
// for another.
func (v value) firstNumber(names ...string) json.Number {
	for _, name := range names {
		if m := v.member(name); m.given() {
			return m.number()
		}
	}
	return ""
}
