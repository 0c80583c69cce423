package contract

import (
	"strings"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// envelopeField is the field of the one finding on a document that is no
// object.
const envelopeField = "agent_contract_handoff"

// Validate judges the shape of doc and nothing else: no store, no clock, no
// record is asked (C-10). It reports everything that it finds, in this order
// (C-13): undeclared and misplaced members; JSON types; agent_status; the
// presence of the evidence lists; what a declared verification owes; the
// verification of a COMPLETE hand-off; the approval request; the failure
// report; file references.
//
// A hand-off whose state cannot be read is not asked for what only some states
// owe: evidence, verification, approval and the coherence of COMPLETE.
//
// It is pure, safe for concurrent use, linear in the document, and allocates
// nothing for a document without findings whose member names and compared
// strings hold no escape sequence.
func Validate(doc Document, opts ...FormOption) Report {
	v := judge{cfg: formOf(opts)}
	if !v.look(&doc, &v.cfg) {
		v.envelope(&doc)
		return v.report()
	}
	v.declared = v.state()
	v.vocabulary()
	v.types()
	v.agentStatus()
	v.evidence()
	c := v.checked()
	v.verificationShape(&c)
	v.verificationResult(&c)
	v.approvalRequest()
	v.failureReport()
	v.fileReferences()
	return v.report()
}

// judge is one run of Validate.
type judge struct {
	view
	cfg formConfig
	// declared is the state, "" when it is missing or unknown.
	declared AgentState
	found    []Finding
}

func (v *judge) report() Report { return Report{Findings: v.found, judged: true} }

func (v *judge) find(code Code, field, detail, repair string) {
	v.found = append(v.found, Finding{Code: code, Field: field, Detail: detail, Repair: repair})
}

func (v *judge) envelope(doc *Document) {
	root := rootOf(*doc)
	v.find(MissingField, envelopeField,
		"the envelope is "+root.describe()+"; expected an object",
		"fill "+skeleton(fieldAgentStatus, fieldEvidenceReport))
}

// vocabulary reports the members that are not declared where they stand
// (C-14).
func (v *judge) vocabulary() {
	for l := range levelCount {
		if v.strangers[l] > 0 {
			v.undeclared(l)
		}
	}
}

// maxGuesses bounds the suggestions of one report: nobody mistypes more names
// than that, and a document of nothing but strangers is answered in linear
// time.
const maxGuesses = 32

func (v *judge) undeclared(l level) {
	listed, guesses := false, 0
	for i, end := v.span(l); i < end; i = v.members[i].Next {
		name := v.members[i].Name(v.doc)
		if _, declared := levels[l][name]; declared || l == levelRoot && isHostField(name, &v.cfg) {
			continue
		}
		field := l.prefix() + docpath.Escape(name)
		val := valueOf(v.doc, &v.members[i])
		if right, ok := elsewhere(name, l, &v.cfg); ok {
			v.misplaced(field, &right, val)
			continue
		}
		if guesses++; guesses <= maxGuesses {
			if near, ok := suggest(name, l); ok {
				v.find(UnknownField, field,
					"no member of that name is declared; the nearest declared name is "+near.Path, "fill "+patch(near.Path, near.fitted(val)))
				continue
			}
		}
		detail := "no member of that name is declared"
		if !listed { // a document of nothing but strangers is not answered with a list each
			detail += "; " + l.what() + " has " + strings.Join(writable[l], ", ")
			listed = true
		}
		v.find(UnknownField, field, detail, omit(field))
	}
}

func (v *judge) misplaced(field string, right *Field, val value) {
	if right.Writer == WriterHost {
		v.find(MisplacedKey, field, right.Path+" is declared at the root, where only the host writes it", omit(field))
		return
	}
	v.find(MisplacedKey, field, "that name is declared as "+right.Path+", and nothing is moved", "fill "+patch(right.Path, right.fitted(val)))
}

// types reports declared members of another JSON type (C-12).
func (v *judge) types() {
	for _, id := range typed {
		val := v.get(id)
		if f := &fields[id]; !val.missing() && !val.is(f.Types) {
			v.find(FieldType, f.Path, "expected "+f.expected()+", arrived "+val.describe(), "set "+f.Path+" "+f.fitted(val))
		}
	}
}

// agentStatus reports what agent_status lacks, and where COMPLETE contradicts
// it (C-12, C-15, C-16).
func (v *judge) agentStatus() {
	block := v.get(fieldAgentStatus)
	switch {
	case block.missing() || block.kind == jsonscan.Object && block.empty():
		v.find(MissingField, fields[fieldAgentStatus].Path, "arrived "+block.describe()+"; expected an object with four members",
			"fill "+skeleton(fieldAgentStatus))
		return
	case block.kind != jsonscan.Object:
		return
	}

	state, id, steps, next := v.get(fieldAgentState), v.get(fieldAgentID), v.get(fieldPendingSteps), v.get(fieldNextAction)
	switch {
	case state.unsaid():
		v.lacks(fieldAgentState, state, `"<state>"`)
	case state.kind == jsonscan.String && v.declared == "":
		v.find(PlanStatus, fields[fieldAgentState].Path,
			state.describe()+" is no state; expected "+oneOf(fields[fieldAgentState].Enum),
			"set "+fields[fieldAgentState].Path+" "+stateRepair(state.trimmed()))
	}
	switch {
	case id.unsaid():
		v.lacks(fieldAgentID, id, agentIDBlank)
	case !IsAgentID(id.text()):
		v.find(AgentIDFormat, fields[fieldAgentID].Path,
			"arrived "+id.describe()+`; expected "a" and at least 16 lower-case hex digits`,
			"set "+fields[fieldAgentID].Path+" "+agentIDBlank)
	}
	if steps.kind == jsonscan.Invalid {
		v.lacks(fieldPendingSteps, steps, "[]")
	}
	complete := v.declared == StateComplete
	if next.unsaid() {
		blank := `"<what happens next>"`
		if complete {
			blank = nextDone
		}
		v.lacks(fieldNextAction, next, blank)
	}
	if !complete {
		return
	}
	if !next.unsaid() && !isDone(next) {
		v.find(CompleteShape, fields[fieldNextAction].Path,
			`COMPLETE needs "done", arrived `+next.describe(), "set "+fields[fieldNextAction].Path+" "+nextDone)
	}
	if steps.kind == jsonscan.Array && !steps.empty() {
		v.find(CompleteShape, fields[fieldPendingSteps].Path,
			"COMPLETE leaves no step pending, arrived "+steps.describe(), "set "+fields[fieldPendingSteps].Path+" []")
	}
}

// lacks reports a required member that is absent, null or blank.
func (v *judge) lacks(id fieldID, arrived value, blank string) {
	f := &fields[id]
	v.find(MissingField, f.Path, "arrived "+arrived.describe()+"; expected "+f.expected(), "set "+f.Path+" "+blank)
}

// evidence reports the evidence lists that are not there under either spelling
// (C-12). What they hold is not looked at.
func (v *judge) evidence() {
	if v.declared == "" {
		return
	}
	block := v.get(fieldEvidenceReport)
	switch {
	case block.missing() || block.kind == jsonscan.Object && block.empty():
		v.find(MissingField, fields[fieldEvidenceReport].Path, "arrived "+block.describe()+"; expected an object with seven lists",
			"fill "+skeleton(fieldEvidenceReport))
		return
	case block.kind != jsonscan.Object:
		return
	}
	for _, id := range evidenceLists {
		if v.at[id] == 0 && v.upper[id] == 0 {
			v.lacks(id, value{}, "[]")
		}
	}
}
