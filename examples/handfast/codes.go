package main

import (
	"strings"

	"github.com/handfast-go/handfast/contract"
)

// The codes that the command adds to those of the contract. Each has a row in
// commandCodes.
const (
	codeSyntax    = "SYNTAX"
	codePath      = "PATH"
	codeNotObject = "NOT_OBJECT"
	codeNotList   = "NOT_LIST"
	codeHostField = "HOST_FIELD"
	codeNoDraft   = "NO_DRAFT"
	codeNotFound  = "NOT_FOUND"
	codeExists    = "EXISTS"
	codeTerminal  = "TERMINAL"
	codeConflict  = "CONFLICT"
	codeDecided   = "DECIDED"
	codeArgument  = "ARGUMENT"
	codeBinding   = "BINDING"
	codeVerifier  = "VERIFIER"
	codeOwner     = "OWNER"
	codeCommand   = "COMMAND_NOT_ALLOWED"
	codeGuards    = "GUARDS_FAILED"
	codeEntry     = "ENTRY"
	codeRecord    = "RECORD"
	codeClaims    = "CLAIMS"
	codePayload   = "PAYLOAD"
	codeEnvFile   = "ENV_FILE"
	codeManifest  = "MANIFEST"
	codeProbe     = "PROBE"
	codeServer    = "SERVER"
	codeReplay    = "REPLAY"
	codeUsage     = "USAGE"
	codeStore     = "STORE"
	codeIO        = "IO"
)

// codeInfo describes a code of the command.
type codeInfo struct {
	code string
	exit int
	// meaning says what was refused, or what failed.
	meaning string
	// repair is what to do when the refusal knows nothing better.
	repair string
}

// commandCodes describes every code that the command adds.
func commandCodes() []codeInfo {
	return []codeInfo{
		{codeSyntax, exitRefused, "a text that is no JSON, or that JSON readers disagree about; `error.offset` is the byte", "pass one JSON value that every reader reads alike"},
		{codePath, exitRefused, "a path that is none", "write member names joined by dots"},
		{codeNotObject, exitRefused, "a path that leads through something else than an object, or a patch that is none", "pass a JSON object"},
		{codeNotList, exitRefused, "an `add` to something else than a list", "replace the value with set"},
		{codeHostField, exitRefused, "a member that only the host writes", "leave it out"},
		{codeNoDraft, exitRefused, "an id for which nothing was born", "use the contract id of the dispatch"},
		{codeNotFound, exitRefused, "something that is not stored", "list what is stored and take the name as it stands there"},
		{codeExists, exitRefused, "something that is stored already", "leave it as it is"},
		{codeConflict, exitRefused, "something that others wrote meanwhile", "send the same call again"},
		{codeDecided, exitRefused, "a proposal or a gate that was decided before", "read how it was decided"},
		{codeTerminal, exitRefused, "a write to a row that is closed COMPLETE, or a cut of one that is closed", "open a contract for further work with continue"},
		{codeArgument, exitRefused, "a turn that cannot be true: an impossible number, a parent that is not stored, a gate that another one is", "give what the turn is bound to, or leave it out"},
		{codeBinding, exitRefused, "a binding given at close that the dispatch, or what is stored, contradicts", "close without the binding"},
		{codeVerifier, exitRefused, "a gate settled by a turn that verifies nothing", "settle it with a turn that was dispatched with --parent"},
		{codeOwner, exitRefused, "a proposal none of whose projects any workspace owns", "record the owner with project own, or reject the proposal"},
		{codeCommand, exitRefused, "a command that is not one plain read; `error.offset` is the byte", "show the value with one plain read"},
		{codeGuards, exitRefused, "a drift correction that would wait for a decision; `error.guards` says why", "let the orchestrator decide"},
		{codeEntry, exitRefused, "a file that is no entry of `update_contracts`, or a probe that no manifest can hold", "write one entry, as it stands in the list"},
		{codeRecord, exitRefused, "a file that is no record", "see the help for the form of a record"},
		{codeClaims, exitRefused, "a file that is neither an envelope nor its `evidence_report`", "write verification and verbatim_outputs, or a whole envelope"},
		{codePayload, exitRefused, "evidence that breaks a rule; `error.problems` has all", "see 'handfast evidence add --help'"},
		{codeEnvFile, exitRefused, "a file of variables that its readers take differently", "write one NAME=VALUE a line, and each pin once"},
		{codeManifest, exitRefused, "a probe manifest that breaks rules; `problems` has all", "record its probes anew, or correct what is named"},
		{codeProbe, exitRefused, "a probe that could not be run and was not recorded", "see that it can be run by hand"},
		{codeServer, exitRefused, "a server that did not start", "see that it prints LISTENING_ON_PORT=<n> on a line of its own"},
		{codeReplay, exitRefused, "a replay in which something failed, or nothing was verified", "mend what differs, or record the probe anew when the change is meant"},
		{codeUsage, exitUsage, "the call itself: an unknown verb or flag, a value that is none, an empty name, a text that is not UTF-8", "see the help of the verb"},
		{codeStore, exitIO, "the store", "see that the store can be read and written, or name another one with --store"},
		{codeIO, exitIO, "a file, standard input or standard output", "name a file that can be read, or - for standard input"},
	}
}

// describe finds the row of a code; a code of the contract has none here.
func describe(code string) codeInfo {
	for _, info := range commandCodes() {
		if info.code == code {
			return info
		}
	}
	return codeInfo{code: code, exit: exitRefused}
}

// codeTable writes every code that "error" may have as a table of Markdown:
// those of the command, and those of the form and of a close.
func codeTable() string {
	exits := map[int]string{exitRefused: "1", exitUsage: "2", exitIO: "3"}
	var b strings.Builder
	b.WriteString("| code | exit | what was refused, or failed |\n|---|---|---|\n")
	for _, info := range commandCodes() {
		b.WriteString("| `" + info.code + "` | " + exits[info.exit] + " | " + info.meaning + " |\n")
	}
	for _, info := range contract.Codes() {
		b.WriteString("| `" + string(info.Code) + "` | 1 | " + info.Title + " |\n")
	}
	return b.String()
}
