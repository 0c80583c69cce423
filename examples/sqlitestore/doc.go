// Package sqlitestore keeps hand-offs and their evidence in one SQLite file:
// a contract.Store, a contract.ProgressStore and an evidence.Store over one
// database, without a server and without cgo.
//
//	store, err := sqlitestore.Open(ctx, "handoffs.db")
//	if err != nil {
//		return err
//	}
//	defer store.Close()
//	ledger := contract.NewLedger(store)
//
// It is for hosts on one machine: a command that is started for every call, or
// a harness that must find its turns again after it died.
//
// # Model
//
// Every Commit is one transaction that takes the writers' lock when it begins
// (BEGIN IMMEDIATE) and compares revisions in the UPDATE itself. Inside a
// process one connection writes and writers queue for it; other processes meet
// at the lock of the file, where they wait for the busy timeout. Reads see the
// last commit and wait for nobody (write-ahead logging). Lists are read page
// by page and hold no connection while they yield, so that a write inside the
// loop cannot wait for the loop.
//
// The schema is brought up to date by Open, from the numbered files of
// migrations/; its version stands in user_version.
//
// # Guarantees
//
// A process that is killed at any moment leaves the old or the new state of a
// commit and never a half; a test kills one between every two statements. With
// the default, each commit is also synced to disk and outlives a power
// failure; WithNormalSync gives that up for speed. Documents come back byte for
// byte, times in UTC to the microsecond. The package passes contract/storetest
// and evidence/storetest.
//
// # Errors
//
// What the interfaces name comes back as their sentinels. Everything else is
// an *Error with SQLite's code; errors.Is(err, ErrBusy) says that another
// process kept the lock for too long, which is a failure of the store and no
// conflict: nothing was written, and the call may be repeated as it is. A
// *SchemaError is a database of another program or of a newer version. No
// error text names the path of the database.
//
// # Limits
//
// The file must lie on a local disk: SQLite's locks and its shared memory do
// not work over network file systems. One writer writes at a time. A value may
// be 1 GB, SQLite's own limit. Strings other than JSON documents and evidence
// text are expected to be valid UTF-8. Times are kept for the years 1 to 9999.
package sqlitestore
