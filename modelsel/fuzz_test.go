package modelsel_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/modelsel"
)

// FuzzParse gives any text to both grammars. A text is read or refused, never
// both; what is read has the model verbatim and reads back from its own text;
// what is refused before mode and vendor were recognised is not repeated.
func FuzzParse(f *testing.F) {
	for _, p := range readPairs(f) {
		f.Add(p.text)
	}
	f.Add("openai:" + strings.Repeat("x", 2000))
	f.Add("sub:zai:" + strings.Repeat("é", 300))
	grammars := []modelsel.Grammar{modelsel.Default(), gateway(f), {}}
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range grammars {
			s, err := g.Parse(text)
			if err == nil {
				checkRead(t, g, text, s)
			} else {
				checkRefused(t, g, s, err)
			}
		}
	})
}

func checkRead(t *testing.T, g modelsel.Grammar, text string, s modelsel.Selector) {
	t.Helper()
	assert.True(t, g.Has(s))
	assert.NotEmpty(t, strings.TrimSpace(s.Model()))
	assert.True(t, strings.HasSuffix(strings.TrimSpace(text), ":"+s.Model()), "the model is verbatim")
	assert.NotEmpty(t, g.Transport(s))
	assert.NotEmpty(t, g.PayerOf(s, false))
	back, err := g.Parse(s.String())
	require.NoError(t, err)
	assert.Equal(t, s, back)
	stored, err := s.MarshalText()
	storable := utf8.ValidString(s.String()) && utf8.RuneCountInString(s.String()) <= modelsel.MaxText
	assert.Equal(t, storable, err == nil)
	if err == nil {
		v := modelsel.Value{Grammar: g}
		require.NoError(t, v.UnmarshalText(stored))
		assert.Equal(t, s, v.Selector)
	}
}

func checkRefused(t *testing.T, g modelsel.Grammar, s modelsel.Selector, err error) {
	t.Helper()
	assert.Zero(t, s)
	refused, ok := errors.AsType[*modelsel.ParseError](err)
	require.True(t, ok)
	if refused.Hint() != "" {
		meant, err := g.Parse(refused.Hint())
		require.NoError(t, err)
		assert.Equal(t, refused.Hint(), meant.String())
	}
	assert.Less(t, len(err.Error()), 3000)
	switch refused.Reason { //nolint:exhaustive // the others are no reasons of Parse
	case modelsel.ReasonModel, modelsel.ReasonSubscription:
	case modelsel.ReasonGrammar, modelsel.ReasonMode, modelsel.ReasonVendor:
		assert.True(t, anyMessage(g, err.Error()), "part of the text is in %q", err)
	default:
		t.Errorf("Parse gives no %q", refused.Reason)
	}
}

// anyMessage says whether a message is made of the package's and the grammar's
// own words alone.
func anyMessage(g modelsel.Grammar, message string) bool {
	words := g.Vocabulary()
	for _, m := range words.Modes {
		for _, v := range words.Vendors {
			message = strings.Replace(message, ", did you mean \""+string(m.Mode)+":"+string(v.Vendor)+":<model>\"?", "", 1)
		}
	}
	for _, reason := range []string{"mode, vendor and model are not there", "the mode is unknown", "the vendor is unknown"} {
		rest, ok := strings.CutPrefix(message, "modelsel: model selector: "+reason+"; a selector is <mode>:<vendor>:<model> with the mode ")
		if ok && ownWords(words) == rest {
			return true
		}
	}
	return false
}

func ownWords(words modelsel.Vocabulary) string {
	list := func(names []string) string {
		if len(names) == 0 {
			return "(none)"
		}
		last := len(names) - 1
		return strings.Join(names[:last], ", ") + " or " + names[last]
	}
	var modes, vendors []string
	for _, m := range words.Modes {
		modes = append(modes, string(m.Mode))
	}
	for _, v := range words.Vendors {
		vendors = append(vendors, string(v.Vendor))
	}
	return list(modes) + " and the vendor " + list(vendors)
}

