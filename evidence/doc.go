// Package evidence decides whether what a hand-off claims agrees with what the
// harness recorded: that a command was run, how it exited, what it showed, and
// that cited evidence exists and belongs to the turn.
//
//	recorder := evidence.NewRecorder()
//	… // every tool call of the turn goes through the recorder
//	report, err := evidence.Check(ctx, claims, turn, recorder.Record(), store.Get, evidence.CheckOptions{})
//	if err == nil && !report.OK() {
//		… // report.Refused says which claims are refuted, why, and what would repair them
//	}
//
// # Model
//
// A [Record] is what the harness's own tool layer saw in a turn, in order; a
// [Recorder] builds it. It never comes from the agent. [Claims] are the agent's:
// the verification object and the verbatim_outputs list of its hand-off, as
// raw JSON. [Check] compares the two and consults stored evidence, which is a
// [Row] in a [Store]: a text, or the path of a file below an artifact root (see
// package artifact).
//
// Every claim ends in one of three lists. Refused: the record refutes it.
// Skipped: nothing settles it, because no exit or output was kept, the output
// was cut, or the host did not see everything. Checked: it holds. Each entry
// has the path of its field and a stable [Reason]; [Reasons] explains them all.
//
// # Guarantees
//
// Commands match byte for byte, so a claim cannot be talked into a match. A
// claim is never refused because the record is poor. Check, [Stamp], [Recover]
// and [ParsePayload] are pure: the same input gives the same result, nothing is
// changed, and no clock, environment or disk is read. Everything here may be
// used by many goroutines at once, a Recorder and its calls included.
//
// # Errors
//
// A refuted claim is no error. Check fails with a [*ClaimsError] when the
// claims are not JSON, with a [*LookupError] when the store of evidence failed,
// and with the error of its context. Stores return [ErrNotFound], [ErrExists],
// [ErrNotCurator] and [*RowError].
//
// # Limits
//
// A run keeps [MaxOutput] code points of its output, so a quote from further
// down cannot be proven. The content checks refuse only what the record
// refutes: a run that exited 0 may still have proven nothing. A record is
// searched by exact command, at a cost linear in claims and record; only the
// distinct quotes of one command are each searched in its distinct outputs. See
// Check for the bound.
package evidence
