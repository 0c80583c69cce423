// Package contract keeps the hand-off envelopes of an orchestrator's turns, and
// closes a turn only when the harness's own record does not refute what its
// agent claims.
//
// A harness dispatches a turn and gives its agent a contract id. The agent
// writes its envelope with three verbs, in as many calls as it likes. The
// harness closes the turn with the record of what it saw the agent do:
//
//	ledger := contract.NewLedger(contract.NewMemoryStore())
//	row, err := ledger.Dispatch(ctx, contract.Turn{AgentName: "builder", Goal: "make the tests pass"})
//	…
//	_, err = ledger.Fill(ctx, row.ContractID, patch) // what the agent sends
//	…
//	receipt, err := ledger.Close(ctx, row.ContractID, contract.CloseOptions{Record: record})
//
// # Model
//
// An envelope is one JSON object, a [Document]: an immutable value that
// [Parse] reads strictly, and that keeps every number, member order and unknown
// content as written. [Validate] judges its form, by shape alone, and reports
// every offence with the call that repairs it. The vocabulary stands in one
// table, from which the validator, the suggestions, the initial envelope, the
// JSON Schemas and the field reference are derived.
//
// The verbs mean three different things. Fill merges an object and never
// displaces a list that holds entries; Add extends a list by one entry; Set
// replaces. [VerbsGuide] says so in the words that an agent reads.
//
// A [Row] is the durable record of one turn, born at dispatch. Its draft is the
// working copy that the verbs change, mirrored to the row at every write. A
// [Ledger] does all this over a [Store], which a host implements over its own
// database and proves with package storetest; [NewMemoryStore] is the embedded
// one.
//
// # Guarantees
//
// No populated list is displaced but by Set. A refused write changes nothing,
// and two writers of one draft lose nothing. Close refuses what the record
// refutes, writes all that goes with the row in one transaction, returns the
// same hand-off however often it is repeated, and never turns a state into
// COMPLETE. A row that is closed COMPLETE is never written again. A repair of an
// inherited draft keeps what it removed.
//
// Everything but the Ledger is pure. A Ledger is safe for concurrent use, and so
// is any number of them over one store.
//
// # Errors
//
// A verdict is data: [Report] from Validate, and from Close a [CloseError] whose
// [Code] is stable and works with errors.Is. What was sent wrongly is a
// [SyntaxError], a [VerbError], an [OverwriteError] or a [FormError]; where it
// was sent wrongly, a [LedgerError] with one of the sentinels: ErrNoDraft from a
// call that works on a contract's draft, ErrNotFound from one that only reads
// rows. Each says where, and which one call mends it. Texts may change; codes
// never do.
//
// # Limits
//
// An envelope is at most 8 MiB and 256 levels deep unless Parse is told
// otherwise. update_contracts proposes and never writes by itself: only a drift
// correction for which every guard of package drift holds is applied at the
// close, and everything else waits for [Ledger.Accept] or [Ledger.Reject].
package contract
