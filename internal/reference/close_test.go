package reference_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

const (
	passed     = `"evidence_report":{"verification":{"type":"command","command":"go test","result":"pass"}}`
	complete   = `"agent_status":{"agent_state":"COMPLETE","next_action":"done"},` + passed
	concluded  = `"conclusion":"the tests pass; nothing is open"`
	wellClosed = `{` + complete + `,` + concluded + `}`
)

// closeCases are one turn for each code that the form alone does not give, in
// the order in which a close asks (C-33). All but the one step would pass.
var closeCases = map[string]give{
	"OVERWRITE": func(*testing.T) []string {
		doc := contract.NewDocument("a0123456789abcdef")
		doc, err := doc.Fill(json.RawMessage(`{"evidence_report":{"key_outputs":["the first finding"]}}`))
		if err == nil {
			_, err = doc.Fill(json.RawMessage(`{"evidence_report":{"key_outputs":["a second finding"]}}`))
		}
		return codeOf(err)
	},
	"IDENTITY_MISMATCH": closing(contract.Turn{}, wellClosed, `"affffffffffffffff"`),
	"CLOSING_STATE_REQUIRED": closing(contract.Turn{},
		`{"agent_status":{"agent_state":"IN_PROGRESS","next_action":"go on"},`+concluded+`}`, ""),
	"CONCLUSION_REQUIRED": closing(contract.Turn{}, `{`+complete+`}`, ""),
	"APPROVAL_ID_NOT_PENDING": closing(contract.Turn{},
		`{"agent_status":{"agent_state":"APPROVAL_REQUEST","next_action":"wait"},"approval_request":{"exact_content":"rm x","approval_id":"A-1"},`+concluded+`}`, ""),
	"NEEDS_VERIFICATION_UNBOUND": closing(contract.Turn{},
		`{"agent_status":{"agent_state":"NEEDS_VERIFICATION","next_action":"verify"},`+concluded+`}`, ""),
	"BLIND_VERIFICATION_REQUIRED": closing(contract.Turn{PlanTaskID: "T-1"}, wellClosed, ""),
	"CONSOLIDATION_REQUIRED":      closing(contract.Turn{Consolidation: true}, wellClosed, ""),
	"CONTENT_UNVERIFIED":          closing(contract.Turn{}, wellClosed, ""),
}

// closing dispatches a turn, writes an envelope and closes it with a record in
// which nothing was run. agentID replaces the id of the envelope, if given.
func closing(turn contract.Turn, envelope, agentID string) give {
	return func(t *testing.T) []string {
		t.Helper()
		ctx, store := t.Context(), contract.NewMemoryStore()
		require.NoError(t, store.PutApproval(ctx, "A-1", "pending"))
		ledger := contract.NewLedger(store)
		row, err := ledger.Dispatch(ctx, turn)
		require.NoError(t, err)
		_, err = ledger.Fill(ctx, row.ContractID, json.RawMessage(envelope))
		require.NoError(t, err)
		if agentID != "" {
			_, err = ledger.Set(ctx, row.ContractID, "agent_status.agent_id", json.RawMessage(agentID))
			require.NoError(t, err)
		}
		require.NoError(t, store.PutApproval(ctx, "A-1", "approved"))
		_, err = ledger.Close(ctx, row.ContractID, contract.CloseOptions{Record: &evidence.Record{}})
		return codeOf(err)
	}
}

func codeOf(err error) []string {
	if refused, ok := errors.AsType[*contract.CloseError](err); ok {
		return []string{string(refused.Code)}
	}
	code, _ := errors.AsType[contract.Code](err)
	return []string{string(code)}
}
