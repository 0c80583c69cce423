// Package faultstore is a contract.Store that misbehaves on request: it fails,
// loses an answer, repeats, cancels or delays the n-th call, so that a test can
// show that no evidence is lost and no half close is seen, wherever a store
// breaks.
//
// A test runs its scenario once without faults, counts the calls, and then
// runs it again for each call and each kind of fault:
//
//	for at := 1; at <= clean.Count(); at++ {
//		for _, kind := range faultstore.Kinds() {
//			store := faultstore.New(contract.NewMemoryStore(), faultstore.Fault{At: at, Kind: kind})
//			…
//		}
//	}
package faultstore

import (
	"context"
	"errors"
	"sync"

	"github.com/handfast-go/handfast/contract"
)

// ErrInjected is the error of a Fault that names none of its own.
var ErrInjected = errors.New("faultstore: the store failed on request")

// Kind says how a call goes wrong.
type Kind string

// The kinds of fault.
const (
	// Fail returns the error and the call never reaches the store.
	Fail Kind = "fail"
	// Lose lets the call reach the store and returns the error in place of
	// its answer: the write may be there although its caller was told that it
	// failed. An iterator yields its first element and then the error.
	Lose Kind = "lose"
	// Repeat lets the call reach the store twice, as a retrying transport
	// does, and returns the answer of the second.
	Repeat Kind = "repeat"
	// Cancel hands the store a context that is done already and returns what
	// it says.
	Cancel Kind = "cancel"
	// Delay runs Fault.Before and then the call: what another writer does
	// between the read and the write of the caller under test.
	Delay Kind = "delay"
)

// Kinds returns every kind.
func Kinds() []Kind { return []Kind{Fail, Lose, Repeat, Cancel, Delay} }

// Fault is one thing that goes wrong, once.
type Fault struct {
	// At is the number of the call that it happens to, from 1: of the calls of
	// Method, or of all calls when Method is "".
	At int
	// Method is the name of a Store method, such as "Commit".
	Method string
	// Kind is what happens; the zero Kind is Fail.
	Kind Kind
	// Err is the error of Fail and Lose; nil is ErrInjected.
	Err error
	// Before runs ahead of the call, whatever the kind. It gets the store
	// beneath, whose calls are neither counted nor disturbed.
	Before func(ctx context.Context, beneath contract.Store)
}

// Store passes every call on to the store beneath, but for its faults. It is
// safe for concurrent use when the store beneath is.
type Store struct {
	beneath contract.Store
	faults  []Fault

	mu    sync.Mutex
	calls []string
	count map[string]int
}

var (
	_ contract.Store         = (*Store)(nil)
	_ contract.ProgressStore = (*Store)(nil)
)

// New wraps beneath. Of two faults that meet at one call the first is taken.
func New(beneath contract.Store, faults ...Fault) *Store {
	return &Store{beneath: beneath, faults: append([]Fault(nil), faults...), count: map[string]int{}}
}

// Calls returns the names of the methods called so far, in order.
func (s *Store) Calls() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.calls...)
}

// Count returns how many calls were made so far.
func (s *Store) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.calls)
}

// due counts a call and returns its fault, whose Kind is "" when there is none.
func (s *Store) due(ctx context.Context, method string) Fault {
	fault := s.record(method)
	if fault.Before != nil {
		fault.Before(ctx, s.beneath)
	}
	return fault
}

func (s *Store) record(method string) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, method)
	s.count[method]++
	for _, fault := range s.faults {
		at := len(s.calls)
		if fault.Method != "" {
			at = s.count[method]
		}
		if fault.At != at || (fault.Method != "" && fault.Method != method) {
			continue
		}
		if fault.Kind == "" {
			fault.Kind = Fail
		}
		if fault.Err == nil {
			fault.Err = ErrInjected
		}
		return fault
	}
	return Fault{}
}

// call runs one call that has an answer under the fault that is due.
func call[T any](ctx context.Context, s *Store, method string, do func(context.Context) (T, error)) (T, error) {
	var none T
	fault := s.due(ctx, method)
	switch fault.Kind {
	case Fail:
		return none, fault.Err
	case Lose:
		_, _ = do(ctx) // the answer is what gets lost
		return none, fault.Err
	case Repeat:
		_, _ = do(ctx) // the caller sees the second answer alone
	case Cancel:
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		return do(cancelled)
	case Delay:
	}
	return do(ctx)
}
