package contract

import (
	"encoding/json"
	"slices"
	"time"
)

// Turn is what a harness dispatches: who works, on what, and bound to which
// other work (C-28). Every member is optional; the zero Turn is an unbound
// turn of nobody in particular.
type Turn struct {
	// AgentName is the agent's name in the harness's own terms.
	AgentName string `json:"agent_name,omitempty"`
	// Goal is what the turn is asked to reach, in the dispatcher's words.
	Goal string `json:"goal,omitempty"`
	// Role and Surface say in which capacity and on which part of the system
	// the agent works.
	Role    string `json:"role,omitempty"`
	Surface string `json:"surface,omitempty"`
	// Workspace and Project place the turn; an empty Project did not resolve.
	Workspace string `json:"workspace,omitempty"`
	Project   string `json:"project,omitempty"`
	// GoalProject is how the goal names the project. Proposals keep it when the
	// project did not resolve; it proves nothing.
	GoalProject string `json:"goal_project,omitempty"`
	// Workflow is the project's declared workflow line, when it declares one.
	Workflow string `json:"workflow,omitempty"`
	// BriefID is the brief that the turn works for; 0 is none.
	BriefID int64 `json:"brief_id,omitempty"`
	// PlanTaskID is the plan task that the turn works on; "" is none.
	PlanTaskID string `json:"plan_task_id,omitempty"`
	// ParentHandoffID is the hand-off that the turn verifies; 0 is none.
	ParentHandoffID int64 `json:"parent_handoff_id,omitempty"`
	// CanRead and CanWrite name the context sections the agent may read, and
	// those it is expected to write. CanWrite gates no proposal (C-44).
	CanRead  []string `json:"can_read,omitempty"`
	CanWrite []string `json:"can_write,omitempty"`
	// Gates are the acceptance gates of the turn's plan task.
	Gates []Gate `json:"gates,omitempty"`
	// Consolidation asks for a consolidation report at the close: set it for
	// consolidation, cross-check and multi-surface work (C-38).
	Consolidation bool `json:"consolidation,omitempty"`
}

// Gate is one acceptance gate of a plan task (C-37).
type Gate struct {
	ID      string   `json:"id"`
	Type    GateType `json:"type"`
	Command string   `json:"command,omitempty"`
	// Status is where the gate stood at the dispatch. What a verifier settled
	// since stands in Row.Verdicts; Row.Gates joins the two.
	Status GateStatus `json:"status"`
}

// GateType is how a gate is judged.
type GateType string

// The types of gate: the verification types that are a check at all.
const (
	GateCommand    GateType = "command"
	GateCode       GateType = "code"
	GateSemantic   GateType = "semantic"
	GateSelfReview GateType = "self_review"
)

// GateStatus is where a gate stands.
type GateStatus string

// The states of a gate; the last two are also the verdicts of SettleGate.
const (
	GatePending GateStatus = "pending"
	GatePass    GateStatus = "pass"
	GateFail    GateStatus = "fail"
)

// GateVerdict settles one gate of a producer's turn, once.
type GateVerdict struct {
	// ProducerID is the contract id of the turn that owns the gate.
	ProducerID string     `json:"producer_id"`
	GateID     string     `json:"gate_id"`
	Verdict    GateStatus `json:"verdict"`
	Note       string     `json:"note,omitempty"`
	// VerifierID is the contract id of the turn that settled it.
	VerifierID string    `json:"verifier_id"`
	At         time.Time `json:"at"`
}

// RowState is where a row stands in its life: DISPATCHED, IN_PROGRESS, or the
// state it was closed in.
type RowState string

// The open states of a row; every other AgentState is a closed one.
const (
	RowDispatched RowState = "DISPATCHED"
	RowInProgress          = RowState(StateInProgress)
)

// Row is the durable record of one turn, born at dispatch. Its JSON members
// carry the names of the host fields they stand for.
type Row struct {
	// HandoffID is the row's number in its store, from 1; it is the hand-off
	// id that a close returns.
	HandoffID int64 `json:"handoff_id"`
	// ContractID is the row's contract id (C-2).
	ContractID string `json:"contract_id"`
	// Turn is what was dispatched, with a binding that a close added.
	Turn Turn `json:"turn"`
	// State is DISPATCHED at birth, IN_PROGRESS once written, and the closing
	// state of the envelope once closed cleanly. A write over a closed row that
	// is not terminal makes it IN_PROGRESS again; what a draft declares and has
	// not been closed with is never the state of its row.
	State RowState `json:"agent_state"`
	// Cut is set when a lane, and not the agent, ended the turn (C-36). A cut
	// row keeps the open state it was cut in.
	Cut *Cut `json:"cut,omitempty"`
	// Reconciled is a former Cut: the agent closed cleanly after all.
	Reconciled *Cut `json:"reconciled,omitempty"`
	// Envelope mirrors the draft: the initial envelope at birth, then what was
	// last written, and the stamped envelope once closed. Raw JSON.
	Envelope json.RawMessage `json:"envelope"`
	// BornAtDispatch is true for rows of Dispatch and false for rows of Init.
	BornAtDispatch bool `json:"born_at_dispatch,omitempty"`
	// ContinuesContractID is the contract that this one continues, or "".
	ContinuesContractID string `json:"continues_contract_id,omitempty"`
	// ConclusionAlias says that the conclusion was written under its
	// deprecated name (C-35).
	ConclusionAlias bool `json:"conclusion_alias,omitempty"`
	// ContentChecks is what the last close compared and could not compare
	// (E-12); nil when the checks never ran.
	ContentChecks json.RawMessage `json:"content_checks,omitempty"`
	// Sanitized are the repairs made to an inherited draft, with the values
	// they removed (C-23).
	Sanitized []Change `json:"sanitized,omitempty"`
	// UpdateContractsRefused are the refused entries and keys of
	// update_contracts (C-45).
	UpdateContractsRefused []RefusedUpdate `json:"update_contracts_refused,omitempty"`
	// EvidenceKeys are the keys of the evidence rows that closes of this row
	// have deposited (E-15): none is deposited twice, and none that a curator
	// deleted comes back.
	EvidenceKeys []string `json:"evidence_keys,omitempty"`
	// Verdicts are the settled gates of this turn. They are filled when a row
	// is read and never written with it.
	Verdicts []GateVerdict `json:"gate_verdicts,omitempty"`
	// CreatedAt, UpdatedAt and ClosedAt are in UTC. ClosedAt is the first
	// clean close and stays when the row is closed again.
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
	ClosedAt  time.Time `json:"closed_at,omitzero"`
	// Revision counts the writes of the row from 1; a write names the
	// revision it was read at.
	Revision int64 `json:"revision"`
}

