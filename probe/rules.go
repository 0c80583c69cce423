package probe

import "slices"

// Rule is the name of what a manifest or an entry breaks. Names are stable:
// they are never changed and never used for something else.
type Rule string

// The rules of P-4, in the order of the table.
const (
	NotJSON                    Rule = "not-json"
	NotObject                  Rule = "not-object"
	BadVersion                 Rule = "bad-version"
	EntriesNotArray            Rule = "entries-not-array"
	EntriesEmpty               Rule = "entries-empty"
	EntryNotObject             Rule = "entry-not-object"
	BadProbeLiteral            Rule = "bad-probe-literal"
	UnknownShape               Rule = "unknown-shape"
	MissingMethod              Rule = "missing-method"
	MissingPath                Rule = "missing-path"
	MissingStatus              Rule = "missing-status"
	MissingFile                Rule = "missing-file"
	MissingSmoke               Rule = "missing-smoke"
	FileIsTestScript           Rule = "file-is-test-script"
	SmokeNotExpression         Rule = "smoke-not-expression"
	MissingExpected            Rule = "missing-expected"
	ExpectedNotString          Rule = "expected-not-string"
	InteractionNotObject       Rule = "interaction-not-object"
	InteractionUnsupportedType Rule = "interaction-unsupported-type"
	InteractionMissingSelector Rule = "interaction-missing-selector"
	InteractionTypeFields      Rule = "interaction-type-fields"
	InteractionMissingKey      Rule = "interaction-missing-key"
	InteractionUploadFields    Rule = "interaction-upload-fields"
	InteractionSelectFields    Rule = "interaction-select-fields"
	PixelCoords                Rule = "pixel-coords"
	MissingExitCode            Rule = "missing-exit-code"
	DecoratedCmd               Rule = "decorated-cmd"
	PortBearing                Rule = "port-bearing"
)

// RuleInfo documents a rule.
type RuleInfo struct {
	// Rule is the stable name.
	Rule Rule
	// Kind is the kind that its problems have.
	Kind Kind
	// Meaning says what is wrong when the rule is broken.
	Meaning string
	// Repair says what to do about it. The wording may change.
	Repair string
}

// ruleTable is the one table of the rules: the problems, the instructions and
// the documentation read it.
//
//nolint:gochecknoglobals // read-only table
var ruleTable = [...]RuleInfo{
	{NotJSON, KindDocument, "the manifest is not JSON, or is beyond the limits of size and depth", "write one JSON object, in UTF-8 without a byte order mark"},
	{NotObject, KindDocument, "the manifest is JSON, but not an object", `write {"version":1,"entries":[…]}`},
	{BadVersion, KindDocument, "the version is not the number 1", `write "version":1`},
	{EntriesNotArray, KindDocument, "entries is missing or not a list", `write the entries as a list: "entries":[…]`},
	{EntriesEmpty, KindDocument, "there are no entries, so the manifest verifies nothing", "record at least one probe"},
	{EntryNotObject, KindNone, "the entry is not an object", "record the entry with a tool; a note in prose is no entry"},
	{BadProbeLiteral, KindNone, "the member probe has a value that marks no kind of entry", `write "probe":"` + WebProbe + `" for a page, "probe":"` + HTTPProbe + `" for a request, and no member probe for a command`},
	{UnknownShape, KindNone, "nothing in the entry says what it probes", `give a command as "cmd", or mark the entry with "probe"`},
	{MissingMethod, KindHTTP, "there is no method, or it is not a string", `write the request method as a string: "method":"GET"`},
	{MissingPath, KindHTTP, "there is no path, or it is not a string", `write the path below the base URL as a string: "path":"/status"`},
	{MissingStatus, KindHTTP, "there is no status, or it is not a number", `write the observed status code as a number: "status":200`},
	{MissingFile, KindWeb, "there is no file, or it is not a string", `name the page as a string: "file":"index.html"`},
	{MissingSmoke, KindWeb, "there is no smoke, or it is not a string", `give the expression to evaluate as a string: "smoke":"document.title"`},
	{FileIsTestScript, KindWeb, "the file is a test or probe script instead of what was built", "name the page that users open; a script that tests it is a shell entry"},
	{SmokeNotExpression, KindWeb, "smoke does not parse as one JavaScript expression", "write one expression, without statements, declarations or a semicolon; wrap steps in an arrow function that is called"},
	{MissingExpected, KindWeb, "there is no expected value to compare with", `write the JSON encoding of smoke's value as a string: "expected":"true"`},
	{ExpectedNotString, KindWeb, "expected is not a string", `encode the value as JSON inside a string: "expected":"true" and not "expected":true`},
	{InteractionNotObject, KindWeb, "an interaction is not an object", `write each interaction as an object: {"type":"click","selector":"#start"}`},
	{InteractionUnsupportedType, KindWeb, "an interaction has a type that cannot be driven", "use click, rightclick, type, keydown, keyup, keypress, upload or select"},
	{InteractionMissingSelector, KindWeb, "a click has no selector", `name the element: {"type":"click","selector":"#start"}`},
	{InteractionTypeFields, KindWeb, "typing lacks its selector or its text", `give both as strings: {"type":"type","selector":"#name","text":"a"}`},
	{InteractionMissingKey, KindWeb, "a key interaction has no key", `name the key: {"type":"keypress","key":"Enter"}`},
	{InteractionUploadFields, KindWeb, "an upload lacks its selector or its files", `give both: {"type":"upload","selector":"#file","file":"a.txt"}, or a list "files"`},
	{InteractionSelectFields, KindWeb, "a selection lacks its selector or its value", `give both as strings: {"type":"select","selector":"#size","value":"12"}`},
	{PixelCoords, KindWeb, "an interaction is aimed at pixels, which move with every layout", "name the element with a selector instead of x and y"},
	{MissingExitCode, KindShell, "there is no exitCode, or it is not a number", `write the observed exit code as a number: "exitCode":0`},
	{DecoratedCmd, KindShell, "the command ends with an echo of $?, so its own exit code is always that of the echo", "record the bare command; its exit code is recorded beside it"},
	{PortBearing, KindShell, "the recorded stdout holds the port of one run, which no other run has", "record without stdout, or let the command print no port"},
}

// Rules lists every rule that [Check] applies, in the order of the table.
func Rules() []RuleInfo { return slices.Clone(ruleTable[:]) }

// Info documents the rule; false when there is no such rule.
func (r Rule) Info() (RuleInfo, bool) {
	for _, info := range ruleTable {
		if info.Rule == r {
			return info, true
		}
	}
	return RuleInfo{}, false
}
