package wholetoken_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/wholetoken"
)

// place is one occurrence.
type place struct {
	start int
	token string
}

// slowPlaces finds every occurrence by trying every token at every offset.
func slowPlaces(text string, tokens []string) []place {
	tokens = slices.Compact(slices.Sorted(slices.Values(tokens)))
	var found []place
	for start := range len(text) {
		for _, token := range tokens {
			if token != "" && strings.HasPrefix(text[start:], token) {
				found = append(found, place{start, token})
			}
		}
	}
	return found
}

func places(t *testing.T, text string, tokens []string) []place {
	t.Helper()
	set := wholetoken.NewSet(tokens)
	var found []place
	set.Each(text, func(token, start, end int) bool {
		require.Equal(t, set.Token(token), text[start:end])
		found = append(found, place{start, text[start:end]})
		return true
	})
	return found
}

func TestSet(t *testing.T) {
	for _, c := range []struct {
		text   string
		tokens []string
	}{
		{"", nil},
		{"abc", nil},
		{"", []string{"a"}},
		{"abc", []string{"", "abc"}},
		{"aaaa", []string{"a", "aa", "aaa", "aaaaa", "a"}},
		{"she sells", []string{"she", "he", "sells", "ells", "s"}},
		{"naïve n\u0301", []string{"ï", "\u0301", "n"}},
	} {
		assert.Equal(t, slowPlaces(c.text, c.tokens), places(t, c.text, c.tokens), "%q in %q", c.tokens, c.text)
	}
}

func TestSetStops(t *testing.T) {
	visits := 0
	wholetoken.NewSet([]string{"a"}).Each("aaa", func(int, int, int) bool {
		visits++
		return visits < 2
	})
	assert.Equal(t, 2, visits)
}

func FuzzSet(f *testing.F) {
	f.Add("aaaa", "a,aa,aaab")
	f.Add("she sells", "she,he,s")
	f.Fuzz(func(t *testing.T, text, list string) {
		tokens := strings.Split(list, ",")
		require.Equal(t, slowPlaces(text, tokens), places(t, text, tokens))
	})
}

func TestFind(t *testing.T) {
	all := func(int, int) bool { return true }
	assert.False(t, wholetoken.Find("abc", "", all))
	assert.False(t, wholetoken.Find("ab", "abc", all))
	assert.True(t, wholetoken.Find("xabc", "abc", all))
	var starts []int
	assert.False(t, wholetoken.Find("aaaa", "aa", func(start, end int) bool {
		assert.Equal(t, start+2, end)
		starts = append(starts, start)
		return false
	}))
	assert.Equal(t, []int{0, 1, 2}, starts, "overlapping ones too")
}
