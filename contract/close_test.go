package contract_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// Each case breaks one demand and, where it can, every later one too, so that
// the order of C-33 is what decides.
func TestCloseRefuses_C33(t *testing.T) {
	consolidated := contract.Turn{Consolidation: true}
	producer := contract.Turn{PlanTaskID: "T1", Consolidation: true}
	const complete = `"agent_status":{"agent_state":"COMPLETE","next_action":"done"}`
	const never = `"evidence_report":{"verification":{"type":"command","command":"go vet ./...","result":"pass"}}`
	tests := []struct {
		name  string
		turn  contract.Turn
		patch string
		opts  contract.CloseOptions
		code  contract.Code
		field string
	}{
		{"C-33 a turn still in progress", producer, `{}`, contract.CloseOptions{Record: ran()}, contract.ClosingStateRequired, "agent_status.agent_state"},
		{"C-33 another agent's id", producer, `{"agent_status":{"agent_id":"affffffffffffffff"}}`, contract.CloseOptions{Record: ran()}, contract.IdentityMismatch, "agent_status.agent_id"},
		{"C-35 no conclusion", producer, `{` + complete + `,` + never + `}`, contract.CloseOptions{Record: ran()}, contract.ConclusionRequired, "conclusion"},
		{"C-35 a blank conclusion", producer, `{` + complete + `,"conclusion":" \u00a0 ",` + never + `}`, contract.CloseOptions{Record: ran()}, contract.ConclusionRequired, "conclusion"},
		{"C-35 blank in both names", producer, `{` + complete + `,"conclusion":"","user_facing_summary":" ",` + never + `}`, contract.CloseOptions{Record: ran()}, contract.ConclusionRequired, "conclusion"},
		{"C-32 unbound", consolidated, `{"agent_status":{"agent_state":"NEEDS_VERIFICATION"},"conclusion":"x",` + never + `}`, contract.CloseOptions{Record: ran()}, contract.NeedsVerificationUnbound, "agent_status.agent_state"},
		{"C-37 a producer passes itself", producer, `{` + complete + `,"conclusion":"x",` + never + `}`, contract.CloseOptions{Record: ran()}, contract.BlindVerificationRequired, "agent_status.agent_state"},
		{"C-37 bound at close", consolidated, `{` + complete + `,"conclusion":"x",` + never + `}`, contract.CloseOptions{Record: ran(), PlanTaskID: "T1"}, contract.BlindVerificationRequired, "agent_status.agent_state"},
		{"C-38 no consolidation", consolidated, `{` + complete + `,"conclusion":"x",` + never + `}`, contract.CloseOptions{Record: ran()}, contract.ConsolidationRequired, "consolidation_report"},
		{"C-33 a command never run", contract.Turn{}, `{` + complete + `,"conclusion":"x",` + never + `}`, contract.CloseOptions{Record: passed()}, contract.ContentUnverified, "evidence_report.verification.command"},
		{"C-33 a run that failed", contract.Turn{}, done, contract.CloseOptions{Record: ran(shell(testCommand, 1, "FAIL"))}, contract.ContentUnverified, "evidence_report.verification.result"},
		{"C-33 a verdict as command", contract.Turn{}, `{` + complete + `,"conclusion":"x","evidence_report":{"verification":{"type":"command","command":"**PASS** ✅","result":"pass"}}}`, contract.CloseOptions{}, contract.ContentUnverified, "evidence_report.verification.command"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			id := b.dispatch(t, tt.turn).ContractID
			b.fill(t, id, tt.patch)
			row, draft := b.stored(t, id), b.draft(t, id)
			refusal := b.closeError(t, id, tt.opts)
			assert.Equal(t, tt.code, refusal.Code)
			assert.Equal(t, tt.field, refusal.Field)
			assert.NotEmpty(t, refusal.Detail)
			assert.NotEmpty(t, refusal.Repair)
			require.ErrorIs(t, refusal, tt.code)
			assert.Equal(t, row, b.stored(t, id), "a refused close writes nothing")
			assert.Equal(t, draft, b.draft(t, id))
			if tt.code == contract.ContentUnverified {
				require.NotNil(t, refusal.Content)
				assert.Equal(t, tt.field, refusal.Content.Refused[0].Field)
			}
		})
	}
}

