package modelsel_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/modelsel"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestReasons holds the codes and what is said about them to a golden file: a
// code that is renamed or dropped breaks those who match on it.
func TestReasons(t *testing.T) {
	var b strings.Builder
	seen := map[modelsel.Reason]bool{}
	for _, info := range modelsel.Reasons() {
		fmt.Fprintf(&b, "%s\n    %s\n    %s\n", info.Reason, info.Meaning, info.Repair)
		assert.False(t, seen[info.Reason], "%s is there twice", info.Reason)
		seen[info.Reason] = true
		for _, text := range []string{info.Meaning, info.Repair} {
			assert.True(t, strings.HasSuffix(text, "."), "%s: %q", info.Reason, text)
		}
		same, found := info.Reason.Info()
		assert.True(t, found)
		assert.Equal(t, info, same)
	}
	const golden = "testdata/reasons.golden"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String(), "run the test with -update when the change is meant")

	_, found := modelsel.Reason("").Info()
	assert.False(t, found)
	modelsel.Reasons()[0].Reason = "changed"
	assert.Equal(t, modelsel.ReasonGrammar, modelsel.Reasons()[0].Reason)
}

// TestEveryReasonHappens keeps a reason from being documented and never given.
func TestEveryReasonHappens(t *testing.T) {
	ofParse := func(text string) func(*testing.T) modelsel.Reason {
		return func(*testing.T) modelsel.Reason {
			_, err := modelsel.Parse(text)
			return modelsel.ReasonOf(err)
		}
	}
	ofTiers := func(l1 string) func(*testing.T) modelsel.Reason {
		return func(*testing.T) modelsel.Reason {
			_, err := modelsel.ReadTiers(modelsel.FromMap(pins(l1, "api:zai:x", "api:zai:x")))
			return modelsel.ReasonOf(err)
		}
	}
	ofText := func(model string) func(*testing.T) modelsel.Reason {
		return func(t *testing.T) modelsel.Reason {
			t.Helper()
			_, err := parse(t, "api:zai:"+model).MarshalText()
			return modelsel.ReasonOf(err)
		}
	}
	ofAdmit := func(g modelsel.Grammar, text string, level modelsel.Level) func(*testing.T) modelsel.Reason {
		return func(t *testing.T) modelsel.Reason {
			t.Helper()
			verdict, err := g.Admit(t.Context(), parse(t, text), level, nil)
			require.NoError(t, err)
			return verdict.Reason
		}
	}
	ofLedger := func(spoil func(*modelsel.Row)) func(*testing.T) modelsel.Reason {
		return func(t *testing.T) modelsel.Reason {
			t.Helper()
			l := mixed(t)
			spoil(&l.L2)
			return modelsel.ReasonOf(modelsel.CheckLedger(l))
		}
	}
	ofGrammar := func(spoil func(*modelsel.Vocabulary)) func(*testing.T) modelsel.Reason {
		return func(*testing.T) modelsel.Reason {
			words := gatewayWords()
			spoil(&words)
			_, err := modelsel.NewGrammar(words)
			return modelsel.ReasonOf(err)
		}
	}
	cases := map[modelsel.Reason]func(*testing.T) modelsel.Reason{
		modelsel.ReasonGrammar:           ofParse("x"),
		modelsel.ReasonMode:              ofParse("x:zai:x"),
		modelsel.ReasonVendor:            ofParse("api:x:x"),
		modelsel.ReasonModel:             ofParse("api:zai:"),
		modelsel.ReasonSubscription:      ofParse("sub:zai:x"),
		modelsel.ReasonMissing:           ofTiers(""),
		modelsel.ReasonOwn:               ofTiers("own:openai:x"),
		modelsel.ReasonTooLong:           ofText(strings.Repeat("x", modelsel.MaxText)),
		modelsel.ReasonNotUTF8:           ofText("\xff"),
		modelsel.ReasonForeign:           ofAdmit(gateway(t), "api:zai:x", modelsel.LevelHost),
		modelsel.ReasonLevel:             ofAdmit(modelsel.Default(), "api:zai:x", ""),
		modelsel.ReasonSubscriptionLevel: ofAdmit(modelsel.Default(), "sub:openai:x", modelsel.LevelOrg),
		modelsel.ReasonUnconfirmed:       ofAdmit(modelsel.Default(), "sub:openai:x", modelsel.LevelAccount),
		modelsel.ReasonUnset:             ofLedger(func(r *modelsel.Row) { *r = modelsel.Row{} }),
		modelsel.ReasonProvider:          ofLedger(func(r *modelsel.Row) { r.Provider = "x" }),
		modelsel.ReasonPayer:             ofLedger(func(r *modelsel.Row) { r.Payer = "x" }),
		modelsel.ReasonNoWords:           ofGrammar(func(v *modelsel.Vocabulary) { v.Vendors = nil }),
		modelsel.ReasonWord:              ofGrammar(func(v *modelsel.Vocabulary) { v.Vendors[0].Vendor = "x:y" }),
		modelsel.ReasonDuplicate:         ofGrammar(func(v *modelsel.Vocabulary) { v.Vendors[0].Vendor = "hf" }),
		modelsel.ReasonAccess:            ofGrammar(func(v *modelsel.Vocabulary) { v.Modes[0].Access = "" }),
		modelsel.ReasonUnreachable:       ofGrammar(func(v *modelsel.Vocabulary) { v.Vendors[0].Transports = nil }),
		modelsel.ReasonUndeclaredMode:    ofGrammar(func(v *modelsel.Vocabulary) { v.Modes = v.Modes[:3] }),
	}
	for _, info := range modelsel.Reasons() {
		t.Run(string(info.Reason), func(t *testing.T) {
			give, found := cases[info.Reason]
			require.True(t, found, "no case")
			assert.Equal(t, info.Reason, give(t))
		})
	}
	assert.Len(t, cases, len(modelsel.Reasons()))
}
