package contract

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/evidence/artifact"
)

// evidenceSection is the contract name of an entry of update_contracts that
// deposits evidence and proposes nothing (E-20).
const evidenceSection = "evidence"

// updates is what the entries of update_contracts come to at a close.
type updates struct {
	evidence []evidence.Row
	sections []Section
	// seen are the keys of what is deposited or proposed, by this close or by
	// an earlier one: an entry counts once.
	seen      map[string]bool
	proposals []Proposal
	refused   []RefusedUpdate
	// root and minted are the artifact files that were written for evidence.
	root   *artifact.Root
	minted []string
}

func newUpdates(refused []RefusedUpdate) *updates {
	return &updates{refused: refused, seen: map[string]bool{}}
}

// discard removes the files that were written for evidence which is not stored
// after all. One that cannot be removed belongs to nobody and does no harm.
func (u *updates) discard() {
	for _, path := range u.minted {
		_ = u.root.Remove(path)
	}
}

func (u *updates) keys() []string {
	keys := make([]string, len(u.evidence))
	for i := range u.evidence {
		keys[i] = u.evidence[i].Key
	}
	return keys
}

// readUpdates sorts the entries of update_contracts at a clean close: evidence
// is deposited, everything else is proposed, and what is neither is refused
// (C-45).
func (c *closing) readUpdates(ctx context.Context, now time.Time) (*updates, error) {
	entries, refused := ParseUpdates(c.doc.field(fieldUpdateContracts).copy())
	u := newUpdates(refused)
	u.root = c.artifacts
	corrections := corrections{closing: c, now: now}
	var deposits []UpdateEntry
	for _, entry := range entries {
		if entry.Contract == evidenceSection {
			deposits = append(deposits, entry)
			continue
		}
		proposal := newProposal(c.row, c.turn, entry, now)
		if entry.Drift != nil {
			if err := corrections.judge(ctx, &proposal); err != nil {
				return nil, err
			}
		}
		u.propose(proposal)
	}
	u.sections = corrections.changed()
	if err := c.deposit(ctx, u, deposits, now); err != nil {
		u.discard()
		return nil, err
	}
	sortRefused(u.refused)
	return u, nil
}

// readCutUpdates does the same for a cut row: nothing is deposited, and the
// evidence entries, which stay on the row's envelope, are refused (C-36).
func readCutUpdates(row Row, doc Document, now time.Time) *updates {
	entries, refused := ParseUpdates(doc.field(fieldUpdateContracts).copy())
	u := newUpdates(refused)
	for _, entry := range entries {
		if entry.Contract != evidenceSection {
			u.propose(newProposal(row, row.Turn, entry, now))
			continue
		}
		u.refused = append(u.refused, RefusedUpdate{
			Index: entry.Index, Section: entry.Contract,
			Reason: "a cut turn deposits no evidence; the entry stays in the row's envelope, and a clean close deposits it",
		})
	}
	sortRefused(u.refused)
	return u
}

// withKeyRefusals keeps, beside what a close refuses, the keys that were refused
// when a proposal was accepted: closing again does not undo a decision's stamp.
func withKeyRefusals(refused, before []RefusedUpdate) []RefusedUpdate {
	for _, r := range before {
		if r.Key != "" {
			refused = append(refused, r)
		}
	}
	sortRefused(refused)
	return refused
}

func sortRefused(refused []RefusedUpdate) {
	slices.SortStableFunc(refused, func(a, b RefusedUpdate) int { return a.Index - b.Index })
}

// entryKey names an entry by its contract and its content, so that closing
// again adds nothing (C-34).
func entryKey(row Row, entry UpdateEntry) string { return row.ContractID + ":" + entry.Digest() }

// propose adds a proposal, once for each key.
func (u *updates) propose(proposal Proposal) {
	if !u.seen[proposal.Key] {
		u.seen[proposal.Key] = true
		u.proposals = append(u.proposals, proposal)
	}
}

