package storetest

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/handfast-go/handfast/contract"
)

func section(workspace, name string, content []byte, revision int64) contract.Section {
	return contract.Section{Workspace: workspace, Name: name, Content: content, Revision: revision}
}

func sections(all ...contract.Section) contract.Batch { return contract.Batch{Sections: all} }

func sectionCases() []Case {
	return []Case{
		{
			Name: "section/round-trip", Rule: "Section returns the content as it was stored, under the exact workspace and name, and counts its revision.",
			check: func(ctx context.Context, b *bench) error {
				for n := range 3 {
					next := section("w", "stack", raw(strconv.Itoa(n)), int64(n))
					if err := must(ctx, b.store, sections(next)); err != nil {
						return err
					}
					got, err := readSection(ctx, b.store, "w", "stack")
					if err != nil {
						return err
					}
					next.Revision++
					if err := same("section", next, got); err != nil {
						return err
					}
				}
				return nil
			},
		},
		{
			Name: "section/not-found", Rule: "A section that does not exist is ErrNotFound; its name and workspace are compared exactly.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, sections(section("w", "stack", raw("s"), 0))); err != nil {
					return err
				}
				for _, other := range [][2]string{{"w", "Stack"}, {"W", "stack"}, {"w", "stack "}, {"w", ""}, {"", "stack"}, {"stack", "w"}} {
					_, err := b.store.Section(ctx, other[0], other[1])
					if err := wantErr(fmt.Sprintf("Section of %q", other), err, contract.ErrNotFound); err != nil {
						return err
					}
				}
				return nil
			},
		},
		{
			Name: "section/one-spelling", Rule: "A new section whose name is another spelling of a stored one of its workspace is ErrConflict; of another workspace it is not.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, sections(section("w", "run_time", raw("s"), 0))); err != nil {
					return err
				}
				for _, sibling := range []string{"run-time", "RunTime", "ｒuntime"} {
					_, err := commit(ctx, b.store, sections(section("w", sibling, raw("t"), 0)))
					if err := wantErr("a section "+sibling, err, contract.ErrConflict); err != nil {
						return err
					}
				}
				return must(ctx, b.store, sections(section("v", "run-time", raw("t"), 0), section("w", "run_times", raw("t"), 0)))
			},
		},
		{
			Name: "section/compare-and-swap", Rule: "A section at any other revision than the stored one is ErrConflict, a revision of nothing ErrNotFound.",
			check: func(ctx context.Context, b *bench) error {
				if err := must(ctx, b.store, sections(section("w", "stack", raw("1"), 0)), sections(section("w", "stack", raw("2"), 1))); err != nil {
					return err
				}
				for _, revision := range []int64{0, 1, 3, -1} {
					_, err := b.store.Commit(ctx, sections(section("w", "stack", raw("late"), revision)))
					if err := wantErr(fmt.Sprintf("revision %d over 2", revision), err, contract.ErrConflict); err != nil {
						return err
					}
				}
				_, err := b.store.Commit(ctx, sections(section("w", "other", raw("late"), 1)))
				if err := wantErr("revision 1 of nothing", err, contract.ErrNotFound); err != nil {
					return err
				}
				got, err := readSection(ctx, b.store, "w", "stack")
				if err != nil {
					return err
				}
				return same("section", section("w", "stack", raw("2"), 2), got)
			},
		},
		{
			Name: "section/names", Rule: "SectionNames returns the names of one workspace in byte order, and none for an unknown workspace.",
			check: func(ctx context.Context, b *bench) error {
				names := []string{"b", "a", "C", "_", "é", "o\u0301", "10", "9", "\U0001F600", "\uFFFD", "a b"}
				for _, n := range names {
					if err := must(ctx, b.store, sections(section("w", n, raw(n), 0), section("other of "+n, n+"2", raw(n), 0))); err != nil {
						return err
					}
				}
				got, err := b.store.SectionNames(ctx, "w")
				if err != nil {
					return err
				}
				slices.Sort(names)
				if !slices.Equal(names, got) {
					return fmt.Errorf("expected %q, got %q", names, got)
				}
				got, err = b.store.SectionNames(ctx, "nowhere")
				if err != nil || len(got) > 0 {
					return fmt.Errorf("expected no names for an unknown workspace, got %q and %s", got, orNil(err))
				}
				return nil
			},
		},
	}
}
