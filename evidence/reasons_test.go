package evidence_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/evidence"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestReasons_E13 holds the codes and what is said about them to a golden
// file: a code that is renamed or dropped breaks those who match on it.
func TestReasons_E13(t *testing.T) {
	var b strings.Builder
	seen := map[evidence.Reason]bool{}
	for _, info := range evidence.Reasons() {
		kind := "skips"
		if info.Refuses {
			kind = "refuses"
		}
		fmt.Fprintf(&b, "%s (%s)\n    %s\n    %s\n", info.Reason, kind, info.Meaning, info.Repair)
		assert.False(t, seen[info.Reason], "%s is there twice", info.Reason)
		seen[info.Reason] = true
		for _, text := range []string{info.Meaning, info.Repair} {
			assert.True(t, strings.HasSuffix(text, "."), "%s: %q", info.Reason, text)
		}
	}
	const golden = "testdata/reasons.golden"
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o750))
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String(), "run the test with -update when the change is meant")
}

// everyReason has one hand-off for each reason.
var everyReason = map[evidence.Reason]checkCase{
	evidence.CommandIsVerdict:     {claims: `{"command":"PASS"}`},
	evidence.CommandNotRun:        {claims: `{"command":"go test"}`, record: record()},
	evidence.CommandNotRunnable:   {claims: `{"command":"looks good"}`},
	evidence.EvidenceIDMalformed:  {claims: `{"evidence_ids":["41"]}`},
	evidence.EvidenceMissing:      {claims: `{"evidence_ids":[99]}`},
	evidence.EvidenceNegative:     {claims: `{"evidence_ids":[42]}`},
	evidence.EvidenceOtherBrief:   {claims: `{"evidence_ids":[43]}`},
	evidence.EvidenceOtherTask:    {claims: `{"evidence_ids":[44]}`},
	evidence.EvidenceNotHarness:   {claims: `{"evidence_ids":[41]}`, opts: evidence.CheckOptions{HarnessOnly: true}},
	evidence.ExpectExitMalformed:  {claims: `{"command":"go test","result":"pass","expect_exit":"1"}`},
	evidence.ExitMismatch:         {claims: `{"command":"go test","result":"pass"}`, record: record(shell("go test", 1, ""))},
	evidence.ExcerptEmpty:         {claims: `[{"command":"go test","excerpt":"..."}]`},
	evidence.ExcerptCommandNotRun: {claims: `[{"command":"go test","excerpt":"ok"}]`, record: record()},
	evidence.ExcerptNotFound:      {claims: `[{"command":"go test","excerpt":"ok"}]`, record: record(shell("go test", 0, ""))},
	evidence.ResultNotPass:        {claims: `{"command":"go test"}`},
	evidence.ExitNotRecorded:      {claims: `{"command":"go test","result":"pass"}`},
	evidence.RecordIncomplete:     {claims: `{"command":"go test"}`, record: incomplete()},
	evidence.NoRecord:             {claims: `[{"command":"go test","excerpt":"ok"}]`},
	evidence.OutputNotRecorded:    {claims: `[{"command":"go test","excerpt":"ok"}]`, record: record(with(shell("go test", 0, ""), unkept))},
	evidence.OutputTruncated:      {claims: `[{"command":"go test","excerpt":"ok"}]`, record: record(with(shell("go test", 0, ""), cut))},
	evidence.OutputRedacted:       {claims: `[{"command":"go test","excerpt":"ok"}]`, record: record(shell("go test", 0, "[REDACTED]"))},
	evidence.Unattributed:         {claims: `["ok"]`},
	evidence.UnreadKey:            {claims: `[{"stdout":"ok"}]`},
	evidence.UnreadValue:          {claims: `7`},
	evidence.QuoteNotString:       {claims: `[{"command":"go test","excerpt":1}]`},
	evidence.NoQuote:              {claims: `[{"command":"go test"}]`},
}

// TestEveryReasonHappens_E13 keeps a reason from being documented and never
// given.
func TestEveryReasonHappens_E13(t *testing.T) {
	for _, info := range evidence.Reasons() {
		t.Run(string(info.Reason), func(t *testing.T) {
			c, found := everyReason[info.Reason]
			require.True(t, found, "no case")
			report := c.check(t)
			given := false
			for _, refusal := range report.Refused {
				if refusal.Reason == info.Reason {
					given = true
					assert.True(t, info.Refuses)
					assert.NotEmpty(t, refusal.Detail)
					assert.NotEmpty(t, refusal.Repair)
				}
			}
			for _, skip := range report.Skipped {
				if skip.Reason == info.Reason {
					given = true
					assert.False(t, info.Refuses)
				}
			}
			assert.True(t, given, "%v", verdicts(report))
		})
	}
	assert.Len(t, everyReason, len(evidence.Reasons()))
}
