package main

import (
	"bytes"
	"fmt"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/drift"
	"github.com/handfast-go/handfast/evidence"
)

// The codes that the command adds to those of the contract.
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
	codeRecord    = "RECORD"
	codeClaims    = "CLAIMS"
	codePayload   = "PAYLOAD"
	codeUsage     = "USAGE"
	codeOwner     = "OWNER"
	codeEntry     = "ENTRY"
	codeCommand   = "COMMAND_NOT_ALLOWED"
	codeGuards    = "GUARDS_FAILED"
	codeStore     = "STORE"
	codeIO        = "IO"
)

// failure is a call that did not do what it was asked to.
type failure struct {
	exit int
	// printed says that the report is on stdout already.
	printed bool
	// report holds members that stand beside "error".
	report any

	Code   string `json:"code"`
	Field  string `json:"field"`
	Detail string `json:"detail"`
	Repair string `json:"repair"`
	// Offset is where a text stopped being acceptable, in bytes.
	Offset     *int                 `json:"offset,omitempty"`
	Errors     []contract.Finding   `json:"errors,omitempty"`
	Collisions []contract.Collision `json:"collisions,omitempty"`
	Refused    []refusal            `json:"refused,omitempty"`
	Problems   []problem            `json:"problems,omitempty"`
	Guards     []failedGuard        `json:"guards,omitempty"`
}

// refusal is one refused content check.
type refusal struct {
	Field  string          `json:"field"`
	Reason evidence.Reason `json:"reason"`
	Detail string          `json:"detail"`
	Repair string          `json:"repair"`
}

// problem is one broken rule of an evidence payload.
type problem struct {
	Rule   string `json:"rule"`
	Detail string `json:"detail"`
}

// failedGuard is one guard that keeps a drift correction from being applied.
type failedGuard struct {
	Guard   drift.Guard `json:"guard"`
	Meaning string      `json:"meaning"`
	Detail  string      `json:"detail"`
}

func (f *failure) Error() string { return f.Code + ": " + f.Detail }

// text writes the report of a refusal for people.
func (f *failure) text(w *bytes.Buffer) {
	switch {
	case len(f.Errors) > 0:
		for _, e := range f.Errors {
			refusedLine(w, string(e.Code), e.Field, e.Detail, e.Repair)
		}
		return
	case len(f.Refused) > 0:
		for _, r := range f.Refused {
			refusedLine(w, f.Code, r.Field, string(r.Reason)+": "+r.Detail, r.Repair)
		}
		return
	}
	refusedLine(w, f.Code, f.Field, f.Detail, f.Repair)
	for _, c := range f.Collisions {
		fmt.Fprintf(w, "  %s holds %d, the patch brings %d\n", c.Field, c.Existing, c.Incoming)
	}
	for _, p := range f.Problems {
		fmt.Fprintf(w, "  %s: %s\n", p.Rule, p.Detail)
	}
	for _, g := range f.Guards {
		failedLine(w, "  ", g.Guard)
		indented(w, "    ", g.Detail)
	}
}

func refusedLine(w *bytes.Buffer, code, field, detail, repair string) {
	fmt.Fprintf(w, "refused %s", code)
	if field != "" {
		fmt.Fprintf(w, " on %s", field)
	}
	fmt.Fprintf(w, ": %s\n", detail)
	if repair != "" {
		fmt.Fprintf(w, "  %s\n", repair)
	}
}

func usage(format string, args ...any) *failure {
	return &failure{exit: exitUsage, Code: codeUsage, Detail: fmt.Sprintf(format, args...)}
}

func refused(code, field, detail, repair string) *failure {
	return &failure{exit: exitRefused, Code: code, Field: field, Detail: detail, Repair: repair}
}
