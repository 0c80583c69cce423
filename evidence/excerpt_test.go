package evidence

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"golang.org/x/text/unicode/norm"
)

func TestExcerpt_E9(t *testing.T) {
	for _, test := range []struct {
		name, excerpt, output string
		cut, want             bool
	}{
		{"whole token", "5 passed", "15 passed", false, false},
		{"behind punctuation", "5 passed", "(5 passed)", false, true},
		{"before a letter", "15 pass", "15 passed", false, false},
		{"before a mark", "cafe", "cafe\u0301", false, false},
		{"before an underscore", "go", "go_test", false, false},
		{"before a digit", "2.3", "2.31s", false, false},
		{"ends between words", "2.", "2.31s", false, true},
		{"letters without case", "日本", "日本語", false, false},
		{"later place", "5 passed", "15 passed, 5 passed", false, true},
		{"later place behind many", "aa-a", "aa-aa-aa-aa-a b", false, true},
		{"overlapping", "a a", "xa a a", false, true},
		{"white space", "a \n b", "a\t\tb", false, true},
		{"white space is needed", "a b", "ab", false, false},
		{"no white space is invented", "ab", "a b", false, false},
		{"no-break space", "a b", "a\u00a0b", false, true},
		{"elision", "a...b", "a x b", false, true},
		{"elision without spaces", "foo...bar", "foobar", false, false},
		{"ellipsis", "a…b", "a b", false, true},
		{"order", "b ... a", "a b", false, false},
		{"fragments do not overlap", "a b ... b c", "a b c", false, false},
		{"fourth dot", "a....", "a x.", false, true},
		{"fourth dot missing", "a....", "a", false, false},
		{"two dots are text", "a..b", "a b", false, false},
		{"elisions around", "... a ... ", "a", false, true},
		{"dots that were shown", "./... ok", "test ./... ok", false, true},
		{"word at the cut", "abc", "x abc", true, false},
		{"word at the cut, earlier too", "abc", "abc abc", true, true},
		{"punctuation at the cut", "abc)", "x abc)", true, true},
		{"longer than the output", strings.Repeat("a", 50), "aaa", false, false},
		{"the output itself", "a b c", "a b c", false, true},
		{"decomposed quote", "cafe\u0301 ok", "café ok", false, true},
		{"decomposed output", "café ok", "cafe\u0301 ok", false, true},
		{"marks in another order", "a\u0323\u0301", "a\u0301\u0323", false, true},
		{"compatibility forms differ", "fi", "ﬁ", false, false},
		{"more fragments than the output has room for", "a ... a ... a", "a a", false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, _ := findExcerpt(test.excerpt, test.output, test.cut)
			assert.Equal(t, test.want, found)
			assert.Equal(t, test.want, slowExcerpt(test.excerpt, test.output, test.cut), "the reference disagrees")
		})
	}
}

// findExcerpt searches one output as Check does.
func findExcerpt(excerpt, output string, cut bool) (found bool, reached int) {
	text := comparable(output)
	return newQuote(excerpt).fragments(len(text)).in(text, cut)
}

// slowExcerpt is the rule of E-9 as it reads: it tries every place for every
// fragment.
func slowExcerpt(excerpt, output string, cut bool) bool {
	var fragments []string
	for part := range strings.SplitSeq(norm.NFC.String(slowCollapse(excerpt)), "…") {
		for fragment := range strings.SplitSeq(part, "...") {
			if fragment = strings.TrimSpace(fragment); fragment != "" {
				fragments = append(fragments, fragment)
			}
		}
	}
	return slowPlaces(fragments, norm.NFC.String(slowCollapse(output)), 0, cut)
}

// controls are what the terminal reduction acts on; it has a test of its own.
func controls(r rune) bool { return unseen(r) || strings.ContainsRune("\x1b\r\b\u009b", r) }

