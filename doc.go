// Package handfast is the overview of a library for programs that dispatch
// agents, receive a structured hand-off back, and have to decide what to
// believe. It holds no code: each job has a package of its own.
//
// # The way of one turn
//
// A harness dispatches a turn (contract.Ledger.Dispatch) and hands its agent
// the contract id, with a brief that says what is asked (contract.Brief). The
// agent writes its envelope in as many calls as it likes (Fill, Add, Set). The
// harness's tool layer records what the agent really did (evidence.Recorder).
// Closing the turn (contract.Ledger.Close) judges the form, then holds the
// claims against the record (evidence.Check), and writes the row with all that
// goes with it in one transaction. The receipt says what was compared, what
// could not be, and what waits for a decision.
//
// # Packages
//
// Of the hand-off itself:
//
//   - contract: the envelope, its schema and form, the verbs, and the ledger of
//     rows and drafts.
//   - contract/storetest: proves a host's own store.
//   - evidence: the record of a turn, the content checks, and stored evidence.
//   - evidence/artifact: the one folder that the files of evidence lie in.
//   - evidence/receipt: which files were published, and whether they are still
//     the same.
//   - evidence/storetest: proves a host's own store of evidence.
//   - drift: when a correction of the project context is applied without asking.
//
// And of what stands beside it; these import nothing of the above:
//
//   - probe: probes that can be run again, and what a host really observed.
//   - trace: the record of a run, of any size, read without holding it.
//   - modelsel: which model was chosen, and who pays for it.
//
// Every code, reason, guard and rule is explained on one page, and every member
// of an envelope on another; the README links to both.
//
// # What holds for all of them
//
// Two purposes come first. No claim is accepted which the harness's own record
// refutes; and no evidence that an agent wrote is ever lost. Nothing here
// accuses an honest agent: what a record cannot settle is named, never refused.
package handfast
