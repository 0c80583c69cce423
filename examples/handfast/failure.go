package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/drift"
	"github.com/handfast-go/handfast/evidence"
)

// failure is a call that did not do what it was asked to.
type failure struct {
	exit int
	// printed says that the report is on stdout already.
	printed bool
	// report holds members that stand beside "error".
	report any
	// also is shown to people below the refusal.
	also output
	// file is the file that failed, as the caller named it; Field is where.
	file string

	Code   string `json:"code"`
	Field  string `json:"field"`
	Detail string `json:"detail"`
	Repair string `json:"repair"`
	// Offset is where a text stopped being acceptable, in bytes.
	Offset     *int                 `json:"offset,omitempty"`
	Errors     []contract.Finding   `json:"errors,omitempty"`
	Collisions []contract.Collision `json:"collisions,omitempty"`
	// Omitted counts further collisions.
	Omitted  int           `json:"omitted,omitempty"`
	Refused  []refusal     `json:"refused,omitempty"`
	Problems []problem     `json:"problems,omitempty"`
	Guards   []failedGuard `json:"guards,omitempty"`
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
			refusedLine(w, string(e.Code), e.Field, e.Detail, e.Repair, f.Offset)
		}
	case len(f.Refused) > 0:
		for _, r := range f.Refused {
			refusedLine(w, f.Code, r.Field, string(r.Reason)+": "+r.Detail, r.Repair, nil)
		}
	default:
		refusedLine(w, f.Code, f.Field, f.Detail, f.Repair, f.Offset)
	}
	for _, c := range f.Collisions {
		fmt.Fprintf(w, "  %s holds %d, the patch brings %d\n", c.Field, c.Existing, c.Incoming)
	}
	if f.Omitted > 0 {
		fmt.Fprintf(w, "  and %d more\n", f.Omitted)
	}
	for _, p := range f.Problems {
		fmt.Fprintf(w, "  %s: %s\n", p.Rule, p.Detail)
	}
	for _, g := range f.Guards {
		failedLine(w, "  ", g.Guard)
		indented(w, "    ", g.Detail)
	}
	if f.also != nil {
		f.also.text(w)
	}
}

// refusedLine writes one refusal, with the place in a text when it has one.
func refusedLine(w *bytes.Buffer, code, field, detail, repair string, offset *int) {
	fmt.Fprintf(w, "refused %s", code)
	if field != "" {
		fmt.Fprintf(w, " on %s", field)
	}
	if offset != nil {
		fmt.Fprintf(w, " at byte %d", *offset)
	}
	fmt.Fprintf(w, ": %s\n", detail)
	if repair != "" {
		fmt.Fprintf(w, "  %s\n", repair)
	}
}

// complete adds what the verb that failed knows: which argument or flag the
// failure is about, and what to do when the library says nothing better.
func (f *failure) complete(cmd *cobra.Command) {
	switch f.Code {
	case codeNoDraft, codeNotFound, codeTerminal, codeConflict, codeDecided, codeOwner:
		if f.Field == "" && len(argumentNames(cmd)) > 0 {
			f.Field = argumentName(cmd, 0)
		}
	case codeIO:
		if f.Field == "" {
			f.Field = whereNamed(cmd, f.file)
		}
	case codeStore:
		f.Field = "--store"
	case codeUsage:
		if f.Repair == "" {
			f.Repair = seeHelp(cmd)
		}
	}
	if f.Repair == "" {
		f.Repair = describe(f.Code).repair
	}
}

// whereNamed finds the flag or the argument in which the caller named a file.
// A file that is read without being named is standard input.
func whereNamed(cmd *cobra.Command, file string) string {
	found := ""
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if name := placeholder(flag); found == "" && name == "FILE" && flag.Value.String() == file {
			found = "--" + flag.Name
		}
	})
	for place, arg := range cmd.Flags().Args() {
		if name := argumentName(cmd, place); found == "" && name == "FILE" && arg == file {
			found = name
		}
	}
	if found == "" {
		return "stdin"
	}
	return found
}

func usage(format string, args ...any) *failure {
	return &failure{exit: exitUsage, Code: codeUsage, Detail: fmt.Sprintf(format, args...)}
}

func refused(code, field, detail, repair string) *failure {
	return &failure{exit: exitRefused, Code: code, Field: field, Detail: detail, Repair: repair}
}
