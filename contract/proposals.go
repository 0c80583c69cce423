package contract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/handfast-go/handfast/drift"
)

// AcceptOptions tune Accept and AcceptAll.
type AcceptOptions struct {
	// DryRun reports the targets and what they would hold, and writes nothing.
	DryRun bool
	// Note is kept with the decision.
	Note string
}

// Acceptance is what accepting a proposal did, or would do.
type Acceptance struct {
	// Proposal is the proposal, decided unless it was a dry run.
	Proposal Proposal `json:"proposal"`
	// Targets are the sections that the payload went into, in byte order of
	// their workspaces.
	Targets []Target `json:"targets"`
	// Refused are the keys of a project_identity payload that no workspace
	// owns. They are stamped on the row, and the owned keys are written all
	// the same.
	Refused []RefusedUpdate `json:"refused,omitempty"`
	// DryRun says that nothing was written.
	DryRun bool `json:"dry_run"`
}

// Target is one stored section that a proposal goes into.
type Target struct {
	Workspace string `json:"workspace"`
	Section   string `json:"contract"`
	// Merged is the section's content with the payload merged into it.
	Merged json.RawMessage `json:"merged"`

	revision int64
}

// Accept is the orchestrator's decision to take a pending proposal over: its
// payload is deep-merged into the stored section of the proposal's workspace
// (C-27, C-46), and of a project_identity payload each key into the workspace
// that owns that project (C-47). by names who decides and must not be blank.
//
// A proposal is decided once: another attempt is a *LedgerError with
// ErrDecided. An unknown id is ErrNotFound, a blank by ErrArgument, and a
// payload none of whose keys is owned ErrOwner; then nothing is written and
// the proposal stays pending.
func (l *Ledger) Accept(ctx context.Context, proposalID int64, by string, opts AcceptOptions) (Acceptance, error) {
	var done Acceptance
	err := l.retry(ctx, proposalLock(proposalID), func() error {
		proposal, err := l.undecided(ctx, proposalID, by)
		if err != nil {
			return err
		}
		done, err = l.accept(ctx, proposal, by, opts)
		return err
	})
	return done, err
}

// AcceptAll accepts the pending proposals of a contract in id order, each by
// itself. It returns what was accepted before an error ended it. A dry run shows
// each as if it were the only one: what two of them leave of one section is
// seen when they are accepted.
func (l *Ledger) AcceptAll(ctx context.Context, contractID, by string, opts AcceptOptions) ([]Acceptance, error) {
	return eachPending(ctx, l, contractID, func(id int64) (Acceptance, error) {
		return l.Accept(ctx, id, by, opts)
	})
}

// Reject is the orchestrator's decision against a pending proposal. It writes
// nothing but the decision; by, note and the errors are those of Accept.
func (l *Ledger) Reject(ctx context.Context, proposalID int64, by, note string) (Proposal, error) {
	proposal, err := l.undecided(ctx, proposalID, by)
	if err != nil {
		return Proposal{}, err
	}
	return l.decide(ctx, proposal, Decision{ProposalID: proposalID, State: ProposalRejected, By: by, Note: note}, Batch{})
}

// RejectAll rejects the pending proposals of a contract in id order, each by
// itself. It returns what was rejected before an error ended it.
func (l *Ledger) RejectAll(ctx context.Context, contractID, by, note string) ([]Proposal, error) {
	return eachPending(ctx, l, contractID, func(id int64) (Proposal, error) {
		return l.Reject(ctx, id, by, note)
	})
}

// eachPending decides the pending proposals of a contract. One that somebody
// else decides in the meantime is left to them.
func eachPending[T any](ctx context.Context, l *Ledger, contractID string, decide func(id int64) (T, error)) ([]T, error) {
	if _, err := l.row(ctx, contractID); err != nil {
		return nil, err
	}
	var decided []T
	filter := ProposalFilter{ContractID: contractID, States: []ProposalState{ProposalPending}}
	for proposal, err := range l.store.Proposals(ctx, filter) {
		if err != nil {
			return decided, err
		}
		one, err := decide(proposal.ID)
		if errors.Is(err, ErrDecided) {
			continue
		}
		if err != nil {
			return decided, err
		}
		decided = append(decided, one)
	}
	return decided, nil
}

func proposalLock(id int64) string { return "proposal " + strconv.FormatInt(id, 10) }

