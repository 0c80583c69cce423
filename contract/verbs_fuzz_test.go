package contract_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan/jsonscantest"
)

// The limits of the fuzz tests are small, so that the fuzzer reaches them.
const (
	fuzzBytes = 2000
	fuzzDepth = 12
)

func fuzzParse(text string) (contract.Document, error) {
	return contract.Parse([]byte(text), contract.MaxBytes(fuzzBytes), contract.MaxDepth(fuzzDepth))
}

// fuzzDocuments are the seeds of every fuzz test here.
var fuzzDocuments = []string{
	`{}`,
	`{"a":1}`,
	` { "a" : { "b" : [ 1 , 2 ] , "c" : null } , "d" : [ ] } `,
	`{"a":{"b":{"c":{"d":[1],"e":{}}}},"x.y":{"\u0061":[[]]},"":[0]}`,
	`{"evidence_report":{"open_gaps":["a b"],"verification":{"checks":[{"x":[1]}]}},"agent_status":{"agent_state":"COMPLETE"}}`,
	`{"*":{"?":["#"]},"0":{"1":2},"é":"\ud83d\ude00","n":-1.50e+10}`,
	`{"a":1,"a":2}`, `{"a":"\ud800"}`, "```json\n{}\n```", `[1]`, `null`, "\ufeff{}", `{"a":[1,]}`,
}

// FuzzParse holds that Parse accepts exactly the objects that the reference
// accepts, keeps them as written, and otherwise points into the text (C-4).
func FuzzParse(f *testing.F) {
	for _, doc := range fuzzDocuments {
		f.Add(doc)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := fuzzParse(text)
		trimmed := strings.Trim(text, " \t\r\n")
		want := jsonscantest.Accepts(text, fuzzBytes, fuzzDepth) && trimmed[0] == '{'
		require.Equal(t, want, err == nil, "%q: %v", text, err)
		if err != nil {
			syntax := asSyntax(t, err)
			assert.GreaterOrEqual(t, syntax.Offset, 0)
			assert.LessOrEqual(t, syntax.Offset, len(text))
			assert.Equal(t, contract.Document{}, doc)
			return
		}
		require.Equal(t, trimmed, doc.String())
		names, values := rawObject(t, text)
		for _, name := range names {
			if name == "" {
				continue
			}
			got, err := doc.Get(docpath.Escape(name))
			require.NoError(t, err)
			require.Equal(t, values[name], string(got))
		}
	})
}

// fuzzEdit holds for Set and Add that the result is what the model says, or an
// error where the model refuses; that members beside the path keep their order
// and bytes; and that the input stays.
func fuzzEdit(f *testing.F, call verb, model func(any) func(any) (any, bool)) {
	f.Helper()
	for _, doc := range fuzzDocuments {
		for _, path := range []string{"a", "a.b", "a.b.c.d", "d", `x\.y.a`, "*.?", "new.q", "agent_state", "a..b", "n.x"} {
			f.Add(doc, path, `{"v":[1]}`)
			f.Add(doc, path, ` "x" `)
		}
	}
	f.Fuzz(func(t *testing.T, text, path, value string) {
		doc, err := fuzzParse(text)
		if err != nil {
			return
		}
		before := doc.String()
		got, err := call(doc, path, json.RawMessage(value))
		require.Equal(t, before, doc.String())
		names, pathErr := docpath.Split(path)
		switch {
		case pathErr != nil:
			require.ErrorIs(t, err, contract.ErrPath)
			return
		case errors.Is(err, contract.ErrHostField):
			return
		case !jsonscantest.Accepts(value, fuzzBytes, fuzzDepth):
			require.Equal(t, "value", asSyntax(t, err).Argument)
			return
		}
		want, ok := modelPut(decoded(t, before), names, model(decoded(t, value)))
		if !ok {
			require.True(t, errors.Is(err, contract.ErrNotObject) || errors.Is(err, contract.ErrNotList), "%v", err)
			return
		}
		if errors.Is(err, contract.ErrTooLarge) || errors.Is(err, contract.ErrTooDeep) {
			// A new member may have brought the document to its limit.
			require.False(t, jsonscantest.Accepts(encoded(t, want), fuzzBytes/8, fuzzDepth))
			return
		}
		require.NoError(t, err)
		require.True(t, jsonscantest.Accepts(got.String(), fuzzBytes, fuzzDepth))
		require.True(t, docpath.Equal(encoded(t, want), got.String()), "want %s, got %s", encoded(t, want), got)
		checkBeside(t, before, got.String(), names[0])
	})
}

// checkBeside compares the root members other than the touched one.
func checkBeside(t *testing.T, before, after, touched string) {
	t.Helper()
	namesBefore, valuesBefore := rawObject(t, before)
	namesAfter, valuesAfter := rawObject(t, after)
	if !slices.Contains(namesBefore, touched) {
		namesBefore = append(namesBefore, touched)
	}
	require.Equal(t, namesBefore, namesAfter, "order is kept and new members come last")
	for name, value := range valuesBefore {
		if name != touched {
			require.Equal(t, value, valuesAfter[name])
		}
	}
}

func FuzzSet(f *testing.F) { fuzzEdit(f, contract.Document.Set, modelSet) } // C-5, C-24, C-26

func FuzzAdd(f *testing.F) { fuzzEdit(f, contract.Document.Add, modelAdd) } // C-5, C-24, C-26

