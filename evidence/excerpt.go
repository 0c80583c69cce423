package evidence

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/handfast-go/handfast/internal/wholetoken"
)

// comparable returns s in the form in which quotes and outputs are compared:
// reduced to what a terminal shows, single-spaced, and in Unicode NFC, because
// an agent need not spell an accent as the command did.
func comparable(s string) string {
	return norm.NFC.String(collapseSpace(reduceTerminal(s)))
}

// quote is an excerpt in the form in which it is compared.
type quote struct{ text string }

func newQuote(excerpt string) quote { return quote{comparable(excerpt)} }

// fragments are what an excerpt quotes, in order.
type fragments struct {
	list []string
	// whole says that list holds all of them.
	whole bool
}

// fragments cuts q at its elisions. Fragments do not overlap, so those that are
// together longer than limit bytes stand in no text of that length: the list
// ends before the one that passes it, and an excerpt of millions of fragments
// costs no more than the outputs it is compared with.
func (q quote) fragments(limit int) fragments {
	var f fragments
	for rest := q.text; ; {
		var fragment string
		if fragment, rest = nextFragment(rest); fragment == "" {
			f.whole = true
			return f
		}
		if limit -= len(fragment); limit < 0 {
			return f
		}
		f.list = append(f.list, fragment)
	}
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

// in reports whether the fragments stand in output in order, none overlapping,
// each on whole-token boundaries (E-9). output is comparable text; open says
// that more was shown, or may have been, than it holds. reached is where in
// output the last fragment that was found ends.
//
// Taking the first place for each fragment finds a match when there is one: a
// later place leaves less for the rest. Fragments that were found cost what
// they pass over, and the first that is not found ends the search, so the cost
// is linear in output, however many fragments there are.
func (f fragments) in(output string, open bool) (found bool, reached int) {
	for _, fragment := range f.list {
		at := wholetoken.Index(output, fragment, reached, wholetoken.Word, open)
		if at < 0 {
			return false, reached
		}
		reached = at + len(fragment)
	}
	return f.whole, reached
}
