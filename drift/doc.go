// Package drift decides when a correction of the project context may be
// applied without asking.
//
// An agent that works with a stored project context finds now and then that it
// holds an old value. It says so in its hand-off: this key held that, and this
// command has just shown the new value. Asking a person each time is slow;
// believing the agent each time would let one invented value mislead every
// later turn. So a correction is applied by itself only when every guard holds,
// and otherwise it waits with the list of all guards that failed:
//
//	decision := drift.Evaluate(proposal, facts, drift.Policy{})
//	if decision.Apply {
//		// merge proposal.Payload into the stored section
//	}
//
// # Model
//
// A [Proposal] is one entry of update_contracts with its drift object. [Facts]
// are what the host knows: the stored section, the record of the turn, the
// goal, the project. A [Decision] is data: [Evaluate] is pure and cannot fail.
//
// The guards are one closed list, see [Guards] and [Guard.Meaning]. Together
// they demand that the payload
//
//   - says how something is set up, never which environment, cluster, context,
//     project or namespace is meant ([WhatKey]);
//   - takes nothing stored away, in the section as it is spelled in the store,
//     and that its drift object agrees with payload and store;
//   - holds only strings that one recorded run of the command shows as whole
//     tokens, that are too long to be there by chance, and that the command
//     itself does not contain;
//
// and that the command is one plain read ([ClassifyCommand]) of a target that
// the goal names, in a project that resolved.
//
// # Guarantees
//
// The zero Decision applies nothing, and the zero Policy is the strictest.
// Weakening any one fact (another exit, a longer name around the value, a
// look-alike character, a value that is stored already) keeps the correction
// pending; a host's Veto can only tighten. Every function is pure, safe for
// concurrent use, and linear in what it is given.
//
// # Errors
//
// ClassifyCommand refuses with a [*CommandError] that names the first thing in
// the way and where it stands. Nothing else returns an error.
//
// # Limits
//
// A value is compared with the text that was recorded: one that is escaped in
// the output (a quote inside JSON) is not found and waits. Payload, drift
// object and stored section may be 8 MiB each, nested 256 deep; a command 4096
// bytes; a name in it 512 bytes.
package drift
