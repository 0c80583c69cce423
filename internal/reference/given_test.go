package reference_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/conform"
	"github.com/handfast-go/handfast/internal/reference"
)

// source says where the answers to the vectors of a function give names of a
// table: in which member, and in which member of its elements when that is a
// list of objects.
type source struct{ fn, member, element, table string }

var sources = []source{
	{"contract.validate", "errors", "code", "contract.Code"},
	{"evidence.check", "refused", "reason", "evidence.Reason"},
	{"evidence.check", "skipped", "reason", "evidence.Reason"},
	{"evidence.payload", "rules", "", "evidence.Rule"},
	{"drift.evaluate", "failed", "", "drift.Guard"},
	{"probe.check", "problems", "rule", "probe.Rule"},
	{"trace.read", "error", "", "trace.Code"},
	{"modelsel.parse", "reason", "", "modelsel.Reason"},
	{"modelsel.tiers", "reason", "", "modelsel.Reason"},
}

// TestEveryNameIsGiven keeps a name from being explained and never given, and
// from being given and not explained. What counts is what the library answers
// now, to the vectors of testdata and to the cases of this package; what the
// vectors expect is not read.
func TestEveryNameIsGiven(t *testing.T) {
	given := answers(t)
	for _, table := range reference.Tables() {
		t.Run(table.Package+"."+table.Type, func(t *testing.T) {
			names := given[table.Package+"."+table.Type]
			explicit := cases[table.Package+"."+table.Type]
			var known []string
			for _, entry := range table.Entries {
				known = append(known, entry.Name)
				give, found := explicit[entry.Name]
				if !found {
					assert.Contains(t, names, entry.Name, "no vector gives it: it needs a case")
					continue
				}
				assert.Contains(t, give(t), entry.Name)
			}
			for name := range names {
				assert.Contains(t, known, name, "it is given and not explained")
			}
			for name := range explicit {
				assert.Contains(t, known, name, "a case for a name that does not exist")
			}
		})
	}
}

// answers runs the vectors and collects the names that come back, by table.
func answers(t *testing.T) map[string]map[string]bool {
	t.Helper()
	given := map[string]map[string]bool{}
	paths, err := filepath.Glob("../../testdata/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		file, err := os.ReadFile(path)
		require.NoError(t, err)
		lines := bufio.NewScanner(bytes.NewReader(file))
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			var v struct {
				Fn string          `json:"fn"`
				In json.RawMessage `json:"in"`
			}
			require.NoError(t, json.Unmarshal(lines.Bytes(), &v))
			if !slices.ContainsFunc(sources, func(from source) bool { return from.fn == v.Fn }) {
				break // a file holds the vectors of one function
			}
			out, err := conform.Dispatch(v.Fn, v.In)
			require.NoError(t, err)
			var answer map[string]any
			require.NoError(t, json.Unmarshal(out, &answer))
			for _, from := range sources {
				if from.fn != v.Fn {
					continue
				}
				if given[from.table] == nil {
					given[from.table] = map[string]bool{}
				}
				for _, name := range names(answer[from.member], from.element) {
					given[from.table][name] = true
				}
			}
		}
		require.NoError(t, lines.Err())
	}
	return given
}

// names reads a string, a list of strings or a list of objects.
func names(value any, element string) []string {
	switch value := value.(type) {
	case string:
		return []string{value}
	case map[string]any:
		return names(value[element], "")
	case []any:
		var all []string
		for _, item := range value {
			all = append(all, names(item, element)...)
		}
		return all
	}
	return nil
}
