package contract

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/go-playground/validator/v10"

	"github.com/handfast-go/handfast/internal/jsonscan"
	"github.com/handfast-go/handfast/internal/vocab"
)

// The typed shapes: blocks that a host may also build in Go, encode, and hand
// to Fill. Their struct tags say what the form or a close demands of them, and
// Check reads the tags.

// ConsolidationReport weighs findings across surfaces (C-21). The form does not
// demand one; a close does when the turn was dispatched with consolidation
// (C-38). Lists may be empty, and must be there.
type ConsolidationReport struct {
	OwnershipAssessment Ownership `json:"ownership_assessment" validate:"ownership"`
	ConfirmedFindings   Entries   `json:"confirmed_findings" validate:"required"`
	SuspectedFindings   Entries   `json:"suspected_findings" validate:"required"`
	Conflicts           Entries   `json:"conflicts" validate:"required"`
	OpenGaps            Entries   `json:"open_gaps" validate:"required"`
	// NextBestAgent is nil when nobody in particular should go on.
	NextBestAgent *string `json:"next_best_agent"`
}

// Check reports what a close with consolidation would refuse, in the order of
// the members; nil when it is complete.
func (r ConsolidationReport) Check() []Finding {
	return check(r, ConsolidationRequired, fieldConsolidationReport)
}

// ApprovalRequest says what needs consent (C-18).
type ApprovalRequest struct {
	Operation    string `json:"operation,omitempty"`
	ExactContent string `json:"exact_content" validate:"text"`
	Scope        string `json:"scope,omitempty"`
	RiskLevel    string `json:"risk_level,omitempty"`
	Rollback     string `json:"rollback,omitempty"`
	Verification string `json:"verification,omitempty"`
	// ApprovalID is kept byte for byte.
	ApprovalID string `json:"approval_id,omitempty"`
}

// Check reports what the form would refuse under APPROVAL_REQUEST; nil when it
// is complete.
func (r ApprovalRequest) Check() []Finding {
	return check(r, ApprovalRequestShape, fieldApprovalRequest)
}

// FailureReport says what was tried and did not work (C-19).
type FailureReport struct {
	Attempted string          `json:"attempted" validate:"text"`
	Symptom   string          `json:"symptom" validate:"text"`
	Evidence  Entries         `json:"evidence" validate:"holdstext"`
	Component json.RawMessage `json:"component,omitempty"`
	// Severity is "" when none is given.
	Severity Severity `json:"severity,omitempty" validate:"omitempty,severity"`
}

// Check reports what the form would refuse; nil when it is complete.
func (r FailureReport) Check() []Finding {
	return check(r, FailureReportShape, fieldFailureReport)
}

// FileReference is a file that was read: its path, and the commit it was read
// at when the hand-off says so (C-20).
type FileReference struct {
	Path   string `json:"path" validate:"text"`
	Commit string `json:"commit,omitempty" validate:"omitempty,commit"`
}

// Check reports what the form would refuse; nil when it is complete. A
// reference without a commit stands for a bare path.
func (r FileReference) Check() []Finding {
	return check(r, FileReferenceShape, fieldFilesChecked)
}

// shapes is the one validator of the tagged shapes. It is built once, and
// safe for concurrent use.
//
//nolint:gochecknoglobals // built once, then only a cache of struct tags
var shapes = sync.OnceValues(newShapes)

func newShapes() (*validator.Validate, error) {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return name
	})
	var failed []error
	for tag, holds := range map[string]func(reflect.Value) bool{
		"text":      func(f reflect.Value) bool { return strings.TrimSpace(f.String()) != "" },
		"commit":    func(f reflect.Value) bool { return isCommit(strings.TrimSpace(f.String())) },
		"ownership": func(f reflect.Value) bool { return slices.Contains(ownerships, Ownership(f.String())) },
		"severity":  func(f reflect.Value) bool { return isSeverity(f.String()) },
		"holdstext": entriesHoldText,
	} {
		failed = append(failed, v.RegisterValidation(tag, func(fl validator.FieldLevel) bool { return holds(fl.Field()) }))
	}
	return v, errors.Join(failed...)
}

func isSeverity(text string) bool {
	_, ok := vocab.OneOf(strings.TrimSpace(text), severities)
	return ok
}

func entriesHoldText(f reflect.Value) bool {
	entries, _ := reflect.TypeAssert[Entries](f)
	for _, text := range entries.Texts() {
		if strings.TrimSpace(text) != "" {
			return true
		}
	}
	return false
}

