package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/spf13/cobra"
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

// TestReadersOfStandardInputSayWhatFailed: the file is named once, as it was
// given.
func TestReadersOfStandardInputSayWhatFailed(t *testing.T) {
	for field, args := range map[string][]string{
		"stdin":        {"eval"},
		"--file":       {"contract", "validate", "--jsonl"},
		"--patch-file": {"contract", "fill", "nobody"},
		"--claims":     {"evidence", "check", "--claims", "-"},
	} {
		env := environment{stdin: iotest.ErrReader(errors.New("gone"))}
		_, stdout, stderr := call(t, env, append(args, "--store", "memory")...)
		assert.Equal(t, "handfast: standard input: gone\nname a file that can be read, or - for standard input\n", stderr, "%v", args)
		assert.Empty(t, stdout)
		env = environment{stdin: iotest.ErrReader(errors.New("gone"))}
		_, stdout, _ = call(t, env, append(args, "--store", "memory", "--json")...)
		assert.Contains(t, stdout, `"field":"`+field+`"`, "%v", args)
	}
	env := environment{stdin: iotest.ErrReader(errors.New("gone"))}
	_, stdout, _ := call(t, env, "evidence", "add", "--brief-id", "1", "--ac", "A", "--type", "file", "--file", "-",
		"--root", t.TempDir(), "--store", "memory", "--json")
	assert.Contains(t, stdout, `{"code":"IO","field":"--file","detail":"standard input: gone"`)
}

// TestALineThatIsTooLong is measured itself, not what was kept of it.
func TestALineThatIsTooLong(t *testing.T) {
	long := `"` + strings.Repeat("x", maxDocument-2) + `"`
	for text, want := range map[string]string{
		long + "\n":                `"code":"MISSING_FIELD"`, // as long as a document may be
		long + " \n{":              `the document has 8388609 bytes; at most 8388608 are accepted`,
		long + long + long:         `the document has 25165824 bytes; at most 8388608 are accepted`,
		strings.Repeat(" ", 9<<20): `the document has 9437184 bytes; at most 8388608 are accepted`,
	} {
		code, stdout, _ := call(t, environment{stdin: strings.NewReader(text)}, "contract", "validate", "--jsonl", "--json")
		assert.Equal(t, exitRefused, code)
		assert.Contains(t, stdout, want)
		assert.Equal(t, strings.Contains(want, "bytes"), strings.Contains(stdout, `"offset":8388608`), stdout)
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
	for _, verb := range verbs(a.rootCommand()) {
		path := strings.TrimPrefix(verb.CommandPath(), "handfast ")
		got = append(got, path)
		assert.NotEmpty(t, verb.Short, path)
		assert.NotNil(t, verb.InheritedFlags().Lookup("json"), path)
		assert.Contains(t, string(readme), "`"+strings.TrimSuffix(path, verb.Name())+verb.Use, path)
	}
	assert.ElementsMatch(t, []string{
		"contract dispatch", "contract init", "contract continue", "contract set", "contract add", "contract fill",
		"contract view", "contract validate", "contract close", "contract cut", "contract list", "contract chain",
		"contract proposals", "contract accept", "contract reject", "contract schema", "contract fields", "contract gate settle",
		"evidence add", "evidence list", "evidence check",
		"drift classify", "drift check",
		"probe check", "probe merge", "probe record shell", "probe record http", "probe record web", "probe replay", "probe inherit", "probe instructions",
		"trace fields", "trace signatures", "trace score", "model parse", "model tiers", "model payers",
		"approval put", "context get", "context put", "project own", "eval", "version",
	}, got)
}

// verbs are the commands that do something.
func verbs(cmd *cobra.Command) []*cobra.Command {
	if !cmd.HasSubCommands() {
		return []*cobra.Command{cmd}
	}
	var all []*cobra.Command
	for _, below := range cmd.Commands() {
		all = append(all, verbs(below)...)
	}
	return all
}

// TestTheREADMEHasEveryCode holds the table of codes, and that no constant is
// missing from it.
func TestTheREADMEHasEveryCode(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	assert.Contains(t, string(readme), codeTable(), "the table in README.md is to be\n%s", codeTable())

	var described []string
	for _, info := range commandCodes() {
		described = append(described, info.code)
		assert.NotEmpty(t, info.meaning, info.code)
		assert.NotEmpty(t, info.repair, info.code)
		assert.Contains(t, []int{exitRefused, exitUsage, exitIO}, info.exit, info.code)
		_, form := contract.Code(info.code).Info()
		assert.False(t, form, "%s is a code of the contract too", info.code)
	}
	assert.ElementsMatch(t, codeConstants(t), described)
}

// codeConstants reads the values of the constants that are named code… from
// the source.
func codeConstants(t *testing.T) []string {
	t.Helper()
	var values []string
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 && strings.HasPrefix(spec.Names[0].Name, "code") {
				if text, ok := spec.Values[0].(*ast.BasicLit); ok {
					value, err := strconv.Unquote(text.Value)
					require.NoError(t, err)
					values = append(values, value)
				}
			}
			return true
		})
	}
	return values
}

