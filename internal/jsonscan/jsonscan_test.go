package jsonscan_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/jsonscan"
	"github.com/handfast-go/handfast/internal/jsonscan/jsonscantest"
)

// accepts asks the reference.
func accepts(text string, lim jsonscan.Limits) bool {
	lim = lim.OrDefault()
	return jsonscantest.Accepts(text, lim.MaxBytes, lim.MaxDepth)
}

// accepted are texts that C-4 lets pass.
var accepted = []string{
	`{}`, `[]`, `""`, `0`, `-0`, `null`, `true`, `false`, " \t\r\n{} \t\r\n",
	`1e400`, `-1.5E+10`, `0.0`, `0e0`, `100`, `12345678901234567890123`,
	`{"a":1,"b":[1,2,{"a":1}],"c":{"a":{"a":null}}}`,
	`{"":{"":1}}`, `{"a.b":1,"a":{"b":2}}`, `{"A":1,"a":2}`,
	"{\"\u00e9\":1,\"e\u0301\":2}", // differ by normalisation alone
	`"\"\\\/\b\f\n\r\té\ud83d\ude00"`, `"😀 é 日本 \u2028 ` + "\u2028" + `"`,
	`"\ud800\udc00\udbff\udfff\ud7ff\ue000"`, `{"a":"\u0000"}`, `{"\u0061b":1,"a":2}`, `{"a":[[],[[]],{}]}`,
	`[ 1 , 2 ]`, "{\n\t\"a\" : [\n1\n]\n}", "\"\x7f\"",
	`{"12345678":1,"123456789":2,"1234567":"\\"}`,
}

