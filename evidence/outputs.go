package evidence

import (
	"math/bits"
	"unicode/utf8"

	"github.com/handfast-go/handfast/internal/wholetoken"
)

// outputs are the recorded outputs of one command.
type outputs struct {
	runs []int // those that kept one, in order

	// What may excuse a quote that is not found (E-9).
	unkept, truncated, redacted bool

	searched bool
	words    *signature
}

// outputsOf collects the outputs of a command, once.
func (ix *recordIndex) outputsOf(command string) *outputs {
	if known := ix.outputs[command]; known != nil {
		return known
	}
	o := &outputs{}
	for i := ix.commands[command].first; i >= 0; i = ix.next[i] {
		run := &ix.runs[i]
		if !run.Kept {
			o.unkept = true
			continue
		}
		o.runs = append(o.runs, i)
		o.truncated = o.truncated || run.Truncated
		o.redacted = o.redacted || ix.redacted(i)
	}
	if ix.outputs == nil {
		ix.outputs = map[string]*outputs{}
	}
	ix.outputs[command] = o
	return o
}

// manyRuns is from how many runs on a second quote of the same command is
// worth a signature.
const manyRuns = 64

// candidates calls visit with the runs whose output may hold q, in order, until
// visit says to stop. A turn may hold thousands of runs of one command and
// hundreds of quotes of it; so from the second quote on, runs that lack a word
// of the quote are left out without a look at their output.
func (o *outputs) candidates(ix *recordIndex, q quote, visit func(run int) bool) {
	if len(o.runs) < manyRuns || !o.searched {
		o.searched = true
		for _, i := range o.runs {
			if !visit(i) {
				return
			}
		}
		return
	}
	if o.words == nil {
		o.words = newSignature(len(o.runs))
		for at, i := range o.runs {
			o.words.add(at, ix.comparable(i))
		}
	}
	for block, set := range o.words.holding(q) {
		for ; set != 0; set &= set - 1 {
			if !visit(o.runs[block*64+bits.TrailingZeros64(set)]) {
				return
			}
		}
	}
}

// signature tells which of many outputs cannot hold a word: for each value of
// a small hash, one bit for each output that holds a word of that hash.
type signature struct {
	outputs int
	blocks  int // of 64 outputs
	rows    []uint64
}

// signatureRows makes the rows half as large as the outputs they stand for,
// and leaves a few outputs in a hundred that lack the word after all.
const signatureRows = 2048

func newSignature(outputs int) *signature {
	blocks := (outputs + 63) / 64
	return &signature{outputs: outputs, blocks: blocks, rows: make([]uint64, blocks*signatureRows)}
}

func (s *signature) row(word string) []uint64 {
	const offset, prime = 14695981039346656037, 1099511628211 // FNV-1a
	hash := uint64(offset)
	for i := range len(word) {
		hash = (hash ^ uint64(word[i])) * prime
	}
	at := int((hash>>32^hash)%signatureRows) * s.blocks
	return s.rows[at : at+s.blocks]
}

func (s *signature) add(output int, text string) {
	for {
		var word string
		if word, text = nextWord(text); word == "" {
			return
		}
		s.row(word)[output/64] |= 1 << (output % 64)
	}
}

// holding returns a bit for each output that may hold q. Fragments stand on
// whole-token boundaries, so each word of q must be a word of the output.
func (s *signature) holding(q quote) []uint64 {
	set := make([]uint64, s.blocks)
	for i := range set {
		set[i] = ^uint64(0)
	}
	if rest := s.outputs % 64; rest > 0 {
		set[s.blocks-1] = 1<<rest - 1
	}
	text := q.text
	for {
		var word string
		if word, text = nextWord(text); word == "" {
			return set
		}
		left := uint64(0)
		for i, row := range s.row(word) {
			set[i] &= row
			left |= set[i]
		}
		if left == 0 {
			return nil
		}
	}
}

// nextWord takes the first word off text, "" at the end.
func nextWord(text string) (word, rest string) {
	start, at := -1, 0
	for at < len(text) {
		r, size := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[at:])
		}
		if wholetoken.Word(r) {
			if start < 0 {
				start = at
			}
		} else if start >= 0 {
			break
		}
		at += size
	}
	if start < 0 {
		return "", ""
	}
	return text[start:at], text[at:]
}