func TestCloseNamesFormFindingsFirst_C33(t *testing.T) {
	b := newBench(t)
	row := b.dispatch(t, contract.Turn{})
	draft := b.draft(t, row.ContractID)
	draft.Envelope = json.RawMessage(`{"agent_status":{"agent_state":"COMPLETE","agent_id":"nobody","pending_steps":["x"],"next_action":"later"}}`)
	b.commit(t, contract.Batch{Draft: &draft})
	refusal := b.closeError(t, row.ContractID, contract.CloseOptions{})
	assert.Equal(t, contract.AgentIDFormat, refusal.Code)
	require.ErrorIs(t, refusal, contract.CompleteShape)
	require.ErrorIs(t, refusal, contract.MissingField)
	var form *contract.FormError
	require.ErrorAs(t, error(refusal), &form)
	assert.Len(t, refusal.Findings, 5)
}

func TestCloseWritesTheRow_C33(t *testing.T) {
	b := newBench(t)
	row, receipt := b.completed(t)
	assert.True(t, receipt.Created)
	assert.Equal(t, row.HandoffID, receipt.HandoffID)
	assert.Equal(t, contract.RowState(contract.StateComplete), receipt.State)
	assert.True(t, row.Terminal())
	assert.Equal(t, noon(), row.ClosedAt)
	assert.JSONEq(t, string(row.ContentChecks), string(receipt.ContentChecks))
	assert.Contains(t, string(row.ContentChecks), `"skipped":[]`)
}

func TestARepeatedCloseIsTheSameHandOff_C34(t *testing.T) {
	for _, patch := range []string{done, blocked} {
		b := newBench(t)
		id := b.dispatch(t, contract.Turn{Workspace: "w", BriefID: 3}).ContractID
		b.fill(t, id, patch)
		b.set(t, id, "update_contracts", `[{"contract":"services","payload":{"a":1}},{"contract":"services","payload":{"a":1}},{"contract":"evidence","payload":{"brief_id":3,"ac_id":"AC-1","type":"text","text":"seen"}}]`)
		opts := contract.CloseOptions{Record: passed()}
		first, err := b.Close(t.Context(), id, opts)
		require.NoError(t, err)
		row := b.stored(t, id)
		second, err := b.Close(t.Context(), id, opts)
		require.NoError(t, err)
		assert.True(t, first.Created)
		assert.False(t, second.Created)
		second.Created = true
		assert.Equal(t, first, second, "the same receipt")
		assert.Equal(t, row, b.stored(t, id))
		assert.Len(t, collect(t, b.Proposals(t.Context(), contract.ProposalFilter{})), 1)
		assert.Len(t, collect(t, b.store.Evidence().List(t.Context(), 3, "")), 1)
	}
}

func TestARepeatedCloseChecksAgain_C31_C40(t *testing.T) {
	b := newBench(t)
	row, _ := b.completed(t)
	refusal := b.closeError(t, row.ContractID, contract.CloseOptions{Record: ran(shell(testCommand, 2, "FAIL"))})
	assert.Equal(t, contract.ContentUnverified, refusal.Code)
	assert.Equal(t, row, b.stored(t, row.ContractID), "refuted now, and the row stays")

	// A row from before the checks existed is not checked again.
	old := row
	old.ContentChecks = nil
	b.commit(t, contract.Batch{Row: &old})
	receipt, err := b.Close(t.Context(), row.ContractID, contract.CloseOptions{Record: ran()})
	require.NoError(t, err)
	assert.Equal(t, row.HandoffID, receipt.HandoffID)
	assert.Nil(t, receipt.ContentChecks)
}

// What a second close finds new is added, and nothing twice.
func TestASecondCloseAddsOnlyWhatIsNew_C34(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, blocked)
	b.set(t, id, "update_contracts", `[{"contract":"services","payload":{"a":1}}]`)
	_, err := b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	_, err = b.Add(t.Context(), id, "update_contracts", json.RawMessage(`{"contract":"evidence","payload":{"brief_id":3,"ac_id":"AC-1","type":"text","text":"seen"}}`))
	require.NoError(t, err)
	_, err = b.Add(t.Context(), id, "update_contracts", json.RawMessage(`{"contract":"services","payload":{"b":2}}`))
	require.NoError(t, err)
	receipt, err := b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	assert.Len(t, receipt.Pending, 2)
	rows := collect(t, b.store.Evidence().List(t.Context(), 3, ""))
	require.Len(t, rows, 1)

	// What a curator deleted stays deleted when the contract is closed again.
	require.NoError(t, b.store.Evidence().Delete(t.Context(), evidence.Curator{Name: "c", Role: evidence.RoleCurator}, rows[0].ID))
	b.set(t, id, "report_prose", `"one more word"`)
	again, err := b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	assert.Equal(t, receipt.EvidenceKeys, again.EvidenceKeys)
	assert.Empty(t, collect(t, b.store.Evidence().List(t.Context(), 3, "")))
}

