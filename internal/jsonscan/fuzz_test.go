package jsonscan_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// fuzzLimits are small, so that the fuzzer reaches them.
var fuzzLimits = jsonscan.Limits{MaxBytes: 4096, MaxDepth: 8}

// FuzzScan holds that the door accepts exactly what the reference accepts
// (C-4), that a refusal points into the text, and that the index agrees with
// encoding/json.
func FuzzScan(f *testing.F) {
	for _, c := range accepted {
		f.Add(c)
	}
	for _, c := range refused {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var index jsonscan.Index
		err := jsonscan.Scan(text, fuzzLimits, &index)
		require.Equal(t, accepts(text, fuzzLimits), err == nil, "%q: %v", text, err)
		if err != nil {
			assert.GreaterOrEqual(t, err.Offset, 0)
			assert.LessOrEqual(t, err.Offset, len(text))
			assert.NotEmpty(t, err.Msg)
			return
		}
		checkIndex(t, text, index, 2)
		var deep jsonscan.Index
		require.Nil(t, jsonscan.ScanDeep(text, fuzzLimits, &deep))
		checkIndex(t, text, deep, 1<<30)
		assert.Equal(t, index.End, jsonscan.SkipValue(text, index.Start), "SkipValue and Scan disagree")
	})
}

// checkIndex compares an index with what encoding/json reads.
func checkIndex(t *testing.T, text string, index jsonscan.Index, depth int) {
	t.Helper()
	assert.Equal(t, strings.Trim(text, " \t\r\n"), text[index.Start:index.End])
	if index.Kind != jsonscan.Object {
		assert.Empty(t, index.Members)
		return
	}
	checkLevel(t, text, index.Members, 0, len(index.Members), text[index.Start:index.End], depth)
}

func checkLevel(t *testing.T, text string, members []jsonscan.Member, from, to int, object string, depth int) {
	t.Helper()
	var want map[string]json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(object), &want))
	got := 0
	for k := from; k < to; k = members[k].Next {
		m := members[k]
		require.Greater(t, m.Next, k)
		require.LessOrEqual(t, m.Next, to)
		value, found := want[m.Name(text)]
		require.True(t, found, "%q", m.Name(text))
		require.Equal(t, string(value), m.Value(text))
		require.Equal(t, jsonscan.KindAt(text, m.Start), m.Kind)
		got++
		if m.Kind == jsonscan.Object && depth > 1 {
			checkLevel(t, text, members, k+1, m.Next, m.Value(text), depth-1)
		} else {
			require.Equal(t, k+1, m.Next)
		}
	}
	require.Len(t, want, got)
}
