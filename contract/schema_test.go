package contract

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/docpath"
)

// TestSchemaTable_C9 holds the table itself to its own rules.
func TestSchemaTable_C9(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for id, f := range fields {
		require.NotEmpty(t, f.Path, "row %d is missing", id)
		require.False(t, seen[f.Path], "%s is listed twice", f.Path)
		seen[f.Path] = true
		names, err := docpath.Split(f.Path)
		require.NoError(t, err)
		assert.Equal(t, names[len(names)-1], f.Name())
		assert.NotZero(t, f.Types)
		assert.NotEmpty(t, f.Writer)
		assert.True(t, strings.HasSuffix(f.Meaning, ".") && !strings.Contains(f.Meaning, "\n"), "%s: one line, one sentence", f.Path)
		example := parse(t, string(f.Example))
		assert.True(t, rootOf(example).is(f.Types), "%s: the example is of another type", f.Path)
		if len(f.Enum) > 0 && !f.Open {
			assert.Contains(t, f.Enum, rootOf(example).text())
		}
		if f.use != "" {
			assert.Contains(t, levels[levelRoot], f.use)
		}
		assert.Equal(t, f.Types == TypeArray, f.Items != 0, "%s: lists, and only lists, have items", f.Path)
	}
	assert.Equal(t, fieldVerification, fieldLastClosed)
	for id := range fieldCount {
		depth := strings.Count(fields[id].Path, ".")
		assert.Equal(t, id <= fieldLastRoot, depth == 0, "%s", fields[id].Path)
		assert.Equal(t, id > fieldLastClosed, depth > 1 || depth == 1 && !fields[mustRow(t, fields[id].parent())].Closed, "%s", fields[id].Path)
	}
}

func mustRow(t *testing.T, path string) fieldID {
	t.Helper()
	for id, f := range fields {
		if f.Path == path {
			return fieldID(id)
		}
	}
	require.Fail(t, "no row", "%s", path)
	return 0
}

// TestHostFields_C9 pins the names that only the host writes.
func TestHostFields_C9(t *testing.T) {
	t.Parallel()
	want := strings.Fields(`_contract_tag agent_name agent_output_preview agent_state auto_captured backstop binding_rejection
		born_at_dispatch conclusion_alias content_checks continues_contract_id degraded dispatch_closed_at_subagent_stop fallback
		harness_record reaped reconciled reconstructed_from_finalized_draft salvaged sanitized superseded_by_contract_id
		update_contracts_refused`)
	assert.Equal(t, want, hostNames)
	for _, name := range want {
		assert.True(t, isHostField(name, &formConfig{}))
		_, err := NewDocument("a0123456789abcdef").Set(name, []byte(`1`))
		require.ErrorIs(t, err, ErrHostField, "%s", name)
	}
	assert.False(t, isHostField("conclusion", &formConfig{hostFields: []string{"conclusion"}}))
	assert.True(t, isHostField("tenant", &formConfig{hostFields: []string{"tenant"}}))
	assert.False(t, isHostField("tenant", &formConfig{}))
}

func TestStates_C9(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []AgentState{"IN_PROGRESS", "APPROVAL_REQUEST", "BLOCKED", "NEEDS_INPUT", "NEEDS_VERIFICATION", "COMPLETE"}, States())
	States()[0] = "X"
	assert.Equal(t, StateInProgress, States()[0])
	assert.Equal(t, words(agentStates), fields[fieldAgentState].Enum)
	for _, s := range States() {
		assert.Empty(t, found(Validate(parse(t, inState(string(s))))), "%s", s)
	}
}

