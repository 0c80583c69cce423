package contract

import (
	"errors"
	"fmt"
	"slices"
)

// FormOption changes what the form accepts. It is taken by Validate,
// Canonicalize, Sanitize, the schema and the verbs alike; give all of them the
// same options.
type FormOption interface{ applyForm(cfg *formConfig) }

type formConfig struct {
	hostFields []string
}

// formOf gathers options. Without any it allocates nothing.
func formOf(opts []FormOption) formConfig {
	if len(opts) == 0 {
		return formConfig{}
	}
	return gatherForm(opts)
}

func gatherForm(opts []FormOption) formConfig {
	var cfg formConfig
	for _, o := range opts {
		if o != nil {
			o.applyForm(&cfg)
		}
	}
	return cfg
}

// HostFields are further root members that only the host writes; see
// WithHostFields.
type HostFields []string

// WithHostFields declares root members, by their plain names, that the host
// stamps onto envelopes: the form accepts them at the root, never suggests
// them, and the verbs refuse to write them (ErrHostField). A name that the
// schema gives to the agent stays the agent's. Without it only the host fields
// of the schema are known.
func WithHostFields(names ...string) HostFields { return slices.Clone(names) }

func (h HostFields) applyForm(cfg *formConfig) { cfg.hostFields = append(cfg.hostFields, h...) }

// Finding is one offence against the form.
type Finding struct {
	// Code says which rule; it is stable. The texts below may change.
	Code Code `json:"code"`
	// Field is a dotted path in the notation of Document.Get, list entries as
	// name[3]. A finding on the whole envelope has the field
	// agent_contract_handoff.
	Field string `json:"field"`
	// Detail says what arrived and what was expected.
	Detail string `json:"detail"`
	// Repair is the one call that puts it right, written as the verb, its path
	// and its value in JSON:
	//
	//	set PATH VALUE    replaces what stands at the path
	//	add PATH VALUE    extends the list at the path by one entry
	//	fill PATCH        merges an object, and never displaces a populated list
	//	omit PATH         is no verb: send the write again without that member
	//
	// A part in <angle brackets> stands for what only the writer knows.
	Repair string `json:"repair"`
}

// Report is the verdict of Validate. The zero Report has judged nothing and is
// not OK.
type Report struct {
	// Findings are in the fixed order of the rules (C-13).
	Findings []Finding `json:"findings"`

	judged bool
}

// OK reports that a document was judged and nothing was found.
func (r Report) OK() bool { return r.judged && len(r.Findings) == 0 }

// Err is nil when the Report is OK, and else a *FormError.
func (r Report) Err() error {
	if r.OK() {
		return nil
	}
	return &FormError{Findings: r.Findings}
}

// FormError is a Report as an error. errors.Is(err, MissingField) and the like
// report whether any of its findings carries the code.
type FormError struct {
	// Findings are those of the Report; none when it is the zero Report.
	Findings []Finding
}

// Error names the first finding and counts the others. The text may change.
func (e *FormError) Error() string {
	if len(e.Findings) == 0 {
		return "contract: no document was judged"
	}
	f := e.Findings[0]
	more := ""
	if n := len(e.Findings) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	return fmt.Sprintf("contract: %s on %s: %s; repair: %s%s", f.Code, f.Field, f.Detail, f.Repair, more)
}

// Is reports whether target is the code of one of the findings.
func (e *FormError) Is(target error) bool {
	var code Code
	if !errors.As(target, &code) {
		return false
	}
	return slices.ContainsFunc(e.Findings, func(f Finding) bool { return f.Code == code })
}
