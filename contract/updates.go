package contract

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// UpdateEntry is one well-formed entry of update_contracts: a proposal, never
// a write (C-44).
type UpdateEntry struct {
	// Index is the entry's place in the list, from 0.
	Index int
	// Contract names the section of the project context, as written.
	Contract string
	// Payload is an object, as written.
	Payload json.RawMessage
	// Drift is the entry's drift object as written; nil without one.
	Drift json.RawMessage
	// Raw is the whole entry as written; for the abbreviation the entry that
	// it stands for.
	Raw json.RawMessage
}

// Digest is the SHA-256, in lower-case hex, of the entry without the white
// space outside its strings. The same entry has the same digest in every
// close, which is what keeps it from being proposed twice (C-34). Another
// member order or number spelling is another entry.
func (e UpdateEntry) Digest() string {
	sum := sha256.Sum256([]byte(jsonscan.Compact(string(e.Raw))))
	return hex.EncodeToString(sum[:])
}

const (
	updatesShape = `update_contracts is a list of {"contract":"<section>","payload":{…}}`
	entryShape   = `write {"contract":"<section>","payload":{…}}`
)

// ParseUpdates reads the value of update_contracts (C-44): a list of entries,
// each an object with a non-blank string contract and an object payload. A
// drift that is an object marks a drift correction; other members are kept in
// Raw and not read. An object with exactly one member, {section: payload}, is
// read as the list of one entry that it abbreviates.
//
// A malformed entry is refused with a reason and leaves the others alone; any
// other shape of the whole is one refusal. nil, null and [] are nothing. raw
// must be a value that passed the strict door, as every value of a Document
// did; anything else is one refusal too.
func ParseUpdates(raw json.RawMessage) ([]UpdateEntry, []RefusedUpdate) {
	root, ok := rootValue(raw)
	switch {
	case !ok:
		return nil, []RefusedUpdate{{Reason: "this is not JSON; " + updatesShape}}
	case root.missing():
		return nil, nil
	case root.kind == jsonscan.Object:
		return abbreviated(root)
	case root.kind != jsonscan.Array:
		return nil, []RefusedUpdate{{Reason: "arrived " + root.describe() + "; " + updatesShape}}
	}
	var entries []UpdateEntry
	var refused []RefusedUpdate
	i := -1
	for _, v := range root.inside() {
		i++
		entry, reason := readUpdate(v)
		entry.Index = i
		if reason != "" {
			refused = append(refused, RefusedUpdate{Index: i, Section: entry.Contract, Reason: reason})
			continue
		}
		entries = append(entries, entry)
	}
	return entries, refused
}

// rootValue takes raw through the door. Nothing at all is an absent value.
func rootValue(raw json.RawMessage) (value, bool) {
	if len(raw) == 0 {
		return value{}, true
	}
	text := string(raw)
	var index jsonscan.Index
	if err := jsonscan.Scan(text, jsonscan.Limits{}, &index); err != nil {
		return value{}, false
	}
	return value{doc: text, start: index.Start, end: index.End, kind: index.Kind}, true
}

// readUpdate reads one entry of the list; a reason says why it is refused.
func readUpdate(v value) (entry UpdateEntry, reason string) {
	if v.kind != jsonscan.Object {
		return entry, "the entry is " + v.describe() + "; " + entryShape
	}
	var section, payload, drift value
	for name, member := range v.inside() {
		switch name {
		case memberContract:
			section = member
		case memberPayload:
			payload = member
		case memberDrift:
			drift = member
		}
	}
	entry = UpdateEntry{Contract: section.text(), Raw: json.RawMessage(v.raw())}
	switch {
	case !section.says():
		return entry, "contract is " + section.describe() + "; it names the section, as a non-blank string: " + entryShape
	case payload.kind != jsonscan.Object:
		return entry, "payload is " + payload.describe() + "; it is the object to merge into the section: " + entryShape
	}
	entry.Payload = json.RawMessage(payload.raw())
	if drift.kind == jsonscan.Object {
		entry.Drift = json.RawMessage(drift.raw())
	}
	return entry, ""
}

// The members of an entry of update_contracts.
const (
	memberContract = "contract"
	memberPayload  = "payload"
	memberDrift    = "drift"
)

// abbreviated reads {section: payload}.
func abbreviated(root value) ([]UpdateEntry, []RefusedUpdate) {
	refuse := func(reason string) ([]UpdateEntry, []RefusedUpdate) {
		return nil, []RefusedUpdate{{Reason: reason}}
	}
	if n := root.count(); n != 1 {
		return refuse("arrived an object of " + strconv.Itoa(n) + ` members; a single proposal is {"<section>":{…}}, several are a list: ` + updatesShape)
	}
	var section string
	var payload value
	for section, payload = range root.inside() {
		break
	}
	// The text is built rather than cut out: the entry that it stands for is
	// what is proposed and digested.
	raw := `{"contract":` + quote(section) + `,"payload":` + payload.raw() + "}"
	spelled, _ := rootValue(json.RawMessage(raw))
	entry, reason := readUpdate(spelled)
	if reason != "" {
		return nil, []RefusedUpdate{{Section: section, Reason: reason}}
	}
	return []UpdateEntry{entry}, nil
}
