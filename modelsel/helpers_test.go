package modelsel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/modelsel"
)

// parse reads a selector of the default grammar that a test needs.
func parse(tb testing.TB, text string) modelsel.Selector {
	tb.Helper()
	s, err := modelsel.Parse(text)
	require.NoError(tb, err)
	return s
}

// gatewayWords are those of a host that reaches models by gateways: no mode and
// no vendor is one of the default grammar's.
func gatewayWords() modelsel.Vocabulary {
	return modelsel.Vocabulary{
		Modes: []modelsel.ModeSpec{
			{Mode: "gateway", Access: modelsel.AccessKey},
			{Mode: "lab", Access: modelsel.AccessKey},
			{Mode: "seat", Access: modelsel.AccessHostSubscription},
			{Mode: "mine", Access: modelsel.AccessPrincipalSubscription},
		},
		Vendors: []modelsel.VendorSpec{
			{Vendor: "bedrock", Transports: map[modelsel.Mode]modelsel.Provider{"gateway": "aws"}},
			{Vendor: "openrouter", Transports: map[modelsel.Mode]modelsel.Provider{"gateway": "openrouter-http"}},
			{Vendor: "vertex", Transports: map[modelsel.Mode]modelsel.Provider{"gateway": "gcp"}},
			{Vendor: "k2", Transports: map[modelsel.Mode]modelsel.Provider{"gateway": "k2-http"}},
			{Vendor: "hf", Transports: map[modelsel.Mode]modelsel.Provider{"lab": "vllm"}, SelfHosted: true},
			{Vendor: "copilot", Transports: map[modelsel.Mode]modelsel.Provider{"seat": "gh", "mine": "gh"}, OneOwner: true},
		},
	}
}

func gateway(tb testing.TB) modelsel.Grammar {
	tb.Helper()
	g, err := modelsel.NewGrammar(gatewayWords())
	require.NoError(tb, err)
	return g
}
