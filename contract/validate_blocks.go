package contract

import (
	"iter"
	"strconv"
	"strings"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
	"github.com/handfast-go/handfast/internal/vocab"
)

const (
	passed   = "pass"
	nextDone = `"done"`
	// doneWord is what next_action reads under COMPLETE.
	doneWord = "done"

	agentIDBlank = `"<agent id of the dispatch>"`
)

// isDone reports that next_action reads done (C-16).
func isDone(next value) bool { return vocab.EqualASCII(next.trimmed(), doneWord) }

// verificationShape reports a declared type that is not paid for (C-17).
// Without a state that can be read nothing is owed.
func (v *judge) verificationShape(c *checked) {
	if v.declared == "" {
		return
	}
	if c.kind.missing() {
		return
	}
	word := vocab.Fold(c.kind.text())
	owes := paysAny // a value that is no string is a word of its own
	if c.kind.kind == jsonscan.String {
		if word == "" {
			return
		}
		owes = owedBy(word)
	}
	var paid companion
	if c.command.says() {
		paid |= paysCommand
	}
	if c.requiresHuman.truthy() {
		paid |= paysHuman
	}
	if c.reviewed.says() {
		paid |= paysReviewed
	}
	if owes == paysNothing || paid&owes != 0 {
		return
	}
	v.unpaid(c, owes)
}

func (v *judge) unpaid(c *checked, owes companion) {
	declares := "type declares " + c.kind.describe()
	owed, got, blank := fieldVerificationCommand, c.command, `"<the command, as it was run>"`
	switch owes {
	case paysCommand, paysNothing:
	case paysHuman:
		owed, got, blank = fieldVerificationRequiresHuman, c.requiresHuman, "true"
	case paysReviewed:
		owed, got, blank = fieldVerificationReviewed, c.reviewed, `"<what was reviewed>"`
	case paysAny:
		v.find(VerificationShape, fields[fieldVerification].Path,
			declares+", which owes a command, requires_human or reviewed; none of them says anything",
			"set "+fields[owed].Path+" "+blank)
		return
	}
	v.find(VerificationShape, fields[owed].Path,
		declares+", which owes "+fields[owed].Name()+"; arrived "+got.describe(), "set "+fields[owed].Path+" "+blank)
}

// verificationResult reports a COMPLETE hand-off without a passed check
// (C-16).
func (v *judge) verificationResult(c *checked) {
	if v.declared != StateComplete {
		return
	}
	block := v.get(fieldVerification)
	path := fields[fieldVerificationResult].Path
	if block.kind != jsonscan.Object {
		v.find(VerificationResult, fields[fieldVerification].Path,
			`COMPLETE needs a verification whose result is "pass", arrived `+block.describe(),
			"fill "+patch(path, `"pass"`))
		return
	}
	if vocab.EqualASCII(c.result.trimmed(), passed) {
		return
	}
	// A result that says something else is not talked into a pass.
	repair := "set " + fields[fieldAgentState].Path + ` "<the state that is true>"`
	if said := vocab.Lower(c.result.text()); strings.TrimSpace(said) == "" || strings.Contains(said, passed) {
		repair = "set " + path + ` "pass"`
	}
	v.find(VerificationResult, path,
		`COMPLETE needs exactly "pass", arrived `+c.result.describe()+"; what did not pass is not COMPLETE", repair)
}

// approvalRequest reports an approval request that does not say what is to be
// approved (C-18).
func (v *judge) approvalRequest() {
	if v.declared != StateApprovalRequest {
		return
	}
	const blank = `"<exactly what is to be approved>"`
	path := fields[fieldExactContent].Path
	block := v.get(fieldApprovalRequest)
	if block.kind != jsonscan.Object || block.empty() {
		v.find(ApprovalRequestShape, fields[fieldApprovalRequest].Path,
			"APPROVAL_REQUEST needs an object with exact_content, arrived "+block.describe(),
			"set "+fields[fieldApprovalRequest].Path+` {"exact_content":`+blank+"}")
		return
	}
	if content := v.child(fieldApprovalRequest, fields[fieldExactContent].Name()); !content.says() {
		v.find(ApprovalRequestShape, path,
			"APPROVAL_REQUEST needs a non-blank string, arrived "+content.describe(), "set "+path+" "+blank)
	}
}

