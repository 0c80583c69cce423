package evidence_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/evidence"
)

func TestParsePayload_E16(t *testing.T) {
	const good = `"brief_id":7,"ac_id":"AC-1","type":"text"`
	allOf := []string{"brief_id", "ac_id", "type", "text_artifact"}
	resolve := func(path string) error {
		if path == "/root/a" {
			return nil
		}
		return errors.New("/secret/root: outside")
	}
	for _, test := range []struct {
		payload string
		want    []string
	}{
		{`{` + good + `,"text":"x"}`, nil},
		{`{` + good + `,"text":""}`, nil},
		{`{` + good + `,"text":null,"artifact_path":"/root/a"}`, nil},
		{`{` + good + `,"text":"x","task_id":"T","created_by_agent":"a","size_bytes":3,"extra":[],"Brief_Id":"x"}`, nil},
		{`{` + good + `,"text":"x","task_id":null,"created_by_agent":null,"size_bytes":null}`, nil},
		{`{` + good + `}`, []string{"text_artifact"}},
		{`{` + good + `,"text":1}`, []string{"text_artifact"}},
		{`{` + good + `,"text":"x","artifact_path":"/root/a"}`, []string{"text_artifact"}},
		{`{` + good + `,"text":"x","artifact_path":"/etc/x"}`, []string{"text_artifact", "artifact_path"}},
		{`{` + good + `,"artifact_path":""}`, []string{"artifact_path"}},
		{`{` + good + `,"artifact_path":7}`, []string{"artifact_path"}},
		{`{` + good + `,"text":"x","task_id":1}`, []string{"task_id"}},
		{`{` + good + `,"text":"x","created_by_agent":[]}`, []string{"created_by_agent"}},
		{`{` + good + `,"text":"x","size_bytes":"3"}`, []string{"size_bytes"}},
		{`{` + good + `,"text":"x","size_bytes":-1}`, []string{"size_bytes"}},
		{`{` + good + `,"text":"x","size_bytes":1.5}`, []string{"size_bytes"}},
		{`{"ac_id":" \t","type":"Text","text":"x"}`, []string{"brief_id", "ac_id", "type"}},
		{`{"ac_id":1,"type":1,"brief_id":[],"text":"x"}`, []string{"brief_id", "ac_id", "type"}},
		{`{"Brief_id":7,"AC_ID":"x","TYPE":"text","Text":"x"}`, allOf},
		{`{}`, allOf},
		{`[]`, allOf},
		{`"x"`, allOf},
		{`null`, allOf},
		{``, allOf},
		{`{"brief_id":7`, allOf},
		{`{"brief_id":7,"brief_id":8}`, allOf},
	} {
		_, problems := evidence.ParsePayload(json.RawMessage(test.payload), resolve)
		var got []string
		for _, p := range problems {
			got = append(got, p.Rule)
			assert.NotEmpty(t, p.Detail)
			assert.NotContains(t, p.Detail, "secret", "C-52: the resolver's error is not repeated")
		}
		assert.Equal(t, test.want, got, "%s", test.payload)
	}
}

func TestPayloadBriefID_E16(t *testing.T) {
	for raw, want := range map[string]int64{
		`7`: 7, `"12"`: 12, `"007"`: 7, `9223372036854775807`: 1<<63 - 1,
		`0`: 0, `-7`: 0, `7.0`: 0, `7e0`: 0, `"+7"`: 0, `" 7"`: 0, `"7 "`: 0, `""`: 0, `"x"`: 0, `"1_0"`: 0, `"٧"`: 0, `true`: 0, `null`: 0, `9223372036854775808`: 0, `"inf"`: 0,
	} {
		payload, problems := evidence.ParsePayload(json.RawMessage(`{"ac_id":"AC-1","type":"url","text":"x","brief_id":`+raw+`}`), nil)
		assert.Equal(t, want, payload.BriefID, raw)
		assert.Equal(t, want > 0, len(problems) == 0, raw)
	}
}

func TestPayloadRow_E16(t *testing.T) {
	payload, problems := evidence.ParsePayload(json.RawMessage(
		`{"brief_id":"7","ac_id":" AC-1","type":"file","artifact_path":"/root/\u0061","task_id":"T","created_by_agent":"a1","size_bytes":3}`),
		func(path string) error {
			assert.Equal(t, "/root/a", path)
			return nil
		})
	require.Empty(t, problems)
	assert.Equal(t, evidence.Row{
		BriefID: 7, ACID: " AC-1", TaskID: "T", Type: evidence.File, ArtifactPath: "/root/a", SizeBytes: 3,
		Polarity: evidence.Positive, Origin: evidence.FromAgent, CreatedByAgent: "a1",
	}, payload.Row())
	_, problems = evidence.ParsePayload(json.RawMessage(`{"brief_id":7,"ac_id":"AC-1","type":"file","artifact_path":"/root/a"}`), nil)
	assert.Len(t, problems, 1, "a nil resolve refuses every path")
}

func TestPayloadPolarity_E16_E15(t *testing.T) {
	for raw, want := range map[string]evidence.Polarity{
		`"negative"`: evidence.Negative, `"n\u0065gative"`: evidence.Negative, `"positive"`: evidence.Positive,
		`null`: "", `"Negative"`: "", `" negative"`: "", `""`: "", `-1`: "", `true`: "", `["negative"]`: "", `{"negative":1}`: "",
	} {
		payload, problems := evidence.ParsePayload(json.RawMessage(`{"brief_id":7,"ac_id":"AC-1","type":"text","text":"x","polarity":`+raw+`}`), nil)
		assert.Empty(t, problems, "%s: a value that is not read breaks no rule", raw)
		assert.Equal(t, want, payload.Polarity, raw)
		stored := evidence.Positive
		if want == evidence.Negative {
			stored = evidence.Negative
		}
		assert.Equal(t, stored, payload.Row().Polarity, raw)
	}
	payload, _ := evidence.ParsePayload(json.RawMessage(`{"brief_id":7,"ac_id":"AC-1","type":"text","text":"x","Polarity":"negative"}`), nil)
	assert.Empty(t, payload.Polarity, "names match exactly")
}

func FuzzPayload(f *testing.F) {
	for _, seed := range []string{
		`{"brief_id":7,"ac_id":"AC-1","type":"text","text":"x"}`, `{"brief_id":"12","artifact_path":"/a"}`, `{}`, `[`, `{"a":{"text":1}}`, `{"text":"\ud83d\ude00","size_bytes":1e9}`, `{"\u0074ext":"x"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		payload, problems := evidence.ParsePayload(raw, func(path string) error {
			if strings.HasPrefix(path, "/") {
				return nil
			}
			return errors.New("no")
		})
		seen := map[string]bool{}
		for _, p := range problems {
			assert.False(t, seen[p.Rule], "two problems of rule %s", p.Rule)
			assert.Less(t, len([]rune(p.Detail)), 400)
			seen[p.Rule] = true
		}
		if len(problems) == 0 {
			_, err := evidence.PrepareRows([]evidence.Row{payload.Row()})
			require.NoError(t, err, "a payload without a problem is a row that no store takes")
		}
	})
}
