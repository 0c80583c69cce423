package proberun_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/examples/proberun"
	"github.com/handfast-go/handfast/examples/testdata/tally"
)

// TestMain puts the probed program on PATH.
func TestMain(m *testing.M) {
	// Under the race detector each call of it would sleep a second at its end.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){"tally": tally.Main})
}

// onPath finds a program that the tests need; without it they fail.
func onPath(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	require.NoError(t, err, "the tests need %s: .ci/run installs it", name)
	return path
}

func newRunner(t *testing.T, opts ...proberun.Option) *proberun.Runner {
	t.Helper()
	r, err := proberun.New(append([]proberun.Option{proberun.WithShell(onPath(t, "sh"))}, opts...)...)
	require.NoError(t, err)
	return r
}

// startTally starts the probed server, with a fault or none.
func startTally(t *testing.T, fault string) *proberun.Server {
	t.Helper()
	s, err := proberun.StartServer(t.Context(), "tally serve", proberun.WithShell(onPath(t, "sh")),
		proberun.WithEnv(append(os.Environ(), "TALLY_FAULT="+fault)...))
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

// plenty is an output limit that no test but its own comes near.
const plenty = 1 << 20
