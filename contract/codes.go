package contract

// Code is a stable, closed refusal code; it works with errors.Is.
type Code string

func (c Code) Error() string { return string(c) }

// The codes.
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

	Overwrite Code = "OVERWRITE"

	IdentityMismatch          Code = "IDENTITY_MISMATCH"
	ClosingStateRequired      Code = "CLOSING_STATE_REQUIRED"
	ConclusionRequired        Code = "CONCLUSION_REQUIRED"
	ApprovalIDNotPending      Code = "APPROVAL_ID_NOT_PENDING"
	NeedsVerificationUnbound  Code = "NEEDS_VERIFICATION_UNBOUND"
	BlindVerificationRequired Code = "BLIND_VERIFICATION_REQUIRED"
	ConsolidationRequired     Code = "CONSOLIDATION_REQUIRED"
	ContentUnverified         Code = "CONTENT_UNVERIFIED"
)
