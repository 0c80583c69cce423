package contract

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/docpath"
)

type formCase struct {
	rule string
	text string
	want []string
}

func list(codes ...string) []string { return append([]string{}, codes...) }

// formCases are the rows of C-12 and the rules C-13 to C-20.
func formCases() []formCase {
	complete, working := string(StateComplete), string(StateInProgress)
	gaps := func(with string) string {
		return `{` + strings.Replace(okLists, `"open_gaps":[]`, with, 1) + `}`
	}
	cases := []formCase{
		{"C-8 form-valid", inState(working), list()},
		{"C-16 complete", inState(complete), list()},
		{"C-18 approval", inState("APPROVAL_REQUEST"), list()},
	}
	for _, text := range []string{`null`, `[]`, `""`, `0`, `true`} {
		cases = append(cases, formCase{"C-12 no object " + text, text, list("MISSING_FIELD agent_contract_handoff")})
	}
	for _, v := range []string{``, `"agent_status":null,`, `"agent_status":{},`} {
		cases = append(cases, formCase{"C-12 status missing " + v, `{` + v + `"evidence_report":null}`, list("MISSING_FIELD agent_status")})
	}
	for _, v := range []string{`[]`, `"x"`, `1`, `false`} {
		cases = append(cases,
			formCase{"C-12 status of another type " + v, `{"agent_status":` + v + `,"evidence_report":{"verification":{"type":"code"}}}`, list("FIELD_TYPE agent_status")},
			formCase{"C-12 report of another type " + v, evidenceIn(working, v), list("FIELD_TYPE evidence_report")},
			formCase{
				"C-12 verification of another type " + v,
				evidenceIn(complete, `{`+okLists+`,"verification":`+v+`}`),
				list("FIELD_TYPE evidence_report.verification", "VERIFICATION_RESULT evidence_report.verification"),
			},
			formCase{
				"C-12 approval of another type " + v, inState("APPROVAL_REQUEST", `"approval_request":`+v),
				list("FIELD_TYPE approval_request", "APPROVAL_REQUEST_SHAPE approval_request"),
			},
			formCase{"C-12 failure report of another type " + v, inState(working, `"failure_report":`+v), list("FAILURE_REPORT_SHAPE failure_report")},
			formCase{"C-12 another type elsewhere " + v, inState(working, `"consolidation_report":`+strings.Replace(v, `"x"`, `1`, 1)), list("FIELD_TYPE consolidation_report")},
		)
	}
	for _, v := range []string{`null`, `{}`} {
		cases = append(cases,
			formCase{"C-12 report missing " + v, evidenceIn(working, v), list("MISSING_FIELD evidence_report")},
			formCase{
				"C-12 report missing under COMPLETE " + v, evidenceIn(complete, v),
				list("MISSING_FIELD evidence_report", "VERIFICATION_RESULT evidence_report.verification"),
			},
			formCase{"C-12 approval missing " + v, inState("APPROVAL_REQUEST", `"approval_request":`+v), list("APPROVAL_REQUEST_SHAPE approval_request")},
		)
	}
	for _, v := range []string{``, `"verification":null,`} {
		cases = append(cases, formCase{
			"C-12 no verification under COMPLETE " + v, evidenceIn(complete, `{`+v+okLists+`}`),
			list("VERIFICATION_RESULT evidence_report.verification"),
		})
	}
	for _, v := range []string{`{}`, `{"result":"fail"}`, `{"result":null}`, `{"result":true}`, `{"result":"PASS ✅"}`, `{"Result":"pass"}`} {
		cases = append(cases, formCase{
			"C-12 C-16 result " + v, evidenceIn(complete, `{`+okLists+`,"verification":`+v+`}`),
			list("VERIFICATION_RESULT evidence_report.verification.result"),
		})
	}
	cases = append(cases, statusCases()...)
	cases = append(cases, []formCase{
		{"C-12 list absent", evidenceIn(working, gaps(`"key":1`)), list("UNKNOWN_FIELD evidence_report.key", "MISSING_FIELD evidence_report.open_gaps")},
		{"C-12 list null", evidenceIn(working, gaps(`"open_gaps":null`)), list()},
		{"C-12 list of another type", evidenceIn(working, gaps(`"open_gaps":{}`)), list("FIELD_TYPE evidence_report.open_gaps")},
		{"C-12 boolean satisfies nothing", evidenceIn(working, gaps(`"open_gaps":false`)), list("FIELD_TYPE evidence_report.open_gaps")},
		{"C-9 upper spelling is present", evidenceIn(working, gaps(`"OPEN_GAPS":[]`)), list()},
		{"C-12 upper spelling is not typed", evidenceIn(working, gaps(`"OPEN_GAPS":7`)), list()},
		{"C-12 optional block null", inState(working, `"approval_request":null`, `"consolidation_report":null`, `"failure_report":null`, `"conclusion":null`, `"report_prose":null`), list()},
		{"C-9 advisory is not typed", inState(working, `"memory_delta":7`, `"update_contracts":"x"`, `"user_facing_summary":[]`), list()},
		{"C-12 unknown state silences", `{"agent_status":{"agent_state":"DONE",` + okID + `,"pending_steps":["x"],"next_action":"no"},"evidence_report":{"verification":{"type":"code","result":"no"},"x":1},"failure_report":0}`, list("UNKNOWN_FIELD evidence_report.x", "PLAN_STATUS agent_status.agent_state", "FAILURE_REPORT_SHAPE failure_report")},
		{"C-12 unknown state keeps references", `{"agent_status":{},"evidence_report":{"files_checked":[{}]}}`, list("MISSING_FIELD agent_status", "FILE_REFERENCE_SHAPE evidence_report.files_checked[0].path", "FILE_REFERENCE_SHAPE evidence_report.files_checked[0].commit")},
		{"C-18 blank content", inState("APPROVAL_REQUEST", `"approval_request":{"exact_content":" \u00a0"}`), list("APPROVAL_REQUEST_SHAPE approval_request.exact_content")},
		{"C-18 content of another type", inState("APPROVAL_REQUEST", `"approval_request":{"exact_content":["x"]}`), list("APPROVAL_REQUEST_SHAPE approval_request.exact_content")},
		{"C-18 only under APPROVAL_REQUEST", inState(working, `"approval_request":{"exact_content":""}`), list()},
	}...)
	cases = append(cases, vocabularyCases()...)
	cases = append(cases, verificationCases()...)
	cases = append(cases, failureCases()...)
	return append(cases, referenceCases()...)
}

