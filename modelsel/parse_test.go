package modelsel_test

import (
	"errors"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/modelsel"
)

// pair is a line of testdata/pairs.txt.
type pair struct {
	name, grammar, text  string
	mode, vendor, model  string
	reason, offered      string
	refused, hintOffered bool
}

func readPairs(tb testing.TB) []pair {
	tb.Helper()
	data, err := os.ReadFile("testdata/pairs.txt")
	require.NoError(tb, err)
	var pairs []pair
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		words := splitWords(tb, line)
		require.GreaterOrEqual(tb, len(words), 5, "line %d", i+1)
		p := pair{name: words[0] + " line " + strconv.Itoa(i+1), grammar: words[1], text: words[2]}
		switch words[3] {
		case "=":
			require.Len(tb, words, 7, "line %d", i+1)
			p.mode, p.vendor, p.model = words[4], words[5], words[6]
		case "!":
			p.refused, p.reason = true, words[4]
			if len(words) > 5 {
				require.Len(tb, words, 7, "line %d", i+1)
				require.Equal(tb, "?", words[5], "line %d", i+1)
				p.hintOffered, p.offered = true, words[6]
			}
		default:
			tb.Fatalf("line %d has neither = nor !", i+1)
		}
		pairs = append(pairs, p)
	}
	require.NotEmpty(tb, pairs)
	return pairs
}

// splitWords splits at spaces and reads Go strings.
func splitWords(tb testing.TB, line string) []string {
	tb.Helper()
	var words []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if line[0] != '"' {
			word, rest, _ := strings.Cut(line, " ")
			words, line = append(words, word), rest
			continue
		}
		quoted, err := strconv.QuotedPrefix(line)
		require.NoError(tb, err, line)
		word, err := strconv.Unquote(quoted)
		require.NoError(tb, err, line)
		words, line = append(words, word), line[len(quoted):]
	}
	return words
}

// TestPairs runs the grammar's table: what a text reads as, why it is refused,
// and what is offered instead.
func TestPairs(t *testing.T) {
	grammars := map[string]modelsel.Grammar{"default": modelsel.Default(), "gateway": gateway(t), "empty": {}}
	for _, p := range readPairs(t) {
		t.Run(p.name, func(t *testing.T) {
			g, found := grammars[p.grammar]
			require.True(t, found, p.grammar)
			s, err := g.Parse(p.text)
			if !p.refused {
				require.NoError(t, err)
				assert.Equal(t, p.mode, string(s.Mode()))
				assert.Equal(t, p.vendor, string(s.Vendor()))
				assert.Equal(t, p.model, s.Model())
				assert.Equal(t, p.mode+":"+p.vendor+":"+p.model, s.String())
				return
			}
			assert.Zero(t, s)
			var refused *modelsel.ParseError
			require.ErrorAs(t, err, &refused)
			assert.Equal(t, p.reason, string(refused.Reason))
			assert.Equal(t, p.offered, refused.Hint())
			if p.hintOffered {
				meant, err := g.Parse(refused.Hint())
				require.NoError(t, err)
				assert.Equal(t, refused.Hint(), meant.String())
			}
		})
	}
}

// TestParseErrorText_M2 holds what a message shows, and that what may be a key
// is not in it.
func TestParseErrorText_M2(t *testing.T) {
	for _, c := range []struct {
		name, text string
		has, hides []string
	}{
		{"the source and the grammar", "x", []string{"PIN_1", "<mode>:<vendor>:<model>", "api, sub or own", "anthropic, openai, zai or ollama"}, nil},
		{"a key alone", "sk-ant-api03-SECRET", nil, []string{"SECRET", "sk-ant"}},
		{"a key as the mode", "SECRET:openai:x", []string{"mode is unknown"}, []string{"SECRET"}},
		{"a key as the vendor", "api:SECRET:x", []string{"vendor is unknown"}, []string{"SECRET"}},
		{"a key behind an unknown vendor", "api:bedrock:SECRET", nil, []string{"SECRET", "bedrock"}},
		{"a key behind a vendor", "openai:SECRET", []string{`did you mean "api:openai:<model>"?`}, []string{"SECRET"}},
		{"a key behind spaces", "api: openai:SECRET", []string{`did you mean "api:openai:<model>"?`}, []string{"SECRET"}},
		{"mode and vendor known", "SUB:zai:glm-5", []string{`"sub:zai:glm-5"`, "zai is not offered as sub", `did you mean "api:zai:glm-5"?`}, nil},
		{"no model", "api:zai: ", []string{`"api:zai:`, "model is missing"}, nil},
		{"a model of control characters", "sub:zai:\x1b[31m\n", []string{`\x1b[31m`}, []string{"\x1b", "\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := modelsel.Parse(c.text, modelsel.From("PIN_1"))
			require.Error(t, err)
			for _, part := range append(c.has, "PIN_1") {
				assert.Contains(t, err.Error(), part)
			}
			for _, part := range c.hides {
				assert.NotContains(t, err.Error(), part)
			}
		})
	}
	_, err := modelsel.Parse("sub:zai:" + strings.Repeat("é", 1<<20))
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 1000, "a message stays short")
	var refused *modelsel.ParseError
	require.ErrorAs(t, err, &refused)
	assert.Empty(t, refused.Hint(), "what could not be stored is not offered")
	_, err = modelsel.Grammar{}.Parse("a:b:c")
	assert.ErrorContains(t, err, "the mode (none)")
}

