package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/handfast-go/handfast/evidence"
)

// complain makes the error of a broken rule.
func complain(format string, args ...any) error { return fmt.Errorf(format, args...) }

func emptyInsert(ctx context.Context, store evidence.Store) error {
	for _, rows := range [][]evidence.Row{nil, {}} {
		got, err := store.Insert(ctx, rows)
		if err != nil || len(got) != 0 {
			return complain("Insert of no rows: ids %v, error %v", got, err)
		}
	}
	return countIs(ctx, store, 0, "inserting nothing")
}

func ids(ctx context.Context, store evidence.Store) error {
	first, err := store.Insert(ctx, []evidence.Row{textRow("a"), textRow("b"), textRow("c")})
	if err != nil {
		return err
	}
	if len(first) != 3 || first[0] <= 0 || first[1] <= first[0] || first[2] <= first[1] {
		return complain("ids of three rows: %v, want three that are positive and rise", first)
	}
	for i, text := range []string{"a", "b", "c"} {
		if row, err := store.Get(ctx, first[i]); err != nil || row.Text != text || row.ID != first[i] {
			return complain("Get(%d): %s, error %v, want the row of text %q", first[i], show(row), err, text)
		}
	}
	if err := store.Delete(ctx, curator(), first[2]); err != nil {
		return err
	}
	next, err := insertOne(ctx, store, textRow("d"))
	if err != nil {
		return err
	}
	if next <= first[2] {
		return complain("the id after %v, the last of them deleted, is %d: an id was given again or fell", first, next)
	}
	return nil
}

func ignoresID(ctx context.Context, store evidence.Store) error {
	row := textRow("a")
	row.ID = 4711
	id, err := insertOne(ctx, store, row)
	if err != nil {
		return err
	}
	row.ID = id
	next, err := insertOne(ctx, store, row)
	if err != nil {
		return err
	}
	if next == id || id == 4711 {
		return complain("inserted with ID 4711 and then with ID %d: ids %d and %d, want new ones", id, id, next)
	}
	return countIs(ctx, store, 2, "inserting two rows")
}

func unfitRow(ctx context.Context, store evidence.Store) error {
	for member, spoil := range map[string]func(*evidence.Row){
		"BriefID":      func(r *evidence.Row) { r.BriefID = 0 },
		"ACID":         func(r *evidence.Row) { r.ACID = " \t" },
		"Type":         func(r *evidence.Row) { r.Type = "Text" },
		"ArtifactPath": func(r *evidence.Row) { r.ArtifactPath = "/x" },
		"SizeBytes":    func(r *evidence.Row) { r.SizeBytes = -1 },
		"SHA256":       func(r *evidence.Row) { r.SHA256 = "ABC" },
		"Polarity":     func(r *evidence.Row) { r.Polarity = "neutral" },
		"Origin":       func(r *evidence.Row) { r.Origin = "user" },
		"Text":         func(r *evidence.Row) { r.Text = "\xff" },
	} {
		row := fullRow("")
		spoil(&row)
		_, err := store.Insert(ctx, []evidence.Row{textRow("fine"), row})
		var unfit *evidence.RowError
		if !errors.As(err, &unfit) || unfit.Index != 1 || unfit.Member != member {
			return complain("Insert with an unfit %s in row 1: error %v, want a *RowError of row 1 and that member", member, err)
		}
	}
	return nil
}

func allOrNothing(ctx context.Context, store evidence.Store) error {
	_, err := store.Insert(ctx, []evidence.Row{textRow("a"), {}, textRow("b")})
	if err == nil {
		return complain("Insert of a batch with an empty row: no error")
	}
	return countIs(ctx, store, 0, "inserting a batch with one unfit row")
}

func keyRepeat(ctx context.Context, store evidence.Store) error {
	id, err := insertOne(ctx, store, fullRow("k"))
	if err != nil {
		return err
	}
	again := fullRow("k")
	again.ID, again.CreatedAt = id+100, again.CreatedAt.AddDate(1, 0, 0)
	got, err := store.Insert(ctx, []evidence.Row{textRow("new"), again})
	if err != nil {
		return complain("Insert of the same content under the same key, at another time: %w", err)
	}
	if len(got) != 2 || got[1] != id || got[0] == id {
		return complain("ids of a new row and a repeated one: %v, want a new id and %d", got, id)
	}
	row, err := store.Get(ctx, id)
	if err != nil {
		return err
	}
	want := fullRow("k")
	want.ID = id
	if err := same("Get after a repeated Insert", row, want); err != nil {
		return err
	}
	return countIs(ctx, store, 2, "inserting one row twice and another")
}

