package contract

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func parse(tb testing.TB, text string) Document {
	tb.Helper()
	doc, err := Parse([]byte(text), AnyRoot())
	require.NoError(tb, err, "%s", text)
	return doc
}

const (
	okLists  = `"patterns_checked":[],"files_checked":[],"commands_run":[],"key_outputs":[],"verbatim_outputs":[],"cross_layer_impacts":[],"open_gaps":[]`
	okReport = `"evidence_report":{` + okLists + `}`
	okID     = `"agent_id":"a0123456789abcdef"`
)

// inState is an envelope that meets the form in a state, COMPLETE included,
// with further root members.
func inState(state string, members ...string) string {
	next, check := "go on", ""
	if state == string(StateComplete) {
		next, check = "done", `,"verification":{"result":"pass"}`
	}
	if state == string(StateApprovalRequest) && !strings.Contains(strings.Join(members, ""), "approval_request") {
		members = append(members, `"approval_request":{"exact_content":"rm x"}`)
	}
	return `{"agent_status":{"agent_state":"` + state + `",` + okID + `,"pending_steps":[],"next_action":"` + next + `"},` +
		`"evidence_report":{` + okLists + check + `}` + more(members...) + `}`
}

// status is an envelope with these members of agent_status and a good
// evidence_report.
func status(members ...string) string {
	return `{"agent_status":{` + strings.Join(members, ",") + `},` + okReport + `}`
}

// evidenceIn is an envelope in a state with these members of evidence_report.
func evidenceIn(state, members string) string {
	next := "go on"
	if state == string(StateComplete) {
		next = "done"
	}
	return `{"agent_status":{"agent_state":"` + state + `",` + okID + `,"pending_steps":[],"next_action":"` + next + `"},"evidence_report":` + members + `}`
}

func more(members ...string) string {
	var b strings.Builder
	for _, m := range members {
		b.WriteByte(',')
		b.WriteString(m)
	}
	return b.String()
}

// found writes findings as "CODE field" lines.
func found(report Report) []string {
	out := []string{}
	for _, f := range report.Findings {
		out = append(out, string(f.Code)+" "+f.Field)
	}
	return out
}

func rawJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
