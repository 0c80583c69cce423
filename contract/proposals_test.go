package contract_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
)

// proposed closes a turn of workspace w with entries and returns its proposals.
func (b workbench) proposed(t *testing.T, updates string) (string, []contract.Proposal) {
	t.Helper()
	receipt, id := b.closeWithUpdates(t, contract.Turn{Workspace: "w", Project: "shop"}, updates)
	return id, receipt.Pending
}

func TestAccept_C46(t *testing.T) {
	b := newBench(t)
	require.NoError(t, b.store.PutSection(t.Context(), "w", "services", json.RawMessage(`{"api":{"port":80,"hosts":["a","b"]},"web":1}`)))
	_, pending := b.proposed(t, `[{"contract":"services","payload":{"api":{"port":8080,"hosts":["c"]},"new":null}}]`)
	const merged = `{"api":{"port":8080,"hosts":["c"]},"web":1,"new":null}`

	dry, err := b.Accept(t.Context(), pending[0].ID, "lead", contract.AcceptOptions{DryRun: true})
	require.NoError(t, err)
	assert.True(t, dry.DryRun)
	require.Len(t, dry.Targets, 1)
	assert.Equal(t, "w", dry.Targets[0].Workspace)
	assert.JSONEq(t, merged, string(dry.Targets[0].Merged))
	assert.JSONEq(t, `{"api":{"port":80,"hosts":["a","b"]},"web":1}`, b.section(t, "services"), "a dry run writes nothing")
	assert.Equal(t, contract.ProposalPending, collect(t, b.Proposals(t.Context(), contract.ProposalFilter{}))[0].State)

	done, err := b.Accept(t.Context(), pending[0].ID, "lead", contract.AcceptOptions{Note: "seen in the console"})
	require.NoError(t, err)
	assert.JSONEq(t, merged, b.section(t, "services"))
	stored := collect(t, b.Proposals(t.Context(), contract.ProposalFilter{}))[0]
	assert.Equal(t, stored, done.Proposal)
	assert.Equal(t, "lead", stored.DecidedBy)
	assert.Equal(t, "seen in the console", stored.Note)
	assert.Equal(t, noon(), stored.DecidedAt)
}

func TestDecisionsAreMadeOnce_C46(t *testing.T) {
	b := newBench(t)
	_, pending := b.proposed(t, `[{"contract":"services","payload":{"a":1}}]`)
	rejected, err := b.Reject(t.Context(), pending[0].ID, "lead", "no")
	require.NoError(t, err)
	assert.Equal(t, contract.ProposalRejected, rejected.State)
	assert.Empty(t, b.section(t, "services"))
	_, err = b.Accept(t.Context(), pending[0].ID, "lead", contract.AcceptOptions{})
	require.ErrorIs(t, err, contract.ErrDecided)
	_, err = b.Reject(t.Context(), pending[0].ID, "lead", "no")
	require.ErrorIs(t, err, contract.ErrDecided)
	for _, by := range []string{"", " \t", "auto:a0123456789abcdef"} {
		_, err = b.Accept(t.Context(), pending[0].ID, by, contract.AcceptOptions{})
		require.ErrorIs(t, err, contract.ErrArgument)
	}
	for _, unknown := range []int64{4711, 0, -1} {
		_, err = b.Accept(t.Context(), unknown, "lead", contract.AcceptOptions{})
		require.ErrorIs(t, err, contract.ErrNotFound)
		_, err = b.Reject(t.Context(), unknown, "lead", "")
		require.ErrorIs(t, err, contract.ErrNotFound)
	}
}

func TestSixteenAcceptsDecideOnce_C46(t *testing.T) {
	b := newBench(t)
	_, pending := b.proposed(t, `[{"contract":"services","payload":{"a":1}},{"contract":"services","payload":{"b":2}}]`)
	for _, p := range pending {
		accepted := 0
		for _, o := range inParallel(16, func(int) (contract.Acceptance, error) {
			return contract.NewLedger(b.store, contract.WithAttempts(1000)).Accept(t.Context(), p.ID, "lead", contract.AcceptOptions{})
		}) {
			if o.err == nil {
				accepted++
				continue
			}
			require.ErrorIs(t, o.err, contract.ErrDecided)
		}
		assert.Equal(t, 1, accepted)
	}
	assert.JSONEq(t, `{"a":1,"b":2}`, b.section(t, "services"))
}

