package contract_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/evidence/artifact"
	"github.com/handfast-go/handfast/internal/faultstore"
)

// A close without a record takes nothing from what an earlier one stamped.
func TestClosingAgainWithoutARecordKeepsTheStamps_C34_C39(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, blocked)
	first, err := b.Close(t.Context(), id, contract.CloseOptions{Record: passed()})
	require.NoError(t, err)
	row := b.stored(t, id)
	second, err := b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	assert.Equal(t, row, b.stored(t, id))
	assert.Equal(t, first.ContentChecks, second.ContentChecks)
	assert.JSONEq(t, `["go test ./..."]`, b.view(t, id, "evidence_report.commands_run"))
}

// In whatever state: a row from before the checks existed is not checked.
func TestAnOldRowIsNotChecked_C40(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, blocked)
	b.fill(t, id, `{"evidence_report":{"verification":{"type":"command","command":"make","result":"pass"}}}`)
	_, err := b.Close(t.Context(), id, contract.CloseOptions{Record: ran(shell("make", 0, ""))})
	require.NoError(t, err)
	old := b.stored(t, id)
	old.ContentChecks = nil
	b.commit(t, contract.Batch{Row: &old})
	_, err = b.Close(t.Context(), id, contract.CloseOptions{Record: ran()})
	require.NoError(t, err)
	assert.Nil(t, b.stored(t, id).ContentChecks)
}

// Checks are about what stood there when they were made.
func TestAWriteForgetsTheChecksOfTheLastClose_C36_C40(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, blocked)
	_, err := b.Close(t.Context(), id, contract.CloseOptions{Record: passed()})
	require.NoError(t, err)
	b.set(t, id, "evidence_report.verification", `{"command":"never run","result":"pass"}`)
	receipt, err := b.Cut(t.Context(), id, contract.LaneReaper, "gone")
	require.NoError(t, err)
	assert.Nil(t, receipt.ContentChecks)
	assert.Nil(t, b.stored(t, id).ContentChecks)
}

// A patch is sent again after its lists were stored in canonical spelling.
func TestAPatchIsSentAgain_C25(t *testing.T) {
	const patch = `{"evidence_report":{"files_checked":[{"path":"a.go","commit":" ABCDEF0 "}],"key_outputs":["x"]},"report_prose":"%s"}`
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, fmt.Sprintf(patch, "first"))
	b.fill(t, id, fmt.Sprintf(patch, "corrected"))
	assert.Equal(t, `"corrected"`, b.view(t, id, "report_prose"))
	assert.JSONEq(t, `[{"path":"a.go","commit":"abcdef0"}]`, b.view(t, id, "evidence_report.files_checked"))
	_, err := b.Fill(t.Context(), id, json.RawMessage(strings.Replace(patch, "ABCDEF0", "ABCDEF1", 1)))
	require.ErrorIs(t, err, contract.Overwrite, "another commit is another list")
}

// A write whose canonical form is over the limit is refused whole, and never
// makes a draft that cannot be read again.
func TestNoWriteBricksADraft_C30(t *testing.T) {
	b := newBench(t, contract.WithDocumentLimits(contract.MaxBytes(4000)))
	id := b.dispatch(t, contract.Turn{}).ContractID
	before := b.draft(t, id)
	// İ is two bytes, and three in lower case.
	_, err := b.Fill(t.Context(), id, jsonf(`{"evidence_report":{"verification":{"result":%q}}}`, strings.Repeat("İ", 1500)))
	require.ErrorIs(t, err, contract.ErrTooLarge)
	assert.Equal(t, before, b.draft(t, id))
	b.fill(t, id, blocked)

	// What is stored already is read and closed whatever its size.
	draft := b.draft(t, id)
	draft.Envelope = json.RawMessage(strings.Replace(string(draft.Envelope), `"key_outputs":[]`, `"key_outputs":["`+strings.Repeat("x", 9000)+`"]`, 1))
	b.commit(t, contract.Batch{Draft: &draft})
	assert.Len(t, b.view(t, id, "evidence_report.key_outputs"), 9004)
	_, err = b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
}

// The harness's own record never makes an envelope impossible to close.
func TestALargeRecordIsStamped_C33_C39(t *testing.T) {
	b := newBench(t, contract.WithDocumentLimits(contract.MaxBytes(4000)))
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, `{"agent_status":{"agent_state":"BLOCKED","next_action":"wait"},"user_facing_summary":"`+strings.Repeat("x", 2500)+`"}`)
	runs := make([]evidence.Run, 100)
	for i := range runs {
		runs[i] = shell(fmt.Sprintf("echo %d %s", i, strings.Repeat("y", 100)), 0, "")
	}
	_, err := b.Close(t.Context(), id, contract.CloseOptions{Record: ran(runs...)})
	require.NoError(t, err)
	row := b.stored(t, id)
	assert.Greater(t, len(row.Envelope), 10_000)
	assert.True(t, row.ConclusionAlias)
	_, err = b.Close(t.Context(), id, contract.CloseOptions{Record: ran(runs...)})
	require.NoError(t, err, "and what was stored can be read again")
}

