package evidence_test

import (
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/evidence"
)

// shell is a finished run with a kept output.
func shell(command string, exit int, output string) evidence.Run {
	return evidence.Run{Kind: evidence.Shell, Command: command, Exit: &exit, Output: output, Kept: true}
}

// with changes a run.
func with(run evidence.Run, change func(*evidence.Run)) evidence.Run {
	change(&run)
	return run
}

func cut(run *evidence.Run)    { run.Truncated = true }
func unkept(run *evidence.Run) { run.Output, run.Kept = "", false }
func noExit(run *evidence.Run) { run.Exit = nil }
func killed(run *evidence.Run) { run.Killed = true }
func background(run *evidence.Run) {
	run.Background = true
}

func record(runs ...evidence.Run) *evidence.Record { return &evidence.Record{Runs: runs} }

func incomplete(runs ...evidence.Run) *evidence.Record {
	return &evidence.Record{Runs: runs, Incomplete: true}
}

// rows is a Lookup over evidence of brief 7: 41 is positive, 42 negative, 43 of
// another brief, 44 of task T1, 45 written by the harness, 46 of no brief.
func rows(_ context.Context, id int64) (evidence.Row, error) {
	row := evidence.Row{ID: id, BriefID: 7, Polarity: evidence.Positive, Origin: evidence.FromAgent}
	switch id {
	case 41:
	case 42:
		row.Polarity = evidence.Negative
	case 43:
		row.BriefID = 8
	case 44:
		row.TaskID = "T1"
	case 45:
		row.Origin = evidence.FromHarness
	case 46:
		row.BriefID = 0
	default:
		return evidence.Row{}, evidence.ErrNotFound
	}
	return row, nil
}

// lookPath finds go and make.
func lookPath(name string) (string, error) {
	if name == "go" || name == "make" {
		return "/bin/" + name, nil
	}
	return "", exec.ErrNotFound
}

// verdicts writes a report as lines "refused|skipped|checked <field> <reason>",
// with the prefix that all fields share cut off.
func verdicts(report evidence.Report) []string {
	lines := []string{}
	for _, r := range report.Refused {
		lines = append(lines, "refused "+strings.TrimPrefix(r.Field, "evidence_report.")+" "+string(r.Reason))
	}
	for _, s := range report.Skipped {
		lines = append(lines, "skipped "+strings.TrimPrefix(s.Field, "evidence_report.")+" "+string(s.Reason))
	}
	for _, field := range report.Checked {
		lines = append(lines, "checked "+strings.TrimPrefix(field, "evidence_report."))
	}
	return lines
}

type checkCase struct {
	name   string // begins with the id of the rule
	claims string // the verification object; a list stands for verbatim_outputs
	record *evidence.Record
	task   string
	brief  int64 // 7 unless set; -1 stands for none
	opts   evidence.CheckOptions
	want   []string
}

func (c checkCase) check(t *testing.T) evidence.Report {
	t.Helper()
	claims := evidence.Claims{Verification: json.RawMessage(c.claims)}
	if strings.HasPrefix(c.claims, "[") {
		claims = evidence.Claims{VerbatimOutputs: json.RawMessage(c.claims)}
	}
	turn := evidence.Turn{BriefID: 7, PlanTaskID: c.task}
	switch {
	case c.brief > 0:
		turn.BriefID = c.brief
	case c.brief < 0:
		turn.BriefID = 0
	}
	if c.opts.LookPath == nil {
		c.opts.LookPath = lookPath
	}
	report, err := evidence.Check(t.Context(), claims, turn, c.record, rows, c.opts)
	require.NoError(t, err)
	return report
}

func runCases(t *testing.T, cases []checkCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			report := c.check(t)
			assert.ElementsMatch(t, c.want, verdicts(report))
			assert.Equal(t, len(report.Refused) == 0, report.OK())
		})
	}
}

