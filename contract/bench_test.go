package contract_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/handfast-go/handfast/contract"
)

// benchEnvelope is a COMPLETE envelope of about size bytes: short members, and
// evidence lists of commands, paths and a little output.
func benchEnvelope(size int) []byte {
	var lists [7]strings.Builder
	entry := []string{
		`"C-%d: readers agree on every name"`,
		`"internal/jsonscan/scan_%d.go"`,
		`"go test -race -count=1 -run 'TestScan/%d' ./internal/... && go vet ./..."`,
		`"ok  \tgithub.com/handfast-go/handfast/contract\t0.%03ds"`,
		`"--- PASS: TestFill/%d (0.00s)\n    merge_test.go:51: \"kept\" → 12 entries"`,
		`"the store keeps revision %d"`,
		`"case %d is not covered"`,
	}
	for i, n := 0, 700; n < size; i++ {
		text := fmt.Sprintf(entry[i%7], i)
		if i >= 7 {
			lists[i%7].WriteString(", ")
		}
		lists[i%7].WriteString(text)
		n += len(text) + 2
	}
	names := []string{"patterns_checked", "files_checked", "commands_run", "key_outputs", "verbatim_outputs", "cross_layer_impacts", "open_gaps"}
	var b strings.Builder
	b.WriteString(`{"agent_status": {"agent_state": "COMPLETE", "agent_id": "a0123456789abcdef", "pending_steps": [], "next_action": "done"}, "evidence_report": {`)
	for i, name := range names {
		fmt.Fprintf(&b, `"%s": [%s], `, name, lists[i].String())
	}
	b.WriteString(`"verification": {"method": "command", "type": "command", "result": "pass", "exit_code": 0, "requires_human": false}}, "consolidation_report": null, "approval_request": null, "failure_report": null, "memory_delta": null, "conclusion": "All named cases pass; nothing is left open.", "report_prose": "The scanner was moved behind one door."}`)
	return []byte(b.String())
}

var benchSizes = []struct {
	name string
	size int
}{{"4KB", 4 << 10}, {"64KB", 64 << 10}}

// eachSize runs the routes to one result beside each other, in one run: only
// their ratios mean anything on a shared machine.
func eachSize(b *testing.B, routes []benchRoute) {
	b.Helper()
	for _, s := range benchSizes {
		data := benchEnvelope(s.size)
		for _, r := range routes {
			b.Run(s.name+"/"+r.name, func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(data)))
				run := r.prepare(b, data)
				for b.Loop() {
					run()
				}
			})
		}
	}
}

type benchRoute struct {
	name    string
	prepare func(b *testing.B, data []byte) func()
}

// gjsonWalk reads every member of the closed levels, as a hand-written
// validator would, behind gjson.ValidBytes, which checks far less than C-4.
func gjsonWalk(data []byte) (members int) {
	if !gjson.ValidBytes(data) {
		return 0
	}
	gjson.ParseBytes(data).ForEach(func(_, value gjson.Result) bool {
		members++
		if value.IsObject() {
			value.ForEach(func(_, inner gjson.Result) bool {
				members++
				if inner.IsArray() {
					inner.ForEach(func(_, _ gjson.Result) bool { return true })
				}
				return true
			})
		}
		return true
	})
	return members
}

func BenchmarkParse(b *testing.B) {
	eachSize(b, []benchRoute{
		{"handfast", func(b *testing.B, data []byte) func() {
			return func() {
				if _, err := contract.Parse(data); err != nil {
					b.Fatal(err)
				}
			}
		}},
		{"gjson-walk", func(b *testing.B, data []byte) func() {
			return func() {
				if gjsonWalk(data) == 0 {
					b.Fatal("not valid")
				}
			}
		}},
		{"gjson-valid", func(b *testing.B, data []byte) func() {
			return func() {
				if !gjson.ValidBytes(data) {
					b.Fatal("not valid")
				}
			}
		}},
		{"map", func(b *testing.B, data []byte) func() {
			return func() {
				var v map[string]any
				if err := json.Unmarshal(data, &v); err != nil {
					b.Fatal(err)
				}
			}
		}},
	})
}

