package storetest_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/evidence/storetest"
)

func TestMemoryStore_E18(t *testing.T) {
	storetest.Run(t, func(*testing.T) evidence.Store { return evidence.NewMemoryStore() })
}

// broken is a store with one fault: the methods that are set replace those of
// the sound store behind it.
type broken struct {
	*evidence.MemoryStore
	insert func(context.Context, []evidence.Row) ([]int64, error)
	get    func(context.Context, int64) (evidence.Row, error)
	list   func(context.Context, int64, string) iter.Seq2[evidence.Row, error]
	remove func(context.Context, evidence.Curator, int64) error
}

func (b *broken) Insert(ctx context.Context, rows []evidence.Row) ([]int64, error) {
	if b.insert != nil {
		return b.insert(ctx, rows)
	}
	return b.MemoryStore.Insert(ctx, rows)
}

func (b *broken) Get(ctx context.Context, id int64) (evidence.Row, error) {
	if b.get != nil {
		return b.get(ctx, id)
	}
	return b.MemoryStore.Get(ctx, id)
}

func (b *broken) List(ctx context.Context, brief int64, ac string) iter.Seq2[evidence.Row, error] {
	if b.list != nil {
		return b.list(ctx, brief, ac)
	}
	return b.MemoryStore.List(ctx, brief, ac)
}

func (b *broken) Delete(ctx context.Context, by evidence.Curator, id int64) error {
	if b.remove != nil {
		return b.remove(ctx, by, id)
	}
	return b.MemoryStore.Delete(ctx, by, id)
}

// mapRows is a store that changes each row on its way in.
func mapRows(change func(*evidence.Row)) func(b *broken) {
	return func(b *broken) {
		b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
			rows = slices.Clone(rows)
			for i := range rows {
				change(&rows[i])
			}
			return b.MemoryStore.Insert(ctx, rows)
		}
	}
}

// oneByOne inserts rows one after the other.
func oneByOne(ctx context.Context, b *broken, rows []evidence.Row) ([]int64, error) {
	var all []int64
	for _, row := range rows {
		got, err := b.MemoryStore.Insert(ctx, []evidence.Row{row})
		if err != nil {
			return nil, err
		}
		all = append(all, got...)
	}
	return all, nil
}

