package contract_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/drift"
	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/internal/faultstore"
)

const (
	getIngress = "kubectl --context prod-a -n web get ingressclass -o name"
	getPolicy  = "kubectl --context prod-a -n web get policy -o yaml"
)

// observing is a turn whose harness saw both commands.
func observing() (contract.Turn, *evidence.Record) {
	turn := contract.Turn{Workspace: "w", Project: "shop", Goal: "Check the ingress of web in prod-a and report"}
	return turn, ran(
		shell(getIngress, 0, "ingressclass.networking.k8s.io/nginx-internal\n"),
		shell(getPolicy, 0, "mode: enforcing\n"),
	)
}

// correction is an entry of update_contracts for which every guard holds.
func correction(section, path, value, command string) string {
	keys := strings.Split(path, ".")
	payload := fmt.Sprintf("%q", value)
	for _, key := range slices.Backward(keys) {
		payload = fmt.Sprintf("{%q:%s}", key, payload)
	}
	return fmt.Sprintf(`{"contract":%q,"payload":%s,"drift":{"key_path":%q,"old":null,"new":%q,"command":%q,"observed_at":"2026-03-01T11:00:00Z"}}`,
		section, payload, path, value, command)
}

// corrected closes a turn with entries and returns the receipt.
func (b workbench) corrected(t *testing.T, entries ...string) contract.Receipt {
	t.Helper()
	turn, record := observing()
	id := b.dispatch(t, turn).ContractID
	b.fill(t, id, blocked)
	b.set(t, id, "update_contracts", "["+strings.Join(entries, ",")+"]")
	receipt, err := b.Close(t.Context(), id, contract.CloseOptions{Record: record})
	require.NoError(t, err)
	return receipt
}

func (b workbench) section(t *testing.T, name string) string {
	t.Helper()
	section, err := b.store.Section(t.Context(), "w", name)
	if errors.Is(err, contract.ErrNotFound) {
		return ""
	}
	require.NoError(t, err)
	return string(section.Content)
}

func TestACorrectionIsApplied_D9(t *testing.T) {
	b := newBench(t)
	require.NoError(t, b.store.PutSection(t.Context(), "w", "runtime", json.RawMessage(`{"ingress":{"replicas":"two"}}`)))
	receipt := b.corrected(t, correction("runtime", "ingress.controller", "nginx-internal", getIngress))
	assert.JSONEq(t, `{"ingress":{"replicas":"two","controller":"nginx-internal"}}`, b.section(t, "runtime"))
	require.Len(t, receipt.Applied, 1)
	p := receipt.Applied[0]
	owner, _, _ := strings.Cut(receipt.ContractID, ".")
	assert.Equal(t, "auto:"+owner, p.DecidedBy)
	assert.Equal(t, noon(), p.DecidedAt)
	assert.Contains(t, p.Note, getIngress)
	assert.Contains(t, p.Note, "nginx-internal")
	require.Len(t, receipt.Signals, 1)
	assert.Equal(t, "project context shop", receipt.Signals[0].String())
	_, err := b.Accept(t.Context(), p.ID, "me", contract.AcceptOptions{})
	require.ErrorIs(t, err, contract.ErrDecided)
}

func TestAPendingCorrectionKeepsItsGuards_D9(t *testing.T) {
	b := newBench(t)
	receipt := b.corrected(t, correction("runtime", "ingress.controller", "haproxy", getIngress))
	require.Len(t, receipt.Pending, 1)
	assert.Equal(t, []string{string(drift.ValueNotObserved)}, receipt.Pending[0].FailedGuards)
	assert.Empty(t, b.section(t, "runtime"))
	assert.Contains(t, receipt.Signals[0].String(), "1 project-context updates proposed for shop, contract ")
}

func TestAnUnresolvedProjectKeepsTheGoalsName_D8(t *testing.T) {
	b := newBench(t)
	turn, record := observing()
	turn.Project, turn.GoalProject = "", "shop?"
	id := b.dispatch(t, turn).ContractID
	b.fill(t, id, blocked)
	b.set(t, id, "update_contracts", "["+correction("runtime", "ingress.controller", "nginx-internal", getIngress)+"]")
	receipt, err := b.Close(t.Context(), id, contract.CloseOptions{Record: record})
	require.NoError(t, err)
	require.Len(t, receipt.Pending, 1)
	assert.Equal(t, []string{string(drift.ProjectUnresolved)}, receipt.Pending[0].FailedGuards)
	assert.Equal(t, "shop?", receipt.Pending[0].Project)
}

