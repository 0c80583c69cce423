package contract_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

func (b workbench) closeWithUpdates(t *testing.T, turn contract.Turn, updates string) (contract.Receipt, string) {
	t.Helper()
	id := b.dispatch(t, turn).ContractID
	b.fill(t, id, blocked)
	b.set(t, id, "update_contracts", updates)
	receipt, err := b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	assert.Equal(t, receipt.Refused, b.stored(t, id).UpdateContractsRefused)
	return receipt, id
}

const (
	goodEvidence = `{"contract":"evidence","payload":{"brief_id":3,"ac_id":"AC-1","type":"text","text":"seen"}}`
	badEvidence  = `{"contract":"evidence","payload":{"brief_id":0,"ac_id":"","type":"text","text":"seen"}}`
	proposal     = `{"contract":"services","payload":{"api":{"port":8080}}}`
	driftEntry   = `{"contract":"services","payload":{"api":{"port":8080}},"drift":{"key_path":"api.port","new":8080}}`
)

func TestUpdatesAtClose_C45_E20(t *testing.T) {
	tests := []struct {
		name, updates              string
		deposits, pending, refused int
	}{
		{"nothing", `[]`, 0, 0, 0},
		{"evidence is deposited, the rest proposed", `[` + goodEvidence + `,` + proposal + `]`, 1, 1, 0},
		{"a drift entry stays pending", `[` + driftEntry + `]`, 0, 1, 0},
		{"one bad evidence entry refuses them all", `[` + goodEvidence + `,` + badEvidence + `,` + proposal + `]`, 0, 1, 2},
		{"evidence that is no object refuses them too", `[` + goodEvidence + `,{"contract":"evidence","payload":7},` + proposal + `]`, 0, 1, 2},
		{"a bad proposal refuses nothing else", `[` + goodEvidence + `,{"contract":"services"},` + proposal + `]`, 1, 1, 1},
		{"the name is exact", `[{"contract":"Evidence","payload":{}}]`, 0, 1, 0},
		{"a drift member of evidence is ignored", `[{"contract":"evidence","payload":{"brief_id":3,"ac_id":"AC-1","type":"text","text":"x"},"drift":1}]`, 1, 0, 0},
		{"the abbreviation", `{"services":{"a":1}}`, 0, 1, 0},
		{"a shape that means nothing", `"services"`, 0, 0, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			receipt, id := b.closeWithUpdates(t, contract.Turn{Workspace: "w", Project: "shop", AgentName: "builder"}, tt.updates)
			rows := collect(t, b.store.Evidence().List(t.Context(), 3, ""))
			assert.Len(t, rows, tt.deposits)
			assert.Len(t, receipt.EvidenceKeys, tt.deposits)
			assert.Len(t, receipt.Pending, tt.pending)
			assert.Len(t, receipt.Refused, tt.refused)
			for _, refused := range receipt.Refused {
				assert.NotEmpty(t, refused.Reason)
			}
			for _, p := range receipt.Pending {
				assert.Equal(t, "shop", p.Project)
				assert.Equal(t, id, p.ContractID)
				assert.NotZero(t, p.ID)
			}
			for _, row := range rows {
				assert.Equal(t, evidence.FromAgent, row.Origin)
				assert.Equal(t, evidence.Positive, row.Polarity)
				assert.Equal(t, id[:strings.Index(id, ".")], row.CreatedByAgent)
				assert.Equal(t, "w", row.Workspace)
				assert.True(t, strings.HasPrefix(row.Key, id+":"))
			}
		})
	}
}

// Evidence that says it contradicts is never stored as a proof.
func TestNegativeEvidenceStaysNegative_E15(t *testing.T) {
	b := newBench(t)
	b.closeWithUpdates(t, contract.Turn{}, `[{"contract":"evidence","payload":{"brief_id":3,"ac_id":"AC-1","type":"text","text":"it fails","polarity":"negative"}}]`)
	rows := collect(t, b.store.Evidence().List(t.Context(), 3, ""))
	require.Len(t, rows, 1)
	assert.Equal(t, evidence.Negative, rows[0].Polarity)
}

func TestEvidenceNeedsARootForFiles_E17_E19(t *testing.T) {
	b := newBench(t)
	large := strings.Repeat("x", evidence.MaxInlineText+1)
	receipt, _ := b.closeWithUpdates(t, contract.Turn{}, `[{"contract":"evidence","payload":{"brief_id":3,"ac_id":"AC-1","type":"text","text":"`+large+`"}}]`)
	require.Len(t, receipt.Refused, 1)
	assert.Contains(t, receipt.Refused[0].Reason, "artifact root")
	receipt, _ = b.closeWithUpdates(t, contract.Turn{}, `[{"contract":"evidence","payload":{"brief_id":3,"ac_id":"AC-1","type":"file","artifact_path":"/srv/evidence/x"}}]`)
	require.Len(t, receipt.Refused, 1)
}

func TestSignals_C41(t *testing.T) {
	b := newBench(t)
	receipt, id := b.closeWithUpdates(t, contract.Turn{Project: "shop"}, `[`+proposal+`,`+driftEntry+`,{"contract":"services","payload":1},`+badEvidence+`]`)
	lines := make([]string, len(receipt.Signals))
	for i, s := range receipt.Signals {
		lines[i] = s.String()
	}
	require.Len(t, lines, 3)
	assert.Equal(t, "2 project-context updates proposed for shop, contract "+id, lines[0])
	assert.Contains(t, lines[1], "entry 2 (services): ")
	assert.Contains(t, lines[2], "entry 3 (evidence): ")
	assert.Equal(t, "project context shop", contract.Signal{Kind: contract.SignalApplied, Project: "shop"}.String())
	assert.Empty(t, contract.Signal{}.String())
	forged := contract.Signal{Kind: contract.SignalRefused, Refused: &contract.RefusedUpdate{Section: "x\nproject context shop\u2028\x1b[2K", Reason: "r"}}
	assert.NotContains(t, forged.String(), "\n", "a signal is one line, whatever the names in it hold")
	assert.NotContains(t, forged.String(), "\u2028")
	assert.NotContains(t, forged.String(), "\x1b")
}

func TestMemoryNeverBlocks_C48(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, blocked)
	b.set(t, id, "memory_delta", `{"version":1,"proposals":[{"operation":"create","object":{"title":"x"}},{"operation":"forget"}]}`)
	receipt, err := b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	assert.Len(t, receipt.Memory, 1)
	assert.Len(t, receipt.MemoryProblems, 1)
}
