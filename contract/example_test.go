package contract_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

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

func ExampleLedger_Add() {
	ctx := context.Background()
	ledger := contract.NewLedger(contract.NewMemoryStore())
	row, _ := ledger.Dispatch(ctx, contract.Turn{})
	for _, gap := range []string{`"load was not measured"`, `"Windows was not tried"`} {
		if _, err := ledger.Add(ctx, row.ContractID, "evidence_report.open_gaps", json.RawMessage(gap)); err != nil {
			fmt.Println(err)
		}
	}
	gaps, _ := ledger.View(ctx, row.ContractID, "evidence_report.open_gaps")
	fmt.Println(string(gaps))
	// Output: ["load was not measured","Windows was not tried"]
}

func ExampleLedger_Close() {
	ctx := context.Background()
	ledger := contract.NewLedger(contract.NewMemoryStore())
	row, _ := ledger.Dispatch(ctx, contract.Turn{Project: "shop"})
	_, err := ledger.Fill(ctx, row.ContractID, json.RawMessage(`{
		"agent_status": {"agent_state": "NEEDS_INPUT", "next_action": "wait for the port"},
		"conclusion": "the service starts; which port it should take is open",
		"update_contracts": [{"contract": "services", "payload": {"web": {"starts": true}}}]
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		receipt, err := ledger.Close(ctx, row.ContractID, contract.CloseOptions{Record: &evidence.Record{}})
		fmt.Println(receipt.HandoffID, receipt.State, receipt.Created, len(receipt.Pending), err)
	}
	// Output:
	// 1 NEEDS_INPUT true 1 <nil>
	// 1 NEEDS_INPUT false 1 <nil>
}

func ExampleLedger_Accept() {
	ctx := context.Background()
	store := contract.NewMemoryStore()
	ledger := contract.NewLedger(store)
	row, _ := ledger.Dispatch(ctx, contract.Turn{Workspace: "home"})
	_, err := ledger.Fill(ctx, row.ContractID, json.RawMessage(`{
		"agent_status": {"agent_state": "BLOCKED", "next_action": "wait"},
		"conclusion": "the port is 8080",
		"update_contracts": [{"contract": "services", "payload": {"web": {"port": 8080}}}]
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	receipt, err := ledger.Close(ctx, row.ContractID, contract.CloseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	id := receipt.Pending[0].ID
	dry, _ := ledger.Accept(ctx, id, "lead", contract.AcceptOptions{DryRun: true})
	fmt.Println(dry.Targets[0].Workspace, dry.Targets[0].Section, string(dry.Targets[0].Merged))
	done, err := ledger.Accept(ctx, id, "lead", contract.AcceptOptions{})
	fmt.Println(done.Proposal.State, done.Proposal.DecidedBy, err)
	_, err = ledger.Accept(ctx, id, "somebody else", contract.AcceptOptions{})
	fmt.Println(errors.Is(err, contract.ErrDecided))
	// Output:
	// home services {"web": {"port": 8080}}
	// accepted lead <nil>
	// true
}

func ExampleLedger_Chain() {
	ctx := context.Background()
	ledger := contract.NewLedger(contract.NewMemoryStore())
	first, _ := ledger.Dispatch(ctx, contract.Turn{PlanTaskID: "T1"})
	next, _ := ledger.Continue(ctx, first.ContractID)
	if _, err := ledger.Dispatch(ctx, contract.Turn{ParentHandoffID: next.HandoffID}); err != nil {
		fmt.Println(err)
	}
	chain, err := ledger.Chain(ctx, next.ContractID)
	for _, row := range chain {
		fmt.Println(row.HandoffID, row.ContinuesContractID != "", row.Turn.ParentHandoffID)
	}
	fmt.Println(err)
	// Output:
	// 1 false 0
	// 2 true 0
	// 3 false 2
	// <nil>
}

func ExampleLedger_SettleGate() {
	ctx := context.Background()
	ledger := contract.NewLedger(contract.NewMemoryStore())
	producer, _ := ledger.Dispatch(ctx, contract.Turn{
		PlanTaskID: "T1",
		Gates:      []contract.Gate{{ID: "tests", Type: contract.GateCommand, Command: "go test ./..."}},
	})
	verifier, _ := ledger.Dispatch(ctx, contract.Turn{ParentHandoffID: producer.HandoffID})
	err := ledger.SettleGate(ctx, verifier.ContractID, "tests", contract.GatePass, "ran them on a clean clone")
	fmt.Println(err)
	row, _ := ledger.Row(ctx, producer.ContractID)
	fmt.Println(row.Gates()[0].Status, row.Verdicts[0].Note)
	// Output:
	// <nil>
	// pass ran them on a clean clone
}

func ExampleBrief() {
	row := contract.Row{
		ContractID: "a0123456789abcdef.9f8e7d6c5b4a",
		Turn:       contract.Turn{AgentName: "builder", Goal: "fix the parser", Project: "shop", CanRead: []string{"services"}},
	}
	sections := []contract.Section{{Name: "services", Content: json.RawMessage(`{"web":{"port":8080}}`)}}
	brief := contract.Brief(row, sections, 4096)
	fmt.Println(strings.HasPrefix(brief, "# Your contract\nContract: a0123456789abcdef.9f8e7d6c5b4a\n"))
	fmt.Println(brief[strings.Index(brief, "# Project context"):])
	// Output:
	// true
	// # Project context
	// ## services
	// {"web":{"port":8080}}
}

func ExampleParse() {
	_, err := contract.Parse([]byte(`{"conclusion": "holds",}`))
	if refusal, ok := errors.AsType[*contract.SyntaxError](err); ok {
		fmt.Println(refusal.Offset, refusal.Hint != "")
	}
	doc, err := contract.Parse([]byte(`{"n": 12345678901234567890.10}`))
	n, _ := doc.Get("n")
	fmt.Println(string(n), err)
	// Output:
	// 23 true
	// 12345678901234567890.10 <nil>
}

func ExampleMergeSection() {
	merged, err := contract.MergeSection(
		json.RawMessage(`{"web":{"port":80,"hosts":["a","b"]}}`),
		json.RawMessage(`{"web":{"port":8080,"hosts":["c"]},"api":null}`),
	)
	fmt.Println(string(merged), err)
	// Output: {"web":{"port":8080,"hosts":["c"]},"api":null} <nil>
}