// FuzzReadTiers gives any three pins. They are read exactly when each parses
// alone and none is the principal's without leave; an error names variables
// that were asked for.
func FuzzReadTiers(f *testing.F) {
	for _, own := range []bool{false, true} {
		f.Add("api:zai:a", " SUB:openai:b ", "api:ollama:q:4", own)
		f.Add("own:openai:a", "bad", "", own)
		f.Add("api:zai:a", "own:anthropic:b", "sub:zai:c", own)
	}
	f.Fuzz(func(t *testing.T, l1, l2, l3 string, own bool) {
		var opts []modelsel.TiersOption
		if own {
			opts = append(opts, modelsel.AllowOwn())
		}
		tiers, err := modelsel.ReadTiers(modelsel.FromMap(pins(l1, l2, l3)), opts...)
		allowed := true
		var alone [3]modelsel.Selector
		for i, text := range []string{l1, l2, l3} {
			s, err := modelsel.Parse(text)
			alone[i] = s
			allowed = allowed && err == nil && (own || s.Mode() != modelsel.Own)
		}
		require.Equal(t, allowed, err == nil)
		if err == nil {
			assert.Equal(t, alone[:], tiers.Selectors())
			assert.NotEmpty(t, modelsel.Transports(tiers))
			return
		}
		assert.Zero(t, tiers)
		refused, ok := errors.AsType[*modelsel.TiersError](err)
		require.True(t, ok)
		assert.NotEmpty(t, refused.Variables)
		for _, name := range refused.Variables {
			assert.Contains(t, []string{"ATOMA_MODEL_L1", "ATOMA_MODEL_L2", "ATOMA_MODEL_L3"}, name)
			assert.Contains(t, err.Error(), name)
		}
	})
}

// FuzzNewGrammar builds a grammar of any words. It is refused with reasons and
// reads nothing, or it is closed and reads its own words in any case.
func FuzzNewGrammar(f *testing.F) {
	f.Add("gateway", "key", "bedrock", "gateway", "aws")
	f.Add("seat", "host-subscription", "co-pilot", "seat", "gh")
	f.Add("K", "key", "k", "k", "k:")
	f.Add("", "", "", "", "")
	f.Fuzz(func(t *testing.T, mode, access, vendor, offered, provider string) {
		words := modelsel.Vocabulary{
			Modes: []modelsel.ModeSpec{{Mode: modelsel.Mode(mode), Access: modelsel.Access(access)}},
			Vendors: []modelsel.VendorSpec{{
				Vendor:     modelsel.Vendor(vendor),
				Transports: map[modelsel.Mode]modelsel.Provider{modelsel.Mode(offered): modelsel.Provider(provider)},
			}},
		}
		g, err := modelsel.NewGrammar(words)
		if err != nil {
			assert.NotEmpty(t, modelsel.ReasonOf(err))
			assert.True(t, utf8.ValidString(err.Error()))
			assert.Empty(t, g.Vocabulary().Modes)
			return
		}
		s, err := g.Parse(strings.ToUpper(mode) + ":" + strings.ToUpper(vendor) + ":a:B/c")
		require.NoError(t, err)
		assert.Equal(t, mode+":"+vendor+":a:B/c", s.String())
		assert.Equal(t, modelsel.Provider(provider), g.Transport(s))
		_, err = g.Parse("x" + s.String())
		assert.Error(t, err)
	})
}

// FuzzTier reads any text as a tier: it is one of the three, or nothing changes.
func FuzzTier(f *testing.F) {
	for _, text := range []string{"l1", "l2", "l3", "l4", "L1", "", "l1 ", "tier(0)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var tier modelsel.Tier
		if err := tier.UnmarshalText([]byte(text)); err != nil {
			require.ErrorIs(t, err, modelsel.ErrTier)
			assert.Zero(t, tier)
			return
		}
		back, err := tier.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, text, string(back))
	})
}
