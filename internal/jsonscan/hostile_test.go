package jsonscan_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

func TestLimits(t *testing.T) { // C-4
	const max8 = 8 << 20
	text := `{"a":"` + strings.Repeat("x", max8-8) + `"}`
	require.Len(t, text, max8)
	require.Nil(t, jsonscan.Scan(text, jsonscan.Limits{}, nil))

	err := jsonscan.Scan(text+" ", jsonscan.Limits{}, nil)
	require.NotNil(t, err, "8 MiB and one byte")
	assert.Equal(t, jsonscan.TooLarge, err.Reason)
	require.Nil(t, jsonscan.Scan(text+" ", jsonscan.Limits{MaxBytes: max8 + 1}, nil))

	for _, c := range []struct {
		open, inner, shut string
	}{{"[", "", "]"}, {`{"a":`, "1", "}"}} {
		nested := func(depth int) string {
			return strings.Repeat(c.open, depth) + c.inner + strings.Repeat(c.shut, depth)
		}
		require.Nil(t, jsonscan.Scan(nested(256), jsonscan.Limits{}, nil), "the root counts 1")
		err := jsonscan.Scan(nested(257), jsonscan.Limits{}, nil)
		require.NotNil(t, err)
		assert.Equal(t, jsonscan.TooDeep, err.Reason)
		assert.Equal(t, 256*len(c.open), err.Offset)
		require.Nil(t, jsonscan.Scan(nested(10_000), jsonscan.Limits{MaxDepth: 10_000}, nil))
		require.NotNil(t, jsonscan.Scan(nested(2), jsonscan.Limits{MaxDepth: 1}, nil))
	}
	assert.Equal(t, jsonscan.Limits{MaxBytes: max8, MaxDepth: 256}, jsonscan.Limits{MaxBytes: -1}.OrDefault())
}

// TestHostile holds that texts made to be slow, or to exhaust the stack, are
// answered like others.
func TestHostile(t *testing.T) {
	lim := jsonscan.Limits{MaxBytes: 64 << 20}
	million := members(1_000_000)
	var index jsonscan.Index
	require.Nil(t, jsonscan.Scan(million, lim, &index))
	assert.Len(t, index.Members, 1_000_000)

	err := jsonscan.Scan(million[:len(million)-1]+`,"n500000":0}`, lim, nil)
	require.NotNil(t, err)
	assert.Equal(t, "n500000", err.Path)

	const mib12 = 12 << 20
	for _, bomb := range []string{"[", `{"a":`, "]", "\"", `"\`, "-", "0", " ", ",", "\x80"} {
		text := strings.Repeat(bomb, mib12/len(bomb))
		err := jsonscan.Scan(text, lim, nil)
		require.NotNil(t, err, "%q", bomb)
		assert.Less(t, len(err.Error()), 4096, "%q", bomb)
		limited := jsonscan.Scan(text, jsonscan.Limits{}, nil)
		require.NotNil(t, limited)
		assert.Equal(t, jsonscan.TooLarge, limited.Reason)
	}
	const deep = 500_000
	deepest := jsonscan.Limits{MaxDepth: deep}
	require.Nil(t, jsonscan.Scan(strings.Repeat("[", deep)+strings.Repeat("]", deep), deepest, nil))

	name := strings.Repeat("n", 1<<20)
	err = jsonscan.Scan(`{"`+name+`":{"`+name+`":{"`+name+`":x}}}`, lim, nil)
	require.NotNil(t, err)
	assert.Less(t, len(err.Path), 4096, "long names are cut in a path")
}

// TestNamesAreOnlyNames holds that what gjson and sjson read as operators, and
// names that differ by normalisation or case alone, are plain names.
func TestNamesAreOnlyNames(t *testing.T) {
	names := []string{"*", "?", "#", "|", "@this", ":1", "0", "1", "00", "-1", "a.b", `a\\.b`, "#(a==1)", "..", "é", "e\u0301", "\u00c5", "\u212b", "K", "k", "\u212a", "ſ", "s", `\u0000`, `\u0000a`, " ", "\u00a0", ""}
	var b strings.Builder
	for i, name := range names {
		fmt.Fprintf(&b, `,"%s":%d`, name, i)
	}
	text := "{" + b.String()[1:] + "}"
	var index jsonscan.Index
	require.Nil(t, jsonscan.Scan(text, jsonscan.Limits{}, &index))
	for i, name := range names {
		k := index.Find(text, 0, len(index.Members), jsonscan.Unescape(name))
		require.Equal(t, i, k)
		assert.Equal(t, strconv.Itoa(i), index.Members[k].Value(text))
	}
	assert.Equal(t, -1, index.Find(text, 0, len(index.Members), "missing"))
}
