// Package schema_test holds the exported JSON Schemas against a JSON Schema
// validator, and the form validator against two of them in speed.
package schema_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
)

const agentID = "a0123456789abcdef"

// complete is an honest COMPLETE envelope of about 4 KB.
func complete(tb testing.TB) contract.Document {
	tb.Helper()
	doc := contract.NewDocument(agentID)
	var err error
	for _, list := range []string{"patterns_checked", "files_checked", "commands_run", "key_outputs", "verbatim_outputs", "cross_layer_impacts", "open_gaps"} {
		for n := range 6 {
			entry, encodeErr := json.Marshal(list + " entry of the kind that agents write, with some words in it " + strings.Repeat("x", n))
			require.NoError(tb, encodeErr)
			doc, err = doc.Add("evidence_report."+list, entry)
			require.NoError(tb, err)
		}
	}
	doc, err = doc.Fill(json.RawMessage(`{"agent_status":{"agent_state":"COMPLETE","next_action":"done"},"conclusion":"the parser holds; nothing is open",
		"evidence_report":{"verification":{"type":"command","command":"go test ./...","result":"pass"}}}`))
	require.NoError(tb, err)
	require.True(tb, contract.Validate(doc).OK())
	return doc
}

func compiled(tb testing.TB, flavour contract.SchemaFlavour) *jsonschema.Schema {
	tb.Helper()
	return compile(tb, contract.JSONSchema(flavour))
}

func compile(tb testing.TB, text []byte) *jsonschema.Schema {
	tb.Helper()
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(tb, err)
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	require.NoError(tb, compiler.AddResource("envelope.json", schema))
	done, err := compiler.Compile("envelope.json")
	require.NoError(tb, err)
	return done
}

func instance(tb testing.TB, text string) any {
	tb.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(tb, err)
	return value
}

// What the form accepts, the plain schema accepts once the document is
// canonical; what the schema refuses, the form refuses (C-9).
func TestThePlainSchemaAcceptsWhatTheFormAccepts_C9(t *testing.T) {
	schema := compiled(t, contract.PlainSchema)
	accepted := 0
	for _, text := range envelopes(t) {
		doc, err := contract.Parse([]byte(text))
		if err != nil || !contract.Validate(doc).OK() || hasUpperCaseList(text) {
			continue
		}
		doc, _ = contract.Canonicalize(doc)
		accepted++
		require.NoError(t, schema.Validate(instance(t, doc.String())), "%s", doc)
	}
	assert.Greater(t, accepted, 300)
	require.NoError(t, schema.Validate(instance(t, complete(t).String())))
	require.NoError(t, schema.Validate(instance(t, contract.NewDocument(agentID).String())))
}

// The schema says of types and names what the form says of them (C-9, C-12,
// C-14).
func TestThePlainSchemaRefusesTypesAndNames_C9(t *testing.T) {
	schema := compiled(t, contract.PlainSchema)
	for name, patch := range map[string]func(contract.Document) (contract.Document, error){
		"unknown member":    set(`conclusoin`, `"x"`),
		"misplaced member":  set(`key_outputs`, `[]`),
		"unknown below":     set(`evidence_report.key_output`, `[]`),
		"list of no type":   set(`evidence_report.key_outputs`, `"x"`),
		"state of no type":  set(`agent_status.agent_state`, `7`),
		"state of no name":  set(`agent_status.agent_state`, `"FINISHED"`),
		"report no object":  set(`evidence_report`, `[]`),
		"conclusion number": set(`conclusion`, `1`),
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := patch(complete(t))
			require.NoError(t, err)
			assert.False(t, contract.Validate(doc).OK())
			assert.Error(t, schema.Validate(instance(t, doc.String())))
		})
	}
}

func set(path, value string) func(contract.Document) (contract.Document, error) {
	return func(doc contract.Document) (contract.Document, error) {
		return doc.Set(path, json.RawMessage(value))
	}
}

// The strict flavour is what structured outputs take: every member of every
// object required and declared, and plain keywords only (C-9).
func TestTheStrictSchemaIsStrict_C9(t *testing.T) {
	compiled(t, contract.StrictSchema)
	root, ok := instance(t, string(contract.JSONSchema(contract.StrictSchema))).(map[string]any)
	require.True(t, ok)
	assert.Contains(t, root, "$id")
	strict(t, "", root)
	properties, ok := root["properties"].(map[string]any)
	require.True(t, ok)
	for _, absent := range []string{"update_contracts", "memory_delta", "harness_record"} {
		assert.NotContains(t, properties, absent)
	}
}

func strict(t *testing.T, path string, schema map[string]any) {
	t.Helper()
	plain := []string{"$id", "$schema", "title", "description", "type", "enum", "properties", "required", "additionalProperties", "items", "anyOf"}
	for keyword := range schema {
		assert.Contains(t, plain, keyword, path)
	}
	if properties, isObject := schema["properties"].(map[string]any); isObject {
		assert.Equal(t, false, schema["additionalProperties"], path)
		required, ok := schema["required"].([]any)
		require.True(t, ok, path)
		assert.Len(t, required, len(properties), path)
		for name, property := range properties {
			assert.Contains(t, required, name, path)
			if below, ok := property.(map[string]any); ok {
				strict(t, path+"."+name, below)
			}
		}
	}
	if items, ok := schema["items"].(map[string]any); ok {
		strict(t, path+"[]", items)
	}
	if branches, ok := schema["anyOf"].([]any); ok {
		for _, branch := range branches {
			if below, ok := branch.(map[string]any); ok {
				strict(t, path+"|", below)
			}
		}
	}
}

// envelopes are the inputs of the validator's vectors.
func envelopes(t *testing.T) []string {
	t.Helper()
	file, err := os.Open("../../testdata/contract.validate.rec.jsonl")
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	var texts []string
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var vector struct {
			In struct {
				Envelope json.RawMessage `json:"envelope"`
			} `json:"in"`
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &vector))
		texts = append(texts, string(vector.In.Envelope))
	}
	require.NoError(t, lines.Err())
	return texts
}

// hasUpperCaseList reports a spelling that the form tolerates and the schema
// does not teach.
func hasUpperCaseList(text string) bool {
	for _, f := range contract.Fields() {
		if strings.HasPrefix(f.Path, "evidence_report.") && strings.Contains(text, `"`+strings.ToUpper(f.Name())+`"`) {
			return true
		}
	}
	return false
}
