package evidence_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/evidence"
)

func TestARunSaysWhatItDidInAnySpelling_E1(t *testing.T) {
	exit := 0
	claims := evidence.Claims{Verification: []byte(`{"command":"go test './a b'","result":"pass"}`)}
	for name, tt := range map[string]struct {
		run  evidence.Run
		kind evidence.RunKind
		what string
	}{
		"a command":           {evidence.Run{Kind: evidence.Shell, Command: "go test './a b'"}, evidence.Shell, "go test './a b'"},
		"no kind":             {evidence.Run{Command: "go test './a b'"}, evidence.Shell, "go test './a b'"},
		"an argument list":    {evidence.Run{Kind: evidence.Shell, Argv: []string{"go", "test", "./a b"}}, evidence.Shell, "go test './a b'"},
		"a list and no kind":  {evidence.Run{Argv: []string{"go", "test", "./a b"}}, evidence.Shell, "go test './a b'"},
		"the command is said": {evidence.Run{Command: "go test './a b'", Argv: []string{"bash"}}, evidence.Shell, "go test './a b'"},
	} {
		t.Run(name, func(t *testing.T) {
			kind, what := tt.run.Did()
			assert.Equal(t, tt.kind, kind)
			assert.Equal(t, tt.what, what)
			tt.run.Exit = &exit
			record := &evidence.Record{Runs: []evidence.Run{tt.run}}
			report, err := evidence.Check(t.Context(), claims, evidence.Turn{}, record, nil, evidence.CheckOptions{})
			require.NoError(t, err)
			assert.Empty(t, report.Refused)
			assert.Equal(t, []json.RawMessage{json.RawMessage(`"go test './a b'"`)}, evidence.Stamp(record, nil, evidence.Shell))
			recorder := evidence.NewRecorder()
			recorder.Add(tt.run)
			assert.Equal(t, tt.what, recorder.Record().Runs[0].Command)
		})
	}
	read := evidence.Run{Path: "a.go"}
	kind, what := read.Did()
	assert.Equal(t, evidence.Read, kind)
	assert.Equal(t, "a.go", what)
	nothing := evidence.Run{}
	kind, _ = nothing.Did()
	assert.Empty(t, kind)
}
