package bordertest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	module = "github.com/handfast-go/handfast"
	top    = "../.."
)

var update = flag.Bool("update", false, "rewrite the goldens")

// pkg is the part of `go list -json` that the tests need.
type pkg struct {
	ImportPath  string
	Export      string
	Module      *struct{ Path string }
	Imports     []string
	TestImports []string
	Deps        []string
}

// list runs `go list` at the top of the module, in the mode (workspace or not)
// that the test itself was started in.
func list(t *testing.T, args ...string) []pkg {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go",
		append([]string{"list", "-json=ImportPath,Export,Module,Imports,TestImports,Deps"}, args...)...)
	cmd.Dir = top
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		require.NoError(t, err, string(exit.Stderr))
	}
	require.NoError(t, err)
	var pkgs []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p pkg
		require.NoError(t, dec.Decode(&p))
		pkgs = append(pkgs, p)
	}
	require.NotEmpty(t, pkgs)
	return pkgs
}

// touchSources looks at every source file of the module, so that `go test`
// does not answer from its cache once one of them changed: it cannot see what
// `go list` reads.
func touchSources(t *testing.T) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != top {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || strings.HasPrefix(d.Name(), ".") {
				return filepath.SkipDir
			}
		}
		if strings.HasSuffix(path, ".go") || d.Name() == "go.mod" {
			_, err = os.Stat(path)
		}
		return err
	}))
}

// compare holds text against the golden file of that name.
func compare(t *testing.T, name, text, changed string) {
	t.Helper()
	golden := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(text), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), text, changed+"; when that is meant: go test ./internal/bordertest -update")
}
