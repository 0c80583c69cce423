package contract

// AgentState is the state that an envelope declares (C-9).
type AgentState string

// The agent states. Only StateComplete is terminal.
const (
	StateInProgress        AgentState = "IN_PROGRESS"
	StateApprovalRequest   AgentState = "APPROVAL_REQUEST"
	StateBlocked           AgentState = "BLOCKED"
	StateNeedsInput        AgentState = "NEEDS_INPUT"
	StateNeedsVerification AgentState = "NEEDS_VERIFICATION"
	StateComplete          AgentState = "COMPLETE"
)