// TestEachFaultIsSeen_E18 breaks a store on purpose, once for each case of the
// suite at least, and demands that the case sees it.
func TestEachFaultIsSeen_E18(t *testing.T) {
	faults := []struct {
		name  string
		seen  string // the case that must fail
		spoil func(b *broken)
	}{
		{"drops the digest", "round-trip", mapRows(func(r *evidence.Row) { r.SHA256 = "" })},
		{"cuts times to seconds", "round-trip", mapRows(func(r *evidence.Row) { r.CreatedAt = r.CreatedAt.Truncate(1e9) })},
		{"stores everything as harness", "defaults", mapRows(func(r *evidence.Row) { r.Origin = evidence.FromHarness })},
		{"ends texts at U+0000", "unicode", mapRows(func(r *evidence.Row) {
			if i := slices.Index([]byte(r.Text), 0); i >= 0 {
				r.Text = r.Text[:i]
			}
		})},
		{"cuts long texts", "large-text", mapRows(func(r *evidence.Row) { r.Text = r.Text[:min(len(r.Text), 1<<20)] })},
		{"refuses empty texts", "empty-text", func(b *broken) {
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				if slices.ContainsFunc(rows, func(r evidence.Row) bool { return r.Text == "" && r.ArtifactPath == "" }) {
					return nil, errors.New("empty")
				}
				return b.MemoryStore.Insert(ctx, rows)
			}
		}},
		{"trims names", "awkward-names", func(b *broken) {
			b.list = func(ctx context.Context, brief int64, ac string) iter.Seq2[evidence.Row, error] {
				return b.MemoryStore.List(ctx, brief, string([]byte(ac)[:min(len(ac), 4)]))
			}
		}},
		{"answers an unknown id with an empty row", "not-found", func(b *broken) {
			b.get = func(ctx context.Context, id int64) (evidence.Row, error) {
				row, err := b.MemoryStore.Get(ctx, id)
				if errors.Is(err, evidence.ErrNotFound) {
					err = nil
				}
				return row, err
			}
		}},
		{"deletes unknown ids happily", "not-found", func(b *broken) {
			b.remove = func(ctx context.Context, by evidence.Curator, id int64) error {
				err := b.MemoryStore.Delete(ctx, by, id)
				if errors.Is(err, evidence.ErrNotFound) {
					err = nil
				}
				return err
			}
		}},
		{"refuses an empty batch", "empty-insert", func(b *broken) {
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				if len(rows) == 0 {
					return nil, errors.New("nothing to do")
				}
				return b.MemoryStore.Insert(ctx, rows)
			}
		}},
		{"returns ids backwards", "ids", func(b *broken) {
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				got, err := b.MemoryStore.Insert(ctx, rows)
				slices.Reverse(got)
				return got, err
			}
		}},
		{"takes the caller's id for an update", "ignores-id", func(b *broken) {
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				if _, err := b.MemoryStore.Get(ctx, rows[0].ID); err == nil {
					return []int64{rows[0].ID}, nil
				}
				return b.MemoryStore.Insert(ctx, rows)
			}
		}},
		{"refuses unfit rows without saying which", "unfit-row", func(b *broken) {
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				got, err := b.MemoryStore.Insert(ctx, rows)
				if err != nil {
					return nil, errors.New("constraint failed")
				}
				return got, nil
			}
		}},
		{"inserts row by row", "all-or-nothing", func(b *broken) {
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) { return oneByOne(ctx, b, rows) }
		}},
		{"treats a repeat at another time as a clash", "key-repeat", func(b *broken) {
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				for stored, err := range b.MemoryStore.List(ctx, 7, "") {
					if err != nil {
						return nil, err
					}
					for _, row := range rows {
						if row.Key != "" && row.Key == stored.Key && !row.CreatedAt.Equal(stored.CreatedAt) {
							return nil, evidence.ErrExists
						}
					}
				}
				return b.MemoryStore.Insert(ctx, rows)
			}
		}},
		{"does not see a repeat inside a batch", "key-repeat-in-batch", func(b *broken) {
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				rows = slices.Clone(rows)
				seen := map[string]bool{}
				for i := range rows {
					if key := rows[i].Key; key != "" && seen[key] {
						rows[i].Key = ""
					}
					seen[rows[i].Key] = true
				}
				return b.MemoryStore.Insert(ctx, rows)
			}
		}},
		{"takes a stored key for a repeat, whatever the content", "key-clash", func(b *broken) {
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				got, err := b.MemoryStore.Insert(ctx, rows)
				if errors.Is(err, evidence.ErrExists) {
					return make([]int64, len(rows)), nil
				}
				return got, err
			}
		}},
		{"adds what stands before a clash", "key-clash-in-batch", func(b *broken) {
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) { return oneByOne(ctx, b, rows) }
		}},
		{"counts the path of an artifact as content", "key-same-bytes", func(b *broken) {
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				for stored, err := range b.MemoryStore.List(ctx, 7, "") {
					if err != nil {
						return nil, err
					}
					if stored.Key == rows[0].Key && stored.ArtifactPath != rows[0].ArtifactPath {
						return nil, evidence.ErrExists
					}
				}
				return b.MemoryStore.Insert(ctx, rows)
			}
		}},
		{"takes the empty key for a key", "key-empty", mapRows(func(r *evidence.Row) {
			if r.Key == "" {
				r.Key = "empty"
			}
		})},
		{"lists the newest first", "list-order", func(b *broken) {
			b.list = func(ctx context.Context, brief int64, ac string) iter.Seq2[evidence.Row, error] {
				var rows []evidence.Row
				for row, err := range b.MemoryStore.List(ctx, brief, ac) {
					if err == nil {
						rows = append(rows, row)
					}
				}
				return func(yield func(evidence.Row, error) bool) {
					for _, row := range slices.Backward(rows) {
						if !yield(row, nil) {
							return
						}
					}
				}
			}
		}},
		{"ignores the acceptance criterion", "list-filter", func(b *broken) {
			b.list = func(ctx context.Context, brief int64, _ string) iter.Seq2[evidence.Row, error] {
				return b.MemoryStore.List(ctx, brief, "")
			}
		}},
		{"stays closed after a list was broken off", "list-break", func(b *broken) {
			stuck := false
			b.list = func(ctx context.Context, brief int64, ac string) iter.Seq2[evidence.Row, error] {
				return func(yield func(evidence.Row, error) bool) {
					for row, err := range b.MemoryStore.List(ctx, brief, ac) {
						if !yield(row, err) {
							stuck = true
							return
						}
					}
				}
			}
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				if stuck {
					return nil, errors.New("a cursor is open")
				}
				return b.MemoryStore.Insert(ctx, rows)
			}
		}},
		{"refuses to write while a list runs", "list-while-writing", func(b *broken) {
			running := false
			b.list = func(ctx context.Context, brief int64, ac string) iter.Seq2[evidence.Row, error] {
				return func(yield func(evidence.Row, error) bool) {
					running = true
					defer func() { running = false }()
					b.MemoryStore.List(ctx, brief, ac)(yield)
				}
			}
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				if running {
					return nil, errors.New("locked")
				}
				return b.MemoryStore.Insert(ctx, rows)
			}
		}},
		{"lets producers delete", "delete-curators-only", func(b *broken) {
			b.remove = func(ctx context.Context, _ evidence.Curator, id int64) error {
				return b.MemoryStore.Delete(ctx, evidence.Curator{Name: "x", Role: evidence.RoleCurator}, id)
			}
		}},
		{"tells producers which ids exist", "delete-curators-only", func(b *broken) {
			b.remove = func(ctx context.Context, by evidence.Curator, id int64) error {
				if _, err := b.MemoryStore.Get(ctx, id); err != nil {
					return err
				}
				return b.MemoryStore.Delete(ctx, by, id)
			}
		}},
		{"deletes nothing", "delete", func(b *broken) {
			b.remove = func(context.Context, evidence.Curator, int64) error { return nil }
		}},
		{"keeps the key of a deleted row", "delete-frees-key", func(b *broken) {
			used := map[string]bool{}
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				if used[rows[0].Key] {
					return nil, evidence.ErrExists
				}
				used[rows[0].Key] = true
				return b.MemoryStore.Insert(ctx, rows)
			}
		}},
		{"keeps the caller's slice", "copies", func(b *broken) {
			kept := map[int64]*evidence.Row{}
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				got, err := b.MemoryStore.Insert(ctx, rows)
				for i, id := range got {
					kept[id] = &rows[i]
				}
				return got, err
			}
			b.get = func(_ context.Context, id int64) (evidence.Row, error) { return *kept[id], nil }
		}},
		{"does not ask the context", "cancelled", func(b *broken) {
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				return b.MemoryStore.Insert(context.WithoutCancel(ctx), rows)
			}
		}},
		{"ends a cancelled list without a word", "cancelled", func(b *broken) {
			b.list = func(ctx context.Context, brief int64, ac string) iter.Seq2[evidence.Row, error] {
				return func(yield func(evidence.Row, error) bool) {
					for row, err := range b.MemoryStore.List(ctx, brief, ac) {
						if err != nil || !yield(row, nil) {
							return
						}
					}
				}
			}
		}},
		{"refuses two writers at once", "concurrent-writers", func(b *broken) {
			var mu sync.Mutex
			calls := 0
			b.insert = func(ctx context.Context, rows []evidence.Row) ([]int64, error) {
				mu.Lock()
				calls++
				busy := calls%7 == 0
				mu.Unlock()
				if busy {
					return nil, errors.New("database is locked")
				}
				return b.MemoryStore.Insert(ctx, rows)
			}
		}},
		{"loses one row in many", "concurrent-writers", func(b *broken) {
			b.list = func(ctx context.Context, brief int64, ac string) iter.Seq2[evidence.Row, error] {
				return func(yield func(evidence.Row, error) bool) {
					for row, err := range b.MemoryStore.List(ctx, brief, ac) {
						if row.ID%200 != 0 && !yield(row, err) {
							return
						}
					}
				}
			}
		}},
	}
	cases := map[string]storetest.Case{}
	for _, c := range storetest.Cases() {
		cases[c.Name] = c
	}
	covered := map[string]bool{}
	for _, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			c, found := cases[fault.seen]
			require.True(t, found, "%s is no case", fault.seen)
			covered[fault.seen] = true
			store := &broken{MemoryStore: evidence.NewMemoryStore()}
			fault.spoil(store)
			assert.Error(t, c.Check(t.Context(), store), "the case %s does not see it", fault.seen)
		})
	}
	for name, c := range cases {
		assert.True(t, covered[name], "no fault shows that the case %s sees anything", name)
		assert.NotEmpty(t, c.Rule, name)
	}
}
