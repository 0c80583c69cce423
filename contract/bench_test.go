package contract_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

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

// benchRoute is one way to a result: prepare gives the function that is
// measured.
type benchRoute struct {
	name    string
	prepare func(data []byte) func() error
}

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
				run := r.prepare(data)
				for b.Loop() {
					if err := run(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

var errNotValid = errors.New("not valid")

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
		{"handfast", func(data []byte) func() error {
			return func() error {
				_, err := contract.Parse(data)
				return err
			}
		}},
		{"gjson-walk", func(data []byte) func() error {
			return func() error {
				if gjsonWalk(data) == 0 {
					return errNotValid
				}
				return nil
			}
		}},
		{"gjson-valid", func(data []byte) func() error {
			return func() error { return gjsonValid(data) }
		}},
		{"map", func(data []byte) func() error {
			return func() error {
				var v map[string]any
				return json.Unmarshal(data, &v)
			}
		}},
	})
}

func gjsonValid(data []byte) error {
	if !gjson.ValidBytes(data) {
		return errNotValid
	}
	return nil
}

// onDocument measures a verb on a parsed document: a ledger has it parsed
// already.
func onDocument(verb func(contract.Document) (contract.Document, error)) func([]byte) func() error {
	return func(data []byte) func() error {
		doc, err := contract.Parse(data)
		if err != nil {
			return func() error { return err }
		}
		return func() error {
			_, err := verb(doc)
			return err
		}
	}
}

// mapRoute decodes, edits and encodes, which loses the spelling of numbers and
// the order of members.
func mapRoute(edit func(map[string]any)) func([]byte) func() error {
	return func(data []byte) func() error {
		return func() error {
			var v map[string]any
			if err := json.Unmarshal(data, &v); err != nil {
				return err
			}
			edit(v)
			_, err := json.Marshal(v)
			return err
		}
	}
}

// sjsonRoute is what sjson does to the text, behind gjson.ValidBytes.
func sjsonRoute(path string, value []byte) func([]byte) func() error {
	return func(data []byte) func() error {
		return func() error {
			if err := gjsonValid(data); err != nil {
				return err
			}
			_, err := sjson.SetRawBytes(data, path, value)
			return err
		}
	}
}

func BenchmarkSet(b *testing.B) {
	const path = "evidence_report.verification.result"
	value := json.RawMessage(`"fail"`)
	eachSize(b, []benchRoute{
		{"handfast", onDocument(func(doc contract.Document) (contract.Document, error) { return doc.Set(path, value) })},
		{"handfast-parse-set", func(data []byte) func() error {
			return func() error {
				doc, err := contract.Parse(data)
				if err != nil {
					return err
				}
				_, err = doc.Set(path, value)
				return err
			}
		}},
		{"gjson-valid-sjson", sjsonRoute(path, value)},
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
		{"handfast", onDocument(func(doc contract.Document) (contract.Document, error) { return doc.Add(path, value) })},
		{"gjson-valid-sjson", sjsonRoute(path+".-1", value)},
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
		{"handfast", onDocument(func(doc contract.Document) (contract.Document, error) { return doc.Fill(patch) })},
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
