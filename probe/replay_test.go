package probe_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/probe"
)

// script is a runner whose answers are written down. A nil function is a kind
// that the host does not run.
type script struct {
	shell func(context.Context, probe.Shell) (probe.ShellResult, error)
	http  func(context.Context, probe.HTTP) (probe.HTTPResult, error)
	web   func(context.Context, probe.Web) (probe.WebResult, error)
	calls []string
}

func (s *script) RunShell(ctx context.Context, e probe.Shell, _ int) (probe.ShellResult, error) {
	s.calls = append(s.calls, e.Cmd)
	if s.shell == nil {
		return probe.ShellResult{}, errors.ErrUnsupported
	}
	return s.shell(ctx, e)
}

func (s *script) Request(ctx context.Context, e probe.HTTP, _ int) (probe.HTTPResult, error) {
	s.calls = append(s.calls, e.Method+" "+e.Path)
	if s.http == nil {
		return probe.HTTPResult{}, errors.ErrUnsupported
	}
	return s.http(ctx, e)
}

func (s *script) Browse(ctx context.Context, e probe.Web, _ int) (probe.WebResult, error) {
	s.calls = append(s.calls, e.File)
	if s.web == nil {
		return probe.WebResult{}, errors.ErrUnsupported
	}
	return s.web(ctx, e)
}

func shellGives(exit int, stdout, stderr string) *script {
	return &script{shell: func(context.Context, probe.Shell) (probe.ShellResult, error) {
		return probe.ShellResult{ExitCode: exit, Stdout: []byte(stdout), Stderr: []byte(stderr)}, nil
	}}
}

func httpGives(status int, body string) *script {
	return &script{http: func(context.Context, probe.HTTP) (probe.HTTPResult, error) {
		return probe.HTTPResult{Status: status, Body: []byte(body)}, nil
	}}
}

func webGives(value string, executed ...string) *script {
	return &script{web: func(context.Context, probe.Web) (probe.WebResult, error) {
		return probe.WebResult{Value: json.RawMessage(value), Executed: executed, ConsoleErrors: 1}, nil
	}}
}

