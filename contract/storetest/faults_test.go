package storetest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// fault is one way to break a store, and the cases that must see it.
type fault struct {
	name  string
	cases []string
	spoil func(b *broken)
}

func TestEveryFaultIsCaughtByTheCaseThatNamesIt(t *testing.T) { // C-50
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			require.NotEmpty(t, f.cases)
			for _, c := range Cases() {
				if !slices.Contains(f.cases, c.Name) {
					continue
				}
				store := &broken{MemoryStore: contract.NewMemoryStore()}
				f.spoil(store)
				require.True(t, c.Applies(store))
				assert.Error(t, c.Check(t.Context(), store), "%s: %s", c.Name, c.Rule)
			}
		})
	}
}

func TestNoCaseLacksAFault(t *testing.T) { // a case that cannot fail is none
	caught := map[string]bool{"reopen/everything": true} // see TestReopenSeesLoss
	for _, f := range faults() {
		for _, name := range f.cases {
			caught[name] = true
		}
	}
	for _, c := range Cases() {
		assert.True(t, caught[c.Name], "no fault is caught by %s", c.Name)
		delete(caught, c.Name)
	}
	assert.Empty(t, caught, "these are no cases")
}

func TestReopenSeesLoss(t *testing.T) {
	all := reopenCases()
	require.Len(t, all, 1)
	store := contract.NewMemoryStore()
	b := &bench{store: store, reopen: func() (contract.Store, error) { return contract.NewMemoryStore(), nil }}
	assert.False(t, all[0].Applies(store), "a store that cannot be opened again is not judged by it")
	require.Error(t, all[0].check(t.Context(), b), "everything was lost")
	b = &bench{store: contract.NewMemoryStore()}
	b.reopen = func() (contract.Store, error) { return b.store, nil }
	assert.NoError(t, all[0].check(t.Context(), b))
}

func faults() []fault {
	return slices.Concat(
		forgottenMembers(), brokenRows(), brokenFilters(), brokenSwaps(), brokenKeys(), brokenLists(),
		brokenCommits(), brokenCopies(), brokenValues(), deafStores(), brokenHosts(), brokenProgress(),
	)
}

var errRefused = errors.New("refused")

// swallow makes one sentinel of Commit a success in which nothing was written
// of the parts that drop names.
func swallow(sentinel error, drop func(*contract.Batch)) func(*broken) {
	return func(b *broken) {
		b.commit = func(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
			done, err := b.MemoryStore.Commit(ctx, batch)
			if errors.Is(err, sentinel) {
				drop(&batch)
				return b.MemoryStore.Commit(ctx, batch)
			}
			return done, err
		}
	}
}

