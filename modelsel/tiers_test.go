package modelsel_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/modelsel"
)

// pins are the three variables of a host.
func pins(l1, l2, l3 string) map[string]string {
	return map[string]string{"ATOMA_MODEL_L1": l1, "ATOMA_MODEL_L2": l2, "ATOMA_MODEL_L3": l3}
}

func TestReadTiers_M5(t *testing.T) {
	for _, c := range []struct {
		name      string
		env       map[string]string
		opts      []modelsel.TiersOption
		reason    modelsel.Reason
		variables []string
	}{
		{name: "three pins", env: pins("api:zai:a", " SUB:openai:b\n", "api:ollama:q:4")},
		{name: "own allowed", env: pins("own:openai:a", "sub:openai:b", "own:anthropic:c"), opts: []modelsel.TiersOption{modelsel.AllowOwn()}},
		{
			name: "nothing set", env: nil,
			reason: modelsel.ReasonMissing, variables: []string{"ATOMA_MODEL_L1", "ATOMA_MODEL_L2", "ATOMA_MODEL_L3"},
		},
		{
			name: "blank is missing", env: pins("", "api:zai:a", "\u00a0\t"),
			reason: modelsel.ReasonMissing, variables: []string{"ATOMA_MODEL_L1", "ATOMA_MODEL_L3"},
		},
		{
			name: "missing comes before wrong", env: pins("bad", "own:openai:a", ""),
			reason: modelsel.ReasonMissing, variables: []string{"ATOMA_MODEL_L3"},
		},
		{
			name: "the first wrong one", env: pins("api:zai:a", "nope:zai:b", "c"),
			reason: modelsel.ReasonMode, variables: []string{"ATOMA_MODEL_L2"},
		},
		{
			name: "own is refused in its turn", env: pins("api:zai:a", "OWN:OpenAI:b", "bad"),
			reason: modelsel.ReasonOwn, variables: []string{"ATOMA_MODEL_L2"},
		},
		{
			name: "own of a vendor without subscriptions", env: pins("own:zai:a", "api:zai:a", "api:zai:a"),
			reason: modelsel.ReasonSubscription, variables: []string{"ATOMA_MODEL_L1"},
		},
		{
			name: "another prefix", env: pins("api:zai:a", "api:zai:a", "api:zai:a"), opts: []modelsel.TiersOption{modelsel.Prefix("BOT")},
			reason: modelsel.ReasonMissing, variables: []string{"BOT_L1", "BOT_L2", "BOT_L3"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			tiers, err := modelsel.ReadTiers(modelsel.FromMap(c.env), c.opts...)
			assert.Equal(t, c.reason, modelsel.ReasonOf(err))
			if c.reason == "" {
				require.NoError(t, err)
				for tier, s := range tiers.All() {
					want, err := modelsel.Parse(c.env["ATOMA_MODEL_L"+tier.String()[1:]])
					require.NoError(t, err)
					assert.Equal(t, want, s)
				}
				return
			}
			assert.Zero(t, tiers)
			var refused *modelsel.TiersError
			require.ErrorAs(t, err, &refused)
			assert.Equal(t, c.reason, refused.Reason)
			assert.Equal(t, c.variables, refused.Variables)
			for _, name := range c.variables {
				assert.Contains(t, err.Error(), name)
			}
			unread, parsed := errors.AsType[*modelsel.ParseError](err)
			assert.Equal(t, parsed, refused.Unwrap() != nil)
			if parsed {
				assert.Equal(t, c.variables[0], unread.Source)
				assert.Equal(t, c.reason, unread.Reason)
			}
		})
	}
}

