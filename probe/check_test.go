package probe_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/probe"
)

// manifest is a manifest with these entries.
func manifest(entries ...string) []byte {
	return []byte(`{"version":1,"entries":[` + strings.Join(entries, ",") + `]}`)
}

// web is a browser entry with these interactions.
func web(interactions string) string {
	return `{"probe":"web","file":"index.html","smoke":"true","expected":"true","interactions":` + interactions + `}`
}

const (
	shellEntry = `{"cmd":"a","exitCode":0,"stdout":"o"}`
	httpEntry  = `{"probe":"http","method":"GET","path":"/","status":200}`
	webEntry   = `{"probe":"web","file":"index.html","smoke":"true","expected":"true"}`
)

// broken has at least one document for each rule, with all problems it has.
var broken = []struct {
	name string
	raw  string
	want []probe.Rule
}{
	{"text", `{`, []probe.Rule{probe.NotJSON}},
	{"byte order mark", "\ufeff" + string(manifest(shellEntry)), []probe.Rule{probe.NotJSON}},
	{"list", `[]`, []probe.Rule{probe.NotObject}},
	{"nothing in it", `{}`, []probe.Rule{probe.BadVersion, probe.EntriesNotArray}},
	{"version as text", `{"version":"1","entries":[` + shellEntry + `]}`, []probe.Rule{probe.BadVersion}},
	{"no entries", `{"version":1,"entries":[]}`, []probe.Rule{probe.EntriesEmpty}},
	{"last version counts", `{"version":1,"version":2,"entries":[` + shellEntry + `]}`, []probe.Rule{probe.BadVersion}},
	{"last entries count", `{"version":1,"entries":5,"entries":[` + shellEntry + `]}`, nil},
	{"entry is text", string(manifest(`"ran it"`)), []probe.Rule{probe.EntryNotObject}},
	{"literal", string(manifest(`{"probe":"shel","cmd":"a","exitCode":0}`)), []probe.Rule{probe.BadProbeLiteral}},
	{"literal and members", string(manifest(`{"probe":"shel","cmd":"a"}`)), []probe.Rule{probe.BadProbeLiteral, probe.MissingExitCode}},
	{"old literal", string(manifest(strings.Replace(webEntry, `"web"`, `"validate_html"`, 1))), []probe.Rule{probe.BadProbeLiteral}},
	{"no shape", string(manifest(`{"command":"a"}`)), []probe.Rule{probe.UnknownShape}},
	{"http", string(manifest(`{"probe":"http"}`)), []probe.Rule{probe.MissingMethod, probe.MissingPath, probe.MissingStatus}},
	{"web", string(manifest(`{"probe":"web"}`)), []probe.Rule{probe.MissingFile, probe.MissingSmoke, probe.MissingExpected}},
	{"web test", string(manifest(`{"probe":"web","file":"a\\Test-x.mjs","smoke":"const x","expected":true}`)), []probe.Rule{probe.FileIsTestScript, probe.SmokeNotExpression, probe.ExpectedNotString}},
	{"steps", string(manifest(web(`[5,{},{"type":"click"},{"type":"type"},{"type":"keydown"},{"type":"upload"},{"type":"select"},{"type":"click","x":1}]`))), []probe.Rule{
		probe.InteractionNotObject, probe.InteractionUnsupportedType, probe.InteractionMissingSelector, probe.InteractionTypeFields,
		probe.InteractionMissingKey, probe.InteractionUploadFields, probe.InteractionSelectFields, probe.PixelCoords,
	}},
	{"good steps", string(manifest(web(`[{"type":"upload","selector":"#f","file":"a"},{"type":"upload","selector":"#f","files":["a","b"]},{"type":"select","selector":"#s","value":""},{"type":"keyup","key":""}]`))), nil},
	{"bad files", string(manifest(web(`[{"type":"upload","selector":"#f","files":["a",1]},{"type":"upload","selector":"#f","files":[]}]`))), []probe.Rule{probe.InteractionUploadFields, probe.InteractionUploadFields}},
	{"shell", string(manifest(`{"cmd":"a; echo $?","stdout":"x LISTENING_ON_PORT=1"}`)), []probe.Rule{probe.MissingExitCode, probe.DecoratedCmd, probe.PortBearing}},
	{"escaped names", string(manifest(`{"\u0063md":"a","exit\u0043ode":0}`)), nil},
	{"names in another case", string(manifest(`{"cmd":"a","ExitCode":0}`)), []probe.Rule{probe.MissingExitCode}},
	{"half a pair", string(manifest(`{"cmd":"\ud83d","exitCode":0}`)), nil},
	{"goes on", string(manifest(`null`, shellEntry, `{"probe":"http"}`, httpEntry)), []probe.Rule{probe.EntryNotObject, probe.MissingMethod, probe.MissingPath, probe.MissingStatus}},
}