func TestTheDeprecatedConclusion_C35(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, `{"agent_status":{"agent_state":"BLOCKED","next_action":"wait"},"user_facing_summary":"no access & <no> token"}`)
	_, err := b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	assert.True(t, b.stored(t, id).ConclusionAlias)
	assert.Equal(t, `"no access & <no> token"`, b.view(t, id, "conclusion"))

	b.set(t, id, "conclusion", `"said properly"`)
	_, err = b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	assert.False(t, b.stored(t, id).ConclusionAlias)
}

func TestTheConclusionRefusalNamesTheCall_C35(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, `{"agent_status":{"agent_state":"BLOCKED","next_action":"wait"}}`)
	assert.Contains(t, b.closeError(t, id, contract.CloseOptions{}).Repair, "set "+id+" conclusion ")
}

func TestApprovalsAreCrossChecked_C32(t *testing.T) {
	const request = `{"agent_status":{"agent_state":"APPROVAL_REQUEST","next_action":"wait"},"conclusion":"x","approval_request":{"exact_content":"rm x","approval_id":%s}}`
	tests := []struct {
		name, status, id string
		ok               bool
	}{
		{"pending", "pending", `"P-1"`, true},
		{"approved", "approved", `"P-1"`, false},
		{"unknown", "", `"P-1"`, false},
		{"blank", "", `" "`, true},
		{"null", "", `null`, true},
		{"not a string", "pending", `1`, false},
		{"kept byte for byte", "pending", `" P-1"`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			if tt.status != "" {
				require.NoError(t, b.store.PutApproval(t.Context(), "P-1", tt.status))
			}
			id := b.dispatch(t, contract.Turn{}).ContractID
			_, err := b.Fill(t.Context(), id, jsonf(request, tt.id))
			if !tt.ok {
				require.ErrorIs(t, err, contract.ApprovalIDNotPending)
				return
			}
			require.NoError(t, err)
			_, err = b.Close(t.Context(), id, contract.CloseOptions{})
			require.NoError(t, err)
		})
	}
	t.Run("decided between write and close", func(t *testing.T) {
		b := newBench(t)
		require.NoError(t, b.store.PutApproval(t.Context(), "P-1", "pending"))
		id := b.dispatch(t, contract.Turn{}).ContractID
		_, err := b.Fill(t.Context(), id, jsonf(request, `"P-1"`))
		require.NoError(t, err)
		require.NoError(t, b.store.PutApproval(t.Context(), "P-1", "approved"))
		assert.Equal(t, contract.ApprovalIDNotPending, b.closeError(t, id, contract.CloseOptions{}).Code)
		require.NoError(t, b.store.PutApproval(t.Context(), "P-1", "pending"))
		first, err := b.Close(t.Context(), id, contract.CloseOptions{})
		require.NoError(t, err)
		require.NoError(t, b.store.PutApproval(t.Context(), "P-1", "approved"))
		second, err := b.Close(t.Context(), id, contract.CloseOptions{})
		require.NoError(t, err, "the approval was pending when it was asked for")
		assert.Equal(t, first.HandoffID, second.HandoffID)
	})
	t.Run("a store without approvals", func(t *testing.T) {
		l := contract.NewLedger(noApprovals{contract.NewMemoryStore()}, contract.WithClock(noon))
		row, err := l.Dispatch(t.Context(), contract.Turn{})
		require.NoError(t, err)
		_, err = l.Fill(t.Context(), row.ContractID, jsonf(request, `"P-1"`))
		require.NoError(t, err)
		receipt, err := l.Close(t.Context(), row.ContractID, contract.CloseOptions{})
		require.NoError(t, err)
		assert.Equal(t, []string{"approval_request.approval_id"}, receipt.Skipped)
	})
}

type noApprovals struct{ contract.Store }

func (noApprovals) ApprovalStatus(context.Context, string) (string, error) {
	return "", errors.ErrUnsupported
}

