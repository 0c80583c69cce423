package contract

import (
	"context"
	"slices"
)

// CommandSet implements ProgressStore.
func (m *MemoryStore) CommandSet(ctx context.Context, contractID string) (CommandSet, error) {
	if err := ctx.Err(); err != nil {
		return CommandSet{}, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	set, ok := m.sets[contractID]
	if !ok {
		return CommandSet{}, absent("command set", contractID)
	}
	return copyCommandSet(set), nil
}

// PutCommandSet implements ProgressStore: a set that failed is ErrFrozen, but
// to put the same set again is no change.
func (m *MemoryStore) PutCommandSet(ctx context.Context, contractID string, set CommandSet) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if stored, ok := m.sets[contractID]; ok && stored.FailedIndex != nil {
		if stored.Equal(set) {
			return nil
		}
		return refusal(ErrFrozen, "command set", contractID)
	}
	m.sets[contractID] = copyCommandSet(set)
	return nil
}

// Equal reports that both sets say the same; nil and empty lists do.
func (s CommandSet) Equal(other CommandSet) bool {
	failedAlike := (s.FailedIndex == nil) == (other.FailedIndex == nil) &&
		(s.FailedIndex == nil || *s.FailedIndex == *other.FailedIndex)
	return failedAlike && s.NextIndex == other.NextIndex && s.FailureReason == other.FailureReason &&
		slices.Equal(s.ConsumedIndexes, other.ConsumedIndexes)
}

func copyCommandSet(set CommandSet) CommandSet {
	set.ConsumedIndexes = slices.Clone(set.ConsumedIndexes)
	set.FailedIndex = copyPointer(set.FailedIndex)
	return set
}
