package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
)

func TestValue(t *testing.T) {
	for arg, want := range map[string]string{
		"3":                `3`,
		" 3 ":              `3`,
		"1.50":             `1.50`,
		`"3"`:              `"3"`,
		"":                 `""`,
		"null":             `null`,
		"done":             `"done"`,
		`{"a":1}`:          `{"a":1}`,
		`{"a":1,"a":2}`:    `"{\"a\":1,\"a\":2}"`, // readers disagree about it: no JSON here
		"[ -f x ] && y <z": `"[ -f x ] && y <z"`,
		"01":               `"01"`,
		"NaN":              `"NaN"`,
		"a\x00\n\u2028":    `"a\u0000\n\u2028"`,
	} {
		got, _, err := value(arg)
		require.NoError(t, err, "%q", arg)
		assert.Equal(t, want, string(got), "%q", arg)
	}
}

func TestValueThatLooksLikeJSON(t *testing.T) { // a string all the same, but not in silence
	for arg, offset := range map[string]int{
		`{"a":1,}`: 7, `[1`: 2, ` "a`: 3, `{`: 1, `[ -f x ]`: 3, `{"a":1} x`: 8,
	} {
		_, doubt, err := value(arg)
		require.NoError(t, err)
		require.NotNil(t, doubt, "%q", arg)
		assert.Equal(t, offset, doubt.Offset, "%q", arg)
	}
	for _, arg := range []string{"", " ", "a{", "'x'", "01", `{"a":1}`, "[]", `"a"`, "-"} {
		_, doubt, err := value(arg)
		require.NoError(t, err)
		assert.Nil(t, doubt, "%q", arg)
	}
}

func FuzzValue(f *testing.F) {
	for _, seed := range []string{"", "x", "3", `"a"`, `{"a":[1,{}]}`, `{"a":1,"a":1}`, "\xff", "\\u0000", "[[[["} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, arg string) {
		if !utf8.ValidString(arg) {
			arg = strings.ToValidUTF8(arg, "?") // as checkCall demands it
		}
		got, doubt, err := value(arg)
		require.NoError(t, err)
		_, err = contract.Parse(got, contract.AnyRoot())
		require.NoError(t, err, "a value passes the strict door")
		if _, err := contract.Parse([]byte(arg), contract.AnyRoot()); err == nil {
			require.Nil(t, doubt)
		} else {
			var text string
			require.NoError(t, json.Unmarshal(got, &text))
			require.Equal(t, arg, text, "what is no JSON is kept to the letter")
		}
	})
}

func TestLines(t *testing.T) {
	const limit = 10
	long := strings.Repeat("x", 100_000)
	text := "one\n\n  \ntwo\r\n" + long + "\n0123456789\n            \nlast"
	for _, in := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
		var got []line
		require.NoError(t, lines(in, limit, func(one line) error {
			got = append(got, one)
			return nil
		}))
		assert.Equal(t, []line{
			{1, []byte("one"), 3},
			{4, []byte("two\r"), 4},
			{5, []byte(long[:limit]), len(long)},
			{6, []byte("0123456789"), 10},
			{7, []byte("          "), 12},
			{8, []byte("last"), 4},
		}, got)
	}
	stop := errors.New("stop")
	require.ErrorIs(t, lines(strings.NewReader("a\nb"), limit, func(line) error { return stop }), stop)
	gone := errors.New("gone")
	require.ErrorIs(t, lines(iotest.ErrReader(gone), limit, func(line) error { return nil }), gone)
}

func FuzzParseRecord(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"runs":[]}`, `{"runs":null,"incomplete":true}`, `{"runs":[{}]}`, `null`, `[]`, ``,
		`{"runs":[{"kind":"shell","command":"a","argv":["a"],"exit":1,"output":"o","kept":true,"at":"2026-01-02T03:04:05Z"}]}`,
		`{"runs":[{"command":null,"exit":null,"output":null,"kept":null,"at":null}]}`,
		`{"runs":[{"command":1}]}`, `{"runs":[{"argv":["a"]}]}`, `{"runs":[{"argv":[1]}]}`, `{"runs":[{"exit":1.5}]}`, `{"runs":[{"exit":99999999999999999999}]}`, `{"Runs":[]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		record, err := parseRecord(text)
		if err != nil {
			require.Nil(t, record)
			require.Equal(t, exitRefused, explain(err).exit)
			return
		}
		require.True(t, json.Valid(text))
		for _, run := range record.Runs {
			require.True(t, run.Kind == "" || slices.Contains(runKinds(), run.Kind))
			require.True(t, run.Kept || run.Output == "", "an output that was not kept is not there")
		}
	})
}

func FuzzParseClaims(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"verification":{}}`, `{"evidence_report":{"verification":1,"VERBATIM_OUTPUTS":[]}}`,
		`{"evidence_report":null}`, `{"conclusion":"x"}`, `{"verification":{},"commands_run":[]}`, `{"evidence_report":{},"verification":{}}`, `{"Verification":{}}`, `[]`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		claims, err := parseClaims(text)
		if err != nil {
			require.Equal(t, exitRefused, explain(err).exit)
			return
		}
		for _, raw := range []json.RawMessage{claims.Verification, claims.VerbatimOutputs, claims.VerbatimOutputsUpper} {
			require.True(t, raw == nil || json.Valid(raw) && bytes.Contains(text, raw))
		}
	})
}
