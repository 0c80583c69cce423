package contract

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// SchemaFlavour is who a JSON Schema is written for.
type SchemaFlavour uint8

const (
	// PlainSchema is for tool definitions and checks. It describes documents
	// in canonical spelling (Canonicalize, lower-case lists) and accepts each
	// of those that the form accepts: open objects are open, host fields are
	// readOnly, and what the form does not look at has no type.
	PlainSchema SchemaFlavour = iota
	// StrictSchema is for the structured outputs of model providers: every
	// property is required, an optional one nullable, no object has other
	// members, and nothing but type, properties, required,
	// additionalProperties, items, anyOf, enum and description is used. The
	// open objects have exactly the members of the schema table, and
	// update_contracts, memory_delta and host fields are left out.
	StrictSchema
)

// schemaVersion counts the released shapes of the schema; it is part of $id.
const schemaVersion = 1

const schemaBase = "https://github.com/handfast-go/handfast/schema/agent-contract-handoff/v"

// JSONSchema writes the JSON Schema (2020-12) of an envelope from the schema
// table, in one of two flavours; any other value is StrictSchema. Its members
// stand in the order of the table, and the same call gives the same bytes.
// Host fields declared with WithHostFields are known to PlainSchema. What
// depends on the agent state (C-16 to C-18) is said in descriptions and judged
// by Validate alone.
func JSONSchema(flavour SchemaFlavour, opts ...FormOption) json.RawMessage {
	w := schemaWriter{rows: Fields(opts...), plain: flavour == PlainSchema}
	id := schemaBase + strconv.Itoa(schemaVersion)
	if !w.plain {
		id += "/strict"
	}
	schema := object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"$id", id},
		{"title", "Agent contract hand-off"},
		{"description", "What an agent hands back at the end of a turn."},
	}
	schema = append(schema, w.object("", []string{"object"}, true)...)
	return appendJSON(nil, schema)
}

// object and member write JSON objects whose members keep their order.
type (
	object []member
	member struct {
		name  string
		value any
	}
)

// schemaWriter writes one schema.
type schemaWriter struct {
	rows  []Field
	plain bool
}

// below lists the rows directly below a path.
func (w schemaWriter) below(path string) []Field {
	var out []Field
	for _, f := range w.rows {
		if f.parent() == path {
			out = append(out, f)
		}
	}
	return out
}

// object writes the object at a path, whose members stand in the table.
func (w schemaWriter) object(path string, types []string, closed bool) object {
	var properties object
	required := []string{}
	for _, f := range w.below(path) {
		if !w.plain && (f.Writer == WriterHost || f.Writer == WriterAdvisory) {
			continue
		}
		properties = append(properties, member{f.Name(), w.row(f)})
		if !w.plain || f.Required && f.When == "" {
			required = append(required, f.Name())
		}
	}
	out := typeKeyword(types)
	out = append(out, member{"properties", properties})
	if len(required) > 0 {
		out = append(out, member{"required", required})
	}
	if closed || !w.plain {
		out = append(out, member{"additionalProperties", false})
	}
	return out
}

// row writes what the table says about one member.
func (w schemaWriter) row(f Field) object {
	out := object{{"description", f.description()}}
	if !w.plain {
		return append(out, w.strict(f)...)
	}
	switch f.Writer {
	case WriterHost:
		return append(out, member{"readOnly", true})
	case WriterDeprecated:
		return append(out, member{"deprecated", true})
	case WriterAdvisory:
		return append(out, member{"examples", []any{f.Example}})
	case WriterAgent:
	}
	if f.Types == TypeObject {
		return append(out, w.object(f.Path, f.types(f.Nullable), f.Closed)...)
	}
	if !f.judged() {
		return append(out, member{"examples", []any{f.Example}})
	}
	out = append(out, typeKeyword(f.types(f.Nullable))...)
	if len(f.Enum) > 0 && !f.Open {
		out = append(out, member{"enum", f.words(f.Nullable)})
	}
	switch {
	case f.pattern != "":
		out = append(out, member{"pattern", f.pattern})
	case f.Types == TypeString && f.Required && len(f.Enum) == 0:
		out = append(out, member{"minLength", 1})
	case f.Path == fields[fieldFailureEvidence].Path:
		out = append(out, member{"contains", object{{"type", "string"}, {"minLength", 1}}})
	case f.Path == fields[fieldFilesChecked].Path:
		// Without a type: entries that are no objects are left alone.
		out = append(out, member{"items", w.object(f.Path+"[]", nil, true)})
	}
	return append(out, member{"examples", []any{f.Example}})
}

// strict writes a row for structured outputs.
func (w schemaWriter) strict(f Field) object {
	nullable := !f.Required
	if f.Types == TypeObject {
		return w.object(f.Path, f.types(nullable), true)
	}
	out := typeKeyword(f.types(nullable))
	if len(f.Enum) > 0 && !f.Open {
		out = append(out, member{"enum", f.words(nullable)})
	}
	if f.Types != TypeArray {
		return out
	}
	if f.Items&TypeObject == 0 {
		return append(out, member{"items", typeKeyword(f.Items.names())})
	}
	return append(out, member{"items", object{{"anyOf", []any{
		typeKeyword((f.Items &^ TypeObject).names()),
		w.object(f.Path+"[]", []string{"object"}, true),
	}}}})
}

// judged reports whether the form looks at the type of a row: at the closed
// levels, in a failure report and in a file reference.
func (f *Field) judged() bool {
	switch f.parent() {
	case fields[fieldAgentStatus].Path, fields[fieldEvidenceReport].Path, "", fields[fieldFilesChecked].Path + "[]":
		return true
	case fields[fieldFailureReport].Path:
		return f.Path != fields[fieldComponent].Path
	}
	return false
}

// types spells the accepted types.
func (f *Field) types(nullable bool) []string {
	names := f.Types.names()
	if nullable {
		names = append(names, "null")
	}
	return names
}

// words are the accepted words of a closed list.
func (f *Field) words(nullable bool) []any {
	out := make([]any, 0, len(f.Enum)+1)
	for _, word := range f.Enum {
		out = append(out, word)
	}
	if nullable {
		out = append(out, nil)
	}
	return out
}

// description is the meaning, with what the other keywords do not say.
func (f *Field) description() string {
	text := f.Meaning
	if f.When != "" {
		text += " Required " + f.When + "."
	}
	if f.Open {
		text += " Known words: " + strings.Join(f.Enum, ", ") + "."
	}
	if f.use != "" {
		text += " Write " + f.use + "."
	}
	return text
}

// typeKeyword says one type as a string and several as a list; none says
// nothing.
func typeKeyword(types []string) object {
	switch len(types) {
	case 0:
		return nil
	case 1:
		return object{{"type", types[0]}}
	}
	return object{{"type", types}}
}

// appendJSON writes the values that a schema is made of.
func appendJSON(dst []byte, v any) []byte {
	switch v := v.(type) {
	case object:
		dst = append(dst, '{')
		for i, m := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(jsonscan.AppendQuoted(dst, m.name), ':')
			dst = appendJSON(dst, m.value)
		}
		return append(dst, '}')
	case []any:
		dst = append(dst, '[')
		for i, e := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSON(dst, e)
		}
		return append(dst, ']')
	case []string:
		return appendJSON(dst, slices.Collect(func(yield func(any) bool) {
			for _, s := range v {
				if !yield(s) {
					return
				}
			}
		}))
	case string:
		return jsonscan.AppendQuoted(dst, v)
	case json.RawMessage:
		return append(dst, v...)
	case bool:
		return strconv.AppendBool(dst, v)
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	}
	return append(dst, "null"...)
}
