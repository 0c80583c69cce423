package evidence

import "slices"

// Reason is a stable code that says why a claim was refused or a comparison
// skipped. Codes are never renamed and never used for something else.
type Reason string

// The reasons of refusals: the record, or the claim itself, refutes it.
const (
	CommandIsVerdict     Reason = "command_is_verdict"
	CommandNotRun        Reason = "command_not_run"
	CommandNotRunnable   Reason = "command_not_runnable"
	EvidenceIDMalformed  Reason = "evidence_id_malformed"
	EvidenceMissing      Reason = "evidence_missing"
	EvidenceNegative     Reason = "evidence_negative"
	EvidenceOtherBrief   Reason = "evidence_other_brief"
	EvidenceOtherTask    Reason = "evidence_other_task"
	EvidenceNotHarness   Reason = "evidence_not_harness"
	ExpectExitMalformed  Reason = "expect_exit_malformed"
	ExitMismatch         Reason = "exit_mismatch"
	ExcerptEmpty         Reason = "excerpt_empty"
	ExcerptCommandNotRun Reason = "excerpt_command_not_run"
	ExcerptNotFound      Reason = "excerpt_not_found"
)

// The reasons of skips: nothing settles the comparison.
const (
	ResultNotPass     Reason = "result_not_pass"
	ExitNotRecorded   Reason = "exit_not_recorded"
	RecordIncomplete  Reason = "record_incomplete"
	NoRecord          Reason = "no_record"
	OutputNotRecorded Reason = "output_not_recorded"
	OutputTruncated   Reason = "output_truncated"
	OutputRedacted    Reason = "output_redacted"
	Unattributed      Reason = "unattributed"
	UnreadKey         Reason = "unread_key"
	UnreadValue       Reason = "unread_value"
	QuoteNotString    Reason = "quote_not_string"
	NoQuote           Reason = "no_quote"
)

// ReasonInfo explains one Reason.
type ReasonInfo struct {
	Reason Reason
	// Refuses tells a reason of refusals from one of skips.
	Refuses bool
	// Meaning says what was found.
	Meaning string
	// Repair is the shortest honest way out; a Refusal carries it, sometimes
	// made more precise.
	Repair string
}

// Reasons returns what every Reason means, refusals first. The texts may
// change, the codes do not.
func Reasons() []ReasonInfo { return slices.Clone(reasons) }

// repairOf returns the table's repair of a reason.
func repairOf(reason Reason) string {
	at := slices.IndexFunc(reasons, func(info ReasonInfo) bool { return info.Reason == reason })
	if at < 0 {
		return ""
	}
	return reasons[at].Repair
}

var reasons = []ReasonInfo{ //nolint:gochecknoglobals // read-only table
	{
		CommandIsVerdict, true,
		"The command of a verification is a verdict, such as PASS or 12 passed, and not something that was run.",
		"Write the command that was run into command, and its outcome into result.",
	},
	{
		CommandNotRun, true,
		"The turn's record holds no run of this command, and no cited evidence proves it.",
		"Run the command, write it exactly as it was run, or cite in evidence_ids evidence that proves it.",
	},
	{
		CommandNotRunnable, true,
		"The turn has no record, and a shell could not run this text: its first word is no path, no program and not cd, source or export.",
		"Write the command itself, beginning with its program; what was done by reading belongs into reviewed or method.",
	},
	{
		EvidenceIDMalformed, true,
		"A cited evidence id is not a positive whole number, or evidence_ids is not a list.",
		"Cite the ids that were given when the evidence was recorded, as plain numbers: [41].",
	},
	{
		EvidenceMissing, true,
		"No evidence has the cited id.",
		"Cite the id that was given when the evidence was recorded, or record it and cite its id.",
	},
	{
		EvidenceNegative, true,
		"The cited evidence contradicts its criterion, so it proves no command.",
		"Cite evidence that supports the claim, or declare the result that the evidence shows.",
	},
	{
		EvidenceOtherBrief, true,
		"The cited evidence was recorded under another brief.",
		"Cite evidence of this turn's brief, or record it there.",
	},
	{
		EvidenceOtherTask, true,
		"The cited evidence was recorded under another plan task; a turn without a task is proven only by evidence without one.",
		"Cite evidence of this turn's own task, or record it there.",
	},
	{
		EvidenceNotHarness, true,
		"The cited evidence was written by an agent, and this host accepts only what its harness recorded.",
		"Cite evidence that the harness recorded, or run the command in this turn.",
	},
	{
		ExpectExitMalformed, true,
		"expect_exit is not a whole number.",
		"Write the expected exit code as a plain number, or remove expect_exit when that is 0.",
	},
	{
		ExitMismatch, true,
		"The result reads as pass, and the last run of the command exited otherwise than expected.",
		"Declare the result that the run showed, run the command again until it passes, or declare the exit in expect_exit where a non-zero one is the expected outcome.",
	},
	{
		ExcerptEmpty, true,
		"The quote holds nothing but white space and elisions.",
		"Quote a line that the command showed, or remove the entry.",
	},
	{
		ExcerptCommandNotRun, true,
		"The quote is attributed to a command of which the record holds no run.",
		"Name the command exactly as it was run, or cite in evidence_id the evidence that holds the output.",
	},
	{
		ExcerptNotFound, true,
		"No recorded output of the command holds the quote's fragments in order and as whole words.",
		"Copy what the command showed, mark what you leave out with ..., and write one entry for each run.",
	},
	{
		ResultNotPass, false,
		"The result is absent or does not read as pass, so no exit is expected.",
		"None needed; write the result pass when the run passed and its exit should be compared.",
	},
	{
		ExitNotRecorded, false,
		"The record holds no exit of the command to compare the result with; that of a background run is none.",
		"None for the agent; a host that records exits makes the comparison possible.",
	},
	{
		RecordIncomplete, false,
		"The record holds no such run, but the host did not see everything that ran.",
		"None for the agent; a host that sees all tools makes the comparison possible.",
	},
	{
		NoRecord, false,
		"The turn has no record to compare the quote with.",
		"None for the agent; a host that binds a record makes the comparison possible.",
	},
	{
		OutputNotRecorded, false,
		"The record does not hold the output that the quote comes from.",
		"None for the agent; a host that keeps outputs makes the comparison possible.",
	},
	{
		OutputTruncated, false,
		"The quote is not in the kept beginning of the output and may stand behind the cut, or was shown after the call of a background run returned.",
		"Quote from the beginning of the output, or run the command so that it shows less.",
	},
	{
		OutputRedacted, false,
		"The quote is not in the output, part of which was redacted.",
		"Quote a part of the output that holds no secret.",
	},
	{
		Unattributed, false,
		"The entry names no command and no evidence, so there is nothing to compare it with.",
		"Write an object with command and excerpt for an output that should be proven.",
	},
	{
		UnreadKey, false,
		"The entry has a member that is not read.",
		"Put the quote under excerpt or output.",
	},
	{
		UnreadValue, false,
		"The value is not of the type that carries claims, so nothing in it was read.",
		"Write verification as an object and verbatim_outputs as a list.",
	},
	{
		QuoteNotString, false,
		"The quote is not a string.",
		"Write the quote as a string, as it was shown.",
	},
	{
		NoQuote, false,
		"The entry names a command and quotes nothing.",
		"Put what the command showed under excerpt.",
	},
}
