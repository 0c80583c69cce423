package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/handfast-go/handfast/evidence"
)

// Case is one rule of evidence.Store.
type Case struct {
	// Name is the name of the subtest; it is stable.
	Name string
	// Rule is the rule as a sentence.
	Rule string
	// Check breaks off with an error when store, which must be empty, breaks
	// the rule.
	Check func(ctx context.Context, store evidence.Store) error
}

// Cases returns the suite.
func Cases() []Case {
	return []Case{
		{"round-trip", "Every member comes back as it was inserted, times in UTC to the microsecond.", roundTrip},
		{"defaults", "The zero Polarity is stored as positive and the zero Origin as agent.", defaults},
		{"unicode", "Text of every Unicode plane comes back byte for byte, with controls and U+0000, and so do names without U+0000.", everyPlane},
		{"large-text", "A text of 8 MiB comes back byte for byte.", largeText},
		{"empty-text", "A row with neither text nor path is an empty text.", emptyText},
		{"awkward-names", "Names are compared byte for byte: case, spaces, wildcards and Unicode spelling count.", awkwardNames},
		{"not-found", "An unknown id is ErrNotFound, for Get and for Delete by a curator.", notFound},
		{"empty-insert", "No rows are no error.", emptyInsert},
		{"ids", "Ids are positive, rise in the order of the rows, and are not given again after a Delete.", ids},
		{"ignores-id", "The ID of an inserted row is ignored.", ignoresID},
		{"unfit-row", "A row that breaks a rule is a RowError that names its place and member.", unfitRow},
		{"all-or-nothing", "A batch with one unfit row adds nothing.", allOrNothing},
		{"key-repeat", "A key that is stored with the same content adds nothing and gives the stored id.", keyRepeat},
		{"key-repeat-in-batch", "A key that occurs twice in a batch with the same content is added once.", keyRepeatInBatch},
		{"key-clash", "A key that is stored with other content is ErrExists and adds nothing.", keyClash},
		{"key-clash-in-batch", "A key that occurs twice in a batch with different content is ErrExists and adds nothing.", keyClashInBatch},
		{"key-same-bytes", "The same bytes in another artifact file are the same content.", keySameBytes},
		{"key-empty", "Rows without a key are always added.", keyEmpty},
		{"list-order", "List yields a brief's rows in id order.", listOrder},
		{"list-filter", "List yields only the brief and, when one is named, only the acceptance criterion.", listFilter},
		{"list-break", "A caller may break off a list and use the store at once.", listBreak},
		{"list-while-writing", "A caller may write while it lists.", listWhileWriting},
		{"delete-curators-only", "Anyone but a named curator gets ErrNotCurator and deletes nothing, whatever the id.", deleteCuratorsOnly},
		{"delete", "Delete removes exactly one row.", deleteOne},
		{"delete-frees-key", "The key of a deleted row is free.", deleteFreesKey},
		{"copies", "What a caller does to its rows after Insert does not reach the store.", copies},
		{"cancelled", "A method whose context is done returns the context's error and writes nothing.", cancelled},
		{"concurrent-writers", "32 writers at once lose no row, share no id, and repeat no key.", concurrentWriters},
	}
}

// Run runs the suite as subtests of t. open returns an empty store for each;
// it may use t to clean up.
func Run(t *testing.T, open func(t *testing.T) evidence.Store) {
	t.Helper()
	for _, c := range Cases() {
		t.Run(c.Name, func(t *testing.T) {
			if err := c.Check(t.Context(), open(t)); err != nil {
				t.Errorf("%s\n%v", c.Rule, err)
			}
		})
	}
}

// fullRow returns a row with every member set.
func fullRow(key string) evidence.Row {
	return evidence.Row{
		Workspace: "shop", BriefID: 7, ACID: "AC-1", TaskID: "T1", Type: evidence.CommandOutput,
		Text: "ok  \tall <tests> & more\n", SizeBytes: 24,
		SHA256:   "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		Polarity: evidence.Negative, Origin: evidence.FromHarness, CreatedByAgent: "a0123456789abcdef", Key: key,
		CreatedAt: time.Date(2026, 3, 4, 5, 6, 7, 123456000, time.FixedZone("", 3600)),
	}
}

// textRow returns a row with few members set.
func textRow(text string) evidence.Row {
	return evidence.Row{BriefID: 7, ACID: "AC-1", Type: evidence.Text, Text: text}
}

// insertOne inserts a row that must be taken.
func insertOne(ctx context.Context, store evidence.Store, row evidence.Row) (int64, error) {
	got, err := store.Insert(ctx, []evidence.Row{row})
	if err != nil {
		return 0, fmt.Errorf("inserting %s: %w", show(row), err)
	}
	if len(got) != 1 {
		return 0, fmt.Errorf("inserting one row gave %d ids", len(got))
	}
	return got[0], nil
}

// holds inserts want and reads it back.
func holds(ctx context.Context, store evidence.Store, want evidence.Row) error {
	id, err := insertOne(ctx, store, want)
	if err != nil {
		return err
	}
	got, err := store.Get(ctx, id)
	if err != nil {
		return fmt.Errorf("Get(%d) of a row just inserted: %w", id, err)
	}
	want.ID = id
	if want.Polarity == "" {
		want.Polarity = evidence.Positive
	}
	if want.Origin == "" {
		want.Origin = evidence.FromAgent
	}
	return same("Get", got, want)
}

// same compares rows; times only have to be the same moment, in UTC.
func same(what string, got, want evidence.Row) error {
	if !got.CreatedAt.Equal(want.CreatedAt) {
		return fmt.Errorf("%s: CreatedAt %v, want %v", what, got.CreatedAt, want.CreatedAt)
	}
	if _, offset := got.CreatedAt.Zone(); offset != 0 {
		return fmt.Errorf("%s: CreatedAt %v is not in UTC", what, got.CreatedAt)
	}
	got.CreatedAt, want.CreatedAt = time.Time{}, time.Time{}
	if got != want {
		return fmt.Errorf("%s: %s, want %s", what, show(got), show(want))
	}
	return nil
}

// show keeps a message short.
func show(row evidence.Row) string {
	const most = 60
	if len(row.Text) > most {
		row.Text = fmt.Sprintf("%s… (%d bytes)", row.Text[:most], len(row.Text))
	}
	return fmt.Sprintf("%+v", row)
}

// list collects a list to its end.
func list(ctx context.Context, store evidence.Store, brief int64, ac string) ([]evidence.Row, error) {
	var rows []evidence.Row
	for row, err := range store.List(ctx, brief, ac) {
		if err != nil {
			return rows, fmt.Errorf("List(%d, %q): %w", brief, ac, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// countIs checks how many rows there are of brief 7, which all rows but those
// of list-filter belong to.
func countIs(ctx context.Context, store evidence.Store, want int, after string) error {
	rows, err := list(ctx, store, 7, "")
	if err != nil {
		return err
	}
	if len(rows) != want {
		return fmt.Errorf("after %s there are %d rows, want %d", after, len(rows), want)
	}
	return nil
}

// failsWith checks an error by errors.Is.
func failsWith(err, want error, doing string) error {
	switch {
	case err == nil:
		return fmt.Errorf("%s: no error, want %w", doing, want)
	case !errors.Is(err, want):
		return fmt.Errorf("%s: error %w, want %q", doing, err, want.Error())
	}
	return nil
}
