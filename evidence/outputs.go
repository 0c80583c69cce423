package evidence

import (
	"iter"
	"math/bits"
)

// output is what runs of one command showed, in comparable form.
type output struct {
	text string
	run  int // the last run that showed it
	// open says that more was shown, or may have been: the output was cut, or
	// the run went on in the background. A word at its end may go on.
	open bool
}

// outputs are the recorded outputs of one command, each text once: an agent
// decides how often a command runs and how often it is quoted, so what is equal
// must not be compared again.
type outputs struct {
	distinct []output
	longest  int // bytes of the longest text
	last     int // the place in distinct of what the last run showed

	// What may excuse a quote that is not found (E-9).
	unkept, open, redacted bool

	sought map[string]sought // by the text of the quote
	words  *signature
}

// sought is the result of the search for one quote.
type sought struct {
	found bool
	// nearest is the place in distinct of the output that holds most of the
	// quote, and at where in its text that part ends.
	nearest, at int
}

// outputsOf collects the outputs of a command that was run, once.
func (c *check) outputsOf(command string) (*outputs, error) {
	ix := c.index()
	if known := ix.outputs[command]; known != nil {
		return known, nil
	}
	o := &outputs{sought: map[string]sought{}}
	places := map[string]int{}
	for i := ix.commands[command].first; i >= 0; i = ix.next[i] {
		if err := c.step(); err != nil {
			return nil, err
		}
		run := &ix.runs[i]
		if !run.Kept {
			o.unkept = true
			continue
		}
		open := run.Truncated || run.Background
		o.open = o.open || open
		o.redacted = o.redacted || ix.redacted(i)
		// A host may fill a Record by hand, so outputs are reduced here too.
		text := comparable(run.Output)
		at, seen := places[text]
		if !seen {
			at = len(o.distinct)
			places[text] = at
			o.distinct = append(o.distinct, output{text: text, open: true})
			o.longest = max(o.longest, len(text))
		}
		o.distinct[at].run = i
		// Where one run ended with this text, nothing can go on behind it.
		o.distinct[at].open = o.distinct[at].open && open
		o.last = at
	}
	if ix.outputs == nil {
		ix.outputs = map[string]*outputs{}
	}
	ix.outputs[command] = o
	return o, nil
}

// seek looks for a quote in the outputs of its command, once for each text.
func (c *check) seek(o *outputs, q quote) (sought, error) {
	if known, done := o.sought[q.text]; done {
		return known, nil
	}
	f := q.fragments(o.longest)
	s := sought{nearest: o.last}
	for i := range o.candidates(f) {
		if err := c.step(); err != nil {
			return sought{}, err
		}
		found, reached := f.in(o.distinct[i].text, o.distinct[i].open)
		if found || reached > s.at || reached == s.at && o.distinct[i].run > o.distinct[s.nearest].run {
			s = sought{found, i, reached}
		}
		if found {
			break
		}
	}
	o.sought[q.text] = s
	return s, nil
}

// manyOutputs is from how many outputs on a second quote of the same command is
// worth a signature.
const manyOutputs = 64

// candidates yields the outputs that may hold the fragments, in order. A turn
// may hold thousands of outputs of one command and hundreds of quotes of it; so
// from the second quote on, outputs that lack a word of the quote are left out
// without a look at their text.
func (o *outputs) candidates(f fragments) iter.Seq[int] {
	return func(yield func(int) bool) {
		if len(o.distinct) < manyOutputs || len(o.sought) == 0 {
			for i := range o.distinct {
				if !yield(i) {
					return
				}
			}
			return
		}
		if o.words == nil {
			o.words = newSignature(len(o.distinct))
			for i := range o.distinct {
				o.words.add(i, o.distinct[i].text)
			}
		}
		for block, set := range o.words.holding(f) {
			for ; set != 0; set &= set - 1 {
				if !yield(block*64 + bits.TrailingZeros64(set)) {
					return
				}
			}
		}
	}
}