// failureReport reports each offending member of a failure report, in any
// state (C-19).
func (v *judge) failureReport() {
	block := v.get(fieldFailureReport)
	if block.missing() {
		return
	}
	if block.kind != jsonscan.Object {
		v.find(FailureReportShape, fields[fieldFailureReport].Path,
			"expected an object or null, arrived "+block.describe(), "set "+fields[fieldFailureReport].Path+" null")
		return
	}
	for _, id := range []fieldID{fieldAttempted, fieldSymptom} {
		if got := v.child(fieldFailureReport, fields[id].Name()); !got.says() {
			v.find(FailureReportShape, fields[id].Path,
				"expected a non-blank string, arrived "+got.describe(),
				"set "+fields[id].Path+` "<`+lowerFirst(fields[id].Meaning)+`>"`)
		}
	}
	if got := v.child(fieldFailureReport, fields[fieldFailureEvidence].Name()); !holdsText(got) {
		v.find(FailureReportShape, fields[fieldFailureEvidence].Path,
			"expected a list with at least one non-blank string, arrived "+got.describe(),
			"set "+fields[fieldFailureEvidence].Path+` ["<what shows it>"]`)
	}
	if got := v.child(fieldFailureReport, fields[fieldSeverity].Name()); !got.missing() {
		if _, ok := vocab.OneOf(got.trimmed(), severities); !ok {
			v.find(FailureReportShape, fields[fieldSeverity].Path,
				"expected "+oneOf(fields[fieldSeverity].Enum)+", or none, arrived "+got.describe(),
				"set "+fields[fieldSeverity].Path+` "<severity>"`)
		}
	}
}

// holdsText reports that v is a list with a non-blank string in it.
func holdsText(v value) bool {
	if v.kind != jsonscan.Array {
		return false
	}
	for _, entry := range v.inside() {
		if entry.says() {
			return true
		}
	}
	return false
}

// fileReferences reports malformed file references under both spellings of
// files_checked (C-20).
func (v *judge) fileReferences() {
	v.referencesIn(v.get(fieldFilesChecked), fields[fieldFilesChecked].Path)
	v.referencesIn(v.getUpper(fieldFilesChecked), upperPath(fieldFilesChecked))
}

func (v *judge) referencesIn(list value, path string) {
	for i, r := range references(list) {
		if !r.ok() {
			v.reference(r, path, i)
		}
	}
}

// reference reports what is wrong with one file reference.
func (v *judge) reference(r reference, list string, i int) {
	at := list + "[" + strconv.Itoa(i) + "]"
	repair := "set " + list + " <the list, entry " + strconv.Itoa(i) + ` as "<path>" or {"path":"<path>","commit":"<7 to 64 hex digits>"}>`
	if !r.path.says() {
		v.find(FileReferenceShape, at+".path", "expected a non-blank string, arrived "+r.path.describe(), repair)
	}
	if _, ok := r.sha(); !ok {
		v.find(FileReferenceShape, at+".commit",
			"expected 7 to 64 hex digits, arrived "+r.commit.describe()+"; a branch, a tag or HEAD moves", repair)
	}
	for name := range r.whole.inside() {
		if name != "path" && name != "commit" {
			v.find(FileReferenceShape, at+"."+docpath.Escape(name), "a file reference has path and commit and nothing else", repair)
		}
	}
}

// reference is an object among the entries of files_checked.
type reference struct {
	whole, path, commit value
	others              int
}

// references yields the entries of a list that are objects, with their places
// in it; none for any other value.
func references(list value) iter.Seq2[int, reference] {
	return func(yield func(int, reference) bool) {
		if list.kind != jsonscan.Array || strings.IndexByte(list.raw(), '{') < 0 {
			return
		}
		i := -1
		for _, entry := range list.inside() {
			i++
			if entry.kind == jsonscan.Object && !yield(i, readReference(entry)) {
				return
			}
		}
	}
}

func readReference(v value) reference {
	r := reference{whole: v}
	for name, val := range v.inside() {
		switch name {
		case "path":
			r.path = val
		case "commit":
			r.commit = val
		default:
			r.others++
		}
	}
	return r
}

func (r reference) ok() bool {
	_, ok := r.sha()
	return ok && r.others == 0 && r.path.says()
}

const (
	shaMin = 7
	shaMax = 64
)

// sha is the commit as it is compared: trimmed; it reports whether that is a
// commit at all.
func (r reference) sha() (string, bool) {
	sha := r.commit.trimmed()
	return sha, isCommit(sha)
}

func isCommit(sha string) bool {
	if len(sha) < shaMin || len(sha) > shaMax {
		return false
	}
	for i := range len(sha) {
		if c := sha[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
			return false
		}
	}
	return true
}