// FuzzFill holds that no entry of a populated list is ever lost, that exactly
// the collisions of C-25 refuse a patch, and that the result is otherwise what
// the model says.
func FuzzFill(f *testing.F) {
	for _, doc := range fuzzDocuments {
		for _, patch := range fuzzDocuments {
			f.Add(doc, patch)
		}
		f.Add(doc, `{"a":{"b":[1,2],"c":[3]},"d":[4]}`)
		f.Add(doc, `{"a":null,"x.y":0}`)
		f.Add(doc, `{"evidence_report":{"open_gaps":[ "a b" ],"verification":{"checks":[]}}}`)
	}
	f.Fuzz(func(t *testing.T, text, patch string) {
		doc, err := fuzzParse(text)
		if err != nil {
			return
		}
		before := doc.String()
		got, err := doc.Fill(json.RawMessage(patch))
		require.Equal(t, before, doc.String())
		if !jsonscantest.Accepts(patch, fuzzBytes, fuzzDepth) {
			require.Equal(t, "patch", asSyntax(t, err).Argument)
			return
		}
		if strings.Trim(patch, " \t\r\n")[0] != '{' {
			require.ErrorIs(t, err, contract.ErrNotObject)
			return
		}
		if errors.Is(err, contract.ErrHostField) {
			return
		}
		collisions := modelCollisions(t, "", before, patch)
		if len(collisions) > 0 {
			var overwrite *contract.OverwriteError
			require.ErrorAs(t, err, &overwrite)
			require.Equal(t, collisions, fields(t, overwrite))
			return
		}
		if errors.Is(err, contract.ErrTooLarge) {
			require.Greater(t, len(before)+len(patch), fuzzBytes)
			return
		}
		require.NoError(t, err)
		after := got.String()
		require.True(t, jsonscantest.Accepts(after, fuzzBytes, fuzzDepth))
		want := encoded(t, modelMerge(decoded(t, before), decoded(t, patch)))
		require.True(t, docpath.Equal(want, after), "want %s, got %s", want, after)

		kept, now := make(map[string]string), make(map[string]string)
		populatedLists(t, "", before, kept)
		populatedLists(t, "", after, now)
		for path, list := range kept {
			require.Equal(t, list, now[path], "the list at %s", path)
		}
		checkMerged(t, before, patch, after)
	})
}

// fields writes the fields of an OverwriteError as the model writes paths.
func fields(t *testing.T, overwrite *contract.OverwriteError) []string {
	t.Helper()
	var all []string
	for _, c := range overwrite.Collisions {
		require.Positive(t, c.Existing)
		// A field is no path for Split when a name in it is empty.
		path, name := "", ""
		for i := 0; i < len(c.Field); i++ {
			switch c.Field[i] {
			case '.':
				path += fmt.Sprintf("/%q", name)
				name = ""
				continue
			case '\\':
				i++
			}
			name += c.Field[i : i+1]
		}
		all = append(all, path+fmt.Sprintf("/%q", name))
	}
	slices.Sort(all)
	return all
}

// checkMerged compares order and untouched bytes of the root members.
func checkMerged(t *testing.T, before, patch, after string) {
	t.Helper()
	namesBefore, valuesBefore := rawObject(t, before)
	namesPatch, valuesPatch := rawObject(t, patch)
	namesAfter, valuesAfter := rawObject(t, after)
	want := slices.Clone(namesBefore)
	for _, name := range namesPatch {
		if _, met := valuesBefore[name]; !met {
			want = append(want, name)
			require.Equal(t, valuesPatch[name], valuesAfter[name])
		}
	}
	require.Equal(t, want, namesAfter)
	for _, name := range namesBefore {
		if _, met := valuesPatch[name]; !met {
			require.Equal(t, valuesBefore[name], valuesAfter[name])
		}
	}
}

// FuzzMergeSection holds that the result is what the model says and that
// untouched members keep their bytes (C-27).
func FuzzMergeSection(f *testing.F) {
	for _, stored := range fuzzDocuments {
		for _, delta := range fuzzDocuments {
			f.Add(stored, delta)
		}
	}
	f.Fuzz(func(t *testing.T, stored, delta string) {
		merged, err := contract.MergeSection(json.RawMessage(stored), json.RawMessage(delta))
		const maxBytes, maxDepth = 8 << 20, 256
		switch {
		case !jsonscantest.Accepts(delta, maxBytes, maxDepth):
			require.Equal(t, "delta", asSyntax(t, err).Argument)
			return
		case strings.Trim(delta, " \t\r\n")[0] != '{':
			require.ErrorIs(t, err, contract.ErrNotObject)
			return
		case stored == "":
			require.Equal(t, strings.Trim(delta, " \t\r\n"), string(merged))
			return
		case !jsonscantest.Accepts(stored, maxBytes, maxDepth):
			require.Equal(t, "stored", asSyntax(t, err).Argument)
			return
		}
		require.NoError(t, err)
		require.True(t, jsonscantest.Accepts(string(merged), maxBytes, maxDepth))
		want := encoded(t, modelMerge(decoded(t, stored), decoded(t, delta)))
		require.True(t, docpath.Equal(want, string(merged)), "want %s, got %s", want, merged)
		if strings.Trim(stored, " \t\r\n")[0] == '{' {
			checkMerged(t, stored, delta, string(merged))
		}
	})
}