func slowCollapse(s string) string {
	var b strings.Builder
	for i, r := range s {
		if !unicode.IsSpace(r) {
			b.WriteRune(r)
		} else if before, _ := utf8.DecodeLastRuneInString(s[:i]); i == 0 || !unicode.IsSpace(before) {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func slowPlaces(fragments []string, output string, from int, cut bool) bool {
	if len(fragments) == 0 {
		return true
	}
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '_' }
	fragment := fragments[0]
	for at := from; at+len(fragment) <= len(output); at++ {
		end := at + len(fragment)
		if output[at:end] != fragment {
			continue
		}
		first, _ := utf8.DecodeRuneInString(fragment)
		last, _ := utf8.DecodeLastRuneInString(fragment)
		before, _ := utf8.DecodeLastRuneInString(output[:at])
		after, _ := utf8.DecodeRuneInString(output[end:])
		starts := !word(first) || at == 0 || !word(before)
		ends := !word(last) || end < len(output) && !word(after) || end == len(output) && !cut
		if starts && ends && slowPlaces(fragments[1:], output, end, cut) {
			return true
		}
	}
	return false
}

func FuzzExcerpt(f *testing.F) {
	for _, seed := range [][2]string{
		{"5 passed", "15 passed"}, {"a ... b…c", "a b c"}, {"a....", "a."}, {"aa-a", "aa-aa-aa-a b"}, {"日本", "日本 語"}, {"é", "e\u0301 é"}, {"...", "x"}, {"a\u00a0b", "a b"},
	} {
		f.Add(seed[0], seed[1], true)
		f.Add(seed[0], seed[1], false)
	}
	f.Fuzz(func(t *testing.T, excerpt, output string, cut bool) {
		if len(excerpt) > 60 || len(output) > 80 {
			return // the reference is exponential
		}
		if !utf8.ValidString(excerpt) || !utf8.ValidString(output) || strings.ContainsFunc(excerpt+output, controls) {
			return
		}
		found, reached := findExcerpt(excerpt, output, cut)
		assert.Equal(t, slowExcerpt(excerpt, output, cut), found, "%q in %q", excerpt, output)
		text := comparable(output)
		assert.LessOrEqual(t, reached, len(text))
		q := newQuote(excerpt)
		if q.empty() {
			assert.True(t, found)
		}
		// What a signature leaves out must not hold the quote.
		words := newSignature(1)
		words.add(0, text)
		if set := words.holding(q.fragments(len(text))); found {
			assert.NotEmpty(t, set)
			assert.Equal(t, uint64(1), set[0])
		}
	})
}

// TestExcerptCost_E14 compares quotes that are built to be expensive. The test
// ends because the cost is linear; with a quadratic search it would not.
func TestExcerptCost_E14(t *testing.T) {
	const n = 1 << 18
	for name, test := range map[string]struct{ excerpt, output string }{
		"elisions":           {strings.Repeat("a...", n), strings.Repeat("a ", 250)},
		"elisions only":      {strings.Repeat("...", n), "x"},
		"a long excerpt":     {strings.Repeat("lorem ipsum ", n/4), strings.Repeat("lorem ipsum ", 40)},
		"rejected each time": {strings.Repeat("-ab", n/8) + "-a", strings.Repeat("-ab", n/2)},
		"word at each place": {"a a a a a a a b", strings.Repeat("a ", n)},
		"erased lines":       {strings.Repeat("x", n) + strings.Repeat("\x1b[2Ky\b", n/4), "y"},
		"rewound lines":      {strings.Repeat("x", n) + strings.Repeat("\ry\x1b[K", n/4), "y"},
		"open tags":          {strings.Repeat("<b ", n), "x"},
		"dressed words":      {strings.Repeat("`<b>A='1' ", n/4), "x"},
		"marks":              {"e" + strings.Repeat("\u0301", n/4), strings.Repeat("e\u0301", 250)},
		"broken sequences":   {strings.Repeat("\u009b\x00", n), "x"},
	} {
		t.Run(name, func(t *testing.T) {
			_, reached := findExcerpt(test.excerpt, test.output, false)
			assert.LessOrEqual(t, reached, len(test.output))
			assert.False(t, IsVerdict(test.excerpt))
			assert.False(t, runnable(test.excerpt, nil))
			_ = canonicalCommand(test.excerpt)
		})
	}
}