func TestCheckVerification(t *testing.T) {
	goTest := shell("go test", 0, "ok")
	const pass = `{"command":"go test","result":"pass"}`
	ran := []string{"checked verification.command", "checked verification.result"}
	runCases(t, []checkCase{
		{name: "E-4 ran as written", claims: pass, record: record(goTest), want: ran},
		{name: "E-4 no claim", claims: `{"type":"none","result":"pass"}`, record: record()},
		{name: "E-4 absent", claims: ``, record: record()},
		{name: "E-4 null", claims: `null`, record: record()},
		{name: "E-4 null command", claims: `{"command":null,"result":"pass"}`, record: record()},
		{name: "E-4 blank command", claims: `{"command":" \t","result":"pass"}`, record: record()},
		{name: "E-4 command of another type", claims: `{"command":["go","test"],"result":"pass"}`, record: record(goTest), want: []string{"refused verification.command command_not_run"}},
		{name: "E-4 command of another type, no record", claims: `{"command":5,"result":"pass"}`, want: []string{"refused verification.command command_not_runnable"}},
		{name: "E-4 not run", claims: pass, record: record(shell("go vet", 0, "")), want: []string{"refused verification.command command_not_run"}},
		{name: "E-4 member names match exactly", claims: `{"Command":"rm","command":"go test","result":"pass","Result":"fail"}`, record: record(goTest), want: ran},
		{name: "E-1 an edit is no run of a command", claims: pass, record: record(evidence.Run{Kind: evidence.Edit, Command: "go test"}), want: []string{"refused verification.command command_not_run"}},
		{name: "E-1 incomplete record", claims: pass, record: incomplete(), want: []string{"skipped verification.command record_incomplete", "skipped verification.result exit_not_recorded"}},
		{name: "E-1 incomplete record that holds the run", claims: pass, record: incomplete(shell("go test", 1, "")), want: []string{"checked verification.command", "refused verification.result exit_mismatch"}},
		{name: "E-3 a space more", claims: `{"command":"go test ","result":"x"}`, record: record(goTest), want: []string{"refused verification.command command_not_run"}},
		{name: "E-3 another Unicode spelling", claims: `{"command":"echo e\u0301","result":"x"}`, record: record(shell("echo é", 0, "")), want: []string{"refused verification.command command_not_run"}},
		{name: "E-5 verdict that was run", claims: `{"command":"**PASS** ✅","result":"pass"}`, record: record(shell("**PASS** ✅", 0, "")), want: []string{"refused verification.command command_is_verdict"}},
		{name: "E-5 verdict with evidence", claims: `{"command":"PASS.","result":"pass","evidence_ids":[41]}`, record: record(), want: []string{"refused verification.command command_is_verdict", "checked verification.evidence_ids[0]"}},
		{name: "E-5 verdict, no record", claims: `{"command":"12 passed"}`, want: []string{"refused verification.command command_is_verdict"}},
		{name: "E-3b value that is no object", claims: `"go test"`, record: record(), want: []string{"skipped verification unread_value"}},
	})
}

func TestCheckEvidenceIDs(t *testing.T) {
	ids := func(list string) string {
		return `{"command":"go test","evidence_ids":` + list + `}`
	}
	const notRun = "refused verification.command command_not_run"
	unread := "skipped verification.result result_not_pass"
	runCases(t, []checkCase{
		{name: "E-6 proves", claims: ids(`[41]`), record: record(), want: []string{"checked verification.evidence_ids[0]", "checked verification.command", unread}},
		{name: "E-6 all must hold", claims: ids(`[41,99]`), record: record(), want: []string{"checked verification.evidence_ids[0]", "refused verification.evidence_ids[1] evidence_missing", notRun}},
		{name: "E-6 negative", claims: ids(`[42]`), record: record(), want: []string{"refused verification.evidence_ids[0] evidence_negative", notRun}},
		{name: "E-6 other brief", claims: ids(`[43]`), record: record(), want: []string{"refused verification.evidence_ids[0] evidence_other_brief", notRun}},
		{name: "E-6 task, turn without", claims: ids(`[44]`), record: record(), want: []string{"refused verification.evidence_ids[0] evidence_other_task", notRun}},
		{name: "E-6 task of the turn", claims: ids(`[44]`), task: "T1", record: record(), want: []string{"checked verification.evidence_ids[0]", "checked verification.command", unread}},
		{name: "E-6 no task, turn with", claims: ids(`[41]`), task: "T1", record: record(), want: []string{"refused verification.evidence_ids[0] evidence_other_task", notRun}},
		{name: "E-6 turn without a brief", claims: ids(`[46]`), brief: -1, record: record(), want: []string{"refused verification.evidence_ids[0] evidence_other_brief", notRun}},
		{name: "E-6 first reason counts", claims: ids(`[42]`), brief: 9, task: "T9", record: record(), want: []string{"refused verification.evidence_ids[0] evidence_negative", notRun}},
		{name: "E-6 empty list", claims: ids(`[]`), record: record(), want: []string{notRun}},
		{name: "E-6 null list", claims: ids(`null`), record: record(), want: []string{notRun}},
		{name: "E-6 null list, command ran", claims: ids(`null`), record: record(shell("go test", 0, "")), want: []string{"checked verification.command", unread}},
		{name: "E-6 null list, no command", claims: `{"evidence_ids":null}`, record: record()},
		{name: "E-6 not a list", claims: ids(`41`), record: record(), want: []string{"refused verification.evidence_ids evidence_id_malformed", notRun}},
		{name: "E-6 a malformed id stops all", claims: ids(`[99,"41",-1,0,1.0,1e2,null,true,{},9223372036854775808]`), record: record(), want: []string{
			"refused verification.evidence_ids[1] evidence_id_malformed", "refused verification.evidence_ids[2] evidence_id_malformed",
			"refused verification.evidence_ids[3] evidence_id_malformed", "refused verification.evidence_ids[4] evidence_id_malformed",
			"refused verification.evidence_ids[5] evidence_id_malformed", "refused verification.evidence_ids[6] evidence_id_malformed",
			"refused verification.evidence_ids[7] evidence_id_malformed", "refused verification.evidence_ids[8] evidence_id_malformed",
			"refused verification.evidence_ids[9] evidence_id_malformed", notRun,
		}},
		{name: "E-6 largest id", claims: ids(`[9223372036854775807]`), record: record(), want: []string{"refused verification.evidence_ids[0] evidence_missing", notRun}},
		{name: "E-6 checked without a command", claims: `{"evidence_ids":[99]}`, record: record(), want: []string{"refused verification.evidence_ids[0] evidence_missing"}},
		{name: "E-6 checked when the command ran", claims: ids(`[99]`), record: record(shell("go test", 0, "")), want: []string{"refused verification.evidence_ids[0] evidence_missing", "checked verification.command", unread}},
		{name: "E-6 beside an incomplete record", claims: ids(`[99]`), record: incomplete(), want: []string{"refused verification.evidence_ids[0] evidence_missing", "skipped verification.command record_incomplete", unread}},
		{name: "E-15 harness only", claims: ids(`[41]`), opts: evidence.CheckOptions{HarnessOnly: true}, record: record(), want: []string{"refused verification.evidence_ids[0] evidence_not_harness", notRun}},
		{name: "E-15 harness only, by the harness", claims: ids(`[45]`), opts: evidence.CheckOptions{HarnessOnly: true}, record: record(), want: []string{"checked verification.evidence_ids[0]", "checked verification.command", unread}},
	})
}

