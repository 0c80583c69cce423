package contract

import (
	"encoding/json"
	"strconv"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Sanitize repairs what an inherited draft may carry, so that no draft is
// impossible to close (C-23):
//
//   - a member that its closed level does not declare is removed; the change
//     names where a misplaced one belongs;
//   - a value other than a list where a list is declared becomes a list of it;
//   - agent_state of another type than string becomes IN_PROGRESS, and
//     next_action pending;
//   - any other declared member of the wrong type is removed, but
//     failure_report, which the agent must correct;
//   - a malformed file reference becomes a string: its trimmed path when it
//     has nothing else, else the compact JSON of the object.
//
// Nothing is invented: no agent id, no missing block or list. Each Change
// carries the value that it removed or replaced, so that a repair loses no
// evidence. Afterwards Validate finds no UNKNOWN_FIELD, MISPLACED_KEY,
// FIELD_TYPE or FILE_REFERENCE_SHAPE. doc itself is unchanged, and returned
// when nothing was repaired; a second call changes nothing.
func Sanitize(doc Document, opts ...FormOption) (Document, []Change) {
	s := sanitizer{cfg: formOf(opts)}
	if !s.look(&doc, &s.cfg) {
		return doc, nil
	}
	for l := range levelCount {
		s.level(l)
	}
	if list := s.get(fieldFilesChecked); list.kind == jsonscan.Array {
		s.flattenEntries(list, fields[fieldFilesChecked].Path)
	}
	s.flattenEntries(s.getUpper(fieldFilesChecked), upperPath(fieldFilesChecked))
	return s.rewritten(doc)
}

// notAnEnvelope is the repair of an inherited draft that is no object at all:
// the initial envelope stands in its place.
func notAnEnvelope(was, is Document) Change {
	return Change{
		Field:  envelopeField,
		Detail: "replaced: an envelope is an object",
		Old:    was.Bytes(),
		New:    is.Bytes(),
	}
}

// sanitizer is one run of Sanitize.
type sanitizer struct {
	rewriter
	cfg formConfig
}

// level repairs the members of one closed level, in document order.
func (s *sanitizer) level(l level) {
	kept, before := false, 0 // whether a member stayed so far; where the former member ends
	for i, end := s.span(l); i < end; i = s.members[i].Next {
		m := &s.members[i]
		name := m.Name(s.doc)
		path := l.prefix() + docpath.Escape(name)
		why, gone := s.judge(l, name, path, valueOf(s.doc, m))
		switch {
		case !gone:
			kept = true
		case kept: // with the comma before it
			s.remove(m, before, m.End, path, why)
		case m.Next < end: // with the comma behind it
			s.remove(m, m.NameStart-1, s.members[m.Next].NameStart-1, path, why)
		default:
			s.remove(m, m.NameStart-1, m.End, path, why)
		}
		before = m.End
	}
}

// judge repairs a member in place, or says that and why it must go.
func (s *sanitizer) judge(l level, name, path string, val value) (why string, gone bool) {
	p, declared := levels[l][name]
	if !declared {
		if l == levelRoot && isHostField(name, &s.cfg) {
			return "", false
		}
		if right, ok := elsewhere(name, l, &s.cfg); ok {
			return "removed: that name is declared as " + right.Path, true
		}
		return "removed: no member of that name is declared here", true
	}
	f := &fields[p.id]
	if p.upper || val.missing() || val.is(f.Types) || !isTyped(p.id) {
		return "", false
	}
	switch {
	case f.Types == TypeArray:
		s.wrap(p.id, val)
	case p.id == fieldAgentState || p.id == fieldNextAction:
		s.replace(val, path, "replaced: "+f.expected()+" is declared", f.initial)
	default:
		return "removed: " + f.expected() + " is declared", true
	}
	return "", false
}

// wrap makes a list of a value. A file reference that becomes an entry by that
// is held to its shape at once.
func (s *sanitizer) wrap(id fieldID, val value) {
	path, with := fields[id].Path, val.raw()
	s.replace(val, path, "wrapped: a list is declared", "["+with+"]")
	if id != fieldFilesChecked || val.kind != jsonscan.Object {
		return
	}
	ref := readReference(val)
	if ref.ok() {
		return
	}
	last := &s.made[len(s.made)-1]
	flat := flatten(ref)
	last.with = "[" + flat + "]"
	last.changes = append(last.changes, flattened(path, 0, ref, flat))
}

// flattenEntries makes strings of the malformed file references in a list.
func (s *sanitizer) flattenEntries(list value, path string) {
	for i, ref := range references(list) {
		if ref.ok() {
			continue
		}
		flat := flatten(ref)
		s.made = append(s.made, rewrite{
			replacement: replacement{start: ref.whole.start, end: ref.whole.end, with: flat},
			changes:     []Change{flattened(path, i, ref, flat)},
		})
	}
}

// flatten writes a malformed file reference as a JSON string.
func flatten(ref reference) string {
	if ref.path.says() && ref.commit.kind == jsonscan.Invalid && ref.others == 0 {
		return quote(ref.path.trimmed())
	}
	return quote(jsonscan.Compact(ref.whole.raw()))
}

func flattened(list string, i int, ref reference, flat string) Change {
	return Change{
		Field:  list + "[" + strconv.Itoa(i) + "]",
		Detail: "flattened: a file reference has a path and a commit of 7 to 64 hex digits, and nothing else",
		Old:    json.RawMessage(ref.whole.raw()),
		New:    json.RawMessage(flat),
	}
}

// remove cuts a member out of its object, together with the text around it.
func (s *sanitizer) remove(m *jsonscan.Member, from, to int, path, why string) {
	s.made = append(s.made, rewrite{
		replacement: replacement{start: from, end: to},
		changes:     []Change{{Field: path, Detail: why, Old: json.RawMessage(m.Value(s.doc))}},
	})
}