func TestConcurrentAcceptsOfOneSectionLoseNothing_C46(t *testing.T) {
	b := newBench(t)
	_, pending := b.proposed(t, `[{"contract":"s","payload":{"a":1}},{"contract":"s","payload":{"b":1}},{"contract":"s","payload":{"c":1}},{"contract":"s","payload":{"d":1}}]`)
	for _, o := range inParallel(len(pending), func(i int) (contract.Acceptance, error) {
		return contract.NewLedger(b.store, contract.WithAttempts(1000)).Accept(t.Context(), pending[i].ID, "lead", contract.AcceptOptions{})
	}) {
		require.NoError(t, o.err)
	}
	assert.JSONEq(t, `{"a":1,"b":1,"c":1,"d":1}`, b.section(t, "s"))
}

func TestProjectIdentityIsSplitByOwner_C47(t *testing.T) {
	b := newBench(t)
	require.NoError(t, b.store.PutOwner(t.Context(), "my-shop", "w1"))
	require.NoError(t, b.store.PutOwner(t.Context(), "blog", "w2"))
	require.NoError(t, b.store.PutSection(t.Context(), "w1", "project_identity", json.RawMessage(`{"my-shop":{"repo":"old","lang":"go"}}`)))
	id, pending := b.proposed(t, `[{"contract":"services","payload":{"x":1}},{"contract":"project_identity","payload":{"my_shop":{"repo":"new"},"blog":{"repo":"b"},"stranger":{"repo":"s"}}}]`)
	row := b.stored(t, id)

	done, err := b.Accept(t.Context(), pending[1].ID, "lead", contract.AcceptOptions{})
	require.NoError(t, err)
	require.Len(t, done.Targets, 2)
	assert.Equal(t, []string{"w1", "w2"}, []string{done.Targets[0].Workspace, done.Targets[1].Workspace})
	assert.JSONEq(t, `{"my-shop":{"repo":"new","lang":"go"}}`, string(done.Targets[0].Merged), "both spellings are one project")
	assert.JSONEq(t, `{"blog":{"repo":"b"}}`, string(done.Targets[1].Merged))
	assert.Empty(t, b.section(t, "project_identity"), "never written to the dispatch's workspace")
	for _, target := range done.Targets {
		section, err := b.store.Section(t.Context(), target.Workspace, target.Section)
		require.NoError(t, err)
		assert.JSONEq(t, string(target.Merged), string(section.Content))
	}
	require.Len(t, done.Refused, 1)
	assert.Equal(t, "stranger", done.Refused[0].Key)
	assert.Equal(t, 1, done.Refused[0].Index)
	stamped := b.stored(t, id).UpdateContractsRefused
	assert.Equal(t, append(row.UpdateContractsRefused, done.Refused...), stamped)
	receipt, err := b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	assert.Contains(t, receipt.Signals[len(receipt.Signals)-1].String(), "entry 1 (project_identity) key stranger: ")
}

func TestAPayloadThatNobodyOwnsStaysPending_C47(t *testing.T) {
	b := newBench(t)
	_, pending := b.proposed(t, `[{"contract":"project_identity","payload":{"stranger":{"repo":"s"}}}]`)
	dry, err := b.Accept(t.Context(), pending[0].ID, "lead", contract.AcceptOptions{DryRun: true})
	require.NoError(t, err)
	assert.Empty(t, dry.Targets)
	assert.Len(t, dry.Refused, 1)
	_, err = b.Accept(t.Context(), pending[0].ID, "lead", contract.AcceptOptions{})
	require.ErrorIs(t, err, contract.ErrOwner)
	assert.Contains(t, err.Error(), "stranger")
	require.NoError(t, b.store.PutOwner(t.Context(), "stranger", "w9"))
	_, err = b.Accept(t.Context(), pending[0].ID, "lead", contract.AcceptOptions{})
	require.NoError(t, err)
}

// The stamp is the host's: also a COMPLETE row takes it (C-31).
func TestRefusedKeysAreStampedOnACompleteRow_C31_C47(t *testing.T) {
	b := newBench(t)
	require.NoError(t, b.store.PutOwner(t.Context(), "mine", "w1"))
	id := b.dispatch(t, contract.Turn{Workspace: "w"}).ContractID
	b.fill(t, id, done)
	b.set(t, id, "update_contracts", `[{"contract":"project_identity","payload":{"mine":{},"other":{}}}]`)
	receipt, err := b.Close(t.Context(), id, contract.CloseOptions{Record: passed()})
	require.NoError(t, err)
	_, err = b.Accept(t.Context(), receipt.Pending[0].ID, "lead", contract.AcceptOptions{})
	require.NoError(t, err)
	row := b.stored(t, id)
	assert.True(t, row.Terminal())
	assert.Len(t, row.UpdateContractsRefused, 1)
}