func statusCases() []formCase {
	state, steps, next := `"agent_state":"BLOCKED"`, `"pending_steps":[]`, `"next_action":"go"`
	complete := `"agent_state":"COMPLETE"`
	result := "VERIFICATION_RESULT evidence_report.verification"
	cases := []formCase{
		{"C-12 state not a string", status(`"agent_state":7`, okID, steps, next), list("FIELD_TYPE agent_status.agent_state")},
		{"C-12 id not a string", status(state, `"agent_id":7`, steps, next), list("FIELD_TYPE agent_status.agent_id", "AGENT_ID_FORMAT agent_status.agent_id")},
		{"C-15 id malformed", status(state, `"agent_id":"a0123456789abcdef\n"`, steps, next), list("AGENT_ID_FORMAT agent_status.agent_id")},
		{"C-12 next not a string", status(state, okID, steps, `"next_action":["go"]`), list("FIELD_TYPE agent_status.next_action")},
		{"C-12 next not a string under COMPLETE", status(complete, okID, steps, `"next_action":{}`), list("FIELD_TYPE agent_status.next_action", "COMPLETE_SHAPE agent_status.next_action", result)},
		{"C-12 next missing under COMPLETE", status(complete, okID, steps, `"next_action":" "`), list("MISSING_FIELD agent_status.next_action", result)},
		{"C-16 next is not done", status(complete, okID, steps, `"next_action":"done."`), list("COMPLETE_SHAPE agent_status.next_action", result)},
		{"C-16 next in any case", status(complete, okID, steps, `"next_action":" DoNe\u0085"`), list(result)},
		{"C-12 steps absent", status(state, okID, next), list("MISSING_FIELD agent_status.pending_steps")},
		{"C-12 steps absent under COMPLETE", status(complete, okID, `"next_action":"done"`), list("MISSING_FIELD agent_status.pending_steps", result)},
		{"C-12 steps null under COMPLETE", status(complete, okID, `"pending_steps":null`, `"next_action":"done"`), list(result)},
		{"C-12 steps not a list", status(complete, okID, `"pending_steps":"x"`, `"next_action":"done"`), list("FIELD_TYPE agent_status.pending_steps", result)},
		{"C-16 steps pending", status(complete, okID, `"pending_steps":[ "x" ]`, `"next_action":"done"`), list("COMPLETE_SHAPE agent_status.pending_steps", result)},
		{"C-13 order in agent_status", status(`"next_action":"x"`, `"pending_steps":["x"]`, `"agent_id":"x"`, complete), list("AGENT_ID_FORMAT agent_status.agent_id", "COMPLETE_SHAPE agent_status.next_action", "COMPLETE_SHAPE agent_status.pending_steps", result)},
	}
	for _, v := range []string{`null`, `""`, `" \n"`} {
		cases = append(cases,
			formCase{"C-12 state missing " + v, status(`"agent_state":`+v, okID, steps, next), list("MISSING_FIELD agent_status.agent_state")},
			formCase{"C-12 id missing " + v, status(state, `"agent_id":`+v, steps, next), list("MISSING_FIELD agent_status.agent_id")},
			formCase{"C-12 next missing " + v, status(state, okID, steps, `"next_action":`+v), list("MISSING_FIELD agent_status.next_action")},
		)
	}
	for _, s := range []string{"Blocked", " blocked.,; ", `\tBLOCKED;;`, `bl\u006fcked`} {
		cases = append(cases, formCase{"C-15 reads as a state " + s, status(`"agent_state":"`+s+`"`, okID, steps, next), list()})
	}
	for _, s := range []string{"COMPLETE .", ".", "BLOC\u212aED", "BLOCKED!", "DONE", "COMPLETE\u200b"} {
		cases = append(cases, formCase{"C-15 reads as none " + s, status(`"agent_state":"`+s+`"`, okID, steps, next), list("PLAN_STATUS agent_status.agent_state")})
	}
	return cases
}

