// Package storetest judges an implementation of contract.Store: it is how a
// host proves that its own database keeps what a contract.Ledger relies on
// (C-50).
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) contract.Store { return open(t) })
//	}
//
// # Model
//
// Cases is a table. Each Case has a name, the sentence of the rule that it
// checks, and a check that works on one fresh store through the interface
// alone. Run makes a subtest of each, Check returns the failures as values,
// and Harness adds what a store that outlives its handle has to show. Cases
// about optional interfaces run for the stores that have them: progress of
// command sets (contract.ProgressStore), the host's own writes (Host), and an
// evidence.Store over the same data (EvidenceHome, for whose own rules there
// is evidence/storetest).
//
// # Guarantees
//
// No case depends on speed, on the time of day, on the order of the others or
// on ids being without gaps. The suite is itself tested against stores that
// are broken on purpose, one fault each: every fault is caught by the case
// that names it.
//
// # Errors
//
// A failed case says the rule, what was expected and what came. Errors are
// matched with errors.Is, so a store may wrap the sentinels as it likes.
//
// # Limits
//
// The suite imports testing and belongs in tests. It writes documents of 8 MiB
// and runs 32 writers at once. It cannot show what a store does when the
// process or the machine dies: kill a process in the middle of a Commit for
// that, as examples/sqlitestore does in its own tests.
package storetest