func TestCheckExit(t *testing.T) {
	claim := func(members string) string { return `{"command":"go test",` + members + `}` }
	const command = "checked verification.command"
	runCases(t, []checkCase{
		{name: "E-7 not pass", claims: claim(`"result":"passed"`), record: record(shell("go test", 1, "")), want: []string{command, "skipped verification.result result_not_pass"}},
		{name: "E-7 absent", claims: claim(`"expect_exit":"x"`), record: record(shell("go test", 1, "")), want: []string{command, "skipped verification.result result_not_pass"}},
		{name: "E-7 not a string", claims: claim(`"result":true`), record: record(shell("go test", 1, "")), want: []string{command, "skipped verification.result result_not_pass"}},
		{name: "E-7 spelling of pass", claims: claim(`"result":"**Pass** ✅"`), record: record(shell("go test", 0, "")), want: []string{command, "checked verification.result"}},
		{name: "E-7 expect_exit a string", claims: claim(`"result":"pass","expect_exit":"1"`), record: record(shell("go test", 1, "")), want: []string{command, "refused verification.expect_exit expect_exit_malformed"}},
		{name: "E-7 expect_exit a fraction", claims: claim(`"result":"pass","expect_exit":1.0`), record: record(shell("go test", 1, "")), want: []string{command, "refused verification.expect_exit expect_exit_malformed"}},
		{name: "E-7 expect_exit malformed, no record", claims: claim(`"result":"pass","expect_exit":[]`), want: []string{command, "refused verification.expect_exit expect_exit_malformed"}},
		{name: "E-7 expect_exit null", claims: claim(`"result":"pass","expect_exit":null`), record: record(shell("go test", 0, "")), want: []string{command, "checked verification.result"}},
		{name: "E-7 expect_exit minus nought", claims: claim(`"result":"pass","expect_exit":-0`), record: record(shell("go test", 0, "")), want: []string{command, "checked verification.result"}},
		{name: "E-7 expected exit", claims: claim(`"result":"pass","expect_exit":3`), record: record(shell("go test", 3, "")), want: []string{command, "checked verification.result"}},
		{name: "E-7 nought is not the expected exit", claims: claim(`"result":"pass","expect_exit":3`), record: record(shell("go test", 0, "")), want: []string{command, "refused verification.result exit_mismatch"}},
		{name: "E-7 expected exit beyond any", claims: claim(`"result":"pass","expect_exit":99999999999999999999`), record: record(shell("go test", 0, "")), want: []string{command, "refused verification.result exit_mismatch"}},
		{name: "E-7 last run counts", claims: claim(`"result":"pass"`), record: record(shell("go test", 1, ""), shell("go test", 0, ""), shell("go vet", 1, "")), want: []string{command, "checked verification.result"}},
		{name: "E-7 last run failed", claims: claim(`"result":"pass"`), record: record(shell("go test", 0, ""), shell("go test", 1, "")), want: []string{command, "refused verification.result exit_mismatch"}},
		{name: "E-7 no exit kept", claims: claim(`"result":"pass"`), record: record(shell("go test", 1, ""), with(shell("go test", 0, ""), noExit)), want: []string{command, "skipped verification.result exit_not_recorded"}},
		{name: "E-7 proven by evidence", claims: claim(`"result":"pass","evidence_ids":[41]`), record: record(), want: []string{"checked verification.evidence_ids[0]", command, "skipped verification.result exit_not_recorded"}},
		{name: "E-7 evidence does not excuse", claims: claim(`"result":"pass","evidence_ids":[41]`), record: record(shell("go test", 1, "")), want: []string{"checked verification.evidence_ids[0]", command, "refused verification.result exit_mismatch"}},
		{name: "E-7 no record", claims: claim(`"result":"pass"`), want: []string{command, "skipped verification.result exit_not_recorded"}},
		{name: "E-12 a background run has no exit", claims: claim(`"result":"pass"`), record: record(with(shell("go test", 0, ""), background)), want: []string{command, "skipped verification.result exit_not_recorded"}},
		{name: "E-12 a background run is not refuted", claims: claim(`"result":"pass"`), record: record(with(shell("go test", 1, ""), background)), want: []string{command, "skipped verification.result exit_not_recorded"}},
		{name: "E-12 a background run after one that failed", claims: claim(`"result":"pass"`), record: record(shell("go test", 1, ""), with(shell("go test", 0, ""), background)), want: []string{command, "skipped verification.result exit_not_recorded"}},
		{name: "E-12 a background run after one that passed", claims: claim(`"result":"pass"`), record: record(shell("go test", 1, ""), shell("go test", 0, ""), with(shell("go test", 1, ""), background)), want: []string{command, "checked verification.result"}},
		{name: "E-12 a background run before one that passed", claims: claim(`"result":"pass"`), record: record(with(shell("go test", 1, ""), background), shell("go test", 0, "")), want: []string{command, "checked verification.result"}},
		{name: "E-12 a background run before one that failed", claims: claim(`"result":"pass"`), record: record(with(shell("go test", 0, ""), background), shell("go test", 1, "")), want: []string{command, "refused verification.result exit_mismatch"}},
		{name: "E-12 a background run after one without an exit", claims: claim(`"result":"pass"`), record: record(shell("go test", 0, ""), with(shell("go test", 0, ""), noExit), with(shell("go test", 0, ""), background)), want: []string{command, "skipped verification.result exit_not_recorded"}},
		{name: "E-7 killed, exit differs", claims: claim(`"result":"pass"`), record: record(with(shell("go test", 137, ""), killed)), want: []string{command, "refused verification.result exit_mismatch"}},
		{name: "E-7 killed, exit as expected", claims: claim(`"result":"pass","expect_exit":137`), record: record(with(shell("go test", 137, ""), killed)), want: []string{command, "checked verification.result"}},
		{name: "E-7 killed, no exit", claims: claim(`"result":"pass"`), record: record(with(with(shell("go test", 0, ""), killed), noExit)), want: []string{command, "skipped verification.result exit_not_recorded"}},
		{name: "E-7 a refused command has no exit", claims: claim(`"result":"pass","expect_exit":"x"`), record: record(), want: []string{"refused verification.command command_not_run"}},
	})
}

