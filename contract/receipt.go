package contract

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/handfast-go/handfast/drift"
)

// Receipt is what a close, or a cut, left in the store.
type Receipt struct {
	// HandoffID is the hand-off id: the row's number.
	HandoffID int64 `json:"handoff_id"`
	// ContractID is the contract that was closed.
	ContractID string `json:"contract_id"`
	// Created is true only for the call that first closed the row and, on the
	// receipt of a cut, for the call that cut it.
	Created bool `json:"created"`
	// State is the state of the row.
	State RowState `json:"state"`
	// Cut is set on the receipt of a cut.
	Cut *Cut `json:"cut,omitempty"`
	// ContentChecks is what was compared, and what could not be (E-12).
	ContentChecks json.RawMessage `json:"content_checks,omitempty"`
	// Skipped names the members that the cross-check had to leave out, because
	// the store keeps nothing to hold them against.
	Skipped []string `json:"skipped,omitempty"`
	// EvidenceKeys are the keys of the evidence rows that were deposited.
	EvidenceKeys []string `json:"evidence_keys,omitempty"`
	// Applied, Pending and Rejected are the contract's proposals by state.
	Applied  []Proposal `json:"applied,omitempty"`
	Pending  []Proposal `json:"pending,omitempty"`
	Rejected []Proposal `json:"rejected,omitempty"`
	// Refused are the entries and keys of update_contracts that were refused.
	Refused []RefusedUpdate `json:"refused,omitempty"`
	// Memory are the memory proposals of the envelope, and MemoryProblems what
	// could not be read as one. Neither blocks a close, and none is applied.
	Memory         []MemoryProposal `json:"memory,omitempty"`
	MemoryProblems []MemoryProblem  `json:"memory_problems,omitempty"`
	// Signals are what the orchestrator is to be told, in order.
	Signals []Signal `json:"signals,omitempty"`
}

// SignalKind is what a Signal announces.
type SignalKind string

// The kinds of signal.
const (
	// SignalApplied: a drift correction was applied to the project context.
	SignalApplied SignalKind = "applied"
	// SignalProposed: proposals wait for a decision.
	SignalProposed SignalKind = "proposed"
	// SignalRefused: an entry, or one key of an entry, was refused.
	SignalRefused SignalKind = "refused"
)

// Signal is one line that a close has for the orchestrator (C-41).
type Signal struct {
	Kind SignalKind `json:"kind"`
	// Project is the identity of the project, "" when it did not resolve.
	Project    string `json:"project,omitempty"`
	ContractID string `json:"contract_id"`
	// Count is the number of proposals of a SignalProposed.
	Count int `json:"count,omitempty"`
	// Refused is what a SignalRefused is about.
	Refused *RefusedUpdate `json:"refused,omitempty"`
}

// String renders the signal as one line, whatever the names in it hold.
func (s Signal) String() string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '\uFFFD'
		}
		return r
	}, s.text())
}

func (s Signal) text() string {
	project := s.Project
	if project == "" {
		project = "an unresolved project"
	}
	switch s.Kind {
	case SignalApplied:
		return "project context " + project
	case SignalProposed:
		return fmt.Sprintf("%d project-context updates proposed for %s, contract %s", s.Count, project, s.ContractID)
	case SignalRefused:
		if s.Refused == nil {
			return ""
		}
		name := "an entry"
		if s.Refused.Index >= 0 {
			name = fmt.Sprintf("entry %d", s.Refused.Index)
		}
		if s.Refused.Section != "" {
			name += " (" + clip(s.Refused.Section) + ")"
		}
		if s.Refused.Key != "" {
			name += " key " + clip(s.Refused.Key)
		}
		return "project-context update refused, contract " + s.ContractID + ", " + name + ": " + s.Refused.Reason
	default:
		return ""
	}
}

// receipt reads what the store now holds of the closing's row.
func (c *closing) receipt(ctx context.Context, created bool) (Receipt, error) {
	receipt, err := c.receiptOf(ctx, c.row, created)
	receipt.Skipped = c.skipped
	return receipt, err
}

// receiptOf makes the receipt of a row from the store alone, so that a repeated
// close hands out the same one.
func (l *Ledger) receiptOf(ctx context.Context, row Row, created bool) (Receipt, error) {
	receipt := Receipt{
		HandoffID:     row.HandoffID,
		ContractID:    row.ContractID,
		Created:       created,
		State:         row.State,
		Cut:           row.Cut,
		ContentChecks: row.ContentChecks,
		EvidenceKeys:  row.EvidenceKeys,
		Refused:       row.UpdateContractsRefused,
	}
	doc, err := l.stored(row.ContractID, row.Envelope)
	if err != nil {
		return receipt, err
	}
	receipt.Memory, receipt.MemoryProblems = MemoryProposals(doc)
	for p, err := range l.store.Proposals(ctx, ProposalFilter{ContractID: row.ContractID}) {
		if err != nil {
			return receipt, fmt.Errorf("contract: closed, and its proposals could not be read; close again for the receipt: %w", err)
		}
		switch p.State {
		case ProposalAccepted:
			receipt.Applied = append(receipt.Applied, p)
		case ProposalRejected:
			receipt.Rejected = append(receipt.Rejected, p)
		case ProposalPending:
			receipt.Pending = append(receipt.Pending, p)
		}
	}
	receipt.Signals = signals(row, receipt)
	return receipt, nil
}

func signals(row Row, receipt Receipt) []Signal {
	var lines []Signal
	for _, p := range receipt.Applied {
		if !drift.Automatic(p.DecidedBy) {
			continue // whoever accepted it knows
		}
		lines = append(lines, Signal{Kind: SignalApplied, Project: p.Project, ContractID: row.ContractID})
	}
	if n := len(receipt.Pending); n > 0 {
		lines = append(lines, Signal{Kind: SignalProposed, Project: row.Turn.Project, ContractID: row.ContractID, Count: n})
	}
	for i := range receipt.Refused {
		lines = append(lines, Signal{Kind: SignalRefused, Project: row.Turn.Project, ContractID: row.ContractID, Refused: &receipt.Refused[i]})
	}
	return lines
}
