package drift

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
	"github.com/handfast-go/handfast/internal/timetext"
)

// Proposal is one entry of update_contracts that carries a drift object: what
// an agent says has changed, and which command showed it.
//
// The two raw values are JSON as it arrived; they need not have been checked.
type Proposal struct {
	// Section is the entry's contract: the section of the project context.
	Section string
	// Payload is the object that would be merged into the section.
	Payload json.RawMessage
	// Drift is the entry's drift object: key_path, old, new, command and
	// observed_at.
	Drift json.RawMessage
}

// The member names of an entry and of its drift object.
const (
	memberContract   = "contract"
	memberPayload    = "payload"
	memberDrift      = "drift"
	memberKeyPath    = "key_path"
	memberOld        = "old"
	memberNew        = "new"
	memberCommand    = "command"
	memberObservedAt = "observed_at"
)

// absent is what stands for a value that is not there.
const absent = "null"

// ParseProposal reads an entry as it stands in update_contracts. It never
// fails: what cannot be read is left empty, and Evaluate then answers
// Malformed.
func ParseProposal(entry json.RawMessage) Proposal {
	var index jsonscan.Index
	text := string(entry)
	if jsonscan.Scan(text, jsonscan.Limits{}, &index) != nil || index.Kind != jsonscan.Object {
		return Proposal{}
	}
	var p Proposal
	if m, found := memberOf(&index, text, memberContract); found && m.Kind == jsonscan.String {
		p.Section = decodeString(m.Value(text))
	}
	if m, found := memberOf(&index, text, memberPayload); found {
		p.Payload = json.RawMessage(m.Value(text))
	}
	if m, found := memberOf(&index, text, memberDrift); found {
		p.Drift = json.RawMessage(m.Value(text))
	}
	return p
}

// entry is a well-formed proposal.
type entry struct {
	section  string
	payload  string // an object
	keyPath  string
	old      string // JSON, "null" when absent
	new      string // JSON
	command  string
	observed time.Time
}

// readEntry checks the form of a proposal (D-0) and says what is wrong with
// it, everything at once; "" when it is well formed.
func readEntry(p Proposal) (entry, string) {
	e := entry{section: p.Section, payload: string(p.Payload), old: absent}
	var problems []string
	problem := func(s string) { problems = append(problems, s) }
	if strings.TrimSpace(p.Section) == "" {
		problem("contract is not the name of a section")
	}
	var index jsonscan.Index
	if err := jsonscan.Scan(e.payload, jsonscan.Limits{}, &index); err != nil {
		problem("payload: " + err.Error())
	} else if index.Kind != jsonscan.Object {
		problem("payload is " + index.Kind.String() + ", not an object")
	}
	text := string(p.Drift)
	if err := jsonscan.Scan(text, jsonscan.Limits{}, &index); err != nil {
		problem("drift: " + err.Error())
	} else if index.Kind != jsonscan.Object {
		problem("drift is " + index.Kind.String() + ", not an object")
	} else {
		e.readDrift(&index, text, problem)
	}
	return e, strings.Join(problems, "; ")
}

func (e *entry) readDrift(index *jsonscan.Index, text string, problem func(string)) {
	stringOf := func(name string) string {
		m, found := memberOf(index, text, name)
		if !found || m.Kind != jsonscan.String {
			problem("drift." + name + " is not a string")
			return ""
		}
		s := decodeString(m.Value(text))
		if strings.TrimSpace(s) == "" {
			problem("drift." + name + " is blank")
		}
		return s
	}
	e.keyPath = stringOf(memberKeyPath)
	e.command = stringOf(memberCommand)
	if at := stringOf(memberObservedAt); at != "" {
		var ok bool
		if e.observed, ok = timetext.RFC3339(at); !ok {
			problem("drift.observed_at is not an RFC 3339 time")
		}
	}
	if m, found := memberOf(index, text, memberNew); found {
		e.new = m.Value(text)
	} else {
		problem("drift.new is missing")
	}
	if m, found := memberOf(index, text, memberOld); found {
		e.old = m.Value(text)
	}
}

// memberOf finds a member of the root by its exact name.
func memberOf(index *jsonscan.Index, text, name string) (jsonscan.Member, bool) {
	at := index.Find(text, 0, len(index.Members), name)
	if at < 0 {
		return jsonscan.Member{}, false
	}
	return index.Members[at], true
}

// decodeString decodes a JSON string as written, with its quotes.
func decodeString(raw string) string { return jsonscan.Unescape(raw[1 : len(raw)-1]) }

// find returns the value that stands at a path in an object, "" when nothing
// does.
func find(object string, names []string) string {
	at := jsonscan.SkipSpace(object, 0)
	for _, name := range names {
		if jsonscan.KindAt(object, at) != jsonscan.Object {
			return ""
		}
		found := false
		for r := jsonscan.Inside(object, at); !found && r.Next(); {
			if found = r.NameIs(name); found {
				at = r.Start
			} else {
				r.Skip()
			}
		}
		if !found {
			return ""
		}
	}
	return object[at:jsonscan.SkipValue(object, at)]
}

// sameValue reports whether two values are the same JSON value (D-3).
func sameValue(a, b string) bool { return docpath.Equal(a, b) }
