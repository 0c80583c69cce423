package evidence_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/handfast-go/handfast/evidence"
)

func stamp(record *evidence.Record, kind evidence.RunKind, list ...string) []string {
	raw := make([]json.RawMessage, len(list))
	for i, item := range list {
		raw[i] = json.RawMessage(item)
	}
	out := []string{}
	for _, item := range evidence.Stamp(record, raw, kind) {
		out = append(out, string(item))
	}
	return out
}

func TestStamp_E2_C39(t *testing.T) {
	turn := record(
		shell("go vet", 0, ""), shell("go test", 1, ""), evidence.Run{Kind: evidence.Read, Path: "a.go"}, shell("go vet", 0, ""),
		evidence.Run{Kind: evidence.Edit, Path: "b.go"}, evidence.Run{Kind: evidence.Read, Path: "a.go"}, shell(" ", 0, ""), shell("echo <&>\n\"é\"", 0, ""),
	)
	commands := []string{`"go vet"`, `"go test"`, `"echo <&>\n\"é\""`}
	list := func(more ...string) []string { return append(append([]string{}, commands...), more...) }

	assert.Equal(t, commands, stamp(turn, evidence.Shell))
	assert.Equal(t, []string{`"a.go"`}, stamp(turn, evidence.Read), "reads, not edits")
	assert.Equal(t, []string{`"b.go"`}, stamp(turn, evidence.Edit))
	assert.Equal(t, commands, stamp(turn, evidence.Shell, `"go test"`, `"go\u0020vet"`), "what is recorded is listed once")
	assert.Equal(t, list(`"[agent annotation] make"`, `{"command":"x"}`, `7`), stamp(turn, evidence.Shell, `"make"`, `{"command":"x"}`, `7`, `"make"`))
	assert.Equal(t, list(`"[agent annotation] go test "`), stamp(turn, evidence.Shell, `"go test "`), "another spelling is the agent's own")
	assert.Equal(t, list(`"[agent annotation] make"`), stamp(turn, evidence.Shell, `"[agent annotation] [agent annotation] make"`))
	assert.Equal(t, commands, stamp(turn, evidence.Shell, `"[agent annotation] go vet"`), "an annotation that the record holds by now")
	assert.Equal(t, list(`"[agent annotation] [recovered from transcript] make"`), stamp(turn, evidence.Shell, `"[recovered from transcript] make"`))

	assert.Equal(t, commands, stamp(turn, evidence.Shell, `"[recovered from transcript] go vet"`, `"[agent annotation] [recovered from transcript] go test"`), "what was recovered and is recorded by now stands there bare")
	assert.Equal(t, []string{`"a.go"`}, stamp(turn, evidence.Read, `"[recovered from transcript] a.go"`))
	assert.Equal(t, list(`"[agent annotation] make"`, `"[agent annotation] [recovered from transcript] [agent annotation] make"`, `"[agent annotation] [recovered from transcript] b.go"`, `"[agent annotation] [recovered from transcript]go vet"`),
		stamp(turn, evidence.Shell, `"make"`, `"[recovered from transcript] [agent annotation] make"`, `"[recovered from transcript] b.go"`, `"[recovered from transcript]go vet"`), "the mark alone proves nothing")

	assert.Equal(t, list(`"[agent annotation] make"`, `"[agent annotation] [recovered from transcript] make"`), stamp(turn, evidence.Shell, `"make"`, `"[recovered from transcript] make"`), "an annotation is not the record")

	first := stamp(turn, evidence.Shell, `"make"`, `{"a":1}`, `"x <&>"`)
	assert.Equal(t, first, stamp(turn, evidence.Shell, first...), "closing again changes nothing")
	assert.Equal(t, []string{`"x"`}, stamp(nil, evidence.Shell, `"x"`), "a nil record rewrites nothing")
	assert.Equal(t, []string{`"[agent annotation] x"`}, stamp(record(), evidence.Shell, `"x"`))
}

func TestRecover_E2_C39(t *testing.T) {
	transcript := []evidence.Run{
		shell("go test", 1, "FAIL"), {Kind: evidence.Read, Path: "a.go"}, shell("go test", 0, ""), shell("", 0, ""), shell("ls", 0, ""),
	}
	assert.Equal(t, []string{"[recovered from transcript] go test", "[recovered from transcript] ls"}, evidence.Recover(transcript, evidence.Shell))
	assert.Equal(t, []string{"[recovered from transcript] a.go"}, evidence.Recover(transcript, evidence.Read))
	assert.Empty(t, evidence.Recover(nil, evidence.Shell))
}
