// Package storetest proves that an evidence.Store keeps its promises. A host
// that writes its own store runs it from a test:
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) evidence.Store { return mystore.Open(t.TempDir()) })
//	}
//
// # Model
//
// The suite is a list of [Case]s, each with the sentence of the rule that it
// checks and a function that returns an error. Run makes a subtest of each;
// [Cases] gives them to those who run them otherwise.
//
// # Guarantees
//
// Every case gets an empty store of its own. Nothing but the methods of
// evidence.Store is used. For each case there is a store that is broken in
// just the way the case is there to see, and this package's own test shows
// that it is seen.
//
// # Errors
//
// An error says what was done, what came back and what should have.
//
// # Limits
//
// The suite knows nothing of durability: what survives a crash is for the
// store's own tests. The largest text it stores has 8 MiB.
package storetest
