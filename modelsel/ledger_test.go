package modelsel_test

import (
	"encoding/json"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/modelsel"
)

func TestPayerOf_M8(t *testing.T) {
	for _, c := range []struct {
		text   string
		orgKey bool
		want   modelsel.Payer
	}{
		{"api:anthropic:m", false, modelsel.HostKey},
		{"api:anthropic:m", true, modelsel.OrgKey},
		{"api:openai:m", false, modelsel.HostKey},
		{"api:openai:m", true, modelsel.OrgKey},
		{"api:zai:m", false, modelsel.HostKey},
		{"api:zai:m", true, modelsel.OrgKey},
		{"api:ollama:m", false, modelsel.HostSelfHosted},
		{"api:ollama:m", true, modelsel.HostSelfHosted},
		{"sub:anthropic:m", true, modelsel.HostSubscription},
		{"sub:openai:m", false, modelsel.HostSubscription},
		{"own:anthropic:m", true, modelsel.PrincipalSubscription},
		{"own:openai:m", false, modelsel.PrincipalSubscription},
	} {
		t.Run(c.text, func(t *testing.T) {
			assert.Equal(t, c.want, modelsel.PayerOf(parse(t, c.text), c.orgKey))
		})
	}
	assert.Empty(t, modelsel.PayerOf(modelsel.Selector{}, true), "nothing pays for no choice")

	g := gateway(t)
	for text, want := range map[string]modelsel.Payer{
		"gateway:bedrock:m": modelsel.OrgKey, "lab:hf:m": modelsel.HostSelfHosted,
		"seat:copilot:m": modelsel.HostSubscription, "mine:copilot:m": modelsel.PrincipalSubscription,
	} {
		s, err := g.Parse(text)
		require.NoError(t, err)
		assert.Equal(t, want, g.PayerOf(s, true), text)
	}
}

// row makes a row that a test needs.
func row(t *testing.T, text string, source modelsel.Level, orgKey bool) modelsel.Row {
	t.Helper()
	r, err := modelsel.NewRow(parse(t, text), source, orgKey)
	require.NoError(t, err)
	return r
}

func TestNewRow_M9(t *testing.T) {
	r := row(t, "sub:openai:x", modelsel.LevelAccount, true)
	assert.Equal(t, modelsel.Row{
		Selection: parse(t, "sub:openai:x"), Provider: modelsel.CodexCLI,
		Payer: modelsel.HostSubscription, Source: modelsel.LevelAccount,
	}, r)

	foreign, err := gateway(t).Parse("gateway:vertex:x")
	require.NoError(t, err)
	for _, c := range []struct {
		name   string
		s      modelsel.Selector
		source modelsel.Level
		want   modelsel.Reason
	}{
		{"unset", modelsel.Selector{}, modelsel.LevelHost, modelsel.ReasonUnset},
		{"foreign", foreign, modelsel.LevelHost, modelsel.ReasonForeign},
		{"no level", parse(t, "api:zai:x"), "", modelsel.ReasonLevel},
		{"unknown level", parse(t, "api:zai:x"), "Host", modelsel.ReasonLevel},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := modelsel.NewRow(c.s, c.source, true)
			assert.Zero(t, r)
			assert.Equal(t, c.want, modelsel.ReasonOf(err))
			assert.NotEmpty(t, err.Error())
		})
	}
}

// mixed is a ledger in which both subscriptions paid.
func mixed(t *testing.T) modelsel.Ledger {
	t.Helper()
	return modelsel.Ledger{
		L1: row(t, "sub:openai:gpt-5", modelsel.LevelAccount, false),
		L2: row(t, "own:anthropic:opus", modelsel.LevelAccount, false),
		L3: row(t, "sub:anthropic:sonnet", modelsel.LevelAccount, false),
	}
}

func TestLedgerHelpers_M9(t *testing.T) {
	l := mixed(t)
	assert.Equal(t, []modelsel.Tier{modelsel.L1, modelsel.L3}, l.SubscriptionTiers())
	assert.Equal(t, []modelsel.Tier{modelsel.L2}, l.PrincipalTiers())
	assert.Equal(t, []modelsel.Provider{modelsel.CodexCLI, modelsel.ClaudeCLI}, l.SubscriptionTransports())
	assert.True(t, l.TouchesHost())
	assert.True(t, l.TouchesPrincipal())

	// The payer counts, not the transport: a row that says otherwise is believed.
	l.L2.Payer = modelsel.HostKey
	l.L1.Payer = modelsel.HostSelfHosted
	assert.Equal(t, []modelsel.Tier{modelsel.L3}, l.SubscriptionTiers())
	assert.Equal(t, []modelsel.Tier{}, l.PrincipalTiers())
	assert.False(t, l.TouchesPrincipal())
	assert.False(t, modelsel.Ledger{}.TouchesHost())
}

