package probe

import "sync"

// Attestation is an observation with where it belongs (P-15).
type Attestation struct {
	// Observation is what was observed.
	Observation Observation `json:"observation"`
	// Tool is the tool whose result it was, and EventID the event that carries
	// the result.
	Tool    string `json:"tool"`
	EventID string `json:"eventId"`
	// Branch is the lane in which the tool was called.
	Branch string `json:"branch,omitempty"`
	// Attempt is the attempt within the branch, from 1. 0 is a missing tag,
	// which belongs to the first attempt.
	Attempt int `json:"attempt,omitempty"`
}

// firstAttempt is the attempt that what has no tag belongs to.
const firstAttempt = 1

func attemptOf(tag int) int { return max(tag, firstAttempt) }

// Log holds attestations in memory, in the order in which they were appended.
// Nothing is ever changed or removed. The zero Log is empty and ready; it is
// safe for concurrent use and must not be copied.
type Log struct {
	mu      sync.RWMutex
	entries []Attestation
}

// Append adds an attestation. It reports false, and adds nothing, when there is
// no observation in it: a log of what was observed has no place for it.
func (l *Log) Append(a Attestation) bool {
	if !a.Observation.observed {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = append(l.entries, a)
	return true
}

// All returns every attestation, in append order.
func (l *Log) All() []Attestation { return l.where(func(Attestation) bool { return true }) }

// ForBranch returns the attestations of one branch, in append order.
func (l *Log) ForBranch(branch string) []Attestation {
	return l.where(func(a Attestation) bool { return a.Branch == branch })
}

// ForAttempt returns the attestations of one attempt of a branch, in append
// order. Those without an attempt tag belong to the first; 0 asks for it too.
func (l *Log) ForAttempt(branch string, attempt int) []Attestation {
	return l.where(func(a Attestation) bool {
		return a.Branch == branch && attemptOf(a.Attempt) == attemptOf(attempt)
	})
}

func (l *Log) where(match func(Attestation) bool) []Attestation {
	l.mu.RLock()
	defer l.mu.RUnlock()
	var found []Attestation
	for _, a := range l.entries {
		if match(a) {
			found = append(found, a)
		}
	}
	return found
}
