package trace_test

import (
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/handfast-go/handfast/trace"
)

func TestCite(t *testing.T) {
	for _, c := range []struct {
		text    string
		limit   int
		chars   int
		preview string
	}{
		{"", 0, 0, ""},
		{"abc", 3, 3, "abc"},
		{"abcd", 3, 4, "abc…"},
		{"日本語", 2, 3, "日本…"},
		{"e\u0301e\u0301", 3, 4, "e\u0301e…"},
		{strings.Repeat("x", 2000), 0, 2000, strings.Repeat("x", 2000)},
		{strings.Repeat("x", 2001), -1, 2001, strings.Repeat("x", 2000) + "…"},
	} {
		got := trace.CiteWithin(trace.Block{ID: "b", Source: trace.SourceSkill, SkillID: "s", Text: c.text}, c.limit)
		assert.Equal(t, trace.Citation{ID: "b", Source: "skill", SkillID: "s", Chars: c.chars, Preview: c.preview}, got, "T-20")
	}
	assert.Equal(t, trace.ContextPreviewChars, strings.Count(trace.Cite(trace.Block{Text: strings.Repeat("x", 5000)}).Preview, "x"), "T-20")
}

func TestCitations(t *testing.T) {
	var c trace.Citations
	a, b := trace.Block{ID: "a", Text: "A"}, trace.Block{ID: "b", Text: "B"}
	ids, fresh := c.Record(a, a)
	assert.Equal(t, []string{"a"}, ids)
	assert.Len(t, fresh, 1)
	ids, fresh = c.Record(b, a)
	assert.Equal(t, []string{"b", "a"}, ids, "T-20: also for what is recorded already")
	assert.Equal(t, []trace.Citation{{ID: "b", Chars: 1, Preview: "B"}}, fresh, "T-20: one for each block")
	ids, fresh = c.Record()
	assert.Empty(t, ids)
	assert.Empty(t, fresh)
	assert.Len(t, c.All(), 2)
}

func TestCitationsConcurrently(t *testing.T) {
	var c trace.Citations
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, id := range []string{"a", "b", "c"} {
				c.Record(trace.Block{ID: id})
			}
		})
	}
	wg.Wait()
	assert.Len(t, c.All(), 3)
}

func TestFold(t *testing.T) {
	assert.Equal(t, "base", trace.Fold("base", nil), "T-20")
	assert.Equal(t, "b\n\n<!-- context source=skill skill=s -->\nt\n\n<!-- context source=coaching -->\n",
		trace.Fold("b", []trace.Block{{Source: trace.SourceSkill, SkillID: "s", Text: "t"}, {Source: trace.SourceCoaching}}), "T-20")
}

func FuzzCite(f *testing.F) {
	f.Add("some text", 4)
	f.Add("\xff\xfe日", 1)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		c := trace.CiteWithin(trace.Block{Text: text}, limit)
		preview, cut := strings.CutSuffix(c.Preview, "…")
		if limit > 0 && utf8.RuneCountInString(preview) > limit && cut || !strings.HasPrefix(text, preview) {
			t.Fatalf("%d: %q", limit, c.Preview)
		}
		if utf8.ValidString(text) && !utf8.ValidString(c.Preview) {
			t.Fatalf("cut inside a character: %q", c.Preview)
		}
	})
}
