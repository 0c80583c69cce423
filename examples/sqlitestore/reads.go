package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"iter"

	"github.com/handfast-go/handfast/contract"
)

// one runs a prepared read of at most one row. what and key name the thing
// when it is missing.
func one[T any](ctx context.Context, s *Store, query string, scan func(scanner) (T, error), what string, args ...any) (T, error) {
	value, err := scan(s.read[query].QueryRowContext(ctx, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return value, absent(what, args[len(args)-1])
	}
	if err != nil {
		var none T
		return none, failed(ctx, "read the "+what, err)
	}
	return value, nil
}

func scanString(from scanner) (string, error) {
	var s string
	return s, from.Scan(&s)
}

// Row implements contract.Store.
func (s *Store) Row(ctx context.Context, contractID string) (contract.Row, error) {
	return one(ctx, s, selectRow, scanRow, "row", contractID)
}

// RowByHandoff implements contract.Store.
func (s *Store) RowByHandoff(ctx context.Context, handoffID int64) (contract.Row, error) {
	return one(ctx, s, selectRowByHandoff, scanRow, "hand-off", handoffID)
}

// Draft implements contract.Store.
func (s *Store) Draft(ctx context.Context, contractID string) (contract.Draft, error) {
	return one(ctx, s, selectDraft, func(from scanner) (contract.Draft, error) {
		var envelope sql.NullString
		var updated int64
		draft := contract.Draft{ContractID: contractID}
		err := from.Scan(&envelope, &updated, &draft.Revision)
		draft.Envelope, draft.UpdatedAt = fromDocument(envelope), fromMicros(updated)
		return draft, err
	}, "draft", contractID)
}

// ApprovalStatus implements contract.Store.
func (s *Store) ApprovalStatus(ctx context.Context, approvalID string) (string, error) {
	return one(ctx, s, selectApproval, scanString, "approval", approvalID)
}

// WorkspaceOf implements contract.Store.
func (s *Store) WorkspaceOf(ctx context.Context, projectKey string) (string, error) {
	return one(ctx, s, selectOwner, scanString, "owner of project", contract.ProjectKey(projectKey))
}

// Section implements contract.Store.
func (s *Store) Section(ctx context.Context, workspace, name string) (contract.Section, error) {
	return one(ctx, s, selectSection, func(from scanner) (contract.Section, error) {
		var content sql.NullString
		section := contract.Section{Workspace: workspace, Name: name}
		err := from.Scan(&content, &section.Revision)
		section.Content = fromDocument(content)
		return section, err
	}, "section", workspace, name)
}

// SectionNames implements contract.Store.
func (s *Store) SectionNames(ctx context.Context, workspace string) ([]string, error) {
	rows, err := s.read[selectSectionNames].QueryContext(ctx, workspace)
	if err != nil {
		return nil, failed(ctx, "list the sections", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err has what went wrong
	var names []string
	for rows.Next() {
		name, err := scanString(rows)
		if err != nil {
			return nil, failed(ctx, "list the sections", err)
		}
		names = append(names, name)
	}
	return names, failed(ctx, "list the sections", rows.Err())
}

// Rows implements contract.Store. It reads page by page and holds no
// connection while it yields, so that a write inside the loop cannot wait for
// the loop. A row that is written between two pages is seen as it then is.
func (s *Store) Rows(ctx context.Context, filter contract.Filter) iter.Seq2[contract.Row, error] {
	q := rowQuery(filter)
	return pages(ctx, s, "list the rows", q, scanRow, func(row *contract.Row) (int64, int) {
		return row.HandoffID, len(row.Envelope)
	})
}

// Proposals implements contract.Store, in the manner of Rows.
func (s *Store) Proposals(ctx context.Context, filter contract.ProposalFilter) iter.Seq2[contract.Proposal, error] {
	q := proposalQuery(filter)
	return pages(ctx, s, "list the proposals", q, scanProposal, func(p *contract.Proposal) (int64, int) {
		return p.ID, len(p.Payload)
	})
}
