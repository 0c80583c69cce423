package storetest

import (
	"context"
	"iter"
	"slices"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// broken is the memory store with one fault. What is nil is sound.
type broken struct {
	*contract.MemoryStore

	// commit stands in for Commit, beneath the change of onBatch.
	commit    func(ctx context.Context, b contract.Batch) (contract.Committed, error)
	onBatch   func(b *contract.Batch)
	committed func(c *contract.Committed)

	// These change what was read.
	onRow      func(method string, r *contract.Row)
	onDraft    func(d *contract.Draft)
	onEvidence func(e *evidence.Row)
	onProposal func(p *contract.Proposal)
	onSection  func(s *contract.Section)
	onSet      func(s *contract.CommandSet)
	onNames    func(names []string) []string
	// These change what was asked for.
	onFilter         func(f *contract.Filter)
	onProposalFilter func(f *contract.ProposalFilter)
	onKey            func(method, key string) string
	// These stand in for the lists.
	rows      func(ctx context.Context, f contract.Filter) iter.Seq2[contract.Row, error]
	proposals func(ctx context.Context, f contract.ProposalFilter) iter.Seq2[contract.Proposal, error]

	// onError changes the error of a method.
	onError func(method string, err error) error
	// deaf names the method that does not listen to its context.
	deaf string
	// home stands in for Evidence().
	home evidence.Store
	put  func(ctx context.Context, id string, set contract.CommandSet) error
}

func (b *broken) hear(ctx context.Context, method string) context.Context {
	if b.deaf == method {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

func (b *broken) fail(method string, err error) error {
	if b.onError != nil && err != nil {
		return b.onError(method, err)
	}
	return err
}

func (b *broken) key(method, key string) string {
	if b.onKey != nil {
		return b.onKey(method, key)
	}
	return key
}

func (b *broken) row(method string, r contract.Row, err error) (contract.Row, error) {
	if b.onRow != nil && err == nil {
		b.onRow(method, &r)
	}
	return r, b.fail(method, err)
}

func (b *broken) Row(ctx context.Context, id string) (contract.Row, error) {
	r, err := b.MemoryStore.Row(b.hear(ctx, "Row"), id)
	return b.row("Row", r, err)
}

func (b *broken) RowByHandoff(ctx context.Context, id int64) (contract.Row, error) {
	r, err := b.MemoryStore.RowByHandoff(b.hear(ctx, "RowByHandoff"), id)
	return b.row("RowByHandoff", r, err)
}

func (b *broken) Rows(ctx context.Context, f contract.Filter) iter.Seq2[contract.Row, error] {
	if b.onFilter != nil {
		b.onFilter(&f)
	}
	list := b.MemoryStore.Rows
	if b.rows != nil {
		list = b.rows
	}
	return changed(list(b.hear(ctx, "Rows"), f), func(r *contract.Row) {
		if b.onRow != nil {
			b.onRow("Rows", r)
		}
	})
}

// changed applies change to every element of a list.
func changed[T any](list iter.Seq2[T, error], change func(*T)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for v, err := range list {
			change(&v)
			if !yield(v, err) {
				return
			}
		}
	}
}

func (b *broken) Draft(ctx context.Context, id string) (contract.Draft, error) {
	d, err := b.MemoryStore.Draft(b.hear(ctx, "Draft"), id)
	if b.onDraft != nil && err == nil {
		b.onDraft(&d)
	}
	return d, b.fail("Draft", err)
}

func (b *broken) EvidenceRow(ctx context.Context, id int64) (evidence.Row, error) {
	e, err := b.MemoryStore.EvidenceRow(b.hear(ctx, "EvidenceRow"), id)
	if b.onEvidence != nil && err == nil {
		b.onEvidence(&e)
	}
	return e, b.fail("EvidenceRow", err)
}

func (b *broken) Proposals(ctx context.Context, f contract.ProposalFilter) iter.Seq2[contract.Proposal, error] {
	if b.onProposalFilter != nil {
		b.onProposalFilter(&f)
	}
	list := b.MemoryStore.Proposals
	if b.proposals != nil {
		list = b.proposals
	}
	return changed(list(b.hear(ctx, "Proposals"), f), func(p *contract.Proposal) {
		if b.onProposal != nil {
			b.onProposal(p)
		}
	})
}

func (b *broken) ApprovalStatus(ctx context.Context, id string) (string, error) {
	status, err := b.MemoryStore.ApprovalStatus(b.hear(ctx, "ApprovalStatus"), b.key("ApprovalStatus", id))
	return status, b.fail("ApprovalStatus", err)
}

func (b *broken) Section(ctx context.Context, workspace, name string) (contract.Section, error) {
	s, err := b.MemoryStore.Section(b.hear(ctx, "Section"), workspace, b.key("Section", name))
	if b.onSection != nil && err == nil {
		b.onSection(&s)
	}
	return s, b.fail("Section", err)
}

func (b *broken) SectionNames(ctx context.Context, workspace string) ([]string, error) {
	names, err := b.MemoryStore.SectionNames(b.hear(ctx, "SectionNames"), workspace)
	if b.onNames != nil {
		names = b.onNames(names)
	}
	return names, err
}

func (b *broken) WorkspaceOf(ctx context.Context, key string) (string, error) {
	workspace, err := b.MemoryStore.WorkspaceOf(b.hear(ctx, "WorkspaceOf"), b.key("WorkspaceOf", key))
	return workspace, b.fail("WorkspaceOf", err)
}

func (b *broken) Commit(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
	if b.onBatch != nil {
		batch = ownBatch(batch)
		b.onBatch(&batch)
	}
	write := b.MemoryStore.Commit
	if b.commit != nil {
		write = b.commit
	}
	done, err := write(b.hear(ctx, "Commit"), batch)
	if b.committed != nil && err == nil {
		b.committed(&done)
	}
	return done, b.fail("Commit", err)
}

// ownBatch copies a batch as deep as onBatch changes it.
func ownBatch(b contract.Batch) contract.Batch {
	if b.NewRow != nil {
		row := *b.NewRow
		b.NewRow = &row
	}
	if b.Row != nil {
		row := *b.Row
		b.Row = &row
	}
	if b.Draft != nil {
		draft := *b.Draft
		b.Draft = &draft
	}
	b.Evidence, b.Sections = slices.Clone(b.Evidence), slices.Clone(b.Sections)
	b.Proposals, b.Decisions, b.Verdicts = slices.Clone(b.Proposals), slices.Clone(b.Decisions), slices.Clone(b.Verdicts)
	return b
}

func (b *broken) Evidence() evidence.Store {
	if b.home != nil {
		return b.home
	}
	return b.MemoryStore.Evidence()
}

func (b *broken) CommandSet(ctx context.Context, id string) (contract.CommandSet, error) {
	s, err := b.MemoryStore.CommandSet(b.hear(ctx, "CommandSet"), id)
	if b.onSet != nil && err == nil {
		b.onSet(&s)
	}
	return s, b.fail("CommandSet", err)
}

func (b *broken) PutCommandSet(ctx context.Context, id string, set contract.CommandSet) error {
	if b.put != nil {
		return b.put(ctx, id, set)
	}
	return b.fail("PutCommandSet", b.MemoryStore.PutCommandSet(b.hear(ctx, "PutCommandSet"), id, set))
}

func (b *broken) PutApproval(ctx context.Context, id, status string) error {
	return b.MemoryStore.PutApproval(b.hear(ctx, "PutApproval"), b.key("PutApproval", id), status)
}

func (b *broken) PutOwner(ctx context.Context, key, workspace string) error {
	return b.MemoryStore.PutOwner(b.hear(ctx, "PutOwner"), b.key("PutOwner", key), workspace)
}