func TestCheckRunnable(t *testing.T) {
	for command, runnable := range map[string]bool{
		`go test`: true, `make`: true, `  go test`: true, `/bin/x`: true, `./x -v`: true, `../x`: true, `~/bin/x`: true,
		`"go" test`: true, `'go' test`: true, `g"o" test`: true, `\go test`: true, `<b>go</b> test`: true, `<code class="sh">go</code> test`: true, `<b> go</b> test`: true,
		`A=1 go test`: true, `A=1 B='x y' go test`: true, `A="x \" y" go test`: true, `A= go test`: true, `A=$(x) go`: true,
		`cd sub`: true, `source env.sh`: true, `export X=1`: true, `"./a b" -x`: true, "go\ttest": true, "go\ntest": true,
		`exit 0`: false, `[ -f a ]`: false, `time go test`: false, `! go test`: false, `set -e`: false, `. env.sh`: false,
		`[PASS](/ci)`: false, `ran the suite`: false, `scripts/x.sh`: false, `unknown`: false, `~`: false, `$HOME/x`: false, `(cd x && go test)`: false,
		`A=1`: false, `A=1 B=2`: false, `1A=1 go`: false, `"A"=1 go`: false, `A-B=1 go`: false, `''`: false, `<b>`: false, `<b></b>`: false, `'go test'`: false,
		"`go test`": false, `$ go test`: false, `# go test`: false, `"go`: true, `<b`: false,
		`make;`: true, `make&&x`: true, `make|x`: true, `make&`: true, `go<x`: true, `go>x`: true, `go<in>out`: true, `A=1 make;go`: true, `g<b>o</b>`: true, `"<b>go</b>"`: true, `<b>make</b>;x`: true, `cd;ls`: true, `A=1; make`: true, `A=$(x;y) go`: true,
		`'make;'`: false, `make\;`: false, `"make|x"`: false, `;make`: false, `&&make`: false, `|make`: false, `>make`: false, `unknown;make`: false, `unknown&&make`: false, `exit;make`: false,
	} {
		t.Run("E-8 "+command, func(t *testing.T) {
			claims, err := json.Marshal(map[string]any{"command": command})
			require.NoError(t, err)
			report := checkCase{claims: string(claims)}.check(t)
			assert.Equal(t, runnable, report.OK(), "%v", verdicts(report))
		})
	}
	t.Run("E-8 nothing is looked up in a turn with a record", func(t *testing.T) {
		opts := evidence.CheckOptions{LookPath: func(name string) (string, error) {
			t.Errorf("looked up %q", name)
			return "", exec.ErrNotFound
		}}
		checkCase{claims: `{"command":"go test"}`, record: record(), opts: opts}.check(t)
	})
	t.Run("E-8 no LookPath finds nothing", func(t *testing.T) {
		report, err := evidence.Check(t.Context(), evidence.Claims{Verification: json.RawMessage(`{"command":"go"}`)}, evidence.Turn{}, nil, nil, evidence.CheckOptions{})
		require.NoError(t, err)
		assert.False(t, report.OK())
	})
	runCases(t, []checkCase{
		{name: "E-8 evidence does not help", claims: `{"command":"ran the suite","evidence_ids":[41]}`, want: []string{"checked verification.evidence_ids[0]", "refused verification.command command_not_runnable"}},
		{name: "E-8 cited ids are checked", claims: `{"command":"go test","evidence_ids":[99]}`, want: []string{"refused verification.evidence_ids[0] evidence_missing", "checked verification.command", "skipped verification.result result_not_pass"}},
	})
}

