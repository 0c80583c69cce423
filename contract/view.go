package contract

import (
	"iter"
	"strings"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
	"github.com/handfast-go/handfast/internal/vocab"
)

// value is a JSON value inside a document: the text of the whole document and
// where in it the value stands. The zero value is an absent one.
type value struct {
	doc        string
	start, end int
	kind       jsonscan.Kind
}

func valueOf(doc string, m *jsonscan.Member) value {
	return value{doc: doc, start: m.Start, end: m.End, kind: m.Kind}
}

// rootOf is the root of a document.
func rootOf(doc Document) value {
	return value{doc: doc.raw, start: doc.index.Start, end: doc.index.End, kind: doc.index.Kind}
}

func (v value) raw() string { return v.doc[v.start:v.end] }

// field returns the value of a field of the schema, wherever it is declared;
// the zero value when there is none.
func (d Document) field(id fieldID) value { return d.at(fields[id].Path) }

// at returns the value at a path that is known to be well formed; the zero
// value when there is none.
func (d Document) at(path string) value {
	names, err := docpath.Split(path)
	if err != nil {
		return value{}
	}
	p := d.locate(names)
	if p.depth < len(names) {
		return value{}
	}
	return value{doc: d.raw, start: p.start, end: p.end, kind: p.kind}
}

// missing reports that v is absent or null, which most rules treat alike.
func (v value) missing() bool { return v.kind == jsonscan.Invalid || v.kind == jsonscan.Null }

// text is the decoded string, "" when v is no string. It allocates only when
// the string holds an escape sequence.
func (v value) text() string {
	if v.kind != jsonscan.String {
		return ""
	}
	return jsonscan.Unescape(v.doc[v.start+1 : v.end-1])
}

// trimmed is text without the white space around it.
func (v value) trimmed() string { return strings.TrimSpace(v.text()) }

// says reports that v is a string with something in it.
func (v value) says() bool { return v.kind == jsonscan.String && v.trimmed() != "" }

// empty reports that v is {} or [].
func (v value) empty() bool {
	if v.kind != jsonscan.Object && v.kind != jsonscan.Array {
		return false
	}
	r := jsonscan.Inside(v.doc, v.start)
	return !r.Next()
}

// inside yields the members of an object, or the entries of a list under the
// name "", in document order. It yields nothing for any other value.
func (v value) inside() iter.Seq2[string, value] {
	return func(yield func(string, value) bool) {
		if v.kind != jsonscan.Object && v.kind != jsonscan.Array {
			return
		}
		for r := jsonscan.Inside(v.doc, v.start); r.Next(); {
			name := ""
			if v.kind == jsonscan.Object {
				name = r.Name()
			}
			inner := value{doc: v.doc, start: r.Start, kind: jsonscan.KindAt(v.doc, r.Start)}
			inner.end = r.Skip()
			if !yield(name, inner) {
				return
			}
		}
	}
}

// truthy is what requires_human is held to (C-17).
func (v value) truthy() bool {
	switch v.kind {
	case jsonscan.True:
		return true
	case jsonscan.Number:
		for _, c := range []byte(v.raw()) {
			if c == 'e' || c == 'E' {
				break
			}
			if c >= '1' && c <= '9' {
				return true
			}
		}
	case jsonscan.String:
		said := v.trimmed()
		_, denies := vocab.OneOf(said, denials)
		return said != "" && !denies
	case jsonscan.Array, jsonscan.Object:
		return !v.empty()
	case jsonscan.Invalid, jsonscan.Null, jsonscan.False:
	}
	return false
}

// denials are the strings that say no.
//
//nolint:gochecknoglobals // read-only table
var denials = []string{"false", "no", "none", "null", "0"}

// view is a document whose closed levels were looked up once: where each
// declared member stands.
type view struct {
	doc     string
	members []jsonscan.Member
	// at and upper hold 1 + the index into members, 0 for an absent member.
	// upper is the UPPER-CASE spelling of an evidence list.
	at, upper [fieldLastClosed + 1]int32
	// strangers counts, for each level, the members that are not declared.
	strangers [levelCount]int
}

// look fills v and reports whether the document is an object at all.
func (v *view) look(d *Document, cfg *formConfig) bool {
	if d.index.Kind != jsonscan.Object {
		return false
	}
	v.doc, v.members = d.raw, d.index.Members
	v.lookLevel(levelRoot, cfg)
	v.lookLevel(levelStatus, cfg)
	v.lookLevel(levelEvidence, cfg)
	return true
}

func (v *view) lookLevel(l level, cfg *formConfig) {
	names := levels[l]
	for i, end := v.span(l); i < end; i = v.members[i].Next {
		name := v.members[i].Name(v.doc)
		p, declared := names[name]
		switch {
		case !declared:
			if l != levelRoot || !isHostField(name, cfg) {
				v.strangers[l]++
			}
		case p.upper:
			v.upper[p.id] = int32(i) + 1 //nolint:gosec // a document of 8 MiB has fewer members
		default:
			v.at[p.id] = int32(i) + 1 //nolint:gosec // as above
		}
	}
}

// span is the range of a level's members; it is empty when the level's object
// is missing or no object.
func (v *view) span(l level) (first, end int) {
	id := fieldAgentStatus
	switch l {
	case levelRoot:
		return 0, len(v.members)
	case levelEvidence:
		id = fieldEvidenceReport
	case levelStatus, levelCount:
	}
	return v.inside(id)
}

// inside is the range of the members of a root member.
func (v *view) inside(id fieldID) (first, end int) {
	at := int(v.at[id])
	if at == 0 || v.members[at-1].Kind != jsonscan.Object {
		return 0, 0
	}
	return at, v.members[at-1].Next
}

// get returns a declared member of a closed level.
func (v *view) get(id fieldID) value {
	if at := v.at[id]; at > 0 {
		return valueOf(v.doc, &v.members[at-1])
	}
	return value{}
}

// getUpper returns an evidence list under its UPPER-CASE spelling.
func (v *view) getUpper(id fieldID) value {
	if at := v.upper[id]; at > 0 {
		return valueOf(v.doc, &v.members[at-1])
	}
	return value{}
}

// child returns the member of a root member that is an object.
func (v *view) child(parent fieldID, name string) value {
	for i, end := v.inside(parent); i < end; i = v.members[i].Next {
		if v.members[i].Name(v.doc) == name {
			return valueOf(v.doc, &v.members[i])
		}
	}
	return value{}
}

// state is the agent state that the document declares: the value as written,
// and the state it reads as, "" when it reads as none (C-15).
func (v *view) state() AgentState { return readState(v.get(fieldAgentState).text()) }

// readState trims, drops one run of trailing punctuation and compares without
// case. Nothing is trimmed twice, so that "COMPLETE ." is no state.
func readState(text string) AgentState {
	word := strings.TrimRight(strings.TrimSpace(text), ".,;")
	state, _ := vocab.OneOf(word, agentStates)
	return state
}

// checked are the known members of a verification object.
type checked struct {
	kind, result, command, requiresHuman, reviewed value
	method, evidenceIDs, expectExit                value
}

func (v *view) checked() checked {
	var c checked
	block := v.get(fieldVerification)
	if block.kind != jsonscan.Object {
		return c
	}
	for name, val := range block.inside() {
		switch name {
		case "type":
			c.kind = val
		case "result":
			c.result = val
		case "command":
			c.command = val
		case "requires_human":
			c.requiresHuman = val
		case "reviewed":
			c.reviewed = val
		case "method":
			c.method = val
		case "evidence_ids":
			c.evidenceIDs = val
		case "expect_exit":
			c.expectExit = val
		}
	}
	return c
}
