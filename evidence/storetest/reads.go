package storetest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/handfast-go/handfast/evidence"
)

func curator() evidence.Curator {
	return evidence.Curator{Name: "storetest", Role: evidence.RoleCurator}
}

func notFound(ctx context.Context, store evidence.Store) error {
	id, err := insertOne(ctx, store, textRow("a"))
	if err != nil {
		return err
	}
	for _, unknown := range []int64{0, -1, id + 1, 1<<63 - 1, -1 << 63} {
		_, err := store.Get(ctx, unknown)
		if err := failsWith(err, evidence.ErrNotFound, fmt.Sprintf("Get(%d)", unknown)); err != nil {
			return err
		}
		if err := failsWith(store.Delete(ctx, curator(), unknown), evidence.ErrNotFound, fmt.Sprintf("Delete(%d)", unknown)); err != nil {
			return err
		}
	}
	rows, err := list(ctx, store, 4711, "")
	if err != nil || len(rows) > 0 {
		return complain("List of an unknown brief: %d rows, error %v, want none", len(rows), err)
	}
	return nil
}

func listOrder(ctx context.Context, store evidence.Store) error {
	var want []int64
	for i := range 30 {
		row := textRow(strconv.Itoa(i))
		row.ACID = fmt.Sprintf("AC-%d", 30-i)
		id, err := insertOne(ctx, store, row)
		if err != nil {
			return err
		}
		want = append(want, id)
	}
	rows, err := list(ctx, store, 7, "")
	if err != nil {
		return err
	}
	var got []int64
	for _, row := range rows {
		got = append(got, row.ID)
	}
	if !slices.Equal(got, want) {
		return complain("List gave the ids %v, want %v", got, want)
	}
	return nil
}

func listFilter(ctx context.Context, store evidence.Store) error {
	for _, brief := range []int64{7, 8} {
		for _, ac := range []string{"AC-1", "AC-2"} {
			row := textRow(fmt.Sprint(brief, ac))
			row.BriefID, row.ACID = brief, ac
			if _, err := insertOne(ctx, store, row); err != nil {
				return err
			}
		}
	}
	for _, test := range []struct {
		brief int64
		ac    string
		want  []string
	}{
		{7, "", []string{"7AC-1", "7AC-2"}},
		{8, "AC-2", []string{"8AC-2"}},
		{8, "AC-3", nil},
		{9, "AC-1", nil},
	} {
		rows, err := list(ctx, store, test.brief, test.ac)
		if err != nil {
			return err
		}
		var got []string
		for _, row := range rows {
			got = append(got, row.Text)
		}
		if !slices.Equal(got, test.want) {
			return complain("List(%d, %q) gave the rows %q, want %q", test.brief, test.ac, got, test.want)
		}
	}
	return nil
}

func listBreak(ctx context.Context, store evidence.Store) error {
	if _, err := store.Insert(ctx, []evidence.Row{textRow("a"), textRow("b"), textRow("c")}); err != nil {
		return err
	}
	seen := 0
	for _, err := range store.List(ctx, 7, "") {
		if err != nil {
			return err
		}
		seen++
		break
	}
	if seen != 1 {
		return complain("List gave %d rows before it was broken off, want 1", seen)
	}
	if _, err := insertOne(ctx, store, textRow("d")); err != nil {
		return err
	}
	return countIs(ctx, store, 4, "breaking off a list and inserting")
}

func listWhileWriting(ctx context.Context, store evidence.Store) error {
	if _, err := store.Insert(ctx, []evidence.Row{textRow("a"), textRow("b"), textRow("c")}); err != nil {
		return err
	}
	seen := map[string]bool{}
	for row, err := range store.List(ctx, 7, "") {
		if err != nil {
			return err
		}
		seen[row.Text] = true
		if row.Text == "new" {
			continue
		}
		if _, err := insertOne(ctx, store, textRow("new")); err != nil {
			return err
		}
		if _, err := store.Get(ctx, row.ID); err != nil {
			return complain("Get(%d) while listing: %w", row.ID, err)
		}
	}
	if !seen["a"] || !seen["b"] || !seen["c"] {
		return complain("a list during which rows were inserted gave %v, want all of a, b and c", seen)
	}
	return countIs(ctx, store, 6, "inserting three rows while listing three")
}

