package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"iter"

	"github.com/handfast-go/handfast/evidence"
)

// evidenceView is a Store as an evidence.Store.
type evidenceView struct{ store *Store }

// EvidenceRow implements contract.Store.
func (s *Store) EvidenceRow(ctx context.Context, id int64) (evidence.Row, error) {
	return one(ctx, s, selectEvidence, scanEvidence, "evidence", id)
}

// Get implements evidence.Store.
func (v evidenceView) Get(ctx context.Context, id int64) (evidence.Row, error) {
	row, err := scanEvidence(v.store.read[selectEvidence].QueryRowContext(ctx, id))
	if errors.Is(err, sql.ErrNoRows) {
		return evidence.Row{}, evidence.ErrNotFound
	}
	return row, failed(ctx, "read the evidence", err)
}

// List implements evidence.Store. It holds no connection while it yields.
func (v evidenceView) List(ctx context.Context, briefID int64, acID string) iter.Seq2[evidence.Row, error] {
	q := &listQuery{columns: evidenceColumns, table: "evidence", key: "id"}
	q.and("brief_id = ?", briefID)
	if acID != "" {
		q.and("ac_id = ?", acID)
	}
	return pages(ctx, v.store, "list the evidence", q, scanEvidence, func(row *evidence.Row) (int64, int) {
		return row.ID, len(row.Text)
	})
}

// Insert implements evidence.Store.
func (v evidenceView) Insert(ctx context.Context, rows []evidence.Row) ([]int64, error) {
	var ids []int64
	err := v.store.transact(ctx, "insert evidence", func(tx *transaction) error {
		var err error
		ids, err = tx.insertEvidence(ctx, rows)
		return err
	})
	if err != nil {
		return nil, err
	}
	return ids, nil
}

// Delete implements evidence.Store.
func (v evidenceView) Delete(ctx context.Context, by evidence.Curator, id int64) error {
	if err := ctx.Err(); err != nil {
		return failed(ctx, "delete evidence", err)
	}
	if !by.MayDelete() {
		return evidence.ErrNotCurator
	}
	return v.store.transact(ctx, "delete evidence", func(tx *transaction) error {
		changed, _, err := tx.exec(ctx, deleteEvidence, id)
		if err == nil && changed == 0 {
			err = evidence.ErrNotFound
		}
		return err
	})
}

// insertEvidence is Insert inside a transaction.
func (t *transaction) insertEvidence(ctx context.Context, rows []evidence.Row) ([]int64, error) {
	prepared, err := evidence.PrepareRows(rows)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, 0, len(prepared))
	for i := range prepared {
		row := &prepared[i]
		id, known, err := t.storedEvidence(ctx, row)
		if err != nil {
			return nil, err
		}
		if !known {
			_, id, err = t.exec(ctx, insertEvidence, row.Workspace, row.BriefID, row.ACID, row.TaskID, string(row.Type), []byte(row.Text),
				row.ArtifactPath, row.SizeBytes, row.SHA256, string(row.Polarity), string(row.Origin), row.CreatedByAgent,
				keyColumn(row.Key), micros(row.CreatedAt))
			if err != nil {
				return nil, err
			}
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// storedEvidence finds the row that is stored under the key already.
func (t *transaction) storedEvidence(ctx context.Context, row *evidence.Row) (id int64, known bool, err error) {
	if row.Key == "" {
		return 0, false, nil
	}
	stored, err := scanEvidence(t.query(ctx, evidenceByKey, row.Key))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, false, nil
	case err != nil:
		return 0, false, failed(ctx, "read the evidence", err)
	case !stored.SameContent(*row):
		return 0, false, evidence.ErrExists
	}
	return stored.ID, true, nil
}

// scanEvidence reads evidenceColumns.
func scanEvidence(from scanner) (evidence.Row, error) {
	var row evidence.Row
	var text []byte
	var key sql.NullString
	var created int64
	err := from.Scan(&row.ID, &row.Workspace, &row.BriefID, &row.ACID, &row.TaskID, &row.Type, &text, &row.ArtifactPath,
		&row.SizeBytes, &row.SHA256, &row.Polarity, &row.Origin, &row.CreatedByAgent, &key, &created)
	if err != nil {
		return evidence.Row{}, err
	}
	row.Text, row.Key, row.CreatedAt = string(text), key.String, fromMicros(created)
	return row, nil
}
