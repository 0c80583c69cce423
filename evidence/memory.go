package evidence

import (
	"context"
	"iter"
	"slices"
	"sync"
)

// MemoryStore is a Store that forgets everything when the process ends. Make
// one with NewMemoryStore.
type MemoryStore struct {
	mu sync.RWMutex
	// rows are in id order. A slice that was handed to an iterator is never
	// written to: Insert appends behind its length, Delete makes a new one.
	rows   []Row
	keys   map[string]int64
	lastID int64
}

// NewMemoryStore returns an empty store.
func NewMemoryStore() *MemoryStore { return &MemoryStore{keys: map[string]int64{}} }

// Insert implements Store.
func (m *MemoryStore) Insert(ctx context.Context, rows []Row) ([]int64, error) {
	return m.InsertAlong(ctx, rows, func([]int64) error { return nil })
}

// InsertAlong is Insert in one step with something else: along runs with the
// ids before anybody can see the rows, and when it fails, nothing is added and
// its error is returned. along must not call the store.
func (m *MemoryStore) InsertAlong(ctx context.Context, rows []Row, along func(ids []int64) error) ([]int64, error) {
	prepared, err := PrepareRows(rows)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ids := make([]int64, 0, len(prepared))
	added := make([]Row, 0, len(prepared))
	keyed := map[string]int{} // key to place in added
	for _, row := range prepared {
		stored, found := m.byKey(row.Key)
		if at, earlier := keyed[row.Key]; earlier {
			stored, found = added[at], true
		}
		switch {
		case !found:
			if row.Key != "" {
				keyed[row.Key] = len(added)
			}
			row.ID = m.lastID + int64(len(added)) + 1
			added = append(added, row)
			ids = append(ids, row.ID)
		case stored.SameContent(row):
			ids = append(ids, stored.ID)
		default:
			return nil, ErrExists
		}
	}
	if err := along(slices.Clone(ids)); err != nil {
		return nil, err
	}
	for _, row := range added {
		if row.Key != "" {
			m.keys[row.Key] = row.ID
		}
	}
	m.rows = append(m.rows, added...)
	m.lastID += int64(len(added))
	return ids, nil
}

// byKey finds the stored row with that key.
func (m *MemoryStore) byKey(key string) (Row, bool) {
	id, stored := m.keys[key]
	if !stored {
		return Row{}, false
	}
	at, _ := m.find(id)
	return m.rows[at], true
}

func (m *MemoryStore) find(id int64) (int, bool) {
	return slices.BinarySearchFunc(m.rows, id, func(row Row, id int64) int {
		switch {
		case row.ID < id:
			return -1
		case row.ID > id:
			return 1
		}
		return 0
	})
}

// Get implements Store.
func (m *MemoryStore) Get(ctx context.Context, id int64) (Row, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if err := ctx.Err(); err != nil {
		return Row{}, err
	}
	at, found := m.find(id)
	if !found {
		return Row{}, ErrNotFound
	}
	return m.rows[at], nil
}

// List implements Store. It yields the rows as they were when it began.
func (m *MemoryStore) List(ctx context.Context, briefID int64, acID string) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		m.mu.RLock()
		rows := m.rows
		m.mu.RUnlock()
		if err := ctx.Err(); err != nil {
			yield(Row{}, err)
			return
		}
		for i := range rows {
			if rows[i].BriefID != briefID || acID != "" && rows[i].ACID != acID {
				continue
			}
			if !yield(rows[i], nil) {
				return
			}
			if err := ctx.Err(); err != nil {
				yield(Row{}, err)
				return
			}
		}
	}
}

// Delete implements Store.
func (m *MemoryStore) Delete(ctx context.Context, by Curator, id int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !by.MayDelete() {
		return ErrNotCurator
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	at, found := m.find(id)
	if !found {
		return ErrNotFound
	}
	delete(m.keys, m.rows[at].Key)
	m.rows = slices.Concat(m.rows[:at], m.rows[at+1:])
	return nil
}
