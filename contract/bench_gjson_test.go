package contract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// The form as a hand-written walk on gjson: what a harness would write without
// this library. It is the yardstick of BenchmarkValidate, so it decides the
// same and explains nothing. It checks less of the text than Parse does.

// walkOnGJSON reports whether an envelope meets the form.
func walkOnGJSON(text string) bool {
	root := gjson.Parse(text)
	if !root.IsObject() {
		return false
	}
	var status, report, approval, failure gjson.Result
	ok := true
	root.ForEach(func(key, val gjson.Result) bool {
		switch key.Str {
		case "agent_status":
			status = val
		case "evidence_report":
			report = val
		case "approval_request":
			approval = val
			ok = ok && (val.IsObject() || val.Type == gjson.Null)
		case "failure_report":
			failure = val
		case "consolidation_report":
			ok = ok && (val.IsObject() || val.Type == gjson.Null)
		case "conclusion", "report_prose":
			ok = ok && (val.Type == gjson.String || val.Type == gjson.Null)
		case "memory_delta", "update_contracts", "user_facing_summary":
		default:
			ok = ok && slices.Contains(hostNames, key.Str)
		}
		return ok
	})
	if !ok || !status.IsObject() || !report.IsObject() {
		return false
	}
	state, members := "", 0
	var steps, next gjson.Result
	status.ForEach(func(key, val gjson.Result) bool {
		members++
		switch key.Str {
		case "agent_state":
			state = strings.TrimRight(strings.ToUpper(strings.TrimSpace(val.Str)), ".,;")
		case "agent_id":
			ok = ok && IsAgentID(val.Str)
		case "pending_steps":
			steps = val
			ok = ok && (val.IsArray() || val.Type == gjson.Null)
		case "next_action":
			next = val
			ok = ok && strings.TrimSpace(val.Str) != ""
		default:
			ok = false
		}
		return ok
	})
	if !ok || members != 4 || !slices.Contains(stateNames, state) {
		return false
	}
	lists := 0
	var verification gjson.Result
	report.ForEach(func(key, val gjson.Result) bool {
		switch key.Str {
		case "files_checked":
			val.ForEach(func(_, entry gjson.Result) bool {
				if entry.IsObject() {
					ok = ok && referenceOnGJSON(entry)
				}
				return ok
			})
			fallthrough
		case "patterns_checked", "commands_run", "key_outputs", "verbatim_outputs", "cross_layer_impacts", "open_gaps":
			lists++
			ok = ok && (val.IsArray() || val.Type == gjson.Null)
		case "verification":
			verification = val
			ok = ok && (val.IsObject() || val.Type == gjson.Null)
		default:
			ok = false
		}
		return ok
	})
	if !ok || lists != 7 {
		return false
	}
	if verification.IsObject() && !verificationOnGJSON(verification, state == "COMPLETE") {
		return false
	}
	if failure.Exists() && failure.Type != gjson.Null && !failureOnGJSON(failure) {
		return false
	}
	switch state {
	case "COMPLETE":
		return verification.IsObject() && len(steps.Array()) == 0 && strings.EqualFold(strings.TrimSpace(next.Str), "done")
	case "APPROVAL_REQUEST":
		return strings.TrimSpace(approval.Get("exact_content").Str) != ""
	}
	return true
}

func referenceOnGJSON(entry gjson.Result) bool {
	ok, members := true, 0
	entry.ForEach(func(key, val gjson.Result) bool {
		members++
		switch key.Str {
		case "path":
			ok = ok && strings.TrimSpace(val.Str) != ""
		case "commit":
			sha := strings.TrimSpace(val.Str)
			ok = ok && len(sha) >= 7 && len(sha) <= 64 && strings.Trim(sha, "0123456789abcdefABCDEF") == ""
		default:
			ok = false
		}
		return ok
	})
	return ok && members == 2
}

func verificationOnGJSON(verification gjson.Result, complete bool) bool {
	var kind, result, command, human, reviewed gjson.Result
	verification.ForEach(func(key, val gjson.Result) bool {
		switch key.Str {
		case "type":
			kind = val
		case "result":
			result = val
		case "command":
			command = val
		case "requires_human":
			human = val
		case "reviewed":
			reviewed = val
		}
		return true
	})
	if complete && !strings.EqualFold(strings.TrimSpace(result.Str), "pass") {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(kind.Str)) {
	case "", "none":
		return true
	case "command", "code":
		return strings.TrimSpace(command.Str) != ""
	case "semantic":
		return human.Bool()
	case "self_review":
		return strings.TrimSpace(reviewed.Str) != ""
	}
	return strings.TrimSpace(command.Str) != "" || human.Bool() || strings.TrimSpace(reviewed.Str) != ""
}