func vocabularyCases() []formCase {
	return []formCase{
		{"C-14 misplaced at the root", inState("BLOCKED", `"open_gaps":[]`), list("MISPLACED_KEY open_gaps")},
		{"C-14 misplaced below", evidenceIn("BLOCKED", `{`+okLists+`,"conclusion":"x","agent_id":"y"}`), list("MISPLACED_KEY evidence_report.conclusion", "MISPLACED_KEY evidence_report.agent_id")},
		{"C-14 a host name below", evidenceIn("BLOCKED", `{`+okLists+`,"reaped":true}`), list("MISPLACED_KEY evidence_report.reaped")},
		{"C-14 host names at the root", inState("BLOCKED", `"reaped":true`, `"agent_state":7`, `"sanitized":[]`), list()},
		{"C-14 agent_state in evidence_report", evidenceIn("BLOCKED", `{`+okLists+`,"agent_state":"x"}`), list("MISPLACED_KEY evidence_report.agent_state")},
		{"C-14 upper spelling elsewhere", inState("BLOCKED", `"OPEN_GAPS":[]`), list("UNKNOWN_FIELD OPEN_GAPS")},
		{"C-14 upper verification", evidenceIn("BLOCKED", `{`+okLists+`,"VERIFICATION":{}}`), list("UNKNOWN_FIELD evidence_report.VERIFICATION")},
		{"C-14 open objects", inState("BLOCKED", `"consolidation_report":{"x":1}`, `"approval_request":{"x":1}`), list()},
		{"C-14 open verification", evidenceIn("BLOCKED", `{`+okLists+`,"verification":{"x":1}}`), list()},
		{"C-14 C-7 escaped field", inState("BLOCKED", `"a.b\\c":1`), list(`UNKNOWN_FIELD a\.b\\c`)},
		{"C-14 a name written with escapes", `{"\u0061gent_status":{"agent_state":"BLOCKED",` + okID + `,"pending_steps":[],"next_action":"x"},` + okReport + `}`, list()},
		{"C-6 exact names", inState("BLOCKED", `"Conclusion":"x"`), list("UNKNOWN_FIELD Conclusion")},
		{
			"C-13 levels, then types in order",
			`{"report_prose":1,"zz":1,"open_gaps":1,"evidence_report":{"yy":1,"verification":1,"files_checked":1},"conclusion":1,"approval_request":1,"consolidation_report":1,"agent_status":{"xx":1,"next_action":1,"agent_state":1}}`,
			list("UNKNOWN_FIELD zz", "MISPLACED_KEY open_gaps", "UNKNOWN_FIELD agent_status.xx", "UNKNOWN_FIELD evidence_report.yy",
				"FIELD_TYPE consolidation_report", "FIELD_TYPE approval_request", "FIELD_TYPE conclusion", "FIELD_TYPE report_prose",
				"FIELD_TYPE agent_status.agent_state", "FIELD_TYPE agent_status.next_action",
				"FIELD_TYPE evidence_report.files_checked", "FIELD_TYPE evidence_report.verification",
				"MISSING_FIELD agent_status.agent_id", "MISSING_FIELD agent_status.pending_steps"),
		},
	}
}