// TestExamplesMeetTheForm_C9: an envelope made of the table's examples meets
// the form, and so does each example in the place of the initial value.
func TestExamplesMeetTheForm_C9(t *testing.T) {
	t.Parallel()
	initial := NewDocument("a0123456789abcdef")
	all := initial
	for id := range fieldLastClosed + 1 {
		f := fields[id]
		if f.Writer == WriterHost {
			continue
		}
		one, err := initial.Set(f.Path, f.Example)
		require.NoError(t, err)
		assert.Empty(t, found(Validate(one)), "%s", f.Path)
		canonical, changes := Canonicalize(one)
		assert.Empty(t, changes, "%s: an example is in canonical spelling", f.Path)
		_, changes = Sanitize(canonical)
		assert.Empty(t, changes, "%s", f.Path)
		all, err = all.Set(f.Path, f.Example)
		require.NoError(t, err)
	}
	assert.Empty(t, found(Validate(all)))
	envelope, err := all.Envelope()
	require.NoError(t, err)
	assert.Empty(t, envelope.ApprovalRequest.Check())
	assert.Empty(t, envelope.FailureReport.Check())
	assert.Empty(t, envelope.ConsolidationReport.Check())
	assert.Equal(t, "pass", envelope.EvidenceReport.Verification.Result)
	assert.Equal(t, string(fields[fieldUpdateContracts].Example), string(envelope.UpdateContracts))
	entries, refused := ParseUpdates(envelope.UpdateContracts)
	assert.Len(t, entries, 1)
	assert.Empty(t, refused)
	proposals, problems := MemoryProposals(all)
	assert.Len(t, proposals, 1)
	assert.Empty(t, problems)
}

// TestNestedExamples: the example of an object has no member that the table
// does not know, and the members' own examples are of the declared types.
func TestNestedExamples_C9(t *testing.T) {
	t.Parallel()
	for _, f := range fields {
		if f.Types != TypeObject || f.Writer != WriterAgent {
			continue
		}
		for name, val := range rootOf(parse(t, string(f.Example))).inside() {
			row := fields[mustRow(t, f.Path+"."+name)]
			assert.True(t, val.is(row.Types) || row.Nullable && val.missing(), "%s", row.Path)
		}
	}
}

type schemaNode struct {
	Type                 any                   `json:"type"`
	Properties           map[string]schemaNode `json:"properties"`
	Required             []string              `json:"required"`
	AdditionalProperties *bool                 `json:"additionalProperties"`
	Items                *schemaNode           `json:"items"`
	AnyOf                []schemaNode          `json:"anyOf"`
	Enum                 []any                 `json:"enum"`
	ReadOnly             bool                  `json:"readOnly"`
	ID                   string                `json:"$id"`
	Schema               string                `json:"$schema"`
	Description          string                `json:"description"`
}

func readSchema(t *testing.T, flavour SchemaFlavour, opts ...FormOption) schemaNode {
	t.Helper()
	raw := JSONSchema(flavour, opts...)
	parse(t, string(raw)) // no duplicate member, no invalid text
	var node schemaNode
	require.NoError(t, json.Unmarshal(raw, &node))
	assert.Equal(t, "https://json-schema.org/draft/2020-12/schema", node.Schema)
	assert.Contains(t, node.ID, "/v1")
	return node
}

func (n schemaNode) types() []string {
	switch v := n.Type.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, e := range v {
			out = append(out, e.(string)) //nolint:errcheck,forcetypeassert // a test
		}
		return out
	}
	return nil
}

func TestPlainSchema_C9(t *testing.T) {
	t.Parallel()
	root := readSchema(t, PlainSchema, WithHostFields("tenant"))
	levelsOf := map[string]schemaNode{"": root, "agent_status": root.Properties["agent_status"], "evidence_report": root.Properties["evidence_report"]}
	for prefix, node := range levelsOf {
		require.NotNil(t, node.AdditionalProperties, "%s", prefix)
		assert.False(t, *node.AdditionalProperties)
	}
	for id := range fieldLastClosed + 1 {
		f := fields[id]
		node, ok := levelsOf[f.parent()].Properties[f.Name()]
		require.True(t, ok, "%s", f.Path)
		assert.Contains(t, node.Description, f.Meaning)
		assert.Equal(t, f.Writer == WriterHost, node.ReadOnly, "%s", f.Path)
		assert.Equal(t, f.Required, slices.Contains(levelsOf[f.parent()].Required, f.Name()), "%s", f.Path)
		if !isTyped(id) && id != fieldFailureReport {
			assert.Nil(t, node.Type, "%s is not looked at", f.Path)
			continue
		}
		assert.Equal(t, f.Nullable, slices.Contains(node.types(), "null"), "%s", f.Path)
		assert.Subset(t, node.types(), f.Types.names())
	}
	assert.Len(t, root.Properties, int(fieldLastRoot)+2, "and the host's own field")
	assert.True(t, root.Properties["tenant"].ReadOnly)
	for _, open := range []string{"consolidation_report", "approval_request", "failure_report"} {
		assert.Nil(t, root.Properties[open].AdditionalProperties, "%s is open", open)
	}
	assert.Nil(t, levelsOf["evidence_report"].Properties["verification"].AdditionalProperties)
	reference := levelsOf["evidence_report"].Properties["files_checked"].Items
	require.NotNil(t, reference)
	assert.Nil(t, reference.Type, "entries that are no objects are left alone")
	assert.ElementsMatch(t, []string{"path", "commit"}, reference.Required)
	assert.False(t, *reference.AdditionalProperties)
}

