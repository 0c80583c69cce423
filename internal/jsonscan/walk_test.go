package jsonscan_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

func TestInside(t *testing.T) {
	text := ` { "a" : [ 1 , "]}" , { } ] , "b\n" :{"c":null},"":"\\\"" } `
	r := jsonscan.Inside(text, 1)
	var got []string
	for r.Next() {
		start := r.Start
		got = append(got, r.Name(), text[start:r.Skip()])
	}
	assert.Equal(t, []string{"a", `[ 1 , "]}" , { } ]`, "b\n", `{"c":null}`, "", `"\\\""`}, got)
	assert.Equal(t, 2, r.Count)
	assert.Equal(t, byte('}'), text[r.Closer()])

	list := jsonscan.Inside(`[1,[2,3],"x" ]`, 0)
	got = nil
	for list.Next() {
		start := list.Start
		got = append(got, `[1,[2,3],"x" ]`[start:list.Skip()])
	}
	assert.Equal(t, []string{"1", "[2,3]", `"x"`}, got)

	for _, empty := range []string{"{}", "[]", "{ }", "[\n]"} {
		e := jsonscan.Inside(empty, 0)
		assert.False(t, e.Next())
		assert.Equal(t, len(empty)-1, e.Closer())
	}
}

func TestReaderNames(t *testing.T) {
	r := jsonscan.Inside(`{"\u0061":1,"b":2}`, 0)
	require.True(t, r.Next())
	assert.True(t, r.NameIs("a"))
	assert.False(t, r.NameIs(`\u0061`))
	r.Skip()
	require.True(t, r.Next())
	assert.True(t, r.NameIs("b"))
	assert.False(t, r.NameIs("B"))
}

// FuzzQuote holds that AppendQuoted writes what encoding/json, the door and
// Unescape read back as the same text, and nothing HTML-escaped (C-5).
func FuzzQuote(f *testing.F) {
	for _, s := range []string{"", "a", `"\`, "\x00\x1f\x7f\n\r\t\b\f", "<&>", "\u2028é😀", "\ufffd", "\\u0061"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		quoted := string(jsonscan.AppendQuoted([]byte("x"), s))[1:]
		require.Nil(t, jsonscan.Scan(quoted, jsonscan.Limits{}, nil), "%q", quoted)
		var back string
		require.NoError(t, json.Unmarshal([]byte(quoted), &back))
		require.Equal(t, s, back)
		require.Equal(t, s, jsonscan.Unescape(quoted[1:len(quoted)-1]))
		require.Equal(t, strings.Count(s, "<"), strings.Count(quoted, "<"))
	})
}

func TestUnescape(t *testing.T) {
	for _, raw := range []string{`a`, `\"\\\/\b\f\n\r\t`, `\u00e9\u65E5`, `\ud83d\ude00x`, `a\u0000b`, `\\u0061`, `\u005c\u005cu0061`} {
		var want string
		require.NoError(t, json.Unmarshal([]byte(`"`+raw+`"`), &want))
		assert.Equal(t, want, jsonscan.Unescape(raw))
	}
}

func TestKindNames(t *testing.T) {
	for text, want := range map[string]string{
		"null": "null", "true": "a boolean", "false": "a boolean", "-1": "a number", `""`: "a string", "[]": "a list", "{}": "an object", "x": "nothing",
	} {
		assert.Equal(t, want, jsonscan.KindAt(text, 0).String())
	}
}