func brokenRows() []fault {
	return []fault{
		{"hand-off id as the caller gave it", []string{"row/round-trip"}, func(b *broken) {
			b.commit = func(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
				done, err := b.MemoryStore.Commit(ctx, batch)
				if batch.NewRow != nil && batch.NewRow.HandoffID != 0 {
					done.HandoffID = batch.NewRow.HandoffID
				}
				return done, err
			}
		}},
		{"one hand-off id for all", []string{"row/numbers-increase", "concurrent/numbers", "row/by-handoff"}, func(b *broken) {
			b.committed = func(c *contract.Committed) { c.HandoffID = min(c.HandoffID, 1) }
		}},
		{"replacing keeps what is nil now", []string{"row/replace"}, func(b *broken) {
			b.commit = func(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
				if batch.Row != nil && batch.Row.ContentChecks == nil {
					if old, err := b.MemoryStore.Row(ctx, batch.Row.ContractID); err == nil {
						row := *batch.Row
						row.ContentChecks = old.ContentChecks
						batch.Row = &row
					}
				}
				return b.MemoryStore.Commit(ctx, batch)
			}
		}},
		{"replacing inserts what is not there", []string{"row/replace-missing"}, func(b *broken) {
			b.commit = func(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
				done, err := b.MemoryStore.Commit(ctx, batch)
				if errors.Is(err, contract.ErrNotFound) && batch.Row != nil {
					return b.MemoryStore.Commit(ctx, contract.Batch{NewRow: batch.Row})
				}
				return done, err
			}
		}},
		{"a missing draft is inserted", []string{"draft/replace-missing"}, func(b *broken) {
			b.commit = func(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
				done, err := b.MemoryStore.Commit(ctx, batch)
				if errors.Is(err, contract.ErrNotFound) && batch.Draft != nil {
					draft := *batch.Draft
					draft.Revision = 0
					batch.Draft = &draft
					return b.MemoryStore.Commit(ctx, batch)
				}
				return done, err
			}
		}},
		{"a taken contract id is a success", []string{"row/taken-id", "concurrent/one-birth"}, swallow(contract.ErrExists, func(b *contract.Batch) { b.NewRow, b.Evidence = nil, nil })},
		{"no row is no error", []string{"row/not-found"}, noError("Row", contract.ErrNotFound)},
		{"no hand-off is no error", []string{"row/not-found"}, noError("RowByHandoff", contract.ErrNotFound)},
		{"no draft is no error", []string{"draft/not-found"}, noError("Draft", contract.ErrNotFound)},
		{"no section is no error", []string{"section/not-found"}, noError("Section", contract.ErrNotFound)},
		{"no evidence is no error", []string{"evidence/not-found"}, noError("EvidenceRow", contract.ErrNotFound)},
		{"no evidence is an error of another package", []string{"evidence/not-found"}, func(b *broken) {
			b.onError = func(method string, err error) error {
				if method == "EvidenceRow" && errors.Is(err, contract.ErrNotFound) {
					return evidence.ErrNotFound
				}
				return err
			}
		}},
		{"no verdicts on Row", []string{"verdict/filled", "verdict/not-with-row", "rows/whole"}, withoutVerdicts("Row")},
		{"no verdicts on RowByHandoff", []string{"verdict/filled"}, withoutVerdicts("RowByHandoff")},
		{"no verdicts on Rows", []string{"verdict/filled", "rows/whole"}, withoutVerdicts("Rows")},
		{"the last verdict comes late", []string{"concurrent/whole-commits", "verdict/filled"}, func(b *broken) {
			b.onRow = func(_ string, r *contract.Row) { r.Verdicts = r.Verdicts[:max(0, len(r.Verdicts)-1)] }
		}},
		{"verdicts are stored with a row", []string{"verdict/not-with-row", "row/round-trip"}, func(b *broken) {
			b.onBatch = func(batch *contract.Batch) {
				if batch.NewRow != nil {
					batch.Verdicts = append(batch.Verdicts, batch.NewRow.Verdicts...)
				}
			}
		}},
	}
}

func noError(method string, sentinel error) func(*broken) {
	return func(b *broken) {
		b.onError = func(of string, err error) error {
			if of == method && errors.Is(err, sentinel) {
				return nil
			}
			return err
		}
	}
}

func withoutVerdicts(method string) func(*broken) {
	return func(b *broken) {
		b.onRow = func(of string, r *contract.Row) {
			if of == method {
				r.Verdicts = nil
			}
		}
	}
}

