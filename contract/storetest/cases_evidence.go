package storetest

import (
	"context"
	"fmt"
	"slices"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// EvidenceHome is what a store offers that also serves an evidence.Store over
// the same rows; it is judged by evidence/storetest besides.
type EvidenceHome interface {
	// Evidence returns the store of the evidence that Commit deposits.
	Evidence() evidence.Store
}

func evidenceCases() []Case {
	deposit := func(rows ...evidence.Row) contract.Batch { return contract.Batch{Evidence: rows} }
	return []Case{
		{
			Name: "evidence/round-trip", Rule: "EvidenceRow returns each row under the id that Commit gave it, with every member as it was stored.",
			check: func(ctx context.Context, b *bench) error {
				rows := []evidence.Row{fullEvidence("k1"), fileEvidence("k2"), fullEvidence(""), fullEvidence("")}
				done, err := commit(ctx, b.store, deposit(rows...))
				if err != nil {
					return err
				}
				if len(done.EvidenceIDs) != len(rows) {
					return fmt.Errorf("expected %d evidence ids, got %v", len(rows), done.EvidenceIDs)
				}
				for n, want := range rows {
					got, err := readEvidence(ctx, b.store, done.EvidenceIDs[n])
					if err != nil {
						return err
					}
					want.ID = done.EvidenceIDs[n]
					if err := same(fmt.Sprintf("evidence %d", n), want, got); err != nil {
						return err
					}
				}
				return nil
			},
		},
		{
			Name: "evidence/not-found", Rule: "An evidence row that does not exist is ErrNotFound of package contract.",
			check: func(ctx context.Context, b *bench) error {
				for _, id := range []int64{0, -1, 1, 1 << 40} {
					_, err := b.store.EvidenceRow(ctx, id)
					if err := wantErr(fmt.Sprintf("EvidenceRow of %d", id), err, contract.ErrNotFound); err != nil {
						return err
					}
				}
				return nil
			},
		},
		{
			Name: "evidence/key-again", Rule: "The same key over the same content, ID and CreatedAt aside, adds nothing: the id is the stored one.",
			check: func(ctx context.Context, b *bench) error {
				first, err := commit(ctx, b.store, deposit(fullEvidence("k1"), fullEvidence("k2"), fullEvidence("k1")))
				if err != nil {
					return err
				}
				again := fullEvidence("k2")
				again.ID, again.CreatedAt = 4711, at(70)
				second, err := commit(ctx, b.store, deposit(again, fullEvidence("k3"), fullEvidence("k1")))
				if err != nil {
					return err
				}
				ids := slices.Concat(first.EvidenceIDs, second.EvidenceIDs)
				if len(ids) != 6 || ids[0] != ids[2] || ids[3] != ids[1] || ids[5] != ids[0] || ids[4] == ids[0] || ids[4] == ids[1] || ids[0] == ids[1] {
					return fmt.Errorf("expected the ids of k1 k2 k1 and of k2 k3 k1, got %v", ids)
				}
				got, err := readEvidence(ctx, b.store, ids[1])
				if err != nil {
					return err
				}
				want := fullEvidence("k2")
				want.ID = ids[1]
				return same("evidence", want, got)
			},
		},
		{
			Name: "evidence/key-other-content", Rule: "The same key over other content is ErrExists, and the stored row stays.",
			check: func(ctx context.Context, b *bench) error {
				done, err := commit(ctx, b.store, deposit(fullEvidence("k1")))
				if err != nil {
					return err
				}
				other := fullEvidence("k1")
				other.Text += "!"
				_, err = b.store.Commit(ctx, deposit(other))
				if err := wantErr("another text under the key", err, contract.ErrExists); err != nil {
					return err
				}
				_, err = b.store.Commit(ctx, deposit(fullEvidence("k2"), func() evidence.Row { o := other; o.Key = "k2"; return o }()))
				if err := wantErr("another text under a key of the same batch", err, contract.ErrExists); err != nil {
					return err
				}
				got, err := readEvidence(ctx, b.store, done.EvidenceIDs[0])
				if err != nil {
					return err
				}
				want := fullEvidence("k1")
				want.ID = done.EvidenceIDs[0]
				return same("evidence", want, got)
			},
		},
		{
			Name: "evidence/one-home", Rule: "Evidence() and the store read and write the same rows.",
			applies: func(b *bench) bool { _, ok := b.store.(EvidenceHome); return ok },
			check: func(ctx context.Context, b *bench) error {
				home, ok := b.store.(EvidenceHome)
				if !ok {
					return fmt.Errorf("expected a store with Evidence(), got %T", b.store)
				}
				done, err := commit(ctx, b.store, deposit(fullEvidence("k1")))
				if err != nil {
					return err
				}
				want := fullEvidence("k1")
				want.ID = done.EvidenceIDs[0]
				got, err := home.Evidence().Get(ctx, want.ID)
				if err != nil {
					return fmt.Errorf("Evidence().Get: expected no error, got %w", err)
				}
				if err := same("evidence", want, got); err != nil {
					return err
				}
				ids, err := home.Evidence().Insert(ctx, []evidence.Row{fileEvidence("k2"), fullEvidence("k1")})
				if err != nil {
					return fmt.Errorf("Evidence().Insert: expected no error, got %w", err)
				}
				if len(ids) != 2 || ids[1] != want.ID {
					return fmt.Errorf("Evidence().Insert: expected a new id and %d, got %v", want.ID, ids)
				}
				want = fileEvidence("k2")
				want.ID = ids[0]
				if got, err = readEvidence(ctx, b.store, want.ID); err != nil {
					return err
				}
				return same("evidence", want, got)
			},
		},
	}
}
