package evidence

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Claims are what a hand-off asserts: the raw values of the document's
// verification object and of its verbatim_outputs list, nil when absent. Check
// refuses bytes that are not strict JSON.
type Claims struct {
	// Verification is evidence_report.verification.
	Verification json.RawMessage
	// VerbatimOutputs is evidence_report.verbatim_outputs, and
	// VerbatimOutputsUpper the list under its upper-case spelling; both count.
	VerbatimOutputs      json.RawMessage
	VerbatimOutputsUpper json.RawMessage
}

// ClaimsError says that a claim could not be read, so that nothing was judged.
type ClaimsError struct {
	// Field is the path of the claim.
	Field string
	// Offset is where in the raw value the fault is, in bytes.
	Offset int
	// Detail is what is wrong there.
	Detail string
}

// Error names the field, the place and the fault.
func (e *ClaimsError) Error() string {
	return fmt.Sprintf("evidence: %s is not strict JSON at byte %d: %s; pass the value as the document parser gave it", e.Field, e.Offset, e.Detail)
}

// The field paths of refusals and skips (E-3b).
const (
	verificationField = "evidence_report.verification"
	verbatimField     = "evidence_report.verbatim_outputs"
	verbatimUpper     = "evidence_report.VERBATIM_OUTPUTS"
)

// claimLimits are wider than any host's parser: size and depth were its
// business.
func claimLimits() jsonscan.Limits { return jsonscan.Limits{MaxBytes: 1<<31 - 1, MaxDepth: 1 << 16} }

// readClaim lets raw through the strict door. An absent value is one that does
// not exist.
func readClaim(field string, raw json.RawMessage) (gjson.Result, error) {
	if len(raw) == 0 {
		return gjson.Result{}, nil
	}
	text := string(raw)
	var index jsonscan.Index
	if err := jsonscan.Scan(text, claimLimits(), &index); err != nil {
		return gjson.Result{}, &ClaimsError{Field: field, Offset: err.Offset, Detail: err.Msg}
	}
	value := gjson.Parse(text)
	if value.Type == gjson.Null {
		return gjson.Result{}, nil
	}
	return value, nil
}

// verification is the verification object as far as it is read. Members that
// are absent or null do not exist.
type verification struct {
	command     claimedCommand
	result      gjson.Result
	expectExit  gjson.Result
	evidenceIDs gjson.Result
}

func readVerification(value gjson.Result) verification {
	var v verification
	value.ForEach(func(name, member gjson.Result) bool {
		if member.Type == gjson.Null {
			return true
		}
		switch name.String() {
		case "command":
			v.command = readCommand(member)
		case "result":
			v.result = member
		case "expect_exit":
			v.expectExit = member
		case "evidence_ids":
			v.evidenceIDs = member
		}
		return true
	})
	return v
}

// claimedCommand is the value of a command member. Null and blank are absent;
// any other value that is not a string is a command that never ran.
type claimedCommand struct {
	given bool
	text  string // "" when it is no string
	raw   string
}

func readCommand(value gjson.Result) claimedCommand {
	if value.Type == gjson.Null || !value.Exists() {
		return claimedCommand{}
	}
	if value.Type != gjson.String {
		return claimedCommand{given: true, raw: value.Raw}
	}
	text := value.String()
	return claimedCommand{given: strings.TrimSpace(text) != "", text: text, raw: value.Raw}
}

// shown is the command in a message.
func (c claimedCommand) shown() string {
	if c.text == "" {
		return clip(c.raw)
	}
	return fmt.Sprintf("%q", clip(c.text))
}

// How many code points of a claim, and of an output, a message repeats.
const (
	clipCommand = 120
	clipOutput  = 200
)

// clip keeps a claim short in a message.
func clip(s string) string {
	head, more := cutRunes(s, clipCommand)
	if more {
		head += "…"
	}
	return head
}
