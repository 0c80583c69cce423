package faultstore

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// Row implements contract.Store.
func (s *Store) Row(ctx context.Context, contractID string) (contract.Row, error) {
	return call(ctx, s, "Row", func(ctx context.Context) (contract.Row, error) {
		return s.beneath.Row(ctx, contractID)
	})
}

// RowByHandoff implements contract.Store.
func (s *Store) RowByHandoff(ctx context.Context, handoffID int64) (contract.Row, error) {
	return call(ctx, s, "RowByHandoff", func(ctx context.Context) (contract.Row, error) {
		return s.beneath.RowByHandoff(ctx, handoffID)
	})
}

// Rows implements contract.Store.
func (s *Store) Rows(ctx context.Context, filter contract.Filter) iter.Seq2[contract.Row, error] {
	filter.States = slices.Clone(filter.States) // the call is made when the list is ranged over
	if filter.Cut != nil {
		cut := *filter.Cut
		filter.Cut = &cut
	}
	return list(ctx, s, "Rows", func(ctx context.Context) iter.Seq2[contract.Row, error] {
		return s.beneath.Rows(ctx, filter)
	})
}

// Draft implements contract.Store.
func (s *Store) Draft(ctx context.Context, contractID string) (contract.Draft, error) {
	return call(ctx, s, "Draft", func(ctx context.Context) (contract.Draft, error) {
		return s.beneath.Draft(ctx, contractID)
	})
}

// EvidenceRow implements contract.Store.
func (s *Store) EvidenceRow(ctx context.Context, id int64) (evidence.Row, error) {
	return call(ctx, s, "EvidenceRow", func(ctx context.Context) (evidence.Row, error) {
		return s.beneath.EvidenceRow(ctx, id)
	})
}

// Proposals implements contract.Store.
func (s *Store) Proposals(ctx context.Context, filter contract.ProposalFilter) iter.Seq2[contract.Proposal, error] {
	filter.States = slices.Clone(filter.States)
	return list(ctx, s, "Proposals", func(ctx context.Context) iter.Seq2[contract.Proposal, error] {
		return s.beneath.Proposals(ctx, filter)
	})
}

// ApprovalStatus implements contract.Store.
func (s *Store) ApprovalStatus(ctx context.Context, approvalID string) (string, error) {
	return call(ctx, s, "ApprovalStatus", func(ctx context.Context) (string, error) {
		return s.beneath.ApprovalStatus(ctx, approvalID)
	})
}

// Section implements contract.Store.
func (s *Store) Section(ctx context.Context, workspace, name string) (contract.Section, error) {
	return call(ctx, s, "Section", func(ctx context.Context) (contract.Section, error) {
		return s.beneath.Section(ctx, workspace, name)
	})
}

// SectionNames implements contract.Store.
func (s *Store) SectionNames(ctx context.Context, workspace string) ([]string, error) {
	return call(ctx, s, "SectionNames", func(ctx context.Context) ([]string, error) {
		return s.beneath.SectionNames(ctx, workspace)
	})
}

// WorkspaceOf implements contract.Store.
func (s *Store) WorkspaceOf(ctx context.Context, projectKey string) (string, error) {
	return call(ctx, s, "WorkspaceOf", func(ctx context.Context) (string, error) {
		return s.beneath.WorkspaceOf(ctx, projectKey)
	})
}

// Commit implements contract.Store.
func (s *Store) Commit(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
	return call(ctx, s, "Commit", func(ctx context.Context) (contract.Committed, error) {
		return s.beneath.Commit(ctx, batch)
	})
}

// CommandSet implements contract.ProgressStore; it is errors.ErrUnsupported
// when the store beneath keeps no progress.
func (s *Store) CommandSet(ctx context.Context, contractID string) (contract.CommandSet, error) {
	return call(ctx, s, "CommandSet", func(ctx context.Context) (contract.CommandSet, error) {
		progress, err := s.progress()
		if err != nil {
			return contract.CommandSet{}, err
		}
		return progress.CommandSet(ctx, contractID)
	})
}

// PutCommandSet implements contract.ProgressStore, as CommandSet does.
func (s *Store) PutCommandSet(ctx context.Context, contractID string, set contract.CommandSet) error {
	_, err := call(ctx, s, "PutCommandSet", func(ctx context.Context) (struct{}, error) {
		progress, err := s.progress()
		if err != nil {
			return struct{}{}, err
		}
		return struct{}{}, progress.PutCommandSet(ctx, contractID, set)
	})
	return err
}

func (s *Store) progress() (contract.ProgressStore, error) {
	if progress, ok := s.beneath.(contract.ProgressStore); ok {
		return progress, nil
	}
	return nil, fmt.Errorf("faultstore: the store beneath keeps no command sets: %w", errors.ErrUnsupported)
}

// list runs an iteration under the fault that is due. The call counts when the
// iteration starts, each time it does.
func list[T any](ctx context.Context, s *Store, method string, do func(context.Context) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		fault := s.due(ctx, method)
		switch fault.Kind {
		case Fail:
			yield(none, fault.Err)
			return
		case Lose:
			for value, err := range do(ctx) {
				if !yield(value, err) || err != nil {
					return
				}
				break
			}
			yield(none, fault.Err)
			return
		case Cancel:
			cancelled, cancel := context.WithCancel(ctx)
			cancel()
			ctx = cancelled
		case Repeat:
			for _, err := range do(ctx) { // a read that is sent twice is answered once
				if err != nil {
					break
				}
			}
		case Delay:
		}
		for value, err := range do(ctx) {
			if !yield(value, err) {
				return
			}
		}
	}
}