func TestCheckQuotes(t *testing.T) {
	out := shell("go test", 0, "=== RUN TestA\n--- PASS: TestA (0.00s)\nok  \tpkg\t0.012s\n15 passed in 2.31s\n")
	other := func(output string) evidence.Run { return shell("go test", 0, output) }
	quote := func(members string) string { return `[{"command":"go test",` + members + `}]` }
	const at = "verbatim_outputs[0]"
	holds, notFound := []string{"checked " + at}, []string{"refused " + at + " excerpt_not_found"}
	runCases(t, []checkCase{
		{name: "E-9 found", claims: quote(`"excerpt":"15 passed in 2.31s"`), record: record(out), want: holds},
		{name: "E-9 output is read the same", claims: quote(`"output":"15 passed"`), record: record(out), want: holds},
		{name: "E-9 both are checked", claims: quote(`"excerpt":"15 passed","output":"99 passed"`), record: record(out), want: notFound},
		{name: "E-9 both hold", claims: quote(`"excerpt":"15 passed","output":"TestA"`), record: record(out), want: holds},
		{name: "E-9 in any run", claims: quote(`"excerpt":"15 passed"`), record: record(other("1"), out, other("2")), want: holds},
		{name: "E-9 in one run", claims: quote(`"excerpt":"alpha ... omega"`), record: record(other("alpha"), other("omega")), want: notFound},
		{name: "E-9 of that command", claims: quote(`"excerpt":"15 passed"`), record: record(other(""), shell("go vet", 0, "15 passed")), want: notFound},
		{name: "E-9 empty", claims: quote(`"excerpt":" \n"`), record: record(out), want: []string{"refused " + at + " excerpt_empty"}},
		{name: "E-9 only elisions, no record", claims: quote(`"excerpt":"... … ..."`), want: []string{"refused " + at + " excerpt_empty"}},
		{name: "E-9 empty beside a good one", claims: quote(`"excerpt":"","output":"15 passed"`), record: record(out), want: []string{"refused " + at + " excerpt_empty"}},
		{name: "E-9 only escapes", claims: quote(`"excerpt":"\u001b[0m"`), record: record(out), want: []string{"refused " + at + " excerpt_empty"}},
		{name: "E-9 no record", claims: quote(`"excerpt":"x"`), want: []string{"skipped " + at + " no_record"}},
		{name: "E-9 not run", claims: `[{"command":"go vet","excerpt":"x"}]`, record: record(out), want: []string{"refused " + at + " excerpt_command_not_run"}},
		{name: "E-9 not run, incomplete", claims: `[{"command":"go vet","excerpt":"x"}]`, record: incomplete(out), want: []string{"skipped " + at + " record_incomplete"}},
		{name: "E-9 not run, evidence holds", claims: `[{"command":"go vet","excerpt":"x","evidence_id":42}]`, record: record(out), want: []string{"checked " + at + ".evidence_id", "skipped " + at + " output_not_recorded"}},
		{name: "E-9 not run, evidence does not", claims: `[{"command":"go vet","excerpt":"x","evidence_id":43}]`, record: record(out), want: []string{"refused " + at + ".evidence_id evidence_other_brief"}},
		{name: "E-9 run, evidence does not", claims: quote(`"excerpt":"15 passed","evidence_id":43`), record: record(out), want: []string{"refused " + at + ".evidence_id evidence_other_brief", "checked " + at}},
		{name: "E-9 not found, evidence holds", claims: quote(`"excerpt":"99","evidence_id":41`), record: record(out), want: []string{"checked " + at + ".evidence_id", "refused " + at + " excerpt_not_found"}},
		{name: "E-9 no output kept", claims: quote(`"excerpt":"99"`), record: record(out, with(out, unkept), with(out, cut)), want: []string{"skipped " + at + " output_not_recorded"}},
		{name: "E-9 found although an output is not kept", claims: quote(`"excerpt":"15"`), record: record(with(out, unkept), out), want: holds},
		{name: "E-9 truncated", claims: quote(`"excerpt":"99"`), record: record(out, with(other("x [REDACTED]"), cut)), want: []string{"skipped " + at + " output_truncated"}},
		{name: "E-9 touches the cut", claims: quote(`"excerpt":"api-0004"`), record: record(with(other("api-0004"), cut)), want: []string{"skipped " + at + " output_truncated"}},
		{name: "E-9 ends at the cut between words", claims: quote(`"excerpt":"(0.00s)"`), record: record(with(other("x (0.00s)"), cut)), want: holds},
		{name: "E-9 before the cut", claims: quote(`"excerpt":"api-0004"`), record: record(with(other("api-0004 "), cut)), want: holds},
		{name: "E-9 redacted", claims: quote(`"excerpt":"99"`), record: record(out, other("token [REDACTED]")), want: []string{"skipped " + at + " output_redacted"}},
		{name: "E-9 not found", claims: quote(`"excerpt":"99 passed"`), record: record(out), want: notFound},
		{name: "E-9 not found, incomplete", claims: quote(`"excerpt":"99 passed"`), record: incomplete(out), want: []string{"skipped " + at + " record_incomplete"}},
		{name: "E-12 a background run went on", claims: quote(`"excerpt":"99 passed"`), record: record(out, with(other("1"), background)), want: []string{"skipped " + at + " output_truncated"}},
		{name: "E-12 found in a background run", claims: quote(`"excerpt":"15 passed"`), record: record(with(out, background)), want: holds},
		{name: "E-12 a word at the end of a background run may go on", claims: quote(`"excerpt":"ok"`), record: record(with(other("ok"), background)), want: []string{"skipped " + at + " output_truncated"}},
		{name: "E-12 a background run without an output", claims: quote(`"excerpt":"ok"`), record: record(with(with(out, unkept), background)), want: []string{"skipped " + at + " output_not_recorded"}},
		{name: "E-9 the same output, cut and whole", claims: quote(`"excerpt":"api-0004"`), record: record(with(other("api-0004"), cut), other("api-0004"), with(other("api-0004"), cut)), want: holds},
		{name: "E-9 outputs that show nothing", claims: quote(`"excerpt":"x"`), record: record(other(""), other("\u001b[0m"), other("")), want: notFound},
		{name: "E-9 command is no string", claims: `[{"command":7,"excerpt":"x"}]`, record: record(out), want: []string{"refused " + at + " excerpt_command_not_run"}},
		{name: "E-1 quotes are reduced", claims: quote(`"excerpt":"\u001b[32m15 passed\u001b[0m"`), record: record(out), want: holds},
		{name: "E-1 outputs are reduced", claims: quote(`"excerpt":"15 passed"`), record: record(other("\x1b[1m15\x1b[0m passed")), want: holds},
		{name: "E-1 controls are not shown", claims: quote(`"excerpt":"15\u0007 pass\u007fed"`), record: record(other("15 p\x00assed\a")), want: holds},
		{name: "E-1 8-bit CSI", claims: quote(`"excerpt":"\u009b32m15 passed"`), record: record(other("15 \u009b1mpassed")), want: holds},
		{name: "E-9 NFD quote of an NFC output", claims: quote(`"excerpt":"re\u0301ussi"`), record: record(other("15 réussi")), want: holds},
		{name: "E-9 NFC quote of an NFD output", claims: quote(`"excerpt":"réussi"`), record: record(other("15 re\u0301ussi")), want: holds},
		{name: "E-9 another accent", claims: quote(`"excerpt":"re\u0300ussi"`), record: record(other("15 réussi")), want: notFound},
		{name: "E-10 a string", claims: `["15 passed"]`, record: record(out), want: []string{"skipped " + at + " unattributed"}},
		{name: "E-10 other values", claims: `[1,null,true,[]]`, record: record(out), want: []string{"skipped verbatim_outputs[0] unattributed", "skipped verbatim_outputs[1] unattributed", "skipped verbatim_outputs[2] unattributed", "skipped verbatim_outputs[3] unattributed"}},
		{name: "E-10 no command", claims: `[{"excerpt":"","stdout":1}]`, record: record(out), want: []string{"skipped " + at + ".stdout unread_key", "skipped " + at + " unattributed"}},
		{name: "E-10 blank command", claims: `[{"command":" ","excerpt":"x","evidence_id":null}]`, record: record(out), want: []string{"skipped " + at + " unattributed"}},
		{name: "E-10 unread key", claims: quote(`"excerpt":"15 passed","Output":"x"`), record: record(out), want: []string{"skipped " + at + ".Output unread_key", "checked " + at}},
		{name: "E-3b a key with a dot", claims: quote(`"excerpt":"15 passed","a.b\\c":"x"`), record: record(out), want: []string{"skipped " + at + `.a\.b\\c unread_key`, "checked " + at}},
		{name: "E-10 no quote", claims: quote(`"stdout":"15 passed","excerpt":null`), record: record(), want: []string{"skipped " + at + ".stdout unread_key", "skipped " + at + " no_quote"}},
		{name: "E-10 quote is no string", claims: quote(`"excerpt":15`), record: record(out), want: []string{"skipped " + at + ".excerpt quote_not_string"}},
		{name: "E-10 one quote is no string", claims: quote(`"excerpt":15,"output":"15"`), record: record(out), want: []string{"skipped " + at + ".excerpt quote_not_string", "checked " + at}},
		{name: "E-11 evidence alone", claims: `[{"evidence_id":42,"excerpt":""}]`, record: record(out), want: []string{"checked " + at + ".evidence_id"}},
		{name: "E-11 missing", claims: `[{"evidence_id":99}]`, record: record(out), want: []string{"refused " + at + ".evidence_id evidence_missing"}},
		{name: "E-11 malformed", claims: `[{"evidence_id":"41"}]`, record: record(out), want: []string{"refused " + at + ".evidence_id evidence_id_malformed"}},
		{name: "E-11 other task", claims: `[{"evidence_id":44}]`, record: record(out), want: []string{"refused " + at + ".evidence_id evidence_other_task"}},
		{name: "E-11 checked without a record", claims: quote(`"excerpt":"x","evidence_id":99`), want: []string{"refused " + at + ".evidence_id evidence_missing", "skipped " + at + " no_record"}},
		{name: "E-15 harness only does not bind quotes", claims: `[{"evidence_id":41}]`, opts: evidence.CheckOptions{HarnessOnly: true}, record: record(out), want: []string{"checked " + at + ".evidence_id"}},
		{name: "E-10 empty list", claims: `[]`, record: record(out)},
	})
}

