package wholetoken_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/handfast-go/handfast/internal/wholetoken"
)

func TestIndex(t *testing.T) {
	for _, test := range []struct {
		text, token string
		from        int
		open        bool
		want        int
	}{
		{"15 passed", "5 passed", 0, false, -1},
		{"15 passed 5 passed", "5 passed", 0, false, 10},
		{"a b", "a b", 0, false, 0},
		{"a b", "a b", 0, true, -1},
		{"a b)", "a b)", 0, true, 0},
		{"ab ab", "ab", 1, false, 3},
		{"x", "", 0, false, -1},
		{"", "x", 0, false, -1},
		{"é", "e", 0, false, -1},
		{"日本語 日本", "日本", 0, false, 10},
		{"aa-aa-a", "a-a", 0, false, -1},
		{"ab", "b", 2, false, -1},
		{"-a-a-ab-a-a", "-a-a", 0, false, 0},
		{"-a-ab-a-a", "-a-a", 0, false, 5},
	} {
		got := wholetoken.Index(test.text, test.token, test.from, wholetoken.Word, test.open)
		assert.Equal(t, test.want, got, "%q in %q from %d", test.token, test.text, test.from)
	}
	dotted := func(r rune) bool { return wholetoken.Word(r) || r == '.' }
	assert.Equal(t, -1, wholetoken.Index("1.2.3", "2.3", 0, dotted, false))
	assert.Equal(t, 2, wholetoken.Index("1.2.3", "2.3", 0, wholetoken.Word, false))
}

func TestWord(t *testing.T) {
	for r := range rune(0x3000) {
		want := r == '_' || unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
		assert.Equal(t, want, wholetoken.Word(r), "%U", r)
	}
}

func FuzzIndex(f *testing.F) {
	for _, seed := range [][2]string{{"15 passed", "5 passed"}, {"aa-aa-a b", "aa-a"}, {"-ab-ab-ab-a", "-ab-a"}, {"日本語", "本"}, {"e\u0301", "e"}, {"", ""}} {
		f.Add(seed[0], seed[1], uint8(0), false)
	}
	f.Fuzz(func(t *testing.T, text, token string, from uint8, open bool) {
		if !utf8.ValidString(text) || !utf8.ValidString(token) || int(from) > len(text) {
			return
		}
		got := wholetoken.Index(text, token, int(from), wholetoken.Word, open)
		assert.Equal(t, slowIndex(text, token, int(from), open), got)
	})
}

// slowIndex tries every place.
func slowIndex(text, token string, from int, open bool) int {
	first, _ := utf8.DecodeRuneInString(token)
	last, _ := utf8.DecodeLastRuneInString(token)
	for at := from; token != "" && at+len(token) <= len(text); at++ {
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		rest, found := strings.CutPrefix(text[at:], token)
		after, _ := utf8.DecodeRuneInString(rest)
		switch {
		case !found:
		case wholetoken.Word(first) && at > 0 && wholetoken.Word(before):
		case wholetoken.Word(last) && (rest != "" && wholetoken.Word(after) || rest == "" && open):
		default:
			return at
		}
	}
	return -1
}
