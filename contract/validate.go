package contract

import "encoding/json"

// FormOption changes what the form accepts.
type FormOption interface{ applyForm(*formConfig) }

type formConfig struct {
	hostFields []string
}

// Finding is one offence against the form.
type Finding struct {
	Code   Code   `json:"code"`
	Field  string `json:"field"`
	Detail string `json:"detail"`
	Repair string `json:"repair"`
}

// Report is the verdict of Validate.
type Report struct {
	Findings []Finding `json:"findings"`
}

// OK reports that nothing was found.
func (r Report) OK() bool { return len(r.Findings) == 0 }

// Err is nil or a *FormError.
func (r Report) Err() error {
	if r.OK() {
		return nil
	}
	return &FormError{Findings: r.Findings}
}

// FormError is a Report as an error.
type FormError struct{ Findings []Finding }

func (e *FormError) Error() string { return "form" }

// Validate judges the shape of doc (C-10).
func Validate(doc Document, opts ...FormOption) Report { return Report{} }

// Change is one substitution that Canonicalize or Sanitize made.
type Change struct {
	Field  string `json:"field"`
	Detail string `json:"detail"`
	// Old is the value that was replaced or removed, as written; New is what
	// stands there now, nil when the member is gone.
	Old json.RawMessage `json:"old"`
	New json.RawMessage `json:"new,omitempty"`
}

// Canonicalize rewrites values to the form that was compared (C-22).
func Canonicalize(doc Document, opts ...FormOption) (Document, []Change) { return doc, nil }

// Sanitize repairs an inherited draft (C-23).
func Sanitize(doc Document, opts ...FormOption) (Document, []Change) { return doc, nil }

// NewDocument is the initial envelope (C-8).
func NewDocument(agentID string) Document { return Document{} }
