package contract

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// changed writes changes as "field old -> new" lines.
func changed(changes []Change) []string {
	out := []string{}
	for _, c := range changes {
		line := c.Field + " " + string(c.Old)
		if c.New != nil {
			line += " -> " + string(c.New)
		}
		out = append(out, line)
	}
	return out
}

type rewriteCase struct {
	rule, text, want string
	changes          []string
}

func runRewrites(t *testing.T, cases []rewriteCase, rewrite func(Document, ...FormOption) (Document, []Change)) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.rule, func(t *testing.T) {
			t.Parallel()
			doc := parse(t, c.text)
			got, changes := rewrite(doc)
			assert.Equal(t, c.want, got.String())
			assert.Equal(t, c.changes, changed(changes))
			assert.Equal(t, strings.TrimSpace(c.text), doc.String(), "the input is untouched")
			for _, change := range changes {
				assert.NotEmpty(t, change.Detail)
			}
			again, none := rewrite(got)
			assert.Empty(t, none, "a second call changes nothing")
			assert.Equal(t, got.String(), again.String())
			assert.Equal(t, parse(t, got.String()).index, got.index, "the result is indexed as if it had been parsed")
		})
	}
}

func TestCanonicalize_C22(t *testing.T) {
	t.Parallel()
	runRewrites(t, []rewriteCase{
		{
			"C-22 state", `{ "agent_status" : {"agent_state":" Blocked;, ", "next_action":"go"} }`,
			`{ "agent_status" : {"agent_state":"BLOCKED", "next_action":"go"} }`,
			list(`agent_status.agent_state " Blocked;, " -> "BLOCKED"`),
		},
		{"C-22 no state", `{"agent_status":{"agent_state":"complete ."}}`, `{"agent_status":{"agent_state":"complete ."}}`, list()},
		{
			"C-22 done in every state", `{"agent_status":{"next_action":" DONE\n"}}`, `{"agent_status":{"next_action":"done"}}`,
			list(`agent_status.next_action " DONE\n" -> "done"`),
		},
		{"C-22 not done", `{"agent_status":{"next_action":"done."}}`, `{"agent_status":{"next_action":"done."}}`, list()},
		{
			"C-22 result, whatever it says", `{"evidence_report":{"verification":{"result":" PA\u1e9e <X> \"q\" "}}}`, `{"evidence_report":{"verification":{"result":"paß <x> \"q\""}}}`,
			list(`evidence_report.verification.result " PA\u1e9e <X> \"q\" " -> "paß <x> \"q\""`),
		},
		{"C-22 result not a string", `{"evidence_report":{"verification":{"result":true,"type":7}}}`, `{"evidence_report":{"verification":{"result":true,"type":7}}}`, list()},
		{
			"C-22 type, known or not", `{"evidence_report":{"verification":{"type":" Dry  Run","result":"pass"}}}`, `{"evidence_report":{"verification":{"type":"dry_run","result":"pass"}}}`,
			list(`evidence_report.verification.type " Dry  Run" -> "dry_run"`),
		},
		{"C-22 separators only", `{"evidence_report":{"verification":{"type":" -_"}}}`, `{"evidence_report":{"verification":{"type":" -_"}}}`, list()},
		{
			"C-22 commits under both spellings",
			`{"evidence_report":{"FILES_CHECKED":[{"commit":"ABCDEF1234","zz":1}],"files_checked":["A",{"path":" A ","commit":" ABCDEF1\n"},{"commit":"ABC"}]}}`,
			`{"evidence_report":{"FILES_CHECKED":[{"commit":"abcdef1234","zz":1}],"files_checked":["A",{"path":" A ","commit":"abcdef1"},{"commit":"ABC"}]}}`,
			list(`evidence_report.FILES_CHECKED[0].commit "ABCDEF1234" -> "abcdef1234"`, `evidence_report.files_checked[1].commit " ABCDEF1\n" -> "abcdef1"`),
		},
		{
			"C-22 severity", `{"failure_report":{"severity":"Error "}}`, `{"failure_report":{"severity":"error"}}`,
			list(`failure_report.severity "Error " -> "error"`),
		},
		{"C-22 no severity", `{"failure_report":{"severity":"Errors"}}`, `{"failure_report":{"severity":"Errors"}}`, list()},
		{"C-5 an escape is not another spelling", `{"agent_status":{"next_action":"d\u006fne"}}`, `{"agent_status":{"next_action":"d\u006fne"}}`, list()},
		{"no object", `["Done"]`, `["Done"]`, list()},
	}, Canonicalize)
}

