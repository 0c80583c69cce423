package modelsel

import (
	"iter"
	"slices"
	"strconv"
)

// Row says what one tier of a run used and who paid for it. It holds no key and
// names no account. The tags are those of go-playground/validator, for hosts
// that check what they store (with its option WithRequiredStructEnabled);
// CheckLedger needs no validator and checks more.
type Row struct {
	Selection Selector `json:"selection" validate:"required"`
	// Provider is the transport of Selection; NewRow derives it.
	Provider Provider `json:"provider" validate:"required,max=64"`
	// Payer is the kind of account that was charged.
	Payer Payer `json:"payer" validate:"required,oneof=host-subscription principal-subscription host-selfhosted org-key host-key"`
	// Source is the level of the chain that the pin was found at.
	Source Level `json:"source" validate:"required,oneof=account org host"`
}

// Ledger says who paid for a run: a row for each tier, and no other. Every call
// belongs to a tier and is charged to the account of its row.
type Ledger struct {
	L1 Row `json:"l1" validate:"required"`
	L2 Row `json:"l2" validate:"required"`
	L3 Row `json:"l3" validate:"required"`
}

// NewRow makes the row of a selector that was pinned at a level; orgBroughtKey
// is whether the organisation brought a key of the vendor. Provider and payer
// are derived, so that they cannot contradict the selector. A selector that the
// grammar does not have, and an unknown level, is a *SelectorError.
func (g Grammar) NewRow(s Selector, source Level, orgBroughtKey bool) (Row, error) {
	if !g.Has(s) {
		return Row{}, &SelectorError{g.why(s), s}
	}
	if !source.known() {
		return Row{}, &SelectorError{ReasonLevel, s}
	}
	return Row{s, g.Transport(s), g.PayerOf(s, orgBroughtKey), source}, nil
}

// LedgerError lists everything that is wrong with a ledger.
type LedgerError struct{ Problems []Problem }

// Error lists the problems on one line. Its text may change.
func (e *LedgerError) Error() string { return problems(e.Problems).text("the ledger is not sound") }

func (e *LedgerError) reason() Reason { return problems(e.Problems).reason() }

// CheckLedger checks a ledger that was read or filled in by hand: each row has a
// selector of the grammar, the provider and a payer that follow from it, and a
// known level. What is wrong is a *LedgerError, with all problems in tier order.
// It does not ask whether the selectors had been admitted.
func (g Grammar) CheckLedger(l Ledger) error {
	var found problems
	for tier, row := range l.All() {
		if !g.Has(row.Selection) {
			reason := g.why(row.Selection)
			info, _ := reason.Info()
			found.add(tier.String()+".selection", reason, info.Meaning)
		} else {
			g.checkDerived(tier.String(), row, &found)
		}
		if !row.Source.known() {
			found.add(tier.String()+".source", ReasonLevel, strconv.Quote(clip(string(row.Source)))+" is none of account, org and host")
		}
	}
	if len(found) > 0 {
		return &LedgerError{found}
	}
	return nil
}

func (g Grammar) checkDerived(path string, row Row, found *problems) {
	if want := g.Transport(row.Selection); row.Provider != want {
		found.add(path+".provider", ReasonProvider, strconv.Quote(clip(string(row.Provider)))+" is not "+string(want))
	}
	byOrg, byHost := g.PayerOf(row.Selection, true), g.PayerOf(row.Selection, false)
	if row.Payer != byOrg && row.Payer != byHost {
		words := slices.Compact([]string{string(byOrg), string(byHost)})
		found.add(path+".payer", ReasonPayer, strconv.Quote(clip(string(row.Payer)))+" is not "+oneOf(words))
	}
}

// All yields the rows in tier order.
func (l Ledger) All() iter.Seq2[Tier, Row] { return inOrder(l.L1, l.L2, l.L3) }

// SubscriptionTiers lists the tiers that the host's subscription paid for, in
// order. The payer of a row decides, never its transport.
func (l Ledger) SubscriptionTiers() []Tier { return l.spend(HostSubscription).Tiers }

// PrincipalTiers lists the tiers that the principal's subscription paid for, in
// order.
func (l Ledger) PrincipalTiers() []Tier { return l.spend(PrincipalSubscription).Tiers }

// TouchesHost reports whether the host's subscription paid for any tier.
func (l Ledger) TouchesHost() bool { return len(l.SubscriptionTiers()) > 0 }

// TouchesPrincipal reports whether the principal's subscription paid for any
// tier.
func (l Ledger) TouchesPrincipal() bool { return len(l.PrincipalTiers()) > 0 }

// SubscriptionTransports lists the distinct transports of the tiers that a
// subscription paid for, the host's or the principal's, in tier order and as
// the rows have them.
func (l Ledger) SubscriptionTransports() []Provider {
	return l.spend(HostSubscription, PrincipalSubscription).Transports
}

func (l Ledger) spend(payers ...Payer) Spend {
	spent := Spend{[]Tier{}, []Provider{}}
	for tier, row := range l.All() {
		if !slices.Contains(payers, row.Payer) {
			continue
		}
		spent.Tiers = append(spent.Tiers, tier)
		if !slices.Contains(spent.Transports, row.Provider) {
			spent.Transports = append(spent.Transports, row.Provider)
		}
	}
	return spent
}

// Spend is what one subscription paid for.
type Spend struct {
	Tiers      []Tier     `json:"tiers"`
	Transports []Provider `json:"transports"`
}

// Detail is a ledger as a journal keeps it, with what the two sides ask first:
// what was spent of the host's subscription, and what of the requester's own.
// It encodes to JSON and holds nothing that a tenant may not see.
type Detail struct {
	Rows Ledger `json:"rows"`
	// Host is what the host's subscription paid for.
	Host Spend `json:"host"`
	// Requester is what the subscription of the principal who asked for the run
	// paid for.
	Requester Spend `json:"requester"`
}

// Detail returns the structured form of the ledger. Lists are empty, not nil.
func (l Ledger) Detail() Detail {
	return Detail{l, l.spend(HostSubscription), l.spend(PrincipalSubscription)}
}

// HostSummary says in a sentence what the host's subscription paid for. Its
// text may change; programs read Host.
func (d Detail) HostSummary() string { return d.Host.sentence("the host's subscription") }

// RequesterSummary says in a sentence what the requester's own subscription paid
// for. Its text may change; programs read Requester.
func (d Detail) RequesterSummary() string {
	return d.Requester.sentence("the requester's own subscription")
}

func (s Spend) sentence(subscription string) string {
	if len(s.Tiers) == 0 {
		return "No tier ran on " + subscription + "."
	}
	tiers := make([]string, len(s.Tiers))
	for i, tier := range s.Tiers {
		tiers[i] = tier.String()
	}
	var named []string
	for _, transport := range s.Transports {
		if transport != "" {
			named = append(named, string(transport))
		}
	}
	text := "Tier "
	if len(tiers) > 1 {
		text = "Tiers "
	}
	text += enumerate(tiers, "and") + " ran on " + subscription
	if len(named) > 0 {
		text += ", through " + enumerate(named, "and")
	}
	return text + "."
}