// refused are texts that C-4 does not, with where and under which member.
var refused = []struct {
	name, text string
	offset     int
	path, hint string
}{
	{"nothing", "", 0, "", ""},
	{"white space", "  ", 2, "", ""},
	{"byte order mark", "\ufeff{}", 0, "", "byte order mark"},
	{"fence", "```json\n{}\n```", 0, "", "Markdown"},
	{"fence behind", "{}\n```", 3, "", "Markdown"},
	{"prose before", `Here you go: {"a":1}`, 0, "", "words"},
	{"prose behind", `{"a":1} as asked`, 8, "", "nothing may follow"},
	{"second value", `{"a":1}{"b":2}`, 7, "", "one JSON value"},
	{"NUL behind", "{}\x00", 2, "", ""},
	{"yaml", "a: 1\nb: 2\n", 0, "", "YAML"},
	{"yaml block", "agent_status:\n  agent_state: COMPLETE\n", 0, "", "YAML"},
	{"yaml document", "---\na: 1\n", 1, "", "YAML"},
	{"yaml list", "- a\n- b\n", 1, "", "YAML"},
	{"trailing comma in object", `{"a":1,}`, 7, "", "comma"},
	{"trailing comma in list", `{"a":[1, ]}`, 9, "a[1]", "comma"},
	{"missing comma", `{"a":1 "b":2}`, 7, "a", "commas"},
	{"missing comma in list", `["a" "b"]`, 5, "[0]", "commas"},
	{"line comment", "{\"a\":1 // one\n}", 7, "a", "comments"},
	{"block comment", `{/* one */"a":1}`, 1, "", "comments"},
	{"hash comment", "{\"a\":\n# one\n1}", 6, "a", "comments"},
	{"single quotes", `{'a':1}`, 1, "", "double quotes"},
	{"single quoted value", `{"a":'b'}`, 5, "a", "double quotes"},
	{"smart quotes", `{“a”:1}`, 1, "", "typographic"},
	{"smart quoted value", `{"a":“b”}`, 5, "a", "typographic"},
	{"low quote", `{„a“:1}`, 1, "", "typographic"},
	{"bare name", `{a:1}`, 1, "", "double quotes"},
	{"NaN", `{"a":NaN}`, 5, "a", "NaN"},
	{"Infinity", `{"a":Infinity}`, 5, "a", "Infinity"},
	{"-Infinity", `{"a":-Infinity}`, 6, "a", "Infinity"},
	{"None", `{"a":{"b":[1,None]}}`, 13, "a.b[1]", "null"},
	{"None alone", `None`, 0, "", "null"},
	{"True", `{"a":True}`, 5, "a", "true"},
	{"undefined", `{"a":undefined}`, 5, "a", "null"},
	{"bad literal", `{"a":nul}`, 5, "a", ""},
	{"leading zero", `{"a":01}`, 6, "a", "leading zero"},
	{"plus", `{"a":+1}`, 5, "a", "plus"},
	{"point first", `{"a":.5}`, 5, "a", "point"},
	{"point last", `{"a":1.}`, 7, "a", "point"},
	{"hexadecimal", `{"a":0x10}`, 6, "a", ""},
	{"empty exponent", `{"a":1e}`, 7, "a", "digits"},
	{"minus alone", `-`, 1, "", "digits"},
	{"open object", `{"a":1`, 6, "a", "cut off"},
	{"open list", `{"a":[1,2`, 9, "a[1]", "cut off"},
	{"open string", `{"a":"b`, 7, "a", "cut off"},
	{"open name", `{"a`, 3, "", "cut off"},
	{"open escape", `{"a":"\`, 6, "a", "cut off"},
	{"name without value", `{"a"}`, 4, "a", ""},
	{"colon without value", `{"a":}`, 5, "a", ""},
	{"wrong bracket", `{"a":[1}`, 7, "a[0]", ""},
	{"wrong brace", `{"a":1]`, 6, "a", ""},
	{"lone bracket", `]`, 0, "", ""},
	{"bad escape", `{"a":"\x41"}`, 6, "a", "backslash"},
	{"bad escape in name", `{"a":{"\d":1}}`, 7, "a", "backslash"},
	{"bad hex", `{"a":"\u00g0"}`, 6, "a", ""},
	{"short hex", `"\u00`, 1, "", ""},
	{"line break in string", "{\"a\":\"b\nc\"}", 7, "a", `\n`},
	{"tab in name", "{\"a\tb\":1}", 3, "", `\t`},
	{"control character", "[\"\x01\"]", 2, "[0]", `\u`},
	{"high surrogate", `{"a":"\ud800"}`, 6, "a", "side by side"},
	{"high surrogate and text", `"\ud800x12345"`, 1, "", "side by side"},
	{"high surrogate and escape", `"\ud800\n12345"`, 1, "", "side by side"},
	{"two high surrogates", `"\ud800\ud800"`, 1, "", "side by side"},
	{"low surrogate", `"\udc00"`, 1, "", "side by side"},
	{"last low surrogate", `"\udfff"`, 1, "", "side by side"},
	{"pair above", `"\udbff\ue000"`, 1, "", "side by side"},
	{"surrogate in UTF-8", "{\"a\":\"\xed\xa0\x80\"}", 6, "a", "UTF-8"},
	{"invalid UTF-8", "{\"a\":\"é\xff\"}", 8, "a", "UTF-8"},
	{"overlong UTF-8", "\"\xc0\xaf\"", 1, "", "UTF-8"},
	{"cut UTF-8", "\"\xe2\x82", 1, "", "UTF-8"},
	{"invalid UTF-8 outside", "{\xff}", 1, "", ""},
	{"no-break space", "{\u00a0}", 1, "", ""},
	{"duplicate", `{"a":1,"a":2}`, 7, "a", "once"},
	{"duplicate within", `{"x":{"a":1,"b":[0,{"c":1,"c":1}]}}`, 26, "x.b[1].c", "once"},
	{"duplicate by escape", `{"a":1,"\u0061":2}`, 7, "a", "once"},
	{"duplicate of escape", `{"\u0061":1,"a":2}`, 12, "a", "once"},
	{"duplicate escapes", `{"\u0061\n":1,"a\u000A":2}`, 14, "a\n", "once"},
	{"duplicate by pair", `{"😀":1,"\uD83D\ude00":2}`, 10, "😀", "once"},
	{"duplicate empty", `{"":1,"":2}`, 6, "", "once"},
	{"path escapes", `{"a.b\\c":{"d":tru}}`, 15, `a\.b\\c.d`, ""},
	{"too deep", strings.Repeat("[", 300), 256, strings.Repeat("[0]", 256), ""},
}

func TestScanAccepts(t *testing.T) { // C-4
	for _, text := range accepted {
		var index jsonscan.Index
		require.Nil(t, jsonscan.Scan(text, jsonscan.Limits{}, &index), "%q", text)
		checkIndex(t, text, index, 2)
		require.Nil(t, jsonscan.Scan(text, jsonscan.Limits{}, nil), "%q", text)
		require.True(t, accepts(text, jsonscan.Limits{}), "%q: the reference disagrees", text)
	}
}

func TestScanRefuses(t *testing.T) { // C-4
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			before := jsonscan.Index{Start: 7}
			err := jsonscan.Scan(c.text, jsonscan.Limits{}, &before)
			require.NotNil(t, err, "%q", c.text)
			assert.Equal(t, c.offset, err.Offset, err.Msg)
			assert.Equal(t, c.path, err.Path)
			assert.Equal(t, jsonscan.Index{Start: 7}, before, "a refusal leaves the index alone")
			if c.hint == "" {
				assert.Empty(t, err.Hint)
			} else {
				assert.Contains(t, err.Hint, c.hint)
			}
			assert.Contains(t, err.Error(), err.Msg)
			assert.False(t, accepts(c.text, jsonscan.Limits{}), "the reference disagrees")
		})
	}
}