// TestCheck_P4 holds what each rule finds, in order, with the kind that the
// table gives it.
func TestCheck_P4(t *testing.T) {
	for _, c := range broken {
		t.Run(c.name, func(t *testing.T) {
			var got []probe.Rule
			for _, p := range probe.Check([]byte(c.raw)) {
				got = append(got, p.Rule)
				info, known := p.Rule.Info()
				require.True(t, known, p.Rule)
				assert.Equal(t, info.Kind, p.Kind, p.Rule)
				assert.NotEmpty(t, p.Detail)
				assert.Equal(t, info.Kind == probe.KindDocument, p.Entry == probe.DocumentEntry)
				assert.Contains(t, p.String(), string(p.Rule))
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// TestRules_P4 holds that every rule is documented, has its place, and is
// broken by a case above.
func TestRules_P4(t *testing.T) {
	names := strings.Fields(`not-json not-object bad-version entries-not-array entries-empty entry-not-object bad-probe-literal unknown-shape
		missing-method missing-path missing-status missing-file missing-smoke file-is-test-script smoke-not-expression missing-expected
		expected-not-string interaction-not-object interaction-unsupported-type interaction-missing-selector interaction-type-fields
		interaction-missing-key interaction-upload-fields interaction-select-fields pixel-coords missing-exit-code decorated-cmd port-bearing`)
	found := map[probe.Rule]bool{}
	for _, c := range broken {
		for _, r := range c.want {
			found[r] = true
		}
	}
	rules := probe.Rules()
	require.Len(t, rules, len(names))
	for i, r := range rules {
		assert.Equal(t, names[i], string(r.Rule))
		assert.True(t, found[r.Rule], "%s has no case", r.Rule)
		assert.NotEmpty(t, r.Meaning)
		assert.NotEmpty(t, r.Repair)
	}
	rules[0].Meaning = "changed"
	info, _ := probe.NotJSON.Info()
	assert.NotEqual(t, "changed", info.Meaning, "the table is shared")
	_, known := probe.Rule("no-such-rule").Info()
	assert.False(t, known)
}

// TestAliases_P4 holds that a missing member names what the entry has instead.
func TestAliases_P4(t *testing.T) {
	for entry, alias := range map[string]string{
		`{"probe":"http","method":"G","path":"/","expectedStatus":200}`:      "expectedStatus instead of status",
		`{"probe":"http","method":"G","path":"/","status":"2","expect":200}`: "expect instead of status",
		`{"cmd":"a","code":1}`:                  "code instead of exitCode",
		`{"cmd":"a","expected_exit_code":null}`: "expected_exit_code instead of exitCode",
		`{"command":"a","exitCode":0}`:          "command instead of cmd",
		`{"kind":"web","file":"a"}`:             "kind instead of probe",
	} {
		problems := probe.Check(manifest(entry))
		require.Len(t, problems, 1, entry)
		assert.Contains(t, problems[0].Detail, alias, entry)
	}
}

// TestSmoke_P4 holds what is one JavaScript expression.
func TestSmoke_P4(t *testing.T) {
	good := []string{
		"1", "a, b", "{a:1}", "{}", "()=>{ return 1 }", "(()=>{ const a=1; return a })()", "async () => await x", "a // c", "a /* c */", "/re/gi.test(x)",
		"`t${a}`", "a?.b ?? c", "[a, {b=1}] = c", "({a=1} = b)", "({a=1}) => a", "function(){ return new.target }", "class { #x=1; m(){ return this.#x } }",
		"a++", "a.b += 1", "'\u2028'", "await", "x = {a:1}", "document.querySelectorAll('li').length === 3", "(a)(b)", "'\\x41\\u{1F600}'", "a\n+b", "for_",
	}
	bad := []string{
		"", " ", "{", "}", "a;", "a; b", "a\nb", "const x = 1", "return true", "await x", "a)(b", "a)+(b", "a);(b", "a)} function g(){return(b", "a)=>(b", "//c", "/*",
		"if (a) b", "throw x", "1 = 2", "1++", "a++ ++", "a?.b = 1", "[1] = b", "{a=1}", "{if}", "new.target", "import.meta", "super.x", "a.#x", "a ?? b || c", "/a/zz", "/a/gg",
		"'\\x1'", "'\\u12'", "`\\u`", "'a", "a,", ",a", "...a", "label: 1", "a?.`x`", "\x00", "for (const a of b) c", strings.Repeat("(", 5000),
	}
	for _, s := range good {
		assert.Empty(t, probe.CheckSmoke(s), "%q", s)
	}
	for _, s := range bad {
		assert.NotEmpty(t, probe.CheckSmoke(s), "%q", s)
	}
}

// TestSmokeSize_P4 holds that a smoke which would take long to parse is refused
// before it is parsed, also when it hides its brackets, and that what people
// write is not.
func TestSmokeSize_P4(t *testing.T) {
	var names strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&names, "v%d,", i)
	}
	list := "[" + names.String() + "1]"
	nested := func(open, end string) string { return strings.Repeat(open, 300) + list + strings.Repeat(end, 300) }
	for _, s := range []string{
		nested("(a=>{", "})"), nested("a=>", ""), nested("(", ")"), nested("(')))))'+", ")"), nested("(/)))))/+", ")"), "`\\``+" + nested("(')'+", ")"),
		nested("(`)))))`+", ")"), nested("(/*)))))*/", ")"), nested("(<!--)))))\n", ")"), nested("(/'/+", ")"), nested("(\"\\\"))\"+", ")"),
	} {
		assert.Contains(t, string(probe.CheckSmoke(s)), "too deeply")
	}
	assert.Empty(t, probe.CheckSmoke(list), "long and flat")
	assert.Empty(t, probe.CheckSmoke(strings.Repeat("(", 300)+"a"+strings.Repeat(")", 300)), "deep and short")
	steps := "(() => { const rows = [...document.querySelectorAll('#list > li')].map(li => ({ id: li.dataset.id, done: li.classList.contains('done') }));" +
		" return rows.filter(r => r.done).length === 2 && rows.every(r => /^[0-9]+$/.test(r.id)) && `${rows.length}` === '3'; })()"
	assert.Empty(t, probe.CheckSmoke("["+strings.Repeat(steps+",", 3)+"1]"))
}

// TestDecorated_P4 holds where an echo of the exit code hides it.
func TestDecorated_P4(t *testing.T) {
	for cmd, want := range map[string]bool{
		"a; echo $?": true, "a && echo EXIT=$?": true, "a || echo rc=$? \n": true, "a;\u00a0echo\ufeff$?": true, "; echo $$?": true,
		"a & echo $?": false, "a | echo $?": false, "echo $?": false, "a; echo '$?'": false, "a; echo $?;": false, "a; echo$?": false, "a; echo b|c $?": false, "$?": false, "": false, ";$?": false,
	} {
		assert.Equal(t, want, probe.Decorated(cmd), "%q", cmd)
	}
}

// TestListeningPort_P9 holds how a server's port is found.
func TestListeningPort_P9(t *testing.T) {
	for output, want := range map[string]int{
		"x\nLISTENING_ON_PORT=8080\n": 8080, "LISTENING_ON_PORT=LISTENING_ON_PORT=1": 1, "LISTENING_ON_PORT=": 0, "": 0, "LISTENING_ON_PORT=0": 0,
		"LISTENING_ON_PORT=65535": 65535, "LISTENING_ON_PORT=65536": 0, "LISTENING_ON_PORT=99999999999999999999999": 0,
	} {
		port, ok := probe.ListeningPort(output)
		assert.Equal(t, want != 0, ok, output)
		if ok {
			assert.Equal(t, want, port, output)
		}
	}
}

// TestLimits_P4 holds that limits are kept and told.
func TestLimits_P4(t *testing.T) {
	deep := manifest(`{"cmd":"a","exitCode":0,"x":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}`)
	require.Len(t, probe.Check(deep), 1)
	assert.Equal(t, probe.NotJSON, probe.Check(deep)[0].Rule)
	assert.Empty(t, probe.Check(deep, probe.WithLimits(probe.Limits{MaxDepth: 400})))
	_, err := probe.Parse(deep)
	require.ErrorIs(t, err, probe.ErrLimit)
	_, err = probe.Parse(manifest(shellEntry), probe.WithLimits(probe.Limits{MaxBytes: 10}))
	require.ErrorIs(t, err, probe.ErrLimit)
	_, err = probe.Parse([]byte(`{`))
	require.NotErrorIs(t, err, probe.ErrLimit)
	bomb := []byte(strings.Repeat("[", 1<<20))
	assert.Len(t, probe.Check(bomb), 1)
}

// TestParse_P2 holds what the typed views read.
func TestParse_P2(t *testing.T) {
	m, err := probe.Parse(manifest(
		`{"cmd":"a","exitCode":1.0,"stderr":"","note":"n"}`,
		`{"probe":"http","method":"GET","path":"/x","status":200,"body":"b"}`,
		`{"probe":"web","file":"i.html","smoke":"1","expected":"1","consoleErrors":0,"interactions":[{"type":"type","selector":"#a","text":"x","holdMs":5},{"type":"upload","selector":"#f","file":"p"}]}`,
		`{"cmd":"a"}`, `null`,
	))
	require.NoError(t, err)
	kinds := []probe.Kind{}
	var entries []probe.Entry
	for i, e := range m.Entries() {
		assert.Equal(t, i, e.Index())
		kinds = append(kinds, e.Kind())
		entries = append(entries, e)
	}
	assert.Equal(t, []probe.Kind{probe.KindShell, probe.KindHTTP, probe.KindWeb, probe.KindShell, probe.KindNone}, kinds)
	shell, ok := entries[0].Shell()
	require.True(t, ok)
	assert.Equal(t, "a", shell.Cmd)
	assert.Equal(t, "1.0", shell.ExitCode.String())
	assert.Nil(t, shell.Stdout)
	assert.Empty(t, *shell.Stderr)
	assert.Contains(t, string(shell.Raw), `"note":"n"`)
	request, ok := entries[1].HTTP()
	require.True(t, ok)
	assert.Equal(t, "GET /x 200 b", fmt.Sprint(request.Method, " ", request.Path, " ", request.Status, " ", *request.Body))
	page, ok := entries[2].Web()
	require.True(t, ok)
	assert.Equal(t, "0", page.ConsoleErrors.String())
	assert.Empty(t, page.FailedRequests)
	require.Len(t, page.Interactions, 2)
	assert.Equal(t, probe.Type, page.Interactions[0].Type)
	assert.Contains(t, string(page.Interactions[0].Raw), "holdMs")
	assert.Equal(t, []string{"p"}, page.Interactions[1].Files)
	_, ok = entries[3].Shell()
	assert.False(t, ok)
	_, ok = entries[0].Web()
	assert.False(t, ok)
	assert.Equal(t, probe.Check(manifest(`{"cmd":"a"}`, `null`))[0].Rule, entries[3].Problems()[0].Rule)
	assert.Len(t, m.Problems(), 2)
}
