package modelsel_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/modelsel"
)

// answer is an authority that counts how often it was asked.
type answer struct {
	confirmed bool
	err       error
	asked     []modelsel.Selector
}

func (a *answer) Confirm(_ context.Context, s modelsel.Selector) (bool, error) {
	a.asked = append(a.asked, s)
	return a.confirmed, a.err
}

// TestAdmit_M10 asks for every kind of access at every level, with every kind of
// authority.
func TestAdmit_M10(t *testing.T) {
	for _, mode := range []string{"api", "sub", "own"} {
		for _, level := range []modelsel.Level{modelsel.LevelAccount, modelsel.LevelOrg, modelsel.LevelHost, "", "team", "Account"} {
			for _, confirmed := range []bool{true, false} {
				t.Run(mode+" at "+string(level), func(t *testing.T) {
					s := parse(t, mode+":openai:x")
					authority := &answer{confirmed: confirmed}
					got, err := modelsel.Admit(t.Context(), s, level, authority)
					require.NoError(t, err)

					known := level == "account" || level == "org" || level == "host"
					want := modelsel.Admission{Admitted: true}
					var asked []modelsel.Selector
					switch {
					case !known:
						want = modelsel.Admission{Reason: modelsel.ReasonLevel}
					case mode == "api":
					case level != "account":
						want = modelsel.Admission{Reason: modelsel.ReasonSubscriptionLevel}
					default:
						asked = []modelsel.Selector{s}
						if !confirmed {
							want = modelsel.Admission{Reason: modelsel.ReasonUnconfirmed}
						}
					}
					assert.Equal(t, want, got)
					assert.Equal(t, asked, authority.asked, "asked once, and only where it decides")
					assert.Equal(t, got.Admitted, got.Repair() == "")
				})
			}
		}
	}
}

// TestAdmitAllTiers_M10 holds that both subscriptions of OpenAI serve any tier.
func TestAdmitAllTiers_M10(t *testing.T) {
	for _, text := range []string{"sub:openai:x", "own:openai:x"} {
		s := parse(t, text)
		for tier, pin := range (modelsel.Tiers{L1: s, L2: s, L3: s}).All() {
			got, err := modelsel.Admit(t.Context(), pin, modelsel.LevelAccount, &answer{confirmed: true})
			require.NoError(t, err)
			assert.True(t, got.Admitted, "%s on %s", text, tier)
		}
	}
}

// TestAdmitFailsClosed_M10 holds what happens without an answer.
func TestAdmitFailsClosed_M10(t *testing.T) {
	assert.False(t, modelsel.Admission{}.Admitted)
	sub := parse(t, "sub:anthropic:x")

	got, err := modelsel.Admit(t.Context(), sub, modelsel.LevelAccount, nil)
	require.NoError(t, err)
	assert.Equal(t, modelsel.Admission{Reason: modelsel.ReasonUnconfirmed}, got)

	broken := errors.New("dial account-db: token=SECRET")
	got, err = modelsel.Admit(t.Context(), sub, modelsel.LevelAccount, &answer{confirmed: true, err: broken})
	assert.False(t, got.Admitted, "an authority that says yes and fails has not confirmed")
	var failed *modelsel.AuthorityError
	require.ErrorAs(t, err, &failed)
	require.ErrorIs(t, err, broken)
	assert.Equal(t, sub, failed.Selector)
	assert.Contains(t, err.Error(), "sub:anthropic:x")
	assert.NotContains(t, err.Error(), "SECRET")

	got, err = modelsel.Admit(t.Context(), modelsel.Selector{}, modelsel.LevelAccount, &answer{confirmed: true})
	require.NoError(t, err)
	assert.Equal(t, modelsel.ReasonUnset, got.Reason)
	got, err = gateway(t).Admit(t.Context(), sub, modelsel.LevelAccount, &answer{confirmed: true})
	require.NoError(t, err)
	assert.Equal(t, modelsel.ReasonForeign, got.Reason)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	asked := modelsel.AuthorityFunc(func(ctx context.Context, _ modelsel.Selector) (bool, error) { return true, ctx.Err() })
	got, err = modelsel.Admit(ctx, sub, modelsel.LevelAccount, asked)
	require.ErrorIs(t, err, context.Canceled)
	assert.False(t, got.Admitted)
}

// TestReadIsNotAdmitted_M5 follows a pin from a host's environment.
func TestReadIsNotAdmitted_M5(t *testing.T) {
	tiers, err := modelsel.ReadTiers(modelsel.FromMap(pins("sub:openai:a", "api:zai:b", "own:openai:c")), modelsel.AllowOwn())
	require.NoError(t, err)
	admitted := map[modelsel.Tier]bool{}
	for tier, s := range tiers.All() {
		got, err := modelsel.Admit(t.Context(), s, modelsel.LevelHost, &answer{confirmed: true})
		require.NoError(t, err)
		admitted[tier] = got.Admitted
	}
	assert.Equal(t, map[modelsel.Tier]bool{modelsel.L1: false, modelsel.L2: true, modelsel.L3: false}, admitted)
	assert.True(t, modelsel.MixesOwners(tiers.Selectors()...))
}

func TestMixesOwners_M10(t *testing.T) {
	for _, c := range []struct {
		name  string
		texts []string
		want  bool
	}{
		{"none", nil, false},
		{"two owners of openai", []string{"sub:openai:a", "own:openai:b"}, true},
		{"in the other order, between others", []string{"own:openai:a", "api:openai:b", "sub:openai:c"}, true},
		{"one owner", []string{"sub:openai:a", "api:openai:b", "sub:openai:c"}, false},
		{"the other owner", []string{"own:openai:a", "own:openai:b"}, false},
		{"owners of two vendors", []string{"sub:anthropic:a", "own:openai:b"}, false},
		{"of two vendors, swapped", []string{"sub:openai:a", "own:anthropic:b"}, false},
		{"a vendor that tells them apart", []string{"sub:anthropic:a", "own:anthropic:b"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			pinned := []modelsel.Selector{{}}
			for _, text := range c.texts {
				pinned = append(pinned, parse(t, text))
			}
			assert.Equal(t, c.want, modelsel.MixesOwners(pinned...))
			assert.False(t, gateway(t).MixesOwners(pinned...), "another grammar has none of them")
		})
	}
	g := gateway(t)
	seat, err := g.Parse("seat:copilot:x")
	require.NoError(t, err)
	mine, err := g.Parse("mine:copilot:x")
	require.NoError(t, err)
	assert.True(t, g.MixesOwners(seat, mine))
}