// benchDocument is the parsed envelope that a verb is measured on: a ledger
// has it parsed already.
func benchDocument(b *testing.B, data []byte) contract.Document {
	b.Helper()
	doc, err := contract.Parse(data)
	require.NoError(b, err)
	return doc
}

func BenchmarkSet(b *testing.B) {
	const path = "evidence_report.verification.result"
	value := json.RawMessage(`"fail"`)
	eachSize(b, []benchRoute{
		{"handfast", func(b *testing.B, data []byte) func() {
			doc := benchDocument(b, data)
			return func() {
				if _, err := doc.Set(path, value); err != nil {
					b.Fatal(err)
				}
			}
		}},
		{"handfast-parse-set", func(b *testing.B, data []byte) func() {
			return func() {
				doc, err := contract.Parse(data)
				if err != nil {
					b.Fatal(err)
				}
				if _, err = doc.Set(path, value); err != nil {
					b.Fatal(err)
				}
			}
		}},
		{"gjson-valid-sjson", func(b *testing.B, data []byte) func() {
			return func() {
				if !gjson.ValidBytes(data) {
					b.Fatal("not valid")
				}
				if _, err := sjson.SetRawBytes(data, path, value); err != nil {
					b.Fatal(err)
				}
			}
		}},
		{"map", mapRoute(func(v map[string]any) {
			report, _ := v["evidence_report"].(map[string]any)
			verification, _ := report["verification"].(map[string]any)
			verification["result"] = "fail"
		})},
	})
}

func BenchmarkAdd(b *testing.B) {
	const path = "evidence_report.commands_run"
	value := json.RawMessage(`"go vet ./... && go test ./..."`)
	eachSize(b, []benchRoute{
		{"handfast", func(b *testing.B, data []byte) func() {
			doc := benchDocument(b, data)
			return func() {
				if _, err := doc.Add(path, value); err != nil {
					b.Fatal(err)
				}
			}
		}},
		{"gjson-valid-sjson", func(b *testing.B, data []byte) func() {
			return func() {
				if !gjson.ValidBytes(data) {
					b.Fatal("not valid")
				}
				if _, err := sjson.SetRawBytes(data, path+".-1", value); err != nil {
					b.Fatal(err)
				}
			}
		}},
		{"map", mapRoute(func(v map[string]any) {
			report, _ := v["evidence_report"].(map[string]any)
			list, _ := report["commands_run"].([]any)
			report["commands_run"] = append(list, "go vet ./... && go test ./...")
		})},
	})
}

func BenchmarkFill(b *testing.B) {
	patch := json.RawMessage(`{"agent_status": {"next_action": "verify", "pending_steps": ["x"]}, "evidence_report": {"verification": {"result": "fail", "details": "exit 1"}}, "conclusion": "One case fails."}`)
	eachSize(b, []benchRoute{
		{"handfast", func(b *testing.B, data []byte) func() {
			doc := benchDocument(b, data)
			return func() {
				if _, err := doc.Fill(patch); err != nil {
					b.Fatal(err)
				}
			}
		}},
		{"map", mapRoute(func(v map[string]any) {
			var p map[string]any
			if json.Unmarshal(patch, &p) == nil {
				mergeMaps(v, p)
			}
		})},
	})
}

func mergeMaps(into, patch map[string]any) {
	for name, value := range patch {
		inner, isObject := value.(map[string]any)
		if old, ok := into[name].(map[string]any); ok && isObject {
			mergeMaps(old, inner)
			continue
		}
		into[name] = value
	}
}

// mapRoute decodes, edits and encodes, which loses the spelling of numbers and
// the order of members.
func mapRoute(edit func(map[string]any)) func(*testing.B, []byte) func() {
	return func(b *testing.B, data []byte) func() {
		return func() {
			var v map[string]any
			if err := json.Unmarshal(data, &v); err != nil {
				b.Fatal(err)
			}
			edit(v)
			if _, err := json.Marshal(v); err != nil {
				b.Fatal(err)
			}
		}
	}
}
