package trace_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/trace"
)

func TestReadEvents(t *testing.T) {
	long := strings.Repeat("x", 600)
	for _, c := range []struct {
		rule, text string
		want       []trace.Event
		err        error
	}{
		{
			rule: "T-19 identities", text: `{"id":"r","events":[{"kind":"tool","id":"e","llmEventId":"x","name":"a",` +
				`"actor":{"name":"M","tier":2},"child":{"name":"C","tier":3},"branchId":"b","parentBranchId":"p","op":"o",` +
				`"l1Name":"l","skillId":"s","subject":"RESULT","args":{"name":"no","actor":{"name":"no"}}}],"result":{"events":[{"kind":"no"}]}}`,
			want: []trace.Event{{
				Kind: "tool", ID: "e", LLMEventID: "x", Name: "a", Actor: trace.Actor{Name: "M", Tier: 2}, Child: trace.Actor{Name: "C", Tier: 3},
				Branch: trace.LaneOf("b"), ParentBranch: trace.LaneOf("p"), Op: "o", L1Name: "l", SkillID: "s", Subject: "RESULT",
			}},
		},
		{
			rule: "T-19 every element counts", text: `{"events":[1,"a",null,[2,{"kind":"no"}],{},{"kind":"llm"}]}`,
			want: []trace.Event{{}, {}, {}, {}, {}, {Kind: "llm"}},
		},
		{
			rule: "T-12 what is no string is missing", text: `{"events":[{"kind":7,"id":null,"name":["a"],"actor":"M","child":{"name":{},"tier":"1"},"branchId":null,"op":true}]}`,
			want: []trace.Event{{}},
		},
		{rule: "T-12 an empty branch is a branch", text: `{"events":[{"branchId":""}]}`, want: []trace.Event{{Branch: trace.LaneOf("")}}},
		{
			rule: "T-12 tiers", text: `{"events":[{"actor":{"tier":1.0}},{"actor":{"tier":30e-1}},{"actor":{"tier":0}},{"actor":{"tier":4}},{"actor":{"tier":1.5}},{"actor":{"tier":1e999}}]}`,
			want: []trace.Event{{Actor: trace.Actor{Tier: 1}}, {Actor: trace.Actor{Tier: 3}}, {}, {}, {}, {}},
		},
		{
			rule: "T-19 a long identity is missing", text: `{"events":[{"kind":"tool","name":"` + long + `","subject":"` + long + `"},{"name":"b"}]}`,
			want: []trace.Event{{Kind: "tool"}, {Name: "b"}},
		},
		{
			rule: "T-4 the last one counts", text: `{"events":[{"kind":"tool","kind":7,"name":"a","\u006eame":"b","actor":{"name":"M"},"actor":{"tier":1}}]}`,
			want: []trace.Event{{Name: "b", Actor: trace.Actor{Tier: 1}}},
		},
		{rule: "no events", text: `{"id":"r"}`},
		{rule: "events that are no list", text: `{"events":{"kind":"tool"}}`},
		{rule: "an empty list", text: `{"events":[ ]}`},
		{rule: "a second list", text: `{"events":[{"kind":"a"}],"events":[{"kind":"b"}]}`, want: []trace.Event{{Kind: "a"}}, err: trace.ErrMalformed},
		{rule: "T-3 a truncated list", text: `{"events":[{"kind":"a"},{"kind":"b"`, want: []trace.Event{{Kind: "a"}}, err: trace.ErrTruncated},
		{rule: "T-3 a truncated trace", text: `{"events":[{"kind":"a"}]`, want: []trace.Event{{Kind: "a"}}, err: io.ErrUnexpectedEOF},
		{rule: "T-5 a broken list", text: `{"events":[{"kind":"a"} {}]}`, want: []trace.Event{{Kind: "a"}}, err: trace.ErrMalformed},
		{rule: "T-5 a broken event", text: `{"events":[{"kind":"a",}]}`, err: trace.ErrMalformed},
		{rule: "T-5 a broken actor", text: `{"events":[{"actor":{"tier":01}}]}`, err: trace.ErrMalformed},
		{rule: "T-7 an identity that is not exact", text: `{"events":[{"kind":"\ud800"}]}`, err: trace.ErrMalformed},
		{rule: "T-7 no object", text: `[]`, err: trace.ErrNotObject},
	} {
		t.Run(c.rule, func(t *testing.T) {
			for _, chunk := range []int{0, 1, 3} {
				got, err := collect(strings.NewReader(c.text), trace.Limits{Chunk: chunk})
				require.ErrorIs(t, err, c.err)
				assert.Equal(t, c.want, got)
			}
		})
	}
}

func TestReadEventsStops(t *testing.T) {
	source := &repeated{unit: `{"kind":"tool","text":"` + strings.Repeat("x", 1000) + `"},`, left: 1 << 30}
	seen := 0
	for _, err := range trace.ReadEvents(io.MultiReader(strings.NewReader(`{"events":[`), source), trace.WithLimits(trace.Limits{Document: 1 << 40})) {
		require.NoError(t, err)
		if seen++; seen == 100 {
			break
		}
	}
	assert.Equal(t, 100, seen)
	assert.Less(t, 1<<30-source.left, int64(300), "little more is read")
}

func TestReadEventsCeiling(t *testing.T) {
	text := `{"events":[{"kind":"a"},{"kind":"b"}]}`
	got, err := collect(strings.NewReader(text), trace.Limits{Document: int64(len(text) - 1)})
	require.ErrorIs(t, err, trace.ErrOverCeiling)
	assert.Len(t, got, 2)
	_, err = collect(nil, trace.Limits{})
	require.ErrorIs(t, err, trace.ErrUnreadable)
}

func TestReadEventsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t")
	require.NoError(t, os.WriteFile(path, []byte(runText), 0o600))
	d := trace.NewDeriver("run-7")
	for e, err := range trace.ReadEventsFile(path) {
		require.NoError(t, err)
		d.Add(e)
	}
	assert.Equal(t, "x1:Methane::node-api+!", summary(d.Signatures()))
	for _, err := range trace.ReadEventsFile(path + "x") {
		require.ErrorIs(t, err, trace.ErrAbsent)
		_, ok := errors.AsType[*trace.ReadError](err)
		assert.True(t, ok)
	}
}

// TestEventsInConstantMemory is T-19: the list is never held.
func TestEventsInConstantMemory(t *testing.T) {
	event := `{"kind":"tool","llmEventId":"x1","name":"read_file","actor":{"name":"M","tier":1},"args":{"text":"` + strings.Repeat(`line\n`, 3000) + `"}},`
	held := func(size int64) (allocated uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d := trace.NewDeriver("r")
		r := generated(`{"events":[`, event, size, `null]}`)
		for e, err := range trace.ReadEvents(r, trace.WithLimits(trace.Limits{Document: 2 * size})) {
			require.NoError(t, err)
			d.Add(e)
		}
		runtime.ReadMemStats(&after)
		assert.Len(t, d.Signatures(), 1)
		return after.TotalAlloc - before.TotalAlloc
	}
	held(1 << 20)
	assert.Less(t, held(64<<20), uint64(1<<20))
}
