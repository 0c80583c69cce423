package sqlitestore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// Commit implements contract.Store: one transaction, which takes the lock of
// writers at its beginning, so that nothing it compares can move on under it.
func (s *Store) Commit(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
	var done contract.Committed
	err := s.transact(ctx, "commit", func(tx *transaction) error {
		return tx.run(ctx, &batch, &done)
	})
	if err != nil {
		return contract.Committed{}, err
	}
	return done, nil
}

// transaction is one write of a Store.
type transaction struct {
	store *Store
	tx    *sql.Tx
}

// transact runs do in a transaction and commits it when do returns nil.
func (s *Store) transact(ctx context.Context, op string, do func(*transaction) error) error {
	s.announce("BEGIN IMMEDIATE")
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return failed(ctx, op, err)
	}
	defer func() { _ = tx.Rollback() }() // after Commit it does nothing
	if err := do(&transaction{store: s, tx: tx}); err != nil {
		return err
	}
	s.announce("COMMIT")
	if err := tx.Commit(); err != nil {
		return failed(ctx, op, err)
	}
	s.announce("")
	return nil
}

func (s *Store) announce(statement string) {
	if s.step != nil {
		s.step(statement)
	}
}

// exec runs a prepared statement and returns how many rows it changed and the
// id of the row that it inserted, if it did.
func (t *transaction) exec(ctx context.Context, query string, args ...any) (changed, id int64, err error) {
	t.store.announce(query)
	result, err := t.tx.StmtContext(ctx, t.store.write[query]).ExecContext(ctx, args...) //nolint:sqlclosecheck // closed with the transaction
	if err != nil {
		return 0, 0, failed(ctx, "write", err)
	}
	if changed, err = result.RowsAffected(); err != nil {
		return 0, 0, failed(ctx, "write", err)
	}
	id, err = result.LastInsertId()
	return changed, id, failed(ctx, "write", err)
}

func (t *transaction) query(ctx context.Context, query string, args ...any) scanner {
	t.store.announce(query)
	return t.tx.StmtContext(ctx, t.store.write[query]).QueryRowContext(ctx, args...) //nolint:sqlclosecheck // closed with the transaction
}

// refuse says why a statement changed nothing: there is no such thing, or it
// is there and the given sentinel holds.
func (t *transaction) refuse(ctx context.Context, sentinel error, has, what string, key ...any) error {
	var count int
	if err := t.query(ctx, has, key...).Scan(&count); err != nil {
		return failed(ctx, "read the "+what, err)
	}
	if count == 0 {
		sentinel = contract.ErrNotFound
	}
	return refusal(sentinel, what, key[len(key)-1])
}

