package modelsel

// Payer is the kind of account that a call is charged to. It names a kind, not
// an account, so that it can be shown to anyone who may see the run. The zero
// Payer is none.
type Payer string

// The payers, closed.
const (
	HostSubscription      Payer = "host-subscription"
	PrincipalSubscription Payer = "principal-subscription"
	HostSelfHosted        Payer = "host-selfhosted"
	OrgKey                Payer = "org-key"
	HostKey               Payer = "host-key"
)

// PayerOf says who pays for a selector. Its mode decides: a subscription of the
// host or of the principal, else a key. A vendor that the host runs itself is
// paid by the host whoever brought a key; any other key is the organisation's
// when it brought one for this vendor, else the host's. It is "" for a selector
// that the grammar does not have.
//
// The transport has no say: one command-line client serves the host's and the
// principal's subscription alike.
func (g Grammar) PayerOf(s Selector, orgBroughtKey bool) Payer {
	found, ok := g.lookUp(s)
	switch {
	case !ok:
		return ""
	case found.access == AccessHostSubscription:
		return HostSubscription
	case found.access == AccessPrincipalSubscription:
		return PrincipalSubscription
	case found.vendor.SelfHosted:
		return HostSelfHosted
	case orgBroughtKey:
		return OrgKey
	default:
		return HostKey
	}
}
