package conform

import (
	"encoding/json"

	"github.com/handfast-go/handfast/contract"
)

// formCalls serve the form and what reads an envelope beside it.
func formCalls() map[string]call {
	return map[string]call{
		"contract.validate":     validate,
		"contract.canonicalize": canonicalize,
		"contract.sanitize":     sanitize,
		"contract.updates":      updates,
	}
}

type formError struct {
	Code  contract.Code `json:"code"`
	Field string        `json:"field"`
}

type validateOut struct {
	OK     bool        `json:"ok"`
	Errors []formError `json:"errors"`
}

// validate serves contract.validate.
func validate(in json.RawMessage) (any, error) {
	doc, err := envelope(in)
	if err != nil {
		return nil, err
	}
	report := contract.Validate(doc)
	out := validateOut{OK: report.OK(), Errors: []formError{}}
	for _, f := range report.Findings {
		out.Errors = append(out.Errors, formError{f.Code, f.Field})
	}
	return out, nil
}

type rewriteOut struct {
	Envelope json.RawMessage `json:"envelope"`
	Changes  int             `json:"changes"`
}

// canonicalize serves contract.canonicalize.
func canonicalize(in json.RawMessage) (any, error) {
	doc, err := envelope(in)
	if err != nil {
		return nil, err
	}
	doc, changes := contract.Canonicalize(doc)
	return rewriteOut{doc.Bytes(), len(changes)}, nil
}

// sanitize serves contract.sanitize.
func sanitize(in json.RawMessage) (any, error) {
	doc, err := envelope(in)
	if err != nil {
		return nil, err
	}
	doc, changes := contract.Sanitize(doc)
	return rewriteOut{doc.Bytes(), len(changes)}, nil
}

type updateOut struct {
	Contract string          `json:"contract"`
	Payload  json.RawMessage `json:"payload"`
}

type updatesOut struct {
	Entries []updateOut `json:"entries"`
	Refused int         `json:"refused"`
}

// updates serves contract.updates.
func updates(in json.RawMessage) (any, error) {
	raw, err := member(in, "update_contracts")
	if err != nil {
		return nil, err
	}
	entries, refused := contract.ParseUpdates(raw)
	out := updatesOut{Entries: []updateOut{}, Refused: len(refused)}
	for _, e := range entries {
		out.Entries = append(out.Entries, updateOut{e.Contract, e.Payload})
	}
	return out, nil
}
