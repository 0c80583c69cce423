package sqlitestore

import (
	"context"
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/contract/storetest"
	"github.com/handfast-go/handfast/evidence"
	evidencetest "github.com/handfast-go/handfast/evidence/storetest"
)

func openFile(tb testing.TB, path string, opts ...Option) *Store {
	tb.Helper()
	s, err := Open(context.WithoutCancel(tb.Context()), path, opts...)
	require.NoError(tb, err)
	tb.Cleanup(func() { assert.NoError(tb, s.Close()) })
	return s
}

func tempFile(tb testing.TB) string {
	tb.Helper()
	return filepath.Join(tb.TempDir(), "h.db")
}

func inMemory(testing.TB) string { return Memory }

// opener is what the suites and the benchmark ask for.
func opener[T testing.TB](path func(testing.TB) string, opts ...Option) func(T) contract.Store {
	return func(tb T) contract.Store {
		tb.Helper()
		return openFile(tb, path(tb), opts...)
	}
}

func TestContractStoreOnDisk(t *testing.T) { // X-4, C-50
	paths := map[contract.Store]string{}
	storetest.Harness{
		Open: func(t *testing.T) contract.Store {
			t.Helper()
			path := tempFile(t)
			s := openFile(t, path, WithNormalSync())
			paths[s] = path
			return s
		},
		Reopen: func(t *testing.T, store contract.Store) contract.Store {
			t.Helper()
			closer, ok := store.(io.Closer)
			require.True(t, ok)
			require.NoError(t, closer.Close())
			return openFile(t, paths[store])
		},
	}.Run(t)
}

func TestContractStoreInMemory(t *testing.T) {
	storetest.Run(t, opener[*testing.T](inMemory))
}

func TestEvidenceStore(t *testing.T) { // X-4, E-18
	for name, path := range map[string]func(testing.TB) string{
		"on disk":   tempFile,
		"in memory": inMemory,
	} {
		t.Run(name, func(t *testing.T) {
			evidencetest.Run(t, func(t *testing.T) evidence.Store {
				t.Helper()
				return openFile(t, path(t), WithNormalSync()).Evidence()
			})
		})
	}
}

// One body for all stores: see storetest.Benchmark.
func BenchmarkOnDisk(b *testing.B) {
	storetest.Benchmark(b, opener[*testing.B](tempFile))
}

func BenchmarkOnDiskNormalSync(b *testing.B) {
	storetest.Benchmark(b, opener[*testing.B](tempFile, WithNormalSync()))
}

func BenchmarkInMemory(b *testing.B) {
	storetest.Benchmark(b, opener[*testing.B](inMemory))
}
