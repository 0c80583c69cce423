package storetest_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/contract/storetest"
)

// A host judges its store before it trusts it with hand-offs. From a test it
// calls Run instead, which makes a subtest of each case.
func Example() {
	failures, err := storetest.Check(context.Background(), func() (contract.Store, error) {
		return lax{contract.NewMemoryStore()}, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, failure := range failures {
		fmt.Printf("%s: %s\n", failure.Case, failure.Rule)
	}
	// Output: section/not-found: A section that does not exist is ErrNotFound; its name and workspace are compared exactly.
}

// lax is a store that answers with a section of no revision where it should say
// that there is none.
type lax struct{ *contract.MemoryStore }

func (s lax) Section(ctx context.Context, workspace, name string) (contract.Section, error) {
	section, err := s.MemoryStore.Section(ctx, workspace, name)
	if errors.Is(err, contract.ErrNotFound) {
		return contract.Section{}, nil
	}
	return section, err
}

// Cases serves whoever runs the suite otherwise, or one case alone.
func ExampleCases() {
	for _, c := range storetest.Cases() {
		if c.Name == "commit/whole" {
			fmt.Println(c.Rule)
			fmt.Println(c.Check(context.Background(), contract.NewMemoryStore()))
		}
	}
	// Output:
	// Commit writes every part of a batch and numbers them in its order.
	// <nil>
}
