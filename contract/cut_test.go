package contract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
)

const mixedUpdates = `[{"contract":"services","payload":{"a":1}},{"contract":"evidence","payload":{"brief_id":3,"ac_id":"AC-1","type":"text","text":"seen"}},{"contract":"services"}]`

func TestCut_C36(t *testing.T) {
	for _, lane := range []contract.Lane{contract.LaneReaper, contract.LaneBackstop, contract.LaneSalvage} {
		t.Run(string(lane), func(t *testing.T) {
			b := newBench(t)
			id := b.dispatch(t, contract.Turn{Project: "shop"}).ContractID
			// It even says COMPLETE, with a claim nobody checked.
			b.fill(t, id, done)
			b.set(t, id, "update_contracts", mixedUpdates)
			b.set(t, id, "conclusion", `""`)
			before := b.view(t, id, "")

			receipt, err := b.Cut(t.Context(), id, lane, "no sign of life")
			require.NoError(t, err)
			row := b.stored(t, id)
			assert.Equal(t, &contract.Cut{Lane: lane, Reason: "no sign of life", At: noon()}, row.Cut)
			assert.Equal(t, row.Cut, receipt.Cut)
			assert.False(t, row.Closed(), "a cut row never reads as a clean close")
			assert.Equal(t, contract.RowInProgress, row.State)
			assert.Equal(t, contract.RowInProgress, receipt.State)
			assert.Nil(t, row.ContentChecks)
			assert.Zero(t, row.ClosedAt)
			assert.JSONEq(t, before, string(row.Envelope))
			assert.True(t, receipt.Created)

			assert.Len(t, receipt.Pending, 1)
			assert.Empty(t, receipt.Applied)
			require.Len(t, receipt.Refused, 2)
			assert.Equal(t, []int{1, 2}, []int{receipt.Refused[0].Index, receipt.Refused[1].Index})
			assert.Empty(t, collect(t, b.store.Evidence().List(t.Context(), 3, "")), "a cut deposits nothing")

			again, err := b.Cut(t.Context(), id, contract.LaneSalvage, "another reason")
			require.NoError(t, err)
			assert.False(t, again.Created)
			assert.Equal(t, row, b.stored(t, id))
		})
	}
}

func TestCutRefuses_C36(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	_, err := b.Cut(t.Context(), id, "", "why")
	require.ErrorIs(t, err, contract.ErrArgument)
	_, err = b.Cut(t.Context(), "a0123456789abcdef.unknown", contract.LaneReaper, "why")
	require.ErrorIs(t, err, contract.ErrNoDraft)
	b.fill(t, id, blocked)
	_, err = b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	_, err = b.Cut(t.Context(), id, contract.LaneReaper, "why")
	require.ErrorIs(t, err, contract.ErrTerminal, "a clean close is not turned into a cut")
	assert.Nil(t, b.stored(t, id).Cut)
}

// An agent that was taken for dead loses nothing: it closes, and the row tells
// of both.
func TestACutRowIsReconciled_C36(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.set(t, id, "update_contracts", mixedUpdates)
	_, err := b.Cut(t.Context(), id, contract.LaneBackstop, "stopped without a close")
	require.NoError(t, err)
	b.fill(t, id, done)
	assert.NotNil(t, b.stored(t, id).Cut, "a write alone does not make it clean")
	receipt, err := b.Close(t.Context(), id, contract.CloseOptions{Record: passed()})
	require.NoError(t, err)
	row := b.stored(t, id)
	assert.True(t, receipt.Created)
	assert.Nil(t, receipt.Cut)
	assert.Nil(t, row.Cut)
	assert.Equal(t, contract.LaneBackstop, row.Reconciled.Lane)
	assert.True(t, row.Terminal())
	assert.Len(t, receipt.Pending, 1, "what the cut proposed is not proposed twice")
	assert.Len(t, collect(t, b.store.Evidence().List(t.Context(), 3, "")), 1)
}
