package storetest

import (
	"context"
	"fmt"
	"time"

	"github.com/handfast-go/handfast/contract"
)

// doneContexts are the two ways in which a context can be done.
func doneContexts(ctx context.Context) (cancelled, expired context.Context, release func()) {
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	expired, free := context.WithDeadline(ctx, time.Unix(0, 0))
	return cancelled, expired, free
}

func cancelCases() []Case {
	read := func(method string, call func(ctx context.Context, store contract.Store) error) Case {
		return Case{
			Name: "cancel/" + method, Rule: "A call whose context is done returns the context's error.",
			check: func(ctx context.Context, b *bench) error {
				if _, err := prepare(ctx, b.store); err != nil {
					return err
				}
				cancelled, expired, release := doneContexts(ctx)
				defer release()
				if err := wantErr(method+" with a cancelled context", call(cancelled, b.store), context.Canceled); err != nil {
					return err
				}
				return wantErr(method+" past its deadline", call(expired, b.store), context.DeadlineExceeded)
			},
		}
	}
	return []Case{
		read("row", func(ctx context.Context, store contract.Store) error {
			_, err := store.Row(ctx, name(1))
			return err
		}),
		read("row-by-handoff", func(ctx context.Context, store contract.Store) error {
			_, err := store.RowByHandoff(ctx, 1)
			return err
		}),
		read("rows", func(ctx context.Context, store contract.Store) error {
			_, err := collect(store.Rows(ctx, contract.Filter{}))
			return err
		}),
		read("rows-without-match", func(ctx context.Context, store contract.Store) error {
			_, err := collect(store.Rows(ctx, contract.Filter{AgentName: "nobody"}))
			return err
		}),
		read("draft", func(ctx context.Context, store contract.Store) error {
			_, err := store.Draft(ctx, name(1))
			return err
		}),
		read("evidence-row", func(ctx context.Context, store contract.Store) error {
			_, err := store.EvidenceRow(ctx, 1)
			return err
		}),
		read("proposals", func(ctx context.Context, store contract.Store) error {
			_, err := collect(store.Proposals(ctx, contract.ProposalFilter{}))
			return err
		}),
		read("section", func(ctx context.Context, store contract.Store) error {
			_, err := store.Section(ctx, "w", "stack")
			return err
		}),
		read("section-names", func(ctx context.Context, store contract.Store) error {
			_, err := store.SectionNames(ctx, "w")
			return err
		}),
		read("workspace-of", func(ctx context.Context, store contract.Store) error {
			_, err := store.WorkspaceOf(ctx, "p")
			return err
		}),
		{
			Name: "cancel/commit", Rule: "A Commit whose context is done returns the context's error and has written nothing of any part.",
			check: func(ctx context.Context, b *bench) error {
				ids, err := prepare(ctx, b.store)
				if err != nil {
					return err
				}
				before, err := readState(ctx, b.store)
				if err != nil {
					return err
				}
				cancelled, expired, release := doneContexts(ctx)
				defer release()
				_, err = b.store.Commit(cancelled, fullBatch(ids.pending))
				if err := wantErr("Commit with a cancelled context", err, context.Canceled); err != nil {
					return err
				}
				_, err = b.store.Commit(expired, fullBatch(ids.pending))
				if err := wantErr("Commit past its deadline", err, context.DeadlineExceeded); err != nil {
					return err
				}
				after, err := readState(ctx, b.store)
				if err != nil {
					return err
				}
				if err := same("state", before, after); err != nil {
					return err
				}
				if err := must(ctx, b.store, fullBatch(ids.pending)); err != nil {
					return fmt.Errorf("the same batch with a live context: %w", err)
				}
				return nil
			},
		},
		{
			Name: "cancel/concurrent", Rule: "A Commit that is cancelled while it runs is either done whole, with no error, or not at all.",
			check: checkCancelledCommits,
		},
	}
}

// checkCancelledCommits cancels each of 32 births while it may be running.
func checkCancelledCommits(ctx context.Context, b *bench) error {
	results := make([]error, writers)
	err := inParallel(func(writer int) error {
		running, cancel := context.WithCancel(ctx)
		defer cancel()
		started := make(chan struct{})
		go func() {
			<-started
			cancel()
		}()
		row, draft := plainRow(writer), fullDraft(writer)
		close(started)
		_, results[writer] = b.store.Commit(running, contract.Batch{NewRow: &row, Draft: &draft})
		if results[writer] == nil {
			return nil
		}
		return wantErr("a cancelled Commit", results[writer], context.Canceled)
	})
	if err != nil {
		return err
	}
	for writer, result := range results {
		_, rowErr := b.store.Row(ctx, name(writer))
		_, draftErr := b.store.Draft(ctx, name(writer))
		if result == nil {
			if rowErr != nil || draftErr != nil {
				return fmt.Errorf("after a Commit without error: expected row and draft, got %s and %s", orNil(rowErr), orNil(draftErr))
			}
			continue
		}
		if err := wantErr("the row of a cancelled Commit", rowErr, contract.ErrNotFound); err != nil {
			return err
		}
		if err := wantErr("the draft of a cancelled Commit", draftErr, contract.ErrNotFound); err != nil {
			return err
		}
	}
	return nil
}