func brokenFilters() []fault {
	ignored := func(name, c string, clear func(*contract.Filter)) fault {
		return fault{"filter ignores " + name, []string{"rows/filter-" + c}, func(b *broken) { b.onFilter = clear }}
	}
	either := func(b *broken) { // any member is enough
		b.rows = func(ctx context.Context, f contract.Filter) iter.Seq2[contract.Row, error] {
			return func(yield func(contract.Row, error) bool) {
				for r, err := range b.MemoryStore.Rows(ctx, contract.Filter{}) {
					byCut := f.Cut != nil && (contract.Filter{Cut: f.Cut}).Match(r)
					rest := f
					rest.Cut = nil
					if err != nil || byCut || rest.Match(r) {
						if !yield(r, err) {
							return
						}
					}
				}
			}
		}
	}
	proposalFilter := func(name string, clear func(*contract.ProposalFilter)) fault {
		return fault{"proposal filter ignores " + name, []string{"proposals/filters"}, func(b *broken) { b.onProposalFilter = clear }}
	}
	no := false
	return []fault{
		ignored("states", "states", func(f *contract.Filter) { f.States = nil }),
		ignored("cut", "cut", func(f *contract.Filter) { f.Cut = nil }),
		ignored("not cut", "not-cut", func(f *contract.Filter) {
			if f.Cut != nil && !*f.Cut {
				f.Cut = nil
			}
		}),
		ignored("agent", "agent", func(f *contract.Filter) { f.AgentName = "" }),
		ignored("workspace", "workspace", func(f *contract.Filter) { f.Workspace = "" }),
		ignored("since", "since", func(f *contract.Filter) { f.Since = time.Time{} }),
		ignored("until", "until", func(f *contract.Filter) { f.Until = time.Time{} }),
		ignored("continues", "continues", func(f *contract.Filter) { f.Continues = "" }),
		ignored("parent", "parent", func(f *contract.Filter) { f.ParentHandoffID = 0 }),
		{"since is exclusive", []string{"rows/filter-since"}, func(b *broken) {
			b.onFilter = func(f *contract.Filter) {
				if !f.Since.IsZero() {
					f.Since = f.Since.Add(time.Nanosecond)
				}
			}
		}},
		{"until is inclusive", []string{"rows/filter-until"}, func(b *broken) {
			b.onFilter = func(f *contract.Filter) {
				if !f.Until.IsZero() {
					f.Until = f.Until.Add(time.Nanosecond)
				}
			}
		}},
		{"agent is a pattern", []string{"rows/filter-agent-pattern"}, func(b *broken) {
			b.rows = func(ctx context.Context, f contract.Filter) iter.Seq2[contract.Row, error] {
				if prefix, ok := strings.CutSuffix(f.AgentName, "%"); ok {
					return kept(b.MemoryStore.Rows(ctx, contract.Filter{}), func(r contract.Row) bool { return strings.HasPrefix(r.Turn.AgentName, prefix) })
				}
				return b.MemoryStore.Rows(ctx, f)
			}
		}},
		{"states are folded", []string{"rows/filter-states-unknown"}, func(b *broken) {
			b.onFilter = func(f *contract.Filter) {
				f.States = slices.Clone(f.States)
				for i := range f.States {
					f.States[i] = contract.RowState(strings.ToUpper(string(f.States[i])))
				}
			}
		}},
		{"the zero filter hides cut rows", []string{"rows/filter-none"}, func(b *broken) {
			b.onFilter = func(f *contract.Filter) {
				if f.Cut == nil {
					f.Cut = &no
				}
			}
		}},
		{"any member is enough", []string{"rows/filter-all-members", "rows/filter-contradiction"}, either},
		proposalFilter("id", func(f *contract.ProposalFilter) { f.ID = 0 }),
		proposalFilter("contract", func(f *contract.ProposalFilter) { f.ContractID = "" }),
		proposalFilter("states", func(f *contract.ProposalFilter) { f.States = nil }),
	}
}

// kept is a list without the elements that keep does not want.
func kept[T any](list iter.Seq2[T, error], keep func(T) bool) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for v, err := range list {
			if (err != nil || keep(v)) && !yield(v, err) {
				return
			}
		}
	}
}