func TestStrictSchema_C9(t *testing.T) {
	t.Parallel()
	raw := JSONSchema(StrictSchema, WithHostFields("tenant"))
	allowed := []string{"$schema", "$id", "title", "type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "description"}
	var walk func(node map[string]any, path string)
	walk = func(node map[string]any, path string) {
		for key := range node {
			assert.Contains(t, allowed, key, "%s: a plain keyword", path)
		}
		if items, ok := node["items"].(map[string]any); ok {
			walk(items, path+"[]")
		}
		if list, ok := node["anyOf"].([]any); ok {
			for _, e := range list {
				walk(e.(map[string]any), path) //nolint:errcheck,forcetypeassert // a test
			}
		}
		properties, ok := node["properties"].(map[string]any)
		if !ok {
			return
		}
		assert.Equal(t, false, node["additionalProperties"], "%s", path)
		assert.Len(t, node["required"], len(properties), "%s: every property is required", path)
		for name, child := range properties {
			assert.Contains(t, node["required"], name)
			row := fields[mustRow(t, strings.TrimPrefix(path+"."+name, "."))]
			assert.NotContains(t, []Writer{WriterHost, WriterAdvisory}, row.Writer, "%s", row.Path)
			inner := child.(map[string]any) //nolint:errcheck,forcetypeassert // a test
			types, many := inner["type"].([]any)
			assert.Equal(t, !row.Required, many && slices.Contains(types, any("null")), "%s: optional ones are nullable", row.Path)
			if enum, ok := inner["enum"].([]any); ok {
				assert.Equal(t, !row.Required, slices.Contains(enum, nil), "%s", row.Path)
			}
			walk(inner, row.Path)
		}
	}
	var root map[string]any
	require.NoError(t, json.Unmarshal(raw, &root))
	walk(root, "")
	text := string(raw)
	count := 0
	for _, f := range fields {
		if f.Writer != WriterHost && f.Writer != WriterAdvisory {
			count++
		}
	}
	properties := 0
	var countProperties func(node schemaNode)
	countProperties = func(node schemaNode) {
		properties += len(node.Properties)
		for _, p := range node.Properties {
			countProperties(p)
		}
		if node.Items != nil {
			countProperties(*node.Items)
		}
		for _, p := range node.AnyOf {
			countProperties(p)
		}
	}
	countProperties(readSchema(t, StrictSchema))
	assert.Equal(t, count, properties, "every member of the table, and no other")
	assert.NotContains(t, text, "tenant")
	assert.NotEqual(t, readSchema(t, PlainSchema).ID, readSchema(t, StrictSchema).ID)
}

func TestSchemasAreDeterministic(t *testing.T) {
	t.Parallel()
	golden(t, "schema.json", string(JSONSchema(PlainSchema))+"\n")
	golden(t, "schema.strict.json", string(JSONSchema(StrictSchema))+"\n")
}

func TestFields_C9(t *testing.T) {
	t.Parallel()
	assert.Len(t, Fields(), int(fieldCount))
	with := Fields(WithHostFields("tenant", "x.y", "conclusion"))
	require.Len(t, with, int(fieldCount)+2)
	names := []string{with[fieldLastRoot+1].Name(), with[fieldLastRoot+2].Name()}
	assert.Equal(t, []string{"tenant", "x.y"}, names)
	assert.Equal(t, `x\.y`, with[fieldLastRoot+2].Path)
	text := FieldReference(WithHostFields("tenant"))
	for _, f := range Fields(WithHostFields("tenant")) {
		assert.Contains(t, text, "| `"+f.Name()+"` |", "%s", f.Path)
		assert.Contains(t, text, strings.ReplaceAll(f.Meaning, "|", `\|`))
	}
	golden(t, "../../internal/reference/FIELDS.md", FieldReference())
	encoded, err := json.Marshal(Fields()[fieldFilesChecked])
	require.NoError(t, err)
	assert.Contains(t, string(encoded), `"type":"array","items":"string or object"`)
}
