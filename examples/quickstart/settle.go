package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/drift"
)

func (t *tour) close(ctx context.Context) error {
	receipt, err := t.ledger.Close(ctx, t.id, contract.CloseOptions{Record: t.recorder.Record()})
	if err != nil {
		return err
	}
	t.say("hand-off %d, state %s, created %t", receipt.HandoffID, receipt.State, receipt.Created)
	t.say("content checks: %s", receipt.ContentChecks)
	for _, p := range receipt.Applied {
		t.say("proposal %d for %s: applied by %s: %s", p.ID, p.Section, p.DecidedBy, p.Payload)
		for line := range strings.Lines(p.Note) {
			t.say("  %s", strings.TrimSuffix(line, "\n"))
		}
	}
	for _, p := range receipt.Pending {
		t.say("proposal %d for %s: %s: %s", p.ID, p.Section, p.State, p.Payload)
		for _, guard := range p.FailedGuards {
			t.say("  failed %s: %s", guard, drift.Guard(guard).Meaning())
		}
	}
	for _, s := range receipt.Signals {
		t.say("signal: %s", s)
	}
	return nil
}

func (t *tour) accept(ctx context.Context) error {
	pending := contract.ProposalFilter{ContractID: t.id, States: []contract.ProposalState{contract.ProposalPending}}
	for p, err := range t.ledger.Proposals(ctx, pending) {
		if err != nil {
			return err
		}
		for _, dryRun := range []bool{true, false} {
			if err := t.acceptOne(ctx, p.ID, dryRun); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *tour) acceptOne(ctx context.Context, id int64, dryRun bool) error {
	done, err := t.ledger.Accept(ctx, id, "you", contract.AcceptOptions{DryRun: dryRun})
	if err != nil {
		return err
	}
	stored, err := t.store.Section(ctx, workspace, section)
	if err != nil {
		return err
	}
	p := done.Proposal
	for _, target := range done.Targets {
		if done.DryRun {
			t.say("dry run: proposal %d stays %s; %s would hold %s, and still holds %s",
				p.ID, p.State, target.Section, target.Merged, stored.Content)
			continue
		}
		t.say("accept: proposal %d is %s by %s; %s holds %s", p.ID, p.State, p.DecidedBy, target.Section, stored.Content)
	}
	return nil
}

func (t *tour) closeAgain(ctx context.Context) error {
	receipt, err := t.ledger.Close(ctx, t.id, contract.CloseOptions{Record: t.recorder.Record()})
	if err != nil {
		return err
	}
	t.say("hand-off %d, created %t", receipt.HandoffID, receipt.Created)
	_, err = t.ledger.Set(ctx, t.id, "conclusion", json.RawMessage(`"something else"`))
	if !errors.Is(err, contract.ErrTerminal) {
		return fmt.Errorf("the closed row was written: %w", err)
	}
	t.say("%s", err)
	return nil
}
