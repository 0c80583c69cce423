package drift_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/drift"
	"github.com/handfast-go/handfast/evidence"
)

// BenchmarkEvaluate shows that a decision is linear in each of its inputs: ns/op
// at the larger of two sizes, four times the smaller, is about four times as
// large.
func BenchmarkEvaluate(b *testing.B) {
	b.Run("one value", func(b *testing.B) { benchmark(b, ingress(), true) })
	for _, n := range []int{500, 2000} {
		b.Run(fmt.Sprintf("%d values", n), func(b *testing.B) { benchmark(b, manyValues(n), false) })
		b.Run(fmt.Sprintf("%d runs of 100 values", n), func(b *testing.B) {
			w := manyValues(100)
			w.runs = nil
			for i := range n {
				w.runs = append(w.runs, passed(w.command, fmt.Sprintf("%s run %d", strings.Repeat("value-00001 ", 40), i)))
			}
			benchmark(b, w, false)
		})
	}
}

// manyValues is a correction of n values in n stored objects.
func manyValues(n int) world {
	w := ingress()
	var payload, stored strings.Builder
	for i := range n {
		fmt.Fprintf(&payload, `,"object-%05d":{"image":"value-%05d"}`, i, i)
		fmt.Fprintf(&stored, `,"object-%05d":{"pull":"value-%05d"}`, n-1-i, i)
	}
	w.payload, w.stored = "{"+payload.String()[1:]+"}", "{"+stored.String()[1:]+"}"
	w.keyPath, w.new = "object-00000.image", `"value-00000"`
	return w
}

func benchmark(b *testing.B, w world, apply bool) {
	b.Helper()
	proposal, facts := w.proposal(), w.facts()
	facts.Record = &evidence.Record{Runs: w.runs}
	require.Equal(b, apply, drift.Evaluate(proposal, facts, drift.Policy{}).Apply)
	b.ReportAllocs()
	for b.Loop() {
		drift.Evaluate(proposal, facts, drift.Policy{})
	}
}

func BenchmarkClassifyCommand(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := drift.ClassifyCommand(ingressCommand); err != nil {
			b.Fatal(err)
		}
	}
}
