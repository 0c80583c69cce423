package modelsel

import "context"

// defaultGrammar is written out, not built, so that the package needs nothing
// at start; a test holds that NewGrammar accepts it.
//
//nolint:gochecknoglobals // read-only table
var defaultGrammar = Grammar{
	modes: []ModeSpec{
		{API, AccessKey},
		{Sub, AccessHostSubscription},
		{Own, AccessPrincipalSubscription},
	},
	vendors: []VendorSpec{
		{Vendor: Anthropic, Transports: map[Mode]Provider{API: AnthropicAPI, Sub: ClaudeCLI, Own: ClaudeCLI}},
		{Vendor: OpenAI, Transports: map[Mode]Provider{API: OpenAIAPI, Sub: CodexCLI, Own: CodexCLI}, OneOwner: true},
		{Vendor: ZAI, Transports: map[Mode]Provider{API: ZAIAPI}},
		{Vendor: Ollama, Transports: map[Mode]Provider{API: OllamaServer}, SelfHosted: true},
	},
}

// Default returns the grammar of the package's functions: the modes api, sub
// and own, the vendors anthropic, openai, zai and ollama, and subscriptions of
// the first two.
func Default() Grammar { return defaultGrammar }

// Parse is Grammar.Parse of the default grammar.
func Parse(text string, opts ...ParseOption) (Selector, error) {
	return defaultGrammar.Parse(text, opts...)
}

// Transport is Grammar.Transport of the default grammar.
func Transport(s Selector) Provider { return defaultGrammar.Transport(s) }

// ReadTiers is Grammar.ReadTiers of the default grammar.
func ReadTiers(lookup func(string) (string, bool), opts ...TiersOption) (Tiers, error) {
	return defaultGrammar.ReadTiers(lookup, opts...)
}

// Transports is Grammar.Transports of the default grammar.
func Transports(tiers Tiers) []Provider { return defaultGrammar.Transports(tiers) }

// PayerOf is Grammar.PayerOf of the default grammar.
func PayerOf(s Selector, orgBroughtKey bool) Payer { return defaultGrammar.PayerOf(s, orgBroughtKey) }

// NewRow is Grammar.NewRow of the default grammar.
func NewRow(s Selector, source Level, orgBroughtKey bool) (Row, error) {
	return defaultGrammar.NewRow(s, source, orgBroughtKey)
}

// CheckLedger is Grammar.CheckLedger of the default grammar.
func CheckLedger(l Ledger) error { return defaultGrammar.CheckLedger(l) }

// Admit is Grammar.Admit of the default grammar.
func Admit(ctx context.Context, s Selector, level Level, authority Authority) (Admission, error) {
	return defaultGrammar.Admit(ctx, s, level, authority)
}

// MixesOwners is Grammar.MixesOwners of the default grammar.
func MixesOwners(pins ...Selector) bool { return defaultGrammar.MixesOwners(pins...) }
