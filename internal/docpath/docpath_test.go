package docpath_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/docpath"
)

func TestSplit(t *testing.T) { // C-7
	for _, c := range []struct {
		path string
		want []string
	}{
		{"a", []string{"a"}},
		{"a.b.c", []string{"a", "b", "c"}},
		{`a\.b`, []string{"a.b"}},
		{`a\\b`, []string{`a\b`}},
		{`a\\.b`, []string{`a\`, "b"}},
		{`\..\\`, []string{".", `\`}},
		{`a\.b.c\.d.e`, []string{"a.b", "c.d", "e"}},
		{" . ", []string{" ", " "}},
		{"0.-1.*.?.#.@this.a|b.:1.[0].a[0]", []string{"0", "-1", "*", "?", "#", "@this", "a|b", ":1", "[0]", "a[0]"}},
		{"é.e\u0301.日本.\x00", []string{"é", "e\u0301", "日本", "\x00"}},
		{"\"", []string{"\""}},
	} {
		got, err := docpath.Split(c.path)
		require.NoError(t, err, "%q", c.path)
		assert.Equal(t, c.want, got, "%q", c.path)
		assert.Equal(t, c.path, docpath.Join(got...), "the same path is written for it")
	}
	for _, path := range []string{"", ".", "..", "a.", ".a", "a..b", `\`, `a\`, `a\b`, `a\ .b`, `\\.`, `\..`, `a\.b.`, `a\.b..c`, "\xff", "a.\xed\xa0\x80"} {
		got, err := docpath.Split(path)
		require.ErrorIs(t, err, docpath.ErrPath, "%q", path)
		assert.Nil(t, got)
	}
}

// FuzzPath holds that every list of non-empty names is one path, and that a
// path which is accepted is the one that Join writes.
func FuzzPath(f *testing.F) {
	f.Add("a.b", `a\b`)
	f.Add(`a\.b`, `.`)
	f.Add(`\\`, `\`)
	f.Add("", "x")
	f.Fuzz(func(t *testing.T, path, name string) {
		names, err := docpath.Split(path)
		if err == nil {
			require.NotEmpty(t, names)
			require.NotContains(t, names, "")
			require.Equal(t, path, docpath.Join(names...))
		} else {
			require.ErrorIs(t, err, docpath.ErrPath)
		}
		if name == "" || !utf8.ValidString(name) {
			return
		}
		for _, names := range [][]string{{name}, {name, "x"}, {"x", name}, {name, name}} {
			got, err := docpath.Split(docpath.Join(names...))
			require.NoError(t, err)
			require.Equal(t, names, got)
		}
		require.Equal(t, docpath.Join(name), docpath.Escape(name))
	})
}

func TestEqual(t *testing.T) {
	long := strings.Repeat("1", 5000)
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`1`, `1.0`, true},
		{`1`, `10e-1`, true},
		{`100`, `1e2`, true},
		{`1E+2`, `1e002`, true},
		{`0.001`, `1e-3`, true},
		{`-0.5`, `-5E-1`, true},
		{`0`, `-0`, true},
		{`0`, `0e5`, true},
		{`0.000`, `-0e99`, true},
		{`1`, `-1`, false},
		{`1`, `10`, false},
		{`12`, `1.2`, false},
		{`1e400`, `1e401`, false},
		{`1e400`, `10e399`, true},
		{`9007199254740993`, `9007199254740992`, false},
		{`9007199254740993`, `9007199254740993.0`, true},
		{`0.1`, `0.1000000000000000055511151231257827`, false},
		{`1e99999999999999999999`, `10e99999999999999999998`, true},
		{`1e100000000000000000000`, `10e99999999999999999999`, true},
		{`1e-100000000000000000000`, `0.1e-99999999999999999999`, true},
		{`1e-99999999999999999999`, `1e99999999999999999999`, false},
		{`1e1000000000000000`, `10e999999999999999`, true},
		{`1e999999999999999`, `0.1e1000000000000000`, true},
		{`1e-1000000000000000`, `0.1e-999999999999999`, true},
		{`1e` + long, `10e` + long[:4999] + `0`, true},
		{`1e` + long, `1e` + long[:4999] + `0`, false},
		{`"a"`, `"\u0061"`, true},
		{`"😀"`, `"\ud83d\ude00"`, true},
		{`"a/b"`, `"a\/b"`, true},
		{`"1"`, `1`, false},
		{`"é"`, `"e\u0301"`, false},
		{`null`, `false`, false},
		{`null`, `0`, false},
		{`true`, `true`, true},
		{`true`, ` true `, true},
		{`{"a":1,"b":2}`, `{ "b" : 2.0, "\u0061":1 }`, true},
		{`{"a":1}`, `{"A":1}`, false},
		{`{"a":1}`, `{"a":1,"b":null}`, false},
		{`{"a":1,"b":null}`, `{"a":1,"c":null}`, false},
		{`{}`, `[]`, false},
		{`{"a":1}`, `[1]`, false},
		{`[1,2]`, `[1.0, 2]`, true},
		{`[1,2]`, `[2,1]`, false},
		{`[1]`, `[1,1]`, false},
		{`[[{"a":[1]}]]`, `[[{"a":[2]}]]`, false},
	} {
		assert.Equal(t, c.same, docpath.Equal(c.a, c.b), "%.60s and %.60s", c.a, c.b)
		assert.Equal(t, c.same, docpath.Equal(c.b, c.a), "%.60s and %.60s", c.b, c.a)
		assert.True(t, docpath.Equal(c.a, c.a))
	}
}

func TestEqualIsDepthSafe(t *testing.T) {
	deep := func(inner string) string {
		return strings.Repeat(`{"a":[`, 4000) + inner + strings.Repeat(`]}`, 4000)
	}
	assert.True(t, docpath.Equal(deep("1"), deep("1.0")))
	assert.False(t, docpath.Equal(deep("1"), deep("2")))
}
