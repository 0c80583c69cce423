// Package probe decides what a verification is worth that an agent says it has
// done: it keeps recorded probes in a form that can be run again, runs them
// again, and tells what was really observed from what was only declared.
//
//	report := probe.Replay(ctx, manifest, runner)
//	if !report.OK {
//		return fmt.Errorf("the hand-off does not hold: %s", report.Reason)
//	}
//
// # Model
//
// A manifest (".atoma-probes.json") is a JSON object {"version":1,"entries":[…]}.
// An entry is a command with its exit code and outputs ([Shell]), a request with
// its response ([HTTP]), or a page with what its smoke must give ([Web]). Tools
// write entries while they run what they record: [MergeWrite], [MergeShell] and
// [AppendHTTP] merge them, [RecordShell], [RecordHTTP] and [RecordWeb] make
// them. A model's own edit is refused ([RefuseHandEdit]).
//
// [Check] lists everything that is wrong with a manifest, [Inherit] decides what
// a seeded workspace takes over, and [Replay] runs the entries through the
// host's [Runner] and compares.
//
// An [Observation] is what the host itself saw a browser tool do. Only
// [ObserveBrowser] makes one, from the raw result; it keeps what was asked for
// and what was executed apart, because a tool that says ok with an empty log has
// driven nothing. [Log] keeps [Attestation] values, [Covers] answers whether one
// proves an [Obligation], and a [Witness] always says who observed it.
//
// # Guarantees
//
// No function runs, opens or writes anything. A smoke is parsed as JavaScript
// and never executed. No input makes a function panic, and all take time linear
// in it. No writer loses an entry of a manifest that can be read: an entry goes
// only when one of the same identity replaces it, or when it is superseded by
// name. Merging one document twice gives what merging it once gave.
//
// Everything here is safe for concurrent use, as far as the host's Runner is.
//
// # Errors
//
// What is wrong with a manifest is a list of [Problem] values, and what a replay
// finds is a [Report]: neither is an error. A *[SyntaxError] is a document that
// is not JSON and carries the offset; it matches [ErrLimit] when the document is
// only too large or too deep. An *[EntryError] is an entry that a writer cannot
// write, and a *[HandEditError] names the tools to use instead.
//
// # Limits
//
// Documents have up to 8 MiB and 256 levels ([WithLimits]), read and written: a
// manifest that grows beyond them is an error and not a reason to start again.
// Duplicate member names are read as JavaScript reads them, the last one
// counting. Of JavaScript, legacy octal numbers, chains of more than 1000
// operators and long texts in deep nesting are not accepted in a smoke, and not
// every early error is found.
// Outputs that are no UTF-8 text cannot be recorded.
package probe
