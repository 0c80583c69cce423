package contract

import (
	"context"
	"time"

	"github.com/handfast-go/handfast/drift"
	"github.com/handfast-go/handfast/internal/docpath"
)

// maxCorrections is how many drift proposals of one contract are judged. Each is
// compared with those before it; what comes after them waits for a decision
// like any other proposal.
const maxCorrections = 1024

// corrections judges the drift entries of one close, one after the other, each
// on what the former left of its section (C-45).
type corrections struct {
	*closing
	now time.Time

	// names are the section names of the workspace, and made the drift
	// proposals that the contract has made before; both are read with the first
	// entry.
	read  bool
	names []string
	made  []Proposal
	// sections are those that were read, with what was applied to them.
	sections []*corrected
}

type corrected struct {
	Section
	applied bool
}

// judge offers an entry to the drift engine. Where every guard holds, the
// correction is laid onto its section and the proposal is accepted in the
// agent's name; else the proposal keeps the guards that failed (D-9).
//
// What the contract proposed before is not judged again, in whatever spelling
// it comes: it was decided then, or waits for a decision.
func (c *corrections) judge(ctx context.Context, p *Proposal) error {
	if err := c.prepare(ctx); err != nil {
		return err
	}
	if len(c.made) >= maxCorrections {
		return nil
	}
	for _, before := range c.made {
		if sameCorrection(before, *p) {
			p.FailedGuards = before.FailedGuards
			return nil
		}
	}
	section, err := c.section(ctx, p.Section)
	if err != nil {
		return err
	}
	decision := drift.Evaluate(
		drift.Proposal{Section: p.Section, Payload: p.Payload, Drift: p.Drift},
		drift.Facts{
			Stored:      section.Content,
			StoredName:  section.Name,
			Record:      c.opts.Record,
			Goal:        c.turn.Goal,
			Project:     c.turn.Project,
			GoalProject: c.turn.GoalProject,
			AgentID:     c.doc.field(fieldAgentID).text(),
		},
		c.drift,
	)
	defer func() { c.made = append(c.made, *p) }()
	if !decision.Apply {
		p.FailedGuards = decision.FailedGuards()
		return nil
	}
	if section.Content, err = MergeSection(section.Content, p.Payload); err != nil {
		return err
	}
	if !section.applied && section.Revision == 0 {
		// Only a section that something was applied to exists for the entries
		// that follow.
		c.names = append(c.names, section.Name)
		c.sections = append(c.sections, section)
	}
	section.applied = true
	p.State, p.DecidedBy, p.Note, p.DecidedAt = ProposalAccepted, decision.By, decision.Note, c.now
	return nil
}

// sameCorrection reports whether two proposals would write the same values into
// the same section.
func sameCorrection(a, b Proposal) bool {
	return drift.StoredName([]string{a.Section}, b.Section) != "" && docpath.Equal(string(a.Payload), string(b.Payload))
}

func (c *corrections) prepare(ctx context.Context) error {
	if c.read {
		return nil
	}
	names, err := c.store.SectionNames(ctx, c.turn.Workspace)
	if err != nil {
		return err
	}
	for proposal, err := range c.store.Proposals(ctx, ProposalFilter{ContractID: c.row.ContractID}) {
		if err != nil {
			return err
		}
		if proposal.Drift != nil {
			c.made = append(c.made, proposal)
		}
	}
	c.names, c.read = names, true
	return nil
}

// section is the section that a name means, as the entries before left it.
func (c *corrections) section(ctx context.Context, name string) (*corrected, error) {
	stored := drift.StoredName(c.names, name)
	if stored == "" {
		return &corrected{Section: Section{Workspace: c.turn.Workspace, Name: name}}, nil
	}
	for _, s := range c.sections {
		if s.Name == stored {
			return s, nil
		}
	}
	section, err := c.store.Section(ctx, c.turn.Workspace, stored)
	if err != nil {
		return nil, err
	}
	c.sections = append(c.sections, &corrected{Section: section})
	return c.sections[len(c.sections)-1], nil
}

// changed are the sections to be written, at the revision they were read at.
func (c *corrections) changed() []Section {
	var sections []Section
	for _, s := range c.sections {
		if s.applied {
			sections = append(sections, s.Section)
		}
	}
	return sections
}
