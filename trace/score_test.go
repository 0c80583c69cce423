package trace_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/trace"
)

func names(s string) []string { return strings.Fields(s) }

func TestSimilarity(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"", "", 1},
		{"", "a", 0},
		{"a b", "a b", 1},
		{"a b c d", "a b", 0.5},
		{"a b", "c d", 0},
		{"ab", "a b", 0},
	} {
		assert.InDelta(t, c.want, trace.Similarity(names(c.a), names(c.b)), 1e-12, "T-17: %q, %q", c.a, c.b)
		assert.InDelta(t, c.want, trace.Similarity(names(c.b), names(c.a)), 1e-12, "T-17: %q, %q", c.b, c.a)
	}
}

func TestScoreAgainst(t *testing.T) {
	assert.Equal(t, trace.Score{ObservedLen: 2, LengthRatio: 2}, trace.ScoreAgainst(names("a b"), nil), "T-17: no samples")
	assert.Equal(t,
		trace.Score{Score: 0.5, ObservedLen: 2, PredictedLen: 2.5, NearestLen: 4, LengthRatio: 0.8, SampleSize: 2},
		trace.ScoreAgainst(names("a b"), [][]string{names("c"), names("a b c d")}), "T-17: an even number of samples")
	assert.Equal(t,
		trace.Score{Score: 0, ObservedLen: 1, PredictedLen: 2, NearestLen: 1, LengthRatio: 0.5, SampleSize: 3},
		trace.ScoreAgainst(names("a"), [][]string{names("b"), names("c d"), names("c d e")}), "T-17: the first of equals is the nearest")
}

func TestReference(t *testing.T) {
	signature := func(run, execution, skill string, completed, credited bool, elements string) trace.Signature {
		return trace.Signature{
			RunID: run, ExecutionID: execution, Key: trace.Key{L1Name: "M", SkillID: skill},
			Completed: completed, Credited: credited, Elements: names(elements),
		}
	}
	ref := trace.Reference{PerKey: 3}
	assert.Empty(t, ref.Keys())
	assert.Zero(t, ref.Len())
	ref.Add([]trace.Signature{
		signature("1", "a", "s", true, true, "w"),
		signature("1", "prefix", "s", false, true, "w"),
		signature("1", "uncredited", "s", true, false, "w"),
		signature("1", "b", "", true, true, "w"),
	})
	ref.Add([]trace.Signature{signature("2", "c", "s", true, true, "w r"), signature("2", "d", "s", true, true, "w r")})
	assert.Equal(t, []string{"M::*", "M::s"}, ref.Keys())
	assert.Equal(t, 2, ref.Runs())
	assert.Equal(t, 4, ref.Len())

	score, ok := ref.Judge(signature("3", "x", "s", true, false, "w r"))
	assert.True(t, ok)
	assert.InDelta(t, 1, score.Score, 0)
	assert.Equal(t, 3, score.SampleSize)
	_, ok = ref.Judge(signature("2", "d", "s", true, true, "w r"))
	assert.False(t, ok, "T-17: an execution is no sample of itself, and two are too few")
	_, ok = ref.Judge(signature("3", "x", "", true, false, "w"))
	assert.False(t, ok, "T-17: too few samples")
	_, ok = ref.Judge(signature("3", "x", "unheard of", true, false, "w"))
	assert.False(t, ok)

	ref.Add([]trace.Signature{signature("3", "e", "s", true, true, "w")})
	kept := ref.Signatures("M::s")
	require.Len(t, kept, 3)
	assert.Equal(t, "c", kept[0].ExecutionID, "T-17: the newest stay, oldest first")
	assert.Equal(t, "e", kept[2].ExecutionID)

	var standard trace.Reference
	for range 30 {
		standard.Add([]trace.Signature{signature("r", "x", "s", true, true, "w")})
	}
	assert.Equal(t, trace.MaxPerKey, standard.Len(), "T-17")
}

// TestReferenceOwnsItsNames: a caller who changes a signature later changes no
// sample.
func TestReferenceOwnsItsNames(t *testing.T) {
	var ref trace.Reference
	elements := names("a b")
	ref.Add([]trace.Signature{{Key: trace.Key{L1Name: "M"}, Completed: true, Credited: true, Elements: elements}})
	elements[0] = "z"
	assert.Equal(t, names("a b"), ref.Signatures("M::*")[0].Elements)
}

func TestCollapse(t *testing.T) {
	for _, c := range []struct {
		names []string
		limit int
		want  string
	}{
		{nil, 0, ""},
		{names("a a b a"), 0, "a×2 › b › a"},
		{names("aa aa b"), 8, "aa×2 › b"},
		{names("aa aa b"), 7, "aa×2 ›…"},
		{names("aa aa b"), 1, "…"},
		{[]string{""}, 0, ""},
		{[]string{"日本語"}, 2, "日…"},
	} {
		assert.Equal(t, c.want, trace.Collapse(c.names, c.limit), "T-18")
	}
	long := trace.Collapse([]string{strings.Repeat("é", 1000)}, -1)
	assert.Equal(t, trace.CollapsedChars, utf8.RuneCountInString(long), "T-18")
	assert.Equal(t, "a×1000000", trace.Collapse(slicesRepeat("a", 1_000_000), 0))
}

func slicesRepeat(name string, n int) []string {
	out := make([]string, n)
	for k := range out {
		out[k] = name
	}
	return out
}

func FuzzCollapse(f *testing.F) {
	f.Add("a a b", 4)
	f.Add("é\xff\xfe ü", 2)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		if got := trace.Collapse(strings.Split(text, " "), limit); limit > 0 && utf8.RuneCountInString(got) > limit {
			t.Fatalf("%d characters of %d: %q", utf8.RuneCountInString(got), limit, got)
		}
	})
}
