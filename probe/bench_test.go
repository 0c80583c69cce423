package probe_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/probe"
)

// mixed is a manifest of n entries of all three kinds.
func mixed(n int) []byte {
	entries := make([]string, n)
	for i := range entries {
		switch i % 3 {
		case 0:
			entries[i] = fmt.Sprintf(`{"cmd":"node cli.js --case %d","exitCode":0,"stdout":"line one of the output\nline two of the output\n","stderr":""}`, i)
		case 1:
			entries[i] = fmt.Sprintf(`{"probe":"http","method":"GET","path":"/items/%d","status":200,"body":"{\"id\":%d,\"name\":\"thing\"}"}`, i, i)
		default:
			entries[i] = fmt.Sprintf(`{"probe":"web","file":"index.html","interactions":[{"type":"click","selector":"#start"}],"smoke":"document.querySelectorAll('#list li').length === %d","expected":"true","consoleErrors":0}`, i)
		}
	}
	return manifest(entries...)
}

// sizes show that the time is linear in the entries.
var sizes = []int{1_000, 10_000}

func BenchmarkCheck(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("entries=%d", n), func(b *testing.B) {
			raw := mixed(n)
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				if problems := probe.Check(raw); len(problems) > 0 {
					b.Fatal(problems[0])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/entry")
		})
	}
}

func BenchmarkMergeWrite(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("entries=%d", n), func(b *testing.B) {
			raw := mixed(n)
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := probe.MergeWrite(raw, raw)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/entry")
		})
	}
}