func verificationCases() []formCase {
	at := "VERIFICATION_SHAPE evidence_report.verification"
	var cases []formCase
	for _, c := range []struct {
		block string
		want  []string
	}{
		{`{"type":"command"}`, list(at + ".command")},
		{`{"type":"Code","command":" "}`, list(at + ".command")},
		{`{"type":"code","command":7}`, list(at + ".command")},
		{`{"type":"code","command":"go test"}`, list()},
		{`{"type":"semantic"}`, list(at + ".requires_human")},
		{`{"type":"Self-Review"}`, list(at + ".reviewed")},
		{`{"type":"self  review","reviewed":"x"}`, list()},
		{`{"type":"oracle"}`, list(at)},
		{`{"type":"oracle","reviewed":"x"}`, list()},
		{`{"type":"oracle","requires_human":true}`, list()},
		{`{"type":"oracle","command":"x"}`, list()},
		{`{"type":"none"}`, list()},
		{`{"type":"_None-"}`, list()},
		{`{"type":null}`, list()},
		{`{"type":" -_ "}`, list()},
		{`{"type":false}`, list(at)},
		{`{"type":0,"command":"x"}`, list()},
		{`{"type":[]}`, list(at)},
		{`{"method":"command"}`, list()},
	} {
		cases = append(cases, formCase{"C-17 " + c.block, evidenceIn("BLOCKED", `{`+okLists+`,"verification":`+c.block+`}`), c.want})
	}
	for value, truthy := range map[string]bool{
		`true`: true, `false`: false, `1`: true, `-0.0e5`: false, `0.01`: true, `1e-400`: true, `null`: false, `"yes"`: true, `" "`: false,
		`" NO "`: false, `"False"`: false, `"none"`: false, `"null"`: false, `"0"`: false, `"0.0"`: true,
		`[]`: false, `[0]`: true, `{}`: false, `{"a":0}`: true, `[ ]`: false,
	} {
		want := list(at + ".requires_human")
		if truthy {
			want = list()
		}
		cases = append(cases, formCase{"C-17 truthy " + value, evidenceIn("BLOCKED", `{`+okLists+`,"verification":{"type":"semantic","requires_human":`+value+`}}`), want})
	}
	return cases
}

func failureCases() []formCase {
	at := "FAILURE_REPORT_SHAPE failure_report"
	var cases []formCase
	for _, c := range []struct {
		block string
		want  []string
	}{
		{`{"attempted":"a","symptom":"b","evidence":["c"]}`, list()},
		{`{"attempted":"a","symptom":"b","evidence":[7,"c"],"severity":" Error ","component":{}}`, list()},
		{`{}`, list(at+".attempted", at+".symptom", at+".evidence")},
		{`{"severity":"fatal","evidence":[" ",7],"symptom":"\u3000","attempted":1}`, list(at+".attempted", at+".symptom", at+".evidence", at+".severity")},
		{`{"attempted":"a","symptom":"b","evidence":"c"}`, list(at + ".evidence")},
		{`{"attempted":"a","symptom":"b","evidence":["c"],"severity":null}`, list()},
		{`{"attempted":"a","symptom":"b","evidence":["c"],"severity":" "}`, list(at + ".severity")},
		{`{"attempted":"a","symptom":"b","evidence":["c"],"severity":7}`, list(at + ".severity")},
	} {
		cases = append(cases, formCase{"C-19 " + c.block, inState("NEEDS_INPUT", `"failure_report":`+c.block), c.want})
	}
	return cases
}

