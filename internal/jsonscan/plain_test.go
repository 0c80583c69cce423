package jsonscan_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/jsonscan"
	"github.com/handfast-go/handfast/internal/jsonscan/jsonscantest"
)

// plainOnly are texts that the plain mode accepts and the strict one refuses.
var plainOnly = []string{
	`{"a":1,"a":2}`,
	`{"a":1,"\u0061":{"b":1,"b":2}}`,
	`"\ud83d"`, `"\ude80"`, `"\ud83d\ud83d\ude80"`, `"\ude80\ud83d"`, `"\ud83dx\n"`, `"x\udc00\\"`,
	`{"\ud83d":1}`,
	`{` + strings.Repeat(`"a":1,`, 100) + `"a":2}`,
}

// TestPlainMode holds the plain mode of P-4: RFC 8259, duplicate names and half
// surrogate pairs included, and still no byte order mark and no broken UTF-8.
func TestPlainMode(t *testing.T) {
	plain := jsonscan.Limits{Plain: true}
	for _, text := range plainOnly {
		assert.Nil(t, jsonscan.Scan(text, plain, nil), "%q", text)
		assert.NotNil(t, jsonscan.Scan(text, jsonscan.Limits{}, nil), "%q", text)
	}
	for _, text := range []string{
		"\ufeff{}", "\"\xff\"", "\"\xed\xa0\x80\"", `"\ud83d`, `"\ud83d\u12"`, `"\ud83d\x"`, `"\ud8`, `{"\ud83d`, `{"a":1,}`, ``,
	} {
		assert.NotNil(t, jsonscan.Scan(text, plain, nil), "%q", text)
	}
	assert.Equal(t, jsonscan.TooDeep, jsonscan.Scan(`[[1]]`, jsonscan.Limits{Plain: true, MaxDepth: 1}, nil).Reason)
	assert.Equal(t, jsonscan.TooLarge, jsonscan.Scan(`[[1]]`, jsonscan.Limits{Plain: true, MaxBytes: 4}, nil).Reason)
}

// TestUnescapePlain holds that half a pair reads as U+FFFD and swallows nothing.
func TestUnescapePlain(t *testing.T) {
	for raw, want := range map[string]string{
		`\ud83d`: "\ufffd", `\ude80\ud83d`: "\ufffd\ufffd", `\ud83d\ud83d\ude80`: "\ufffd🚀", `\ud83d\n`: "\ufffd\n", `a\ud83dbcdef`: "a\ufffdbcdef",
		`\ud83d\u0041`: "\ufffdA",
	} {
		assert.Equal(t, want, jsonscan.Unescape(raw), raw)
	}
}

// FuzzPlain holds that the plain mode accepts what encoding/json accepts, as
// far as limits and UTF-8 allow, and that its strings decode as there.
func FuzzPlain(f *testing.F) {
	for _, text := range plainOnly {
		f.Add(text)
	}
	for _, text := range accepted {
		f.Add(text)
	}
	for _, c := range refused {
		f.Add(c.text)
	}
	plain := fuzzLimits
	plain.Plain = true
	f.Fuzz(func(t *testing.T, text string) {
		var index jsonscan.Index
		err := jsonscan.Scan(text, plain, &index)
		require.Equal(t, jsonscantest.AcceptsPlain(text, plain.MaxBytes, plain.MaxDepth), err == nil, "%q: %v", text, err)
		if err == nil && index.Kind == jsonscan.String {
			var want string
			require.NoError(t, json.Unmarshal([]byte(text), &want))
			require.Equal(t, want, jsonscan.Unescape(text[index.Start+1:index.End-1]))
		}
	})
}
