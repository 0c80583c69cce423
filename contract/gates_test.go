package contract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
)

func gated() contract.Turn {
	return contract.Turn{PlanTaskID: "T1", Gates: []contract.Gate{
		{ID: "g1", Type: contract.GateCommand, Command: testCommand},
		{ID: "g2", Type: contract.GateSemantic},
	}}
}

func TestSettleGate_C37(t *testing.T) {
	b := newBench(t)
	producer := b.dispatch(t, gated())
	verifier := b.dispatch(t, contract.Turn{PlanTaskID: "T1", ParentHandoffID: producer.HandoffID})

	require.NoError(t, b.SettleGate(t.Context(), verifier.ContractID, "g1", contract.GatePass, "ran it"))
	require.NoError(t, b.SettleGate(t.Context(), verifier.ContractID, "g2", contract.GateFail, ""))
	row := b.stored(t, producer.ContractID)
	require.Len(t, row.Verdicts, 2)
	assert.Equal(t, contract.GateVerdict{
		ProducerID: producer.ContractID, GateID: "g1", Verdict: contract.GatePass, Note: "ran it", VerifierID: verifier.ContractID, At: noon(),
	}, row.Verdicts[0])
	row.Verdicts = nil
	assert.Equal(t, producer, row, "the producer's row is never touched")
}

func TestSettleGateRefuses_C37(t *testing.T) {
	b := newBench(t)
	producer := b.dispatch(t, gated())
	verifier := b.dispatch(t, contract.Turn{ParentHandoffID: producer.HandoffID})
	unbound := b.dispatch(t, contract.Turn{})
	cut := b.dispatch(t, contract.Turn{ParentHandoffID: producer.HandoffID})
	_, err := b.Cut(t.Context(), cut.ContractID, contract.LaneReaper, "gone")
	require.NoError(t, err)
	require.NoError(t, b.SettleGate(t.Context(), verifier.ContractID, "g1", contract.GatePass, ""))
	tests := []struct {
		name, id, gate string
		verdict        contract.GateStatus
		want           error
	}{
		{"settled already", verifier.ContractID, "g1", contract.GateFail, contract.ErrDecided},
		{"no such gate", verifier.ContractID, "g3", contract.GatePass, contract.ErrNotFound},
		{"no verdict", verifier.ContractID, "g2", "", contract.ErrArgument},
		{"pending is no verdict", verifier.ContractID, "g2", contract.GatePending, contract.ErrArgument},
		{"the producer itself", producer.ContractID, "g2", contract.GatePass, contract.ErrVerifier},
		{"an unbound turn", unbound.ContractID, "g2", contract.GatePass, contract.ErrVerifier},
		{"a cut turn", cut.ContractID, "g2", contract.GatePass, contract.ErrVerifier},
		{"nobody", "a0123456789abcdef.unknown", "g2", contract.GatePass, contract.ErrNoDraft},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.ErrorIs(t, b.SettleGate(t.Context(), tt.id, tt.gate, tt.verdict, ""), tt.want)
			assert.Len(t, b.stored(t, producer.ContractID).Verdicts, 1)
		})
	}
}

// What the dispatch says is settled is settled.
func TestADispatchedVerdictStands_C37(t *testing.T) {
	b := newBench(t)
	producer := b.dispatch(t, contract.Turn{Gates: []contract.Gate{{ID: "g", Type: contract.GateCode, Status: contract.GateFail}}})
	verifier := b.dispatch(t, contract.Turn{ParentHandoffID: producer.HandoffID})
	require.ErrorIs(t, b.SettleGate(t.Context(), verifier.ContractID, "g", contract.GatePass, ""), contract.ErrDecided)
}

func TestAGateIsSettledOnce_C37(t *testing.T) {
	b := newBench(t)
	producer := b.dispatch(t, gated())
	verifier := b.dispatch(t, contract.Turn{ParentHandoffID: producer.HandoffID})
	settled := 0
	for _, o := range inParallel(16, func(int) (struct{}, error) {
		return struct{}{}, b.SettleGate(t.Context(), verifier.ContractID, "g1", contract.GatePass, "")
	}) {
		if o.err == nil {
			settled++
			continue
		}
		require.ErrorIs(t, o.err, contract.ErrDecided)
	}
	assert.Equal(t, 1, settled)
}
