package contract_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
)

// document parses a text that must pass the door.
func document(tb testing.TB, text string) contract.Document {
	tb.Helper()
	doc, err := contract.Parse([]byte(text))
	require.NoError(tb, err)
	return doc
}

// asSyntax takes the *SyntaxError out of an error.
func asSyntax(t *testing.T, err error) *contract.SyntaxError {
	t.Helper()
	var syntax *contract.SyntaxError
	require.ErrorAs(t, err, &syntax)
	return syntax
}

func TestParseRefusals(t *testing.T) { // C-4
	for _, c := range []struct {
		name, text string
		offset     int
		path, hint string
	}{
		{"empty", "", 0, "", ""},
		{"white space", " \n ", 3, "", ""},
		{"not an object", " [1]", 1, "", ""},
		{"null", "null", 0, "", ""},
		{"string", `"{}"`, 0, "", ""},
		{"fence", "\n```json\n{}\n```", 1, "", "Markdown"},
		{"trailing comma", `  {"a":{"b":[1,2,]}}`, 17, "a.b[2]", "comma"},
		{"comment", "{\n// c\n}", 2, "", "comments"},
		{"single quotes", `{'a':1}`, 1, "", "double quotes"},
		{"NaN", `{"a":NaN}`, 5, "a", "NaN"},
		{"None", `{"a":None}`, 5, "a", "null"},
		{"True", `{"a":True}`, 5, "a", "true"},
		{"smart quotes", `{“a”:1}`, 1, "", "typographic"},
		{"byte order mark", "\ufeff{}", 0, "", "byte order mark"},
		{"YAML", "agent_status:\n  agent_id: a\n", 0, "", "YAML"},
		{"duplicate", `{"a":1,"\u0061":2}`, 7, "a", "once"},
		{"behind the brace", `{} {}`, 3, "", "second"},
		{"lone surrogate", `{"a":"\ud83d"}`, 6, "a", "side by side"},
		{"invalid UTF-8", "{\"a\":\"\xff\"}", 6, "a", "UTF-8"},
		{"cut off", `{"a":{"b":"c`, 12, "a.b", "cut off"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc, err := contract.Parse([]byte(c.text))
			syntax := asSyntax(t, err)
			assert.Equal(t, contract.Document{}, doc, "nothing is repaired")
			assert.Equal(t, "document", syntax.Argument)
			assert.Equal(t, c.offset, syntax.Offset)
			assert.Equal(t, c.path, syntax.Path)
			assert.NotEmpty(t, syntax.Reason)
			if c.hint == "" {
				assert.Empty(t, syntax.Hint)
			} else {
				assert.Contains(t, syntax.Hint, c.hint)
			}
			require.NotErrorIs(t, err, contract.ErrTooLarge)
			require.NotErrorIs(t, err, contract.ErrTooDeep)
			for _, part := range []string{syntax.Reason, syntax.Hint, syntax.Path} {
				assert.Contains(t, err.Error(), part)
			}
		})
	}
}

func TestParseLimits(t *testing.T) { // C-4
	sized := func(n int) []byte { return []byte(`{"a":"` + strings.Repeat("x", n-8) + `"}`) }
	_, err := contract.Parse(sized(8 << 20))
	require.NoError(t, err)
	_, err = contract.Parse(append(sized(8<<20), '\n'))
	require.ErrorIs(t, err, contract.ErrTooLarge, "white space counts")
	require.NotErrorIs(t, err, contract.ErrTooDeep)
	assert.Equal(t, 8<<20, asSyntax(t, err).Offset)
	_, err = contract.Parse(sized(8<<20+1), contract.MaxBytes(9<<20))
	require.NoError(t, err)
	_, err = contract.Parse(sized(100), contract.MaxBytes(99))
	require.ErrorIs(t, err, contract.ErrTooLarge)
	_, err = contract.Parse(bytes.Repeat([]byte("["), 12<<20))
	require.ErrorIs(t, err, contract.ErrTooLarge)
	_, err = contract.Parse(bytes.Repeat([]byte(`{"a":`), 12<<20/5), contract.MaxBytes(64<<20))
	require.ErrorIs(t, err, contract.ErrTooDeep)

	nested := func(depth int) []byte {
		return []byte(strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth))
	}
	_, err = contract.Parse(nested(256))
	require.NoError(t, err, "the root counts 1")
	_, err = contract.Parse(nested(257))
	require.ErrorIs(t, err, contract.ErrTooDeep)
	require.NotErrorIs(t, err, contract.ErrTooLarge)
	_, err = contract.Parse(nested(10_000), contract.MaxDepth(10_000))
	require.NoError(t, err)
	_, err = contract.Parse(nested(3), contract.MaxDepth(2), contract.MaxBytes(0))
	require.ErrorIs(t, err, contract.ErrTooDeep)
}

func TestDocumentKeepsItsBytes(t *testing.T) { // C-5
	text := "{ \"b\":1.00,\"a\" : [1e400,-0, 12345678901234567890123],\n\t\"html\":\"<a> && b\u2028\",\"esc\":\"\\u003c\\/\" }"
	doc := document(t, " \r\n\t"+text+"\n")
	assert.Equal(t, text, doc.String())
	assert.Equal(t, text, string(doc.Bytes()))
	assert.True(t, doc.IsObject())

	data := []byte(text)
	doc, err := contract.Parse(data)
	require.NoError(t, err)
	data[3] = 'x'
	assert.Equal(t, text, doc.String(), "the bytes are copied in")
	doc.Bytes()[3] = 'x'
	assert.Equal(t, text, doc.String(), "and out")
}

