package contract_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

func TestDispatch_C28(t *testing.T) {
	b := newBench(t)
	gates := []contract.Gate{{ID: "g1", Type: contract.GateCommand, Command: testCommand}}
	turn := contract.Turn{AgentName: "builder", Goal: "fix the parser", Workspace: "w", BriefID: 7, PlanTaskID: "T1", Gates: gates}
	row := b.dispatch(t, turn)
	gates[0].ID = "changed afterwards"

	id, err := contract.ParseID(row.ContractID)
	require.NoError(t, err)
	assert.Equal(t, contract.RowDispatched, row.State)
	assert.True(t, row.BornAtDispatch)
	assert.False(t, row.Closed())
	assert.Equal(t, noon(), row.CreatedAt)
	assert.Equal(t, int64(1), row.HandoffID)
	assert.Equal(t, row, b.stored(t, row.ContractID), "what Dispatch returns is what is stored")
	assert.Equal(t, "g1", b.stored(t, row.ContractID).Turn.Gates[0].ID)
	assert.Equal(t, contract.GatePending, row.Turn.Gates[0].Status)
	assert.JSONEq(t, contract.NewDocument(id.AgentID).String(), string(b.draft(t, row.ContractID).Envelope))

	init, err := b.Init(t.Context())
	require.NoError(t, err)
	assert.False(t, init.BornAtDispatch)
	assert.Equal(t, int64(2), init.HandoffID)
}

func TestDispatchRefusesAnImpossibleTurn_C28(t *testing.T) {
	tests := map[string]contract.Turn{
		"negative brief":       {BriefID: -1},
		"negative parent":      {ParentHandoffID: -1},
		"parent not stored":    {ParentHandoffID: 99},
		"gate without an id":   {Gates: []contract.Gate{{ID: " ", Type: contract.GateCode}}},
		"two gates of one id":  {Gates: []contract.Gate{{ID: "g", Type: contract.GateCode}, {ID: "g", Type: contract.GateCode}}},
		"gate of no type":      {Gates: []contract.Gate{{ID: "g"}}},
		"gate of type none":    {Gates: []contract.Gate{{ID: "g", Type: "none"}}},
		"gate of a bad status": {Gates: []contract.Gate{{ID: "g", Type: contract.GateCode, Status: "maybe"}}},
	}
	for name, turn := range tests {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			_, err := b.Dispatch(t.Context(), turn)
			require.ErrorIs(t, err, contract.ErrArgument)
			var typed *contract.LedgerError
			require.ErrorAs(t, err, &typed)
			assert.NotEmpty(t, typed.Repair)
			assert.Empty(t, collect(t, b.List(t.Context(), contract.Filter{})))
		})
	}
}

// writers are the calls that create a draft implicitly.
func writers(b workbench) map[string]func(t *testing.T, id string) error {
	return map[string]func(t *testing.T, id string) error{
		"fill": func(t *testing.T, id string) error {
			t.Helper()
			_, err := b.Fill(t.Context(), id, json.RawMessage(`{"report_prose":"x"}`))
			return err
		},
		"add": func(t *testing.T, id string) error {
			t.Helper()
			_, err := b.Add(t.Context(), id, "evidence_report.key_outputs", json.RawMessage(`"x"`))
			return err
		},
		"set": func(t *testing.T, id string) error {
			t.Helper()
			_, err := b.Set(t.Context(), id, "report_prose", json.RawMessage(`"x"`))
			return err
		},
		"view": func(t *testing.T, id string) error {
			t.Helper()
			_, err := b.View(t.Context(), id, "")
			return err
		},
	}
}

func TestDraftsAreImplicit_C29(t *testing.T) {
	const agent = "a0123456789abcdef"
	for _, name := range []string{"fill", "add", "set", "view"} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			row := contract.Row{ContractID: agent + ".born", State: contract.RowDispatched}
			b.commit(t, contract.Batch{NewRow: &row})
			_, err := b.store.Draft(t.Context(), row.ContractID)
			require.ErrorIs(t, err, contract.ErrNotFound)
			_, err = b.Validate(t.Context(), row.ContractID)
			require.ErrorIs(t, err, contract.ErrNoDraft)
			_, err = b.store.Draft(t.Context(), row.ContractID)
			require.ErrorIs(t, err, contract.ErrNotFound, "validate never materialises")

			require.NoError(t, writers(b)[name](t, row.ContractID))
			draft := b.draft(t, row.ContractID)
			assert.Equal(t, int64(1), draft.Revision)
			doc, err := contract.Parse(draft.Envelope)
			require.NoError(t, err)
			assert.True(t, contract.Validate(doc).OK())
			assert.Equal(t, `"`+agent+`"`, b.view(t, row.ContractID, "agent_status.agent_id"))
		})
		t.Run(name+" without a row", func(t *testing.T) {
			b := newBench(t)
			born := b.dispatch(t, contract.Turn{}).ContractID
			for _, id := range []string{"", "x", agent, agent + ".", agent + ".unknown", agent + ".a.b", born + "0", born + "\n", "A" + born[1:]} {
				err := writers(b)[name](t, id)
				require.ErrorIs(t, err, contract.ErrNoDraft, "%q", id)
				var typed *contract.LedgerError
				require.ErrorAs(t, err, &typed)
				assert.NotEmpty(t, typed.Repair)
			}
			assert.Len(t, collect(t, b.List(t.Context(), contract.Filter{})), 1, "nothing was minted")
		})
	}
}