func referenceCases() []formCase {
	files := func(name, entries string) string {
		return evidenceIn("BLOCKED", `{`+strings.Replace(okLists, `"files_checked":[]`, `"`+name+`":`+entries, 1)+`}`)
	}
	at := "FILE_REFERENCE_SHAPE evidence_report.files_checked"
	return []formCase{
		{"C-20 strings and others", files("files_checked", `["main","",7,null,[{"path":"x"}],{"path":"a","commit":" ABCDEF1\n"}]`), list()},
		{"C-20 commit too short", files("files_checked", `["x",{"path":"a","commit":"abcdef"}]`), list(at + "[1].commit")},
		{"C-20 commit too long", files("files_checked", `[{"path":"a","commit":"`+strings.Repeat("a", 65)+`"}]`), list(at + "[0].commit")},
		{"C-20 a branch moves", files("files_checked", `[{"path":"a","commit":"HEAD"},{"path":"a","commit":"main"}]`), list(at+"[0].commit", at+"[1].commit")},
		{"C-20 exact members in order", files("files_checked", `[{"z.z":1,"commit":7,"Path":"x","path":" "}]`), list(at+"[0].path", at+"[0].commit", at+`[0].z\.z`, at+"[0].Path")},
		{"C-20 upper spelling", files("FILES_CHECKED", `[{}]`), list("FILE_REFERENCE_SHAPE evidence_report.FILES_CHECKED[0].path", "FILE_REFERENCE_SHAPE evidence_report.FILES_CHECKED[0].commit")},
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for _, c := range formCases() {
		t.Run(c.rule, func(t *testing.T) {
			t.Parallel()
			report := Validate(parse(t, c.text))
			assert.Equal(t, c.want, found(report), "%s", c.text)
			assert.Equal(t, len(c.want) == 0, report.OK())
			for _, f := range report.Findings {
				assertFinding(t, f)
			}
		})
	}
}

// assertFinding holds every finding to the notation that Finding documents.
func assertFinding(t *testing.T, f Finding) {
	t.Helper()
	assert.NotEmpty(t, f.Detail)
	verb, rest, ok := strings.Cut(f.Repair, " ")
	require.True(t, ok, "%s", f.Repair)
	require.Contains(t, []string{"set", "add", "fill", "omit"}, verb)
	if verb == "fill" {
		assert.True(t, strings.HasPrefix(rest, "{"), "%s", f.Repair)
		return
	}
	path, value, _ := strings.Cut(rest, " ")
	names, err := docpath.Split(path)
	require.NoError(t, err, "%s", f.Repair)
	if verb == "set" {
		assert.NotEmpty(t, value)
		assert.True(t, slices.ContainsFunc(fields[:], func(row Field) bool { return row.Path == path }) || names[0] == "evidence_report", "%s", f.Repair)
	}
}

// TestValidate_EveryFormCodeHasACase: a code that no case reaches is a rule
// that nobody tests.
func TestValidate_EveryFormCodeHasACase(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range formCases() {
		for _, want := range c.want {
			code, _, _ := strings.Cut(want, " ")
			seen[code] = true
		}
	}
	for _, info := range Codes() {
		if info.Code == Overwrite {
			break // the codes of the form end here
		}
		assert.True(t, seen[string(info.Code)], "%s", info.Code)
	}
}

// TestValidate_RepairsWork: the repairs that hold no blank to fill in are
// calls, and together they satisfy the form.
func TestValidate_RepairsWork_C10(t *testing.T) {
	t.Parallel()
	doc := parse(t, `{"agent_status":{"agent_state":"complet",`+okID+`,"pending_steps":["x"],"next_action":"stop"},`+
		`"evidence_report":{"patterns_checked":"one","verification":{"type":"semantic","result":"PASS"}},"failure_report":0,"approval_request":{}}`)
	for range 3 { // COMPLETE is only asked for once the state can be read
		for _, f := range Validate(doc).Findings {
			verb, rest, _ := strings.Cut(f.Repair, " ")
			require.NotContains(t, rest, "<")
			require.Equal(t, "set", verb)
			path, value, _ := strings.Cut(rest, " ")
			var err error
			doc, err = doc.Set(path, []byte(value))
			require.NoError(t, err)
		}
	}
	assert.Empty(t, found(Validate(doc)))
}

func TestValidate_Suggestions_C14(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"evidnce_report":      `fill {"evidence_report":{}}`,
		"Agent-Status":        `fill {"agent_status":{}}`,
		"opn_gaps":            `fill {"evidence_report":{"open_gaps":[{}]}}`,
		"next_acton":          `fill {"agent_status":{"next_action":<a non-blank string>}}`,
		"user_facing_summry":  `fill {"conclusion":<a string or null>}`,
		"reapd":               "omit reapd", // host fields are never suggested
		"auto_capture":        "omit auto_capture",
		"something_different": "omit something_different",
	} {
		findings := Validate(parse(t, inState("BLOCKED", `"`+name+`":{}`))).Findings
		require.Len(t, findings, 1, "%s", name)
		assert.Equal(t, UnknownField, findings[0].Code)
		assert.Equal(t, want, findings[0].Repair)
	}
	unknown := Validate(parse(t, evidenceIn("BLOCKED", `{`+okLists+`,"something":1}`))).Findings
	require.Len(t, unknown, 1)
	for _, name := range []string{"patterns_checked", "open_gaps", "verification"} {
		assert.Contains(t, unknown[0].Detail, name)
	}
	assert.NotContains(t, unknown[0].Detail, "agent_status")
}