// newProposal makes the pending proposal of an entry.
func newProposal(row Row, turn Turn, entry UpdateEntry, now time.Time) Proposal {
	return Proposal{
		ContractID: row.ContractID,
		Key:        entryKey(row, entry),
		Workspace:  turn.Workspace,
		Project:    cmp.Or(turn.Project, turn.GoalProject),
		Section:    entry.Contract,
		Payload:    entry.Payload,
		Drift:      entry.Drift,
		State:      ProposalPending,
		CreatedAt:  now,
	}
}

// deposit turns the evidence entries into rows. They fail together: one that
// is invalid refuses them all, each by name, and touches no other entry (E-20).
func (c *closing) deposit(ctx context.Context, u *updates, entries []UpdateEntry, now time.Time) error {
	// An evidence entry whose very shape was refused is invalid evidence too.
	for _, key := range c.row.EvidenceKeys {
		u.seen[key] = true
	}
	failed := slices.ContainsFunc(u.refused, func(r RefusedUpdate) bool { return r.Section == evidenceSection })
	reasons := make([]string, len(entries))
	for i, entry := range entries {
		row, reason := c.evidenceRow(entry)
		if reason == "" && !failed && !u.seen[row.Key] {
			u.seen[row.Key] = true
			row.CreatedAt = now
			var err error
			if reason, err = c.keep(ctx, u, row); err != nil {
				return err
			}
		}
		reasons[i] = reason
		failed = failed || reason != ""
	}
	if !failed {
		return nil
	}
	u.discard()
	u.evidence, u.minted = nil, nil
	for i, entry := range entries {
		reason := reasons[i]
		if reason == "" {
			reason = "valid by itself, and refused with the other evidence entries of this contract, one of which is invalid: correct that one and close again"
		}
		u.refused = append(u.refused, RefusedUpdate{Index: entry.Index, Section: entry.Contract, Reason: reason})
	}
	return nil
}

// evidenceRow makes the row of an entry, or says why it cannot be one.
func (c *closing) evidenceRow(entry UpdateEntry) (row evidence.Row, reason string) {
	var resolve func(string) error
	if c.artifacts != nil {
		resolve = c.artifacts.Check
	}
	p, problems := evidence.ParsePayload(entry.Payload, resolve)
	if len(problems) > 0 {
		return evidence.Row{}, problemText(problems)
	}
	return evidence.Row{
		Workspace:      c.turn.Workspace,
		BriefID:        p.BriefID,
		ACID:           p.ACID,
		TaskID:         p.TaskID,
		Type:           p.Type,
		Text:           p.Text,
		ArtifactPath:   p.ArtifactPath,
		SizeBytes:      p.SizeBytes,
		Polarity:       p.Polarity,
		Origin:         evidence.FromAgent,
		CreatedByAgent: cmp.Or(p.CreatedByAgent, owner(c.row)),
		Key:            entryKey(c.row, entry),
	}, ""
}

// keep adds a row to the commit. A text that is too large to be kept inline
// goes into the artifact root first; where that has no place for it, the reason
// says so.
func (c *closing) keep(ctx context.Context, u *updates, row evidence.Row) (reason string, err error) {
	place := artifact.Place{Workspace: row.Workspace, Brief: briefSlug(row.BriefID), ACID: row.ACID}
	stored, minted, err := artifact.Deposit(ctx, c.artifacts, place, row)
	var unsafe *artifact.PlaceError
	if errors.Is(err, artifact.ErrNoRoot) || errors.As(err, &unsafe) {
		return err.Error(), nil
	}
	if err != nil {
		return "", fmt.Errorf("contract: evidence artifact: %w", err)
	}
	if minted {
		u.minted = append(u.minted, stored.ArtifactPath)
	}
	u.evidence = append(u.evidence, stored)
	return "", nil
}

// briefSlug is the folder of a brief, which a row knows by its number alone.
func briefSlug(id int64) string { return "brief-" + strconv.FormatInt(id, 10) }

func problemText(problems []evidence.Problem) string {
	parts := make([]string, len(problems))
	for i, p := range problems {
		parts[i] = p.Rule + ": " + strings.TrimSuffix(p.Detail, ".")
	}
	return strings.Join(parts, "; ")
}