// undecided reads a proposal that may still be decided.
func (l *Ledger) undecided(ctx context.Context, id int64, by string) (Proposal, error) {
	if blank(by) || drift.Automatic(by) {
		return Proposal{}, &LedgerError{
			Detail: "nobody is named as deciding, or the guards are",
			Repair: "name who decides",
			Err:    ErrArgument,
		}
	}
	if id > 0 { // 0 would select every proposal
		for proposal, err := range l.store.Proposals(ctx, ProposalFilter{ID: id}) {
			if err == nil && proposal.State != ProposalPending {
				err = decidedAlready(proposal)
			}
			return proposal, err
		}
	}
	return Proposal{}, &LedgerError{
		Detail: fmt.Sprintf("no proposal has the id %d", id),
		Repair: "list the proposals and take the id as it stands there",
		Err:    ErrNotFound,
	}
}

func decidedAlready(p Proposal) error {
	return &LedgerError{
		ContractID: p.ContractID,
		Detail:     fmt.Sprintf("proposal %d is decided already", p.ID),
		Repair:     "list the proposals to see by whom, and how",
		Err:        ErrDecided,
	}
}

func (l *Ledger) accept(ctx context.Context, p Proposal, by string, opts AcceptOptions) (Acceptance, error) {
	done := Acceptance{Proposal: p, DryRun: opts.DryRun}
	var err error
	if done.Targets, done.Refused, err = l.targets(ctx, p); err != nil {
		return Acceptance{}, err
	}
	if opts.DryRun {
		return done, nil
	}
	if len(done.Targets) == 0 {
		return Acceptance{}, noOwner(p, done.Refused)
	}
	batch := Batch{Sections: sectionsOf(done.Targets)}
	if len(done.Refused) > 0 {
		if batch.Row, err = l.refusedOnRow(ctx, p, done.Refused); err != nil {
			return Acceptance{}, err
		}
	}
	done.Proposal, err = l.decide(ctx, p, Decision{ProposalID: p.ID, State: ProposalAccepted, By: by, Note: opts.Note}, batch)
	return done, err
}

func sectionsOf(targets []Target) []Section {
	sections := make([]Section, len(targets))
	for i, t := range targets {
		sections[i] = Section{Workspace: t.Workspace, Name: t.Section, Content: t.Merged, Revision: t.revision}
	}
	return sections
}

// decide stores a decision together with what follows from it.
func (l *Ledger) decide(ctx context.Context, p Proposal, d Decision, batch Batch) (Proposal, error) {
	d.At = l.now().UTC()
	batch.Decisions = []Decision{d}
	_, err := l.store.Commit(ctx, batch)
	if errors.Is(err, ErrDecided) {
		return Proposal{}, decidedAlready(p)
	}
	if err != nil {
		return Proposal{}, err
	}
	p.State, p.DecidedBy, p.Note, p.DecidedAt = d.State, d.By, d.Note, d.At
	return p, nil
}

// refusedOnRow stamps refused keys on the proposal's row. It is a host stamp:
// also a COMPLETE row takes it (C-31).
func (l *Ledger) refusedOnRow(ctx context.Context, p Proposal, refused []RefusedUpdate) (*Row, error) {
	row, err := l.store.Row(ctx, p.ContractID)
	if err != nil {
		return nil, err
	}
	row.UpdateContractsRefused = append(slices.Clone(row.UpdateContractsRefused), refused...)
	sortRefused(row.UpdateContractsRefused)
	return &row, nil
}

func noOwner(p Proposal, refused []RefusedUpdate) error {
	keys := make([]string, len(refused))
	for i, r := range refused {
		keys[i] = strconv.Quote(clip(r.Key))
	}
	return &LedgerError{
		ContractID: p.ContractID,
		Detail:     "no workspace owns " + strings.Join(keys, ", "),
		Repair:     "record which workspace owns the project, or reject the proposal",
		Err:        ErrOwner,
	}
}

// identitySection is the section whose payload is split by project: each of
// its members belongs to the workspace that owns the project of that name
// (C-47).
const identitySection = "project_identity"

// SameSection reports whether two names are spellings of one section: the same
// once case, compatibility forms, and everything that is neither letter nor
// digit are set aside. A store keeps one section of them at most (D-3).
func SameSection(a, b string) bool { return drift.StoredName([]string{a}, b) != "" }

