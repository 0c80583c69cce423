package main

import (
	"errors"
	"slices"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/examples/sqlitestore"
)

// explain says of any error of the library what the caller is told: a refusal
// where the call or its text was at fault, and a failure of the store for the
// rest.
func explain(err error) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	if e, ok := errors.AsType[*contract.CloseError](err); ok {
		return closeRefused(e)
	}
	if e, ok := errors.AsType[*contract.FormError](err); ok {
		f := form(e.Findings)
		f.report = verdict{Errors: e.Findings}
		return f
	}
	if e, ok := errors.AsType[*contract.OverwriteError](err); ok {
		f := refused(string(contract.Overwrite), "", "the patch would displace lists that have entries; nothing was written",
			"use add to extend a list by one entry, set to replace it, and leave it out of the patch otherwise")
		f.Collisions, f.Omitted = e.Collisions, e.Omitted
		if len(e.Collisions) > 0 {
			f.Field = e.Collisions[0].Field
		}
		return f
	}
	code, known := codeOf(err)
	if e, ok := errors.AsType[*contract.VerbError](err); ok && known {
		return refused(code, e.Path, e.Detail, e.Repair)
	}
	if e, ok := errors.AsType[*contract.SyntaxError](err); ok {
		f := refused(codeSyntax, e.Path, "the "+e.Argument+" is not accepted: "+e.Reason, e.Hint)
		f.Offset = &e.Offset
		return f
	}
	if e, ok := errors.AsType[*contract.LedgerError](err); ok && known {
		return refused(code, "", e.Detail, e.Repair)
	}
	if known {
		return refused(code, "", err.Error(), "")
	}
	return storeFailure(err)
}

// storeFailure is any other error: that of the store.
func storeFailure(err error) *failure {
	f := &failure{exit: exitIO, Code: codeStore, Detail: err.Error()}
	switch {
	case errors.Is(err, sqlitestore.ErrNoDirectory):
		f.Repair = "make the directory, or name another database with --store"
	case errors.Is(err, sqlitestore.ErrBusy):
		f.Repair = "send the same call again"
	}
	return f
}

// about says which argument or flag a refusal with one of the codes is about,
// where the library names no member.
func about(name string, err error, codes ...string) error {
	if err == nil {
		return nil
	}
	f := explain(err)
	if f.Field == "" && slices.Contains(codes, f.Code) {
		f.Field = name
	}
	return f
}

// codeOf finds the code of a sentinel. An error may match several: a draft
// that is missing because its row is not found is NO_DRAFT.
func codeOf(err error) (code string, known bool) {
	for _, c := range []struct {
		sentinel error
		code     string
	}{
		{contract.ErrPath, codePath},
		{contract.ErrNotObject, codeNotObject},
		{contract.ErrNotList, codeNotList},
		{contract.ErrHostField, codeHostField},
		{contract.ErrNoDraft, codeNoDraft},
		{contract.ErrTerminal, codeTerminal},
		{contract.ErrConflict, codeConflict},
		{contract.ErrDecided, codeDecided},
		{contract.ErrArgument, codeArgument},
		{contract.ErrBinding, codeBinding},
		{contract.ErrVerifier, codeVerifier},
		{contract.ErrOwner, codeOwner},
		{contract.ErrNotFound, codeNotFound},
		{evidence.ErrNotFound, codeNotFound},
		{contract.ErrExists, codeExists},
		{evidence.ErrExists, codeExists},
	} {
		if errors.Is(err, c.sentinel) {
			return c.code, true
		}
	}
	return "", false
}

// form is the refusal for findings of the form: the first, and all.
func form(findings []contract.Finding) *failure {
	first := findings[0]
	f := refused(string(first.Code), first.Field, first.Detail, first.Repair)
	f.Errors = findings
	return f
}

func closeRefused(e *contract.CloseError) *failure {
	f := refused(string(e.Code), e.Field, e.Detail, e.Repair)
	if len(e.Findings) > 0 {
		f.Errors = e.Findings
		f.report = verdict{Errors: e.Findings}
	}
	if e.Content != nil {
		f.Refused = refusals(e.Content.Refused)
	}
	return f
}

func refusals(list []evidence.Refusal) []refusal {
	out := make([]refusal, len(list))
	for i, r := range list {
		out[i] = refusal(r)
	}
	return out
}
