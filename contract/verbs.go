package contract

import (
	"encoding/json"
	"strings"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Set replaces what stands at path with value, lists included and unguarded:
// it is the verb to correct or clear (C-24). Missing or null members on the
// way become objects; a new member is appended to its object. Everything else
// keeps its bytes.
//
// It returns a new document and leaves d as it is. A path that is malformed,
// leads through a list or a scalar, or begins with a host field is refused
// with a *VerbError (ErrPath, ErrNotObject, ErrHostField); a value that does
// not pass the strict door with a *SyntaxError; a result over the limits of
// the document with a *VerbError that matches ErrTooLarge or ErrTooDeep.
func (d Document) Set(path string, value json.RawMessage, opts ...FormOption) (Document, error) {
	e, err := d.edit(verbSet, path, value, opts)
	if err != nil {
		return Document{}, err
	}
	return e.put(e.value)
}

// Add extends the list at path by one entry, value, at its end (C-24). A
// missing or null list becomes a list of one; anything else there is refused
// (ErrNotList). Otherwise it does and refuses what Set does.
func (d Document) Add(path string, value json.RawMessage, opts ...FormOption) (Document, error) {
	e, err := d.edit(verbAdd, path, value, opts)
	if err != nil {
		return Document{}, err
	}
	if e.at.depth < len(e.names) || e.at.kind == jsonscan.Null {
		return e.put("[" + e.value + "]")
	}
	if e.at.kind != jsonscan.Array {
		return Document{}, &VerbError{
			Verb:   verbAdd,
			Path:   path,
			Detail: e.at.kind.String() + " stands here, and only a list can be extended",
			Repair: setRepair(path, "a list that holds what belongs there"),
			Err:    ErrNotList,
		}
	}
	at, comma := lastInside(d.raw, e.at.start, e.at.end)
	return e.splice(at, at, comma, e.value)
}

// edit is one Set or Add that got past the checks which both share.
type edit struct {
	doc   Document
	verb  string
	path  string
	names []string
	value string
	at    place
}

// edit checks a path and a value in the order of C-7 and C-26: the path before
// anything else, then who may write there, then the value, then what the path
// leads through.
func (d Document) edit(verb, path string, value json.RawMessage, opts []FormOption) (edit, error) {
	names, err := docpath.Split(path)
	if err != nil {
		return edit{}, pathError(verb, path)
	}
	if cfg := formOf(opts); isHostField(names[0], &cfg) {
		return edit{}, hostFieldError(verb, names[0])
	}
	text, err := argument(argValue, value, d.limits, nil)
	if err != nil {
		return edit{}, err
	}
	e := edit{doc: d, verb: verb, path: path, names: names, value: text, at: d.locate(names)}
	if e.at.depth == len(names) || e.at.kind == jsonscan.Object || e.at.kind == jsonscan.Null && e.at.depth > 0 {
		return e, nil
	}
	return edit{}, e.at.throughError(verb, names)
}

// argument takes a value or patch through the strict door, without the white
// space around it.
func argument(name string, raw json.RawMessage, limits jsonscan.Limits, index *jsonscan.Index) (string, error) {
	if lim := limits.OrDefault(); len(raw) > lim.MaxBytes {
		return "", syntaxError(name, jsonscan.TooLargeError(len(raw), lim), 0)
	}
	whole := string(raw)
	text := strings.TrimLeft(whole, jsonSpace)
	shift := len(whole) - len(text)
	text = strings.TrimRight(text, jsonSpace)
	if err := jsonscan.ScanDeep(text, limits, index); err != nil {
		return "", syntaxError(name, err, shift)
	}
	return text, nil
}

// put writes value at the path: in place of what stands there, or as a new
// member, inside as many new objects as the path has names left.
func (e edit) put(value string) (Document, error) {
	missing := e.names[e.at.depth:]
	if len(missing) == 0 {
		return e.splice(e.at.start, e.at.end, "", value)
	}
	if limits := e.doc.limits.OrDefault(); len(e.names) > limits.MaxDepth {
		return Document{}, e.refused(jsonscan.TooDeepError(limits))
	}
	var b strings.Builder
	b.Grow(len(value) + 2*len(e.path) + 8*len(missing))
	null := e.at.kind == jsonscan.Null
	for i, name := range missing {
		if i > 0 || null {
			b.WriteByte('{')
		}
		b.Write(jsonscan.AppendQuoted(nil, name))
		b.WriteByte(':')
	}
	b.WriteString(value)
	for i := range missing {
		if i > 0 || null {
			b.WriteByte('}')
		}
	}
	if null {
		return e.splice(e.at.start, e.at.end, "", b.String())
	}
	at, comma := lastInside(e.doc.raw, e.at.start, e.at.end)
	return e.splice(at, at, comma, b.String())
}

// splice replaces the bytes between from and to.
func (e edit) splice(from, to int, before, text string) (Document, error) {
	raw := e.doc.raw
	size := len(raw) - (to - from) + len(before) + len(text)
	if limits := e.doc.limits.OrDefault(); size > limits.MaxBytes {
		return Document{}, e.refused(jsonscan.TooLargeError(size, limits))
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(raw[:from])
	b.WriteString(before)
	b.WriteString(text)
	b.WriteString(raw[to:])
	doc := Document{raw: b.String(), limits: e.doc.limits}
	// The scan proves the result and indexes it.
	if err := jsonscan.Scan(doc.raw, doc.limits, &doc.index); err != nil {
		return Document{}, e.refused(err)
	}
	return doc, nil
}

// refused is the error for a result that the door does not accept.
func (e edit) refused(err *jsonscan.Error) *VerbError {
	return resultError(e.verb, e.path, err)
}

func resultError(verb, path string, err *jsonscan.Error) *VerbError {
	return &VerbError{
		Verb:   verb,
		Path:   path,
		Detail: "with this change " + err.Msg,
		Err:    syntaxError(argDocument, err, 0),
	}
}

// lastInside returns where a new entry is written into the object or list
// between start and end, behind its last one, and the comma that it needs.
func lastInside(text string, start, end int) (at int, comma string) {
	at = start + 1 + len(strings.TrimRight(text[start+1:end-1], jsonSpace))
	if at == start+1 {
		return at, ""
	}
	return at, ","
}
