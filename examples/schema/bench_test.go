package schema_test

import (
	"encoding/json"
	"testing"

	googleschema "github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
)

// rules say in JSON Schema, as far as it can, what the exported schema leaves
// to the form: the states and what they demand, priced verification types,
// file references, agent ids, failure reports.
const rules = `[
 {"properties":{"agent_status":{"required":["agent_state","agent_id","pending_steps","next_action"],"properties":{
   "agent_state":{"pattern":"^\\s*(IN_PROGRESS|APPROVAL_REQUEST|BLOCKED|NEEDS_INPUT|NEEDS_VERIFICATION|COMPLETE)[.,;]*\\s*$"},
   "agent_id":{"pattern":"^a[0-9a-f]{16,}$"},"next_action":{"pattern":"\\S"}}}},"required":["agent_status","evidence_report"]},
 {"if":{"properties":{"agent_status":{"properties":{"agent_state":{"pattern":"^\\s*COMPLETE[.,;]*\\s*$"}}}}},
  "then":{"properties":{"agent_status":{"properties":{"pending_steps":{"maxItems":0},"next_action":{"pattern":"^\\s*(?i:done)\\s*$"}}},
   "evidence_report":{"required":["verification"],"properties":{"verification":{"type":"object","required":["result"],"properties":{"result":{"type":"string","pattern":"^\\s*(?i:pass)\\s*$"}}}}}}}},
 {"if":{"properties":{"agent_status":{"properties":{"agent_state":{"pattern":"^\\s*APPROVAL_REQUEST[.,;]*\\s*$"}}}}},
  "then":{"required":["approval_request"],"properties":{"approval_request":{"type":"object","required":["exact_content"],"properties":{"exact_content":{"type":"string","pattern":"\\S"}}}}}},
 {"properties":{"evidence_report":{"properties":{"verification":{"allOf":[
   {"if":{"type":"object","required":["type"],"properties":{"type":{"pattern":"^\\s*(?i:command|code)\\s*$"}}},"then":{"required":["command"],"properties":{"command":{"type":"string","pattern":"\\S"}}}},
   {"if":{"type":"object","required":["type"],"properties":{"type":{"pattern":"^\\s*(?i:semantic)\\s*$"}}},"then":{"required":["requires_human"]}},
   {"if":{"type":"object","required":["type"],"properties":{"type":{"pattern":"^\\s*(?i:self[ _-]review)\\s*$"}}},"then":{"required":["reviewed"],"properties":{"reviewed":{"type":"string","pattern":"\\S"}}}}]},
  "files_checked":{"items":{"anyOf":[{"type":"string"},{"type":"object","additionalProperties":false,"required":["path","commit"],"properties":{"path":{"type":"string","pattern":"\\S"},"commit":{"type":"string","pattern":"^\\s*[0-9a-fA-F]{7,64}\\s*$"}}}]}}}}}},
 {"properties":{"failure_report":{"anyOf":[{"type":"null"},{"type":"object","required":["attempted","symptom","evidence"],"properties":{"attempted":{"type":"string","pattern":"\\S"},"symptom":{"type":"string","pattern":"\\S"},
   "evidence":{"type":"array","contains":{"type":"string","pattern":"\\S"}},"severity":{"enum":["info","warning","error",null]}}}]}}}
]`

// equivalent is the exported schema together with the rules.
func equivalent(tb testing.TB) []byte {
	tb.Helper()
	var schema map[string]json.RawMessage
	require.NoError(tb, json.Unmarshal(contract.JSONSchema(contract.PlainSchema), &schema))
	schema["allOf"] = json.RawMessage(rules)
	text, err := json.Marshal(schema)
	require.NoError(tb, err)
	return text
}

// BenchmarkBytesToVerdict judges one 4 KB COMPLETE envelope, from its bytes to
// the verdict: here, and with two JSON Schema validators on an equivalent
// schema.
func BenchmarkBytesToVerdict(b *testing.B) {
	text := complete(b).Bytes()
	b.Run("handfast", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			doc, err := contract.Parse(text)
			if err != nil || !contract.Validate(doc).OK() {
				b.Fatal("refused")
			}
		}
	})
	b.Run("santhosh-tekuri", func(b *testing.B) {
		schema := compile(b, equivalent(b))
		b.ReportAllocs()
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if err := schema.Validate(instance(b, string(text))); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("google", func(b *testing.B) {
		var schema googleschema.Schema
		require.NoError(b, json.Unmarshal(equivalent(b), &schema))
		resolved, err := schema.Resolve(nil)
		require.NoError(b, err)
		b.ReportAllocs()
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			var value any
			if err := json.Unmarshal(text, &value); err != nil {
				b.Fatal(err)
			}
			if err := resolved.Validate(value); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// The peers are given work to do: what the form refuses by its rules, the
// equivalent schema refuses too.
func TestTheEquivalentSchemaJudges(t *testing.T) {
	schema := compile(t, equivalent(t))
	require.NoError(t, schema.Validate(instance(t, complete(t).String())))
	for path, value := range map[string]string{
		"agent_status.pending_steps":          `["x"]`,
		"agent_status.next_action":            `"later"`,
		"agent_status.agent_id":               `"nobody"`,
		"evidence_report.verification.result": `"fail"`,
		"evidence_report.verification.type":   `"semantic"`,
		"evidence_report.files_checked":       `[{"path":"a","commit":"main"}]`,
		"failure_report":                      `{"attempted":"x"}`,
	} {
		doc, err := set(path, value)(complete(t))
		require.NoError(t, err)
		require.False(t, contract.Validate(doc).OK(), path)
		require.Error(t, schema.Validate(instance(t, doc.String())), path)
	}
}