func (t *transaction) run(ctx context.Context, batch *contract.Batch, done *contract.Committed) error {
	steps := []func() error{
		func() error { return t.insertRow(ctx, batch.NewRow, done) },
		func() error { return t.updateRow(ctx, batch.Row) },
		func() error { return t.putDraft(ctx, batch.Draft) },
		func() error { return t.deposit(ctx, batch.Evidence, done) },
		func() error {
			return each(batch.Sections, func(s *contract.Section) error { return t.putSection(ctx, s) })
		},
		func() error {
			return each(batch.Proposals, func(p *contract.Proposal) error { return t.propose(ctx, p, done) })
		},
		func() error {
			return each(batch.Decisions, func(d *contract.Decision) error { return t.decide(ctx, d) })
		},
		func() error {
			return each(batch.Verdicts, func(v *contract.GateVerdict) error { return t.settle(ctx, v) })
		},
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func each[T any](values []T, do func(*T) error) error {
	for i := range values {
		if err := do(&values[i]); err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) insertRow(ctx context.Context, row *contract.Row, done *contract.Committed) error {
	if row == nil {
		return nil
	}
	values, err := rowValues(row)
	if err != nil {
		return failed(ctx, "encode the row", err)
	}
	changed, id, err := t.exec(ctx, insertRow, append([]any{row.ContractID}, values...)...)
	if err != nil {
		return err
	}
	if changed == 0 {
		return refusal(contract.ErrExists, "row", row.ContractID)
	}
	done.HandoffID = id
	return nil
}

func (t *transaction) updateRow(ctx context.Context, row *contract.Row) error {
	if row == nil {
		return nil
	}
	values, err := rowValues(row)
	if err != nil {
		return failed(ctx, "encode the row", err)
	}
	changed, _, err := t.exec(ctx, updateRow, append(values, row.ContractID, row.Revision)...)
	if err != nil {
		return err
	}
	if changed == 0 {
		return t.refuse(ctx, contract.ErrConflict, hasRow, "row", row.ContractID)
	}
	return nil
}

// swap runs the insert for revision 0, else the update, both of which take the
// same arguments.
func (t *transaction) swap(ctx context.Context, insert, update string, revision int64, args ...any) (bool, error) {
	query := update
	if revision == 0 {
		query = insert
	}
	changed, _, err := t.exec(ctx, query, append(args, revision)...)
	return changed > 0, err
}

func (t *transaction) putDraft(ctx context.Context, draft *contract.Draft) error {
	if draft == nil {
		return nil
	}
	stored, err := t.swap(ctx, insertDraft, updateDraft, draft.Revision, document(draft.Envelope), micros(draft.UpdatedAt), draft.ContractID)
	if err != nil || stored {
		return err
	}
	return t.refuse(ctx, contract.ErrConflict, hasDraft, "draft", draft.ContractID)
}

func (t *transaction) putSection(ctx context.Context, section *contract.Section) error {
	if section.Revision == 0 {
		if err := t.refuseSibling(ctx, section); err != nil {
			return err
		}
	}
	stored, err := t.swap(ctx, insertSection, updateSection, section.Revision, document(section.Content), section.Workspace, section.Name)
	if err != nil || stored {
		return err
	}
	return t.refuse(ctx, contract.ErrConflict, hasSection, "section", section.Workspace, section.Name)
}

// refuseSibling refuses a new section that is stored under another spelling of
// its name.
func (t *transaction) refuseSibling(ctx context.Context, section *contract.Section) error {
	list, err := scanString(t.query(ctx, sectionNameList, section.Workspace))
	if err != nil {
		return failed(ctx, "list the sections", err)
	}
	var names []string
	if err := json.Unmarshal([]byte(list), &names); err != nil {
		return failed(ctx, "list the sections", err)
	}
	for _, name := range names {
		if contract.SameSection(name, section.Name) {
			return refusal(contract.ErrConflict, "section", section.Name)
		}
	}
	return nil
}

func (t *transaction) deposit(ctx context.Context, rows []evidence.Row, done *contract.Committed) error {
	if len(rows) == 0 {
		return nil
	}
	ids, err := t.insertEvidence(ctx, rows)
	if errors.Is(err, evidence.ErrExists) {
		return fmt.Errorf("%w (%w)", contract.ErrExists, err)
	}
	done.EvidenceIDs = ids
	return err
}

func (t *transaction) propose(ctx context.Context, p *contract.Proposal, done *contract.Committed) error {
	guards, err := list(p.FailedGuards)
	if err != nil {
		return failed(ctx, "encode the proposal", err)
	}
	changed, id, err := t.exec(ctx, insertProposal, p.ContractID, keyColumn(p.Key), p.Workspace, p.Project, p.Section,
		document(p.Payload), document(p.Drift), guards, string(p.State), p.DecidedBy, p.Note, micros(p.CreatedAt), micros(p.DecidedAt))
	if err != nil {
		return err
	}
	if changed == 0 {
		if err := t.query(ctx, proposalByKey, p.Key).Scan(&id); err != nil {
			return failed(ctx, "read the proposal", err)
		}
	}
	done.ProposalIDs = append(done.ProposalIDs, id)
	return nil
}

func (t *transaction) decide(ctx context.Context, d *contract.Decision) error {
	changed, _, err := t.exec(ctx, decideProposal, string(d.State), d.By, d.Note, micros(d.At), d.ProposalID)
	if err != nil || changed > 0 {
		return err
	}
	return t.refuse(ctx, contract.ErrDecided, hasProposal, "proposal", d.ProposalID)
}

func (t *transaction) settle(ctx context.Context, v *contract.GateVerdict) error {
	verdict := *v
	verdict.At = verdict.At.UTC()
	body, err := object(verdict)
	if err != nil {
		return failed(ctx, "encode the verdict", err)
	}
	changed, _, err := t.exec(ctx, insertVerdict, v.GateID, body, v.ProducerID)
	if err != nil || changed > 0 {
		return err
	}
	return t.refuse(ctx, contract.ErrDecided, hasRow, "gate of", v.ProducerID)
}