func TestCheckUpperCaseList_E3b(t *testing.T) {
	report, err := evidence.Check(t.Context(), evidence.Claims{
		VerbatimOutputs:      json.RawMessage(`["a"]`),
		VerbatimOutputsUpper: json.RawMessage(`[{"command":"go test","excerpt":"b"}]`),
	}, evidence.Turn{}, record(shell("go test", 0, "a")), rows, evidence.CheckOptions{})
	require.NoError(t, err)
	assert.Equal(t, []string{"refused VERBATIM_OUTPUTS[0] excerpt_not_found", "skipped verbatim_outputs[0] unattributed"}, verdicts(report))

	report, err = evidence.Check(t.Context(), evidence.Claims{VerbatimOutputs: json.RawMessage(`{}`)}, evidence.Turn{}, nil, rows, evidence.CheckOptions{})
	require.NoError(t, err)
	assert.Equal(t, []string{"skipped verbatim_outputs unread_value"}, verdicts(report))
}

// TestDetails_E13 holds refusals to saying what was claimed, what the record
// has, and the way out.
func TestDetails_E13(t *testing.T) {
	for _, test := range []struct {
		name   string
		claims string
		record *evidence.Record
		detail []string
		repair string
	}{
		{
			"exit", `{"command":"go test","result":"pass"}`, record(shell("go test", 2, "--- FAIL: TestA")),
			[]string{`"go test"`, "exit 0", "exited 2", "--- FAIL: TestA"},
			"expect_exit",
		},
		{
			"near miss: white space", `{"command":"go  test"}`, record(shell("go test", 2, "")),
			[]string{`"go  test"`, `"go test"`, "exit 2"},
			`"go test"`,
		},
		{"near miss: quoting", `{"command":"grep 'a b' x"}`, record(shell(`grep "a b" x`, 0, "")), []string{`grep \"a b\" x`}, "as it was run"},
		{"near miss: prompt", `{"command":"$ go test"}`, record(shell("go test", 0, "")), []string{`"go test"`}, "as it was run"},
		{"near miss: quoted prompt", `{"command":"> go test"}`, record(shell("go test", 0, "")), []string{`"go test"`}, "as it was run"},
		{"near miss: backticks", "{\"command\":\"`go test`\"}", record(shell("go test", 0, "")), []string{`"go test"`}, "as it was run"},
		{"near miss: cd", `{"command":"go test"}`, record(shell("cd sub && go test", 0, "")), []string{`"cd sub && go test"`}, "as it was run"},
		{"near miss: cd the other way", `{"command":"cd /x && go test"}`, record(shell("go test", 0, "")), []string{`"go test"`}, "as it was run"},
		{"near miss: last run", `{"command":"go test "}`, record(shell("go test", 1, ""), with(shell("go test", 0, ""), noExit)), []string{"no exit recorded"}, "as it was run"},
		{"excerpt: of equally near outputs the last", `[{"command":"go test","excerpt":"ok ... 99"}]`, record(shell("go test", 3, "ok 1"), shell("go test", 4, "ok 2")), []string{"exit 4", "ok 2"}, "Copy"},
		{"excerpt: an output that came again", `[{"command":"go test","excerpt":"ok ... 99"}]`, record(shell("go test", 3, "ok 1"), shell("go test", 4, "ok 2"), shell("go test", 5, "ok 1")), []string{"exit 5", "ok 1"}, "Copy"},
		{"near miss: in the background", `{"command":"go test "}`, record(with(shell("go test", 0, ""), background)), []string{"no exit yet"}, "as it was run"},
		{"no near miss", `{"command":"go test -v"}`, record(shell("go test", 0, "")), []string{"none of the 1 different"}, "exactly as it was run"},
		{
			"excerpt", `[{"command":"go test","excerpt":"ok ... 99 passed"}]`, record(shell("go test", 3, strings.Repeat("x ", 300)+"ok 15 passed")),
			[]string{"99 passed", "exit 3", "ok 15 passed"},
			"Copy what the command showed",
		},
		{"excerpt near miss", `[{"command":"go test ","excerpt":"x"}]`, record(shell("go test", 0, "x")), []string{`"go test"`}, "as it was run"},
	} {
		t.Run(test.name, func(t *testing.T) {
			report := checkCase{claims: test.claims, record: test.record}.check(t)
			require.Len(t, report.Refused, 1)
			for _, part := range test.detail {
				assert.Contains(t, report.Refused[0].Detail, part)
			}
			assert.Contains(t, report.Refused[0].Repair, test.repair)
		})
	}
}

