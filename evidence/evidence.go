package evidence

import (
	"context"
	"encoding/json"
)

// Claims are what a hand-off asserts: the raw values of the document's
// verification object and of its verbatim_outputs list, nil when absent. The
// bytes must have passed the strict door.
type Claims struct {
	Verification json.RawMessage
	// VerbatimOutputs is the lower-case list; VerbatimOutputsUpper the list
	// under its upper-case spelling.
	VerbatimOutputs      json.RawMessage
	VerbatimOutputsUpper json.RawMessage
}

// Turn binds a check to the work it belongs to.
type Turn struct {
	BriefID    int64
	PlanTaskID string
}

// Lookup finds an evidence row by id; a row that does not exist is ErrNotFound.
type Lookup func(ctx context.Context, id int64) (Row, error)

// CheckOptions tune Check.
type CheckOptions struct {
	// LookPath reports whether a program is on the path; nil finds nothing.
	LookPath func(name string) (string, error)
	// HarnessOnly lets only rows of origin harness prove a command.
	HarnessOnly bool
}

// Report is the verdict of Check.
type Report struct {
	Refused []Refusal
	Skipped []Skip
	Checked []string
}

// Reason is a stable reason code.
type Reason string

// Refusal is one claim that the record refutes.
type Refusal struct {
	Field  string
	Reason Reason
	Detail string
	Repair string
}

// Skip is one comparison that the record cannot settle.
type Skip struct {
	Field  string
	Reason Reason
}

// Check judges claims against the record.
func Check(ctx context.Context, claims Claims, turn Turn, record *Record, lookup Lookup, opts CheckOptions) (Report, error) {
	return Report{}, nil
}

// JSON is the content_checks value (E-12).
func (r Report) JSON() json.RawMessage { return nil }

// Stamp rewrites an agent's list from the record (E-2, C-39).
func Stamp(record *Record, agentList []json.RawMessage, kind RunKind) []json.RawMessage {
	return agentList
}

// Recover lists what a transcript's runs of one kind did (E-2, C-39).
func Recover(transcript []Run, kind RunKind) []string { return nil }

// Problem is one broken rule of an evidence payload.
type Problem struct{ Rule, Detail string }

// Payload is a checked evidence payload (E-16).
type Payload struct {
	BriefID        int64
	ACID           string
	TaskID         string
	Type           Type
	Text           string
	ArtifactPath   string
	SizeBytes      int64
	CreatedByAgent string
}

// ParsePayload checks one evidence payload (E-16).
func ParsePayload(payload json.RawMessage, resolve func(string) error) (Payload, []Problem) {
	return Payload{}, nil
}
