package sqlitestore

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/contract/storetest"
	"github.com/handfast-go/handfast/evidence"
	evidencetest "github.com/handfast-go/handfast/evidence/storetest"
)

func openFile(t testing.TB, path string, opts ...Option) *Store {
	t.Helper()
	s, err := Open(context.WithoutCancel(t.Context()), path, opts...)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	return s
}

func tempFile(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "h.db")
}

func TestContractStoreOnDisk(t *testing.T) { // X-4, C-50
	paths := map[contract.Store]string{}
	storetest.Harness{
		Open: func(t *testing.T) contract.Store {
			path := tempFile(t)
			s := openFile(t, path, WithNormalSync())
			paths[s] = path
			return s
		},
		Reopen: func(t *testing.T, store contract.Store) contract.Store {
			require.NoError(t, store.(*Store).Close())
			return openFile(t, paths[store])
		},
	}.Run(t)
}

func TestContractStoreInMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T) contract.Store { return openFile(t, Memory) })
}

func TestEvidenceStore(t *testing.T) { // X-4, E-18
	for name, path := range map[string]func(testing.TB) string{
		"on disk":   tempFile,
		"in memory": func(testing.TB) string { return Memory },
	} {
		t.Run(name, func(t *testing.T) {
			evidencetest.Run(t, func(t *testing.T) evidence.Store { return openFile(t, path(t), WithNormalSync()).Evidence() })
		})
	}
}

// One body for all stores: see storetest.Benchmark.
func BenchmarkOnDisk(b *testing.B) {
	storetest.Benchmark(b, func(b *testing.B) contract.Store { return openFile(b, tempFile(b)) })
}

func BenchmarkOnDiskNormalSync(b *testing.B) {
	storetest.Benchmark(b, func(b *testing.B) contract.Store { return openFile(b, tempFile(b), WithNormalSync()) })
}

func BenchmarkInMemory(b *testing.B) {
	storetest.Benchmark(b, func(b *testing.B) contract.Store { return openFile(b, Memory) })
}