// Each entry is judged on what the former left (C-45).
func TestCorrectionsAreJudgedOneAfterTheOther_C45(t *testing.T) {
	tests := []struct {
		name             string
		entries          []string
		applied, pending int
		runtime          string
	}{
		{"two of one section", []string{
			correction("runtime", "ingress.controller", "nginx-internal", getIngress),
			correction("runtime", "policy.mode", "enforcing", getPolicy),
		}, 2, 0, `{"ingress":{"controller":"nginx-internal"},"policy":{"mode":"enforcing"}}`},
		{"the second would replace the first", []string{
			correction("runtime", "policy", "nginx-internal", getIngress),
			correction("runtime", "policy", "enforcing", getPolicy),
		}, 1, 1, `{"policy":"nginx-internal"}`},
		{"a second spelling never makes a sibling", []string{
			correction("runtime", "ingress.controller", "nginx-internal", getIngress),
			correction("Run-Time", "policy.mode", "enforcing", getPolicy),
		}, 1, 1, `{"ingress":{"controller":"nginx-internal"}}`},
		{"an entry that failed names no section", []string{
			correction("runtime_ns", "ingress.controller", "haproxy", getIngress),
			correction("runtimens", "ingress.controller", "nginx-internal", getIngress),
			correction("Runtime", "policy.mode", "missing", getPolicy),
			correction("runtime", "policy.mode", "enforcing", getPolicy),
		}, 2, 2, `{"policy":{"mode":"enforcing"}}`},
		{"the same entry twice", []string{
			correction("runtime", "ingress.controller", "nginx-internal", getIngress),
			correction("runtime", "ingress.controller", "nginx-internal", getIngress),
		}, 1, 0, `{"ingress":{"controller":"nginx-internal"}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			receipt := b.corrected(t, tt.entries...)
			assert.Len(t, receipt.Applied, tt.applied)
			assert.Len(t, receipt.Pending, tt.pending)
			assert.JSONEq(t, tt.runtime, b.section(t, "runtime"))
			names, err := b.store.SectionNames(t.Context(), "w")
			require.NoError(t, err)
			for _, p := range receipt.Applied {
				assert.Contains(t, names, p.Section, "what is applied goes where it says")
			}
			assert.NotContains(t, names, "runtime_ns", "a name that says WHAT is never written by itself")
			assert.NotContains(t, names, "Run-Time")
		})
	}
}

func TestACutAppliesNothing_C36(t *testing.T) {
	b := newBench(t)
	turn, _ := observing()
	id := b.dispatch(t, turn).ContractID
	b.set(t, id, "update_contracts", "["+correction("runtime", "ingress.controller", "nginx-internal", getIngress)+"]")
	receipt, err := b.Cut(t.Context(), id, contract.LaneReaper, "gone")
	require.NoError(t, err)
	assert.Len(t, receipt.Pending, 1)
	assert.Empty(t, b.section(t, "runtime"))
}

func TestTheDriftPolicyIsTheHosts_D2_D6(t *testing.T) {
	veto := newBench(t, contract.WithDriftPolicy(drift.Policy{Veto: func(drift.Command) error { return errors.New("not here") }}))
	receipt := veto.corrected(t, correction("runtime", "ingress.controller", "nginx-internal", getIngress))
	require.Len(t, receipt.Pending, 1)
	assert.Equal(t, []string{string(drift.CommandNotAllowed)}, receipt.Pending[0].FailedGuards)
}

// A close that applies a correction and meets a fault at any call leaves both
// or neither, and doing it again ends with both, once.
func TestNoFaultHalvesACorrection_D9_Q8(t *testing.T) {
	prepare := func(t *testing.T) (*contract.MemoryStore, string, *evidence.Record) {
		t.Helper()
		b := newBench(t)
		turn, record := observing()
		id := b.dispatch(t, turn).ContractID
		b.fill(t, id, blocked)
		b.set(t, id, "update_contracts", "["+correction("runtime", "ingress.controller", "nginx-internal", getIngress)+"]")
		return b.store, id, record
	}
	whole := func(t *testing.T, store *contract.MemoryStore, id string) {
		t.Helper()
		row, err := store.Row(t.Context(), id)
		require.NoError(t, err)
		_, err = store.Section(t.Context(), "w", "runtime")
		proposals := collect(t, store.Proposals(t.Context(), contract.ProposalFilter{ContractID: id}))
		if row.Closed() {
			require.NoError(t, err)
			require.Len(t, proposals, 1)
			assert.Equal(t, contract.ProposalAccepted, proposals[0].State)
			return
		}
		require.ErrorIs(t, err, contract.ErrNotFound)
		assert.Empty(t, proposals)
	}
	store, id, record := prepare(t)
	counted := faultstore.New(store)
	_, err := contract.NewLedger(counted).Close(t.Context(), id, contract.CloseOptions{Record: record})
	require.NoError(t, err)
	for at := 1; at <= counted.Count(); at++ {
		for _, kind := range faultstore.Kinds() {
			t.Run(fmt.Sprintf("%s call %d %s", counted.Calls()[at-1], at, kind), func(t *testing.T) {
				store, id, record := prepare(t)
				faulty := contract.NewLedger(faultstore.New(store, faultstore.Fault{At: at, Kind: kind}))
				_, _ = faulty.Close(t.Context(), id, contract.CloseOptions{Record: record})
				whole(t, store, id)
				receipt, err := contract.NewLedger(store).Close(t.Context(), id, contract.CloseOptions{Record: record})
				require.NoError(t, err)
				assert.Len(t, receipt.Applied, 1)
				whole(t, store, id)
			})
		}
	}
}

// What was proposed once is not applied later, in whatever spelling it comes
// again: the decision was made, or is the orchestrator's to make.
func TestARejectedCorrectionStaysRejected_C46(t *testing.T) {
	b := newBench(t)
	turn, record := observing()
	id := b.dispatch(t, turn).ContractID
	b.fill(t, id, blocked)
	entry := correction("runtime", "ingress.controller", "nginx-internal", getIngress)
	b.set(t, id, "update_contracts", "["+entry+"]")
	receipt, err := b.Close(t.Context(), id, contract.CloseOptions{})
	require.NoError(t, err)
	_, err = b.Reject(t.Context(), receipt.Pending[0].ID, "lead", "no")
	require.NoError(t, err)
	b.set(t, id, "update_contracts", "["+strings.Replace(entry, "11:00:00", "11:30:00", 1)+"]")
	receipt, err = b.Close(t.Context(), id, contract.CloseOptions{Record: record})
	require.NoError(t, err)
	assert.Empty(t, receipt.Applied)
	assert.Len(t, receipt.Pending, 1)
	assert.Empty(t, b.section(t, "runtime"))
}

// Two contracts that create one section in two spellings end with one (D-3).
func TestConcurrentCorrectionsMakeNoSibling_D3(t *testing.T) {
	b := newBench(t)
	turn, record := observing()
	prepare := func(section, path, value, command string) string {
		id := b.dispatch(t, turn).ContractID
		b.fill(t, id, blocked)
		b.set(t, id, "update_contracts", "["+correction(section, path, value, command)+"]")
		return id
	}
	first := prepare("run_time", "ingress.controller", "nginx-internal", getIngress)
	second := prepare("run-time", "policy.mode", "enforcing", getPolicy)
	meddled := faultstore.New(b.store, faultstore.Fault{Method: "Commit", At: 1, Kind: faultstore.Delay, Before: func(ctx context.Context, _ contract.Store) {
		_, err := b.Close(ctx, second, contract.CloseOptions{Record: record})
		assert.NoError(t, err)
	}})
	receipt, err := contract.NewLedger(meddled).Close(t.Context(), first, contract.CloseOptions{Record: record})
	require.NoError(t, err)
	assert.Equal(t, []string{string(drift.SectionSpelling)}, receipt.Pending[0].FailedGuards)
	names, err := b.store.SectionNames(t.Context(), "w")
	require.NoError(t, err)
	assert.Equal(t, []string{"run-time"}, names)
}

// However many corrections an envelope holds, its close takes no more than
// linear time: those after the first thousand wait.
func TestCorrectionsAreBounded_Q9(t *testing.T) {
	b := newBench(t)
	turn, record := observing()
	id := b.dispatch(t, turn).ContractID
	b.fill(t, id, blocked)
	var entries []string
	for i := range 3_000 {
		entries = append(entries, fmt.Sprintf(`{"contract":"s","payload":{"k%d":1},"drift":{"key_path":"k","new":1,"command":"c","observed_at":"2026-03-01T11:00:00Z"}}`, i))
	}
	entries = append(entries, correction("runtime", "ingress.controller", "nginx-internal", getIngress))
	b.set(t, id, "update_contracts", "["+strings.Join(entries, ",")+"]")
	receipt, err := b.Close(t.Context(), id, contract.CloseOptions{Record: record})
	require.NoError(t, err)
	assert.Empty(t, receipt.Applied)
	require.Len(t, receipt.Pending, 3_001)
	assert.NotEmpty(t, receipt.Pending[0].FailedGuards)
	assert.Empty(t, receipt.Pending[3_000].FailedGuards)
}