func TestSanitize_C23(t *testing.T) {
	t.Parallel()
	runRewrites(t, []rewriteCase{
		{"nothing to repair", inState("BLOCKED", `"reaped":1`), inState("BLOCKED", `"reaped":1`), list()},
		{"the only member", `{ "zz" : 1 }`, `{  }`, list(`zz 1`)},
		{"the first members", `{"x": 1 , "y":[2] , "conclusion":"c"}`, `{"conclusion":"c"}`, list(`x 1`, `y [2]`)},
		{"members between", `{"conclusion":"c" , "x":1, "y":2 , "report_prose":"p" }`, `{"conclusion":"c" , "report_prose":"p" }`, list(`x 1`, `y 2`)},
		{"the last members", `{"conclusion":"c", "x":{"a":1} , "y":2 }`, `{"conclusion":"c" }`, list(`x {"a":1}`, `y 2`)},
		{
			"misplaced below", `{"agent_status":{"open_gaps":["x"],"reaped":1},"evidence_report":{"a.b":1,"agent_id":"y","open_gaps":[]}}`,
			`{"agent_status":{},"evidence_report":{"open_gaps":[]}}`,
			list(`agent_status.open_gaps ["x"]`, `agent_status.reaped 1`, `evidence_report.a\.b 1`, `evidence_report.agent_id "y"`),
		},
		{
			"lists are wrapped", `{"agent_status":{"pending_steps": "x" },"evidence_report":{"open_gaps":{"a":1},"key_outputs":false,"OPEN_GAPS":7,"commands_run":null}}`,
			`{"agent_status":{"pending_steps": ["x"] },"evidence_report":{"open_gaps":[{"a":1}],"key_outputs":[false],"OPEN_GAPS":7,"commands_run":null}}`,
			list(`agent_status.pending_steps "x" -> ["x"]`, `evidence_report.open_gaps {"a":1} -> [{"a":1}]`, `evidence_report.key_outputs false -> [false]`),
		},
		{
			"replaced", `{"agent_status":{"agent_state":7,"next_action":["x"]}}`, `{"agent_status":{"agent_state":"IN_PROGRESS","next_action":"pending"}}`,
			list(`agent_status.agent_state 7 -> "IN_PROGRESS"`, `agent_status.next_action ["x"] -> "pending"`),
		},
		{"null stays", `{"agent_status":{"agent_state":null,"next_action":null}}`, `{"agent_status":{"agent_state":null,"next_action":null}}`, list()},
		{
			"any other wrong type goes", `{"agent_status":[],"evidence_report":{"verification":"pass"},"approval_request":1,"consolidation_report":[],"conclusion":{},"report_prose":0}`,
			`{"evidence_report":{}}`,
			list(`agent_status []`, `evidence_report.verification "pass"`, `approval_request 1`, `consolidation_report []`, `conclusion {}`, `report_prose 0`),
		},
		{"an id is never invented", `{"agent_status":{"agent_id":7}}`, `{"agent_status":{}}`, list(`agent_status.agent_id 7`)},
		{"failure_report and advisory stay", `{"failure_report":7,"memory_delta":1,"update_contracts":"x","user_facing_summary":2}`, `{"failure_report":7,"memory_delta":1,"update_contracts":"x","user_facing_summary":2}`, list()},
		{
			"references are flattened",
			`{"evidence_report":{"files_checked":["a",{"path":" b "},{"path":"c", "commit":"main"},{"path":" "},{"path":"d","commit":"abcdef1"},7],"FILES_CHECKED":[{"path":"e","x":"<&>\u0041"}]}}`,
			`{"evidence_report":{"files_checked":["a","b","{\"path\":\"c\",\"commit\":\"main\"}","{\"path\":\" \"}",{"path":"d","commit":"abcdef1"},7],"FILES_CHECKED":["{\"path\":\"e\",\"x\":\"<&>\\u0041\"}"]}}`,
			list(`evidence_report.files_checked[1] {"path":" b "} -> "b"`,
				`evidence_report.files_checked[2] {"path":"c", "commit":"main"} -> "{\"path\":\"c\",\"commit\":\"main\"}"`,
				`evidence_report.files_checked[3] {"path":" "} -> "{\"path\":\" \"}"`,
				`evidence_report.FILES_CHECKED[0] {"path":"e","x":"<&>\u0041"} -> "{\"path\":\"e\",\"x\":\"<&>\\u0041\"}"`),
		},
		{
			"a wrapped reference is one", `{"evidence_report":{"files_checked":{"path":"d","commit":"abcdef1"}}}`, `{"evidence_report":{"files_checked":[{"path":"d","commit":"abcdef1"}]}}`,
			list(`evidence_report.files_checked {"path":"d","commit":"abcdef1"} -> [{"path":"d","commit":"abcdef1"}]`),
		},
		{
			"a wrapped reference is flattened", `{"evidence_report":{"files_checked":{"path":"d"}}}`, `{"evidence_report":{"files_checked":["d"]}}`,
			list(`evidence_report.files_checked {"path":"d"} -> [{"path":"d"}]`, `evidence_report.files_checked[0] {"path":"d"} -> "d"`),
		},
		{"no object", `[{"zz":1}]`, `[{"zz":1}]`, list()},
	}, Sanitize)
}