// One repair is told once, however often its draft is closed.
func TestARepairIsToldOnce_C23(t *testing.T) {
	b := newBench(t)
	row := b.dispatch(t, contract.Turn{})
	draft := b.draft(t, row.ContractID)
	broken := strings.Replace(string(draft.Envelope), `"next_action":"pending"`, `"next_action":"wait"`, 1)
	broken = strings.Replace(broken, `"agent_state":"IN_PROGRESS"`, `"agent_state":"BLOCKED"`, 1)
	draft.Envelope = json.RawMessage(broken[:len(broken)-1] + `,"conclusion":"x","surprise":[1]}`)
	b.commit(t, contract.Batch{Draft: &draft})
	_, err := b.Close(t.Context(), row.ContractID, contract.CloseOptions{})
	require.NoError(t, err)
	b.set(t, row.ContractID, "report_prose", `"x"`)
	_, err = b.Close(t.Context(), row.ContractID, contract.CloseOptions{})
	require.NoError(t, err)
	assert.Len(t, b.stored(t, row.ContractID).Sanitized, 1)
}

// Whatever becomes of the commit: where the evidence is stored its file lies in
// the root, and an answer that got lost deletes nothing (E-19, Q-8).
func TestNoFaultLosesAnArtifact_E19_Q8(t *testing.T) {
	prepare := func(t *testing.T) (*contract.MemoryStore, string, *artifact.Root, string) {
		t.Helper()
		dir := t.TempDir()
		root, err := artifact.OpenRoot(dir)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, root.Close()) })
		b := newBench(t)
		id := b.dispatch(t, contract.Turn{Workspace: "w"}).ContractID
		b.fill(t, id, blocked)
		large := strings.Repeat("x", evidence.MaxInlineText+1)
		b.set(t, id, "update_contracts", `[{"contract":"evidence","payload":{"brief_id":3,"ac_id":"AC-1","type":"text","text":"`+large+`"}}]`)
		return b.store, id, root, dir
	}
	files := func(t *testing.T, dir string) int {
		t.Helper()
		found, err := filepath.Glob(filepath.Join(dir, "*", "*", "*", "*"))
		require.NoError(t, err)
		return len(found)
	}
	store, id, root, dir := prepare(t)
	counted := faultstore.New(store)
	receipt, err := contract.NewLedger(counted, contract.WithArtifacts(root)).Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	require.Empty(t, receipt.Refused)
	require.Equal(t, 1, files(t, dir))
	for at := 1; at <= counted.Count(); at++ {
		for _, kind := range faultstore.Kinds() {
			t.Run(fmt.Sprintf("%s call %d %s", counted.Calls()[at-1], at, kind), func(t *testing.T) {
				store, id, root, _ := prepare(t)
				faulty := faultstore.New(store, faultstore.Fault{At: at, Kind: kind})
				_, _ = contract.NewLedger(faulty, contract.WithArtifacts(root)).Close(t.Context(), id, contract.CloseOptions{})
				_, err := contract.NewLedger(store, contract.WithArtifacts(root)).Close(t.Context(), id, contract.CloseOptions{})
				require.NoError(t, err)
				rows := collect(t, store.Evidence().List(t.Context(), 3, ""))
				require.Len(t, rows, 1)
				text, err := os.ReadFile(rows[0].ArtifactPath)
				require.NoError(t, err, "stored evidence has its file")
				assert.Len(t, text, evidence.MaxInlineText+1)
			})
		}
	}
}

// A receipt that could not be completed still says that the row was closed.
func TestAReceiptSaysThatTheRowWasClosed_C41(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, blocked)
	l := contract.NewLedger(faultstore.New(b.store, faultstore.Fault{Method: "Proposals", At: 1}))
	receipt, err := l.Close(t.Context(), id, contract.CloseOptions{})
	require.ErrorIs(t, err, faultstore.ErrInjected)
	assert.True(t, receipt.Created)
	assert.Equal(t, b.stored(t, id).HandoffID, receipt.HandoffID)
	assert.True(t, b.stored(t, id).Closed())
}

// A turn without a record is believed as far as its command could have run.
func TestTheHostFindsPrograms_E8(t *testing.T) {
	find := func(name string) (string, error) {
		if name == "go" {
			return "/usr/bin/go", nil
		}
		return "", errors.New("not found")
	}
	for command, found := range map[string]bool{testCommand: true, "gopher test": false} {
		b := newBench(t, contract.WithLookPath(find))
		id := b.dispatch(t, contract.Turn{}).ContractID
		b.fill(t, id, strings.Replace(done, testCommand, command, 1))
		_, err := b.Close(t.Context(), id, contract.CloseOptions{})
		assert.Equal(t, found, err == nil, "%s: %v", command, err)
	}
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, done)
	assert.Equal(t, contract.ContentUnverified, b.closeError(t, id, contract.CloseOptions{}).Code, "nothing is found without the option")
}

// A host may let only its own evidence prove a command.
func TestOnlyTheHarnessProves_E15(t *testing.T) {
	for origin, proves := range map[evidence.Origin]bool{evidence.FromHarness: true, evidence.FromAgent: false} {
		b := newBench(t, contract.WithHarnessEvidenceOnly())
		ids, err := b.store.Evidence().Insert(t.Context(), []evidence.Row{{BriefID: 3, ACID: "AC-1", Type: evidence.Text, Text: "seen", Origin: origin}})
		require.NoError(t, err)
		id := b.dispatch(t, contract.Turn{BriefID: 3}).ContractID
		b.fill(t, id, done)
		b.set(t, id, "evidence_report.verification.evidence_ids", fmt.Sprint(ids))
		_, err = b.Close(t.Context(), id, contract.CloseOptions{Record: ran()})
		assert.Equal(t, proves, err == nil, "%s: %v", origin, err)
	}
}
