package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/handfast-go/handfast/contract"
)

const (
	writers = 32
	// addsEach is how often each writer adds to the one list.
	addsEach = 3
)

// inParallel runs do for 32 writers that start together, and returns their
// errors joined.
func inParallel(do func(writer int) error) error {
	var wg sync.WaitGroup
	start := make(chan struct{})
	failures := make([]error, writers)
	for writer := range writers {
		wg.Go(func() {
			<-start
			failures[writer] = do(writer)
		})
	}
	close(start)
	wg.Wait()
	return errors.Join(failures...)
}

// addOne appends an entry to the list in draft 1 and mirrors it to the row, as
// the ledger does it: read, change, compare and swap, and again on a conflict.
// Each conflict is some other writer's success, so they are bounded; the factor
// is for a success between the two reads.
func addOne(ctx context.Context, store contract.Store, entry string) error {
	for range 2 * writers * addsEach {
		row, err := store.Row(ctx, name(1))
		if err != nil {
			return err
		}
		draft, err := store.Draft(ctx, name(1))
		if err != nil {
			return err
		}
		var list []string
		if err := json.Unmarshal(draft.Envelope, &list); err != nil {
			return fmt.Errorf("the stored list: %w", err)
		}
		next, err := json.Marshal(append(list, entry))
		if err != nil {
			return err
		}
		row.Envelope, draft.Envelope = next, next
		_, err = store.Commit(ctx, contract.Batch{Row: &row, Draft: &draft})
		if !errors.Is(err, contract.ErrConflict) {
			return err
		}
	}
	return errors.New("expected the add to be done in the end, got more conflicts than there are writes")
}

func concurrencyCases() []Case {
	return []Case{
		{
			Name: "concurrent/no-lost-add", Rule: "Of 32 writers that add to one draft by compare-and-swap no add is lost, and draft and row agree.",
			check: checkNoLostAdd,
		},
		{
			Name: "concurrent/one-birth", Rule: "Of 32 new rows under one contract id one is stored and the others are ErrExists.",
			check: func(ctx context.Context, b *bench) error {
				return oneWins(contract.ErrExists, func(int) error {
					_, err := b.store.Commit(ctx, newRow(plainRow(1)))
					return err
				})
			},
		},
		{
			Name: "concurrent/numbers", Rule: "32 rows born at once have 32 hand-off ids, each of which finds its row.",
			check: func(ctx context.Context, b *bench) error {
				var mu sync.Mutex
				born := map[int64]string{}
				err := inParallel(func(writer int) error {
					done, err := commit(ctx, b.store, newRow(plainRow(writer)))
					mu.Lock()
					defer mu.Unlock()
					born[done.HandoffID] = name(writer)
					return err
				})
				if err != nil {
					return err
				}
				for id, want := range born {
					row, err := b.store.RowByHandoff(ctx, id)
					if err != nil {
						return err
					}
					if err := same("contract id", want, row.ContractID); err != nil {
						return err
					}
				}
				return same("numbers", writers, len(born))
			},
		},
		{
			Name: "concurrent/one-proposal", Rule: "A key that 32 writers propose at once is stored once, and all are told its id.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, newRow(plainRow(1))); err != nil {
					return err
				}
				ids := make([]int64, writers)
				err := inParallel(func(writer int) error {
					done, err := commit(ctx, b.store, contract.Batch{Proposals: proposals(name(1), 1)})
					if err == nil && len(done.ProposalIDs) == 1 {
						ids[writer] = done.ProposalIDs[0]
					}
					return err
				})
				if err != nil {
					return err
				}
				list, err := allProposals(ctx, b.store, contract.ProposalFilter{})
				if err != nil {
					return err
				}
				if len(list) != 1 || slices.ContainsFunc(ids, func(id int64) bool { return id != list[0].ID }) {
					return fmt.Errorf("expected one proposal, whose id all got, got %d and the ids %v", len(list), ids)
				}
				return nil
			},
		},
		{
			Name: "concurrent/one-decision", Rule: "Of 32 decisions on one proposal one holds and the others are ErrDecided.",
			check: func(ctx context.Context, b *bench) error {
				done, err := commit(ctx, b.store, contract.Batch{NewRow: rowOf(1), Proposals: proposals(name(1), 1)})
				if err != nil {
					return err
				}
				return oneWins(contract.ErrDecided, func(int) error {
					_, err := b.store.Commit(ctx, contract.Batch{Decisions: []contract.Decision{decide(done.ProposalIDs[0], contract.ProposalAccepted)}})
					return err
				})
			},
		},
		{
			Name: "concurrent/one-verdict", Rule: "Of 32 verdicts on one gate one holds and the others are ErrDecided.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, newRow(plainRow(1))); err != nil {
					return err
				}
				return oneWins(contract.ErrDecided, func(int) error {
					_, err := b.store.Commit(ctx, verdicts(fullVerdict(name(1), "g")))
					return err
				})
			},
		},
		{
			Name: "concurrent/whole-commits", Rule: "Reads see whole commits only: a row, with its verdicts, is never half of one.",
			check: checkWholeCommits,
		},
	}
}