// A draft that got lost comes back with what the agent wrote, not empty.
func TestALostDraftIsReadFromItsMirror_C29(t *testing.T) {
	b := newBench(t)
	row := contract.Row{
		ContractID: "a0123456789abcdef.born", State: contract.RowInProgress,
		Envelope: json.RawMessage(`{"agent_status":{"agent_state":"IN_PROGRESS","agent_id":"a0123456789abcdef","pending_steps":[],"next_action":"go on"},"evidence_report":{"patterns_checked":[],"files_checked":["kept.go"],"commands_run":[],"key_outputs":[],"verbatim_outputs":[],"cross_layer_impacts":[],"open_gaps":[]}}`),
	}
	b.commit(t, contract.Batch{NewRow: &row})
	_, err := b.Add(t.Context(), row.ContractID, "evidence_report.files_checked", json.RawMessage(`"more.go"`))
	require.NoError(t, err)
	assert.JSONEq(t, `["kept.go","more.go"]`, b.view(t, row.ContractID, "evidence_report.files_checked"))
}

func TestARejectedWritePersistsNothing_C30(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, `{"evidence_report":{"key_outputs":["one","two"]}}`)
	before, row := b.draft(t, id), b.stored(t, id)

	tests := map[string]struct {
		write func() error
		want  error
	}{
		"overwrite": {func() error {
			_, err := b.Fill(t.Context(), id, json.RawMessage(`{"evidence_report":{"key_outputs":["three"]},"report_prose":"x"}`))
			return err
		}, contract.Overwrite},
		"unknown field": {func() error {
			_, err := b.Set(t.Context(), id, "conclusoin", json.RawMessage(`"x"`))
			return err
		}, contract.UnknownField},
		"misplaced key": {func() error {
			_, err := b.Set(t.Context(), id, "key_outputs", json.RawMessage(`[]`))
			return err
		}, contract.MisplacedKey},
		"shape of COMPLETE": {func() error {
			_, err := b.Set(t.Context(), id, "agent_status.agent_state", json.RawMessage(`"COMPLETE"`))
			return err
		}, contract.CompleteShape},
		"wrong type": {func() error {
			_, err := b.Set(t.Context(), id, "evidence_report.open_gaps", json.RawMessage(`"none"`))
			return err
		}, contract.FieldType},
		"host field": {func() error {
			_, err := b.Set(t.Context(), id, "harness_record", json.RawMessage(`{}`))
			return err
		}, contract.ErrHostField},
		"broken path": {func() error {
			_, err := b.Set(t.Context(), id, "a..b", json.RawMessage(`1`))
			return err
		}, contract.ErrPath},
		"not a list": {func() error {
			_, err := b.Add(t.Context(), id, "agent_status.next_action", json.RawMessage(`1`))
			return err
		}, contract.ErrNotList},
		"through a scalar": {func() error {
			_, err := b.Set(t.Context(), id, "agent_status.next_action.deep", json.RawMessage(`1`))
			return err
		}, contract.ErrNotObject},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.ErrorIs(t, tt.write(), tt.want)
			assert.Equal(t, before, b.draft(t, id))
			assert.Equal(t, row, b.stored(t, id))
		})
	}
	t.Run("broken JSON", func(t *testing.T) {
		_, err := b.Fill(t.Context(), id, json.RawMessage(`{"report_prose":"x",}`))
		var syntax *contract.SyntaxError
		require.ErrorAs(t, err, &syntax)
		assert.Equal(t, before, b.draft(t, id))
	})
}

func TestAWriteIsMirroredAndReported_C30(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	wrote := b.fill(t, id, `{"agent_status":{"agent_state":" blocked. ","next_action":"Done"}}`)
	assert.Len(t, wrote.Canonicalized, 2)
	assert.Equal(t, int64(2), wrote.Revision)
	row, draft := b.stored(t, id), b.draft(t, id)
	assert.Equal(t, string(draft.Envelope), string(row.Envelope))
	assert.Equal(t, wrote.Document.String(), string(draft.Envelope))
	assert.Equal(t, `"BLOCKED"`, b.view(t, id, "agent_status.agent_state"))
	assert.Equal(t, contract.RowInProgress, row.State, "what a draft declares does not close its row")

	again := b.fill(t, id, `{"agent_status":{"next_action":"done"}}`)
	assert.Equal(t, wrote.Revision, again.Revision, "a write that changes nothing stores nothing")
}

