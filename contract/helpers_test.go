package contract_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// noon is the clock of every test that asks no other.
func noon() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// bench is a ledger over a memory store, as most tests need it.
type workbench struct {
	*contract.Ledger
	store *contract.MemoryStore
}

func newBench(tb testing.TB, opts ...contract.Option) workbench {
	tb.Helper()
	store := contract.NewMemoryStore()
	opts = append([]contract.Option{contract.WithClock(noon)}, opts...)
	return workbench{Ledger: contract.NewLedger(store, opts...), store: store}
}

// dispatch births a turn and returns its row.
func (b workbench) dispatch(tb testing.TB, turn contract.Turn) contract.Row {
	tb.Helper()
	row, err := b.Dispatch(tb.Context(), turn)
	require.NoError(tb, err)
	return row
}

// fill writes a patch that must be accepted.
func (b workbench) fill(tb testing.TB, id, patch string) contract.Write {
	tb.Helper()
	done, err := b.Fill(tb.Context(), id, json.RawMessage(patch))
	require.NoError(tb, err)
	return done
}

// set replaces one value, which must be accepted.
func (b workbench) set(tb testing.TB, id, path, value string) {
	tb.Helper()
	_, err := b.Set(tb.Context(), id, path, json.RawMessage(value))
	require.NoError(tb, err)
}

// view reads one value as text.
func (b workbench) view(tb testing.TB, id, path string) string {
	tb.Helper()
	raw, err := b.View(tb.Context(), id, path)
	require.NoError(tb, err)
	return string(raw)
}

// row reads a row from the store.
func (b workbench) stored(tb testing.TB, id string) contract.Row {
	tb.Helper()
	row, err := b.store.Row(tb.Context(), id)
	require.NoError(tb, err)
	return row
}

// draft reads a draft from the store.
func (b workbench) draft(tb testing.TB, id string) contract.Draft {
	tb.Helper()
	draft, err := b.store.Draft(tb.Context(), id)
	require.NoError(tb, err)
	return draft
}

// done is the patch of an honest COMPLETE whose check was testCommand.
const (
	testCommand = "go test ./..."
	done        = `{"agent_status":{"agent_state":"COMPLETE","next_action":"done"},"conclusion":"the parser holds; nothing is open","evidence_report":{"verification":{"type":"command","command":"` + testCommand + `","result":"pass"}}}`
)

// blocked is the patch of a turn that ends BLOCKED.
const blocked = `{"agent_status":{"agent_state":"BLOCKED","next_action":"wait for access"},"conclusion":"the registry refuses the token"}`

// ran is a record of shell runs, each a command and its exit.
func ran(runs ...evidence.Run) *evidence.Record {
	return &evidence.Record{Runs: runs}
}

func shell(command string, exit int, output string) evidence.Run {
	return evidence.Run{Kind: evidence.Shell, Command: command, Exit: &exit, Output: output, Kept: true}
}

// passed is the record of a turn that ran its check.
func passed() *evidence.Record { return ran(shell(testCommand, 0, "ok  \texample.org/parser\t0.4s")) }

// completed dispatches, fills and closes a turn.
func (b workbench) completed(tb testing.TB) (contract.Row, contract.Receipt) {
	tb.Helper()
	row := b.dispatch(tb, contract.Turn{})
	b.fill(tb, row.ContractID, done)
	receipt, err := b.Close(tb.Context(), row.ContractID, contract.CloseOptions{Record: passed()})
	require.NoError(tb, err)
	return b.stored(tb, row.ContractID), receipt
}

// closeError closes a turn that must be refused and returns the refusal.
func (b workbench) closeError(tb testing.TB, id string, opts contract.CloseOptions) *contract.CloseError {
	tb.Helper()
	_, err := b.Close(tb.Context(), id, opts)
	var refusal *contract.CloseError
	require.ErrorAs(tb, err, &refusal)
	return refusal
}

// commit writes a batch that must be accepted.
func (b workbench) commit(tb testing.TB, batch contract.Batch) {
	tb.Helper()
	_, err := b.store.Commit(tb.Context(), batch)
	require.NoError(tb, err)
}

// collect drains an iterator that must not fail.
func collect[T any](tb testing.TB, seq func(func(T, error) bool)) []T {
	tb.Helper()
	var all []T
	for v, err := range seq {
		require.NoError(tb, err)
		all = append(all, v)
	}
	return all
}

func jsonf(format string, args ...any) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(format, args...))
}

type outcome[T any] struct {
	value T
	err   error
}

// inParallel runs n calls at once and returns what each came to.
func inParallel[T any](n int, call func(i int) (T, error)) []outcome[T] {
	outcomes := make([]outcome[T], n)
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			outcomes[i].value, outcomes[i].err = call(i)
		})
	}
	close(start)
	wg.Wait()
	return outcomes
}

func quoted(s string) json.RawMessage { return jsonf("%q", s) }
