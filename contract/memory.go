package contract

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"sync"

	"github.com/handfast-go/handfast/evidence"
)

// MemoryStore is the embedded default Store: everything in memory, nothing on
// disk, gone with the process. It is a Store and a ProgressStore, and Evidence
// gives the evidence.Store over the same rows. The Put methods are the host's
// side: approvals, owners and sections are what the host knows, and no ledger
// call writes the first two (C-49).
//
// It is safe for concurrent use. An iteration yields what was stored when it
// began, whatever is written while it runs. Make one with NewMemoryStore; it
// must not be copied.
type MemoryStore struct {
	// evidence has a lock of its own, always taken under mu when both are.
	evidence *evidence.MemoryStore

	mu sync.RWMutex
	// Whatever a map or a list holds is never changed in place: a write puts a
	// new value there. So a value that was read under the lock may be copied
	// after it.
	rows      map[string]*Row
	order     []string // the contract ids by hand-off id, from 1
	verdicts  map[string][]GateVerdict
	drafts    map[string]*Draft
	proposals []*Proposal      // by id, from 1
	keys      map[string]int64 // proposal ids by key
	sections  map[sectionID]*Section
	approvals map[string]string
	owners    map[string]string
	sets      map[string]CommandSet
}

type sectionID struct{ workspace, name string }

var (
	_ Store         = (*MemoryStore)(nil)
	_ ProgressStore = (*MemoryStore)(nil)
)

// NewMemoryStore returns an empty store.
func NewMemoryStore() *MemoryStore {
	return &MemoryStore{
		evidence:  evidence.NewMemoryStore(),
		rows:      map[string]*Row{},
		verdicts:  map[string][]GateVerdict{},
		drafts:    map[string]*Draft{},
		keys:      map[string]int64{},
		sections:  map[sectionID]*Section{},
		approvals: map[string]string{},
		owners:    map[string]string{},
		sets:      map[string]CommandSet{},
	}
}

// Evidence returns the evidence.Store over the rows that Commit deposits and
// EvidenceRow reads.
func (m *MemoryStore) Evidence() evidence.Store { return m.evidence }

// PutApproval records the status of an approval; "pending" is the one that an
// approval request may cite (C-32). What was recorded before is replaced.
func (m *MemoryStore) PutApproval(ctx context.Context, id, status string) error {
	return m.write(ctx, func() { m.approvals[id] = status })
}

// PutOwner records that workspace owns the project with that key (C-47). What
// was recorded before is replaced.
func (m *MemoryStore) PutOwner(ctx context.Context, projectKey, workspace string) error {
	return m.write(ctx, func() { m.owners[ProjectKey(projectKey)] = workspace })
}

// PutSection stores one section of a workspace's context as it is, at the next
// revision, over whatever is there. content is raw JSON and is not checked.
func (m *MemoryStore) PutSection(ctx context.Context, workspace, name string, content []byte) error {
	return m.write(ctx, func() {
		id := sectionID{workspace, name}
		next := &Section{Workspace: workspace, Name: name, Content: slices.Clone(content), Revision: 1}
		if stored, ok := m.sections[id]; ok {
			next.Revision = stored.Revision + 1
		}
		m.sections[id] = next
	})
}

func (m *MemoryStore) write(ctx context.Context, put func()) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	put()
	return nil
}

// absent is ErrNotFound, said of one thing.
func absent(what, key string) error { return refusal(ErrNotFound, what, key) }

// refusal names the thing that a sentinel is about.
func refusal(sentinel error, what, key string) error {
	return fmt.Errorf("%w (%s %q)", sentinel, what, clip(key))
}

// Row implements Store.
func (m *MemoryStore) Row(ctx context.Context, contractID string) (Row, error) {
	if err := ctx.Err(); err != nil {
		return Row{}, err
	}
	m.mu.RLock()
	row, ok := m.rows[contractID]
	verdicts := m.verdicts[contractID]
	m.mu.RUnlock()
	if !ok {
		return Row{}, absent("row", contractID)
	}
	return copyRow(row, verdicts), nil
}