func TestDetailsAreShort_E13(t *testing.T) {
	long := strings.Repeat("é", 5000)
	for _, claims := range []string{
		`{"command":"` + long + `"}`, `{"command":"x","result":"pass","expect_exit":"` + long + `"}`,
		`{"evidence_ids":["` + long + `"]}`, `[{"command":"` + long + `","excerpt":"x"}]`, `[{"command":"x","excerpt":"` + long + `z"}]`,
		`{"command":"x","result":"pass"}`,
	} {
		report := checkCase{claims: claims, record: record(shell("x", 1, long))}.check(t)
		for _, refusal := range report.Refused {
			assert.Less(t, len([]rune(refusal.Detail)), 600)
		}
		assert.NotEmpty(t, report.Refused)
	}
}

func TestReportJSON_E12(t *testing.T) {
	report := checkCase{claims: `[{"command":"go test","excerpt":"a","<&\"\n>":1},"b"]`, record: record(shell("go test", 0, "a"))}.check(t)
	const want = `{"checked":["evidence_report.verbatim_outputs[0]"],"skipped":[` +
		`{"field":"evidence_report.verbatim_outputs[0].<&\"\n>","reason":"unread_key"},{"field":"evidence_report.verbatim_outputs[1]","reason":"unattributed"}]}`
	assert.Equal(t, want, string(report.JSON())) //nolint:testifylint // the bytes count, not the value
	assert.JSONEq(t, `{"checked":[],"skipped":[]}`, string(evidence.Report{}.JSON()))
	assert.False(t, evidence.Report{}.OK(), "a report that nobody made is not OK")
}

