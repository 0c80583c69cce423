package vocab

import "iter"

// Distance is the Levenshtein distance of two sequences: the least number of
// insertions, deletions and substitutions that turn a into b. It takes time in
// proportion to len(a)·len(b) and memory in proportion to the shorter one; the
// caller bounds both.
func Distance[T comparable](a, b []T) int {
	if len(a) < len(b) {
		a, b = b, a
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := diagonal
			if x != y {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

const (
	maxTypo = 3  // no suggestion is further away than this
	perTypo = 4  // one edit for so many letters of the declared name
	maxName = 64 // a longer name is no typo of a declared one
)

// Nearest returns the candidate that name is most likely a typo of: the first
// of those at the least distance between folded spellings, when that distance
// is small for the candidate's length. Spelling that only differs in case or
// separators is always close enough. It reports false when nothing is close.
func Nearest(name string, candidates iter.Seq[string]) (string, bool) {
	if len(name) > maxName {
		return "", false
	}
	written := []rune(Fold(name))
	best, found, least := "", false, maxTypo+1
	for candidate := range candidates {
		declared := []rune(Fold(candidate))
		allowed := min(maxTypo, max(1, len(declared)/perTypo), least-1)
		if diff := len(declared) - len(written); diff > allowed || -diff > allowed {
			continue
		}
		if d := Distance(written, declared); d <= allowed {
			best, found, least = candidate, true, d
		}
	}
	return best, found
}