// TestSelector_M2 holds the identity of selectors: one choice is one value.
func TestSelector_M2(t *testing.T) {
	a, b := parse(t, " API:OpenAI:gpt-4o\n"), parse(t, "api:openai:gpt-4o")
	assert.Equal(t, a, b)
	perAccount := map[modelsel.Selector]int{a: 1, parse(t, "sub:openai:gpt-4o"): 2, parse(t, "api:openai:GPT-4o"): 3}
	assert.Len(t, perAccount, 3)
	assert.Equal(t, 1, perAccount[b])

	var zero modelsel.Selector
	assert.True(t, zero.IsZero())
	assert.False(t, a.IsZero())
	assert.Empty(t, zero.String())
	assert.False(t, modelsel.Default().Has(zero))
	assert.True(t, modelsel.Default().Has(a))
	assert.False(t, gateway(t).Has(a))
}

// TestMarshal_M1 holds what can be stored.
func TestMarshal_M1(t *testing.T) {
	const head = "api:zai:"
	for _, c := range []struct {
		name, text string
		reason     modelsel.Reason
	}{
		{"ordinary", "api:ollama:qwen3:4b", ""},
		{"200 characters", head + strings.Repeat("é", modelsel.MaxText-len(head)), ""},
		{"201 characters", head + strings.Repeat("é", modelsel.MaxText-len(head)+1), modelsel.ReasonTooLong},
		{"not UTF-8", head + "a\xffb", modelsel.ReasonNotUTF8},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := parse(t, c.text)
			text, err := s.MarshalText()
			assert.Equal(t, c.reason, modelsel.ReasonOf(err))
			if c.reason != "" {
				var refused *modelsel.SelectorError
				require.ErrorAs(t, err, &refused)
				assert.Equal(t, s, refused.Selector)
				assert.Less(t, len(err.Error()), 1200)
				return
			}
			var back modelsel.Selector
			require.NoError(t, back.UnmarshalText(text))
			assert.Equal(t, s, back)
		})
	}
	_, err := modelsel.Selector{}.MarshalText()
	assert.Equal(t, modelsel.ReasonUnset, modelsel.ReasonOf(err))
}

// TestUnmarshal_M2 holds that a refused text changes nothing.
func TestUnmarshal_M2(t *testing.T) {
	s := parse(t, "api:zai:x")
	require.Error(t, s.UnmarshalText([]byte("zai:y")))
	assert.Equal(t, "api:zai:x", s.String())

	v := modelsel.Value{Grammar: gateway(t)}
	require.NoError(t, v.UnmarshalText([]byte("GATEWAY:vertex:gemini")))
	require.Error(t, v.Set("api:openai:x"))
	assert.Equal(t, "gateway:vertex:gemini", v.String())
	text, err := v.MarshalText()
	require.NoError(t, err)
	assert.Equal(t, v.String(), string(text))

	closed := modelsel.Value{}
	assert.Equal(t, modelsel.ReasonMode, modelsel.ReasonOf(closed.Set("api:openai:x")), "the zero grammar reads nothing")
}

// TestFlags_M2 holds that both kinds of flag work.
func TestFlags_M2(t *testing.T) {
	var s modelsel.Selector
	v := modelsel.Value{Grammar: gateway(t)}
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(new(strings.Builder))
	flags.TextVar(&s, "model", modelsel.Selector{}, "")
	flags.Var(&v, "gate", "")
	require.NoError(t, flags.Parse([]string{"-model", "sub:openai:x", "-gate", "seat:copilot:y"}))
	assert.Equal(t, "sub:openai:x", s.String())
	assert.Equal(t, "seat:copilot:y", v.Selector.String())
	require.Error(t, flags.Parse([]string{"-model", "openai:x"}))
	flags.PrintDefaults() // asks the zero values for their text
}

func TestReasonOf(t *testing.T) {
	_, err := modelsel.Parse("sub:zai:x")
	assert.Equal(t, modelsel.ReasonSubscription, modelsel.ReasonOf(errors.Join(errors.New("first"), err)))
	assert.Empty(t, modelsel.ReasonOf(nil))
	assert.Empty(t, modelsel.ReasonOf(errors.New("vendor")))
	assert.Empty(t, modelsel.ReasonOf(&modelsel.LedgerError{}))
}