// TestReplay_P9 holds what is compared, and how.
func TestReplay_P9(t *testing.T) {
	for _, c := range []struct {
		name    string
		entry   string
		runner  *script
		outcome probe.Outcome
		output  probe.Output // of the difference
		note    string
	}{
		{"same", `{"cmd":"a","exitCode":0,"stdout":"o","stderr":"e"}`, shellGives(0, "o", "e"), probe.Verified, "", ""},
		{"number by value", `{"cmd":"a","exitCode":10e-1}`, shellGives(1, "", ""), probe.Verified, "", ""},
		{"exit", `{"cmd":"a","exitCode":0}`, shellGives(1, "", ""), probe.Failed, probe.OutputExitCode, ""},
		{"fraction", `{"cmd":"a","exitCode":1.5}`, shellGives(1, "", ""), probe.Failed, probe.OutputExitCode, ""},
		{"omitted", `{"cmd":"a","exitCode":0,"stdout":null}`, shellGives(0, "any", "any"), probe.Verified, "", ""},
		{"line end more", `{"cmd":"a","exitCode":0,"stdout":"o"}`, shellGives(0, "o\n", ""), probe.Verified, "", ""},
		{"line end less", `{"cmd":"a","exitCode":0,"stdout":"o\n"}`, shellGives(0, "o", ""), probe.Verified, "", ""},
		{"two line ends", `{"cmd":"a","exitCode":0,"stdout":"o"}`, shellGives(0, "o\n\n", ""), probe.Failed, probe.OutputStdout, ""},
		{"space", `{"cmd":"a","exitCode":0,"stdout":"o"}`, shellGives(0, "o ", ""), probe.Failed, probe.OutputStdout, ""},
		{"empty is recorded", `{"cmd":"a","exitCode":0,"stdout":""}`, shellGives(0, "o", ""), probe.Failed, probe.OutputStdout, ""},
		{"stderr", `{"cmd":"a","exitCode":0,"stderr":"x"}`, shellGives(0, "", "y"), probe.Failed, probe.OutputStderr, ""},
		{"stdout is no text", `{"cmd":"a","exitCode":0,"stdout":5}`, shellGives(0, "5", ""), probe.Failed, probe.OutputStdout, ""},
		{"broken bytes", `{"cmd":"a","exitCode":0,"stdout":"\ufffd"}`, shellGives(0, "\xff", ""), probe.Failed, probe.OutputStdout, ""},
		{"decorated", `{"cmd":"a; echo $?","exitCode":0}`, shellGives(0, "", ""), probe.Skipped, "", "decorated-cmd"},
		{"port", `{"cmd":"a","exitCode":0,"stdout":"LISTENING_ON_PORT=1"}`, shellGives(0, "LISTENING_ON_PORT=2", ""), probe.Verified, "", "not compared"},
		{"port and exit", `{"cmd":"a","exitCode":0,"stdout":"LISTENING_ON_PORT=1"}`, shellGives(1, "LISTENING_ON_PORT=1", ""), probe.Failed, probe.OutputExitCode, ""},
		{"shape", `{"scenario":"s"}`, &script{}, probe.Skipped, "", "unknown-shape"},
		{"prose", `"ran it"`, &script{}, probe.Skipped, "", "entry-not-object"},
		{"misspelt kind", `{"probe":"shel","cmd":"a","exitCode":0}`, shellGives(0, "", ""), probe.Failed, "", "bad-probe-literal"},
		{"no exit code", `{"cmd":"a"}`, shellGives(0, "", ""), probe.Failed, "", "missing-exit-code"},
		{"body", `{"probe":"http","method":"GET","path":"/","status":200,"body":"b"}`, httpGives(200, "b\n"), probe.Verified, "", ""},
		{"status", httpEntry, httpGives(500, ""), probe.Failed, probe.OutputStatus, ""},
		{"other body", `{"probe":"http","method":"GET","path":"/","status":200,"body":"{\"a\":1}"}`, httpGives(200, `{ "a":1}`), probe.Failed, probe.OutputBody, ""},
		{"value", `{"probe":"web","file":"i.html","smoke":"x","expected":"{\"a\":1,\"b\":[2]}"}`, webGives(` {"b":[2.0],"a":1e0}`), probe.Verified, "", ""},
		{"other value", webEntry, webGives(`"true"`), probe.Failed, probe.OutputExpected, ""},
		{"no value", webEntry, webGives(``), probe.Failed, probe.OutputExpected, ""},
		{"value is not JSON", webEntry, webGives(`undefined`), probe.Failed, probe.OutputExpected, ""},
		{"expected is not JSON", `{"probe":"web","file":"i.html","smoke":"x","expected":"yes"}`, webGives(`"yes"`), probe.Failed, probe.OutputExpected, ""},
		{"console errors", `{"probe":"web","file":"i.html","smoke":"x","expected":"1","consoleErrors":1,"failedRequests":0}`, webGives(`1`), probe.Verified, "", ""},
		{"other count", `{"probe":"web","file":"i.html","smoke":"x","expected":"1","consoleErrors":0}`, webGives(`1`), probe.Failed, probe.OutputConsoleErrors, ""},
		{"no count", `{"probe":"web","file":"i.html","smoke":"x","expected":"1","failedRequests":[]}`, webGives(`1`), probe.Failed, probe.OutputFailedRequests, ""},
		{"driven", web(`[{"type":"click","selector":"#a"}]`), webGives(`true`, "click #a"), probe.Verified, "", ""},
		{"not driven", web(`[{"type":"click","selector":"#a"}]`), webGives(`true`), probe.Failed, probe.OutputInteractions, ""},
		{"host without a browser", webEntry, &script{}, probe.Skipped, "", "does not run"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := probe.Replay(t.Context(), manifest(c.entry), c.runner)
			require.Len(t, r.Entries, 1)
			e := r.Entries[0]
			assert.Equal(t, c.outcome, e.Outcome, e.String())
			assert.Equal(t, c.outcome == probe.Verified, r.OK)
			assert.Equal(t, r.OK, r.Reason == "", r.Reason)
			assert.Contains(t, e.Note, c.note)
			if c.output == "" {
				assert.Nil(t, e.Difference)
			} else if assert.NotNil(t, e.Difference) {
				assert.Equal(t, c.output, e.Difference.Output)
			}
			assert.Equal(t, 1, r.Verified+r.Failed+r.Skipped)
		})
	}
}

// TestOrder_P9 holds that entries run in order and that one failure does not
// stop the rest.
func TestOrder_P9(t *testing.T) {
	runner := shellGives(0, "", "")
	runner.http = httpGives(200, "").http
	r := probe.Replay(t.Context(), manifest(`{"cmd":"1","exitCode":9}`, httpEntry, `null`, `{"cmd":"2","exitCode":0}`, httpEntry), runner)
	assert.Equal(t, []string{"1", "GET /", "2", "GET /"}, runner.calls)
	assert.Equal(t, "1 of 5 entries failed", r.Reason)
	assert.Equal(t, [3]int{3, 1, 1}, [3]int{r.Verified, r.Failed, r.Skipped})
}

