package main

import (
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/tidwall/gjson"

	"github.com/handfast-go/handfast/examples/testdata/tally"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"handfast": main, "tally": tally.Main})
}

// TestScripts runs the command as a shell would: each script under
// testdata/script starts with an empty state directory.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
		RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_STATE_HOME", env.WorkDir+"/state")
			env.Setenv("ESC", "\x1b")
			env.Setenv("BAD", "ü\xff") // no UTF-8
			// Under the race detector each call would sleep a second at its end.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"json":  jsonMember,
			"keep":  keep,
		},
	})
}

// exits N COMMAND… runs a command that must exit with N.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, not %d", got, want)
	}
}

// json PATH [VALUE] demands that standard output is one JSON object on one
// line with VALUE at PATH, or with "!" that nothing is there.
func jsonMember(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 && (!neg || len(args) != 1) {
		ts.Fatalf("usage: json PATH VALUE, or ! json PATH")
	}
	out := ts.ReadFile("stdout")
	if !gjson.Valid(out) || !strings.HasPrefix(out, "{") || !strings.HasSuffix(out, "}\n") {
		ts.Fatalf("not one JSON object: %s", out)
	}
	got := gjson.Get(out, args[0])
	switch {
	case neg && got.Exists():
		ts.Fatalf("%s is there: %s", args[0], got.Raw)
	case !neg && !got.Exists():
		ts.Fatalf("%s is not there: %s", args[0], out)
	case !neg && got.String() != args[1]:
		ts.Fatalf("%s is %s, not %s", args[0], got.String(), args[1])
	}
}

// keep NAME [PATH] keeps standard output, or a member of it, as a variable.
func keep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 || len(args) > 2 {
		ts.Fatalf("usage: keep NAME [PATH]")
	}
	out := strings.TrimSpace(ts.ReadFile("stdout"))
	if len(args) == 2 {
		out = gjson.Get(out, args[1]).String()
	}
	if out == "" {
		ts.Fatalf("nothing to keep")
	}
	ts.Setenv(args[0], out)
}