// brokenSwaps write what is at another revision.
func brokenSwaps() []fault {
	force := func(change func(ctx context.Context, b *broken, batch *contract.Batch)) func(*broken) {
		return func(b *broken) {
			b.commit = func(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
				batch = ownBatch(batch)
				change(ctx, b, &batch)
				return b.MemoryStore.Commit(ctx, batch)
			}
		}
	}
	draft := func(inserts bool) func(*broken) {
		return force(func(ctx context.Context, b *broken, batch *contract.Batch) {
			if batch.Draft == nil || (batch.Draft.Revision == 0) != inserts {
				return
			}
			if stored, err := b.MemoryStore.Draft(ctx, batch.Draft.ContractID); err == nil {
				batch.Draft.Revision = stored.Revision
			}
		})
	}
	return []fault{
		{"rows are not compared", []string{"row/compare-and-swap", "commit/atomic-row"}, force(func(ctx context.Context, b *broken, batch *contract.Batch) {
			if batch.Row != nil {
				if stored, err := b.MemoryStore.Row(ctx, batch.Row.ContractID); err == nil {
					batch.Row.Revision = stored.Revision
				}
			}
		})},
		{"drafts are not compared", []string{"draft/compare-and-swap"}, draft(false)},
		{"a draft is inserted over another", []string{"draft/insert-over", "commit/atomic-draft"}, draft(true)},
		{"sections are not compared", []string{"section/compare-and-swap", "commit/atomic-sections", "section/put"}, force(func(ctx context.Context, b *broken, batch *contract.Batch) {
			for i := range batch.Sections {
				if stored, err := b.MemoryStore.Section(ctx, batch.Sections[i].Workspace, batch.Sections[i].Name); err == nil {
					batch.Sections[i].Revision = stored.Revision
				}
			}
		})},
		{"siblings of a section are stored", []string{"section/one-spelling"}, func(b *broken) {
			b.commit = func(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
				done, err := b.MemoryStore.Commit(ctx, batch)
				if errors.Is(err, contract.ErrConflict) && len(batch.Sections) == 1 {
					s := batch.Sections[0]
					return done, b.PutSection(ctx, s.Workspace, s.Name, s.Content)
				}
				return done, err
			}
		}},
		{"every tenth write is acknowledged and forgotten", []string{"concurrent/no-lost-add", "ledger/no-lost-add"}, func(b *broken) {
			var mu sync.Mutex
			n := 0
			b.commit = func(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
				mu.Lock()
				n++
				forget := n%10 == 0
				mu.Unlock()
				if forget {
					return contract.Committed{}, nil
				}
				return b.MemoryStore.Commit(ctx, batch)
			}
		}},
		{"the close of a row is acknowledged and forgotten", []string{"ledger/close-once"}, force(func(_ context.Context, _ *broken, batch *contract.Batch) {
			if batch.Row != nil && batch.Row.Closed() {
				batch.Row = nil
			}
		})},
		{"a second write of a draft does nothing", []string{"draft/replace"}, force(func(_ context.Context, _ *broken, batch *contract.Batch) {
			if batch.Draft != nil && batch.Draft.Revision > 0 {
				batch.Draft = nil
			}
		})},
	}
}

// brokenKeys store, decide and settle things twice.
func brokenKeys() []fault {
	return []fault{
		{"proposals are stored twice", []string{"proposal/key-once", "concurrent/one-proposal"}, func(b *broken) {
			var mu sync.Mutex
			n := 0
			b.onBatch = func(batch *contract.Batch) {
				mu.Lock()
				defer mu.Unlock()
				for i := range batch.Proposals {
					n++
					batch.Proposals[i].Key += fmt.Sprintf("\x00%d", n)
				}
			}
			b.onProposal = func(p *contract.Proposal) { p.Key, _, _ = strings.Cut(p.Key, "\x00") }
		}},
		{"a second decision is a success", []string{"decision/once", "concurrent/one-decision", "commit/atomic-decisions"}, swallow(contract.ErrDecided, func(b *contract.Batch) { b.Decisions = nil })},
		{"an unknown proposal is a success", []string{"decision/unknown", "commit/atomic-decision-unknown"}, swallow(contract.ErrNotFound, func(b *contract.Batch) { b.Decisions = nil })},
		{"a decision forgets its note", []string{"decision/recorded"}, func(b *broken) {
			b.onBatch = func(batch *contract.Batch) {
				for i := range batch.Decisions {
					batch.Decisions[i].Note = ""
				}
			}
		}},
		{"a second verdict is a success", []string{"verdict/once", "concurrent/one-verdict", "commit/atomic-verdicts"}, swallow(contract.ErrDecided, func(b *contract.Batch) { b.Verdicts = nil })},
		{"a verdict on nothing is a success", []string{"verdict/unknown-producer"}, swallow(contract.ErrNotFound, func(b *contract.Batch) { b.Verdicts = nil })},
		{"evidence keys are not unique", []string{"evidence/key-again"}, func(b *broken) {
			b.onBatch = func(batch *contract.Batch) {
				for i := range batch.Evidence {
					batch.Evidence[i].Key = ""
				}
			}
		}},
		{"other evidence under a key is a success", []string{"evidence/key-other-content", "commit/atomic-evidence"}, swallow(contract.ErrExists, func(b *contract.Batch) { b.Evidence = nil })},
		{"evidence has two homes", []string{"evidence/one-home"}, func(b *broken) { b.home = evidence.NewMemoryStore() }},
	}
}

