package modelsel_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/modelsel"
)

// TestDefault_M7 holds that the default grammar is one that a host could build.
func TestDefault_M7(t *testing.T) {
	built, err := modelsel.NewGrammar(modelsel.Default().Vocabulary())
	require.NoError(t, err)
	assert.Equal(t, modelsel.Default(), built)
}

// TestTransport_M4 holds the whole map, and that nothing else has a transport.
func TestTransport_M4(t *testing.T) {
	want := map[string]modelsel.Provider{
		"api:anthropic": "anthropic-api", "api:openai": "openai-api", "api:zai": "zai-api", "api:ollama": "ollama",
		"sub:anthropic": "claude-cli", "own:anthropic": "claude-cli", "sub:openai": "codex-cli", "own:openai": "codex-cli",
	}
	got := map[string]modelsel.Provider{}
	words := modelsel.Default().Vocabulary()
	for _, m := range words.Modes {
		for _, v := range words.Vendors {
			text := string(m.Mode) + ":" + string(v.Vendor)
			if s, err := modelsel.Parse(text + ":m"); err == nil {
				got[text] = modelsel.Transport(s)
			}
		}
	}
	assert.Equal(t, want, got)
	assert.Empty(t, modelsel.Transport(modelsel.Selector{}))
	assert.Empty(t, gateway(t).Transport(parse(t, "api:openai:x")), "another grammar's")
}

// TestGrammarIsClosed_M7 holds that a host's grammar knows its own words alone,
// and that changing the vocabulary afterwards changes nothing.
func TestGrammarIsClosed_M7(t *testing.T) {
	words := gatewayWords()
	g, err := modelsel.NewGrammar(words)
	require.NoError(t, err)
	words.Modes[0].Mode = "api"
	words.Vendors[0].Transports["gateway"] = "changed"
	g.Vocabulary().Vendors[1].Transports["gateway"] = "changed"
	g.Vocabulary().Modes[1].Access = modelsel.AccessHostSubscription

	s, err := g.Parse("gateway:bedrock:arn:aws:x")
	require.NoError(t, err)
	assert.Equal(t, modelsel.Provider("aws"), g.Transport(s))
	assert.Equal(t, gatewayWords(), g.Vocabulary())
	for _, text := range []string{"api:openai:x", "gateway:openai:x", "api:bedrock:x"} {
		_, err := g.Parse(text)
		require.Error(t, err, text)
		assert.NotContains(t, err.Error(), "anthropic", "the message lists the host's own words")
	}
	assert.False(t, modelsel.Default().Has(s), "a selector does not cross grammars")
	assert.Empty(t, modelsel.PayerOf(s, true))

	var zero modelsel.Grammar
	assert.Empty(t, zero.Vocabulary().Modes)
	assert.False(t, zero.Has(parse(t, "api:openai:x")))
}

// TestNewGrammar_M7 breaks a sound vocabulary in one place at a time.
func TestNewGrammar_M7(t *testing.T) {
	for _, c := range []struct {
		name   string
		spoil  func(*modelsel.Vocabulary)
		path   string
		reason modelsel.Reason
	}{
		{"no modes", func(v *modelsel.Vocabulary) { v.Modes = nil }, "modes", modelsel.ReasonNoWords},
		{"no vendors", func(v *modelsel.Vocabulary) { v.Vendors = nil }, "vendors", modelsel.ReasonNoWords},
		{"an empty mode", func(v *modelsel.Vocabulary) { v.Modes[3].Mode = "" }, "modes[3].mode", modelsel.ReasonWord},
		{"an upper-case mode", func(v *modelsel.Vocabulary) { v.Modes[3].Mode = "Mine" }, "modes[3].mode", modelsel.ReasonWord},
		{"a mode twice", func(v *modelsel.Vocabulary) { v.Modes[3].Mode = "seat" }, "modes[3].mode", modelsel.ReasonDuplicate},
		{"an access left out", func(v *modelsel.Vocabulary) { v.Modes[1].Access = "" }, "modes[1].access", modelsel.ReasonAccess},
		{"a colon in a vendor", func(v *modelsel.Vocabulary) { v.Vendors[0].Vendor = "aws:bedrock" }, "vendors[0].vendor", modelsel.ReasonWord},
		{"a vendor in another script", func(v *modelsel.Vocabulary) { v.Vendors[0].Vendor = "bеdrock" }, "vendors[0].vendor", modelsel.ReasonWord},
		{"a vendor with a space", func(v *modelsel.Vocabulary) { v.Vendors[0].Vendor = "bed rock" }, "vendors[0].vendor", modelsel.ReasonWord},
		{"a vendor that ends in a dot", func(v *modelsel.Vocabulary) { v.Vendors[0].Vendor = "bedrock." }, "vendors[0].vendor", modelsel.ReasonWord},
		{"a long vendor", func(v *modelsel.Vocabulary) { v.Vendors[0].Vendor = modelsel.Vendor(strings.Repeat("v", 65)) }, "vendors[0].vendor", modelsel.ReasonWord},
		{"a vendor twice", func(v *modelsel.Vocabulary) { v.Vendors[1].Vendor = "bedrock" }, "vendors[1].vendor", modelsel.ReasonDuplicate},
		{"no transport", func(v *modelsel.Vocabulary) { v.Vendors[1].Transports = nil }, "vendors[1].transports", modelsel.ReasonUnreachable},
		{"an unknown mode", func(v *modelsel.Vocabulary) { v.Vendors[1].Transports["api"] = "x" }, `vendors[1].transports["api"]`, modelsel.ReasonUndeclaredMode},
		{"an empty provider", func(v *modelsel.Vocabulary) { v.Vendors[1].Transports["gateway"] = "" }, `vendors[1].transports["gateway"]`, modelsel.ReasonWord},
	} {
		t.Run(c.name, func(t *testing.T) {
			words := gatewayWords()
			c.spoil(&words)
			g, err := modelsel.NewGrammar(words)
			var unsound *modelsel.GrammarError
			require.ErrorAs(t, err, &unsound)
			assert.Equal(t, c.reason, modelsel.ReasonOf(err))
			assert.Equal(t, c.path, unsound.Problems[0].Path)
			assert.Contains(t, err.Error(), c.path)
			_, err = g.Parse("gateway:vertex:x")
			assert.Error(t, err, "an unsound grammar reads nothing")
		})
	}

	_, err := modelsel.NewGrammar(modelsel.Vocabulary{
		Modes:   []modelsel.ModeSpec{{}, {Mode: "a", Access: modelsel.AccessKey}},
		Vendors: []modelsel.VendorSpec{{Vendor: "v", Transports: map[modelsel.Mode]modelsel.Provider{"z": "p", "b": "p"}}, {}},
	})
	var unsound *modelsel.GrammarError
	require.ErrorAs(t, err, &unsound)
	paths := []string{}
	for _, p := range unsound.Problems {
		paths = append(paths, p.Path)
	}
	assert.Equal(t, []string{
		"modes[0].mode", "modes[0].access", `vendors[0].transports["b"]`, `vendors[0].transports["z"]`,
		"vendors[1].vendor", "vendors[1].transports",
	}, paths, "all of them, in order")
}
