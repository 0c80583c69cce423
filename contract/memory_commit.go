package contract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/handfast-go/handfast/evidence"
)

// Commit implements Store.
func (m *MemoryStore) Commit(ctx context.Context, batch Batch) (Committed, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return Committed{}, err
	}
	tx := memoryTx{store: m}
	if err := tx.run(ctx, batch); err != nil {
		tx.rollback()
		return Committed{}, err
	}
	return tx.done, nil
}

// memoryTx writes a batch in its order, straight into the store, and knows how
// to take it back. Nobody reads meanwhile: the store's lock is held.
type memoryTx struct {
	store *MemoryStore
	undo  []func()
	done  Committed
}

func (tx *memoryTx) rollback() {
	for _, undo := range slices.Backward(tx.undo) {
		undo()
	}
}

// put sets one entry of a table, to be taken back by rollback.
func put[K comparable, V any](tx *memoryTx, table map[K]V, key K, value V) {
	old, had := table[key]
	tx.undo = append(tx.undo, func() {
		if had {
			table[key] = old
		} else {
			delete(table, key)
		}
	})
	table[key] = value
}

func (tx *memoryTx) run(ctx context.Context, batch Batch) error {
	mirror := mirrored(&batch)
	if batch.NewRow != nil {
		if err := tx.insertRow(batch.NewRow, mirror); err != nil {
			return err
		}
	}
	if batch.Row != nil {
		if err := tx.updateRow(batch.Row, mirror); err != nil {
			return err
		}
	}
	if batch.Draft != nil {
		if err := tx.putDraft(batch.Draft, mirror); err != nil {
			return err
		}
	}
	if len(batch.Evidence) == 0 {
		return tx.runAfterEvidence(batch)
	}
	ids, err := tx.store.evidence.InsertAlong(ctx, batch.Evidence, func([]int64) error {
		return tx.runAfterEvidence(batch)
	})
	if errors.Is(err, evidence.ErrExists) {
		return fmt.Errorf("%w (%w)", ErrExists, err)
	}
	tx.done.EvidenceIDs = ids
	return err
}

func (tx *memoryTx) runAfterEvidence(batch Batch) error {
	for i := range batch.Sections {
		if err := tx.putSection(&batch.Sections[i]); err != nil {
			return err
		}
	}
	for i := range batch.Proposals {
		tx.propose(&batch.Proposals[i])
	}
	for i := range batch.Decisions {
		if err := tx.decide(&batch.Decisions[i]); err != nil {
			return err
		}
	}
	for i := range batch.Verdicts {
		if err := tx.settle(&batch.Verdicts[i]); err != nil {
			return err
		}
	}
	return nil
}

func (tx *memoryTx) insertRow(row *Row, mirror []byte) error {
	m := tx.store
	if _, taken := m.rows[row.ContractID]; taken {
		return refusal(ErrExists, "row", row.ContractID)
	}
	stored := storedRow(row, mirror)
	stored.Revision = 1
	stored.HandoffID = int64(len(m.order)) + 1
	put(tx, m.rows, row.ContractID, stored)
	m.order = append(m.order, row.ContractID)
	tx.undo = append(tx.undo, func() { m.order = m.order[:len(m.order)-1] })
	tx.done.HandoffID = stored.HandoffID
	return nil
}

func (tx *memoryTx) updateRow(row *Row, mirror []byte) error {
	m := tx.store
	old, ok := m.rows[row.ContractID]
	if !ok {
		return absent("row", row.ContractID)
	}
	if old.Revision != row.Revision {
		return refusal(ErrConflict, "row", row.ContractID)
	}
	stored := storedRow(row, mirror)
	stored.Revision++
	stored.HandoffID = old.HandoffID
	put(tx, m.rows, row.ContractID, stored)
	return nil
}

// checkRevision is the demand that drafts and sections share: revision 0
// inserts, any other one replaces what stands at it.
func checkRevision(exists bool, stored, given int64, what, key string) error {
	switch {
	case !exists && given != 0:
		return absent(what, key)
	case exists && stored != given:
		return refusal(ErrConflict, what, key)
	}
	return nil
}

func (tx *memoryTx) putDraft(draft *Draft, mirror []byte) error {
	m := tx.store
	old, exists := m.drafts[draft.ContractID]
	if !exists {
		old = &Draft{}
	}
	if err := checkRevision(exists, old.Revision, draft.Revision, "draft", draft.ContractID); err != nil {
		return err
	}
	stored := *draft
	if stored.Envelope = mirror; mirror == nil {
		stored.Envelope = slices.Clone(draft.Envelope)
	}
	stored.UpdatedAt = utc(draft.UpdatedAt)
	stored.Revision++
	put(tx, m.drafts, draft.ContractID, &stored)
	return nil
}

func (tx *memoryTx) putSection(section *Section) error {
	m := tx.store
	id := sectionID{section.Workspace, section.Name}
	old, exists := m.sections[id]
	if !exists {
		old = &Section{}
	}
	if err := checkRevision(exists, old.Revision, section.Revision, "section", section.Name); err != nil {
		return err
	}
	if !exists {
		for other := range m.sections {
			if other.workspace == section.Workspace && SameSection(other.name, section.Name) {
				return fmt.Errorf("%w: section %q is stored as %q", ErrConflict, clip(section.Name), clip(other.name))
			}
		}
	}
	stored := *section
	stored.Content = slices.Clone(section.Content)
	stored.Revision++
	put(tx, m.sections, id, &stored)
	return nil
}

func (tx *memoryTx) propose(proposal *Proposal) {
	m := tx.store
	if id, known := m.keys[proposal.Key]; known {
		tx.done.ProposalIDs = append(tx.done.ProposalIDs, id)
		return
	}
	stored := copyProposal(proposal)
	stored.ID = int64(len(m.proposals)) + 1
	if proposal.Key != "" {
		put(tx, m.keys, proposal.Key, stored.ID)
	}
	m.proposals = append(m.proposals, &stored)
	tx.undo = append(tx.undo, func() { m.proposals = m.proposals[:len(m.proposals)-1] })
	tx.done.ProposalIDs = append(tx.done.ProposalIDs, stored.ID)
}

func (tx *memoryTx) decide(decision *Decision) error {
	m := tx.store
	key := strconv.FormatInt(decision.ProposalID, 10)
	at := decision.ProposalID - 1
	if at < 0 || at >= int64(len(m.proposals)) {
		return absent("proposal", key)
	}
	old := m.proposals[at]
	if old.State != ProposalPending {
		return refusal(ErrDecided, "proposal", key)
	}
	decided := *old
	decided.State, decided.DecidedBy, decided.Note = decision.State, decision.By, decision.Note
	decided.DecidedAt = utc(decision.At)
	m.proposals[at] = &decided
	tx.undo = append(tx.undo, func() { m.proposals[at] = old })
	return nil
}

func (tx *memoryTx) settle(verdict *GateVerdict) error {
	m := tx.store
	if _, ok := m.rows[verdict.ProducerID]; !ok {
		return absent("row", verdict.ProducerID)
	}
	settled := m.verdicts[verdict.ProducerID]
	for i := range settled {
		if settled[i].GateID == verdict.GateID {
			return refusal(ErrDecided, "gate", verdict.GateID)
		}
	}
	stored := *verdict
	stored.At = utc(verdict.At)
	// Clip: an append must never write into a list that a reader holds.
	put(tx, m.verdicts, verdict.ProducerID, append(slices.Clip(settled), stored))
	return nil
}