// TestDetail_M9 holds that journal and sentences tell the same.
func TestDetail_M9(t *testing.T) {
	d := mixed(t).Detail()
	raw, err := json.Marshal(d)
	require.NoError(t, err)
	assert.JSONEq(t, `{
		"rows": {
			"l1": {"selection":"sub:openai:gpt-5","provider":"codex-cli","payer":"host-subscription","source":"account"},
			"l2": {"selection":"own:anthropic:opus","provider":"claude-cli","payer":"principal-subscription","source":"account"},
			"l3": {"selection":"sub:anthropic:sonnet","provider":"claude-cli","payer":"host-subscription","source":"account"}
		},
		"host": {"tiers":["l1","l3"],"transports":["codex-cli","claude-cli"]},
		"requester": {"tiers":["l2"],"transports":["claude-cli"]}
	}`, string(raw))
	var back modelsel.Detail
	require.NoError(t, json.Unmarshal(raw, &back))
	assert.Equal(t, d, back)
	assert.Equal(t, "Tiers l1 and l3 ran on the host's subscription, through codex-cli and claude-cli.", d.HostSummary())
	assert.Equal(t, "Tier l2 ran on the requester's own subscription, through claude-cli.", back.RequesterSummary())

	key := row(t, "api:zai:x", modelsel.LevelOrg, true)
	none := modelsel.Ledger{L1: key, L2: key, L3: key}.Detail()
	assert.Equal(t, "No tier ran on the host's subscription.", none.HostSummary())
	assert.Equal(t, "No tier ran on the requester's own subscription.", none.RequesterSummary())
	raw, err = json.Marshal(none.Host)
	require.NoError(t, err)
	assert.JSONEq(t, `{"tiers":[],"transports":[]}`, string(raw))

	unnamed := modelsel.Ledger{L1: modelsel.Row{Payer: modelsel.HostSubscription}}.Detail()
	assert.Equal(t, "Tier l1 ran on the host's subscription.", unnamed.HostSummary())
	_, err = json.Marshal(unnamed)
	assert.Equal(t, modelsel.ReasonUnset, modelsel.ReasonOf(err), "no journal entry without a choice")
}

// TestCheckLedger_M9 spoils a sound ledger in one place at a time. The tags
// alone find what concerns one member; only CheckLedger compares members.
func TestCheckLedger_M9(t *testing.T) {
	tags := validator.New(validator.WithRequiredStructEnabled())
	foreign, err := gateway(t).Parse("gateway:vertex:x")
	require.NoError(t, err)
	for _, c := range []struct {
		name      string
		spoil     func(*modelsel.Ledger)
		path      string
		reason    modelsel.Reason
		tagsAgree bool
	}{
		{"no row", func(l *modelsel.Ledger) { l.L2 = modelsel.Row{} }, "l2.selection", modelsel.ReasonUnset, true},
		{"no selection", func(l *modelsel.Ledger) { l.L3.Selection = modelsel.Selector{} }, "l3.selection", modelsel.ReasonUnset, true},
		{"no provider", func(l *modelsel.Ledger) { l.L1.Provider = "" }, "l1.provider", modelsel.ReasonProvider, true},
		{"no payer", func(l *modelsel.Ledger) { l.L1.Payer = "" }, "l1.payer", modelsel.ReasonPayer, true},
		{"unknown payer", func(l *modelsel.Ledger) { l.L1.Payer = "me" }, "l1.payer", modelsel.ReasonPayer, true},
		{"no source", func(l *modelsel.Ledger) { l.L1.Source = "" }, "l1.source", modelsel.ReasonLevel, true},
		{"unknown source", func(l *modelsel.Ledger) { l.L1.Source = "team" }, "l1.source", modelsel.ReasonLevel, true},
		{"foreign selection", func(l *modelsel.Ledger) { l.L1.Selection = foreign }, "l1.selection", modelsel.ReasonForeign, false},
		{"another's transport", func(l *modelsel.Ledger) { l.L1.Provider = modelsel.ClaudeCLI }, "l1.provider", modelsel.ReasonProvider, false},
		{"another's payer", func(l *modelsel.Ledger) { l.L2.Payer = modelsel.HostSubscription }, "l2.payer", modelsel.ReasonPayer, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := mixed(t)
			require.NoError(t, modelsel.CheckLedger(l))
			require.NoError(t, tags.Struct(l))
			c.spoil(&l)
			err := modelsel.CheckLedger(l)
			var unsound *modelsel.LedgerError
			require.ErrorAs(t, err, &unsound)
			assert.Equal(t, c.path, unsound.Problems[0].Path)
			assert.Equal(t, c.reason, modelsel.ReasonOf(err))
			assert.Contains(t, err.Error(), c.path)
			assert.Equal(t, c.tagsAgree, tags.Struct(l) != nil)
		})
	}

	l := mixed(t)
	l.L1 = row(t, "api:zai:x", modelsel.LevelHost, true)
	require.NoError(t, modelsel.CheckLedger(l), "whoever brought the key")
	l.L1.Payer = modelsel.HostKey
	require.NoError(t, modelsel.CheckLedger(l))
	l.L1.Payer = modelsel.HostSelfHosted
	require.ErrorContains(t, modelsel.CheckLedger(l), "org-key or host-key")
	l.L2 = modelsel.Row{}
	var unsound *modelsel.LedgerError
	require.ErrorAs(t, modelsel.CheckLedger(l), &unsound)
	assert.Len(t, unsound.Problems, 3, "all of them: %v", unsound)

	for _, payer := range []modelsel.Payer{
		modelsel.HostSubscription, modelsel.PrincipalSubscription, modelsel.HostSelfHosted, modelsel.OrgKey, modelsel.HostKey,
	} {
		r := l.L3
		r.Payer = payer
		require.NoError(t, tags.Struct(r), "the tag knows every payer")
	}
}
