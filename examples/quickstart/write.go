package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/contract"
)

// check is the command that the agent claims to have run.
const check = "go version"

// The section of the project context that the agent reports about.
const (
	workspace = "home"
	section   = "runtime"
)

func (t *tour) dispatch(ctx context.Context) error {
	if err := t.store.PutSection(ctx, workspace, section, []byte(`{"ingress":{"class":"public"}}`)); err != nil {
		return err
	}
	row, err := t.ledger.Dispatch(ctx, contract.Turn{
		AgentName: "builder", Workspace: workspace, Project: "shop",
		Goal: "find out which Go the build uses, and check the ingress of web in prod-a",
	})
	if err != nil {
		return err
	}
	t.id = row.ContractID
	t.say("contract %s, state %s", row.ContractID, row.State)
	t.say("goal: %s", row.Turn.Goal)
	return nil
}

func (t *tour) fill(ctx context.Context) error {
	for _, patch := range []string{
		`{"agent_status": {"pending_steps": ["ask the toolchain"], "next_action": "run ` + check + `"}}`,
		`{"evidence_report": {"patterns_checked": ["the version directive of go.mod"], "key_outputs": ["go.mod asks for 1.26"]}}`,
	} {
		if _, err := t.ledger.Fill(ctx, t.id, json.RawMessage(patch)); err != nil {
			return err
		}
		t.say("fill %s", patch)
	}
	return nil
}

func (t *tour) overwrite(ctx context.Context) error {
	const outputs = "evidence_report.key_outputs"
	_, err := t.ledger.Fill(ctx, t.id, json.RawMessage(`{"evidence_report": {"key_outputs": ["only this counts"]}}`))
	refusal, ok := errors.AsType[*contract.OverwriteError](err)
	if !ok {
		return fmt.Errorf("the second fill was not refused: %w", err)
	}
	for _, c := range refusal.Collisions {
		t.say("%s: %s holds %d, %d would replace it", contract.Overwrite, c.Field, c.Existing, c.Incoming)
	}
	if _, err := t.ledger.Add(ctx, t.id, outputs, json.RawMessage(`"the toolchain is newer than go.mod asks"`)); err != nil {
		return err
	}
	list, err := t.ledger.View(ctx, t.id, outputs)
	if err != nil {
		return err
	}
	t.say("add extends it instead: %s", list)
	return nil
}

func (t *tour) claim(ctx context.Context) error {
	if _, err := t.ledger.Set(ctx, t.id, "agent_status.pending_steps", json.RawMessage(`[]`)); err != nil {
		return err
	}
	if _, err := t.ledger.Fill(ctx, t.id, json.RawMessage(`{
		"agent_status": {"agent_state": "COMPLETE", "next_action": "done"},
		"evidence_report": {"verification": {"type": "command", "command": "`+check+`", "result": "pass"}},
		"conclusion": "the build uses a Go that go.mod accepts, as the toolchain itself says; nothing is open"}`)); err != nil {
		return err
	}
	_, err := t.ledger.Close(ctx, t.id, contract.CloseOptions{Record: t.recorder.Record()})
	refusal, ok := errors.AsType[*contract.CloseError](err)
	if !ok || refusal.Content == nil {
		return fmt.Errorf("the close was not refused for its content: %w", err)
	}
	for _, r := range refusal.Content.Refused {
		t.say("%s: %s: %s", refusal.Code, r.Field, r.Reason)
		t.say("repair: %s", r.Repair)
	}
	return nil
}
