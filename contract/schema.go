package contract

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/vocab"
)

// Types is a set of JSON types.
type Types uint8

// The JSON types. TypeInteger is a number without a fraction.
const (
	TypeNull Types = 1 << iota
	TypeBoolean
	TypeInteger
	TypeNumber
	TypeString
	TypeArray
	TypeObject

	// TypeAny is every type: the form does not look at the value.
	TypeAny = TypeNull | TypeBoolean | TypeInteger | TypeNumber | TypeString | TypeArray | TypeObject
)

//nolint:gochecknoglobals // read-only table, in the order of the bits
var typeNames = [...]string{"null", "boolean", "integer", "number", "string", "array", "object"}

// names lists the types as JSON Schema spells them.
func (t Types) names() []string {
	var out []string
	for i, name := range typeNames {
		if t&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}

// String names the types, as in "array" or "string or object"; every type is
// "any".
func (t Types) String() string {
	if t == TypeAny {
		return "any"
	}
	return strings.Join(t.names(), " or ")
}

// MarshalText writes String.
func (t Types) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// Writer says who writes a member.
type Writer string

// The writers.
const (
	// WriterAgent: the agent, through the verbs.
	WriterAgent Writer = "agent"
	// WriterAdvisory: the agent, and the form deliberately does not look at
	// the type, so that a malformed value never blocks a close.
	WriterAdvisory Writer = "advisory"
	// WriterDeprecated: still read, no longer to be written.
	WriterDeprecated Writer = "deprecated"
	// WriterHost: the host alone; the verbs refuse it (ErrHostField).
	WriterHost Writer = "host"
)

// Field is one row of the schema table: everything that is known about one
// member of an envelope (C-9).
type Field struct {
	// Path is the dotted path; "[]" stands for every entry of a list.
	Path string `json:"path"`
	// Types are the JSON types that are accepted, null aside.
	Types Types `json:"type"`
	// Items are the types that the entries of a list are written in. The form
	// does not check them.
	Items Types `json:"items,omitzero"`
	// Nullable says that null is accepted: as absence, or for a required list
	// as an empty one.
	Nullable bool `json:"nullable,omitempty"`
	// Required says that the member must be there whenever its object is.
	Required bool `json:"required,omitempty"`
	// When restricts Required to an occasion; "" is always.
	When string `json:"when,omitempty"`
	// Closed says that an object has no members but the declared ones.
	Closed bool `json:"closed,omitempty"`
	// Writer says who writes it.
	Writer Writer `json:"writer"`
	// Enum are the accepted words of a closed list, or the known words of an
	// open one (Open).
	Enum []string `json:"enum,omitempty"`
	// Open says that other words than those of Enum are accepted.
	Open bool `json:"open,omitempty"`
	// Meaning is one line.
	Meaning string `json:"meaning"`
	// Example is a value as it may be written.
	Example json.RawMessage `json:"example"`

	// initial is the value in the initial envelope; "" is absent (C-8).
	initial string
	// pattern is the form of a string, as a regular expression of JSON Schema.
	pattern string
	// use is the member that replaces a deprecated one.
	use string
}

// Name is the member name that Path ends in.
func (f Field) Name() string {
	if strings.IndexByte(f.Path, '\\') >= 0 { // only a name that a host declared
		if segments, err := docpath.Split(f.Path); err == nil {
			return segments[len(segments)-1]
		}
	}
	return f.Path[strings.LastIndexByte(f.Path, '.')+1:]
}

// parent is the path of the object that holds a row of the table; "" is the
// root. No name of the table holds a dot.
func (f Field) parent() string { return f.Path[:max(0, strings.LastIndexByte(f.Path, '.'))] }

// declaredByHost is the meaning of a field that the table does not know.
const declaredByHost = "Declared by the host."

// Fields returns the schema table: the members of the root, then those of
// agent_status and evidence_report, then the members that the open objects are
// known by. Host fields declared with WithHostFields follow the built-in ones.
// The slice is the caller's own.
func Fields(opts ...FormOption) []Field {
	out := slices.Clone(fields[:])
	var declared []Field
	for _, name := range formOf(opts).hostFields {
		if _, known := levels[levelRoot][name]; !known {
			declared = append(declared, hostField(docpath.Escape(name), declaredByHost))
		}
	}
	return slices.Insert(out, int(fieldLastRoot)+1, declared...)
}

// level is one of the three closed levels of an envelope.
type level uint8

const (
	levelRoot level = iota
	levelStatus
	levelEvidence
	levelCount
)

// prefix is what a path at the level begins with.
func (l level) prefix() string {
	switch l {
	case levelStatus:
		return fields[fieldAgentStatus].Path + "."
	case levelEvidence:
		return fields[fieldEvidenceReport].Path + "."
	case levelRoot, levelCount:
	}
	return ""
}

// slot is where a name of a closed level stands in the table. upper marks the
// UPPER-CASE spelling of an evidence list, which is read but not declared.
type slot struct {
	id    fieldID
	upper bool
}

// levels finds the row of a name at a closed level.
//
//nolint:gochecknoglobals // read-only, built from the table
var levels = buildLevels()

func buildLevels() [levelCount]map[string]slot {
	var out [levelCount]map[string]slot
	for l := range out {
		out[l] = map[string]slot{}
		for id := range fieldCount {
			f := fields[id]
			if f.parent()+"." == level(l).prefix() || f.parent() == "" && level(l) == levelRoot {
				out[l][f.Name()] = slot{id: id}
			}
		}
	}
	for _, id := range evidenceLists {
		out[levelEvidence][strings.ToUpper(fields[id].Name())] = slot{id: id, upper: true}
	}
	return out
}

// upperPath is the path of an evidence list under its UPPER-CASE spelling.
func upperPath(id fieldID) string { return upperPaths[id] }

//nolint:gochecknoglobals // read-only, built from the table
var upperPaths = buildUpperPaths()

func buildUpperPaths() [fieldLastClosed + 1]string {
	var out [fieldLastClosed + 1]string
	for _, id := range evidenceLists {
		out[id] = levelEvidence.prefix() + strings.ToUpper(fields[id].Name())
	}
	return out
}

// writable are the names of each level that an agent is told to write.
//
//nolint:gochecknoglobals // read-only, built from the table
var writable = buildNames(func(f Field) bool { return f.Writer == WriterAgent || f.Writer == WriterAdvisory })

// typed are the rows whose type the form checks, in the order of its findings
// (C-13).
//
//nolint:gochecknoglobals // read-only, built from the table
var typed = buildTyped()

func buildTyped() []fieldID {
	var out []fieldID
	for id := range fieldLastClosed + 1 {
		if isTyped(id) {
			out = append(out, id)
		}
	}
	return out
}

// elsewhere returns the row of a name that is declared at another closed level
// than l (C-14).
func elsewhere(name string, l level, cfg *formConfig) (Field, bool) {
	for other := range levelCount {
		if other == l {
			continue
		}
		if p, ok := levels[other][name]; ok && !p.upper {
			return fields[p.id], true
		}
	}
	if l != levelRoot && slices.Contains(cfg.hostFields, name) {
		return hostField(docpath.Escape(name), declaredByHost), true
	}
	return Field{}, false
}

// isHostField reports whether name is a root member that only the host writes
// (C-26b): one of the table's, or one that the host declared. A name that the
// table gives to the agent stays the agent's.
func isHostField(name string, cfg *formConfig) bool {
	if p, ok := levels[levelRoot][name]; ok {
		return fields[p.id].Writer == WriterHost
	}
	return slices.Contains(cfg.hostFields, name)
}

// isTyped reports whether the form checks the type of a row: what an agent
// writes, but failure_report, which has a code of its own.
func isTyped(id fieldID) bool {
	f := &fields[id]
	return f.Writer == WriterAgent && f.Types != TypeAny && id != fieldFailureReport
}

// suggest returns the row of the writable member that name most likely is a
// typo of: at its own level first, then at the others. A typo of a deprecated
// name leads to the member that replaces it; host fields are never suggested.
func suggest(name string, at level) (Field, bool) {
	for i := range levelCount {
		l := (at + i) % levelCount
		near, ok := vocab.Nearest(name, slices.Values(written[l]))
		if !ok {
			continue
		}
		f := fields[levels[l][near].id]
		if f.use != "" { // what replaces a root member is a root member
			f = fields[levels[levelRoot][f.use].id]
		}
		return f, true
	}
	return Field{}, false
}

// written are the names that each level has beside those of the host.
//
//nolint:gochecknoglobals // read-only, built from the table
var written = buildNames(func(f Field) bool { return f.Writer != WriterHost })

// buildNames lists the names of each level that keep accepts, in the order of
// the table.
func buildNames(keep func(Field) bool) [levelCount][]string {
	var out [levelCount][]string
	for id := range fieldLastClosed + 1 {
		f := fields[id]
		for l := range out {
			if p, declared := levels[l][f.Name()]; declared && p.id == id && keep(f) {
				out[l] = append(out[l], f.Name())
			}
		}
	}
	return out
}
