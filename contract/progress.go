package contract

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// ErrFrozen is returned when the progress of a failed command set is changed
// (C-43).
var ErrFrozen = errors.New("contract: the command set has failed and is frozen")

// ErrProgress is returned for a command set whose progress cannot be true.
var ErrProgress = errors.New("contract: impossible progress")

// CommandSet returns the progress of a contract's command set as the host last
// recorded it. It is ErrNotFound when the host recorded none, and
// errors.ErrUnsupported when the store is no ProgressStore.
func (l *Ledger) CommandSet(ctx context.Context, contractID string) (CommandSet, error) {
	store, ok := l.store.(ProgressStore)
	if !ok {
		return CommandSet{}, fmt.Errorf("contract: command sets: %w", errors.ErrUnsupported)
	}
	return store.CommandSet(ctx, contractID)
}

// RecordCommandSet records how far a contract's command set has come. Only a
// host calls it: no verb of an agent reaches this record (C-43). Progress goes
// forward only: NextIndex never falls, every consumed index stays consumed and
// stands below NextIndex, and a set that carries a FailedIndex is frozen
// (ErrFrozen). Anything else is ErrProgress.
func (l *Ledger) RecordCommandSet(ctx context.Context, contractID string, set CommandSet) error {
	store, ok := l.store.(ProgressStore)
	if !ok {
		return fmt.Errorf("contract: command sets: %w", errors.ErrUnsupported)
	}
	if err := set.check(); err != nil {
		return err
	}
	before, err := store.CommandSet(ctx, contractID)
	switch {
	case errors.Is(err, ErrNotFound):
	case err != nil:
		return err
	case before.Equal(set):
		return nil
	case before.FailedIndex != nil:
		return ErrFrozen
	case set.NextIndex < before.NextIndex:
		return fmt.Errorf("%w: next_index falls from %d to %d", ErrProgress, before.NextIndex, set.NextIndex)
	default:
		for _, done := range before.ConsumedIndexes {
			if !slices.Contains(set.ConsumedIndexes, done) {
				return fmt.Errorf("%w: index %d was consumed and is no longer listed", ErrProgress, done)
			}
		}
	}
	return store.PutCommandSet(ctx, contractID, set)
}

func (s CommandSet) check() error {
	if s.NextIndex < 0 {
		return fmt.Errorf("%w: next_index is %d", ErrProgress, s.NextIndex)
	}
	seen := make(map[int]bool, len(s.ConsumedIndexes))
	for _, i := range s.ConsumedIndexes {
		if i < 0 || i >= s.NextIndex || seen[i] {
			return fmt.Errorf("%w: consumed index %d must stand once and below next_index %d", ErrProgress, i, s.NextIndex)
		}
		seen[i] = true
	}
	switch {
	case s.FailedIndex == nil && s.FailureReason != "":
		return fmt.Errorf("%w: a failure_reason without a failed_index", ErrProgress)
	case s.FailedIndex != nil && (*s.FailedIndex < 0 || seen[*s.FailedIndex]):
		return fmt.Errorf("%w: failed_index %d is negative or was consumed", ErrProgress, *s.FailedIndex)
	}
	return nil
}