// TestNothingVerified_P9 holds that nothing verified is a failure that says why.
func TestNothingVerified_P9(t *testing.T) {
	for raw, reason := range map[string]string{
		`{`:                                      "not-json",
		`[]`:                                     "not-object",
		`{"version":2,"entries":[{"cmd":"a"}]}`:  "bad-version",
		`{"version":1,"entries":[]}`:             "entries-empty",
		string(manifest(`null`, `{"x":1}`)):      "2 entries were skipped",
		string(manifest(`{"cmd":"a; echo $?"}`)): "1 entries were skipped",
	} {
		r := probe.Replay(t.Context(), []byte(raw), shellGives(0, "", ""))
		assert.False(t, r.OK, raw)
		assert.Contains(t, r.Reason, reason)
		assert.Contains(t, r.Reason, "nothing was verified")
	}
	r := probe.Replay(t.Context(), manifest(shellEntry), nil)
	assert.False(t, r.OK)
	assert.False(t, probe.Report{}.OK)
}

// TestDifference_P9 holds that the report shows the first difference.
func TestDifference_P9(t *testing.T) {
	long := strings.Repeat("é", 200)
	entry, err := json.Marshal(map[string]any{"cmd": "a", "exitCode": 0, "stdout": "one\n" + long + "X" + long, "stderr": "s"})
	require.NoError(t, err)
	r := probe.Replay(t.Context(), manifest(string(entry)), shellGives(0, "one\n"+long+"Y"+long, "other"))
	d := r.Entries[0].Difference
	require.NotNil(t, d)
	assert.Equal(t, probe.OutputStdout, d.Output)
	assert.Equal(t, 4+400, d.Offset)
	assert.Equal(t, 2, d.Line)
	want := "…" + strings.Repeat("é", 10) + "X" + strings.Repeat("é", 39) + "…"
	assert.Equal(t, want, d.Want)
	assert.Contains(t, d.Got, "Y")
	assert.Contains(t, r.Entries[0].String(), "line 2")
	assert.NotContains(t, d.Want+d.Got, "\ufffd")
}

// TestBounds_P9 holds time, cancellation, output limits and errors.
func TestBounds_P9(t *testing.T) {
	slow := &script{shell: func(ctx context.Context, _ probe.Shell) (probe.ShellResult, error) {
		<-ctx.Done()
		return probe.ShellResult{}, nil // a killed process that says nothing of it
	}}
	r := probe.Replay(t.Context(), manifest(shellEntry), slow, probe.WithTimeout(time.Nanosecond))
	assert.Equal(t, probe.Failed, r.Entries[0].Outcome)
	assert.Contains(t, r.Entries[0].Note, "longer than")
	require.ErrorIs(t, r.Entries[0].Err, context.DeadlineExceeded)

	ctx, cancel := context.WithCancel(t.Context())
	stops := &script{shell: func(context.Context, probe.Shell) (probe.ShellResult, error) {
		cancel()
		return probe.ShellResult{}, nil
	}}
	r = probe.Replay(ctx, manifest(`{"cmd":"1","exitCode":0}`, `{"cmd":"2","exitCode":0}`), stops, probe.WithTimeout(0))
	assert.False(t, r.OK)
	assert.Equal(t, []string{"1"}, stops.calls)
	assert.Equal(t, probe.Skipped, r.Entries[1].Outcome)
	r = probe.Replay(ctx, manifest(shellEntry), stops)
	assert.Contains(t, r.Reason, "ended early")

	r = probe.Replay(t.Context(), manifest(`{"cmd":"a","exitCode":0,"stdout":"12345"}`), shellGives(0, "12345", ""), probe.WithOutputLimit(4))
	assert.Equal(t, probe.Failed, r.Entries[0].Outcome)
	assert.Contains(t, r.Entries[0].String(), "more than the 4 bytes")
	r = probe.Replay(t.Context(), manifest(`{"cmd":"a","exitCode":0}`), shellGives(0, "12345", ""), probe.WithOutputLimit(4))
	assert.True(t, r.OK, "what is not compared may be long")

	broken := errors.New("no such shell")
	r = probe.Replay(t.Context(), manifest(shellEntry), &script{shell: func(context.Context, probe.Shell) (probe.ShellResult, error) {
		return probe.ShellResult{}, broken
	}})
	require.ErrorIs(t, r.Entries[0].Err, broken)
	assert.Equal(t, probe.Failed, r.Entries[0].Outcome)
}

// TestNormalizer_P9 holds that both sides pass the host's normalizer, and that
// without one nothing is normalised.
func TestNormalizer_P9(t *testing.T) {
	entry := `{"cmd":"a","exitCode":0,"stdout":"took 12ms"}`
	runner := shellGives(0, "took 9ms", "")
	assert.False(t, probe.Replay(t.Context(), manifest(entry), runner).OK)
	strip := probe.WithNormalizer(func(_ probe.Output, text []byte) []byte {
		return []byte(strings.Trim(string(text), "tok 0123456789ms"))
	})
	assert.True(t, probe.Replay(t.Context(), manifest(entry), runner, strip).OK)
}