func TestBindingAtClose_C32_C37(t *testing.T) {
	const verify = `{"agent_status":{"agent_state":"NEEDS_VERIFICATION","next_action":"verify"},"conclusion":"x"}`
	b := newBench(t)
	other := b.dispatch(t, contract.Turn{PlanTaskID: "T2"})
	same := b.dispatch(t, contract.Turn{PlanTaskID: "T1"})
	b.fill(t, same.ContractID, verify)
	_, err := b.Close(t.Context(), same.ContractID, contract.CloseOptions{})
	require.NoError(t, err)
	open := b.dispatch(t, contract.Turn{PlanTaskID: "T1"})

	t.Run("bound by a plan task given at close", func(t *testing.T) {
		id := b.dispatch(t, contract.Turn{}).ContractID
		b.fill(t, id, verify)
		_, err := b.Close(t.Context(), id, contract.CloseOptions{PlanTaskID: "T1"})
		require.NoError(t, err)
		assert.Equal(t, "T1", b.stored(t, id).Turn.PlanTaskID, "the binding stays with the row")
	})
	t.Run("bound by the row that it continues", func(t *testing.T) {
		before := b.dispatch(t, contract.Turn{PlanTaskID: "T1"})
		next, err := b.Continue(t.Context(), before.ContractID)
		require.NoError(t, err)
		// A continuation that lost its binding still has the chain.
		next.Turn.PlanTaskID = ""
		b.commit(t, contract.Batch{Row: &next})
		b.fill(t, next.ContractID, verify)
		_, err = b.Close(t.Context(), next.ContractID, contract.CloseOptions{})
		require.NoError(t, err)
	})
	t.Run("a cycle of continuations ends", func(t *testing.T) {
		one := b.dispatch(t, contract.Turn{})
		two, err := b.Continue(t.Context(), one.ContractID)
		require.NoError(t, err)
		one.ContinuesContractID = two.ContractID
		b.commit(t, contract.Batch{Row: &one})
		b.fill(t, two.ContractID, verify)
		assert.Equal(t, contract.NeedsVerificationUnbound, b.closeError(t, two.ContractID, contract.CloseOptions{}).Code)
		chain, err := b.Chain(t.Context(), two.ContractID)
		require.NoError(t, err)
		assert.Len(t, chain, 2)
	})
	t.Run("a continuation of a producer is a producer", func(t *testing.T) {
		before := b.dispatch(t, contract.Turn{PlanTaskID: "T1"})
		next, err := b.Continue(t.Context(), before.ContractID)
		require.NoError(t, err)
		b.fill(t, next.ContractID, done)
		assert.Equal(t, contract.BlindVerificationRequired, b.closeError(t, next.ContractID, contract.CloseOptions{Record: passed()}).Code)
		// Nor does it become its own verifier.
		_, err = b.Close(t.Context(), next.ContractID, contract.CloseOptions{Record: passed(), ParentHandoffID: before.HandoffID})
		require.ErrorIs(t, err, contract.ErrBinding)
		_, err = b.Close(t.Context(), next.ContractID, contract.CloseOptions{Record: passed(), ParentHandoffID: next.HandoffID})
		require.ErrorIs(t, err, contract.ErrBinding)
	})
	t.Run("nor is a sibling or a descendant its verifier", func(t *testing.T) {
		first := b.dispatch(t, contract.Turn{PlanTaskID: "T1"})
		second, err := b.Continue(t.Context(), first.ContractID)
		require.NoError(t, err)
		third, err := b.Continue(t.Context(), first.ContractID)
		require.NoError(t, err)
		b.fill(t, second.ContractID, verify)
		_, err = b.Close(t.Context(), second.ContractID, contract.CloseOptions{})
		require.NoError(t, err)
		for _, row := range []contract.Row{first, third} {
			b.fill(t, row.ContractID, done)
			_, err = b.Close(t.Context(), row.ContractID, contract.CloseOptions{Record: passed(), ParentHandoffID: second.HandoffID})
			require.ErrorIs(t, err, contract.ErrBinding)
		}
	})
	t.Run("a continuation has a binding that its origin got later", func(t *testing.T) {
		origin := b.dispatch(t, contract.Turn{})
		next, err := b.Continue(t.Context(), origin.ContractID)
		require.NoError(t, err)
		b.fill(t, origin.ContractID, verify)
		_, err = b.Close(t.Context(), origin.ContractID, contract.CloseOptions{PlanTaskID: "T1"})
		require.NoError(t, err)
		b.fill(t, next.ContractID, done)
		assert.Equal(t, contract.BlindVerificationRequired, b.closeError(t, next.ContractID, contract.CloseOptions{Record: passed()}).Code)
	})
	t.Run("a blank plan task binds to nothing", func(t *testing.T) {
		id := b.dispatch(t, contract.Turn{}).ContractID
		b.fill(t, id, verify)
		assert.Equal(t, contract.NeedsVerificationUnbound, b.closeError(t, id, contract.CloseOptions{PlanTaskID: " "}).Code)
		_, err := b.Dispatch(t.Context(), contract.Turn{PlanTaskID: " "})
		require.ErrorIs(t, err, contract.ErrArgument)
	})
	t.Run("a verifier closes COMPLETE", func(t *testing.T) {
		id := b.dispatch(t, contract.Turn{PlanTaskID: "T1", ParentHandoffID: same.HandoffID}).ContractID
		b.fill(t, id, done)
		_, err := b.Close(t.Context(), id, contract.CloseOptions{Record: passed()})
		require.NoError(t, err)
	})
	t.Run("a verifier bound at close", func(t *testing.T) {
		id := b.dispatch(t, contract.Turn{PlanTaskID: "T1"}).ContractID
		b.fill(t, id, done)
		_, err := b.Close(t.Context(), id, contract.CloseOptions{Record: passed(), ParentHandoffID: same.HandoffID})
		require.NoError(t, err)
	})
	for name, opts := range map[string]contract.CloseOptions{
		"another plan task":            {PlanTaskID: "T9"},
		"a parent that is not stored":  {ParentHandoffID: 4711},
		"a parent of another task":     {ParentHandoffID: other.HandoffID},
		"a parent that waits for none": {ParentHandoffID: open.HandoffID},
		"a parent that cannot be true": {ParentHandoffID: -1},
	} {
		t.Run(name, func(t *testing.T) {
			id := b.dispatch(t, contract.Turn{PlanTaskID: "T1"}).ContractID
			b.fill(t, id, done)
			_, err := b.Close(t.Context(), id, opts)
			require.ErrorIs(t, err, contract.ErrBinding)
		})
	}
}

