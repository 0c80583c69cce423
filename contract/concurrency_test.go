package contract_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/internal/faultstore"
)

// 32 writers and closers on one draft, some over a ledger of their own, lose
// nothing and close once.
func TestWritersAndClosers_C30_C34(t *testing.T) {
	const writers, entries = 32, 8
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	b.fill(t, id, done)
	type mine struct{ added []string }
	outcomes := inParallel(writers, func(i int) (mine, error) {
		var m mine
		l := b.Ledger
		if i%2 == 1 {
			l = contract.NewLedger(b.store, contract.WithClock(noon), contract.WithAttempts(10_000))
		}
		for n := range entries {
			entry := fmt.Sprintf("writer %d entry %d", i, n)
			_, err := l.Add(t.Context(), id, "evidence_report.key_outputs", quoted(entry))
			if errors.Is(err, contract.ErrTerminal) {
				return m, nil
			}
			if err != nil {
				return m, err
			}
			m.added = append(m.added, entry)
			if i%8 == 7 && n == entries-1 {
				if _, err := l.Close(t.Context(), id, contract.CloseOptions{Record: passed()}); err != nil {
					return m, err
				}
			}
		}
		return m, nil
	})
	var want []string
	for _, o := range outcomes {
		require.NoError(t, o.err)
		want = append(want, o.value.added...)
	}
	var got []string
	require.NoError(t, json.Unmarshal([]byte(b.view(t, id, "evidence_report.key_outputs")), &got))
	slices.Sort(want)
	slices.Sort(got)
	assert.Equal(t, want, got, "every accepted entry is there, once")
	assert.True(t, b.stored(t, id).Terminal())
	assert.Len(t, collect(t, b.List(t.Context(), contract.Filter{})), 1)
}

func TestALostRaceIsBounded_C30(t *testing.T) {
	beneath := contract.NewMemoryStore()
	row, err := contract.NewLedger(beneath).Dispatch(t.Context(), contract.Turn{})
	require.NoError(t, err)
	meddle := func(ctx context.Context, store contract.Store) {
		row, err := store.Row(ctx, row.ContractID)
		if err == nil {
			_, err = store.Commit(ctx, contract.Batch{Row: &row})
		}
		assert.NoError(t, err)
	}
	faults := make([]faultstore.Fault, 3)
	for i := range faults {
		faults[i] = faultstore.Fault{Method: "Commit", At: i + 1, Kind: faultstore.Delay, Before: meddle}
	}
	l := contract.NewLedger(faultstore.New(beneath, faults...), contract.WithAttempts(2))
	_, err = l.Add(t.Context(), row.ContractID, "evidence_report.open_gaps", quoted("x"))
	require.ErrorIs(t, err, contract.ErrConflict)
	var typed *contract.LedgerError
	require.ErrorAs(t, err, &typed)
	assert.NotEmpty(t, typed.Repair)

	_, err = l.Add(t.Context(), row.ContractID, "evidence_report.open_gaps", quoted("x"))
	require.NoError(t, err, "one lost race is repeated")
}

func TestACancelledCallEnds(t *testing.T) {
	b := newBench(t)
	id := b.dispatch(t, contract.Turn{}).ContractID
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := b.Add(ctx, id, "evidence_report.open_gaps", quoted("x"))
	require.ErrorIs(t, err, context.Canceled)
	_, err = b.Close(ctx, id, contract.CloseOptions{})
	require.ErrorIs(t, err, context.Canceled)
}

// Whatever call of a turn's life breaks, and however it breaks: what was
// acknowledged is there, no half close is seen, and doing the same again ends
// where it should.
func TestNoFaultLosesEvidenceOrHalvesAClose_Q8(t *testing.T) {
	const updates = `[{"contract":"services","payload":{"a":1}},{"contract":"evidence","payload":{"brief_id":3,"ac_id":"AC-1","type":"text","text":"seen"}}]`
	steps := []func(ctx context.Context, l *contract.Ledger, id string) error{
		func(ctx context.Context, l *contract.Ledger, id string) error {
			_, err := l.Fill(ctx, id, json.RawMessage(done))
			return err
		},
		func(ctx context.Context, l *contract.Ledger, id string) error {
			_, err := l.Add(ctx, id, "evidence_report.key_outputs", quoted("kept"))
			return err
		},
		func(ctx context.Context, l *contract.Ledger, id string) error {
			_, err := l.Set(ctx, id, "update_contracts", json.RawMessage(updates))
			return err
		},
		func(ctx context.Context, l *contract.Ledger, id string) error {
			_, err := l.Close(ctx, id, contract.CloseOptions{Record: passed()})
			return err
		},
	}
	run := func(t *testing.T, fault ...faultstore.Fault) (*faultstore.Store, *contract.MemoryStore, string, error) {
		t.Helper()
		beneath := contract.NewMemoryStore()
		clean := contract.NewLedger(beneath, contract.WithClock(noon))
		row, err := clean.Dispatch(t.Context(), contract.Turn{})
		require.NoError(t, err)
		store := faultstore.New(beneath, fault...)
		l := contract.NewLedger(store, contract.WithClock(noon))
		for _, step := range steps {
			if err = step(t.Context(), l, row.ContractID); err != nil {
				break
			}
		}
		return store, beneath, row.ContractID, err
	}
	counted, _, _, err := run(t)
	require.NoError(t, err)
	require.Greater(t, counted.Count(), 12)

	for at := 1; at <= counted.Count(); at++ {
		for _, kind := range faultstore.Kinds() {
			t.Run(fmt.Sprintf("%s call %d %s", counted.Calls()[at-1], at, kind), func(t *testing.T) {
				_, beneath, id, _ := run(t, faultstore.Fault{At: at, Kind: kind})
				checkWhole(t, beneath, id)

				// The host repeats what it got no answer for, on a sound store.
				l := contract.NewLedger(beneath, contract.WithClock(noon))
				for _, step := range steps {
					err := step(t.Context(), l, id)
					if !errors.Is(err, contract.ErrTerminal) && !errors.Is(err, contract.Overwrite) {
						require.NoError(t, err)
					}
				}
				row := checkWhole(t, beneath, id)
				assert.True(t, row.Terminal())
				assert.Contains(t, string(row.Envelope), "kept")
			})
		}
	}
}

// checkWhole fails when a close is seen in part.
func checkWhole(t *testing.T, store *contract.MemoryStore, id string) contract.Row {
	t.Helper()
	row, err := store.Row(t.Context(), id)
	require.NoError(t, err)
	deposited := collect[evidence.Row](t, store.Evidence().List(t.Context(), 3, ""))
	proposed := collect[contract.Proposal](t, store.Proposals(t.Context(), contract.ProposalFilter{}))
	want := 0
	if row.Closed() {
		want = 1
		assert.NotNil(t, row.ContentChecks)
		assert.NotZero(t, row.ClosedAt)
	}
	assert.Len(t, deposited, want)
	assert.Len(t, proposed, want)
	assert.Len(t, row.EvidenceKeys, want)
	return row
}