// targets lays a payload onto the sections that it goes into.
func (l *Ledger) targets(ctx context.Context, p Proposal) ([]Target, []RefusedUpdate, error) {
	if !SameSection(p.Section, identitySection) {
		target, err := l.target(ctx, p.Workspace, p.Section, p.Payload)
		if err != nil {
			return nil, nil, err
		}
		return []Target{target}, nil, nil
	}
	payload, err := Parse(p.Payload)
	if err != nil {
		return nil, nil, fmt.Errorf("contract: the payload stored for proposal %d: %w", p.ID, err)
	}
	parts := map[string]json.RawMessage{}
	var refused []RefusedUpdate
	index := l.entryIndex(ctx, p)
	for key, identity := range rootOf(payload).inside() {
		workspace, err := l.store.WorkspaceOf(ctx, key)
		if errors.Is(err, ErrNotFound) {
			refused = append(refused, RefusedUpdate{
				Index: index, Section: p.Section, Key: key,
				Reason: "no workspace owns the project " + strconv.Quote(clip(key)) + ": record its owner and propose it again",
			})
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		part := json.RawMessage("{" + quote(key) + ":" + identity.raw() + "}")
		if parts[workspace], err = MergeSection(parts[workspace], part); err != nil {
			return nil, nil, err
		}
	}
	var targets []Target
	for _, workspace := range slices.Sorted(maps.Keys(parts)) {
		target, err := l.target(ctx, workspace, identitySection, parts[workspace])
		if err != nil {
			return nil, nil, err
		}
		targets = append(targets, target)
	}
	return targets, refused, nil
}

// entryIndex finds the entry that a proposal was made of in its row's envelope.
func (l *Ledger) entryIndex(ctx context.Context, p Proposal) int {
	row, err := l.store.Row(ctx, p.ContractID)
	if err != nil {
		return -1
	}
	doc, err := l.stored(p.ContractID, row.Envelope)
	if err != nil {
		return -1
	}
	entries, _ := ParseUpdates(doc.field(fieldUpdateContracts).copy())
	for _, entry := range entries {
		if entryKey(row, entry) == p.Key {
			return entry.Index
		}
	}
	return -1
}

// target merges a payload into a workspace's section. A section that is stored
// under another spelling of the name is the one that is meant: a proposal never
// creates a sibling of it.
func (l *Ledger) target(ctx context.Context, workspace, name string, payload json.RawMessage) (Target, error) {
	section, err := l.section(ctx, workspace, name)
	if err != nil {
		return Target{}, err
	}
	if name == identitySection {
		if payload, err = spelledAsStored(section.Content, payload); err != nil {
			return Target{}, err
		}
	}
	merged, err := MergeSection(section.Content, payload)
	if err != nil {
		return Target{}, err
	}
	return Target{Workspace: workspace, Section: section.Name, Merged: merged, revision: section.Revision}, nil
}

// section reads the section that a name means, with Revision 0 when none is
// stored.
func (l *Ledger) section(ctx context.Context, workspace, name string) (Section, error) {
	names, err := l.store.SectionNames(ctx, workspace)
	if err != nil {
		return Section{}, err
	}
	stored := drift.StoredName(names, name)
	if stored == "" {
		return Section{Workspace: workspace, Name: name}, nil
	}
	return l.store.Section(ctx, workspace, stored)
}

// spelledAsStored writes the project keys of a payload as the stored section
// does: underscores and hyphens are alike, and must not make two of one.
func spelledAsStored(stored, payload json.RawMessage) (json.RawMessage, error) {
	known := map[string]string{}
	if before, err := Parse(stored); err == nil {
		for key := range rootOf(before).inside() {
			known[ProjectKey(key)] = key
		}
	}
	doc, err := Parse(payload)
	if err != nil {
		return nil, err
	}
	respelled := json.RawMessage("{}")
	for key, identity := range rootOf(doc).inside() {
		if as, ok := known[ProjectKey(key)]; ok {
			key = as
		}
		known[ProjectKey(key)] = key
		part := json.RawMessage("{" + quote(key) + ":" + identity.raw() + "}")
		if respelled, err = MergeSection(respelled, part); err != nil {
			return nil, err
		}
	}
	return respelled, nil
}

// ProjectKey is what two spellings of one project's key have in common:
// underscores and hyphens are alike (C-47). Stores keep owners under it.
func ProjectKey(key string) string { return strings.ReplaceAll(key, "-", "_") }
