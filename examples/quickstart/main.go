// Quickstart shows the main job in one run, on the embedded store and with no
// set-up: an agent's hand-off is believed only as far as the harness's own
// record goes. Every line is printed from a real call.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "quickstart:", err)
		os.Exit(1)
	}
}

// check is the command that the agent claims to have run.
const check = "go version"

func run(ctx context.Context, out io.Writer) error {
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(out, format+"\n", args...) }
	ledger := contract.NewLedger(contract.NewMemoryStore())
	recorder := evidence.NewRecorder()

	say("1. The harness dispatches a turn.")
	row, err := ledger.Dispatch(ctx, contract.Turn{
		AgentName: "builder", Goal: "find out which Go the build uses", Workspace: "home", Project: "shop",
	})
	if err != nil {
		return err
	}
	id := row.ContractID
	say("   contract %s, state %s", id, row.State)

	say("2. The agent writes its envelope in several calls.")
	for _, patch := range []string{
		`{"agent_status": {"pending_steps": ["ask the toolchain"], "next_action": "run ` + check + `"}}`,
		`{"evidence_report": {"patterns_checked": ["the version directive of go.mod"], "key_outputs": ["go.mod asks for 1.26"]}}`,
	} {
		if _, err := ledger.Fill(ctx, id, json.RawMessage(patch)); err != nil {
			return err
		}
		say("   fill %s", patch)
	}

	say("3. A second fill would displace what is there, and is refused whole.")
	_, err = ledger.Fill(ctx, id, json.RawMessage(`{"evidence_report": {"key_outputs": ["only this counts"]}}`))
	var overwrite *contract.OverwriteError
	if !errors.As(err, &overwrite) {
		return fmt.Errorf("the second fill was not refused: %w", err)
	}
	for _, c := range overwrite.Collisions {
		say("   %s: %s holds %d, %d would replace it", contract.Overwrite, c.Field, c.Existing, c.Incoming)
	}
	if _, err := ledger.Add(ctx, id, "evidence_report.key_outputs", json.RawMessage(`"the toolchain is newer than go.mod asks"`)); err != nil {
		return err
	}
	list, err := ledger.View(ctx, id, "evidence_report.key_outputs")
	if err != nil {
		return err
	}
	say("   add extends it instead: %s", list)

	say("4. The agent claims COMPLETE with a command that it never ran.")
	claim := `{"agent_status": {"agent_state": "COMPLETE", "next_action": "done"},
		"evidence_report": {"verification": {"type": "command", "command": "` + check + `", "result": "pass"}},
		"conclusion": "the build uses a Go that go.mod accepts, as the toolchain itself says; nothing is open"}`
	if _, err := ledger.Set(ctx, id, "agent_status.pending_steps", json.RawMessage(`[]`)); err != nil {
		return err
	}
	if _, err := ledger.Fill(ctx, id, json.RawMessage(claim)); err != nil {
		return err
	}
	_, err = ledger.Close(ctx, id, contract.CloseOptions{Record: recorder.Record()})
	var refusal *contract.CloseError
	if !errors.As(err, &refusal) {
		return fmt.Errorf("the close was not refused: %w", err)
	}
	for _, r := range refusal.Content.Refused {
		say("   %s: %s: %s", refusal.Code, r.Field, r.Reason)
		say("   repair: %s", r.Repair)
	}

	say("5. It runs the command, quotes what it saw, and proposes what it learned.")
	shown := runRecorded(ctx, recorder, check)
	say("   $ %s", check)
	say("   %s", shown)
	quote, err := json.Marshal(map[string]string{"command": check, "excerpt": shown})
	if err != nil {
		return err
	}
	updates := `[{"contract": "toolchain", "payload": {"go": {"release": "1.26"}}, "drift": {"key_path": "go.release", "new": "1.26", "command": "` + check + `", "observed_at": "2026-03-01T12:00:00Z"}}]`
	if _, err := ledger.Add(ctx, id, "evidence_report.verbatim_outputs", quote); err != nil {
		return err
	}
	if _, err := ledger.Set(ctx, id, "update_contracts", json.RawMessage(updates)); err != nil {
		return err
	}

	say("6. The same close now agrees with the record.")
	receipt, err := ledger.Close(ctx, id, contract.CloseOptions{Record: recorder.Record()})
	if err != nil {
		return err
	}
	say("   hand-off %d, state %s, created %t", receipt.HandoffID, receipt.State, receipt.Created)
	say("   content checks: %s", receipt.ContentChecks)
	for _, p := range receipt.Pending {
		say("   proposal %d for %s: %s, waits for the orchestrator", p.ID, p.Section, p.State)
	}
	for _, s := range receipt.Signals {
		say("   signal: %s", s)
	}

	say("7. Closing again is the same hand-off, and nobody writes to it any more.")
	again, err := ledger.Close(ctx, id, contract.CloseOptions{Record: recorder.Record()})
	if err != nil {
		return err
	}
	say("   hand-off %d, created %t", again.HandoffID, again.Created)
	_, err = ledger.Set(ctx, id, "conclusion", json.RawMessage(`"something else"`))
	if !errors.Is(err, contract.ErrTerminal) {
		return fmt.Errorf("the closed row was written: %w", err)
	}
	say("   %s", err)
	return nil
}

// runRecorded is the harness's tool layer: it runs a command and records what
// it saw, whatever the agent will say about it.
func runRecorded(ctx context.Context, recorder *evidence.Recorder, command string) string {
	words := strings.Fields(command)
	call := recorder.Start(evidence.Run{Kind: evidence.Shell, Command: command})
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	var shown strings.Builder
	cmd.Stdout = io.MultiWriter(call, &shown)
	cmd.Stderr = cmd.Stdout
	outcome := evidence.Outcome{}
	if err := cmd.Run(); err == nil || cmd.ProcessState != nil {
		code := cmd.ProcessState.ExitCode()
		outcome.Exit = &code
	}
	call.Finish(outcome)
	return strings.TrimSpace(shown.String())
}