// TestEveryFailureHasARepair: what the library leaves out, the verb fills in.
func TestEveryFailureHasARepair(t *testing.T) {
	verb := &cobra.Command{Use: "view ID [PATH]"}
	for _, info := range commandCodes() {
		f := &failure{Code: info.code, exit: info.exit}
		f.complete(verb)
		assert.NotEmpty(t, f.Repair, info.code)
		kept := &failure{Code: info.code, Field: "there", Repair: "do so"}
		kept.complete(verb)
		assert.Equal(t, "do so", kept.Repair, info.code)
	}
	for code, field := range map[string]string{codeNoDraft: "ID", codeStore: "--store", codeIO: "stdin", codeSyntax: ""} {
		f := &failure{Code: code, file: "-"}
		f.complete(verb)
		assert.Equal(t, field, f.Field, code)
	}
}

// TestTheUseLineDeclaresTheArguments holds what declared makes of it.
func TestTheUseLineDeclaresTheArguments(t *testing.T) {
	for _, c := range []struct {
		use  string
		args string
		want string // the refusal
	}{
		{"v", "", ""},
		{"v", "x", `"x" is one argument too many`},
		{"v ID", "", "ID is missing"},
		{"v ID", "x", ""},
		{"v ID PATH", "x", "PATH is missing"},
		{"v ID [PATH]", "x", ""},
		{"v ID [PATH]", "x y", ""},
		{"v ID [PATH]", "x y z", `"z" is one argument too many`},
		{"v FILE...", "", "FILE is missing"},
		{"v FILE...", "x y z", ""},
		{"v [FILE...]", "", ""},
	} {
		err := declared(&cobra.Command{Use: c.use}, strings.Fields(c.args))
		if c.want == "" {
			require.NoError(t, err, "%v", c)
			continue
		}
		var f *failure
		require.ErrorAs(t, err, &f, "%v", c)
		assert.Equal(t, c.want, f.Detail)
		assert.Equal(t, exitUsage, f.exit)
	}
}

// TestOmittedCollisionsAreCounted: a report may hold fewer lists than there are.
func TestOmittedCollisionsAreCounted(t *testing.T) {
	f := explain(&contract.OverwriteError{Collisions: []contract.Collision{{Field: "a", Existing: 1, Incoming: 2}}, Omitted: 3})
	text, err := marshal(f)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"omitted":3`)
	var buf bytes.Buffer
	f.text(&buf)
	assert.Contains(t, buf.String(), "  a holds 1, the patch brings 2\n  and 3 more\n")
}

// TestExplain holds the code and the exit of every error that the library
// returns.
func TestExplain(t *testing.T) {
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
		{contract.ErrVerifier, "VERIFIER", exitRefused},
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
			assert.Equal(t, c.exit, f.exit, "%v", err)
			assert.Equal(t, c.exit, describe(c.code).exit, "%v", err)
		}
	}
}

func TestProgressCountsLines(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out, "lines")
	for range 2*progressEvery + 5 {
		p.step()
	}
	p.end()
	assert.Equal(t, "\r1000 lines\r2000 lines\r2005 lines\n", out.String())

	out.Reset()
	p = newProgress(&out, "lines")
	p.step()
	p.end()
	assert.Empty(t, out.String(), "short work says nothing")

	assert.Equal(t, io.Discard, (&app{environment: environment{stderr: &out}}).progress("lines").w, "no terminal, no progress")
}
