package sqlitestore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/handfast-go/handfast/contract"
)

// PutApproval records the status of an approval; "pending" is the one that an
// approval request may cite. What was recorded before is replaced.
func (s *Store) PutApproval(ctx context.Context, id, status string) error {
	return s.put(ctx, "record the approval", putApproval, id, status)
}

// PutOwner records that workspace owns the project with that key. What was
// recorded before is replaced.
func (s *Store) PutOwner(ctx context.Context, projectKey, workspace string) error {
	return s.put(ctx, "record the owner", putOwner, contract.ProjectKey(projectKey), workspace)
}

// PutSection stores one section of a workspace's context as it is, at the next
// revision, over whatever is there. content is raw JSON and is not checked.
func (s *Store) PutSection(ctx context.Context, workspace, name string, content []byte) error {
	return s.put(ctx, "store the section", putSection, workspace, name, document(content))
}

func (s *Store) put(ctx context.Context, op, query string, args ...any) error {
	return s.transact(ctx, op, func(tx *transaction) error {
		_, _, err := tx.exec(ctx, query, args...)
		return err
	})
}

func scanCommandSet(from scanner) (contract.CommandSet, error) {
	var body []byte
	var set contract.CommandSet
	if err := from.Scan(&body); err != nil {
		return set, err
	}
	return set, json.Unmarshal(body, &set)
}

// CommandSet implements contract.ProgressStore.
func (s *Store) CommandSet(ctx context.Context, contractID string) (contract.CommandSet, error) {
	return one(ctx, s, selectCommandSet, scanCommandSet, "command set", contractID)
}

// PutCommandSet implements contract.ProgressStore: a set that failed is
// contract.ErrFrozen, but to put the same set again is no change.
func (s *Store) PutCommandSet(ctx context.Context, contractID string, set contract.CommandSet) error {
	body, err := object(set)
	if err != nil {
		return failed(ctx, "encode the command set", err)
	}
	return s.transact(ctx, "store the command set", func(tx *transaction) error {
		stored, err := scanCommandSet(tx.query(ctx, selectCommandSet, contractID))
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return failed(ctx, "read the command set", err)
		case stored.FailedIndex != nil && stored.Equal(set):
			return nil
		case stored.FailedIndex != nil:
			return refusal(contract.ErrFrozen, "command set", contractID)
		}
		_, _, err = tx.exec(ctx, putCommandSet, contractID, body)
		return err
	})
}