func TestSanitize_NamesTheRightPlace_C23(t *testing.T) {
	t.Parallel()
	_, changes := Sanitize(parse(t, `{"open_gaps":["x"]}`))
	require.Len(t, changes, 1)
	assert.Contains(t, changes[0].Detail, "evidence_report.open_gaps")
	_, changes = Sanitize(parse(t, `{"tenant":1}`), WithHostFields("tenant"))
	assert.Empty(t, changes)
}

func TestRewritesKeepTheLimits_C4(t *testing.T) {
	t.Parallel()
	text := `{"agent_status":{"pending_steps":"x"}}`
	doc, err := Parse([]byte(text), MaxBytes(len(text)))
	require.NoError(t, err)
	doc, changes := Sanitize(doc)
	require.Len(t, changes, 1, "a repair does not fail because it makes the document longer")
	_, err = doc.Set("conclusion", []byte(`"x"`))
	assert.ErrorIs(t, err, ErrTooLarge)
}

func TestNewDocument_C8(t *testing.T) {
	t.Parallel()
	doc := NewDocument("a0123456789abcdef")
	want := `{"agent_status":{"agent_state":"IN_PROGRESS","agent_id":"a0123456789abcdef","pending_steps":[],"next_action":"pending"},` +
		`"evidence_report":{"patterns_checked":[],"files_checked":[],"commands_run":[],"key_outputs":[],"verbatim_outputs":[],"cross_layer_impacts":[],"open_gaps":[]},` +
		`"consolidation_report":null,"approval_request":null,"failure_report":null,"memory_delta":null}`
	assert.Equal(t, want, doc.String())
	assert.True(t, Validate(doc).OK())
	canonical, changes := Canonicalize(doc)
	assert.Empty(t, changes)
	assert.Equal(t, doc, canonical)
	_, changes = Sanitize(doc)
	assert.Empty(t, changes)
	for _, id := range []string{"", `a"b\`, "\xff", "x\n"} {
		doc := NewDocument(id)
		parse(t, doc.String())
		assert.False(t, Validate(doc).OK(), "%q", id)
	}
}