func TestDecidingAll_C46(t *testing.T) {
	b := newBench(t)
	id, pending := b.proposed(t, `[{"contract":"s","payload":{"a":1}},{"contract":"s","payload":{"b":1}},{"contract":"s","payload":{"c":1}}]`)
	_, err := b.Reject(t.Context(), pending[1].ID, "lead", "")
	require.NoError(t, err)
	accepted, err := b.AcceptAll(t.Context(), id, "lead", contract.AcceptOptions{})
	require.NoError(t, err)
	assert.Len(t, accepted, 2)
	assert.JSONEq(t, `{"a":1,"c":1}`, b.section(t, "s"))
	again, err := b.AcceptAll(t.Context(), id, "lead", contract.AcceptOptions{})
	require.NoError(t, err)
	assert.Empty(t, again)
	rejected, err := b.RejectAll(t.Context(), id, "lead", "")
	require.NoError(t, err)
	assert.Empty(t, rejected)
	_, err = b.AcceptAll(t.Context(), "a0123456789abcdef.unknown", "lead", contract.AcceptOptions{})
	require.ErrorIs(t, err, contract.ErrNotFound)
}

func TestAcceptWritesTheStoredSpelling_C46(t *testing.T) {
	b := newBench(t)
	require.NoError(t, b.store.PutSection(t.Context(), "w", "cluster_details", json.RawMessage(`{"a":1}`)))
	_, pending := b.proposed(t, `[{"contract":"Cluster-Details","payload":{"b":2}}]`)
	done, err := b.Accept(t.Context(), pending[0].ID, "lead", contract.AcceptOptions{})
	require.NoError(t, err)
	assert.Equal(t, "cluster_details", done.Targets[0].Section)
	assert.JSONEq(t, `{"a":1,"b":2}`, b.section(t, "cluster_details"))
}

// The announcement is of what nobody was asked about (C-41).
func TestAnAcceptedProposalIsNoSignal_C41(t *testing.T) {
	b := newBench(t)
	id, pending := b.proposed(t, `[{"contract":"services","payload":{"a":1}}]`)
	_, err := b.Accept(t.Context(), pending[0].ID, "lead", contract.AcceptOptions{})
	require.NoError(t, err)
	receipt, err := b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	assert.Len(t, receipt.Applied, 1)
	assert.Empty(t, receipt.Signals)
}

// Whatever its spelling, the section is split by owner (C-47).
func TestProjectIdentityInAnySpelling_C47(t *testing.T) {
	for _, name := range []string{"project-identity", "Project_Identity", "projectIdentity", " project_identity"} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			require.NoError(t, b.store.PutOwner(t.Context(), "shop", "w"))
			_, err := b.Accept(t.Context(), first(b.proposed(t, `[{"contract":"`+name+`","payload":{"foreign":{"repo":"x"}}}]`)), "lead", contract.AcceptOptions{})
			require.ErrorIs(t, err, contract.ErrOwner)
			done, err := b.Accept(t.Context(), first(b.proposed(t, `[{"contract":"`+name+`","payload":{"foreign":{"repo":"x"},"shop":{"b":2}}}]`)), "lead", contract.AcceptOptions{})
			require.NoError(t, err)
			assert.Len(t, done.Refused, 1)
			assert.JSONEq(t, `{"shop":{"b":2}}`, b.section(t, "project_identity"))
		})
	}
}

func first(_ string, pending []contract.Proposal) int64 { return pending[0].ID }

func TestTwoSpellingsInOnePayloadAreOneProject_C47(t *testing.T) {
	b := newBench(t)
	require.NoError(t, b.store.PutOwner(t.Context(), "shop_x", "w"))
	_, pending := b.proposed(t, `[{"contract":"project_identity","payload":{"shop_x":{"a":1},"shop-x":{"b":2}}}]`)
	_, err := b.Accept(t.Context(), pending[0].ID, "lead", contract.AcceptOptions{})
	require.NoError(t, err)
	assert.JSONEq(t, `{"shop_x":{"a":1,"b":2}}`, b.section(t, "project_identity"))
}
