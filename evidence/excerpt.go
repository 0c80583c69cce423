package evidence

import (
	"strings"

	"github.com/handfast-go/handfast/internal/wholetoken"
)

// quote is an excerpt in the form in which it is compared: reduced as outputs
// are, and single-spaced.
type quote struct{ text string }

func newQuote(excerpt string) quote {
	return quote{collapseSpace(reduceTerminal(excerpt))}
}

// nextFragment takes the first fragment off text: what stands before the next
// elision that is not only white space. Three dots are an elision and a fourth
// is text; so is the character for three dots. It returns "" at the end.
func nextFragment(text string) (fragment, rest string) {
	for text != "" {
		fragment, text = cutElision(text)
		if fragment = strings.TrimSpace(fragment); fragment != "" {
			return fragment, text
		}
	}
	return "", ""
}

func cutElision(text string) (before, after string) {
	from := 0
	for {
		at := strings.IndexAny(text[from:], ".…")
		if at < 0 {
			return text, ""
		}
		at += from
		for _, elision := range [...]string{"...", "…"} {
			if rest, found := strings.CutPrefix(text[at:], elision); found {
				return text[:at], rest
			}
		}
		from = at + 1
	}
}

// empty reports whether the quote holds nothing but white space and elisions.
func (q quote) empty() bool {
	fragment, _ := nextFragment(q.text)
	return fragment == ""
}

// in reports whether the fragments of q stand in output in order, none
// overlapping, each on whole-token boundaries (E-9). output is single-spaced;
// cut says that more was shown than it holds. reached is where in output the
// last fragment that was found ends.
//
// Taking the first place for each fragment finds a match when there is one: a
// later place leaves less for the rest. Fragments that were found cost what
// they pass over, and the first that is not found ends the search, so the cost
// is linear in output and quote, however many elisions there are.
func (q quote) in(output string, cut bool) (found bool, reached int) {
	for rest := q.text; ; {
		var fragment string
		if fragment, rest = nextFragment(rest); fragment == "" {
			return true, reached
		}
		at := wholetoken.Index(output, fragment, reached, wholetoken.Word, cut)
		if at < 0 {
			return false, reached
		}
		reached = at + len(fragment)
	}
}