func brokenLists() []fault {
	return []fault{
		{"rows in reverse", []string{"rows/order"}, func(b *broken) {
			b.rows = func(ctx context.Context, f contract.Filter) iter.Seq2[contract.Row, error] {
				return reversed(b.MemoryStore.Rows(ctx, f))
			}
		}},
		{"one page of rows only", []string{"rows/order", "rows/write-meanwhile"}, func(b *broken) {
			b.rows = func(ctx context.Context, f contract.Filter) iter.Seq2[contract.Row, error] {
				n := 0
				return kept(b.MemoryStore.Rows(ctx, f), func(contract.Row) bool { n++; return n <= 256 })
			}
		}},
		{"proposals in reverse", []string{"proposals/order"}, func(b *broken) {
			b.proposals = func(ctx context.Context, f contract.ProposalFilter) iter.Seq2[contract.Proposal, error] {
				return reversed(b.MemoryStore.Proposals(ctx, f))
			}
		}},
		{"rows go on after an error", []string{"rows/error-ends"}, func(b *broken) {
			b.rows = func(ctx context.Context, f contract.Filter) iter.Seq2[contract.Row, error] {
				return stubborn(ctx, b.MemoryStore.Rows(context.WithoutCancel(ctx), f))
			}
		}},
		{"proposals go on after an error", []string{"proposals/error-ends"}, func(b *broken) {
			b.proposals = func(ctx context.Context, f contract.ProposalFilter) iter.Seq2[contract.Proposal, error] {
				return stubborn(ctx, b.MemoryStore.Proposals(context.WithoutCancel(ctx), f))
			}
		}},
		{"an unfinished list keeps the only connection", []string{"rows/stop", "rows/write-meanwhile"}, func(b *broken) {
			var mu sync.Mutex
			busy := false
			set := func(to bool) { mu.Lock(); busy = to; mu.Unlock() }
			b.rows = func(ctx context.Context, f contract.Filter) iter.Seq2[contract.Row, error] {
				return func(yield func(contract.Row, error) bool) {
					set(true)
					for r, err := range b.MemoryStore.Rows(ctx, f) {
						if !yield(r, err) {
							return
						}
					}
					set(false)
				}
			}
			b.commit = func(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
				mu.Lock()
				defer mu.Unlock()
				if busy {
					return contract.Committed{}, errRefused
				}
				return b.MemoryStore.Commit(ctx, batch)
			}
		}},
		{"section names out of order", []string{"section/names"}, func(b *broken) {
			b.onNames = func(names []string) []string { slices.Reverse(names); return names }
		}},
		{"section names fold case", []string{"section/not-found"}, func(b *broken) {
			b.onKey = func(_, key string) string { return strings.ToLower(key) }
		}},
	}
}

func reversed[T any](list iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		all, err := collect(list)
		for _, v := range slices.Backward(all) {
			if !yield(v, nil) {
				return
			}
		}
		if err != nil {
			var none T
			yield(none, err)
		}
	}
}

// stubborn yields the context's error and goes on.
func stubborn[T any](ctx context.Context, list iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		for v, err := range list {
			if ctx.Err() != nil && !yield(none, ctx.Err()) {
				return
			}
			if !yield(v, err) {
				return
			}
		}
	}
}