func TestValidate_WithHostFields_C9(t *testing.T) {
	t.Parallel()
	doc := parse(t, inState("BLOCKED", `"tenant":"t1"`, `"x.y":1`))
	assert.Equal(t, list("UNKNOWN_FIELD tenant", `UNKNOWN_FIELD x\.y`), found(Validate(doc)))
	assert.Empty(t, found(Validate(doc, WithHostFields("tenant"), WithHostFields("x.y"))))
	below := parse(t, evidenceIn("BLOCKED", `{`+okLists+`,"tenant":1}`))
	assert.Equal(t, list("MISPLACED_KEY evidence_report.tenant"), found(Validate(below, WithHostFields("tenant"))))
	assert.Equal(t, list("MISPLACED_KEY open_gaps"), found(Validate(parse(t, inState("BLOCKED", `"open_gaps":[]`)))))
	_, err := NewDocument("a0123456789abcdef").Set("conclusion", []byte(`"x"`), WithHostFields("conclusion"))
	assert.NoError(t, err, "what the schema gives to the agent stays the agent's")
}

func TestValidate_AllocatesNothing_Q2(t *testing.T) {
	for _, text := range []string{envelope4K(), inState("APPROVAL_REQUEST"), inState("BLOCKED", `"failure_report":{"attempted":"a","symptom":"b","evidence":["c"],"severity":"info"}`)} {
		doc := parse(t, text)
		assert.Zero(t, testing.AllocsPerRun(100, func() { Validate(doc) }), "%s", text)
	}
}

// TestValidate_ManyStrangers: a document of nothing but unknown members is
// answered in full, and in linear time and space.
func TestValidate_ManyStrangers(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(`{"a":1`)
	const n = 50_000
	for i := range n {
		b.WriteString(`,"open_gap` + strings.Repeat("x", i%7) + rawJSON(i) + `":1`)
	}
	b.WriteString(`}`)
	report := Validate(parse(t, b.String()))
	assert.Len(t, report.Findings, n+2)
	size := 0
	for _, f := range report.Findings {
		size += len(f.Field) + len(f.Detail) + len(f.Repair)
	}
	assert.Less(t, size, 10*b.Len())
}