func deleteCuratorsOnly(ctx context.Context, store evidence.Store) error {
	id, err := insertOne(ctx, store, textRow("a"))
	if err != nil {
		return err
	}
	for _, by := range []evidence.Curator{
		{},
		{Name: "p", Role: evidence.RoleProducer},
		{Name: "p"},
		{Role: evidence.RoleCurator},
		{Name: "p", Role: "Curator"},
	} {
		for _, id := range []int64{id, id + 1} {
			if err := failsWith(store.Delete(ctx, by, id), evidence.ErrNotCurator, fmt.Sprintf("Delete(%d) by %+v", id, by)); err != nil {
				return err
			}
		}
	}
	return countIs(ctx, store, 1, "deleting by others than curators")
}

func deleteOne(ctx context.Context, store evidence.Store) error {
	got, err := store.Insert(ctx, []evidence.Row{textRow("a"), textRow("b"), textRow("c")})
	if err != nil {
		return err
	}
	if err := store.Delete(ctx, curator(), got[1]); err != nil {
		return complain("Delete by a curator: %w", err)
	}
	_, err = store.Get(ctx, got[1])
	if err := failsWith(err, evidence.ErrNotFound, "Get of a deleted row"); err != nil {
		return err
	}
	if err := failsWith(store.Delete(ctx, curator(), got[1]), evidence.ErrNotFound, "Delete of a deleted row"); err != nil {
		return err
	}
	for _, id := range []int64{got[0], got[2]} {
		if _, err := store.Get(ctx, id); err != nil {
			return complain("Get(%d) after another row was deleted: %w", id, err)
		}
	}
	return countIs(ctx, store, 2, "deleting one of three rows")
}

func deleteFreesKey(ctx context.Context, store evidence.Store) error {
	id, err := insertOne(ctx, store, fullRow("k"))
	if err != nil {
		return err
	}
	if err := store.Delete(ctx, curator(), id); err != nil {
		return err
	}
	other := fullRow("k")
	other.Text = "other"
	again, err := insertOne(ctx, store, other)
	if err != nil {
		return complain("after its row was deleted the key is still taken: %w", err)
	}
	if again == id {
		return complain("the id %d of a deleted row was given again", id)
	}
	return nil
}

func cancelled(ctx context.Context, store evidence.Store) error {
	id, err := insertOne(ctx, store, textRow("a"))
	if err != nil {
		return err
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	_, err = store.Insert(done, []evidence.Row{textRow("b")})
	if err := failsWith(err, context.Canceled, "Insert with a cancelled context"); err != nil {
		return err
	}
	_, err = store.Get(done, id)
	if err := failsWith(err, context.Canceled, "Get with a cancelled context"); err != nil {
		return err
	}
	if err := failsWith(store.Delete(done, curator(), id), context.Canceled, "Delete with a cancelled context"); err != nil {
		return err
	}
	yields := 0
	for _, err := range store.List(done, 7, "") {
		yields++
		if err := failsWith(err, context.Canceled, "List with a cancelled context"); err != nil {
			return err
		}
	}
	if yields != 1 {
		return complain("List with a cancelled context yielded %d times, want the error once", yields)
	}
	return countIs(ctx, store, 1, "calls with a cancelled context")
}

func concurrentWriters(ctx context.Context, store evidence.Store) error {
	const writers, each = 32, 8
	var group sync.WaitGroup
	gave := make([][]int64, writers)
	failed := make([]error, writers)
	for w := range writers {
		group.Go(func() {
			for i := range each {
				// One row of its own, and one that all writers share.
				got, err := store.Insert(ctx, []evidence.Row{textRow(fmt.Sprint(w, " ", i)), fullRow("shared")})
				if err != nil {
					failed[w] = err
					return
				}
				gave[w] = append(gave[w], got...)
			}
		})
	}
	group.Wait()
	own := map[int64]bool{}
	shared := map[int64]bool{}
	for w := range writers {
		if failed[w] != nil {
			return complain("writer %d: %w", w, failed[w])
		}
		if len(gave[w]) != 2*each {
			return complain("writer %d got %d ids, want %d", w, len(gave[w]), 2*each)
		}
		for i := 0; i < len(gave[w]); i += 2 {
			own[gave[w][i]] = true
			shared[gave[w][i+1]] = true
		}
	}
	if len(own) != writers*each || len(shared) != 1 {
		return complain("%d rows of their own got %d ids, and one shared row got %d", writers*each, len(own), len(shared))
	}
	return countIs(ctx, store, writers*each+1, "all writers are done")
}
