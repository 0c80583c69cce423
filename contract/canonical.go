package contract

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/handfast-go/handfast/internal/jsonscan"
	"github.com/handfast-go/handfast/internal/vocab"
)

// Change is one substitution that Canonicalize or Sanitize made.
type Change struct {
	// Field is the path of the member, as in a Finding.
	Field string `json:"field"`
	// Detail says why, in words that may change.
	Detail string `json:"detail"`
	// Old is the value that was replaced or removed, as written; New is what
	// stands there now, nil when the member is gone.
	Old json.RawMessage `json:"old"`
	New json.RawMessage `json:"new,omitempty"`
}

// key tells changes apart.
func (c Change) key() string {
	return strings.Join([]string{c.Field, c.Detail, string(c.Old), string(c.New)}, "\x00")
}

// Canonicalize rewrites each value of which Validate compared a normalised
// form to that form, and nothing else, so that what is stored is what was
// validated (C-22):
//
//   - agent_status.agent_state that reads as a state;
//   - agent_status.next_action that reads done, in every state;
//   - verification.type, known or not, folded (C-17), unless nothing is left;
//   - verification.result, whatever it says, trimmed and in lower case;
//   - the commit of a file reference, when it is one;
//   - failure_report.severity, when it is one.
//
// It returns the rewritten document and every substitution, in that order of
// the document's text; doc itself is unchanged, and returned when nothing was
// rewritten. A document that validates still validates. A second call changes
// nothing.
func Canonicalize(doc Document, opts ...FormOption) (Document, []Change) {
	var r rewriter
	cfg := formOf(opts)
	if !r.look(&doc, &cfg) {
		return doc, nil
	}
	if state := r.state(); state != "" {
		r.respell(r.get(fieldAgentState), fields[fieldAgentState].Path, string(state))
	}
	if next := r.get(fieldNextAction); isDone(next) {
		r.respell(next, fields[fieldNextAction].Path, doneWord)
	}
	c := r.checked()
	if c.kind.kind == jsonscan.String {
		if word := vocab.Fold(c.kind.text()); word != "" {
			r.respell(c.kind, fields[fieldVerificationType].Path, word)
		}
	}
	if c.result.kind == jsonscan.String {
		r.respell(c.result, fields[fieldVerificationResult].Path, vocab.Lower(c.result.trimmed()))
	}
	r.commits(r.get(fieldFilesChecked), fields[fieldFilesChecked].Path)
	r.commits(r.getUpper(fieldFilesChecked), upperPath(fieldFilesChecked))
	severity := r.child(fieldFailureReport, fields[fieldSeverity].Name())
	if word, ok := vocab.OneOf(severity.trimmed(), severities); ok {
		r.respell(severity, fields[fieldSeverity].Path, string(word))
	}
	return r.rewritten(doc)
}

// respell writes another spelling of a string.
func (r *rewriter) respell(v value, path, word string) {
	if v.text() != word {
		r.replace(v, path, "rewritten to the spelling that was compared", quote(word))
	}
}

// commits rewrites the commits of the file references in a list.
func (r *rewriter) commits(list value, path string) {
	for i, ref := range references(list) {
		if sha, ok := ref.sha(); ok {
			r.respell(ref.commit, path+"["+strconv.Itoa(i)+"].commit", strings.ToLower(sha))
		}
	}
}
