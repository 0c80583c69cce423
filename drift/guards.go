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
	{Malformed, "the entry is not a payload object with a drift object of key_path, new, command and observed_at", checkForm},
	{WhatKeyTouched, "a name that is touched says which environment, cluster, context, project or namespace is meant", checkNames},
	{ReplacesStored, "a stored value would be deleted or replaced", checkReplaces},
	{SectionSpelling, "the section is stored under another spelling", checkSpelling},
	{KeyPathMismatch, "key_path names no value that the payload writes, or new is another value", checkKeyPath},
	{Stale, "old is not what is stored at key_path", checkStale},
	{CommandNotRecorded, "the harness recorded no run of exactly that command", checkRecorded},
	{CommandFailed, "no recorded run of the command is known to have exited 0", checkExit},
	{ValueNotObserved, "no single run of the command shows every value as a whole token in its recorded output", checkObserved},
	{ValueTooWeak, "a value is too short, numeric, boolean, null or empty: it would be found by chance", checkWeak},
	{ValueRedacted, "a value carries a mark of redaction or truncation", checkRedacted},
	{ValueInCommand, "a value stands in the command, which may have echoed it", checkInCommand},
	{CommandNotAllowed, "the command is not one plain read from the closed list", checkCommand},
	{TargetUnnamed, "the command does not name one context and one namespace, or one project", checkTarget},
	{TargetNotInGoal, "the goal does not name the context, namespace or project that was read", checkGoal},
	{ProjectUnresolved, "the project of the dispatch did not resolve", checkProject},
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
func (g Guard) Meaning() string {
	at := slices.Index(Guards(), g)
	if at < 0 {
		return ""
	}
	return rules[at].meaning
}
