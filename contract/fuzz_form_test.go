package contract

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// seedForm gives a fuzz target the documents of every rule.
func seedForm(f *testing.F) {
	f.Helper()
	for _, c := range formCases() {
		f.Add(c.text)
	}
	f.Add(envelope4K())
	f.Add(`{"agent_status":{"agent_state":" Complete;","next_action":"DONE","pending_steps":1},"evidence_report":{"files_checked":{"path":"x"},"verification":{"type":"A- B","result":"İΣ"}},"a.b":{}}`)
}

// parsed parses fuzzed text; most of it is no document.
func parsed(text string) (Document, bool) {
	doc, err := Parse([]byte(text), AnyRoot())
	return doc, err == nil
}

func has(report Report, codes ...Code) bool {
	return slices.ContainsFunc(report.Findings, func(f Finding) bool { return slices.Contains(codes, f.Code) })
}

// indent writes the same JSON with other white space.
func indent(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(text), "\r", "\t"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// FuzzValidate: the same document is judged the same; every finding has a
// known code, a field and a repair; no call changes the document; and white
// space outside strings never changes the verdict.
func FuzzValidate(f *testing.F) {
	seedForm(f)
	f.Fuzz(func(t *testing.T, text string) {
		doc, ok := parsed(text)
		if !ok {
			return
		}
		before := doc.String()
		report := Validate(doc)
		for _, finding := range report.Findings {
			if _, known := finding.Code.Info(); !known || finding.Field == "" && finding.Code != UnknownField || finding.Detail == "" || finding.Repair == "" {
				t.Fatalf("%s: %+v", text, finding)
			}
		}
		if again := Validate(doc); !slices.Equal(report.Findings, again.Findings) {
			t.Fatalf("%s: judged differently the second time", text)
		}
		if doc.String() != before {
			t.Fatalf("%s: the document changed", text)
		}
		if spaced, ok := parsed(indent(t, before)); ok && !slices.Equal(found(Validate(spaced)), found(report)) {
			t.Fatalf("%s: white space changed the verdict", text)
		}
		if report.OK() {
			if _, err := doc.Envelope(); err != nil {
				t.Fatalf("%s: meets the form, and cannot be viewed: %v", text, err)
			}
		}
	})
}

// FuzzCanonicalize: a second call changes nothing; what validates still does,
// and what does not has the same findings; every change names a value that
// was there.
func FuzzCanonicalize(f *testing.F) {
	seedForm(f)
	f.Fuzz(func(t *testing.T, text string) {
		doc, ok := parsed(text)
		if !ok {
			return
		}
		canonical, changes := Canonicalize(doc)
		checkRewrite(t, doc, canonical, changes)
		if again, more := Canonicalize(canonical); len(more) > 0 || again.String() != canonical.String() {
			t.Fatalf("%s: %s is rewritten again: %v", text, canonical, changed(more))
		}
		if was, is := found(Validate(doc)), found(Validate(canonical)); !slices.Equal(was, is) {
			t.Fatalf("%s: findings went from %v to %v", text, was, is)
		}
	})
}

// FuzzSanitize: a second call changes nothing; afterwards no finding of
// vocabulary, type or file references is left; what validates is not touched
// by it; nothing but the repaired members differs.
func FuzzSanitize(f *testing.F) {
	seedForm(f)
	f.Fuzz(func(t *testing.T, text string) {
		doc, ok := parsed(text)
		if !ok {
			return
		}
		clean, changes := Sanitize(doc)
		checkRewrite(t, doc, clean, changes)
		if again, more := Sanitize(clean); len(more) > 0 || again.String() != clean.String() {
			t.Fatalf("%s: %s is repaired again: %v", text, clean, changed(more))
		}
		report := Validate(clean)
		if has(report, UnknownField, MisplacedKey, FieldType, FileReferenceShape) {
			t.Fatalf("%s: %s still has %v", text, clean, found(report))
		}
		if Validate(doc).OK() && len(changes) > 0 {
			t.Fatalf("%s: meets the form and is repaired: %v", text, changed(changes))
		}
		if doc.IsObject() != clean.IsObject() {
			t.Fatalf("%s: became %s", text, clean)
		}
	})
}

// checkRewrite holds what both rewriters promise.
func checkRewrite(t *testing.T, before, after Document, changes []Change) {
	t.Helper()
	if len(changes) == 0 {
		if before.String() != after.String() {
			t.Fatalf("%s became %s and no change says so", before, after)
		}
		return
	}
	reparsed, err := Parse([]byte(after.String()), AnyRoot(), MaxBytes(1<<30))
	if err != nil {
		t.Fatalf("%s became what the door refuses: %v", before, err)
	}
	if !slices.Equal(reparsed.index.Members, after.index.Members) {
		t.Fatalf("%s: the index of %s is not that of its text", before, after)
	}
	for _, c := range changes {
		if c.Detail == "" || !json.Valid(c.Old) || c.New != nil && !json.Valid(c.New) || string(c.Old) == string(c.New) {
			t.Fatalf("%s: %+v", before, c)
		}
	}
}

// FuzzUpdates: what is read is well formed and what is not is refused; each
// entry of a list is one or the other; the digest is that of the same entry
// with other white space.
func FuzzUpdates(f *testing.F) {
	for _, s := range []string{
		`null`, `[]`, `{}`, `"x"`, `{"app":{"a":1}}`, `{"contract":"a","payload":{}}`, `[{"contract":"a","payload":{"b":[1, 2]},"drift":{}}]`,
		`[{"contract":" ","payload":{}},7,{"contract":"a","payload":[]}]`, `[{]`, `{"\u0000":{}}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		entries, refused := ParseUpdates(json.RawMessage(text))
		for _, r := range refused {
			if r.Reason == "" {
				t.Fatalf("%s: refused without a reason", text)
			}
		}
		doc, ok := parsed(text)
		switch {
		case !ok:
			if len(entries) > 0 || len(refused) != 1 && text != "" {
				t.Fatalf("%q: read, and is no JSON", text)
			}
			return
		case rootOf(doc).missing():
			if len(entries)+len(refused) > 0 {
				t.Fatalf("%s is nothing", text)
			}
		case strings.HasPrefix(doc.String(), "["):
			if n := rootOf(doc).count(); len(entries)+len(refused) != n {
				t.Fatalf("%s: %d of %d entries", text, len(entries)+len(refused), n)
			}
		default:
			if len(entries)+len(refused) != 1 {
				t.Fatalf("%s is one entry or one refusal", text)
			}
		}
		for _, e := range entries {
			if other := (UpdateEntry{Raw: json.RawMessage(indent(t, string(e.Raw)))}); other.Digest() != e.Digest() {
				t.Fatalf("%s: white space changed the digest", text)
			}
			if strings.TrimSpace(e.Contract) == "" || e.Payload[0] != '{' || e.Drift != nil && e.Drift[0] != '{' {
				t.Fatalf("%s: read %+v", text, e)
			}
		}
	})
}

// FuzzMemoryProposals: each proposal of a list is read or is a problem, and
// neither ever makes the form refuse.
func FuzzMemoryProposals(f *testing.F) {
	for _, s := range []string{
		`null`, `{"version":1,"proposals":[{"operation":"create","object":{}}]}`, `{"version":1.0,"proposals":[7,{}]}`, `{"version":2}`, `[]`, `"x"`,
		`{"version":1e0,"proposals":{"operation":"link"}}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, ok := parsed(inState("BLOCKED", `"memory_delta":`+text))
		if !ok {
			return
		}
		proposals, problems := MemoryProposals(doc)
		for _, p := range proposals {
			if !slices.Contains(memoryOperations, p.Operation) || p.Object[0] != '{' {
				t.Fatalf("%s: read %+v", text, p)
			}
		}
		var v view
		v.look(&doc, &formConfig{})
		if list := v.child(fieldMemoryDelta, "proposals"); len(proposals) > 0 && len(proposals)+len(problems) != list.count() {
			t.Fatalf("%s: %d read, %d problems, %d written", text, len(proposals), len(problems), list.count())
		}
	})
}
