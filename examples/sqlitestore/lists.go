package sqlitestore

import (
	"context"
	"iter"
	"math"
	"strings"

	"github.com/handfast-go/handfast/contract"
)

// A page ends at so many elements, or after so many bytes of documents.
const (
	pageRows  = 128
	pageBytes = 1 << 20
)

// listQuery is a list in the order of its integer key.
type listQuery struct {
	columns, table, key string
	where               []string
	args                []any
}

// and narrows the list by a fixed condition.
func (q *listQuery) and(condition string, args ...any) {
	q.where = append(q.where, condition)
	q.args = append(q.args, args...)
}

// in narrows the list to the values of a column. No values narrow nothing.
func in[T ~string](q *listQuery, column string, values []T) {
	if len(values) == 0 {
		return
	}
	q.where = append(q.where, column+" IN (?"+strings.Repeat(", ?", len(values)-1)+")")
	for _, value := range values {
		q.args = append(q.args, string(value))
	}
}

// sql is the query of the page behind an id.
func (q *listQuery) sql() string {
	var b strings.Builder
	b.WriteString("SELECT " + q.columns + " FROM " + q.table + " WHERE " + q.key + " > ?")
	for _, condition := range q.where {
		b.WriteString(" AND " + condition)
	}
	b.WriteString(" ORDER BY " + q.key + " LIMIT ?")
	return b.String()
}

func rowQuery(f contract.Filter) *listQuery {
	q := &listQuery{columns: rowColumns, table: "contract_rows", key: "handoff_id"}
	in(q, "state", f.States)
	if f.Cut != nil {
		q.and("(cut IS NOT NULL) = ?", *f.Cut)
	}
	if f.AgentName != "" {
		q.and("agent_name = ?", f.AgentName)
	}
	if f.Workspace != "" {
		q.and("workspace = ?", f.Workspace)
	}
	if !f.Since.IsZero() {
		q.and("created_at >= ?", micros(f.Since))
	}
	if !f.Until.IsZero() {
		q.and("created_at < ?", micros(f.Until))
	}
	if f.Continues != "" {
		q.and("continues = ? AND continues <> ''", f.Continues) // the second is the index's condition
	}
	if f.ParentHandoffID != 0 {
		q.and("parent_handoff_id = ? AND parent_handoff_id <> 0", f.ParentHandoffID)
	}
	return q
}

func proposalQuery(f contract.ProposalFilter) *listQuery {
	q := &listQuery{columns: proposalColumns, table: "proposals", key: "id"}
	in(q, "state", f.States)
	if f.ID != 0 {
		q.and("id = ?", f.ID)
	}
	if f.ContractID != "" {
		q.and("contract_id = ?", f.ContractID)
	}
	return q
}

// pages yields a list page by page. about returns an element's id and size.
func pages[T any](ctx context.Context, s *Store, op string, q *listQuery, scan func(scanner) (T, error), about func(*T) (int64, int)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		after := int64(math.MinInt64)
		for {
			page, more, err := nextPage(ctx, s, q, after, scan, about)
			if err != nil {
				yield(none, failed(ctx, op, err))
				return
			}
			for i := range page {
				if !yield(page[i], nil) {
					return
				}
				if err := ctx.Err(); err != nil {
					yield(none, failed(ctx, op, err))
					return
				}
				after, _ = about(&page[i])
			}
			if !more {
				return
			}
		}
	}
}

func nextPage[T any](ctx context.Context, s *Store, q *listQuery, after int64, scan func(scanner) (T, error), about func(*T) (int64, int)) (page []T, more bool, err error) {
	args := append(append([]any{after}, q.args...), pageRows)
	rows, err := s.reader.QueryContext(ctx, q.sql(), args...)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err has what went wrong
	bytes := 0
	for rows.Next() {
		value, err := scan(rows)
		if err != nil {
			return nil, false, err
		}
		page = append(page, value)
		_, size := about(&value)
		if bytes += size; bytes >= pageBytes {
			return page, true, nil
		}
	}
	return page, len(page) == pageRows, rows.Err()
}
