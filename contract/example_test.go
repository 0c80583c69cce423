package contract_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// An agent claims a check that its harness never saw. The close is refused
// until the harness has seen it.
func Example() {
	ctx := context.Background()
	ledger := contract.NewLedger(contract.NewMemoryStore())
	row, err := ledger.Dispatch(ctx, contract.Turn{AgentName: "builder", Goal: "make the parser tests pass"})
	if err != nil {
		fmt.Println(err)
		return
	}

	// What the agent writes under its contract id.
	_, err = ledger.Fill(ctx, row.ContractID, json.RawMessage(`{
		"agent_status": {"agent_state": "COMPLETE", "next_action": "done"},
		"evidence_report": {"verification": {"type": "command", "command": "go test ./parser", "result": "pass"}},
		"conclusion": "the parser tests pass; nothing is open"
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}

	// What the harness saw the agent do: nothing of the kind.
	record := &evidence.Record{}
	_, err = ledger.Close(ctx, row.ContractID, contract.CloseOptions{Record: record})
	if refusal, ok := errors.AsType[*contract.CloseError](err); ok {
		fmt.Println(refusal.Code, refusal.Content.Refused[0].Reason)
	}

	// The agent runs its check, and the harness sees it.
	exit := 0
	record.Runs = append(record.Runs, evidence.Run{
		Kind: evidence.Shell, Command: "go test ./parser", Exit: &exit, Output: "ok  \texample.org/parser\t0.4s", Kept: true,
	})
	receipt, err := ledger.Close(ctx, row.ContractID, contract.CloseOptions{Record: record})
	fmt.Println(receipt.HandoffID, receipt.State, err)
	// Output:
	// CONTENT_UNVERIFIED command_not_run
	// 1 COMPLETE <nil>
}

func ExampleLedger_Fill() {
	ctx := context.Background()
	ledger := contract.NewLedger(contract.NewMemoryStore())
	row, _ := ledger.Dispatch(ctx, contract.Turn{})
	patch := json.RawMessage(`{"evidence_report": {"key_outputs": ["the parser is table driven"]}}`)
	_, err := ledger.Fill(ctx, row.ContractID, patch)
	fmt.Println(err)

	_, err = ledger.Fill(ctx, row.ContractID, json.RawMessage(`{"evidence_report": {"key_outputs": ["a second finding"]}}`))
	if overwrite, ok := errors.AsType[*contract.OverwriteError](err); ok {
		fmt.Printf("%+v\n", overwrite.Collisions)
	}
	_, err = ledger.Add(ctx, row.ContractID, "evidence_report.key_outputs", json.RawMessage(`"a second finding"`))
	fmt.Println(err)
	list, _ := ledger.View(ctx, row.ContractID, "evidence_report.key_outputs")
	fmt.Println(string(list))
	// Output:
	// <nil>
	// [{Field:evidence_report.key_outputs Existing:1 Incoming:1}]
	// <nil>
	// ["the parser is table driven","a second finding"]
}

func ExampleLedger_Set() {
	ctx := context.Background()
	ledger := contract.NewLedger(contract.NewMemoryStore())
	row, _ := ledger.Dispatch(ctx, contract.Turn{})
	_, err := ledger.Set(ctx, row.ContractID, "agent_status.pending_steps", json.RawMessage(`["read the log"]`))
	fmt.Println(err)
	_, err = ledger.Set(ctx, row.ContractID, "conclusoin", json.RawMessage(`"done"`))
	fmt.Println(errors.Is(err, contract.UnknownField))
	// Output:
	// <nil>
	// true
}

func ExampleLedger_Cut() {
	ctx := context.Background()
	ledger := contract.NewLedger(contract.NewMemoryStore())
	row, _ := ledger.Dispatch(ctx, contract.Turn{AgentName: "builder"})
	receipt, err := ledger.Cut(ctx, row.ContractID, contract.LaneReaper, "no sign of life for an hour")
	fmt.Println(receipt.State, receipt.Cut.Lane, err)
	// Output: DISPATCHED reaper <nil>
}

func ExampleLedger_List() {
	ctx := context.Background()
	ledger := contract.NewLedger(contract.NewMemoryStore())
	for _, name := range []string{"builder", "reviewer"} {
		if _, err := ledger.Dispatch(ctx, contract.Turn{AgentName: name}); err != nil {
			fmt.Println(err)
		}
	}
	for row, err := range ledger.List(ctx, contract.Filter{AgentName: "reviewer"}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(row.HandoffID, row.Turn.AgentName, row.State)
	}
	// Output: 2 reviewer DISPATCHED
}

func ExampleParseID() {
	id, err := contract.ParseID("a0123456789abcdef.9f8e7d6c5b4a")
	fmt.Println(id.AgentID, id.Token, err)
	// Output: a0123456789abcdef 9f8e7d6c5b4a <nil>
}
