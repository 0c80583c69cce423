package storetest

import (
	"context"
	"fmt"

	"github.com/handfast-go/handfast/contract"
)

func progressCases() []Case {
	progress := func(name, rule string, check func(ctx context.Context, store contract.ProgressStore) error) Case {
		return Case{
			Name: "progress/" + name, Rule: rule,
			applies: func(b *bench) bool { _, ok := b.store.(contract.ProgressStore); return ok },
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, newRow(plainRow(1)), newRow(plainRow(2))); err != nil {
					return err
				}
				store, ok := b.store.(contract.ProgressStore)
				if !ok {
					return fmt.Errorf("expected a contract.ProgressStore, got %T", b.store)
				}
				return check(ctx, store)
			},
		}
	}
	failed := func(at int) contract.CommandSet {
		return contract.CommandSet{NextIndex: 2, ConsumedIndexes: []int{0, 1}, FailedIndex: &at, FailureReason: "exit 2"}
	}
	demand := func(ctx context.Context, store contract.ProgressStore, id string, want contract.CommandSet) error {
		got, err := store.CommandSet(ctx, id)
		if err != nil {
			return fmt.Errorf("CommandSet: expected no error, got %w", err)
		}
		return same("command set", want, got)
	}
	return []Case{
		progress("round-trip", "A command set comes back with every member, and a later one replaces it.", func(ctx context.Context, store contract.ProgressStore) error {
			for _, set := range []contract.CommandSet{{}, {NextIndex: 1, ConsumedIndexes: []int{0}}, {NextIndex: 5, ConsumedIndexes: []int{4, 0, 2}}, failed(0)} {
				if err := store.PutCommandSet(ctx, name(1), set); err != nil {
					return err
				}
				if err := demand(ctx, store, name(1), set); err != nil {
					return err
				}
			}
			return nil
		}),
		progress("not-found", "A command set that was never put is ErrNotFound.", func(ctx context.Context, store contract.ProgressStore) error {
			if err := store.PutCommandSet(ctx, name(1), contract.CommandSet{}); err != nil {
				return err
			}
			_, err := store.CommandSet(ctx, name(2))
			return wantErr("CommandSet", err, contract.ErrNotFound)
		}),
		progress("frozen", "A command set that failed is frozen: a change is ErrFrozen, the same set again is none.", func(ctx context.Context, store contract.ProgressStore) error {
			if err := store.PutCommandSet(ctx, name(1), failed(1)); err != nil {
				return err
			}
			more := failed(1)
			more.ConsumedIndexes = []int{0, 1, 2}
			for _, change := range []contract.CommandSet{{NextIndex: 3}, failed(2), more, {NextIndex: 2, ConsumedIndexes: []int{0, 1}, FailureReason: "exit 2"}} {
				if err := wantErr("a change", store.PutCommandSet(ctx, name(1), change), contract.ErrFrozen); err != nil {
					return err
				}
			}
			if err := store.PutCommandSet(ctx, name(1), failed(1)); err != nil {
				return fmt.Errorf("the same set again: expected no error, got %w", err)
			}
			if err := store.PutCommandSet(ctx, name(2), contract.CommandSet{NextIndex: 3}); err != nil {
				return fmt.Errorf("another set: expected no error, got %w", err)
			}
			return demand(ctx, store, name(1), failed(1))
		}),
		progress("copies", "What a caller changes in a command set that it put or read never reaches the store.", func(ctx context.Context, store contract.ProgressStore) error {
			set := failed(1)
			if err := store.PutCommandSet(ctx, name(1), set); err != nil {
				return err
			}
			scribble(&set)
			got, err := store.CommandSet(ctx, name(1))
			if err != nil {
				return err
			}
			scribble(&got)
			return demand(ctx, store, name(1), failed(1))
		}),
		progress("cancel", "A call whose context is done returns the context's error and changes nothing.", func(ctx context.Context, store contract.ProgressStore) error {
			if err := store.PutCommandSet(ctx, name(1), contract.CommandSet{NextIndex: 1}); err != nil {
				return err
			}
			cancelled, cancel := context.WithCancel(ctx)
			cancel()
			if err := wantErr("PutCommandSet", store.PutCommandSet(cancelled, name(1), contract.CommandSet{NextIndex: 2}), context.Canceled); err != nil {
				return err
			}
			_, err := store.CommandSet(cancelled, name(1))
			if err := wantErr("CommandSet", err, context.Canceled); err != nil {
				return err
			}
			return demand(ctx, store, name(1), contract.CommandSet{NextIndex: 1})
		}),
	}
}
