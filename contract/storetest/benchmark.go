package storetest

import (
	"bytes"
	"strconv"
	"testing"

	"github.com/handfast-go/handfast/contract"
)

// Benchmark measures what one write of an agent costs a store: a row and its
// draft are read, and both are committed with a new document of 4 KB, going
// round 100 contracts. It reports commits per second. The same body for
// every store makes their figures comparable.
func Benchmark(b *testing.B, open func(b *testing.B) contract.Store) {
	b.Helper()
	const contracts, size = 100, 4096
	store, ctx := open(b), b.Context()
	for n := range contracts {
		row := plainRow(n)
		if err := must(ctx, store, contract.Batch{NewRow: &row, Draft: &contract.Draft{ContractID: name(n), Envelope: []byte(`""`), UpdatedAt: at(n)}}); err != nil {
			b.Fatal(err)
		}
	}
	doc := append(append([]byte(`"`), bytes.Repeat([]byte("x"), size-2)...), '"')
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		id := name(n % contracts)
		row, err := store.Row(ctx, id)
		if err != nil {
			b.Fatal(err)
		}
		draft, err := store.Draft(ctx, id)
		if err != nil {
			b.Fatal(err)
		}
		strconv.AppendInt(doc[1:1], int64(n), 10) // each document is another one
		row.Envelope, draft.Envelope = doc, doc
		if _, err := store.Commit(ctx, contract.Batch{Row: &row, Draft: &draft}); err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "commits/s")
}
