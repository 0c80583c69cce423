package contract

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/handfast-go/handfast/evidence"
)

// The sentinels that every Store returns, to be matched with errors.Is.
var (
	// ErrNotFound: nothing is stored under that id or name. It matches
	// evidence.ErrNotFound too, so that Store.EvidenceRow serves as an
	// evidence.Lookup.
	ErrNotFound error = &sentinel{"contract: not found", evidence.ErrNotFound}
	// ErrExists: something is stored there already, and differs. It matches
	// evidence.ErrExists too.
	ErrExists error = &sentinel{"contract: already exists", evidence.ErrExists}
	// ErrConflict: what was written is no longer at the revision it was read
	// at. Read it again and repeat.
	ErrConflict = errors.New("contract: written by somebody else in the meantime; read it again and repeat")
	// ErrDecided: the proposal was decided, or the gate settled, before.
	ErrDecided = errors.New("contract: decided already")
)

// sentinel is an error of this package that another package's sentinel matches.
type sentinel struct {
	text  string
	alike error
}

// Error returns the text alone.
func (e *sentinel) Error() string { return e.text }

// Is reports whether target is the other package's sentinel.
func (e *sentinel) Is(target error) bool { return target == e.alike }

// Store keeps rows, drafts, evidence and proposals for a Ledger (C-49). A host
// implements it over its own database and proves it with contract/storetest.
//
// What holds for every method: it is safe for concurrent use; it returns the
// context's error, unchanged or wrapped, when the context is done, and has then
// written nothing; a missing thing is ErrNotFound; everything is copied in and
// out, so that nothing a caller changes afterwards reaches the store; text of
// any kind (every Unicode plane, the escape \u0000 inside JSON, documents of
// 8 MiB) comes back byte for byte; times come back in UTC, to the microsecond
// at least. Reads see whole commits only.
type Store interface {
	// Row returns the row of a contract, its Verdicts filled.
	Row(ctx context.Context, contractID string) (Row, error)
	// RowByHandoff returns the row with that hand-off id, its Verdicts filled.
	RowByHandoff(ctx context.Context, handoffID int64) (Row, error)
	// Rows yields the rows that match, in hand-off id order, their Verdicts
	// filled. After an error the iteration ends; stopping it frees its
	// resources. A store may be written to while it runs.
	Rows(ctx context.Context, filter Filter) iter.Seq2[Row, error]
	// Draft returns the draft of a contract.
	Draft(ctx context.Context, contractID string) (Draft, error)
	// EvidenceRow returns an evidence row by id. Missing is ErrNotFound (of
	// this package).
	EvidenceRow(ctx context.Context, id int64) (evidence.Row, error)
	// Proposals yields the proposals that match, in id order, under the rules
	// of Rows.
	Proposals(ctx context.Context, filter ProposalFilter) iter.Seq2[Proposal, error]
	// ApprovalStatus returns the status of an approval. A store that keeps no
	// approvals returns errors.ErrUnsupported, and the cross-check is skipped.
	ApprovalStatus(ctx context.Context, approvalID string) (string, error)
	// Section returns one section of a workspace's context, by its exact name.
	Section(ctx context.Context, workspace, name string) (Section, error)
	// SectionNames returns the names of a workspace's sections in byte order,
	// none for an unknown workspace.
	SectionNames(ctx context.Context, workspace string) ([]string, error)
	// WorkspaceOf returns the workspace that owns a project. Two spellings of
	// its key that ProjectKey folds into one are alike; nothing else is.
	WorkspaceOf(ctx context.Context, projectKey string) (string, error)

	// Commit writes a batch, all of it or nothing. See Batch for what each
	// part demands; the first demand that is not met is the error, and then
	// nothing is written.
	Commit(ctx context.Context, batch Batch) (Committed, error)
}

// ProgressStore is the optional second interface of a Store: the progress of
// command sets (C-43). A missing set is ErrNotFound.
type ProgressStore interface {
	// CommandSet returns the set of a contract.
	CommandSet(ctx context.Context, contractID string) (CommandSet, error)
	// PutCommandSet stores the set of a contract, whatever was stored before,
	// unless that had failed (ErrFrozen); the same set
	// again is no change.
	PutCommandSet(ctx context.Context, contractID string, set CommandSet) error
}

// Batch is one atomic write. Every part is optional.
type Batch struct {
	// NewRow is inserted with Revision 1 and the next hand-off id (whatever
	// its HandoffID and Revision say). A contract id that is taken is
	// ErrExists.
	NewRow *Row
	// Row replaces the stored row of the same contract, Verdicts aside, when
	// the stored revision equals Row.Revision, and is stored with the next
	// one. Another revision is ErrConflict, no such row ErrNotFound.
	Row *Row
	// Draft is stored under the rule of Row, except that Revision 0 inserts
	// it and a draft that is there already is then ErrConflict.
	Draft *Draft
	// Evidence is inserted as evidence.Store.Insert does it; the same Key
	// over other content is ErrExists.
	Evidence []evidence.Row
	// Sections are stored under the rule of Draft. A new one whose name is
	// another spelling of a stored one of the same workspace (SameSection) is
	// ErrConflict too: what was read no longer holds.
	Sections []Section
	// Proposals are inserted, whatever their ID says. A Key that is stored
	// already adds nothing: the id returned is the stored one. An empty Key is
	// none.
	Proposals []Proposal
	// Decisions settle pending proposals; one that is not pending any more is
	// ErrDecided, an unknown one ErrNotFound.
	Decisions []Decision
	// Verdicts settle gates; a gate of the same producer that has a verdict
	// is ErrDecided, an unknown producer ErrNotFound.
	Verdicts []GateVerdict
}

// Committed says what a Commit numbered.
type Committed struct {
	// HandoffID is the number of NewRow, 0 without one.
	HandoffID int64
	// EvidenceIDs and ProposalIDs are in the order of the batch.
	EvidenceIDs []int64
	ProposalIDs []int64
}

// Filter selects rows; the zero Filter selects all. Every set member must
// match.
type Filter struct {
	// States keeps rows in one of these states.
	States []RowState
	// Cut keeps cut rows (true) or rows that are not (false).
	Cut *bool
	// AgentName keeps rows dispatched to that agent name.
	AgentName string
	// Workspace keeps rows of that workspace.
	Workspace string
	// Since and Until bound CreatedAt: at or after Since, before Until.
	Since, Until time.Time
	// Continues keeps rows that continue that contract id.
	Continues string
	// ParentHandoffID keeps rows dispatched to verify that hand-off.
	ParentHandoffID int64
}

// ProposalFilter selects proposals; the zero filter selects all.
type ProposalFilter struct {
	// ID keeps the one proposal with that id.
	ID int64
	// ContractID keeps proposals of that contract.
	ContractID string
	// States keeps proposals in one of these states.
	States []ProposalState
}
