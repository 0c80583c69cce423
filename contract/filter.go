package contract

import "slices"

// Match reports whether the filter keeps r. It is the meaning of Filter: a
// store that answers Rows by a query of its own must agree with it.
func (f Filter) Match(r Row) bool { return f.match(&r) }

func (f *Filter) match(r *Row) bool {
	switch {
	case len(f.States) > 0 && !slices.Contains(f.States, r.State),
		f.Cut != nil && *f.Cut != (r.Cut != nil),
		f.AgentName != "" && f.AgentName != r.Turn.AgentName,
		f.Workspace != "" && f.Workspace != r.Turn.Workspace,
		!f.Since.IsZero() && r.CreatedAt.Before(f.Since),
		!f.Until.IsZero() && !r.CreatedAt.Before(f.Until),
		f.Continues != "" && f.Continues != r.ContinuesContractID,
		f.ParentHandoffID != 0 && f.ParentHandoffID != r.Turn.ParentHandoffID:
		return false
	}
	return true
}

// Match reports whether the filter keeps p. It is the meaning of
// ProposalFilter.
func (f ProposalFilter) Match(p Proposal) bool { return f.match(&p) }

func (f *ProposalFilter) match(p *Proposal) bool {
	switch {
	case f.ID != 0 && f.ID != p.ID,
		f.ContractID != "" && f.ContractID != p.ContractID,
		len(f.States) > 0 && !slices.Contains(f.States, p.State):
		return false
	}
	return true
}
