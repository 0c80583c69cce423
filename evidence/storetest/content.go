package storetest

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/handfast-go/handfast/evidence"
)

func roundTrip(ctx context.Context, store evidence.Store) error {
	if err := holds(ctx, store, fullRow("")); err != nil {
		return err
	}
	file := fullRow("k")
	file.Type, file.Text, file.ArtifactPath = evidence.File, "", "/artifacts/shop/brief/AC-1/x.log"
	if err := holds(ctx, store, file); err != nil {
		return err
	}
	for _, kind := range []evidence.Type{evidence.Text, evidence.URL, evidence.Screenshot} {
		row := textRow("x")
		row.Type = kind
		if err := holds(ctx, store, row); err != nil {
			return err
		}
	}
	big := textRow("x")
	big.BriefID, big.SizeBytes = 1<<63-1, 1<<63-1
	big.CreatedAt = time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC)
	return holds(ctx, store, big)
}

func defaults(ctx context.Context, store evidence.Store) error {
	return holds(ctx, store, textRow("x"))
}

func everyPlane(ctx context.Context, store evidence.Store) error {
	var b strings.Builder
	for plane := rune(0); plane <= utf8.MaxRune; plane += 0x10000 {
		for r := plane; r < plane+0x10000; r += 0x31 {
			if utf8.ValidRune(r) {
				b.WriteRune(r)
			}
		}
		b.WriteRune(plane + 0xfffd)
	}
	for r := range rune(0xa0) { // U+0000 and all control characters
		b.WriteRune(r)
	}
	text := b.String() + "é e\u0301 \\u0000 \r\n\t'\"%_?$1"
	if err := holds(ctx, store, textRow(text)); err != nil {
		return err
	}
	// Names are shorter than texts, and no name holds U+0000.
	name := "name é e\u0301 \\u0000 \r\n\t'\"%_?$1 \U00010330 \U0002070e \U000e0041 \U000f0000 \U0010fffd"
	row := fullRow("")
	row.Workspace, row.ACID, row.TaskID, row.CreatedByAgent, row.Key = name+"w", name+"a", name+"t", name+"c", name+"k"
	return holds(ctx, store, row)
}

func largeText(ctx context.Context, store evidence.Store) error {
	return holds(ctx, store, textRow(strings.Repeat("0123456789abcdé\n", 8<<20/17)))
}

func emptyText(ctx context.Context, store evidence.Store) error {
	return holds(ctx, store, textRow(""))
}

func awkwardNames(ctx context.Context, store evidence.Store) error {
	names := []string{
		"AC-1", "ac-1", "AC-1 ", " AC-1", "AC%", "AC_1", "AC*", "AC?", "AC-1'; --", `AC\`, "é", "e\u0301", "ＡＣ-1", "0", "00", "NULL",
	}
	for _, name := range names {
		row := textRow(name)
		row.ACID, row.Key = name, name
		if _, err := insertOne(ctx, store, row); err != nil {
			return err
		}
	}
	for _, name := range names {
		rows, err := list(ctx, store, 7, name)
		if err != nil {
			return err
		}
		if len(rows) != 1 || rows[0].Text != name {
			return complain("List(7, %q) gave %d rows, want the one that was inserted under that name", name, len(rows))
		}
	}
	return countIs(ctx, store, len(names), "inserting one row under each name")
}
