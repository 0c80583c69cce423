package contract

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/handfast-go/handfast/evidence"
)

// evidenceSection is the contract name of an entry of update_contracts that
// deposits evidence and proposes nothing (E-20).
const evidenceSection = "evidence"

// updates is what the entries of update_contracts come to at a close.
type updates struct {
	evidence  []evidence.Row
	proposals []Proposal
	refused   []RefusedUpdate
	// discard removes the artifact files that were written for evidence, for a
	// commit that failed.
	discards []func()
}

func (u *updates) discard() {
	for _, undo := range u.discards {
		undo()
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
	entries, refused := ParseUpdates(c.raw("update_contracts"))
	u := &updates{refused: refused}
	var deposits []UpdateEntry
	for _, entry := range entries {
		if entry.Contract == evidenceSection {
			deposits = append(deposits, entry)
			continue
		}
		u.propose(c.row, c.turn, entry, now)
	}
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
	raw, err := doc.Get("update_contracts")
	if err != nil {
		return &updates{}
	}
	entries, refused := ParseUpdates(raw)
	u := &updates{refused: refused}
	for _, entry := range entries {
		if entry.Contract != evidenceSection {
			u.propose(row, row.Turn, entry, now)
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

func sortRefused(refused []RefusedUpdate) {
	slices.SortStableFunc(refused, func(a, b RefusedUpdate) int { return a.Index - b.Index })
}

// entryKey names an entry by its contract and its content, so that closing
// again adds nothing (C-34).
func entryKey(row Row, entry UpdateEntry) string { return row.ContractID + ":" + entry.Digest() }

func (u *updates) propose(row Row, turn Turn, entry UpdateEntry, now time.Time) {
	key := entryKey(row, entry)
	if slices.ContainsFunc(u.proposals, func(p Proposal) bool { return p.Key == key }) {
		return
	}
	u.proposals = append(u.proposals, Proposal{
		ContractID: row.ContractID,
		Key:        key,
		Workspace:  turn.Workspace,
		Project:    turn.Project,
		Section:    entry.Contract,
		Payload:    entry.Payload,
		Drift:      entry.Drift,
		State:      ProposalPending,
		CreatedAt:  now,
	})
}

// deposit turns the evidence entries into rows. They fail together: one that
// is invalid refuses them all, each by name, and touches no other entry (E-20).
func (c *closing) deposit(ctx context.Context, u *updates, entries []UpdateEntry, now time.Time) error {
	var resolve func(string) error
	if c.artifacts != nil {
		resolve = c.artifacts.Check
	}
	payloads := make([]evidence.Payload, len(entries))
	reasons := make([]string, len(entries))
	// An evidence entry whose very shape was refused is invalid evidence too.
	failed := slices.ContainsFunc(u.refused, func(r RefusedUpdate) bool { return r.Section == evidenceSection })
	for i, entry := range entries {
		payload, problems := evidence.ParsePayload(entry.Payload, resolve)
		payloads[i] = payload
		if len(problems) == 0 && payload.ArtifactPath == "" && len(payload.Text) > evidence.MaxInlineText && c.artifacts == nil {
			problems = []evidence.Problem{{
				Rule:   "text_artifact",
				Detail: fmt.Sprintf("text of %d bytes is larger than the %d that are kept inline, and there is no artifact root to put it in", len(payload.Text), evidence.MaxInlineText),
			}}
		}
		if len(problems) > 0 {
			failed = true
			reasons[i] = problemText(problems)
		}
	}
	if failed {
		for i, entry := range entries {
			reason := reasons[i]
			if reason == "" {
				reason = "valid by itself, and refused with the other evidence entries of this contract, one of which is invalid: correct that one and close again"
			}
			u.refused = append(u.refused, RefusedUpdate{Index: entry.Index, Section: entry.Contract, Reason: reason})
		}
		return nil
	}
	for i, entry := range entries {
		key := entryKey(c.row, entry)
		if slices.Contains(c.row.EvidenceKeys, key) || slices.Contains(u.keys(), key) {
			continue
		}
		row, err := c.evidenceRow(ctx, u, payloads[i])
		if err != nil {
			return err
		}
		row.Key = key
		row.CreatedAt = now
		u.evidence = append(u.evidence, row)
	}
	return nil
}

func problemText(problems []evidence.Problem) string {
	parts := make([]string, len(problems))
	for i, p := range problems {
		parts[i] = p.Rule + ": " + p.Detail
	}
	return strings.Join(parts, "; ")
}

// evidenceRow makes the row of a valid payload. A text that is too large to be
// kept inline goes into the artifact root.
func (c *closing) evidenceRow(ctx context.Context, u *updates, p evidence.Payload) (evidence.Row, error) {
	row := evidence.Row{
		Workspace:      c.turn.Workspace,
		BriefID:        p.BriefID,
		ACID:           p.ACID,
		TaskID:         p.TaskID,
		Type:           p.Type,
		Text:           p.Text,
		ArtifactPath:   p.ArtifactPath,
		SizeBytes:      p.SizeBytes,
		Polarity:       evidence.Positive,
		Origin:         evidence.FromAgent,
		CreatedByAgent: p.CreatedByAgent,
	}
	if row.CreatedByAgent == "" {
		row.CreatedByAgent = c.turn.AgentName
	}
	return row, nil
}