func TestCheckFailsToJudge(t *testing.T) {
	boom := errors.New("disk on fire")
	cite := evidence.Claims{Verification: json.RawMessage(`{"evidence_ids":[5]}`)}
	quoteOf := evidence.Claims{VerbatimOutputs: json.RawMessage(`[{"evidence_id":5}]`)}
	broken := func(context.Context, int64) (evidence.Row, error) { return evidence.Row{}, boom }
	for _, claims := range []evidence.Claims{cite, quoteOf} {
		report, err := evidence.Check(t.Context(), claims, evidence.Turn{BriefID: 7}, record(), broken, evidence.CheckOptions{})
		var failed *evidence.LookupError
		require.ErrorAs(t, err, &failed)
		require.ErrorIs(t, err, boom)
		assert.Equal(t, int64(5), failed.ID)
		assert.Equal(t, evidence.Report{}, report)

		_, err = evidence.Check(t.Context(), claims, evidence.Turn{BriefID: 7}, record(), nil, evidence.CheckOptions{})
		require.ErrorAs(t, err, &failed)
	}
	for _, claims := range []evidence.Claims{
		{Verification: json.RawMessage(`{"command":`)},
		{Verification: json.RawMessage(`{"a":1,"a":2}`)},
		{VerbatimOutputs: json.RawMessage(`[`)},
		{VerbatimOutputsUpper: json.RawMessage(`[1,]`)},
	} {
		_, err := evidence.Check(t.Context(), claims, evidence.Turn{}, nil, nil, evidence.CheckOptions{})
		var unread *evidence.ClaimsError
		require.ErrorAs(t, err, &unread)
		assert.Contains(t, err.Error(), unread.Field)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := evidence.Check(done, cite, evidence.Turn{}, nil, rows, evidence.CheckOptions{})
	require.ErrorIs(t, err, context.Canceled)
	during, cancel := context.WithCancel(t.Context())
	_, err = evidence.Check(during, evidence.Claims{Verification: json.RawMessage(`{"evidence_ids":[41,45]}`)}, evidence.Turn{BriefID: 7}, nil,
		func(ctx context.Context, id int64) (evidence.Row, error) {
			cancel()
			return rows(ctx, id)
		}, evidence.CheckOptions{})
	require.ErrorIs(t, err, context.Canceled)
}

// TestEachIDIsLookedUpOnce_E14 keeps the number of look-ups from growing with
// the number of citations.
func TestEachIDIsLookedUpOnce_E14(t *testing.T) {
	calls := 0
	claims := evidence.Claims{
		Verification:    json.RawMessage(`{"evidence_ids":[41,41,99]}`),
		VerbatimOutputs: json.RawMessage(`[{"evidence_id":41},{"evidence_id":99}]`),
	}
	_, err := evidence.Check(t.Context(), claims, evidence.Turn{BriefID: 7}, nil, func(ctx context.Context, id int64) (evidence.Row, error) {
		calls++
		return rows(ctx, id)
	}, evidence.CheckOptions{})
	require.NoError(t, err)
	assert.Equal(t, 2, calls)
}

// TestManyRunsOfOneCommand_E9 goes through the index that many runs of one
// command get: it must find what a plain search finds.
func TestManyRunsOfOneCommand_E9(t *testing.T) {
	const runs = 200
	many := &evidence.Record{}
	for i := range runs {
		many.Runs = append(many.Runs, shell("go test", 0, strings.Repeat("-", i%5)+" case"+string(rune('a'+i%26))+" n"+strings.Repeat("i", i)))
	}
	var entries []string
	var want []string
	for i, test := range []struct{ quote, verdict string }{
		{"casea", "checked"},
		{"n" + strings.Repeat("i", 137), "checked"},
		{"casez ... n" + strings.Repeat("i", 25), "checked"},
		{"casea ... n" + strings.Repeat("i", 25), "refused"},
		{"absent", "refused"},
		{"----", "checked"},
		{"-----", "refused"},
		{"case", "refused"},
	} {
		entries = append(entries, `{"command":"go test","excerpt":"`+test.quote+`"}`)
		line := test.verdict + " verbatim_outputs[" + string(rune('0'+i)) + "]"
		if test.verdict == "refused" {
			line += " excerpt_not_found"
		}
		want = append(want, line)
	}
	// The first quote is searched without the index, the others with it.
	report := checkCase{claims: "[" + strings.Join(entries, ",") + "]", record: many}.check(t)
	assert.ElementsMatch(t, want, verdicts(report))
}
