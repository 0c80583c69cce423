package conform_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/conform"
)

// skipped are the vectors that we hold to be wrong, by id, each with the rule
// that it breaks and why.
var skipped = map[string]string{}

// peers are vectors that are not copied into this repository. They stand
// beside the checkout where continuous integration runs.
const (
	ours  = "../../testdata/*.jsonl"
	peers = "../../../shared/vectors/peer/*.jsonl"
)

type vector struct {
	ID    string          `json:"id"`
	Fn    string          `json:"fn"`
	In    json.RawMessage `json:"in"`
	Out   json.RawMessage `json:"out"`
	Match string          `json:"match"`
}

// eachVector reads a file of vectors.
func eachVector(t *testing.T, path string, visit func(vector)) {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	in := bufio.NewReader(f)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var v vector
			require.NoError(t, json.Unmarshal(line, &v), "%s", path)
			visit(v)
		}
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
	}
}

// TestVectors runs every vector whose function is served.
func TestVectors(t *testing.T) {
	served := make(map[string]bool)
	for _, fn := range conform.Functions() {
		served[fn] = true
	}
	own, err := filepath.Glob(ours)
	require.NoError(t, err)
	others, err := filepath.Glob(peers)
	require.NoError(t, err)
	require.NotEmpty(t, own)

	ran := make(map[string]int)
	used := make(map[string]bool)
	for _, path := range append(own, others...) {
		t.Run(filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path), func(t *testing.T) {
			eachVector(t, path, func(v vector) {
				if _, wrong := skipped[v.ID]; wrong {
					used[v.ID] = true
					return
				}
				require.True(t, served[v.Fn], "nothing serves %s", v.Fn)
				ran[v.Fn]++
				out, err := conform.Dispatch(v.Fn, v.In)
				if assert.NoError(t, err, v.ID) {
					assert.NoError(t, conform.Match(v.Fn, v.Match, v.Out, out), "%s: %s", v.ID, v.In)
				}
			})
		})
	}
	for fn := range served {
		assert.Positive(t, ran[fn], "%s is served and no vector of it ran", fn)
	}
	for id := range skipped {
		assert.True(t, used[id], "%s is skipped and does not exist", id)
	}
}

// TestEveryFileIsServed keeps a file of vectors from being left out silently.
func TestEveryFileIsServed(t *testing.T) {
	paths, err := filepath.Glob(ours)
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		fn := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".jsonl"), ".rec"), ".field")
		assert.Contains(t, conform.Functions(), fn)
	}
}

// TestEval holds what X-3 says of a stream: input order, one answer a line,
// and no line that spoils the rest.
func TestEval(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	in := strings.Join([]string{
		`{"id":"a","fn":"contract.set","in":{"envelope":{"a":1},"field":"b","value":"<&>"},"out":{"never":"looked at"}}`,
		``,
		`{"id":"b","fn":"contract.nothing","in":{}}`,
		`{"id":7,"fn":"contract.set","in":{"envelope":{},"field":"a.","value":1}}`,
		`{"id":"c",`,
		`[]`,
		`{"id":"d","in":{}}`,
		`{"id":"e","fn":"contract.parse","in":{"b64":"?"}}`,
		`{"id":"f","fn":"contract.merge_section","in":{"stored":{"x":"` + long + `"},"delta":{"a":1.0}}}`,
	}, "\n")
	var out bytes.Buffer
	require.NoError(t, conform.Eval(strings.NewReader(in), &out))
	lines := strings.Split(out.String(), "\n")
	require.Len(t, lines, 9)
	want := map[int]string{
		0: `{"id":"a","out":{"ok":true,"envelope":{"a":1,"b":"<&>"}}}`,
		2: `{"id":7,"out":{"ok":false,"error":"path"}}`,
		7: `{"id":"f","out":{"merged":{"x":"` + long + `","a":1.0}}}`,
	}
	for i, line := range want {
		assert.Equal(t, line, lines[i])
	}
	assert.Contains(t, lines[1], `{"id":"b","error":"conform: no such function`)
	assert.Contains(t, lines[3], `{"id":null,"error":`)
	assert.Contains(t, lines[4], `{"id":null,"error":`)
	assert.Contains(t, lines[5], `{"id":"d","error":`)
	assert.Contains(t, lines[6], `{"id":"e","error":`)
	assert.Empty(t, lines[8])
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestEvalReportsBrokenStreams(t *testing.T) {
	broken := errors.New("broken")
	line := `{"id":"a","fn":"contract.parse","in":{"b64":"e30="}}`
	require.ErrorIs(t, conform.Eval(strings.NewReader(line), brokenWriter{broken}), broken)
	reader := io.MultiReader(strings.NewReader(line), &failingReader{broken})
	require.ErrorIs(t, conform.Eval(reader, io.Discard), broken)
}

type failingReader struct{ err error }

func (r *failingReader) Read([]byte) (int, error) { return 0, r.err }

// TestMatch holds that the comparison can fail, which every vector relies on.
func TestMatch(t *testing.T) {
	for _, c := range []struct {
		name, fn, match, want, got string
		same                       bool
	}{
		{"numbers by value", "f", "", `{"a":{"x":1.0,"y":[2]}}`, `{"a":{"y":[20e-1],"x":1}}`, true},
		{"another number", "f", "", `{"a":1}`, `{"a":1.0000000000000000001}`, false},
		{"missing", "f", "", `{"a":1,"b":null}`, `{"a":1}`, false},
		{"too much", "f", "", `{"a":1}`, `{"a":1,"b":null}`, false},
		{"only ok", "f", "ok-only", `{"ok":true,"a":1}`, `{"ok":true}`, true},
		{"only ok, other", "f", "ok-only", `{"ok":true}`, `{"ok":false}`, false},
		{"only ok, missing", "f", "ok-only", `{"ok":true}`, `{}`, false},
		{"unknown match", "f", "about", `{}`, `{}`, false},
		{"set", "evidence.check", "", `{"refused":[{"a":1},{"a":2}]}`, `{"refused":[{"a":2},{"a":1}]}`, true},
		{"set counts", "evidence.check", "", `{"refused":[1,1,2]}`, `{"refused":[1,2,2]}`, false},
		{"set, too short", "evidence.check", "", `{"refused":[1,2]}`, `{"refused":[1]}`, false},
		{"set, too long", "evidence.check", "", `{"refused":[1]}`, `{"refused":[1,2]}`, false},
		{"set, no list", "evidence.check", "", `{"refused":[1]}`, `{"refused":1}`, false},
		{"in order", "contract.validate", "", `{"errors":[1,2]}`, `{"errors":[2,1]}`, false},
		{"exact names", "f", "", `{"a":1}`, `{"A":1}`, false},
		{"no object", "f", "", `{}`, `[]`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := conform.Match(c.fn, c.match, json.RawMessage(c.want), json.RawMessage(c.got))
			assert.Equal(t, c.same, err == nil, "%v", err)
		})
	}
}
