package trace

import (
	"maps"
	"slices"
)

// MaxPerKey is the number of signatures that a reference keeps for each key.
const MaxPerKey = 24

// Reference is what earlier runs did, by key: only executions that were
// completed and credited (T-17). The zero Reference is empty and keeps MaxPerKey
// signatures per key. A Reference is for one goroutine while it is filled.
type Reference struct {
	// PerKey is the number of signatures kept for each key, MaxPerKey when it is
	// not positive. It is set before the first Add.
	PerKey int

	byKey map[string][]Signature
	runs  int
}

// Add takes the signatures of one run. Runs are added oldest first: the newest
// signatures of a key stay.
func (r *Reference) Add(run []Signature) {
	r.runs++
	limit := r.PerKey
	if limit <= 0 {
		limit = MaxPerKey
	}
	for _, s := range run {
		if !s.Completed || !s.Credited {
			continue
		}
		if r.byKey == nil {
			r.byKey = make(map[string][]Signature)
		}
		id := s.Key.ID()
		s.Elements = slices.Clone(s.Elements)
		kept := append(r.byKey[id], s)
		if over := len(kept) - limit; over > 0 {
			kept = slices.Delete(kept, 0, over)
		}
		r.byKey[id] = kept
	}
}

// Runs is the number of runs that were added.
func (r *Reference) Runs() int { return r.runs }

// Len is the number of signatures that are kept.
func (r *Reference) Len() int {
	n := 0
	for _, kept := range r.byKey {
		n += len(kept)
	}
	return n
}

// Keys lists the ids of the keys, sorted.
func (r *Reference) Keys() []string { return slices.Sorted(maps.Keys(r.byKey)) }

// Signatures returns what is kept for the key of that id, oldest first.
func (r *Reference) Signatures(keyID string) []Signature { return slices.Clone(r.byKey[keyID]) }

// Judge scores a signature against those of its key, the execution itself left
// out. It reports false, and scores nothing, with fewer than MinSamples of them:
// little is known then, and a low score would say nothing about the execution.
func (r *Reference) Judge(s Signature) (score Score, ok bool) {
	var samples [][]string
	for _, kept := range r.byKey[s.Key.ID()] {
		if kept.RunID != s.RunID || kept.ExecutionID != s.ExecutionID {
			samples = append(samples, kept.Elements)
		}
	}
	if len(samples) < MinSamples {
		return Score{}, false
	}
	return ScoreAgainst(s.Elements, samples), true
}