// TestRecord_P9 holds that what is recorded passes Check and verifies.
func TestRecord_P9(t *testing.T) {
	runner := shellGives(3, "out\u2028\n", "e\x01")
	shell, err := probe.RecordShell(t.Context(), runner, `printf "<a>"`)
	require.NoError(t, err)
	runner.http = httpGives(201, "b").http
	request, err := probe.RecordHTTP(t.Context(), runner, "POST", "/x?y=1")
	require.NoError(t, err)
	runner.web = webGives(` {"n":1} `, "type #a", "click #b").web
	steps, err := probe.ParseInteractions([]byte(`[{"type":"type","selector":"#a","text":"x","holdMs":5}]`))
	require.NoError(t, err)
	steps = append(steps, probe.Interaction{Type: probe.Click, Selector: "#b"})
	page, err := probe.RecordWeb(t.Context(), runner, "index.html", "state()", steps)
	require.NoError(t, err)

	merged, err := probe.MergeShell(nil, shell.Entry, "")
	require.NoError(t, err)
	merged, err = probe.AppendHTTP(merged, request.Entry)
	require.NoError(t, err)
	merged, err = probe.MergeWrite(merged, manifest(string(page.Entry)))
	require.NoError(t, err)
	assert.Empty(t, probe.Check(merged))
	assert.Contains(t, string(merged), `"holdMs": 5`)
	r := probe.Replay(t.Context(), merged, runner)
	assert.True(t, r.OK, r.Reason)
	assert.Equal(t, 3, r.Verified)
}

// TestRecordRefuses_P9 holds what is not recorded.
func TestRecordRefuses_P9(t *testing.T) {
	refuses := func(err error, rule probe.Rule) {
		t.Helper()
		var refused *probe.EntryError
		require.ErrorAs(t, err, &refused)
		assert.Equal(t, rule, refused.Rule)
	}
	runner := webGives(`1`)
	_, err := probe.RecordShell(t.Context(), runner, "a; echo $?")
	refuses(err, probe.DecoratedCmd)
	_, err = probe.RecordShell(t.Context(), runner, "a\xff")
	refuses(err, "")
	_, err = probe.RecordWeb(t.Context(), runner, "test.js", "1", nil)
	refuses(err, probe.FileIsTestScript)
	_, err = probe.RecordWeb(t.Context(), runner, "i.html", "1;", nil)
	refuses(err, probe.SmokeNotExpression)
	_, err = probe.RecordWeb(t.Context(), runner, "i.html", "1", []probe.Interaction{{Type: "hover"}})
	refuses(err, probe.InteractionUnsupportedType)
	_, err = probe.RecordWeb(t.Context(), runner, "i.html", "1", []probe.Interaction{{Raw: json.RawMessage(`{`)}})
	require.Error(t, err)
	assert.Empty(t, runner.calls, "nothing ran")
	_, err = probe.RecordWeb(t.Context(), runner, "i.html", "1", []probe.Interaction{{Type: probe.Click, Selector: "#a"}})
	refuses(err, "")
	_, err = probe.RecordWeb(t.Context(), webGives(`undefined`), "i.html", "1", nil)
	refuses(err, probe.MissingExpected)
	for _, record := range []func() (probe.Recording, error){
		func() (probe.Recording, error) { return probe.RecordShell(t.Context(), &script{}, "a") },
		func() (probe.Recording, error) { return probe.RecordHTTP(t.Context(), &script{}, "GET", "/") },
		func() (probe.Recording, error) { return probe.RecordWeb(t.Context(), &script{}, "i.html", "1", nil) },
	} {
		_, err = record()
		require.ErrorIs(t, err, errors.ErrUnsupported)
	}
	for _, list := range []string{`{`, `{}`, `[{"type":"click"}]`, `[5]`} {
		_, err = probe.ParseInteractions([]byte(list))
		require.Error(t, err, list)
	}
}

// TestRecordOmits_P9 holds that an output which no replay could compare is left
// out and named.
func TestRecordOmits_P9(t *testing.T) {
	r, err := probe.RecordShell(t.Context(), shellGives(0, "LISTENING_ON_PORT=5", "\xff"), "serve")
	require.NoError(t, err)
	require.Len(t, r.Omitted, 2)
	assert.Equal(t, probe.OutputStdout, r.Omitted[0].Output)
	assert.Equal(t, probe.OutputStderr, r.Omitted[1].Output)
	assert.JSONEq(t, `{"cmd":"serve","exitCode":0}`, string(r.Entry))
	r, err = probe.RecordShell(t.Context(), shellGives(0, "12345", ""), "a", probe.WithOutputLimit(4))
	require.NoError(t, err)
	assert.JSONEq(t, `{"cmd":"a","exitCode":0,"stderr":""}`, string(r.Entry))
}
