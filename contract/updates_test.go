package contract

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseUpdates_C44(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		raw     string
		entries []string // "index contract payload"
		refused []int
		hint    string
	}{
		{"", nil, nil, ""},
		{"null", nil, nil, ""},
		{"[]", nil, nil, ""},
		{`[{"contract":"app","payload":{"a":1e2}}]`, list(`0 app {"a":1e2}`), nil, ""},
		{`[{"contract":"","payload":{}},{"contract":"b","payload":{}}]`, list(`1 b {}`), []int{0}, "contract is a blank string"},
		{`[{"contract":" \u00a0","payload":{}}]`, nil, []int{0}, "non-blank"},
		{`[{"contract":7,"payload":{}}]`, nil, []int{0}, "the number 7"},
		{`[{"Contract":"x","payload":{}}]`, nil, []int{0}, "contract is nothing"},
		{`[{"contract":"a","payload":[]},{"contract":"a","payload":null},{"contract":"a"}]`, nil, []int{0, 1, 2}, "payload is a list"},
		{`["x",7,null,[{"contract":"a","payload":{}}]]`, nil, []int{0, 1, 2, 3}, "the entry is the string"},
		{`{"app":{"a":1}}`, list(`0 app {"a":1}`), nil, ""},
		{`{"app":[1]}`, nil, []int{0}, "payload is a list"},
		{`{" ":{}}`, nil, []int{0}, "contract is a blank string"},
		{`{"contract":"app","payload":{}}`, nil, []int{0}, "several are a list"},
		{`{}`, nil, []int{0}, "0 members"},
		{`"x"`, nil, []int{0}, "is a list of"},
		{`false`, nil, []int{0}, "is a list of"},
		{`[{]`, nil, []int{0}, "not JSON"},
	} {
		entries, refused := ParseUpdates(json.RawMessage(c.raw))
		var got []string
		for _, e := range entries {
			got = append(got, rawJSON(e.Index)+" "+e.Contract+" "+string(e.Payload))
		}
		assert.Equal(t, c.entries, got, "%s", c.raw)
		var at []int
		for _, r := range refused {
			at = append(at, r.Index)
			assert.Contains(t, r.Reason, `"contract":"<section>"`, "every refusal says what is accepted")
		}
		assert.Equal(t, c.refused, at, "%s", c.raw)
		if c.hint != "" {
			assert.Contains(t, refused[0].Reason, c.hint)
		}
	}
}

func TestParseUpdates_Drift_C45(t *testing.T) {
	t.Parallel()
	entries, refused := ParseUpdates(json.RawMessage(`[{"contract":"a","payload":{},"drift":{"old":1}},{"contract":"a","payload":{},"drift":null},{"contract":"a","payload":{},"drift":"x"}]`))
	require.Empty(t, refused)
	require.Len(t, entries, 3)
	assert.Equal(t, `{"old":1}`, string(entries[0].Drift))
	assert.Nil(t, entries[1].Drift)
	assert.Nil(t, entries[2].Drift, "a drift that is no object marks nothing; the entry is an ordinary proposal")
	assert.Contains(t, string(entries[2].Raw), `"drift":"x"`)
}

func TestUpdateEntry_Digest_C34(t *testing.T) {
	t.Parallel()
	digest := func(raw string) string {
		entries, refused := ParseUpdates(json.RawMessage(raw))
		require.Empty(t, refused)
		require.Len(t, entries, 1)
		return entries[0].Digest()
	}
	base := digest(`[{"contract":"a","payload":{"x":1,"s":"b c"}}]`)
	assert.Len(t, base, 64)
	assert.Equal(t, base, digest("[ {\n\t\"contract\" : \"a\",\r\"payload\":{ \"x\":1,\"s\":\"b c\" } } ]"))
	for _, other := range []string{
		`[{"contract":"a","payload":{"x":1.0,"s":"b c"}}]`,
		`[{"contract":"a","payload":{"x":1,"s":"bc"}}]`,
		`[{"payload":{"x":1,"s":"b c"},"contract":"a"}]`,
	} {
		assert.NotEqual(t, base, digest(other), "%s", other)
	}
	assert.Equal(t, digest(`[{"contract":"a","payload":{"x":1}}]`), digest(`{"a":{"x":1}}`), "the abbreviation is the entry that it stands for")
}

func TestMemoryProposals_C48(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		delta    string
		read     []string
		problems []string
	}{
		{`null`, nil, nil},
		{`{"version":1,"proposals":[]}`, nil, nil},
		{
			`{"version":1.0,"proposals":[{"operation":"create","object":{"a":1}},{"operation":"link","object":{}}]}`,
			list(`0 create {"a":1}`, `1 link {}`), nil,
		},
		{
			`{"version":1,"proposals":[{"operation":"Create","object":{}},7,{"operation":"append"},{"operation":"reclassify","object":{}}]}`,
			list(`3 reclassify {}`), list("memory_delta.proposals[0].operation", "memory_delta.proposals[1]", "memory_delta.proposals[2].object"),
		},
		{`"x"`, nil, list("memory_delta")},
		{`{"version":2,"proposals":[{"operation":"create","object":{}}]}`, nil, list("memory_delta.version")},
		{`{"version":"1","proposals":[]}`, nil, list("memory_delta.version")},
		{`{"version":1}`, nil, list("memory_delta.proposals")},
		{`{"version":1,"proposals":{}}`, nil, list("memory_delta.proposals")},
	} {
		doc := parse(t, inState("BLOCKED", `"memory_delta":`+c.delta))
		require.True(t, Validate(doc).OK(), "a malformed one never blocks")
		proposals, problems := MemoryProposals(doc)
		var read, fields []string
		for _, p := range proposals {
			read = append(read, rawJSON(p.Index)+" "+string(p.Operation)+" "+string(p.Object))
		}
		for _, p := range problems {
			fields = append(fields, p.Field)
			assert.True(t, strings.HasPrefix(p.Reason, "arrived "), "%s", p.Reason)
		}
		assert.Equal(t, c.read, read, "%s", c.delta)
		assert.Equal(t, c.problems, fields, "%s", c.delta)
	}
	proposals, problems := MemoryProposals(parse(t, inState("BLOCKED")))
	assert.Empty(t, proposals)
	assert.Empty(t, problems)
}