func TestDocumentJSON(t *testing.T) { // C-5
	type holder struct{ Doc contract.Document }
	var zero contract.Document
	assert.Equal(t, "null", zero.String())
	assert.False(t, zero.IsObject())

	for _, text := range []string{`{"a":[1.0,"&"]}`, `null`, `[1]`, `"x"`} {
		var h holder
		require.NoError(t, json.Unmarshal([]byte(`{"Doc":`+text+`}`), &h))
		assert.Equal(t, text, h.Doc.String())
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		require.NoError(t, enc.Encode(h))
		assert.JSONEq(t, `{"Doc":`+text+`}`, b.String())
		assert.Contains(t, b.String(), text)
	}
	out, err := json.Marshal(holder{})
	require.NoError(t, err)
	assert.Equal(t, `{"Doc":null}`, string(out))

	h := holder{Doc: document(t, `{"kept":1}`)}
	err = json.Unmarshal([]byte(`{"Doc":{"a":1,"a":2}}`), &h)
	require.Error(t, err)
	assert.Equal(t, "a", asSyntax(t, err).Path)
	assert.Equal(t, `{"kept":1}`, h.Doc.String(), "a refused text changes nothing")
}

func TestAnyRoot(t *testing.T) { // C-4, C-12
	for _, text := range []string{"null", "[]", `""`, "0", "true", "{}"} {
		doc, err := contract.Parse([]byte(" "+text+" "), contract.AnyRoot())
		require.NoError(t, err)
		assert.Equal(t, text, doc.String())
		assert.Equal(t, text == "{}", doc.IsObject())
	}
	_, err := contract.Parse([]byte("nul"), contract.AnyRoot())
	require.Error(t, err)
}

func TestGet(t *testing.T) { // C-6, C-7
	doc := document(t, `{"a":{"b":{"c":{"d" : [ 1, 2 ] ,"e":null}},"":1},"Result":"upper","result":"lower",
		"x.y":{"p\\q":7},"\u0066oo":{"\u0062ar":8,"n":{"\u0071":9}},"list":[{"z":1}],"s":"text","nul":null,"*":1,"0":2,"empty":{}}`)
	for path, want := range map[string]string{
		"a.b.c.d":   `[ 1, 2 ]`,
		"a.b.c.e":   `null`,
		"a.b.c":     `{"d" : [ 1, 2 ] ,"e":null}`,
		"result":    `"lower"`,
		"Result":    `"upper"`,
		`x\.y.p\\q`: `7`,
		"foo.bar":   `8`,
		"foo.n.q":   `9`,
		"list":      `[{"z":1}]`,
		"nul":       `null`,
		"*":         `1`,
		"0":         `2`,
		"empty":     `{}`,
		`a.b`:       `{"c":{"d" : [ 1, 2 ] ,"e":null}}`,
		"foo":       `{"\u0062ar":8,"n":{"\u0071":9}}`,
		"foo.n":     `{"\u0071":9}`,
		"s":         `"text"`,
	} {
		got, err := doc.Get(path)
		require.NoError(t, err, path)
		assert.Equal(t, want, string(got), path)
		if len(got) > 0 {
			got[0] = 'X'
		}
		again, err := doc.Get(path)
		require.NoError(t, err)
		assert.Equal(t, want, string(again), "what Get returns is a copy")
	}
	for path, want := range map[string]error{
		"":               contract.ErrPath,
		"a.":             contract.ErrPath,
		"a..b":           contract.ErrPath,
		`a\b`:            contract.ErrPath,
		"missing":        contract.ErrNotFound,
		"RESULT":         contract.ErrNotFound,
		"a.b.x":          contract.ErrNotFound,
		"a.b.c.x.y":      contract.ErrNotFound,
		"empty.x":        contract.ErrNotFound,
		"nul.x":          contract.ErrNotFound,
		"a.b.c.e.x":      contract.ErrNotFound,
		`\u0066oo`:       contract.ErrPath,
		"x.y":            contract.ErrNotFound,
		"list.0":         contract.ErrNotObject,
		"list.z":         contract.ErrNotObject,
		"list.#":         contract.ErrNotObject,
		"a.b.c.d.0":      contract.ErrNotObject,
		"s.x":            contract.ErrNotObject,
		"a.b.c.d.0.also": contract.ErrNotObject,
	} {
		got, err := doc.Get(path)
		require.ErrorIs(t, err, want, path)
		assert.Nil(t, got)
		var verb *contract.VerbError
		require.ErrorAs(t, err, &verb)
		assert.Equal(t, "get", verb.Verb)
	}
	_, err := contract.Document{}.Get("a")
	require.ErrorIs(t, err, contract.ErrNotFound)
	stored, err := contract.Parse([]byte(`[1]`), contract.AnyRoot())
	require.NoError(t, err)
	_, err = stored.Get("a")
	require.ErrorIs(t, err, contract.ErrNotObject)
}

func TestErrorsNameOneCause(t *testing.T) {
	all := []error{contract.ErrPath, contract.ErrNotObject, contract.ErrNotList, contract.ErrHostField, contract.ErrTooLarge, contract.ErrTooDeep, contract.ErrNotFound}
	for i, a := range all {
		for j, b := range all {
			assert.Equal(t, i == j, errors.Is(a, b))
		}
	}
}