func TestAnInheritedDraftIsRepaired_C30(t *testing.T) {
	b := newBench(t)
	row := b.dispatch(t, contract.Turn{})
	draft := b.draft(t, row.ContractID)
	broken, err := contract.Parse(draft.Envelope)
	require.NoError(t, err)
	draft.Envelope = json.RawMessage(broken.String()[:len(broken.String())-1] + `,"surprise":{"kept":[1,2]}}`)
	b.commit(t, contract.Batch{Draft: &draft})

	wrote := b.fill(t, row.ContractID, `{"report_prose":"x"}`)
	require.Len(t, wrote.Sanitized, 1)
	stored := b.stored(t, row.ContractID)
	require.Len(t, stored.Sanitized, 1)
	assert.Equal(t, "surprise", stored.Sanitized[0].Field)
	assert.JSONEq(t, `{"kept":[1,2]}`, string(stored.Sanitized[0].Old), "a repair loses no evidence")
	assert.Empty(t, b.fill(t, row.ContractID, `{"report_prose":"y"}`).Sanitized)
}

func TestADraftThatIsNoObjectStartsAnew_C30(t *testing.T) {
	b := newBench(t)
	row := b.dispatch(t, contract.Turn{})
	draft := b.draft(t, row.ContractID)
	draft.Envelope = json.RawMessage(`["what was here"]`)
	b.commit(t, contract.Batch{Draft: &draft})
	b.fill(t, row.ContractID, blocked)
	stored := b.stored(t, row.ContractID)
	require.Len(t, stored.Sanitized, 1)
	assert.JSONEq(t, `["what was here"]`, string(stored.Sanitized[0].Old))
	_, err := b.Close(t.Context(), row.ContractID, contract.CloseOptions{})
	require.NoError(t, err)
}

func TestACompleteRowIsImmutable_C31(t *testing.T) {
	b := newBench(t)
	row, _ := b.completed(t)
	draft := b.draft(t, row.ContractID)
	for name, write := range writers(b) {
		if name == "view" {
			require.NoError(t, write(t, row.ContractID))
			continue
		}
		require.ErrorIs(t, write(t, row.ContractID), contract.ErrTerminal, name)
	}
	_, err := b.RecoverEvidence(t.Context(), row.ContractID, []evidence.Run{shell("ls", 0, "")})
	require.ErrorIs(t, err, contract.ErrTerminal)
	_, err = b.Cut(t.Context(), row.ContractID, contract.LaneReaper, "late")
	require.ErrorIs(t, err, contract.ErrTerminal)
	assert.Equal(t, row, b.stored(t, row.ContractID))
	assert.Equal(t, draft, b.draft(t, row.ContractID))
}

func TestOtherClosedRowsAreWrittenAndClosedAgain_C31(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, blocked)
	first, err := b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	assert.True(t, first.Created)
	assert.Equal(t, contract.RowState(contract.StateBlocked), first.State)

	b.fill(t, id, done)
	assert.Equal(t, contract.RowInProgress, b.stored(t, id).State)
	second, err := b.Close(t.Context(), id, contract.CloseOptions{Record: passed()})
	require.NoError(t, err)
	assert.False(t, second.Created)
	assert.Equal(t, first.HandoffID, second.HandoffID)
	assert.True(t, b.stored(t, id).Terminal())
}

func TestContinue_C31(t *testing.T) {
	b := newBench(t)
	parent := b.dispatch(t, contract.Turn{})
	row := b.dispatch(t, contract.Turn{AgentName: "builder", BriefID: 7, PlanTaskID: "T1", ParentHandoffID: parent.HandoffID})
	next, err := b.Continue(t.Context(), row.ContractID)
	require.NoError(t, err)
	assert.Equal(t, row.ContractID, next.ContinuesContractID)
	assert.Equal(t, row.Turn, next.Turn)
	assert.NotEqual(t, row.ContractID, next.ContractID)
	assert.Equal(t, contract.RowDispatched, next.State)
	assert.Equal(t, row, b.stored(t, row.ContractID))

	_, err = b.Continue(t.Context(), "a0123456789abcdef.unknown")
	require.ErrorIs(t, err, contract.ErrNotFound)
}

func TestIDsComeFromTheHost_C3(t *testing.T) {
	b := newBench(t, contract.WithIDs(
		func() string { return "a00000000000000aa" },
		func(agent string) string { return agent + ".t-1" },
	))
	row := b.dispatch(t, contract.Turn{})
	assert.Equal(t, "a00000000000000aa.t-1", row.ContractID)
	_, err := b.Dispatch(t.Context(), contract.Turn{})
	require.ErrorIs(t, err, contract.ErrExists, "a host that repeats an id is told")

	bad := newBench(t, contract.WithIDs(nil, func(string) string { return "a11111111111111111.other" }))
	_, err = bad.Dispatch(t.Context(), contract.Turn{})
	var typed *contract.IDError
	require.ErrorAs(t, err, &typed)
}
