package evidence

import (
	"unicode/utf8"

	"github.com/handfast-go/handfast/internal/wholetoken"
)

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

// holding returns a bit for each output that may hold the fragments. These
// stand on whole-token boundaries, so each of their words must be a word of the
// output.
func (s *signature) holding(f fragments) []uint64 {
	set := make([]uint64, s.blocks)
	for i := range set {
		set[i] = ^uint64(0)
	}
	if rest := s.outputs % 64; rest > 0 {
		set[s.blocks-1] = 1<<rest - 1
	}
	for _, text := range f.list {
		for {
			var word string
			if word, text = nextWord(text); word == "" {
				break
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
	return set
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
