package evidence_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/evidence"
)

// benchOutput is what a test runner shows, at the length that a record keeps.
func benchOutput(i int) string {
	out := fmt.Sprintf("=== RUN   TestCase%d\n--- PASS: TestCase%d (0.0%ds)\n", i, i, i%10)
	for len(out) < evidence.MaxOutput-60 {
		out += fmt.Sprintf("    case_test.go:%d: compared %d rows\n", len(out), i)
	}
	return out + fmt.Sprintf("ok  \texample/pkg%d\t0.%03ds\n", i, i%1000)
}

// benchCase makes a record of runs over that many commands, and quotes from
// outputs spread over it, all of them there.
func benchCase(runs, commands, quotes int) (evidence.Claims, *evidence.Record) {
	record := &evidence.Record{Runs: make([]evidence.Run, runs)}
	for i := range record.Runs {
		record.Runs[i] = evidence.Run{
			Kind: evidence.Shell, Command: fmt.Sprintf("go test ./pkg%d", i%commands),
			Exit: new(0), Output: benchOutput(i), Kept: true, Truncated: true,
		}
	}
	entries := make([]string, quotes)
	for q := range entries {
		i := q * (runs / quotes)
		entries[q] = fmt.Sprintf(`{"command":"go test ./pkg%d","excerpt":"TestCase%d (0.0%ds) ... ok example/pkg%d 0.%03ds"}`,
			i%commands, i, i%10, i, i%1000)
	}
	return evidence.Claims{
		Verification:    json.RawMessage(`{"command":"go test ./pkg0","result":"pass"}`),
		VerbatimOutputs: json.RawMessage("[" + strings.Join(entries, ",") + "]"),
	}, record
}

// BenchmarkCheck shows that the cost grows as the record and the quotes do
// (E-14, Q-3): from each size to the next both are ten times as many.
func BenchmarkCheck(b *testing.B) {
	for _, size := range []struct {
		name                   string
		runs, commands, quotes int
	}{
		{"runs=1000/quotes=20", 1000, 100, 20},
		{"runs=10000/quotes=200", 10000, 1000, 200},
		{"one_command/runs=1000/quotes=20", 1000, 1, 20},
		{"one_command/runs=10000/quotes=200", 10000, 1, 200},
	} {
		claims, record := benchCase(size.runs, size.commands, size.quotes)
		b.Run(size.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				report, err := evidence.Check(b.Context(), claims, evidence.Turn{BriefID: 1}, record, nil, evidence.CheckOptions{})
				require.NoError(b, err)
				require.Len(b, report.Checked, size.quotes+2)
			}
		})
	}
}
