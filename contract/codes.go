package contract

import "slices"

// Code is a stable refusal code. The list is closed; a code is never renamed
// and never reused. A Code is an error, so that errors.Is(err,
// contract.MissingField) asks whether a refusal carries it; it is never
// returned on its own.
type Code string

// Error returns the code itself.
func (c Code) Error() string { return string(c) }

// The codes of the form (C-11).
const (
	MissingField         Code = "MISSING_FIELD"
	PlanStatus           Code = "PLAN_STATUS"
	AgentIDFormat        Code = "AGENT_ID_FORMAT"
	VerificationResult   Code = "VERIFICATION_RESULT"
	VerificationShape    Code = "VERIFICATION_SHAPE"
	ApprovalRequestShape Code = "APPROVAL_REQUEST_SHAPE"
	CompleteShape        Code = "COMPLETE_SHAPE"
	FailureReportShape   Code = "FAILURE_REPORT_SHAPE"
	MisplacedKey         Code = "MISPLACED_KEY"
	UnknownField         Code = "UNKNOWN_FIELD"
	FileReferenceShape   Code = "FILE_REFERENCE_SHAPE"
	FieldType            Code = "FIELD_TYPE"
)

// Overwrite is the code of a patch that would displace a populated list
// (C-25).
const Overwrite Code = "OVERWRITE"

// The codes of a close (C-32, C-33).
const (
	IdentityMismatch          Code = "IDENTITY_MISMATCH"
	ClosingStateRequired      Code = "CLOSING_STATE_REQUIRED"
	ConclusionRequired        Code = "CONCLUSION_REQUIRED"
	ApprovalIDNotPending      Code = "APPROVAL_ID_NOT_PENDING"
	NeedsVerificationUnbound  Code = "NEEDS_VERIFICATION_UNBOUND"
	BlindVerificationRequired Code = "BLIND_VERIFICATION_REQUIRED"
	ConsolidationRequired     Code = "CONSOLIDATION_REQUIRED"
	ContentUnverified         Code = "CONTENT_UNVERIFIED"
)

// CodeInfo describes a code. Its texts may change from release to release;
// Code does not.
type CodeInfo struct {
	// Code is the code itself.
	Code Code `json:"code"`
	// Title is a few words.
	Title string `json:"title"`
	// Meaning says what was found.
	Meaning string `json:"meaning"`
	// Repair says what puts it right.
	Repair string `json:"repair"`
}

//nolint:gochecknoglobals // read-only table
var codes = []CodeInfo{
	{
		MissingField, "required member missing",
		"A required member is absent, null or blank. Lists may be empty, and null counts as a list that is there.",
		"Write the member; an evidence list that has nothing to say is [].",
	},
	{
		PlanStatus, "unknown agent state",
		"agent_state is a string, but none of the six states, even after trimming, upper-casing and dropping a trailing '.', ',' or ';'.",
		"Set agent_status.agent_state to one of the states.",
	},
	{
		AgentIDFormat, "malformed agent id",
		"agent_id is not an 'a' followed by at least 16 lower-case hex digits and nothing else.",
		"Set agent_status.agent_id to the id that the dispatch injected; never invent one.",
	},
	{
		VerificationResult, "COMPLETE without a passed verification",
		"A COMPLETE hand-off has no verification object whose result is pass.",
		"Verify and set evidence_report.verification.result to \"pass\", or declare the state that is true.",
	},
	{
		VerificationShape, "declared verification not paid for",
		"verification.type declares a kind of check, but the member that this kind owes is missing or empty.",
		"Write the owed member (command, requires_human or reviewed), or declare type none.",
	},
	{
		ApprovalRequestShape, "approval request without exact content",
		"The state is APPROVAL_REQUEST, but there is no approval_request object with a non-blank exact_content.",
		"Set approval_request.exact_content to exactly what is to be approved.",
	},
	{
		CompleteShape, "COMPLETE contradicts itself",
		"The state is COMPLETE, but steps are pending or next_action is not done.",
		"Set pending_steps to [] and next_action to \"done\", or declare the state that is true.",
	},
	{
		FailureReportShape, "malformed failure report",
		"failure_report is there, but lacks a non-blank attempted or symptom, or an evidence list with a non-blank string, or has an unknown severity.",
		"Write the whole report with one fill.",
	},
	{
		MisplacedKey, "declared member at the wrong level",
		"A member that is declared at one level was written at another. It is never moved.",
		"Write it at the path that the finding names.",
	},
	{
		UnknownField, "undeclared member",
		"A member of a closed level is not declared anywhere.",
		"Use the suggested name, or leave the member out; free text belongs into report_prose.",
	},
	{
		FileReferenceShape, "malformed file reference",
		"An object in files_checked is a commit-qualified reference and has exactly a non-blank path and a commit of 7 to 64 hex digits. A branch, a tag or HEAD moves and is refused.",
		"Write path and commit, or the bare path as a string.",
	},
	{
		FieldType, "wrong JSON type",
		"A declared member is of another JSON type than declared. A boolean satisfies no declared type.",
		"Set the member to a value of the declared type.",
	},
	{
		Overwrite, "populated list would be displaced",
		"A fill patch would displace entries that a list already holds. Nothing of the patch was written.",
		"Extend the list with add, or replace it on purpose with set.",
	},
	{
		IdentityMismatch, "not the owner of the contract",
		"agent_id is not the agent id that the contract id begins with.",
		"Set agent_status.agent_id to the contract's owner.",
	},
	{
		ClosingStateRequired, "state that cannot be closed",
		"The state is IN_PROGRESS, which every write persists but no close accepts.",
		"Set agent_status.agent_state to the state that the work is in, then close.",
	},
	{
		ConclusionRequired, "no conclusion",
		"The close has no conclusion: what holds, on what evidence, and what is open.",
		"Set conclusion, then close.",
	},
	{
		ApprovalIDNotPending, "approval is not pending",
		"approval_request.approval_id does not name an approval that waits for a decision.",
		"Copy the id byte for byte from the request's output, or leave it out.",
	},
	{
		NeedsVerificationUnbound, "nothing to verify against",
		"The state is NEEDS_VERIFICATION, but neither the close nor the row chain binds the turn to a plan task or a parent hand-off.",
		"Close COMPLETE with a verification that you can stand behind, or BLOCKED or NEEDS_INPUT.",
	},
	{
		BlindVerificationRequired, "producer cannot complete itself",
		"A turn that works on a plan task, and verifies nobody else's, was closed COMPLETE.",
		"Close NEEDS_VERIFICATION; a verifier settles the task's gate.",
	},
	{
		ConsolidationRequired, "no consolidation report",
		"The turn was dispatched with consolidation, and consolidation_report is absent or malformed.",
		"Fill consolidation_report with its six members.",
	},
	{
		ContentUnverified, "claim refuted by the record",
		"The turn's own record, or the stored evidence, refutes something that the hand-off cites.",
		"Cite what was run, exactly as it was run, or leave the claim out.",
	},
}

// Codes returns every code with its title, meaning and repair: the form's in
// the order of C-11, then OVERWRITE, then those of a close in the order in
// which a close reports them. The slice is the caller's own.
func Codes() []CodeInfo { return slices.Clone(codes) }

// Info describes a code; it reports false for a string that is no code.
func (c Code) Info() (CodeInfo, bool) {
	for _, info := range codes {
		if info.Code == c {
			return info, true
		}
	}
	return CodeInfo{}, false
}
