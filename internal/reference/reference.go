package reference

import (
	"strconv"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/drift"
	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/modelsel"
	"github.com/handfast-go/handfast/probe"
	"github.com/handfast-go/handfast/trace"
)

// Entry explains one name.
type Entry struct {
	// Name is the stable name, as it stands in reports and errors.
	Name string
	// Note is what the table says beside it, see Table.Note.
	Note string
	// Meaning says what was found, and Repair what puts it right.
	Meaning, Repair string
}

// Table is one closed vocabulary.
type Table struct {
	// Package is the path of the package that exports it, below the module.
	Package string
	// Type is the type of its constants, or the word that begins their names
	// where they are plain strings.
	Type string
	// Title heads its section, and Intro says where the names are given.
	Title, Intro string
	// Note heads the column of Entry.Note, "" when there is none.
	Note string
	// Entries are in the order of the package's own table.
	Entries []Entry
}

// Tables returns every vocabulary of the library, in the order of its packages.
func Tables() []Table {
	return []Table{codes(), reasons(), payloadRules(), guards(), probeRules(), traceCodes(), selectorReasons()}
}

func codes() Table {
	t := Table{
		Package: "contract", Type: "Code", Title: "Codes of the form and of a close", Note: "title",
		Intro: "The code of a finding of `contract.Validate`, and of a refused write or close. `errors.Is` finds it in an error.",
	}
	for _, c := range contract.Codes() {
		t.Entries = append(t.Entries, Entry{string(c.Code), c.Title, c.Meaning, c.Repair})
	}
	return t
}

func reasons() Table {
	t := Table{
		Package: "evidence", Type: "Reason", Title: "Reasons of the content checks", Note: "kind",
		Intro: "The reason of a refusal or a skip in the report of `evidence.Check`. A refusal is refuted by the record; a skip is what the record cannot settle, and refuses nothing.",
	}
	for _, r := range evidence.Reasons() {
		kind := "skip"
		if r.Refuses {
			kind = "refusal"
		}
		t.Entries = append(t.Entries, Entry{string(r.Reason), kind, r.Meaning, r.Repair})
	}
	return t
}

func payloadRules() Table {
	t := Table{
		Package: "evidence", Type: "Rule", Title: "Rules of an evidence payload",
		Intro: "The rule of a problem that `evidence.ParsePayload` finds; each is named for the member that breaks it.",
	}
	for _, r := range evidence.PayloadRules() {
		t.Entries = append(t.Entries, Entry{Name: r.Rule, Meaning: r.Meaning, Repair: r.Repair})
	}
	return t
}

func guards() Table {
	t := Table{
		Package: "drift", Type: "Guard", Title: "Guards of a drift correction",
		Intro: "The guards that `drift.Evaluate` lists as failed. A correction is applied without asking only when none is; otherwise it waits for a decision.",
	}
	for _, g := range drift.Guards() {
		t.Entries = append(t.Entries, Entry{Name: string(g), Meaning: g.Meaning(), Repair: g.Repair()})
	}
	return t
}

func probeRules() Table {
	t := Table{
		Package: "probe", Type: "Rule", Title: "Rules of a probe manifest", Note: "kind",
		Intro: "The rule of a problem that `probe.Check` finds, with the kind of entry that it is about.",
	}
	for _, r := range probe.Rules() {
		t.Entries = append(t.Entries, Entry{string(r.Rule), string(r.Kind), r.Meaning, r.Repair})
	}
	return t
}

func traceCodes() Table {
	t := Table{
		Package: "trace", Type: "Code", Title: "Codes of a trace that could not be read", Note: "HTTP status",
		Intro: "The code of a `*trace.ReadError`; `errors.Is` finds it. None says anything about the run that the trace is of.",
	}
	for _, c := range trace.Codes() {
		t.Entries = append(t.Entries, Entry{string(c.Code), strconv.Itoa(c.Status), c.Meaning, c.Repair})
	}
	return t
}

func selectorReasons() Table {
	t := Table{
		Package: "modelsel", Type: "Reason", Title: "Reasons about model selectors",
		Intro: "Why a selector, a set of pins, an admission, a ledger or a grammar was refused; `modelsel.ReasonOf` takes it out of an error.",
	}
	for _, r := range modelsel.Reasons() {
		t.Entries = append(t.Entries, Entry{Name: string(r.Reason), Meaning: r.Meaning, Repair: r.Repair})
	}
	return t
}
