package storetest

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/handfast-go/handfast/contract"
)

// Benchmark measures what a ledger over a store does with one add of an agent:
// row and draft are read, the draft is changed and judged as a whole, and both
// are committed, going round 100 drafts of 4 KB. It reports adds per
// second. The same body for every store makes their figures comparable.
func Benchmark(b *testing.B, open func(b *testing.B) contract.Store) {
	b.Helper()
	// A list is emptied before it makes the drafts much larger than they were.
	const contracts, size, clearAfter = 100, 4096, 64
	const list = "evidence_report.key_outputs"
	ledger, ctx := contract.NewLedger(open(b)), b.Context()
	filler, err := json.Marshal(map[string]string{"report_prose": string(bytes.Repeat([]byte("x"), size))})
	if err != nil {
		b.Fatal(err)
	}
	ids := make([]string, contracts)
	for i := range ids {
		row, err := ledger.Dispatch(ctx, contract.Turn{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := ledger.Fill(ctx, row.ContractID, filler); err != nil {
			b.Fatal(err)
		}
		ids[i] = row.ContractID
	}
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		id := ids[n%contracts]
		if n/contracts%clearAfter == clearAfter-1 {
			_, err = ledger.Set(ctx, id, list, json.RawMessage(`[]`))
		} else {
			_, err = ledger.Add(ctx, id, list, json.RawMessage(`"the parser is table driven"`))
		}
		if err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "adds/s")
}
