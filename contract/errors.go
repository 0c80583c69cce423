package contract

import (
	"errors"
	"strings"
)

// The sentinels of the ledger, to be matched with errors.Is. The error that
// arrives is a *LedgerError, which says how to go on.
var (
	// ErrNoDraft: no draft is kept under that id, and none may be made: the id
	// is not well formed or no row was born for it (C-29).
	ErrNoDraft = errors.New("contract: no draft")
	// ErrTerminal: the row is closed COMPLETE, or ended in another way that
	// the call does not allow (C-31, C-36).
	ErrTerminal = errors.New("contract: the row is closed")
	// ErrArgument: the call cannot be carried out as it was made: a turn that
	// cannot be true, an unknown lane, a verdict that is none.
	ErrArgument = errors.New("contract: argument refused")
	// ErrBinding: a binding given at close contradicts the dispatch or names
	// no hand-off that this turn could verify.
	ErrBinding = errors.New("contract: binding refused")
	// ErrOwner: no workspace owns any of the projects that a proposal is about
	// (C-47).
	ErrOwner = errors.New("contract: no workspace owns the project")
	// ErrVerifier: the turn is not bound to the hand-off whose gate it would
	// settle (C-37).
	ErrVerifier = errors.New("contract: not the verifier")
)

// LedgerError is a call that a Ledger could not carry out, with the call that
// would help. It names ids and members, never a path of the host.
type LedgerError struct {
	// ContractID is the contract that was addressed, as it was given.
	ContractID string
	// Detail says what stands in the way.
	Detail string
	// Repair is the call that helps.
	Repair string
	// Err is the sentinel, or what the store returned.
	Err error
}

// Error joins what stands in the way and the repair.
func (e *LedgerError) Error() string {
	var b strings.Builder
	b.WriteString(e.Err.Error())
	for _, part := range []string{e.Detail, e.Repair} {
		if part != "" {
			b.WriteString(": ")
			b.WriteString(part)
		}
	}
	return b.String()
}

// Unwrap returns the sentinel, or what the store returned.
func (e *LedgerError) Unwrap() error { return e.Err }