// Closed reports a clean close of what Envelope holds.
func (r Row) Closed() bool {
	return r.State != "" && r.State != RowDispatched && r.State != RowInProgress
}

// Terminal reports that the row is closed COMPLETE and can no longer be
// written (C-31).
func (r Row) Terminal() bool { return r.State == RowState(StateComplete) }

// Gates returns the gates of the turn as they stand: those that were settled
// have the status of their verdict.
func (r Row) Gates() []Gate {
	gates := slices.Clone(r.Turn.Gates)
	for i := range gates {
		for _, v := range r.Verdicts {
			if v.GateID == gates[i].ID {
				gates[i].Status = v.Verdict
			}
		}
	}
	return gates
}

// Lane names who cut a row (C-36).
type Lane string

// The lanes.
const (
	LaneReaper   Lane = "reaper"
	LaneBackstop Lane = "backstop"
	LaneSalvage  Lane = "salvage"
)

// Cut says who ended a turn in the agent's place, and why.
type Cut struct {
	Lane   Lane      `json:"lane"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// Draft is the working copy of one envelope, the thing that verbs change.
type Draft struct {
	ContractID string
	// Envelope is raw JSON.
	Envelope json.RawMessage
	// UpdatedAt is in UTC.
	UpdatedAt time.Time
	// Revision counts the writes of the draft from 1; 0 is a draft that was
	// never stored.
	Revision int64
}

// RefusedUpdate is one refused entry, or one refused key of an entry, of
// update_contracts (C-45).
type RefusedUpdate struct {
	// Index is the entry's place in the list, from 0, or -1 for an entry that
	// the envelope no longer holds.
	Index int `json:"index"`
	// Section is the entry's contract name, when it could be read.
	Section string `json:"contract,omitempty"`
	// Key is the refused key of a payload that was split by key, or "".
	Key string `json:"key,omitempty"`
	// Reason says what is wrong and what would be accepted.
	Reason string `json:"reason"`
}

// Proposal is one entry of update_contracts that waits for, or has had, a
// decision.
type Proposal struct {
	ID         int64  `json:"id"`
	ContractID string `json:"contract_id"`
	// Key is `<contract id>:<entry digest>`: an entry is proposed once,
	// however often its contract is closed (C-34).
	Key string `json:"key"`
	// Workspace and Project are those of the dispatch. Where the project did
	// not resolve, Project is how the goal names it.
	Workspace string `json:"workspace,omitempty"`
	Project   string `json:"project,omitempty"`
	// Section is the context section that the payload is meant for.
	Section string          `json:"contract"`
	Payload json.RawMessage `json:"payload"`
	// Drift is the entry's drift object as written, or nil.
	Drift json.RawMessage `json:"drift,omitempty"`
	// FailedGuards name what kept a drift correction from being applied.
	FailedGuards []string      `json:"failed_guards,omitempty"`
	State        ProposalState `json:"state"`
	// DecidedBy, Note and DecidedAt are set once State is not pending.
	DecidedBy string    `json:"decided_by,omitempty"`
	Note      string    `json:"note,omitempty"`
	CreatedAt time.Time `json:"created_at"`
	DecidedAt time.Time `json:"decided_at,omitzero"`
}

// ProposalState is where a proposal stands.
type ProposalState string

// The states of a proposal.
const (
	ProposalPending  ProposalState = "pending"
	ProposalAccepted ProposalState = "accepted"
	ProposalRejected ProposalState = "rejected"
)

// Decision settles one pending proposal, once.
type Decision struct {
	ProposalID int64
	// State is ProposalAccepted or ProposalRejected.
	State ProposalState
	By    string
	Note  string
	At    time.Time
}

// Section is one stored section of a workspace's project context.
type Section struct {
	Workspace string
	Name      string
	// Content is raw JSON.
	Content json.RawMessage
	// Revision counts the writes of the section from 1; 0 is a section that
	// was never stored.
	Revision int64
}

// CommandSet is the progress of an ordered set of commands, as only a host
// can know it (C-43). Indexes count from 0. A set with a FailedIndex is
// frozen.
type CommandSet struct {
	NextIndex       int    `json:"next_index"`
	ConsumedIndexes []int  `json:"consumed_indexes"`
	FailedIndex     *int   `json:"failed_index,omitempty"`
	FailureReason   string `json:"failure_reason,omitempty"`
}
