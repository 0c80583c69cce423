package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/handfast-go/handfast/contract"
)

// patience is how long one case may take before its context is done. It only
// turns a hang into a failure: no case passes or fails by how fast it is.
const patience = 5 * time.Minute

// Case is one rule of contract.Store and the check of it.
type Case struct {
	// Name is stable, of the form "<part>/<rule>".
	Name string
	// Rule is the sentence that a store that fails the case breaks.
	Rule string
	// applies says for which stores the case can be judged; nil is all.
	applies func(*bench) bool
	check   func(ctx context.Context, b *bench) error
}

// bench is what a case works on: one store, and how to open it again.
type bench struct {
	store  contract.Store
	reopen func() (contract.Store, error)
}

// Applies reports whether the case can be judged on this store: some need an
// optional interface (contract.ProgressStore, Host, EvidenceHome), and some a
// store that can be opened again, which Harness alone can do.
func (c Case) Applies(store contract.Store) bool { return c.fits(&bench{store: store}) }

func (c Case) fits(b *bench) bool { return c.applies == nil || c.applies(b) }

// Check judges one fresh, empty store by this case. It returns nil when the
// rule holds, and otherwise an error that says what was expected and what came.
func (c Case) Check(ctx context.Context, store contract.Store) error {
	return c.check(ctx, &bench{store: store})
}

// Cases returns the whole table, in the order in which Run goes through it.
func Cases() []Case {
	return slices.Concat(
		rowCases(), listCases(), filterCases(), draftCases(), evidenceCases(), sectionCases(),
		proposalCases(), verdictCases(), commitCases(), copyCases(), valueCases(),
		concurrencyCases(), cancelCases(), hostCases(), progressCases(), reopenCases(), ledgerCases(),
	)
}

// Run judges a store. open is called once for each case and returns a store
// with nothing in it; what it opened it closes with t.Cleanup.
func Run(t *testing.T, open func(t *testing.T) contract.Store) {
	t.Helper()
	Harness{Open: open}.Run(t)
}

// Harness judges a store that outlives its handle.
type Harness struct {
	// Open returns a store with nothing in it.
	Open func(t *testing.T) contract.Store
	// Reopen closes a store that Open returned and opens the same data again.
	// Nil leaves the cases about that out.
	Reopen func(t *testing.T, store contract.Store) contract.Store
}

// Run judges the store: one subtest for each case that applies to it.
func (h Harness) Run(t *testing.T) {
	t.Helper()
	probe := h.bench(t, h.Open(t))
	for _, c := range Cases() {
		if !c.fits(probe) {
			t.Logf("left out: %s: this store does not offer what it judges", c.Name)
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			if err := c.check(ctx, h.bench(t, h.Open(t))); err != nil {
				t.Errorf("rule: %s\n%v", c.Rule, err)
			}
		})
	}
}

func (h Harness) bench(t *testing.T, store contract.Store) *bench {
	t.Helper()
	b := &bench{store: store}
	if h.Reopen != nil {
		b.reopen = func() (contract.Store, error) { return h.Reopen(t, store), nil }
	}
	return b
}

// Failure is one case that a store did not pass.
type Failure struct {
	Case string
	Rule string
	Err  error
}

// String names the case, its rule and what went wrong.
func (f Failure) String() string { return fmt.Sprintf("%s: %s: %v", f.Case, f.Rule, f.Err) }

// Check is Run without a *testing.T, for a host that judges its store at
// start-up or from a command. open returns a fresh, empty store each time. The
// error is that of open; what a store gets wrong is in the failures, in the
// order of Cases.
func Check(ctx context.Context, open func() (contract.Store, error)) ([]Failure, error) {
	var failures []Failure
	for _, c := range Cases() {
		store, err := open()
		if err != nil {
			return failures, err
		}
		if !c.Applies(store) {
			continue
		}
		if err := c.Check(ctx, store); err != nil {
			failures = append(failures, Failure{Case: c.Name, Rule: c.Rule, Err: err})
		}
	}
	return failures, nil
}
