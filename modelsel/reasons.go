package modelsel

import (
	"errors"
	"slices"
	"strings"
)

// Reason is a stable code that says why a selector, a set of pins, an
// admission, a ledger or a grammar was refused. Codes are never renamed and
// never used for something else. The zero Reason is none.
type Reason string

// The reasons of Parse, in the order in which they are checked.
const (
	ReasonGrammar      Reason = "grammar"
	ReasonMode         Reason = "mode"
	ReasonVendor       Reason = "vendor"
	ReasonModel        Reason = "model"
	ReasonSubscription Reason = "subscription"
)

// The reasons of ReadTiers, beside those of Parse.
const (
	ReasonMissing Reason = "missing"
	ReasonOwn     Reason = "own"
)

// The reasons for which a selector cannot be used or stored.
const (
	ReasonUnset   Reason = "unset"
	ReasonForeign Reason = "foreign"
	ReasonTooLong Reason = "too_long"
	ReasonNotUTF8 Reason = "not_utf8"
)

// The reasons of Admit, beside unset and foreign.
const (
	ReasonLevel             Reason = "level"
	ReasonSubscriptionLevel Reason = "subscription_level"
	ReasonUnconfirmed       Reason = "unconfirmed"
)

// The reasons of CheckLedger, beside unset, foreign and level.
const (
	ReasonProvider Reason = "provider"
	ReasonPayer    Reason = "payer"
)

// The reasons of NewGrammar.
const (
	ReasonNoWords        Reason = "no_words"
	ReasonWord           Reason = "word"
	ReasonDuplicate      Reason = "duplicate"
	ReasonAccess         Reason = "access"
	ReasonUnreachable    Reason = "unreachable"
	ReasonUndeclaredMode Reason = "undeclared_mode"
)

// ReasonInfo explains one Reason.
type ReasonInfo struct {
	Reason Reason
	// Meaning says what was found.
	Meaning string
	// Repair is the shortest honest way out.
	Repair string
}

// Reasons returns what every Reason means, in a fixed order: those of Parse
// first, as they are checked. The texts may change, the codes do not.
func Reasons() []ReasonInfo { return slices.Clone(reasons) }

// Info returns what a reason means, and false for what is no reason.
func (r Reason) Info() (ReasonInfo, bool) {
	at := slices.IndexFunc(reasons, func(info ReasonInfo) bool { return info.Reason == r })
	if at < 0 {
		return ReasonInfo{}, false
	}
	return reasons[at], true
}

// ReasonOf returns the Reason of an error of this package, wrapped or not: the
// first one where an error lists several. Any other error, and nil, has none.
func ReasonOf(err error) Reason {
	if coded, ok := errors.AsType[interface {
		error
		reason() Reason
	}](err); ok {
		return coded.reason()
	}
	return ""
}

// Problem is one thing that is wrong with a ledger or with the words of a
// grammar.
type Problem struct {
	// Path names the value, for example "l2.payer" or "vendors[1].transports".
	Path   string
	Reason Reason
	// Detail says what stands there and what was expected. Its text may change.
	Detail string
}

// problems is what LedgerError and GrammarError have in common.
type problems []Problem

func (p *problems) add(path string, reason Reason, detail string) {
	*p = append(*p, Problem{path, reason, detail})
}

func (p problems) text(what string) string {
	list := make([]string, len(p))
	for i, problem := range p {
		list[i] = problem.Path + ": " + problem.Detail
	}
	return "modelsel: " + what + ": " + strings.Join(list, "; ")
}

func (p problems) reason() Reason {
	if len(p) == 0 {
		return ""
	}
	return p[0].Reason
}

var reasons = []ReasonInfo{ //nolint:gochecknoglobals // read-only table
	{
		ReasonGrammar,
		"The text is not three segments, a mode, a vendor and a model, with colons between them.",
		"Write all three, in the words that the message lists: api:openai:gpt-5 in the default grammar.",
	},
	{
		ReasonMode,
		"The first segment is no mode of the grammar.",
		"Write a mode that the message lists; nothing is assumed in its place, because the mode decides who pays.",
	},
	{
		ReasonVendor,
		"The second segment is no vendor of the grammar.",
		"Write a vendor that the message lists, or give the host a grammar that has this one.",
	},
	{
		ReasonModel,
		"The third segment is empty or white space.",
		"Write the model as its vendor spells it behind the second colon.",
	},
	{
		ReasonSubscription,
		"Mode and vendor are known, and the vendor is not offered in this mode; usually because it sells no subscription.",
		"Use a mode that the vendor is offered in, such as the one that the message suggests.",
	},
	{
		ReasonMissing,
		"Required pins are not set, or hold white space alone.",
		"Set each variable that the error names; there is no default.",
	},
	{
		ReasonOwn,
		"A host's environment pins a subscription of the principal, which is not the host's to give.",
		"Pin a key or the host's subscription there, or read the tiers with AllowOwn where the host runs for one principal only.",
	},
	{
		ReasonUnset,
		"The selector is the zero value: nothing was chosen.",
		"Take the selector from Parse or ReadTiers.",
	},
	{
		ReasonForeign,
		"The selector was read by another grammar, and this one does not have its mode or vendor.",
		"Use the grammar that read it, or add the vendor to this one.",
	},
	{
		ReasonTooLong,
		"The text of the selector is longer than can be stored.",
		"Use the vendor's shorter name or alias for the model.",
	},
	{
		ReasonNotUTF8,
		"The model is not valid UTF-8, so that storing it would change it.",
		"Write the model in UTF-8.",
	},
	{
		ReasonLevel,
		"The level is none of account, org and host.",
		"Name the level of the chain that the pin was found at.",
	},
	{
		ReasonSubscriptionLevel,
		"A subscription is pinned at the level of the organisation or of the host.",
		"Pin the subscription on the account that may use it, or pin a selector here that uses a key.",
	},
	{
		ReasonUnconfirmed,
		"No authority confirmed that the account may still use the subscription.",
		"Let the authority grant it, or pin a selector on the account that uses a key.",
	},
	{
		ReasonProvider,
		"The provider of a row is not the transport of its selector.",
		"Make rows by NewRow, which derives the provider.",
	},
	{
		ReasonPayer,
		"The payer of a row cannot be that of its selector.",
		"Make rows by NewRow, which derives the payer.",
	},
	{
		ReasonNoWords,
		"The grammar lists no modes or no vendors, so that it would refuse everything.",
		"List at least one mode and one vendor.",
	},
	{
		ReasonWord,
		"A mode, vendor or provider is not a word of lower-case ASCII letters, digits, and . _ - between them, of at most 64 bytes.",
		"Spell it in such letters; selectors are read in any case.",
	},
	{
		ReasonDuplicate,
		"A mode or vendor is listed twice.",
		"Remove one of the two.",
	},
	{
		ReasonAccess,
		"The access of a mode is none of key, host-subscription and principal-subscription.",
		"Say whose account the mode uses: AccessKey, AccessHostSubscription or AccessPrincipalSubscription.",
	},
	{
		ReasonUnreachable,
		"A vendor has no transport, so that no selector could name it.",
		"Give the vendor a transport for each mode that it is offered in, or remove it.",
	},
	{
		ReasonUndeclaredMode,
		"A vendor has a transport for a mode that the grammar does not list.",
		"List the mode, or remove the transport.",
	},
}
