package trace

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handfast-go/handfast/internal/editdistance"
)

// MinSamples is the number of reference signatures below which Judge gives no
// score.
const MinSamples = 3

// Score says how much an execution resembles the ones that were credited before.
// It is a hint about the way the work took, and no verdict on its result.
type Score struct {
	// Score is the similarity to the nearest sample, from 0 to 1, and 0 when
	// there is no sample.
	Score float64
	// ObservedLen is the number of element names that were observed,
	// PredictedLen the median number in the samples, and NearestLen that in the
	// nearest sample, the first of several.
	ObservedLen  int
	PredictedLen float64
	NearestLen   int
	// LengthRatio is ObservedLen in PredictedLen, which counts as 1 at least.
	LengthRatio float64
	// SampleSize is the number of samples.
	SampleSize int
}

// Similarity is 1 minus the edit distance of two lists of element names over the
// longer length: 1 for equal lists, of which two empty ones are a case, and 0
// for lists that have nothing in common. It takes time in proportion to
// len(a)·len(b).
func Similarity(a, b []string) float64 {
	longer := max(len(a), len(b))
	if longer == 0 {
		return 1
	}
	return 1 - float64(editdistance.Of(a, b))/float64(longer)
}

// ScoreAgainst compares observed element names with the samples of one key.
func ScoreAgainst(observed []string, samples [][]string) Score {
	s := Score{ObservedLen: len(observed), SampleSize: len(samples)}
	lengths := make([]int, len(samples))
	for k, sample := range samples {
		lengths[k] = len(sample)
		if similarity := Similarity(observed, sample); k == 0 || similarity > s.Score {
			s.Score, s.NearestLen = similarity, len(sample)
		}
	}
	s.PredictedLen = median(lengths)
	s.LengthRatio = float64(len(observed)) / max(s.PredictedLen, 1)
	return s
}

func median(lengths []int) float64 {
	if len(lengths) == 0 {
		return 0
	}
	slices.Sort(lengths)
	middle := len(lengths) / 2
	if len(lengths)%2 == 1 {
		return float64(lengths[middle])
	}
	return float64(lengths[middle-1]+lengths[middle]) / 2
}

// CollapsedChars is the number of characters that Collapse writes by default.
const CollapsedChars = 400

// Collapse writes element names on one line, for people: repeats as name×3, the
// rest joined by ›. A line of more than limit characters (Unicode code points;
// CollapsedChars when limit is not positive) is cut to that many, the last of
// them an ellipsis.
func Collapse(names []string, limit int) string {
	if limit <= 0 {
		limit = CollapsedChars
	}
	var b strings.Builder
	chars := 0
	write := func(s string) {
		chars += utf8.RuneCountInString(s)
		b.WriteString(s)
	}
	for k := 0; k < len(names) && chars <= limit; {
		repeats := 1
		for k+repeats < len(names) && names[k+repeats] == names[k] {
			repeats++
		}
		if k > 0 {
			write(" › ")
		}
		write(names[k])
		if repeats > 1 {
			write("×" + strconv.Itoa(repeats))
		}
		k += repeats
	}
	if chars <= limit {
		return b.String()
	}
	return b.String()[:charsEnd(b.String(), limit-1)] + ellipsis
}

const ellipsis = "…"

// charsEnd is the offset in s behind its first n characters.
func charsEnd(s string, n int) int {
	for at := range s {
		if n == 0 {
			return at
		}
		n--
	}
	return len(s)
}
