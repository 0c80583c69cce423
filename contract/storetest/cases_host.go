package storetest

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/handfast-go/handfast/contract"
)

// Host is the host's side of a store, under the names that the stores of this
// project share: what no ledger call writes. A store that offers it is judged
// by it; one that does not is only asked for what it cannot have.
type Host interface {
	// PutApproval records the status of an approval.
	PutApproval(ctx context.Context, id, status string) error
	// PutSection stores a section over whatever is there, at the next revision.
	PutSection(ctx context.Context, workspace, name string, content []byte) error
	// PutOwner records which workspace owns a project.
	PutOwner(ctx context.Context, projectKey, workspace string) error
}

func hostCases() []Case {
	hosted := func(rule func(ctx context.Context, store contract.Store, host Host) error) (func(*bench) bool, func(context.Context, *bench) error) {
		applies := func(b *bench) bool { _, ok := b.store.(Host); return ok }
		return applies, func(ctx context.Context, b *bench) error {
			host, ok := b.store.(Host)
			if !ok {
				return fmt.Errorf("expected a store with the host's methods, got %T", b.store)
			}
			return rule(ctx, b.store, host)
		}
	}
	cases := []Case{
		{
			Name: "approval/unknown", Rule: "An approval that does not exist is ErrNotFound; a store without approvals says errors.ErrUnsupported.",
			check: func(ctx context.Context, b *bench) error {
				_, err := b.store.ApprovalStatus(ctx, "nobody")
				if errors.Is(err, errors.ErrUnsupported) {
					return nil
				}
				return wantErr("ApprovalStatus", err, contract.ErrNotFound)
			},
		},
		{
			Name: "owner/unknown", Rule: "A project that no workspace owns is ErrNotFound.",
			check: func(ctx context.Context, b *bench) error {
				_, err := b.store.WorkspaceOf(ctx, "nobody")
				return wantErr("WorkspaceOf", err, contract.ErrNotFound)
			},
		},
		{
			Name: "approval/put", Rule: "ApprovalStatus returns the status that the host put last, by the exact id.",
		},
		{
			Name: "owner/put", Rule: "WorkspaceOf returns the workspace that the host put last, by the exact key, but that underscores and hyphens are alike.",
		},
		{
			Name: "section/put", Rule: "A section that the host puts is stored over whatever is there, at the next revision, and a late write of it is ErrConflict.",
		},
	}
	cases[2].applies, cases[2].check = hosted(func(ctx context.Context, store contract.Store, host Host) error {
		return putTwice(ctx, "approval", []string{"AP-1", "ap-1", "AP_1", " AP-1"}, host.PutApproval, store.ApprovalStatus)
	})
	cases[3].applies, cases[3].check = hosted(func(ctx context.Context, store contract.Store, host Host) error {
		if err := putTwice(ctx, "owner", []string{"my-app", "My-App", "my.app", "myapp"}, host.PutOwner, store.WorkspaceOf); err != nil {
			return err
		}
		for put, asked := range map[string]string{"the-one_shop": "the_one-shop", "blog_eu": "blog-eu"} {
			if err := host.PutOwner(ctx, put, "alike"); err != nil {
				return err
			}
			got, err := store.WorkspaceOf(ctx, asked)
			if err := errors.Join(err, same("owner of "+asked+", put as "+put, "alike", got)); err != nil {
				return err
			}
		}
		return nil
	})
	cases[4].applies, cases[4].check = hosted(func(ctx context.Context, store contract.Store, host Host) error {
		for n := range 3 {
			content := raw(strconv.Itoa(n))
			if err := host.PutSection(ctx, "w", "stack", content); err != nil {
				return err
			}
			want := section("w", "stack", append([]byte(nil), content...), int64(n)+1)
			scribble(&content)
			got, err := readSection(ctx, store, "w", "stack")
			if err != nil {
				return err
			}
			if err := same("section", want, got); err != nil {
				return err
			}
		}
		_, err := store.Commit(ctx, sections(section("w", "stack", raw("late"), 2)))
		return wantErr("a write of revision 2 over 3", err, contract.ErrConflict)
	})
	return cases
}

// putTwice puts a value under each key and then another, and demands that each
// key finds its own last one and no other.
func putTwice(ctx context.Context, what string, keys []string, put func(ctx context.Context, key, value string) error, get func(ctx context.Context, key string) (string, error)) error {
	for _, round := range []string{"first", "second"} {
		for n, key := range keys {
			_, err := get(ctx, key)
			if round == "first" {
				if err := wantErr(fmt.Sprintf("%s %q before it was put", what, key), err, contract.ErrNotFound); err != nil {
					return err
				}
			}
			if err := put(ctx, key, fmt.Sprint(round, n)); err != nil {
				return err
			}
		}
		for n, key := range keys {
			got, err := get(ctx, key)
			if err != nil {
				return err
			}
			if err := same(fmt.Sprintf("%s %q", what, key), fmt.Sprint(round, n), got); err != nil {
				return err
			}
		}
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if err := wantErr("putting an "+what+" with a cancelled context", put(cancelled, keys[0], "third"), context.Canceled); err != nil {
		return err
	}
	_, err := get(cancelled, keys[0])
	if err := wantErr("reading an "+what+" with a cancelled context", err, context.Canceled); err != nil {
		return err
	}
	got, err := get(ctx, keys[0])
	if err != nil {
		return err
	}
	return same(what+" after a cancelled put", "second0", got)
}