// halfCommits writes, of a batch that is refused, one part all the same.
func halfCommits(part string, half func(contract.Batch) contract.Batch, cases ...string) fault {
	return fault{"a refused batch leaves its " + part, cases, func(b *broken) {
		b.commit = func(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
			done, err := b.MemoryStore.Commit(ctx, batch)
			if err != nil {
				_, _ = b.MemoryStore.Commit(ctx, half(batch))
			}
			return done, err
		}
	}}
}

func brokenCommits() []fault {
	return []fault{
		halfCommits("new row", func(b contract.Batch) contract.Batch { return contract.Batch{NewRow: b.NewRow} }, "commit/atomic-row"),
		halfCommits("row", func(b contract.Batch) contract.Batch { return contract.Batch{Row: b.Row} }, "commit/atomic-draft"),
		halfCommits("draft", func(b contract.Batch) contract.Batch { return contract.Batch{Draft: b.Draft} }, "commit/atomic-evidence", "commit/atomic-new-row"),
		halfCommits("evidence", func(b contract.Batch) contract.Batch { return contract.Batch{Evidence: b.Evidence} }, "commit/atomic-sections"),
		halfCommits("sections", func(b contract.Batch) contract.Batch { return contract.Batch{Sections: b.Sections} }, "commit/atomic-decisions"),
		halfCommits("first section", func(b contract.Batch) contract.Batch {
			return contract.Batch{Sections: b.Sections[:min(1, len(b.Sections))]}
		}, "commit/atomic-sections"),
		halfCommits("proposals", func(b contract.Batch) contract.Batch { return contract.Batch{Proposals: b.Proposals} }, "commit/atomic-decision-unknown"),
		halfCommits("first decision", func(b contract.Batch) contract.Batch {
			return contract.Batch{Decisions: b.Decisions[:min(1, len(b.Decisions))]}
		}, "commit/atomic-decisions", "commit/atomic-verdicts"),
		halfCommits("first verdict", func(b contract.Batch) contract.Batch {
			return contract.Batch{Verdicts: b.Verdicts[:min(1, len(b.Verdicts))]}
		}, "commit/atomic-verdicts"),
		{"the empty batch is refused", []string{"commit/empty"}, func(b *broken) {
			b.commit = func(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
				if batch.NewRow == nil && batch.Row == nil && batch.Draft == nil && len(batch.Evidence)+len(batch.Sections)+len(batch.Proposals)+len(batch.Decisions)+len(batch.Verdicts) == 0 {
					return contract.Committed{}, errRefused
				}
				return b.MemoryStore.Commit(ctx, batch)
			}
		}},
		{"the second section of a batch is dropped", []string{"commit/whole"}, func(b *broken) {
			b.onBatch = func(batch *contract.Batch) { batch.Sections = batch.Sections[:min(1, len(batch.Sections))] }
		}},
		{"decisions are looked at first", []string{"commit/first-error"}, func(b *broken) {
			b.commit = func(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
				for _, d := range batch.Decisions {
					list, err := collect(b.MemoryStore.Proposals(ctx, contract.ProposalFilter{ID: d.ProposalID}))
					if err == nil && len(list) == 1 && list[0].State != contract.ProposalPending {
						return contract.Committed{}, contract.ErrDecided
					}
				}
				return b.MemoryStore.Commit(ctx, batch)
			}
		}},
		{"a birth is written and said to be cancelled", []string{"cancel/concurrent"}, func(b *broken) {
			b.commit = func(ctx context.Context, batch contract.Batch) (contract.Committed, error) {
				done, err := b.MemoryStore.Commit(context.WithoutCancel(ctx), batch)
				if batch.NewRow != nil && batch.Draft != nil {
					return contract.Committed{}, context.Canceled
				}
				return done, err
			}
		}},
	}
}

