package contract

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEnvelope_C6(t *testing.T) {
	t.Parallel()
	doc := parse(t, `{"agent_status":{"agent_state":" complete.","agent_id":"x","pending_steps":["a",{"b":1e2}],"next_action":"d\u006fne"},
		"evidence_report":{"commands_run":["go test"],"COMMANDS_RUN":["go vet",7],"FILES_CHECKED":["a.go",{"path":"b.go","commit":"abcdef1"},7],
			"verification":{"Type":"none","type":"Semantic","requires_human":"yes","result":"pass","evidence_ids":[17],"expect_exit":1,"method":"m","x":1}},
		"failure_report":{"attempted":"a","component":{"n":1},"severity":"error","evidence":["e"]},
		"approval_request":{"exact_content":"rm  x","approval_id":" P-1 ","scope":7},
		"consolidation_report":{"ownership_assessment":"owned_here","conflicts":[],"next_best_agent":"db"},
		"Conclusion":"no","conclusion":"yes","user_facing_summary":7,"report_prose":null,"memory_delta":{"a": 1}}`)
	e, err := doc.Envelope()
	require.NoError(t, err)
	assert.Equal(t, StateComplete, e.AgentStatus.AgentState)
	assert.Equal(t, "done", e.AgentStatus.NextAction)
	assert.Equal(t, Entries{json.RawMessage(`"a"`), json.RawMessage(`{"b":1e2}`)}, e.AgentStatus.PendingSteps)
	assert.Equal(t, []string{"go test", "go vet"}, e.EvidenceReport.CommandsRun.Texts(), "both spellings")
	assert.Len(t, e.EvidenceReport.CommandsRun, 3)
	assert.Equal(t, []FileReference{{Path: "a.go"}, {Path: "b.go", Commit: "abcdef1"}}, e.EvidenceReport.FilesChecked.References())
	assert.Nil(t, e.EvidenceReport.OpenGaps)
	v := e.EvidenceReport.Verification
	require.NotNil(t, v)
	assert.Equal(t, "Semantic", v.Type, "Type is another member than type")
	assert.True(t, v.RequiresHuman)
	assert.Equal(t, "[17]", string(v.EvidenceIDs))
	assert.Equal(t, "1", string(v.ExpectExit))
	assert.Contains(t, string(v.Raw), `"x":1`)
	assert.Equal(t, &FailureReport{Attempted: "a", Component: json.RawMessage(`{"n":1}`), Severity: SeverityError, Evidence: Entries{json.RawMessage(`"e"`)}}, e.FailureReport)
	assert.Equal(t, &ApprovalRequest{ExactContent: "rm  x", ApprovalID: " P-1 "}, e.ApprovalRequest)
	require.NotNil(t, e.ConsolidationReport.NextBestAgent)
	assert.Equal(t, "db", *e.ConsolidationReport.NextBestAgent)
	assert.Equal(t, Entries{}, e.ConsolidationReport.Conflicts)
	assert.Nil(t, e.ConsolidationReport.OpenGaps)
	assert.Equal(t, "yes", e.Conclusion)
	assert.Empty(t, e.UserFacingSummary)
	assert.Equal(t, `{"a": 1}`, string(e.MemoryDelta))
	assert.Nil(t, e.UpdateContracts)
}

func TestEnvelope_Refuses_C10(t *testing.T) {
	t.Parallel()
	for text, code := range map[string]Code{
		`[]`:                                  MissingField,
		`{"agent_status":[]}`:                 FieldType,
		`{"agent_status":{"agent_id":7}}`:     FieldType,
		`{"evidence_report":{"open_gaps":1}}`: FieldType,
		`{"failure_report":"x"}`:              FailureReportShape,
	} {
		_, err := parse(t, text).Envelope()
		require.ErrorIs(t, err, code, "%s", text)
	}
	_, err := Document{}.Envelope()
	require.ErrorIs(t, err, MissingField)
	for _, text := range []string{`{}`, `{"zz":1}`, `{"agent_status":{"agent_state":"?"},"failure_report":{}}`} {
		_, err := parse(t, text).Envelope()
		require.NoError(t, err, "%s", text)
	}
}

