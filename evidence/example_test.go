package evidence_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/handfast-go/handfast/evidence"
)

// A harness records what its tool layer sees. When the agent hands off, its
// claims are compared with the record: here the tests failed, and the quote is
// from nowhere.
func Example() {
	recorder := evidence.NewRecorder()
	call := recorder.Start(evidence.Run{Kind: evidence.Shell, Command: "go test ./..."})
	_, _ = io.WriteString(call, "--- FAIL: TestCheckout (0.00s)\nFAIL\n") // the tool's stdout and stderr
	call.Finish(evidence.Outcome{Exit: new(1)})

	claims := evidence.Claims{
		Verification:    json.RawMessage(`{"type":"command","command":"go test ./...","result":"pass"}`),
		VerbatimOutputs: json.RawMessage(`[{"command":"go test ./...","excerpt":"ok ... 0.31s"}]`),
	}
	report, err := evidence.Check(context.Background(), claims, evidence.Turn{BriefID: 7}, recorder.Record(), nil, evidence.CheckOptions{})
	if err != nil {
		panic(err)
	}
	fmt.Println("may be believed:", report.OK())
	for _, refusal := range report.Refused {
		fmt.Printf("%s: %s\n  %s\n", refusal.Field, refusal.Reason, refusal.Detail)
	}
	// Output:
	// may be believed: false
	// evidence_report.verification.result: exit_mismatch
	//   The result says pass, which needs exit 0; the last run of "go test ./..." exited 1. It showed: "--- FAIL: TestCheckout (0.00s)\nFAIL\n"
	// evidence_report.verbatim_outputs[0]: excerpt_not_found
	//   "ok ... 0.31s" is in no output of "go test ./...". The nearest run has exit 1. It showed: "--- FAIL: TestCheckout (0.00s) FAIL "
}

// A refusal for a command that was spelled otherwise names the one that was
// run.
func ExampleCheck() {
	record := &evidence.Record{Runs: []evidence.Run{{Kind: evidence.Shell, Command: "cd web && npm test", Exit: new(0)}}}
	claims := evidence.Claims{Verification: json.RawMessage("{\"command\":\"`npm test`\",\"result\":\"pass\"}")}
	report, err := evidence.Check(context.Background(), claims, evidence.Turn{}, record, nil, evidence.CheckOptions{})
	fmt.Println(err)
	fmt.Println(report.Refused[0].Reason)
	fmt.Println(report.Refused[0].Repair)
	// Output:
	// <nil>
	// command_not_run
	// Write the command exactly as it was run: "cd web && npm test".
}

// Evidence that was stored earlier proves a command that this turn did not run.
func ExampleCheck_evidence() {
	ctx := context.Background()
	store := evidence.NewMemoryStore()
	ids, err := store.Insert(ctx, []evidence.Row{{BriefID: 7, ACID: "AC-1", Type: evidence.CommandOutput, Text: "ok"}})
	if err != nil {
		panic(err)
	}
	claims := evidence.Claims{
		Verification: json.RawMessage(fmt.Sprintf(`{"command":"make e2e","result":"pass","evidence_ids":%d}`, ids)),
	}
	report, err := evidence.Check(ctx, claims, evidence.Turn{BriefID: 7}, &evidence.Record{}, store.Get, evidence.CheckOptions{})
	fmt.Println(report.OK(), err)
	fmt.Println(string(report.JSON()))
	// Output:
	// true <nil>
	// {"checked":["evidence_report.verification.evidence_ids[0]","evidence_report.verification.command"],"skipped":[{"field":"evidence_report.verification.result","reason":"exit_not_recorded"}]}
}

// What is kept is the text that a terminal would show, without secrets, cut.
func ExampleRecorder() {
	recorder := evidence.NewRecorder(evidence.WithRedact(func(output string) string {
		return strings.ReplaceAll(output, "hunter2", evidence.RedactedMark)
	}))
	recorder.Add(evidence.Run{
		Kind: evidence.Shell, Command: "deploy", Exit: new(0), Kept: true,
		Output: "\x1b[33mlogin with hunter2\x1b[0m\r\nupload  10%\rupload 100%\n",
	})
	fmt.Print(recorder.Record().Runs[0].Output)
	// Output:
	// login with [REDACTED]
	// upload 100%
}

func ExampleNormalizeVerdict() {
	for _, text := range []string{"**PASS** ✅", "<b>12</b> passed, 0 failed", "make check"} {
		fmt.Printf("%q verdict=%t pass=%t\n", evidence.NormalizeVerdict(text), evidence.IsVerdict(text), evidence.ReadsAsPass(text))
	}
	// Output:
	// "pass pass" verdict=true pass=true
	// "12 passed 0 failed" verdict=true pass=false
	// "make check" verdict=false pass=false
}

// The list of commands becomes what was recorded; the agent's own entries stay
// and are marked as its own.
func ExampleStamp() {
	record := &evidence.Record{Runs: []evidence.Run{{Kind: evidence.Shell, Command: "go vet ./..."}, {Kind: evidence.Shell, Command: "go test ./..."}}}
	for _, entry := range evidence.Stamp(record, []json.RawMessage{json.RawMessage(`"go test ./..."`), json.RawMessage(`"looked at the logs"`)}, evidence.Shell) {
		fmt.Println(string(entry))
	}
	// Output:
	// "go vet ./..."
	// "go test ./..."
	// "[agent annotation] looked at the logs"
}

func ExampleRecover() {
	transcript := []evidence.Run{{Kind: evidence.Read, Path: "go.mod"}, {Kind: evidence.Shell, Command: "go build"}}
	fmt.Println(evidence.Recover(transcript, evidence.Shell))
	fmt.Println(evidence.Recover(transcript, evidence.Read))
	// Output:
	// [[recovered from transcript] go build]
	// [[recovered from transcript] go.mod]
}

func ExampleParsePayload() {
	_, problems := evidence.ParsePayload(json.RawMessage(`{"brief_id":"12","ac_id":"","type":"log","text":"ok"}`), nil)
	for _, problem := range problems {
		fmt.Printf("%s: %s\n", problem.Rule, problem.Detail)
	}
	// Output:
	// ac_id: "" is not accepted; name the acceptance criterion that the evidence speaks for.
	// type: "log" is not accepted; write one of text, file, command_output, url, screenshot.
}

func ExampleReasons() {
	for _, info := range evidence.Reasons()[:2] {
		fmt.Println(info.Reason, info.Refuses)
	}
	// Output:
	// command_is_verdict true
	// command_not_run true
}

func ExamplePayloadRules() {
	for _, rule := range evidence.PayloadRules()[:2] {
		fmt.Printf("%s: %s\n", rule.Rule, rule.Repair)
	}
	// Output:
	// brief_id: write the brief's id as a positive whole number.
	// ac_id: name the acceptance criterion that the evidence speaks for.
}

// Evidence is added and read by everybody, and deleted by a curator alone.
func ExampleMemoryStore() {
	ctx := context.Background()
	store := evidence.NewMemoryStore()
	ids, err := store.Insert(ctx, []evidence.Row{{BriefID: 7, ACID: "AC-1", Type: evidence.Text, Text: "the parser is table driven"}})
	fmt.Println(ids, err)
	err = store.Delete(ctx, evidence.Curator{Name: "builder", Role: evidence.RoleProducer}, ids[0])
	fmt.Println(errors.Is(err, evidence.ErrNotCurator))
	for row, err := range store.List(ctx, 7, "") {
		fmt.Println(row.ID, row.Text, err)
	}
	// Output:
	// [1] <nil>
	// true
	// 1 the parser is table driven <nil>
}
