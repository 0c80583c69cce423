package faultstore_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/contract/storetest"
	"github.com/handfast-go/handfast/internal/faultstore"
)

func birth(id string) contract.Batch { return contract.Batch{NewRow: &contract.Row{ContractID: id}} }

func TestWithoutFaultsItIsTheStoreBeneath(t *testing.T) {
	storetest.Run(t, func(*testing.T) contract.Store { return faultstore.New(contract.NewMemoryStore()) })
}

func TestEachKindOfFault(t *testing.T) {
	own := errors.New("disk on fire")
	for _, c := range []struct {
		name    string
		fault   faultstore.Fault
		want    error
		written bool
	}{
		{"fail", faultstore.Fault{At: 2, Kind: faultstore.Fail}, faultstore.ErrInjected, false},
		{"fail by default", faultstore.Fault{At: 2}, faultstore.ErrInjected, false},
		{"fail with an error of its own", faultstore.Fault{At: 2, Err: own}, own, false},
		{"lose", faultstore.Fault{At: 2, Kind: faultstore.Lose}, faultstore.ErrInjected, true},
		{"repeat", faultstore.Fault{At: 2, Kind: faultstore.Repeat}, contract.ErrExists, true},
		{"cancel", faultstore.Fault{At: 2, Kind: faultstore.Cancel}, context.Canceled, false},
		{"delay", faultstore.Fault{At: 2, Kind: faultstore.Delay}, nil, true},
		{"by method", faultstore.Fault{At: 2, Method: "Commit"}, faultstore.ErrInjected, false},
		{"another method", faultstore.Fault{At: 2, Method: "Row"}, nil, true},
		{"another call", faultstore.Fault{At: 3}, nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			beneath := contract.NewMemoryStore()
			store := faultstore.New(beneath, c.fault)
			_, err := store.Commit(t.Context(), birth("first"))
			require.NoError(t, err)
			_, err = store.Commit(t.Context(), birth("second"))
			require.ErrorIs(t, err, c.want)
			_, err = beneath.Row(t.Context(), "second")
			assert.Equal(t, c.written, err == nil)
			assert.Equal(t, []string{"Commit", "Commit"}, store.Calls())
			assert.Equal(t, 2, store.Count())
		})
	}
}

func TestBeforeRunsAheadOfTheCall(t *testing.T) {
	store := faultstore.New(contract.NewMemoryStore(), faultstore.Fault{
		At: 1, Kind: faultstore.Delay, Before: func(ctx context.Context, beneath contract.Store) {
			_, err := beneath.Commit(ctx, birth("first"))
			require.NoError(t, err)
		},
	})
	_, err := store.Commit(t.Context(), birth("first"))
	require.ErrorIs(t, err, contract.ErrExists, "somebody else was faster")
	assert.Equal(t, 1, store.Count())
}

func TestEachKindOfFaultInAList(t *testing.T) {
	for _, c := range []struct {
		kind faultstore.Kind
		rows int
		want error
	}{
		{faultstore.Fail, 0, faultstore.ErrInjected},
		{faultstore.Lose, 1, faultstore.ErrInjected},
		{faultstore.Repeat, 3, nil},
		{faultstore.Cancel, 0, context.Canceled},
		{faultstore.Delay, 3, nil},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			beneath := contract.NewMemoryStore()
			for _, id := range []string{"1", "2", "3"} {
				_, err := beneath.Commit(t.Context(), birth(id))
				require.NoError(t, err)
			}
			rows := 0
			var failed error
			for _, err := range faultstore.New(beneath, faultstore.Fault{At: 1, Kind: c.kind}).Rows(t.Context(), contract.Filter{}) {
				if err != nil {
					failed = err
					continue
				}
				rows++
			}
			require.ErrorIs(t, failed, c.want)
			assert.Equal(t, c.rows, rows)
		})
	}
}

func TestAStoreWithoutProgressHasNoneBehindTheWrapper(t *testing.T) {
	store := faultstore.New(struct{ contract.Store }{contract.NewMemoryStore()})
	_, err := store.CommandSet(t.Context(), "x")
	require.ErrorIs(t, err, errors.ErrUnsupported)
	require.ErrorIs(t, store.PutCommandSet(t.Context(), "x", contract.CommandSet{}), errors.ErrUnsupported)
}