// TestReadTiersReadsThePins_M5 holds that the three variables are asked for, and
// nothing else.
func TestReadTiersReadsThePins_M5(t *testing.T) {
	var asked []string
	tiers, err := modelsel.ReadTiers(func(name string) (string, bool) {
		asked = append(asked, name)
		return "api:zai:" + name, true
	}, modelsel.Prefix("BOT_MODEL"))
	require.NoError(t, err)
	assert.Equal(t, []string{"BOT_MODEL_L1", "BOT_MODEL_L2", "BOT_MODEL_L3"}, asked)
	assert.Equal(t, "api:zai:BOT_MODEL_L3", tiers.L3.String())

	_, err = modelsel.ReadTiers(nil)
	assert.Equal(t, modelsel.ReasonMissing, modelsel.ReasonOf(err), "no lookup finds nothing")
}

// TestTiersErrorHidesKeys_M11 holds that a key in the place of a pin is not
// printed.
func TestTiersErrorHidesKeys_M11(t *testing.T) {
	for _, value := range []string{"sk-SECRET", "openai:SECRET", "api:SECRET:x", "SECRET:openai:x"} {
		_, err := modelsel.ReadTiers(modelsel.FromMap(pins("api:zai:a", value, "SECRET-too")))
		require.Error(t, err)
		assert.NotContains(t, err.Error(), "SECRET")
	}
}

// TestOwnGrammarTiers_M7 holds that own is a kind of access, not a spelling.
func TestOwnGrammarTiers_M7(t *testing.T) {
	g := gateway(t)
	env := modelsel.FromMap(pins("gateway:bedrock:arn:aws:x/y[1m]", "mine:copilot:a", "lab:hf:b"))
	_, err := g.ReadTiers(env)
	assert.Equal(t, modelsel.ReasonOwn, modelsel.ReasonOf(err))
	require.ErrorContains(t, err, `"mine:copilot:a"`)
	tiers, err := g.ReadTiers(env, modelsel.AllowOwn())
	require.NoError(t, err)
	assert.Equal(t, []modelsel.Provider{"aws", "gh", "vllm"}, g.Transports(tiers))
	assert.Empty(t, modelsel.Transports(tiers), "they are not the default grammar's")
}

func TestTransports_M6(t *testing.T) {
	for _, c := range []struct {
		name   string
		l1, l2 string
		l3     string
		want   []modelsel.Provider
	}{
		{"each once", "api:zai:a", "sub:anthropic:b", "api:openai:c", []modelsel.Provider{"zai-api", "claude-cli", "openai-api"}},
		{"one for two owners", "own:anthropic:a", "api:ollama:b", "sub:anthropic:c", []modelsel.Provider{"claude-cli", "ollama"}},
		{"one for all", "api:zai:a", "api:zai:b", "api:zai:c", []modelsel.Provider{"zai-api"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tiers := modelsel.Tiers{L1: parse(t, c.l1), L2: parse(t, c.l2), L3: parse(t, c.l3)}
			assert.Equal(t, c.want, modelsel.Transports(tiers))
		})
	}
	assert.Equal(t, []modelsel.Provider{}, modelsel.Transports(modelsel.Tiers{}))
}

func TestTier_M5(t *testing.T) {
	for tier, text := range map[modelsel.Tier]string{modelsel.L1: "l1", modelsel.L2: "l2", modelsel.L3: "l3"} {
		assert.Equal(t, text, tier.String())
		raw, err := json.Marshal(tier)
		require.NoError(t, err)
		var back modelsel.Tier
		require.NoError(t, json.Unmarshal(raw, &back))
		assert.Equal(t, tier, back)
	}
	for _, tier := range []modelsel.Tier{0, -1, 4} {
		_, err := tier.MarshalText()
		require.ErrorIs(t, err, modelsel.ErrTier)
	}
	assert.Equal(t, "tier(0)", modelsel.Tier(0).String())
	tier := modelsel.L2
	for _, text := range []string{"", "l0", "l4", "L1", "1", "l1 "} {
		require.ErrorIs(t, tier.UnmarshalText([]byte(text)), modelsel.ErrTier, text)
	}
	assert.Equal(t, modelsel.L2, tier)

	seen := 0
	for range (modelsel.Tiers{}).All() {
		seen++
		break
	}
	assert.Equal(t, 1, seen)
}