func failureOnGJSON(failure gjson.Result) bool {
	return strings.TrimSpace(failure.Get("attempted").Str) != "" &&
		strings.TrimSpace(failure.Get("symptom").Str) != "" &&
		len(failure.Get("evidence").Array()) > 0
}

var (
	stateNames = words(agentStates)
	hostNames  = func() (names []string) {
		for _, f := range fields[:fieldLastRoot+1] {
			if f.Writer == WriterHost {
				names = append(names, f.Name())
			}
		}
		return names
	}()
)

// envelope4K is a COMPLETE envelope of about 4 KB, of the size and shape that
// agents hand in.
func envelope4K() string {
	list := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	return `{"agent_status":{"agent_state":"COMPLETE","agent_id":"a0123456789abcdef","pending_steps":[],"next_action":"done"},` +
		`"evidence_report":{"patterns_checked":[` + list(4, `"errors are wrapped with %%w, see pattern %d"`) + `],` +
		`"files_checked":[` + list(12, `"internal/service/handler_%02d.go"`) + `,{"path":"contract/codes.go","commit":"3f2a91c"}],` +
		`"commands_run":[` + list(8, `"go test -race -count=1 ./internal/service/part%d/..."`) + `],` +
		`"key_outputs":[` + list(6, `"package %d passes, coverage is 91.4 %% of statements"`) + `],` +
		`"verbatim_outputs":[` + list(6, `{"command":"go test ./part%d","excerpt":"ok  \texample.org/service/part\t0.412s\nPASS"}`) + `],` +
		`"cross_layer_impacts":[` + list(3, `"the chart of service %d needs the new port in values.yaml"`) + `],` +
		`"open_gaps":["load was not measured"],` +
		`"verification":{"type":"command","command":"go test ./...","result":"pass","method":"clean checkout, race detector on"}},` +
		`"consolidation_report":null,"approval_request":null,"failure_report":null,"memory_delta":null,` +
		`"conclusion":"The limit is enforced in one place; the suite passes with the race detector; load was not measured.",` +
		`"report_prose":"` + strings.Repeat("The second read was found while tracing the first. ", 27) + `"}`
}

func TestGJSONWalkDecidesTheSame(t *testing.T) {
	t.Parallel()
	text := envelope4K()
	require.InDelta(t, 4096, len(text), 256)
	doc, err := Parse([]byte(text))
	require.NoError(t, err)
	require.Empty(t, Validate(doc).Findings)
	require.True(t, walkOnGJSON(text))
	for _, broken := range []string{
		strings.Replace(text, `"pass"`, `"fail"`, 1),
		strings.Replace(text, `"done"`, `"stop"`, 1),
		strings.Replace(text, `3f2a91c`, `main`, 1),
		strings.Replace(text, `"open_gaps"`, `"gaps"`, 1),
		strings.Replace(text, `"conclusion"`, `"conclusions"`, 1),
	} {
		doc, err := Parse([]byte(broken))
		require.NoError(t, err)
		require.False(t, Validate(doc).OK())
		require.False(t, walkOnGJSON(broken))
	}
}

// BenchmarkValidate judges a parsed envelope.
func BenchmarkValidate(b *testing.B) {
	doc, err := Parse([]byte(envelope4K()))
	require.NoError(b, err)
	b.SetBytes(int64(len(doc.String())))
	b.ReportAllocs()
	for b.Loop() {
		if !Validate(doc).OK() {
			b.Fatal("refused")
		}
	}
}

// BenchmarkParseValidate goes from bytes to verdict.
func BenchmarkParseValidate(b *testing.B) {
	text := []byte(envelope4K())
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		doc, err := Parse(text)
		if err != nil || !Validate(doc).OK() {
			b.Fatal("refused")
		}
	}
}

// BenchmarkWalkOnGJSON is the walk alone: it believes any bytes.
func BenchmarkWalkOnGJSON(b *testing.B) {
	text := envelope4K()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if !walkOnGJSON(text) {
			b.Fatal("refused")
		}
	}
}

// BenchmarkValidWalkOnGJSON goes from bytes to verdict with gjson.
func BenchmarkValidWalkOnGJSON(b *testing.B) {
	text := []byte(envelope4K())
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if !gjson.ValidBytes(text) || !walkOnGJSON(string(text)) {
			b.Fatal("refused")
		}
	}
}
