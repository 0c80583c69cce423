package contract_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

func TestHarnessFieldsAreStamped_C39(t *testing.T) {
	record := ran(shell("go build ./...", 0, ""), shell(testCommand, 0, "ok"), shell("go build ./...", 0, ""),
		evidence.Run{Kind: evidence.Read, Path: "parser.go"}, evidence.Run{Kind: evidence.Edit, Path: "lexer.go"})
	tests := []struct {
		name, commands, files string
		record                *evidence.Record
		wantCommands          string
		wantFiles             string
	}{
		{
			"the agent's own entries follow, marked", `["make lint","go test ./..."]`, `["parser.go",{"path":"a.go","commit":"0123456"}]`, record,
			`["go build ./...","go test ./...","[agent annotation] make lint"]`, `["parser.go",{"path":"a.go","commit":"0123456"}]`,
		},
		{
			"marked once", `["[agent annotation] make lint"]`, `[]`, record,
			`["go build ./...","go test ./...","[agent annotation] make lint"]`, `["parser.go"]`,
		},
		{
			"an empty record knows that nothing ran", `["make lint"]`, `["x.go"]`, ran(),
			`["[agent annotation] make lint"]`, `["[agent annotation] x.go"]`,
		},
		{"no record rewrites nothing", `["make lint"]`, `["x.go"]`, nil, `["make lint"]`, `["x.go"]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			id := b.dispatch(t, contract.Turn{}).ContractID
			b.fill(t, id, blocked)
			b.set(t, id, "evidence_report.commands_run", tt.commands)
			b.set(t, id, "evidence_report.files_checked", tt.files)
			for range 2 { // closed again, it stays as it is
				_, err := b.Close(t.Context(), id, contract.CloseOptions{Record: tt.record})
				require.NoError(t, err)
				assert.JSONEq(t, tt.wantCommands, b.view(t, id, "evidence_report.commands_run"))
				assert.JSONEq(t, tt.wantFiles, b.view(t, id, "evidence_report.files_checked"))
			}
			b.set(t, id, "report_prose", `"more"`)
			assert.JSONEq(t, tt.commands, b.view(t, id, "evidence_report.commands_run"), "the draft stays the agent's own")
		})
	}
}

func TestBothSpellingsAreStamped_C39(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, blocked)
	b.fill(t, id, `{"evidence_report":{"commands_run":["one"],"COMMANDS_RUN":["two"],"FILES_CHECKED":{"not":"a list"}}}`)
	_, err := b.Close(t.Context(), id, contract.CloseOptions{Record: passed()})
	require.NoError(t, err)
	assert.JSONEq(t, `["go test ./...","[agent annotation] one","[agent annotation] two"]`, b.view(t, id, "evidence_report.commands_run"))
	assert.JSONEq(t, `[]`, b.view(t, id, "evidence_report.COMMANDS_RUN"), "its entries stand in the other spelling")
	assert.JSONEq(t, `{"not":"a list"}`, b.view(t, id, "evidence_report.FILES_CHECKED"), "what is no list is kept")
}

func TestRecoverEvidence_C39(t *testing.T) {
	transcript := []evidence.Run{shell("ls <dir> & co", 0, "secret output"), {Kind: evidence.Read, Path: "a.go"}}
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, `{"evidence_report":{"FILES_CHECKED":["mine.go"]}}`)
	wrote, err := b.RecoverEvidence(t.Context(), id, transcript)
	require.NoError(t, err)
	assert.JSONEq(t, `["[recovered from transcript] ls <dir> & co"]`, b.view(t, id, "evidence_report.commands_run"))
	assert.Contains(t, wrote.Document.String(), "ls <dir> & co")
	assert.NotContains(t, wrote.Document.String(), "secret output", "the bare call, never what it showed")
	assert.JSONEq(t, `[]`, b.view(t, id, "evidence_report.files_checked"), "the list is filled under its other spelling")

	before := b.draft(t, id)
	_, err = b.RecoverEvidence(t.Context(), id, []evidence.Run{shell("again", 0, "")})
	require.NoError(t, err)
	assert.Equal(t, before, b.draft(t, id), "only an empty list is filled")
}

func TestStampedTextIsWrittenAsItWas_C5(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, blocked)
	command := "a && b > \"c\" \u2028 \x01 \U0001F680 <tag>"
	_, err := b.Close(t.Context(), id, contract.CloseOptions{Record: ran(shell(command, 0, ""))})
	require.NoError(t, err)
	raw := b.view(t, id, "evidence_report.commands_run")
	assert.Contains(t, raw, "a && b > ")
	var got []string
	require.NoError(t, json.Unmarshal([]byte(raw), &got))
	assert.Equal(t, []string{command}, got)
}
