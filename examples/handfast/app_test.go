package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// call runs the command in this process.
func call(t *testing.T, env environment, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if env.stdin == nil {
		env.stdin = strings.NewReader("")
	}
	if env.stdout == nil {
		env.stdout = &out
	}
	env.stderr = &errs
	env.getenv = func(string) string { return "" }
	env.now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	env.lookPath = func(string) (string, error) { return "", exec.ErrNotFound }
	code = run(t.Context(), args, env)
	return code, out.String(), errs.String()
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestBrokenOutputIsExit3(t *testing.T) {
	for _, args := range [][]string{
		{"version"},
		{"version", "--json"},
		{"contract", "init", "--store", "memory"},
		{"contract", "view", "nobody", "--store", "memory"},
		{"contract", "view", "nobody", "--store", "memory", "--json"},
		{"contract", "nonsense", "--json"},
		{"contract", "accept", "1", "--by", "ana", "--store", "memory"},
		{"drift", "classify", "oc get pods"},
		{"drift", "classify", "rm", "--json"},
		{"drift", "check", "--entry", "-"},
		{"contract", "validate", "--jsonl"},
		{"contract", "validate", "--jsonl", "--json"},
		{"eval"},
	} {
		env := environment{stdout: brokenWriter{}, stdin: strings.NewReader("{}\n")}
		code, _, _ := call(t, env, args...)
		assert.Equal(t, exitIO, code, "%v", args)
	}
}

func TestBrokenInputIsExit3(t *testing.T) {
	for _, args := range [][]string{
		{"contract", "fill", "nobody"},
		{"contract", "validate", "--file", "-"},
		{"contract", "validate", "--jsonl"},
		{"context", "put", "s", "--workspace", "w"},
		{"evidence", "check", "--claims", "-"},
		{"drift", "check", "--entry", "-"},
		{"eval"},
	} {
		env := environment{stdin: iotest.ErrReader(errors.New("gone"))}
		code, stdout, _ := call(t, env, append(args, "--store", "memory", "--json")...)
		assert.Equal(t, exitIO, code, "%v", args)
		assert.Contains(t, stdout, `"code":"IO"`, "%v", args)
		assert.Equal(t, 1, strings.Count(stdout, "\n"), "%v", args)
	}
}

// TestTheClockIsAnOption: times come from the environment that was given.
func TestTheClockIsAnOption(t *testing.T) {
	db := "sqlite:" + t.TempDir() + "/x.db"
	code, _, stderr := call(t, environment{}, "contract", "init", "--store", db)
	require.Equal(t, exitOK, code, stderr)
	_, stdout, _ := call(t, environment{}, "contract", "list", "--store", db, "--json")
	assert.Contains(t, stdout, `"created_at":"2026-01-02T03:04:05Z"`)
	code, _, stderr = call(t, environment{}, "evidence", "add", "--brief-id", "1", "--ac", "A", "--type", "text", "--text", "x", "--store", db)
	require.Equal(t, exitOK, code, stderr)
	_, stdout, _ = call(t, environment{}, "evidence", "list", "--brief-id", "1", "--store", db, "--json")
	assert.Contains(t, stdout, `"created_at":"2026-01-02T03:04:05Z"`)
}

// TestEveryVerbHasItsPlace holds the list of verbs, that each can be called
// with --json and says what it is for, and that the README knows it.
func TestEveryVerbHasItsPlace(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	a := &app{}
	var got []string
	for _, cmd := range a.rootCommand().Commands() {
		if len(cmd.Commands()) == 0 {
			got = append(got, cmd.Name())
		}
		for _, verb := range cmd.Commands() {
			got = append(got, cmd.Name()+" "+verb.Name())
			assert.NotEmpty(t, verb.Short, verb.Name())
			assert.NotNil(t, verb.Flag("json"), verb.Name())
			assert.Contains(t, string(readme), "`"+cmd.Name()+" "+verb.Use, verb.Name())
		}
	}
	assert.ElementsMatch(t, []string{
		"contract dispatch", "contract init", "contract continue", "contract set", "contract add", "contract fill",
		"contract view", "contract validate", "contract close", "contract cut", "contract list", "contract chain",
		"contract proposals", "contract accept", "contract reject", "contract schema", "contract fields",
		"evidence add", "evidence list", "evidence check",
		"drift classify", "drift check",
		"approval put", "context get", "context put", "project own", "eval", "version",
	}, got)
}

// TestExplain holds the code and the exit of every error that the library
// returns.
func TestExplain(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	for _, c := range []struct {
		err  error
		code string
		exit int
	}{
		{contract.ErrPath, "PATH", exitRefused},
		{contract.ErrNotObject, "NOT_OBJECT", exitRefused},
		{contract.ErrNotList, "NOT_LIST", exitRefused},
		{contract.ErrHostField, "HOST_FIELD", exitRefused},
		{contract.ErrNoDraft, "NO_DRAFT", exitRefused},
		{fmt.Errorf("%w (%w)", contract.ErrNotFound, contract.ErrNoDraft), "NO_DRAFT", exitRefused},
		{contract.ErrNotFound, "NOT_FOUND", exitRefused},
		{evidence.ErrNotFound, "NOT_FOUND", exitRefused},
		{contract.ErrExists, "EXISTS", exitRefused},
		{evidence.ErrExists, "EXISTS", exitRefused},
		{contract.ErrTerminal, "TERMINAL", exitRefused},
		{contract.ErrConflict, "CONFLICT", exitRefused},
		{contract.ErrDecided, "DECIDED", exitRefused},
		{contract.ErrArgument, "ARGUMENT", exitRefused},
		{contract.ErrBinding, "BINDING", exitRefused},
		{contract.ErrOwner, "OWNER", exitRefused},
		{&contract.OverwriteError{}, "OVERWRITE", exitRefused},
		{&contract.SyntaxError{}, "SYNTAX", exitRefused},
		{&contract.FormError{Findings: []contract.Finding{{Code: contract.FieldType}}}, "FIELD_TYPE", exitRefused},
		{&contract.CloseError{Code: contract.ConclusionRequired}, "CONCLUSION_REQUIRED", exitRefused},
		{&contract.LedgerError{Err: errors.New("disk")}, "STORE", exitIO},
		{errors.New("disk full"), "STORE", exitIO},
	} {
		for _, err := range []error{c.err, fmt.Errorf("wrapped: %w", c.err)} {
			f := explain(err)
			assert.Equal(t, c.code, f.Code, "%v", err)
			if _, form := contract.Code(c.code).Info(); !form {
				assert.Contains(t, string(readme), "`"+c.code+"`")
			}
			assert.Equal(t, c.exit, f.exit, "%v", err)
		}
	}
}

func TestProgressCountsLines(t *testing.T) {
	var out bytes.Buffer
	p := &progress{w: &out}
	for range 2*progressEvery + 5 {
		p.step()
	}
	p.end()
	assert.Equal(t, "\r1000 lines\r2000 lines\r2005 lines\n", out.String())

	out.Reset()
	p = &progress{w: &out}
	p.step()
	p.end()
	assert.Empty(t, out.String(), "short work says nothing")

	assert.Equal(t, io.Discard, (&app{environment: environment{stderr: &out}}).progress().w, "no terminal, no progress")
}
