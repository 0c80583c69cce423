package contract

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
	"github.com/handfast-go/handfast/internal/vocab"
)

// What findings say: the words for a value that arrived, for one that was
// expected, and the calls that put it right. Nothing here decides anything.

// describe names a value in a message: "nothing", "the number 42", "a list of
// 3".
func (v value) describe() string {
	switch v.kind {
	case jsonscan.Null:
		return "null"
	case jsonscan.False, jsonscan.True:
		return "the boolean " + v.raw()
	case jsonscan.Number:
		return "the number " + clip(v.raw())
	case jsonscan.String:
		if !v.says() {
			return "a blank string"
		}
		return "the string " + strconv.Quote(clip(v.text()))
	case jsonscan.Array:
		return "a list of " + strconv.Itoa(v.count())
	case jsonscan.Object:
		if v.count() == 0 {
			return "an empty object"
		}
		return "an object"
	case jsonscan.Invalid:
	}
	return "nothing"
}

// count is the number of members or entries.
func (v value) count() int {
	if v.kind != jsonscan.Object && v.kind != jsonscan.Array {
		return 0
	}
	return count(v.raw())
}

// unsaid reports what MISSING_FIELD is about: absent, null or a blank string.
func (v value) unsaid() bool {
	return v.missing() || v.kind == jsonscan.String && v.trimmed() == ""
}

// is reports that v is of one of the types. A boolean is of none that the form
// declares.
func (v value) is(types Types) bool {
	switch v.kind {
	case jsonscan.Null:
		return types&TypeNull != 0
	case jsonscan.False, jsonscan.True:
		return types&TypeBoolean != 0
	case jsonscan.Number:
		return types&(TypeNumber|TypeInteger) != 0
	case jsonscan.String:
		return types&TypeString != 0
	case jsonscan.Array:
		return types&TypeArray != 0
	case jsonscan.Object:
		return types&TypeObject != 0
	case jsonscan.Invalid:
	}
	return false
}

// shown is v as a repair may repeat it: as written when that is short, else a
// blank to fill in.
func (v value) shown() string {
	if raw := v.raw(); len(raw) <= clipAt {
		return jsonscan.Compact(raw)
	}
	return "<the value>"
}

// expected names what a row accepts: "a non-blank string", "a list".
func (f *Field) expected() string {
	what := map[Types]string{TypeString: "a string", TypeArray: "a list", TypeObject: "an object"}[f.Types]
	if f.Required && f.Types == TypeString {
		return "a non-blank string"
	}
	if f.Nullable && !f.Required {
		what += " or null"
	}
	return what
}

// fitted is v as a repair may write it where f is declared: as it is, as a
// list of it, or a blank for a value of the declared type.
func (f *Field) fitted(v value) string {
	switch {
	case f.Types == TypeAny || v.is(f.Types):
		return v.shown()
	case f.Types == TypeArray:
		return "[" + v.shown() + "]"
	}
	return "<" + f.expected() + ">"
}

// stateRepair is the state that a word most likely meant, as JSON.
func stateRepair(word string) string {
	if near, ok := vocab.Nearest(word, func(yield func(string) bool) {
		for _, s := range agentStates {
			if !yield(string(s)) {
				return
			}
		}
	}); ok {
		return strconv.Quote(near)
	}
	return `"<state>"`
}

// omit is the advice to leave a member out. The empty name, which no path can
// say, is written as "".
func omit(field string) string {
	if field == "" || strings.HasSuffix(field, ".") {
		field += `""`
	}
	return "omit " + field
}

// patch is a fill patch that writes one JSON value at a path of the table.
func patch(path, val string) string {
	names, err := docpath.Split(path)
	if err != nil {
		return val
	}
	for _, name := range slices.Backward(names) {
		val = "{" + quote(name) + ":" + val + "}"
	}
	return val
}

// skeleton is a fill patch with blocks of the initial envelope, to be filled
// in.
func skeleton(blocks ...fieldID) string {
	var b strings.Builder
	b.WriteByte('{')
	for i, id := range blocks {
		if i > 0 {
			b.WriteByte(',')
		}
		writeInitial(&b, id, agentIDBlank)
	}
	b.WriteByte('}')
	return b.String()
}

// what names a level in a message.
func (l level) what() string {
	if l == levelRoot {
		return "the root"
	}
	return strings.TrimSuffix(l.prefix(), ".")
}

// oneOf writes a closed list: "a, b or c".
func oneOf(list []string) string {
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// lowerFirst makes a meaning of the table part of a sentence.
func lowerFirst(meaning string) string {
	return strings.ToLower(meaning[:1]) + strings.TrimSuffix(meaning[1:], ".")
}
