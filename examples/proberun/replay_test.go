package proberun_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/examples/proberun"
	"github.com/handfast-go/handfast/probe"
)

// recordTally records the probed program as it should be.
func recordTally(t *testing.T) []byte {
	t.Helper()
	r := newBrowserRunner(t, proberun.WithBaseURL(startTally(t, "").URL()))
	var manifest []byte
	add := func(recording probe.Recording, err error) []byte {
		t.Helper()
		require.NoError(t, err)
		assert.Empty(t, recording.Omitted)
		return recording.Entry
	}
	var err error
	for _, cmd := range []string{"tally add 1 2", "tally add x", "tally"} {
		manifest, err = probe.MergeShell(manifest, add(probe.RecordShell(t.Context(), r, cmd)), "")
		require.NoError(t, err)
	}
	for _, request := range [][2]string{{"GET", "/total"}, {"POST", "/add?n=5"}, {"POST", "/add?n=x"}, {"GET", "/total"}} {
		manifest, err = probe.AppendHTTP(manifest, add(probe.RecordHTTP(t.Context(), r, request[0], request[1])))
		require.NoError(t, err)
	}
	click := probe.Interaction{Type: probe.Click, Selector: "#more"}
	web := add(probe.RecordWeb(t.Context(), r, "index.html",
		"[document.querySelector('#count').value, document.querySelector('#total').value]", []probe.Interaction{click, click}))
	manifest, err = probe.MergeWrite(manifest, []byte(`{"version":1,"entries":[`+string(web)+`]}`))
	require.NoError(t, err)
	require.Empty(t, probe.Check(manifest))
	return manifest
}

func replayTally(t *testing.T, manifest []byte, fault string) probe.Report {
	t.Helper()
	patience := time.Minute
	if fault == "button" { // which nothing will bring back
		patience = time.Second
	}
	return probe.Replay(t.Context(), manifest, newBrowserRunner(t,
		proberun.WithPatience(patience),
		proberun.WithBaseURL(startTally(t, fault).URL()),
		proberun.WithEnv(append(os.Environ(), "TALLY_FAULT="+fault)...)))
}

// TestReplay: what was recorded is verified again, and each kind of regression
// is found and named (P-9).
func TestReplay(t *testing.T) {
	manifest := recordTally(t)
	const (
		command = 0
		first   = 3
		last    = 6
		page    = 7
	)
	report := replayTally(t, manifest, "")
	require.True(t, report.OK, "%+v", report)
	assert.Equal(t, 8, report.Verified)

	for _, c := range []struct {
		fault  string
		entry  int
		output probe.Output
		failed int
		want   string
	}{
		{"exit", command, probe.OutputExitCode, 1, "exitCode: recorded 0, observed 3"},
		{"stdout", command, probe.OutputStdout, 1, `stdout differs at line 2 (byte 22): recorded "…ding 2 numbers\nsum: 3\n", observed "…ding 2 numbers\nsum: 4\n"`},
		{"stderr", command, probe.OutputStderr, 1, `stderr differs at line 1 (byte 0): recorded "", observed "tally: this is deprecated\n"`},
		{"status", first, probe.OutputStatus, 3, "status: recorded 200, observed 500"},
		{"body", last, probe.OutputBody, 3, `body differs at line 1 (byte 2): recorded "{\"total\":5}\n", observed "{\"sum\":5}\n"`},
		{"page", page, probe.OutputExpected, 1, `expected: recorded ["2","5"], observed ["4","5"]`},
		{"console", page, probe.OutputConsoleErrors, 1, "consoleErrors: recorded 0, observed 2"},
		{"request", page, probe.OutputExpected, 1, `expected: recorded ["2","5"], observed ["2","?"]`},
		{"button", page, probe.OutputInteractions, 1, "interactions: recorded 2 to run, observed 0"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			report := replayTally(t, manifest, c.fault)
			assert.False(t, report.OK)
			assert.Equal(t, c.failed, report.Failed)
			entry := report.Entries[c.entry]
			require.Equal(t, probe.Failed, entry.Outcome)
			require.NotNil(t, entry.Difference, entry.Note)
			assert.Equal(t, c.output, entry.Difference.Output)
			assert.Equal(t, c.want, entry.Difference.String())
		})
	}
}

// TestReplayOfAnEndedServer: entries that could not be run fail with the reason.
func TestReplayOfAnEndedServer(t *testing.T) {
	manifest := []byte(`{"version":1,"entries":[{"probe":"http","method":"GET","path":"/total","status":200},
		{"probe":"web","file":"index.html","smoke":"1","expected":"1"}]}`)
	server := startTally(t, "")
	server.Close()
	report := probe.Replay(t.Context(), manifest, newBrowserRunner(t, proberun.WithBaseURL(server.URL())))
	assert.Equal(t, 2, report.Failed)
	assert.Contains(t, report.Entries[0].Note, "there was no response")
	assert.Contains(t, report.Entries[1].Note, "the page does not open")
}

// TestCancelledReplay: the entries that are left are not run.
func TestCancelledReplay(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	report := probe.Replay(ctx, []byte(`{"version":1,"entries":[{"cmd":"true","exitCode":0}]}`), newRunner(t))
	assert.False(t, report.OK)
	assert.Equal(t, 1, report.Skipped)
}