// RowByHandoff implements Store.
func (m *MemoryStore) RowByHandoff(ctx context.Context, handoffID int64) (Row, error) {
	if err := ctx.Err(); err != nil {
		return Row{}, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	if handoffID < 1 || handoffID > int64(len(m.order)) {
		return Row{}, absent("hand-off", strconv.FormatInt(handoffID, 10))
	}
	id := m.order[handoffID-1]
	return copyRow(m.rows[id], m.verdicts[id]), nil
}

// Rows implements Store.
func (m *MemoryStore) Rows(ctx context.Context, filter Filter) iter.Seq2[Row, error] {
	type found struct {
		row      *Row
		verdicts []GateVerdict
	}
	filter = copyFilter(filter)
	return func(yield func(Row, error) bool) {
		var matches []found
		m.mu.RLock()
		for _, id := range m.order {
			if row := m.rows[id]; filter.match(row) {
				matches = append(matches, found{row, m.verdicts[id]})
			}
		}
		m.mu.RUnlock()
		each(ctx, matches, func(f found) Row { return copyRow(f.row, f.verdicts) }, yield)
	}
}

// each yields a copy of every match until the context is done.
func each[M, T any](ctx context.Context, matches []M, copied func(M) T, yield func(T, error) bool) {
	var none T
	for _, match := range matches {
		if err := ctx.Err(); err != nil {
			yield(none, err)
			return
		}
		if !yield(copied(match), nil) {
			return
		}
	}
	if err := ctx.Err(); err != nil {
		yield(none, err)
	}
}

// Draft implements Store.
func (m *MemoryStore) Draft(ctx context.Context, contractID string) (Draft, error) {
	if err := ctx.Err(); err != nil {
		return Draft{}, err
	}
	m.mu.RLock()
	draft, ok := m.drafts[contractID]
	m.mu.RUnlock()
	if !ok {
		return Draft{}, absent("draft", contractID)
	}
	out := *draft
	out.Envelope = slices.Clone(draft.Envelope)
	return out, nil
}

// EvidenceRow implements Store.
func (m *MemoryStore) EvidenceRow(ctx context.Context, id int64) (evidence.Row, error) {
	m.mu.RLock() // a commit in progress is not to be seen
	defer m.mu.RUnlock()
	row, err := m.evidence.Get(ctx, id)
	if errors.Is(err, evidence.ErrNotFound) {
		err = absent("evidence", strconv.FormatInt(id, 10))
	}
	return row, err
}

// Proposals implements Store.
func (m *MemoryStore) Proposals(ctx context.Context, filter ProposalFilter) iter.Seq2[Proposal, error] {
	filter.States = slices.Clone(filter.States)
	return func(yield func(Proposal, error) bool) {
		var matches []*Proposal
		m.mu.RLock()
		for _, proposal := range m.proposals {
			if filter.match(proposal) {
				matches = append(matches, proposal)
			}
		}
		m.mu.RUnlock()
		each(ctx, matches, copyProposal, yield)
	}
}

// ApprovalStatus implements Store.
func (m *MemoryStore) ApprovalStatus(ctx context.Context, approvalID string) (string, error) {
	return lookUp(ctx, m, m.approvals, "approval", approvalID)
}

// WorkspaceOf implements Store.
func (m *MemoryStore) WorkspaceOf(ctx context.Context, projectKey string) (string, error) {
	return lookUp(ctx, m, m.owners, "owner of project", ProjectKey(projectKey))
}

func lookUp(ctx context.Context, m *MemoryStore, in map[string]string, what, key string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	value, ok := in[key]
	if !ok {
		return "", absent(what, key)
	}
	return value, nil
}

// Section implements Store.
func (m *MemoryStore) Section(ctx context.Context, workspace, name string) (Section, error) {
	if err := ctx.Err(); err != nil {
		return Section{}, err
	}
	m.mu.RLock()
	section, ok := m.sections[sectionID{workspace, name}]
	m.mu.RUnlock()
	if !ok {
		return Section{}, absent("section", name)
	}
	out := *section
	out.Content = slices.Clone(section.Content)
	return out, nil
}

// SectionNames implements Store.
func (m *MemoryStore) SectionNames(ctx context.Context, workspace string) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.RLock()
	var names []string
	for id := range m.sections {
		if id.workspace == workspace {
			names = append(names, id.name)
		}
	}
	m.mu.RUnlock()
	slices.Sort(names)
	return names, nil
}
