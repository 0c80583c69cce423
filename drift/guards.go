package drift

import "slices"

// Guard names one condition that a correction has to meet. Guards are stable:
// none is ever renamed or reused (D-10).
type Guard string

// The guards, in the order in which Decision.Failed lists them.
const (
	Malformed          Guard = "malformed"
	WhatKeyTouched     Guard = "what_key"
	ReplacesStored     Guard = "replaces_stored"
	SectionSpelling    Guard = "section_spelling"
	KeyPathMismatch    Guard = "key_path_mismatch"
	Stale              Guard = "stale"
	CommandNotRecorded Guard = "command_not_recorded"
	CommandFailed      Guard = "command_failed"
	ValueNotObserved   Guard = "value_not_observed"
	ValueTooWeak       Guard = "value_too_weak"
	ValueRedacted      Guard = "value_redacted"
	ValueInCommand     Guard = "value_in_command"
	CommandNotAllowed  Guard = "command_not_allowed"
	TargetUnnamed      Guard = "target_unnamed"
	TargetNotInGoal    Guard = "target_not_in_goal"
	ProjectUnresolved  Guard = "project_unresolved"
)

// rule is one row of the table of guards.
type rule struct {
	guard   Guard
	meaning string
	repair  string
	// check says what is wrong, or "" when the guard holds. A guard that
	// cannot be judged because of what another one reports holds.
	check func(*judgement) string
}

// rules are the guards that a well-formed proposal has to pass, in the order
// of D-1 to D-8, after malformed, which stands alone. This table is the only
// list of them.
//
//nolint:gochecknoglobals // read-only table
var rules = [...]rule{
	{Malformed, "the entry is not a payload object with a drift object of key_path, new, command and observed_at", "write contract, payload as an object, and drift with key_path, new, command and observed_at, the time in RFC 3339", checkForm},
	{WhatKeyTouched, "a name that is touched says which environment, cluster, context, project or namespace is meant", "none for the agent: a name that says which target is meant is corrected by a person", checkNames},
	{ReplacesStored, "a stored value would be deleted or replaced", "none for the agent: a person decides whether the stored value goes", checkReplaces},
	{SectionSpelling, "the section is stored under another spelling", "write the section as it is stored", checkSpelling},
	{KeyPathMismatch, "key_path names no value that the payload writes, or new is another value", "write in key_path the path of one value of the payload, and in new that value", checkKeyPath},
	{Stale, "old is not what is stored at key_path", "write in old the value that is stored now; leave it out when there is none", checkStale},
	{CommandNotRecorded, "the harness recorded no run of exactly that command", "run the command in this turn, and write it byte for byte as it was run", checkRecorded},
	{CommandFailed, "no recorded run of the command is known to have exited 0", "run the command again until it exits 0, and propose what it shows then", checkExit},
	{ValueNotObserved, "no single run of the command shows every value as a whole token in its recorded output", "propose only values that one run shows as they are, in the beginning of its output", checkObserved},
	{ValueTooWeak, "a value is too short, numeric, boolean, null or empty: it would be found by chance", "none for the agent: such a value is decided by a person", checkWeak},
	{ValueRedacted, "a value carries a mark of redaction or truncation", "propose the value as the command shows it whole; a secret belongs into no project context", checkRedacted},
	{ValueInCommand, "a value stands in the command, which may have echoed it", "read the value by a command that does not contain it", checkInCommand},
	{CommandNotAllowed, "the command is not one plain read from the closed list", "read the value by one get or describe of kubectl or oc, or one describe or list of gcloud, with nothing around it", checkCommand},
	{TargetUnnamed, "the command does not name one context and one namespace, or one project", "name the target in the command: --context and --namespace, or --project", checkTarget},
	{TargetNotInGoal, "the goal does not name the context, namespace or project that was read", "none for the agent: a target that the goal does not name is confirmed by a person", checkGoal},
	{ProjectUnresolved, "the project of the dispatch did not resolve", "none for the agent: the host resolves the project of the dispatch", checkProject},
}

// Guards lists every guard, in the order in which Decision.Failed lists them.
func Guards() []Guard {
	all := make([]Guard, len(rules))
	for i := range rules {
		all[i] = rules[i].guard
	}
	return all
}

// Meaning says in one line what it means that the guard failed; "" for a guard
// that does not exist.
func (g Guard) Meaning() string { return g.rule().meaning }

// Repair says in one line what the agent can do about it in an honest way,
// which for some guards is nothing: their corrections wait for a person. It is
// "" for a guard that does not exist.
func (g Guard) Repair() string { return g.rule().repair }

func (g Guard) rule() rule {
	at := slices.Index(Guards(), g)
	if at < 0 {
		return rule{}
	}
	return rules[at]
}