func brokenCopies() []fault {
	return []fault{
		{"reads share their memory", []string{"copies/out"}, func(b *broken) {
			cache := map[string]contract.Row{}
			var mu sync.Mutex
			b.onRow = func(_ string, r *contract.Row) {
				mu.Lock()
				defer mu.Unlock()
				key := fmt.Sprint(r.ContractID, r.Revision, len(r.Verdicts))
				if _, ok := cache[key]; !ok {
					cache[key] = *r
				}
				*r = cache[key]
			}
		}},
		{"the caller's document is kept", []string{"copies/in"}, func(b *broken) {
			keptDocs := map[string]json.RawMessage{}
			var mu sync.Mutex
			b.onBatch = func(batch *contract.Batch) {
				mu.Lock()
				defer mu.Unlock()
				if batch.Draft != nil {
					keptDocs[batch.Draft.ContractID] = batch.Draft.Envelope
				}
			}
			b.onDraft = func(d *contract.Draft) {
				mu.Lock()
				defer mu.Unlock()
				d.Envelope = keptDocs[d.ContractID]
			}
		}},
		{"a list looks at the filter late", []string{"copies/filter"}, func(b *broken) {
			b.rows = func(ctx context.Context, f contract.Filter) iter.Seq2[contract.Row, error] {
				return func(yield func(contract.Row, error) bool) { b.MemoryStore.Rows(ctx, f)(yield) }
			}
		}},
		{"a list of proposals looks at the filter late", []string{"copies/filter"}, func(b *broken) {
			b.proposals = func(ctx context.Context, f contract.ProposalFilter) iter.Seq2[contract.Proposal, error] {
				return func(yield func(contract.Proposal, error) bool) { b.MemoryStore.Proposals(ctx, f)(yield) }
			}
		}},
	}
}

// mangled changes every document of a batch.
func mangled(change func(json.RawMessage) json.RawMessage) func(*broken) {
	return func(b *broken) {
		b.onBatch = func(batch *contract.Batch) {
			if batch.NewRow != nil {
				batch.NewRow.Envelope = change(batch.NewRow.Envelope)
			}
			if batch.Draft != nil {
				batch.Draft.Envelope = change(batch.Draft.Envelope)
			}
		}
	}
}

func brokenValues() []fault {
	times := func(change func(time.Time) time.Time) func(*broken) {
		return func(b *broken) { b.onRow = func(_ string, r *contract.Row) { r.CreatedAt = change(r.CreatedAt) } }
	}
	return []fault{
		{`\u0000 is dropped`, []string{"values/nul", "values/8-MiB"}, mangled(func(d json.RawMessage) json.RawMessage { return bytes.ReplaceAll(d, []byte(`\u0000`), nil) })},
		{"evidence ends at a NUL", []string{"values/nul"}, func(b *broken) {
			b.onEvidence = func(e *evidence.Row) { e.Text, _, _ = strings.Cut(e.Text, "\x00") }
		}},
		{"three-byte characters at most", []string{"values/unicode"}, mangled(func(d json.RawMessage) json.RawMessage {
			return bytes.Map(func(r rune) rune {
				if r > 0xffff {
					return '?'
				}
				return r
			}, d)
		})},
		{"documents are compacted", []string{"values/as-written"}, mangled(func(d json.RawMessage) json.RawMessage {
			var out bytes.Buffer
			if json.Compact(&out, d) != nil {
				return d
			}
			return out.Bytes()
		})},
		{"documents are cut at 4 MiB", []string{"values/8-MiB"}, mangled(func(d json.RawMessage) json.RawMessage { return d[:min(len(d), 4<<20)] })},
		{"null is absence", []string{"values/null-and-absent"}, func(b *broken) {
			b.onProposal = func(p *contract.Proposal) {
				if string(p.Drift) == "null" {
					p.Drift = nil
				}
			}
		}},
		{"absence is null", []string{"values/null-and-absent"}, func(b *broken) {
			b.onRow = func(_ string, r *contract.Row) {
				if r.ContentChecks == nil {
					r.ContentChecks = json.RawMessage("null")
				}
			}
		}},
		{"times in another zone", []string{"values/times"}, times(func(at time.Time) time.Time { return at.In(time.FixedZone("x", 3600)) })},
		{"times to the millisecond", []string{"values/times"}, times(func(at time.Time) time.Time { return at.Truncate(time.Millisecond) })},
		{"times as 64-bit nanoseconds", []string{"values/times"}, times(func(at time.Time) time.Time { return time.Unix(0, at.UnixNano()).UTC() })},
		{"numbers as floats", []string{"values/int64"}, func(b *broken) {
			b.onRow = func(_ string, r *contract.Row) { r.Turn.BriefID = int64(float64(r.Turn.BriefID)) }
		}},
	}
}