// wanted says what a tag demands.
//
//nolint:gochecknoglobals // read-only table
var wanted = map[string]string{
	"required":  "a list",
	"text":      "a non-blank string",
	"holdstext": "a list with at least one non-blank string",
	"commit":    "7 to 64 hex digits",
	"ownership": oneOf(words(ownerships)),
	"severity":  oneOf(words(severities)),
}

// check runs the tags of a shape and names what they refuse by the paths of
// the schema table.
func check(shape any, code Code, block fieldID) []Finding {
	v, err := shapes()
	if err == nil {
		err = v.Struct(shape)
	}
	var refused validator.ValidationErrors
	if !errors.As(err, &refused) {
		return nil
	}
	out := make([]Finding, len(refused))
	for i, f := range refused {
		path := fields[block].Path + "." + f.Field()
		out[i] = Finding{
			Code:   code,
			Field:  path,
			Detail: "expected " + wanted[f.Tag()],
			Repair: "set " + path + " <" + wanted[f.Tag()] + ">",
		}
	}
	return out
}

// consolidation reads consolidation_report; nil when there is none.
func (v *view) consolidation() *ConsolidationReport {
	if v.get(fieldConsolidationReport).kind != jsonscan.Object {
		return nil
	}
	read := func(id fieldID) value { return v.child(fieldConsolidationReport, fields[id].Name()) }
	r := &ConsolidationReport{
		OwnershipAssessment: Ownership(read(fieldOwnershipAssessment).text()),
		ConfirmedFindings:   read(fieldConfirmedFindings).list(),
		SuspectedFindings:   read(fieldSuspectedFindings).list(),
		Conflicts:           read(fieldConflicts).list(),
		OpenGaps:            read(fieldConsolidationGaps).list(),
	}
	if next := read(fieldNextBestAgent); next.kind == jsonscan.String {
		name := next.text()
		r.NextBestAgent = &name
	}
	return r
}

// approval reads approval_request; nil when there is none. A member that is no
// string reads as "".
func (v *view) approval() *ApprovalRequest {
	if v.get(fieldApprovalRequest).kind != jsonscan.Object {
		return nil
	}
	read := func(id fieldID) string { return v.child(fieldApprovalRequest, fields[id].Name()).text() }
	return &ApprovalRequest{
		Operation:    read(fieldOperation),
		ExactContent: read(fieldExactContent),
		Scope:        read(fieldScope),
		RiskLevel:    read(fieldRiskLevel),
		Rollback:     read(fieldRollback),
		Verification: read(fieldApprovalVerification),
		ApprovalID:   read(fieldApprovalID),
	}
}

// failure reads failure_report; nil when there is none.
func (v *view) failure() *FailureReport {
	if v.get(fieldFailureReport).kind != jsonscan.Object {
		return nil
	}
	read := func(id fieldID) value { return v.child(fieldFailureReport, fields[id].Name()) }
	r := &FailureReport{
		Attempted: read(fieldAttempted).text(),
		Symptom:   read(fieldSymptom).text(),
		Evidence:  read(fieldFailureEvidence).list(),
		Severity:  Severity(read(fieldSeverity).text()),
	}
	if component := read(fieldComponent); !component.missing() {
		r.Component = component.copy()
	}
	return r
}

// consolidationProblem reports the first thing that keeps consolidation_report
// from being one (C-38): the report itself when it is absent, null or no
// object, else a member.
func consolidationProblem(doc Document) (field, detail string, found bool) {
	var v view
	v.look(&doc, &formConfig{})
	block := v.get(fieldConsolidationReport)
	report := v.consolidation()
	if report == nil {
		return fields[fieldConsolidationReport].Path, "arrived " + block.describe() + "; expected an object with six members", true
	}
	if problems := report.Check(); len(problems) > 0 {
		name := strings.TrimPrefix(problems[0].Field, fields[fieldConsolidationReport].Path+".")
		arrived := v.child(fieldConsolidationReport, name)
		return problems[0].Field, problems[0].Detail + ", arrived " + arrived.describe(), true
	}
	next := v.child(fieldConsolidationReport, fields[fieldNextBestAgent].Name())
	if !next.missing() && next.kind != jsonscan.String {
		return fields[fieldNextBestAgent].Path, "expected a string or null, arrived " + next.describe(), true
	}
	return "", "", false
}
