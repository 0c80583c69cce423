package storetest_test

import (
	"context"
	"fmt"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/evidence/storetest"
)

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
