package wholetoken

import (
	"slices"
	"sort"
)

// Set finds many tokens in one text at once. The zero Set has none.
type Set struct {
	// tokens are sorted and distinct, so that those with a common beginning
	// stand side by side: a range of them is a node of a prefix tree.
	tokens []string
}

// NewSet makes a set of the distinct tokens that are not empty.
func NewSet(tokens []string) Set {
	sorted := slices.Clone(tokens)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	if len(sorted) > 0 && sorted[0] == "" {
		sorted = sorted[1:]
	}
	return Set{tokens: sorted}
}

// Len returns the number of tokens.
func (s Set) Len() int { return len(s.tokens) }

// Token returns token i, counted in byte order from 0.
func (s Set) Token(i int) string { return s.tokens[i] }

// Each calls visit for every occurrence of every token, overlapping ones too,
// in the order of their beginnings, until visit returns false. What makes an
// occurrence count is the caller's to say.
//
// The cost is that of the text times its longest run that is also in a token,
// and does not depend on the number of tokens beyond its logarithm. It is
// meant for short texts, where both factors are small, and any number of
// tokens.
func (s Set) Each(text string, visit func(token, start, end int) bool) {
	for start := range len(text) {
		lo, hi := 0, len(s.tokens)
		for depth := 0; lo < hi; depth++ {
			if len(s.tokens[lo]) == depth {
				if !visit(lo, start, start+depth) {
					return
				}
				lo++
			}
			if start+depth == len(text) {
				break
			}
			lo, hi = s.narrow(lo, hi, depth, text[start+depth])
		}
	}
}

// narrow keeps the tokens between lo and hi, all longer than depth and equal
// up to there, that go on with c.
func (s Set) narrow(lo, hi, depth int, c byte) (from, to int) {
	within := s.tokens[lo:hi]
	from = lo + sort.Search(len(within), func(i int) bool { return within[i][depth] >= c })
	within = s.tokens[from:hi]
	to = from + sort.Search(len(within), func(i int) bool { return within[i][depth] > c })
	return from, to
}
