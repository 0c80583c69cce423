package vocab_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/vocab"
)

func TestFold_C17(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ word, want string }{
		{"self_review", "self_review"},
		{"Self-Review", "self_review"},
		{" self \t-_ review\n", "self_review"},
		{"_command_", "command"},
		{"-_ \u00a0\u0085\u3000", ""},
		{"", ""},
		{"a__b", "a_b"},
		{"none.", "none."},
		{"observation", "observation"},
		{"STRAẞE", "straße"},
		{"Ωhm", "ωhm"},
		{"İ", "i̇"},
		{"ΟΔΟΣ", "οδος"},
		{"x\u200b-y", "x\u200b_y"},
		{"dry\u2010run", "dry\u2010run"}, // another hyphen separates nothing
		{"dry＿run", "dry＿run"},
		{"\x1cnone", "\x1cnone"}, // a control character is no white space
	} {
		assert.Equal(t, c.want, vocab.Fold(c.word), "%q", c.word)
	}
}

func TestEqualASCII_C15(t *testing.T) {
	t.Parallel()
	assert.True(t, vocab.EqualASCII("PaSs", "pass"))
	assert.False(t, vocab.EqualASCII("paſſ", "pass"))
	assert.False(t, vocab.EqualASCII("BLOC\u212aED", "BLOCKED"), "the Kelvin sign is no K")
	assert.False(t, vocab.EqualASCII("[", "{"), "only letters fold")
	word, ok := vocab.OneOf("ERROR", []string{"info", "error"})
	assert.True(t, ok)
	assert.Equal(t, "error", word)
	_, ok = vocab.OneOf("errors", []string{"info", "error"})
	assert.False(t, ok)
}

func TestNearest_C14(t *testing.T) {
	t.Parallel()
	names := []string{"agent_status", "evidence_report", "conclusion", "open_gaps", "key_outputs"}
	for _, c := range []struct{ name, want string }{
		{"key_ouputs", "key_outputs"},
		{"Key-Outputs", "key_outputs"},
		{"OPEN_GAPS", "open_gaps"},
		{"agentstatus", "agent_status"},
		{"evidnce_rport", "evidence_report"},
		{"conclusoin", "conclusion"},
		{"status", ""},
		{"notes", ""},
		{"", ""},
		{strings.Repeat("conclusion", 10), ""},
	} {
		got, ok := vocab.Nearest(c.name, slices.Values(names))
		assert.Equal(t, c.want, got, "%q", c.name)
		assert.Equal(t, c.want != "", ok, "%q", c.name)
	}
	got, ok := vocab.Nearest("gapz", slices.Values([]string{"gaps", "gape"}))
	require.True(t, ok)
	assert.Equal(t, "gaps", got, "of two that are as near the first")
}

// FuzzFold: folding is stable, leaves no separator but single underscores
// inside, and turns no text into an invalid one.
func FuzzFold(f *testing.F) {
	for _, s := range []string{"Self-Review", " _x- y ", "İΣ", "STRAẞE", "a\u0307", "\xff", "none"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		folded := vocab.Fold(s)
		if again := vocab.Fold(folded); again != folded {
			t.Fatalf("%q folds to %q and then to %q", s, folded, again)
		}
		if strings.ContainsAny(folded, " -\t\n\u00a0") || strings.Contains(folded, "__") || strings.Trim(folded, "_") != folded {
			t.Fatalf("%q folds to %q", s, folded)
		}
		if utf8.ValidString(s) && !utf8.ValidString(folded) {
			t.Fatalf("%q folds to invalid %q", s, folded)
		}
		if lower := vocab.Lower(s); utf8.ValidString(s) && vocab.Lower(lower) != lower {
			t.Fatalf("%q lowers to %q, which is not lower", s, lower)
		}
	})
}
