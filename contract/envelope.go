package contract

import (
	"encoding/json"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Envelope is a typed view of a document, for reading: writing goes through
// the verbs, so that there is one road to the store. It holds copies; nothing
// done to it reaches the document.
type Envelope struct {
	AgentStatus         AgentStatus
	EvidenceReport      EvidenceReport
	ConsolidationReport *ConsolidationReport
	ApprovalRequest     *ApprovalRequest
	FailureReport       *FailureReport
	// Conclusion is the verdict. A document that has only the deprecated
	// user_facing_summary leaves it empty.
	Conclusion        string
	UserFacingSummary string
	ReportProse       string
	// MemoryDelta and UpdateContracts are as written; MemoryProposals and
	// ParseUpdates read them. They are nil when absent.
	MemoryDelta     json.RawMessage
	UpdateContracts json.RawMessage
}

// AgentStatus says where a turn stands.
type AgentStatus struct {
	// AgentState is the state that the document's text reads as, "" when it
	// reads as none (C-15).
	AgentState   AgentState
	AgentID      string
	PendingSteps Entries
	NextAction   string
}

// EvidenceReport is what was looked at, run and found. Each list holds the
// entries of its lower-case spelling, then those of its UPPER-CASE one.
type EvidenceReport struct {
	PatternsChecked   Entries
	FilesChecked      Entries
	CommandsRun       Entries
	KeyOutputs        Entries
	VerbatimOutputs   Entries
	CrossLayerImpacts Entries
	OpenGaps          Entries
	// Verification is nil when there is none.
	Verification *Verification
}

// Verification is the check that was made. A member of another type than
// declared reads as its zero value; Raw has it as written.
type Verification struct {
	Type    string
	Result  string
	Command string
	// RequiresHuman is the truth of the member as the form judges it (C-17).
	RequiresHuman bool
	Reviewed      string
	Method        string
	// EvidenceIDs and ExpectExit are as written, nil when absent.
	EvidenceIDs json.RawMessage
	ExpectExit  json.RawMessage
	// Raw is the whole object.
	Raw json.RawMessage
}

// Entries are the entries of a list, each as written.
type Entries []json.RawMessage

// Texts returns the entries that are strings, decoded, and leaves out the
// others.
func (e Entries) Texts() []string {
	var out []string
	for _, raw := range e {
		if v, ok := rootValue(raw); ok && v.kind == jsonscan.String {
			out = append(out, v.text())
		}
	}
	return out
}

// References reads entries of files_checked: a string is a bare path, an
// object a path with its commit (C-20). Other entries are left out.
func (e Entries) References() []FileReference {
	var out []FileReference
	for _, raw := range e {
		v, ok := rootValue(raw)
		switch {
		case !ok:
		case v.kind == jsonscan.String:
			out = append(out, FileReference{Path: v.text()})
		case v.kind == jsonscan.Object:
			ref := readReference(v)
			out = append(out, FileReference{Path: ref.path.text(), Commit: ref.commit.text()})
		}
	}
	return out
}

// Envelope reads the document into its typed view. Only exact member names
// count (C-6): a Result beside result changes nothing. What is absent or null
// is the zero value.
//
// It does not ask for a document that meets the form, only for the declared
// JSON types at the closed levels: the error is a *FormError with what
// Validate finds about those (FIELD_TYPE, or FAILURE_REPORT_SHAPE on a
// failure_report that is no object, or MISSING_FIELD on a document that is
// none).
func (d Document) Envelope() (Envelope, error) {
	var v judge
	if !v.look(&d, &v.cfg) {
		v.envelope(&d)
		return Envelope{}, v.report().Err()
	}
	v.types()
	if failure := v.get(fieldFailureReport); !failure.missing() && failure.kind != jsonscan.Object {
		v.failureReport()
	}
	if len(v.found) > 0 {
		return Envelope{}, v.report().Err()
	}
	return Envelope{
		AgentStatus: AgentStatus{
			AgentState:   v.state(),
			AgentID:      v.get(fieldAgentID).text(),
			PendingSteps: v.get(fieldPendingSteps).list(),
			NextAction:   v.get(fieldNextAction).text(),
		},
		EvidenceReport: EvidenceReport{
			PatternsChecked:   v.entries(fieldPatternsChecked),
			FilesChecked:      v.entries(fieldFilesChecked),
			CommandsRun:       v.entries(fieldCommandsRun),
			KeyOutputs:        v.entries(fieldKeyOutputs),
			VerbatimOutputs:   v.entries(fieldVerbatimOutputs),
			CrossLayerImpacts: v.entries(fieldCrossLayerImpacts),
			OpenGaps:          v.entries(fieldOpenGaps),
			Verification:      v.verification(),
		},
		ConsolidationReport: v.consolidation(),
		ApprovalRequest:     v.approval(),
		FailureReport:       v.failure(),
		Conclusion:          v.get(fieldConclusion).text(),
		UserFacingSummary:   v.get(fieldUserFacingSummary).text(),
		ReportProse:         v.get(fieldReportProse).text(),
		MemoryDelta:         v.get(fieldMemoryDelta).copy(),
		UpdateContracts:     v.get(fieldUpdateContracts).copy(),
	}, nil
}

// list copies the entries of a list; nil when v is none.
func (v value) list() Entries {
	if v.kind != jsonscan.Array {
		return nil
	}
	out := Entries{}
	for _, entry := range v.inside() {
		out = append(out, entry.copy())
	}
	return out
}

// Claims returns what the envelope claims to have checked and quoted, as
// evidence.Check takes it: for a host that holds claims against a record
// without closing a contract.
func (d Document) Claims() evidence.Claims {
	return evidence.Claims{
		Verification:         d.field(fieldVerification).copy(),
		VerbatimOutputs:      d.field(fieldVerbatimOutputs).copy(),
		VerbatimOutputsUpper: d.at(upperPath(fieldVerbatimOutputs)).copy(),
	}
}

// copy is v as written, nil when it is absent.
func (v value) copy() json.RawMessage {
	if v.kind == jsonscan.Invalid {
		return nil
	}
	return json.RawMessage(v.raw())
}

// entries reads an evidence list under both spellings.
func (v *view) entries(id fieldID) Entries {
	lower, upper := v.get(id).list(), v.getUpper(id).list()
	if lower == nil {
		return upper
	}
	return append(lower, upper...)
}

func (v *view) verification() *Verification {
	block := v.get(fieldVerification)
	if block.kind != jsonscan.Object {
		return nil
	}
	c := v.checked()
	return &Verification{
		Type:          c.kind.text(),
		Result:        c.result.text(),
		Command:       c.command.text(),
		RequiresHuman: c.requiresHuman.truthy(),
		Reviewed:      c.reviewed.text(),
		Method:        c.method.text(),
		EvidenceIDs:   c.evidenceIDs.copy(),
		ExpectExit:    c.expectExit.copy(),
		Raw:           block.copy(),
	}
}