// TestShapes_C21 runs every tagged type once, since a misspelt tag only shows
// when it runs, and holds the tags to what the form says about the same block.
func TestShapes_C21(t *testing.T) {
	t.Parallel()
	text := Entries{json.RawMessage(`"x"`)}
	for _, c := range []struct {
		shape interface{ Check() []Finding }
		block string
		want  []string
	}{
		{ApprovalRequest{ExactContent: "x"}, "approval_request", list()},
		{ApprovalRequest{ExactContent: " \u00a0"}, "approval_request", list("APPROVAL_REQUEST_SHAPE approval_request.exact_content")},
		{FailureReport{Attempted: "a", Symptom: "b", Evidence: text, Severity: " Error"}, "failure_report", list()},
		{
			FailureReport{Symptom: " ", Evidence: Entries{json.RawMessage(`7`), json.RawMessage(`" "`)}, Severity: "x"},
			"failure_report",
			list("FAILURE_REPORT_SHAPE failure_report.attempted", "FAILURE_REPORT_SHAPE failure_report.symptom",
				"FAILURE_REPORT_SHAPE failure_report.evidence", "FAILURE_REPORT_SHAPE failure_report.severity"),
		},
	} {
		report := Report{Findings: c.shape.Check(), judged: true}
		assert.Equal(t, c.want, found(report))
		raw, err := json.Marshal(c.shape)
		require.NoError(t, err)
		doc, err := parse(t, inState("APPROVAL_REQUEST")).Set(c.block, raw)
		require.NoError(t, err)
		assert.Equal(t, c.want, found(Validate(doc)), "the form says the same of %s", raw)
		for _, f := range report.Findings {
			assertFinding(t, f)
		}
	}
	assert.Empty(t, FileReference{Path: "a", Commit: " ABCDEF1 "}.Check())
	assert.Empty(t, FileReference{Path: "a"}.Check())
	assert.Equal(t, list("FILE_REFERENCE_SHAPE evidence_report.files_checked.path", "FILE_REFERENCE_SHAPE evidence_report.files_checked.commit"),
		found(Report{Findings: FileReference{Path: "", Commit: "HEAD"}.Check()}))
	assert.Len(t, ConsolidationReport{}.Check(), 5)
	assert.Empty(t, ConsolidationReport{OwnershipAssessment: NotMySurface, ConfirmedFindings: Entries{}, SuspectedFindings: Entries{}, Conflicts: Entries{}, OpenGaps: text}.Check())
}

func TestConsolidationProblem_C38(t *testing.T) {
	t.Parallel()
	good := `{"ownership_assessment":"owned_here","confirmed_findings":[],"suspected_findings":[],"conflicts":[],"open_gaps":["x"],"next_best_agent":null}`
	for _, c := range []struct{ report, field string }{
		{good, ""},
		{strings.Replace(good, "null", `"db"`, 1), ""},
		{strings.Replace(good, `,"next_best_agent":null`, ``, 1), ""},
		{strings.Replace(good, "null", `7`, 1), "consolidation_report.next_best_agent"},
		{strings.Replace(good, "owned_here", `Owned_Here`, 1), "consolidation_report.ownership_assessment"},
		{strings.Replace(good, `"owned_here"`, `null`, 1), "consolidation_report.ownership_assessment"},
		{strings.Replace(good, `"conflicts":[]`, `"conflicts":null`, 1), "consolidation_report.conflicts"},
		{strings.Replace(good, `"conflicts":[]`, `"Conflicts":[]`, 1), "consolidation_report.conflicts"},
		{strings.Replace(good, `["x"]`, `"x"`, 1), "consolidation_report.open_gaps"},
		{strings.Replace(good, `"confirmed_findings":[]`, `"confirmed_findings":{}`, 1), "consolidation_report.confirmed_findings"},
		{strings.Replace(good, `"suspected_findings":[],`, ``, 1), "consolidation_report.suspected_findings"},
		{`{}`, "consolidation_report.ownership_assessment"},
		{`null`, "consolidation_report"},
		{`[]`, "consolidation_report"},
	} {
		field, detail, bad := consolidationProblem(parse(t, `{"consolidation_report":`+c.report+`}`))
		assert.Equal(t, c.field, field, "%s", c.report)
		assert.Equal(t, c.field != "", bad)
		assert.Equal(t, bad, strings.Contains(detail, "arrived"), "%s", detail)
	}
	for _, text := range []string{`{}`, `[]`} {
		field, _, bad := consolidationProblem(parse(t, text))
		assert.True(t, bad)
		assert.Equal(t, "consolidation_report", field)
	}
}
