package storetest_test

import (
	"context"
	"fmt"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/evidence/storetest"
)

// A store in which anyone may delete would let an agent remove what refutes it.
// The suite names the rule that such a store breaks.
func Example() {
	for _, c := range storetest.Cases() {
		if err := c.Check(context.Background(), &generous{evidence.NewMemoryStore()}); err != nil {
			fmt.Printf("%s: %s\n", c.Name, c.Rule)
		}
	}
	// Output: delete-curators-only: Anyone but a named curator gets ErrNotCurator and deletes nothing, whatever the id.
}

// generous is a store in which anyone may delete.
type generous struct{ *evidence.MemoryStore }

func (s *generous) Delete(ctx context.Context, _ evidence.Curator, id int64) error {
	return s.MemoryStore.Delete(ctx, evidence.Curator{Name: "anyone", Role: evidence.RoleCurator}, id)
}

// Run is for tests; Cases serves whoever runs the suite otherwise.
func ExampleCases() {
	failed := 0
	for _, c := range storetest.Cases() {
		if err := c.Check(context.Background(), evidence.NewMemoryStore()); err != nil {
			fmt.Println(c.Name, err)
			failed++
		}
	}
	fmt.Println(failed, "rules are broken")
	// Output: 0 rules are broken
}
