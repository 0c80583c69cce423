package contract_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
)

type verb = func(contract.Document, string, json.RawMessage, ...contract.FormOption) (contract.Document, error)

var verbs = map[string]verb{"set": contract.Document.Set, "add": contract.Document.Add}

func TestSet(t *testing.T) { // C-5, C-24, C-26
	for _, c := range []struct{ name, doc, path, value, want string }{
		{"replace", `{"a":1,"b":2}`, "a", `[3]`, `{"a":[3],"b":2}`},
		{"a populated list", `{"a":[1,2],"b":2}`, "a", `null`, `{"a":null,"b":2}`},
		{"append", `{"a":1}`, "b", `2`, `{"a":1,"b":2}`},
		{"into nothing", `{}`, "b", `2`, `{"b":2}`},
		{"into white space", "{ \n}", "b", `2`, "{\"b\":2 \n}"},
		{"behind the last member", "{\n  \"a\": 1\n}", "b", `2`, "{\n  \"a\": 1,\"b\":2\n}"},
		{"second level", `{"a":{"b":1}, "c":2}`, "a.c", `2`, `{"a":{"b":1,"c":2}, "c":2}`},
		{"second level, replaced", `{"a":{"b": 1 }, "c":2}`, "a.b", ` 2 `, `{"a":{"b": 2 }, "c":2}`},
		{"deep", `{"a":{"b":{"c":{"d":1}}}}`, "a.b.c.d", `2`, `{"a":{"b":{"c":{"d":2}}}}`},
		{"deep, new", `{"a":{"b":{"c":{"d":1} }}}`, "a.b.c.e", `2`, `{"a":{"b":{"c":{"d":1,"e":2} }}}`},
		{"deep, empty", `{"a":{"b":{"c":{}}}}`, "a.b.c.e", `2`, `{"a":{"b":{"c":{"e":2}}}}`},
		{"through missing", `{"a":1}`, "b.c.d", `2`, `{"a":1,"b":{"c":{"d":2}}}`},
		{"through null", `{"a":null,"b":1}`, "a.c.d", `2`, `{"a":{"c":{"d":2}},"b":1}`},
		{"through deep null", `{"a":{"b":{"c":null}}}`, "a.b.c.d", `2`, `{"a":{"b":{"c":{"d":2}}}}`},
		{"an object over a list", `{"a":[1]}`, "a", `{"b":[]}`, `{"a":{"b":[]}}`},
		{"the same", `{"a":1}`, "a", `1`, `{"a":1}`},
		{"spelling of numbers", `{"a":1.00,"b":1e400}`, "c", `-0.0`, `{"a":1.00,"b":1e400,"c":-0.0}`},
		{"no HTML escapes", `{"é&":"<b>"}`, "é<&>", `"a && b > c"`, `{"é&":"<b>","é<&>":"a && b > c"}`},
		{"U+2028", `{}`, "\u2028", `"` + "\u2028" + `"`, "{\"\u2028\":\"\u2028\"}"},
		{"quotes and controls in a name", `{}`, "\"\\\\\n\x01\x7f", `1`, `{"\"\\\n\u0001` + "\x7f" + `":1}`},
		{"dots in a name", `{"a.b":1}`, `a\.b`, `2`, `{"a.b":2}`},
		{"a name written with escapes", `{"\u0061":{"\u0062":1}}`, "a.b", `2`, `{"\u0061":{"\u0062":2}}`},
		{"a deep name written with escapes", `{"a":{"b":{"\u0063":1}}}`, "a.b.c", `2`, `{"a":{"b":{"\u0063":2}}}`},
		{"exact names only", `{"Result":1}`, "result", `2`, `{"Result":1,"result":2}`},
		{"operators are names", `{"*":1,"?":2,"0":{"#":3}}`, "0.#", `4`, `{"*":1,"?":2,"0":{"#":4}}`},
		{"no wildcard", `{"a":1,"b":2}`, "*", `3`, `{"a":1,"b":2,"*":3}`},
		{"a host name below the root", `{"a":{}}`, "a.agent_state", `1`, `{"a":{"agent_state":1}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := document(t, c.doc)
			got, err := doc.Set(c.path, json.RawMessage(c.value))
			require.NoError(t, err)
			assert.Equal(t, c.want, got.String())
			assert.Equal(t, c.doc, doc.String(), "the input stays")
			read, err := got.Get(c.path)
			require.NoError(t, err)
			assert.Equal(t, strings.TrimSpace(c.value), string(read))
		})
	}
}

func TestAdd(t *testing.T) { // C-24, C-26
	for _, c := range []struct{ name, doc, path, value, want string }{
		{"extend", `{"a":[1,2]}`, "a", `3`, `{"a":[1,2,3]}`},
		{"a list in white space", "{\"a\":[\n  1\n]}", "a", `3`, "{\"a\":[\n  1,3\n]}"},
		{"empty", `{"a":[]}`, "a", `3`, `{"a":[3]}`},
		{"empty in white space", `{"a":[ ]}`, "a", `3`, `{"a":[3 ]}`},
		{"nested lists", `{"a":[[]]}`, "a", `[]`, `{"a":[[],[]]}`},
		{"a list is one entry", `{"a":[1]}`, "a", `[2,3]`, `{"a":[1,[2,3]]}`},
		{"missing", `{}`, "a", `3`, `{"a":[3]}`},
		{"null", `{"a":null}`, "a", `3`, `{"a":[3]}`},
		{"null entry", `{"a":null}`, "a", `null`, `{"a":[null]}`},
		{"through missing", `{"b":1}`, "a.b", `3`, `{"b":1,"a":{"b":[3]}}`},
		{"through null", `{"a":null}`, "a.b", `3`, `{"a":{"b":[3]}}`},
		{"deep", `{"a":{"b":{"c":["]"]}}}`, "a.b.c", `"["`, `{"a":{"b":{"c":["]","["]}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := document(t, c.doc)
			got, err := doc.Add(c.path, json.RawMessage(c.value))
			require.NoError(t, err)
			assert.Equal(t, c.want, got.String())
			assert.Equal(t, c.doc, doc.String(), "the input stays")
		})
	}
}

func TestSetAndAddRefuse(t *testing.T) { // C-7, C-26, C-26b
	doc := `{"n":1,"t":true,"s":"x","l":[{"z":1}],"o":{"l":[1],"d":{"n":2}},"e":[]}`
	for _, c := range []struct {
		name, path string
		want       error
		at         string
	}{
		{"empty path", "", contract.ErrPath, ""},
		{"empty segment", "o..n", contract.ErrPath, "o..n"},
		{"empty first segment", ".o", contract.ErrPath, ".o"},
		{"empty last segment", "o.", contract.ErrPath, "o."},
		{"unknown escape", `o\n`, contract.ErrPath, `o\n`},
		{"not UTF-8", "\xff", contract.ErrPath, "\xff"},
		{"path before host field", "agent_state.", contract.ErrPath, "agent_state."},
		{"path before not object", "n..x", contract.ErrPath, "n..x"},
		{"through a number", "n.x", contract.ErrNotObject, "n"},
		{"through a boolean", "t.x", contract.ErrNotObject, "t"},
		{"through a string", "s.x.y", contract.ErrNotObject, "s"},
		{"through a list", "l.0", contract.ErrNotObject, "l"},
		{"through an empty list", "e.x", contract.ErrNotObject, "e"},
		{"through a deep list", "o.l.0.x", contract.ErrNotObject, "o.l"},
		{"through a deep scalar", "o.d.n.x", contract.ErrNotObject, "o.d.n"},
		{"host field", "agent_state", contract.ErrHostField, "agent_state"},
		{"below a host field", "_contract_tag.x", contract.ErrHostField, "_contract_tag"},
	} {
		for name, call := range verbs {
			t.Run(name+" "+c.name, func(t *testing.T) {
				before := document(t, doc)
				got, err := call(before, c.path, json.RawMessage("1"))
				require.ErrorIs(t, err, c.want)
				assert.Equal(t, contract.Document{}, got, "no partial result")
				assert.Equal(t, doc, before.String())
				var refused *contract.VerbError
				require.ErrorAs(t, err, &refused)
				assert.Equal(t, name, refused.Verb)
				assert.Equal(t, c.at, refused.Path)
				assert.NotEmpty(t, refused.Repair)
				assert.Contains(t, err.Error(), refused.Repair)
			})
		}
	}
	for _, path := range []string{"n", "t", "s", "o", "o.d", "o.d.n"} {
		_, err := document(t, doc).Add(path, json.RawMessage("1"))
		require.ErrorIs(t, err, contract.ErrNotList, path)
		var refused *contract.VerbError
		require.ErrorAs(t, err, &refused)
		assert.Equal(t, path, refused.Path)
	}
}

func TestVerbsRefuseOtherRoots(t *testing.T) { // C-26
	for _, text := range []string{"null", "[]", `"x"`, "0", "true"} {
		doc, err := contract.Parse([]byte(text), contract.AnyRoot())
		require.NoError(t, err)
		for name, call := range verbs {
			_, err = call(doc, "a", json.RawMessage("1"))
			require.ErrorIs(t, err, contract.ErrNotObject, "%s %s", name, text)
		}
		_, err = doc.Fill(json.RawMessage("{}"))
		require.ErrorIs(t, err, contract.ErrNotObject, text)
	}
	_, err := contract.Document{}.Set("a", json.RawMessage("1"))
	require.ErrorIs(t, err, contract.ErrNotObject)
}

func TestValuesPassTheDoor(t *testing.T) { // C-24
	doc := document(t, `{"a":[1]}`)
	for _, value := range []string{"", " ", "nul", "1 2", `{"a":1,"a":2}`, `"\ud800"`, "[1,]", "\ufeff1", "\"\xff\"", "```1```"} {
		for name, call := range verbs {
			_, err := call(doc, "a", json.RawMessage(value))
			assert.Equal(t, "value", asSyntax(t, err).Argument, "%s %q", name, value)
		}
		_, err := doc.Fill(json.RawMessage(value))
		assert.Equal(t, "patch", asSyntax(t, err).Argument, "%q", value)
		_, err = contract.MergeSection(json.RawMessage("{}"), json.RawMessage(value))
		assert.Equal(t, "delta", asSyntax(t, err).Argument, "%q", value)
		if value != "" {
			_, err = contract.MergeSection(json.RawMessage(value), json.RawMessage("{}"))
			assert.Equal(t, "stored", asSyntax(t, err).Argument, "%q", value)
		}
	}
	_, err := doc.Set("a", json.RawMessage("  [1,,]"))
	assert.Equal(t, 5, asSyntax(t, err).Offset, "counted in what was passed")
	_, err = doc.Set("a", nil)
	require.Error(t, err, "no value is not null")
}

func TestVerbsKeepTheLimits(t *testing.T) { // C-4
	doc, err := contract.Parse([]byte(`{"a":{"b":[1]},"pad":"`+strings.Repeat("x", 60)+`"}`), contract.MaxBytes(100), contract.MaxDepth(4))
	require.NoError(t, err)
	before := doc.String()
	long := json.RawMessage(`"` + strings.Repeat("y", 60) + `"`)
	huge := json.RawMessage(`"` + strings.Repeat("y", 200) + `"`)
	for name, call := range verbs {
		_, err = call(doc, "c", long)
		require.ErrorIs(t, err, contract.ErrTooLarge, name)
		var refused *contract.VerbError
		require.ErrorAs(t, err, &refused)
		_, err = call(doc, "c", huge)
		require.ErrorIs(t, err, contract.ErrTooLarge, name)
		assert.Equal(t, "value", asSyntax(t, err).Argument)
		_, err = call(doc, "c", json.RawMessage("[[[[1]]]]"))
		require.ErrorIs(t, err, contract.ErrTooDeep, name)
		_, err = call(doc, "a.b", json.RawMessage("1"))
		require.NoError(t, err, name)
		_, err = call(doc, strings.Repeat("x.", 200)+"x", json.RawMessage("1"))
		require.ErrorIs(t, err, contract.ErrTooDeep, name)
	}
	_, err = doc.Set("a.b", json.RawMessage("[[1]]"))
	require.NoError(t, err, "four levels")
	_, err = doc.Add("a.b", json.RawMessage("[1]"))
	require.NoError(t, err, "four levels")
	_, err = doc.Add("a.b", json.RawMessage("[[1]]"))
	require.ErrorIs(t, err, contract.ErrTooDeep, "five levels")
	_, err = doc.Set("a.c.d", json.RawMessage("[[1]]"))
	require.ErrorIs(t, err, contract.ErrTooDeep, "five levels")
	_, err = doc.Fill(json.RawMessage(`{"c":` + string(long) + `}`))
	require.ErrorIs(t, err, contract.ErrTooLarge)
	_, err = doc.Fill(json.RawMessage(`{"c":[[[[1]]]]}`))
	require.ErrorIs(t, err, contract.ErrTooDeep)
	assert.Equal(t, before, doc.String(), "the input stays")

	after, err := doc.Set("a.b", json.RawMessage("[]"))
	require.NoError(t, err)
	_, err = after.Set("c", long)
	require.ErrorIs(t, err, contract.ErrTooLarge, "the limits go on with the result")
}