// deafStores do not listen to the context of one method.
func deafStores() []fault {
	var all []fault
	for method, c := range map[string]string{
		"Row": "cancel/row", "RowByHandoff": "cancel/row-by-handoff", "Rows": "cancel/rows", "Draft": "cancel/draft",
		"EvidenceRow": "cancel/evidence-row", "Proposals": "cancel/proposals", "Section": "cancel/section",
		"SectionNames": "cancel/section-names", "WorkspaceOf": "cancel/workspace-of", "Commit": "cancel/commit",
		"CommandSet": "progress/cancel", "PutCommandSet": "progress/cancel",
		"ApprovalStatus": "approval/put", "PutApproval": "approval/put", "PutOwner": "owner/put",
	} {
		f := fault{method + " does not listen to its context", []string{c}, func(b *broken) { b.deaf = method }}
		if method == "Rows" {
			f.cases = append(f.cases, "cancel/rows-without-match", "rows/error-ends")
		}
		all = append(all, f)
	}
	return all
}

func brokenHosts() []fault {
	fold := func(methods ...string) func(*broken) {
		return func(b *broken) {
			b.onKey = func(method, key string) string {
				if slices.Contains(methods, method) {
					return strings.ToLower(key)
				}
				return key
			}
		}
	}
	return []fault{
		{"approval ids are folded", []string{"approval/put"}, fold("ApprovalStatus", "PutApproval")},
		{"project keys are folded", []string{"owner/put"}, fold("WorkspaceOf", "PutOwner")},
		{"hyphens are not underscores", []string{"owner/put"}, func(b *broken) {
			b.onKey = func(method, key string) string {
				if method == "WorkspaceOf" || method == "PutOwner" {
					return strings.ReplaceAll(key, "-", "‐")
				}
				return key
			}
		}},
		{"no approval is no error", []string{"approval/unknown"}, noError("ApprovalStatus", contract.ErrNotFound)},
		{"no owner is no error", []string{"owner/unknown"}, noError("WorkspaceOf", contract.ErrNotFound)},
	}
}

func brokenProgress() []fault {
	return []fault{
		{"a failed set is written over", []string{"progress/frozen"}, func(b *broken) {
			b.onError = func(_ string, err error) error {
				if errors.Is(err, contract.ErrFrozen) {
					return nil
				}
				return err
			}
		}},
		{"a failed set refuses itself", []string{"progress/frozen"}, func(b *broken) {
			b.put = func(ctx context.Context, id string, set contract.CommandSet) error {
				if stored, err := b.MemoryStore.CommandSet(ctx, id); err == nil && stored.FailedIndex != nil {
					return contract.ErrFrozen
				}
				return b.MemoryStore.PutCommandSet(ctx, id, set)
			}
		}},
		{"no set is no error", []string{"progress/not-found"}, noError("CommandSet", contract.ErrNotFound)},
		{"sets share their memory", []string{"progress/copies"}, func(b *broken) {
			shared := map[string]contract.CommandSet{}
			b.put = func(ctx context.Context, id string, set contract.CommandSet) error {
				shared[id] = set
				return b.MemoryStore.PutCommandSet(ctx, id, set)
			}
			b.onSet = func(s *contract.CommandSet) {
				if stored, ok := shared[name(1)]; ok {
					*s = stored
				}
			}
		}},
	}
}
