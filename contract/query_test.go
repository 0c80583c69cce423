package contract_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
)

func TestView_C42(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, `{"evidence_report":{"verification":{"a.b":{"c":[1, 2]}}}}`)
	assert.Equal(t, `[1, 2]`, b.view(t, id, `evidence_report.verification.a\.b.c`))
	assert.JSONEq(t, string(b.draft(t, id).Envelope), b.view(t, id, ""))
	for path, want := range map[string]error{
		"nothing.here":                       contract.ErrNotFound,
		"evidence_report.open_gaps.0":        contract.ErrNotObject,
		"EVIDENCE_REPORT":                    contract.ErrNotFound,
		".":                                  contract.ErrPath,
		"a..b":                               contract.ErrPath,
		"evidence_report.verification.a.b.c": contract.ErrNotFound,
	} {
		_, err := b.View(t.Context(), id, path)
		require.ErrorIs(t, err, want, path)
	}
}

func TestList_C42(t *testing.T) {
	now := noon()
	b := newBench(t, contract.WithClock(func() time.Time { return now }))
	one := b.dispatch(t, contract.Turn{AgentName: "x", Workspace: "w"})
	now = now.Add(time.Hour)
	two := b.dispatch(t, contract.Turn{AgentName: "y", Workspace: "w"})
	now = now.Add(time.Hour)
	three := b.dispatch(t, contract.Turn{AgentName: "y", Workspace: "v"})
	b.fill(t, two.ContractID, blocked)
	_, err := b.Close(t.Context(), two.ContractID, contract.CloseOptions{})
	require.NoError(t, err)
	_, err = b.Cut(t.Context(), three.ContractID, contract.LaneReaper, "gone")
	require.NoError(t, err)
	yes, no := true, false
	tests := map[string]struct {
		filter contract.Filter
		want   []contract.Row
	}{
		"all":       {contract.Filter{}, []contract.Row{one, two, three}},
		"state":     {contract.Filter{States: []contract.RowState{"BLOCKED", "COMPLETE"}}, []contract.Row{two}},
		"cut":       {contract.Filter{Cut: &yes}, []contract.Row{three}},
		"not cut":   {contract.Filter{Cut: &no}, []contract.Row{one, two}},
		"agent":     {contract.Filter{AgentName: "y"}, []contract.Row{two, three}},
		"workspace": {contract.Filter{Workspace: "w"}, []contract.Row{one, two}},
		"since":     {contract.Filter{Since: noon().Add(time.Hour)}, []contract.Row{two, three}},
		"until":     {contract.Filter{Until: noon().Add(time.Hour)}, []contract.Row{one}},
		"both":      {contract.Filter{AgentName: "y", Workspace: "w"}, []contract.Row{two}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, ids(tt.want), ids(collect(t, b.List(t.Context(), tt.filter))))
		})
	}
}

func ids(rows []contract.Row) []int64 {
	numbers := make([]int64, len(rows))
	for i, row := range rows {
		numbers[i] = row.HandoffID
	}
	return numbers
}

func TestChain_C42(t *testing.T) {
	b := newBench(t)
	first := b.dispatch(t, contract.Turn{PlanTaskID: "T1"})
	next, err := b.Continue(t.Context(), first.ContractID)
	require.NoError(t, err)
	verifier := b.dispatch(t, contract.Turn{ParentHandoffID: next.HandoffID})
	b.dispatch(t, contract.Turn{PlanTaskID: "T1"}) // of no relation
	for _, from := range []contract.Row{first, next, verifier} {
		chain, err := b.Chain(t.Context(), from.ContractID)
		require.NoError(t, err)
		assert.Equal(t, ids([]contract.Row{first, next, verifier}), ids(chain))
	}
	_, err = b.Chain(t.Context(), "nonsense")
	require.ErrorIs(t, err, contract.ErrNotFound)
	row, err := b.RowByHandoff(t.Context(), next.HandoffID)
	require.NoError(t, err)
	assert.Equal(t, next.ContractID, row.ContractID)
	_, err = b.RowByHandoff(t.Context(), 4711)
	require.ErrorIs(t, err, contract.ErrNotFound)
}

func TestValidateIsReadOnly_C29(t *testing.T) {
	b := newBench(t)
	row := b.dispatch(t, contract.Turn{})
	draft := b.draft(t, row.ContractID)
	draft.Envelope = []byte(`{"surprise":1}`)
	b.commit(t, contract.Batch{Draft: &draft})
	draft = b.draft(t, row.ContractID)
	report, err := b.Validate(t.Context(), row.ContractID)
	require.NoError(t, err)
	assert.False(t, report.OK())
	assert.Equal(t, draft, b.draft(t, row.ContractID))
}

func TestCommandSets_C43(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	_, err := b.CommandSet(t.Context(), id)
	require.ErrorIs(t, err, contract.ErrNotFound)
	one := 1
	steps := []struct {
		name string
		set  contract.CommandSet
		want error
	}{
		{"negative", contract.CommandSet{NextIndex: -1}, contract.ErrProgress},
		{"consumed ahead", contract.CommandSet{NextIndex: 1, ConsumedIndexes: []int{1}}, contract.ErrProgress},
		{"consumed twice", contract.CommandSet{NextIndex: 2, ConsumedIndexes: []int{0, 0}}, contract.ErrProgress},
		{"a reason without a failure", contract.CommandSet{FailureReason: "x"}, contract.ErrProgress},
		{"first", contract.CommandSet{NextIndex: 1, ConsumedIndexes: []int{0}}, nil},
		{"back", contract.CommandSet{NextIndex: 0}, contract.ErrProgress},
		{"forgotten", contract.CommandSet{NextIndex: 2, ConsumedIndexes: []int{1}}, contract.ErrProgress},
		{"failed", contract.CommandSet{NextIndex: 2, ConsumedIndexes: []int{0}, FailedIndex: &one, FailureReason: "exit 1"}, nil},
		{"frozen", contract.CommandSet{NextIndex: 3, ConsumedIndexes: []int{0, 2}}, contract.ErrFrozen},
	}
	for _, s := range steps {
		require.ErrorIs(t, b.RecordCommandSet(t.Context(), id, s.set), s.want, s.name)
	}
	set, err := b.CommandSet(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, steps[7].set, set)

	plain := contract.NewLedger(noApprovals{contract.NewMemoryStore()})
	require.Error(t, plain.RecordCommandSet(t.Context(), id, contract.CommandSet{}))
}
