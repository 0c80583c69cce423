package storetest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/contract/storetest"
)

func TestMemoryStore(t *testing.T) { // C-49, C-50
	storetest.Run(t, func(*testing.T) contract.Store { return contract.NewMemoryStore() })
}

func BenchmarkMemoryStore(b *testing.B) {
	storetest.Benchmark(b, func(*testing.B) contract.Store { return contract.NewMemoryStore() })
}

func TestCasesAreNamedOnceAndSayTheirRule(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range storetest.Cases() {
		assert.False(t, seen[c.Name], "%s stands there twice", c.Name)
		assert.Regexp(t, `^[a-z]+/[a-z0-9-]+$|^values/8-MiB$`, c.Name)
		assert.Regexp(t, `\.$`, c.Rule, c.Name)
		seen[c.Name] = true
	}
}

func TestCheckReturnsNoFailureForASoundStore(t *testing.T) {
	failures, err := storetest.Check(t.Context(), func() (contract.Store, error) { return contract.NewMemoryStore(), nil })
	require.NoError(t, err)
	assert.Empty(t, failures)
}

func TestCheckReturnsWhatAStoreGetsWrong(t *testing.T) {
	failures, err := storetest.Check(t.Context(), func() (contract.Store, error) { return forgetful{contract.NewMemoryStore()}, nil })
	require.NoError(t, err)
	var names []string
	for _, failure := range failures {
		names = append(names, failure.Case)
		assert.Contains(t, failure.String(), failure.Rule)
		require.Error(t, failure.Err)
	}
	assert.Contains(t, names, "draft/round-trip")
	assert.NotContains(t, names, "row/round-trip")

	broken := errors.New("no store today")
	_, err = storetest.Check(t.Context(), func() (contract.Store, error) { return nil, broken })
	require.ErrorIs(t, err, broken)
}

// forgetful finds no draft and offers nothing but contract.Store.
type forgetful struct{ contract.Store }

func (forgetful) Draft(context.Context, string) (contract.Draft, error) {
	return contract.Draft{}, contract.ErrNotFound
}
