package vocab

import (
	"iter"

	"github.com/handfast-go/handfast/internal/editdistance"
)

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
		if d := editdistance.Of(written, declared); d <= allowed {
			best, found, least = candidate, true, d
		}
	}
	return best, found
}
