package contract

import "slices"

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

//nolint:gochecknoglobals // read-only table
var agentStates = []AgentState{
	StateInProgress, StateApprovalRequest, StateBlocked,
	StateNeedsInput, StateNeedsVerification, StateComplete,
}

// States returns the agent states in the order of the reference. The slice is
// the caller's own.
func States() []AgentState { return slices.Clone(agentStates) }

// Severity grades a failure report (C-19).
type Severity string

// The severities.
const (
	SeverityInfo    Severity = "info"
	SeverityWarning Severity = "warning"
	SeverityError   Severity = "error"
)

//nolint:gochecknoglobals // read-only table
var severities = []Severity{SeverityInfo, SeverityWarning, SeverityError}

// Ownership says whose surface a finding belongs to (C-21).
type Ownership string

// The ownership assessments.
const (
	OwnedHere              Ownership = "owned_here"
	CrossSurfaceDependency Ownership = "cross_surface_dependency"
	NotMySurface           Ownership = "not_my_surface"
)

//nolint:gochecknoglobals // read-only table
var ownerships = []Ownership{OwnedHere, CrossSurfaceDependency, NotMySurface}

// companion is a member of verification that pays for a declared type.
type companion uint8

const (
	paysCommand companion = 1 << iota
	paysHuman
	paysReviewed

	paysNothing companion = 0
	paysAny               = paysCommand | paysHuman | paysReviewed
)

// verificationType is a word that verification.type is known by, and the
// member that it owes (C-17).
type verificationType struct {
	word string
	owes companion
}

//nolint:gochecknoglobals // read-only table
var verificationTypes = []verificationType{
	{"command", paysCommand},
	{"code", paysCommand},
	{"semantic", paysHuman},
	{"self_review", paysReviewed},
	{"none", paysNothing},
}

// owedBy returns what a folded type word owes. A word outside the known ones
// owes any of the three.
func owedBy(word string) companion {
	for _, t := range verificationTypes {
		if t.word == word {
			return t.owes
		}
	}
	return paysAny
}

// words spells a closed list as text.
func words[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}