func TestConsolidation_C38(t *testing.T) {
	const whole = `{"ownership_assessment":"owned_here","confirmed_findings":[],"suspected_findings":[],"conflicts":[],"open_gaps":[],"next_best_agent":null}`
	tests := map[string]struct {
		report string
		ok     bool
	}{
		"whole":               {whole, true},
		"an agent named":      {`{"ownership_assessment":"not_my_surface","confirmed_findings":["a"],"suspected_findings":[],"conflicts":[],"open_gaps":[],"next_best_agent":"network"}`, true},
		"null":                {`null`, false},
		"empty":               {`{}`, false},
		"unknown ownership":   {`{"ownership_assessment":"mine","confirmed_findings":[],"suspected_findings":[],"conflicts":[],"open_gaps":[],"next_best_agent":null}`, false},
		"findings not a list": {`{"ownership_assessment":"owned_here","confirmed_findings":"x","suspected_findings":[],"conflicts":[],"open_gaps":[],"next_best_agent":null}`, false},
		"agent not a string":  {`{"ownership_assessment":"owned_here","confirmed_findings":[],"suspected_findings":[],"conflicts":[],"open_gaps":[],"next_best_agent":7}`, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			id := b.dispatch(t, contract.Turn{Consolidation: true}).ContractID
			b.fill(t, id, blocked)
			b.set(t, id, "consolidation_report", tt.report)
			if tt.ok {
				_, err := b.Close(t.Context(), id, contract.CloseOptions{})
				require.NoError(t, err)
				return
			}
			assert.Equal(t, contract.ConsolidationRequired, b.closeError(t, id, contract.CloseOptions{}).Code)
		})
	}
}

func TestConcurrentClosesWriteOneRow_C34(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, done)
	receipts := inParallel(32, func(int) (contract.Receipt, error) {
		// Ledgers of their own, as of other processes: only the store is shared.
		return contract.NewLedger(b.store, contract.WithClock(noon)).Close(t.Context(), id, contract.CloseOptions{Record: passed()})
	})
	created := 0
	for _, r := range receipts {
		require.NoError(t, r.err)
		assert.Equal(t, receipts[0].value.HandoffID, r.value.HandoffID)
		if r.value.Created {
			created++
		}
	}
	assert.Equal(t, 1, created)
	assert.Len(t, collect(t, b.List(t.Context(), contract.Filter{})), 1)
}

func TestClosedAtIsTheFirstClose(t *testing.T) {
	now := noon()
	b := newBench(t, contract.WithClock(func() time.Time { return now }))
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, blocked)
	_, err := b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	now = now.Add(time.Hour)
	b.set(t, id, "conclusion", `"still blocked"`)
	_, err = b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	row := b.stored(t, id)
	assert.Equal(t, noon(), row.ClosedAt)
	assert.Equal(t, now, row.UpdatedAt)
}
