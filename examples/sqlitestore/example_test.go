package sqlitestore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/examples/sqlitestore"
)

// A file keeps what was committed; whoever was late is told so.
func Example() {
	dir, err := os.MkdirTemp("", "handfast")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	ctx, path := context.Background(), filepath.Join(dir, "handoffs.db")

	store, err := sqlitestore.Open(ctx, path)
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2031, 1, 2, 3, 4, 5, 0, time.UTC)
	id := contract.NewContractID(contract.NewAgentID())
	done, err := store.Commit(ctx, contract.Batch{
		NewRow:   &contract.Row{ContractID: id, State: contract.RowDispatched, CreatedAt: now, UpdatedAt: now},
		Evidence: []evidence.Row{{BriefID: 7, ACID: "AC-1", Type: evidence.CommandOutput, Text: "ok\tall tests", CreatedAt: now}},
	})
	fmt.Println("hand-off", done.HandoffID, "evidence", done.EvidenceIDs, err)
	if err := store.Close(); err != nil {
		fmt.Println(err)
	}

	// Another process, later.
	if store, err = sqlitestore.Open(ctx, path); err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = store.Close() }()
	row, err := store.RowByHandoff(ctx, 1)
	fmt.Println(row.ContractID == id, row.State, "revision", row.Revision, err)

	late := row
	row.State = contract.RowInProgress
	_, err = store.Commit(ctx, contract.Batch{Row: &row})
	fmt.Println("first writer:", err)
	_, err = store.Commit(ctx, contract.Batch{Row: &late})
	fmt.Println("second writer is late:", errors.Is(err, contract.ErrConflict))

	for proof, err := range store.Evidence().List(ctx, 7, "AC-1") {
		fmt.Println(proof.Type, proof.Polarity, err)
	}
	// Output:
	// hand-off 1 evidence [1] <nil>
	// true DISPATCHED revision 1 <nil>
	// first writer: <nil>
	// second writer is late: true
	// command_output positive <nil>
}