func keyRepeatInBatch(ctx context.Context, store evidence.Store) error {
	got, err := store.Insert(ctx, []evidence.Row{fullRow("k"), textRow("a"), fullRow("k")})
	if err != nil {
		return complain("Insert of a batch that repeats a row and its key: %w", err)
	}
	if len(got) != 3 || got[0] != got[2] || got[0] == got[1] {
		return complain("ids of a batch whose first and last row are the same: %v", got)
	}
	return countIs(ctx, store, 2, "inserting a batch that repeats a row")
}

// others are rows with the key k and other content than fullRow.
func others() []evidence.Row {
	changes := []func(*evidence.Row){
		func(r *evidence.Row) { r.Workspace = "other" },
		func(r *evidence.Row) { r.BriefID = 8 },
		func(r *evidence.Row) { r.ACID = "AC-2" },
		func(r *evidence.Row) { r.TaskID = "" },
		func(r *evidence.Row) { r.Type = evidence.Text },
		func(r *evidence.Row) { r.Text += " " },
		func(r *evidence.Row) { r.Text, r.ArtifactPath = "", "/x" },
		func(r *evidence.Row) { r.SizeBytes++ },
		func(r *evidence.Row) { r.SHA256 = "" },
		func(r *evidence.Row) { r.Polarity = evidence.Positive },
		func(r *evidence.Row) { r.Origin = evidence.FromAgent },
		func(r *evidence.Row) { r.CreatedByAgent = "" },
	}
	rows := make([]evidence.Row, len(changes))
	for i, change := range changes {
		rows[i] = fullRow("k")
		change(&rows[i])
	}
	return rows
}

func keyClash(ctx context.Context, store evidence.Store) error {
	if _, err := insertOne(ctx, store, fullRow("k")); err != nil {
		return err
	}
	for _, other := range others() {
		_, err := store.Insert(ctx, []evidence.Row{textRow("a"), other})
		if err := failsWith(err, evidence.ErrExists, "Insert of other content under a stored key, "+show(other)); err != nil {
			return err
		}
	}
	return countIs(ctx, store, 1, "inserting batches with a clash of keys")
}

func keyClashInBatch(ctx context.Context, store evidence.Store) error {
	for _, other := range others() {
		_, err := store.Insert(ctx, []evidence.Row{fullRow("k"), other})
		if err := failsWith(err, evidence.ErrExists, "Insert of a batch with two contents under one key, "+show(other)); err != nil {
			return err
		}
	}
	return countIs(ctx, store, 0, "inserting batches with a clash of keys")
}

func keySameBytes(ctx context.Context, store evidence.Store) error {
	row := fullRow("k")
	row.Text, row.ArtifactPath = "", "/artifacts/one"
	id, err := insertOne(ctx, store, row)
	if err != nil {
		return err
	}
	row.ArtifactPath = "/artifacts/two"
	again, err := insertOne(ctx, store, row)
	if err != nil {
		return err
	}
	if again != id {
		return complain("the same key and digest in another file: id %d, want the stored %d", again, id)
	}
	if stored, err := store.Get(ctx, id); err != nil || stored.ArtifactPath != "/artifacts/one" {
		return complain("after the repeat the row has the path %q, error %v, want the first path", stored.ArtifactPath, err)
	}
	return nil
}

func keyEmpty(ctx context.Context, store evidence.Store) error {
	got, err := store.Insert(ctx, []evidence.Row{textRow("a"), textRow("a")})
	if err != nil {
		return err
	}
	more, err := store.Insert(ctx, []evidence.Row{textRow("a"), textRow("b")})
	if err != nil {
		return complain("Insert of a second batch without keys: %w", err)
	}
	all := slices.Concat(got, more)
	slices.Sort(all)
	if len(slices.Compact(all)) != 4 {
		return complain("ids of four rows without a key: %v and %v, want four different ones", got, more)
	}
	return countIs(ctx, store, 4, "inserting four rows without a key")
}

func copies(ctx context.Context, store evidence.Store) error {
	rows := []evidence.Row{textRow("a"), textRow("b")}
	got, err := store.Insert(ctx, rows)
	if err != nil {
		return err
	}
	first := got[0]
	rows[0].Text, rows[1].BriefID, got[0] = "changed", 99, 99
	if row, err := store.Get(ctx, first); err != nil || row.Text != "a" {
		return complain("after the caller changed its slice the store gives text %q, error %v, want %q", row.Text, err, "a")
	}
	return countIs(ctx, store, 2, "the caller changed its slice")
}