func checkNoLostAdd(ctx context.Context, b *bench) error {
	row := plainRow(1)
	row.Envelope = json.RawMessage("[]")
	if err := must(ctx, b.store, contract.Batch{NewRow: &row, Draft: &contract.Draft{ContractID: name(1), Envelope: row.Envelope}}); err != nil {
		return err
	}
	var want []string
	for writer := range writers {
		for n := range addsEach {
			want = append(want, fmt.Sprintf("%02d/%d", writer, n))
		}
	}
	err := inParallel(func(writer int) error {
		for n := range addsEach {
			if err := addOne(ctx, b.store, fmt.Sprintf("%02d/%d", writer, n)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	draft, err := readDraft(ctx, b.store, name(1))
	if err != nil {
		return err
	}
	got, err := readRow(ctx, b.store, name(1))
	if err != nil {
		return err
	}
	var list []string
	if err := json.Unmarshal(draft.Envelope, &list); err != nil {
		return fmt.Errorf("the stored list: %w", err)
	}
	slices.Sort(list)
	if !slices.Equal(list, want) {
		return fmt.Errorf("expected the %d entries of all writers, got %d: %q", len(want), len(list), list)
	}
	if err := same("row's mirror", string(draft.Envelope), string(got.Envelope)); err != nil {
		return err
	}
	return same("revisions", []int64{1 + writers*addsEach, 1 + writers*addsEach}, []int64{draft.Revision, got.Revision})
}

// oneWins runs one write 32 times and demands that it is done once and that
// all others are told so.
func oneWins(late error, do func(writer int) error) error {
	results := make([]error, writers)
	err := inParallel(func(writer int) error {
		results[writer] = do(writer)
		if results[writer] == nil {
			return nil
		}
		return wantErr("a write that came late", results[writer], late)
	})
	if err != nil {
		return err
	}
	won := 0
	for _, result := range results {
		if result == nil {
			won++
		}
	}
	return same("writes that were done", 1, won)
}

// checkWholeCommits has one writer replace a row and settle a gate of it in
// each commit, so that every whole state has one verdict fewer than the row's
// revision, and looks at it from all sides meanwhile.
func checkWholeCommits(ctx context.Context, b *bench) error {
	const commits = 60
	row := plainRow(1)
	done, err := commit(ctx, b.store, newRow(row))
	if err != nil {
		return err
	}
	finished := make(chan struct{})
	whole := func(what string, row contract.Row) error {
		if row.Revision != int64(len(row.Verdicts))+1 {
			return fmt.Errorf("%s: expected %d verdicts at revision %d, got %d", what, row.Revision-1, row.Revision, len(row.Verdicts))
		}
		return nil
	}
	return inParallel(func(writer int) error {
		if writer == 0 {
			defer close(finished)
			for n := range commits {
				row.Revision = int64(n) + 1
				if err := must(ctx, b.store, contract.Batch{Row: &row, Verdicts: []contract.GateVerdict{fullVerdict(name(1), strconv.Itoa(n))}}); err != nil {
					return err
				}
			}
			return nil
		}
		if writer > 3 {
			return nil
		}
		for {
			one, err := readRow(ctx, b.store, name(1))
			if err != nil {
				return err
			}
			if err := whole("Row", one); err != nil {
				return err
			}
			if one, err = b.store.RowByHandoff(ctx, done.HandoffID); err != nil {
				return err
			}
			if err := whole("RowByHandoff", one); err != nil {
				return err
			}
			rows, err := allRows(ctx, b.store, contract.Filter{})
			if err != nil {
				return err
			}
			for _, one := range rows {
				if err := whole("Rows", one); err != nil {
					return err
				}
			}
			select {
			case <-finished:
				return nil
			default:
			}
		}
	})
}
