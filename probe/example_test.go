package probe_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/probe"
)

// canned is a runner that answers every command alike; a real one runs them.
type canned struct{ exit int }

func (c canned) RunShell(context.Context, probe.Shell, int) (probe.ShellResult, error) {
	return probe.ShellResult{ExitCode: c.exit, Stdout: []byte("3 passed\n")}, nil
}

func (canned) Request(context.Context, probe.HTTP, int) (probe.HTTPResult, error) {
	return probe.HTTPResult{}, errors.ErrUnsupported
}

func (canned) Browse(context.Context, probe.Web, int) (probe.WebResult, error) {
	return probe.WebResult{}, errors.ErrUnsupported
}

// A tool records what it ran, a model's own edit is refused, and the receiver
// runs everything again.
func Example() {
	ctx := context.Background()
	recorded, err := probe.RecordShell(ctx, canned{exit: 0}, "npm test")
	if err != nil {
		fmt.Println(err)
		return
	}
	manifest, err := probe.MergeShell(nil, recorded.Entry, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(probe.RefuseHandEdit("app/./.atoma-probes.json"))
	fmt.Println(probe.Replay(ctx, manifest, canned{exit: 0}).OK)

	report := probe.Replay(ctx, manifest, canned{exit: 1})
	fmt.Println(report.Reason)
	fmt.Println(report.Entries[0])
	// Output:
	// probe: .atoma-probes.json is written by tools that run what they record, never by hand; use probe record shell, probe record http, probe record web instead
	// true
	// 1 of 1 entries failed
	// entry 0 (shell): failed: exitCode: recorded 0, observed 1
}

func ExampleCheck() {
	manifest := `{"version":1,"entries":[
		{"cmd":"npm test; echo $?","exit_code":0},
		"checked by hand",
		{"probe":"web","file":"index.html","smoke":"count === 3","expected":true}
	]}`
	for _, p := range probe.Check([]byte(manifest)) {
		fmt.Println(p)
	}
	// Output:
	// entry 0 (shell): missing-exit-code: exitCode is missing; the entry has exit_code instead of exitCode
	// entry 0 (shell): decorated-cmd: the command ends in an echo of $?
	// entry 1 (none): entry-not-object: the entry is a string
	// entry 2 (web): expected-not-string: expected is true
}

func ExampleRule_Info() {
	info, _ := probe.PortBearing.Info()
	fmt.Println(info.Meaning)
	fmt.Println(info.Repair)
	// Output:
	// the recorded stdout holds the port of one run, which no other run has
	// record without stdout, or let the command print no port
}

func ExampleMergeWrite() {
	existing := `{"version":1,"entries":[{"cmd":"npm test","exitCode":1},{"probe":"http","method":"GET","path":"/","status":200}]}`
	incoming := `{"entries":[{"cmd":"npm test","exitCode":0},{"probe":"http","method":"GET","path":"/","status":200}]}`
	text, err := probe.MergeWrite([]byte(existing), []byte(incoming))
	fmt.Print(string(text))
	fmt.Println(err)
	// Output:
	// {
	//   "entries": [
	//     {
	//       "cmd": "npm test",
	//       "exitCode": 0
	//     },
	//     {
	//       "probe": "http",
	//       "method": "GET",
	//       "path": "/",
	//       "status": 200
	//     }
	//   ],
	//   "version": 1
	// }
	// <nil>
}

func ExampleMergeShell() {
	existing := `{"version":1,"entries":[{"cmd":"npm tset","exitCode":127}]}`
	text, err := probe.MergeShell([]byte(existing), []byte(`{"cmd":"npm test","exitCode":0}`), "npm tset")
	fmt.Print(string(text))
	fmt.Println(err)
	// Output:
	// {
	//   "version": 1,
	//   "entries": [
	//     {
	//       "cmd": "npm test",
	//       "exitCode": 0
	//     }
	//   ]
	// }
	// <nil>
}

func ExampleAppendHTTP() {
	entry := []byte(`{"probe":"http","method":"POST","path":"/items","status":201}`)
	once, _ := probe.AppendHTTP(nil, entry)
	twice, err := probe.AppendHTTP(once, entry)
	m, _ := probe.Parse(twice)
	for i, e := range m.Entries() {
		fmt.Println(i, string(e.Kind()))
	}
	fmt.Println(err)
	// Output:
	// 0 http
	// 1 http
	// <nil>
}

func ExampleRefuseWrite() {
	fmt.Println(probe.RefuseWrite([]byte(`{"version":1,"entries":[{"cmd":"a",}]}`)))
	// Output:
	// probe: the document cannot be read: the character '}' stands where a member name in double quotes is expected (byte 35, at entries[0]): there is no comma behind the last member or element
}

func ExampleInherit() {
	in := probe.Inherit([]byte(`{"version":1,"entries":[
		{"cmd":"node server.js --check","exitCode":0,"stdout":"LISTENING_ON_PORT=41234\n"},
		{"cmd":"review - app.js","result":"PASS"}
	]}`))
	fmt.Println(in)
	fmt.Print(string(in.Text))
	// Output:
	// 1 kept (1 repaired), 1 dropped
	// {
	//   "version": 1,
	//   "entries": [
	//     {
	//       "cmd": "node server.js --check",
	//       "exitCode": 0
	//     }
	//   ]
	// }
}

func ExampleReplay() {
	manifest := `{"version":1,"entries":[
		{"cmd":"npm test","exitCode":0,"stdout":"4 passed"},
		{"probe":"web","file":"index.html","smoke":"count === 3","expected":"true"},
		{"scenario":"offline","result":"PASS"}
	]}`
	report := probe.Replay(context.Background(), []byte(manifest), canned{})
	fmt.Println(report.OK, report.Reason)
	for _, e := range report.Entries {
		fmt.Println(e)
	}
	// Output:
	// false 1 of 3 entries failed
	// entry 0 (shell): failed: stdout differs at line 1 (byte 0): recorded "4 passed", observed "3 passed\n"
	// entry 1 (web): skipped: this host does not run such entries
	// entry 2 (none): skipped: unknown-shape: probe is missing
}

// A recorder runs what it writes down; a command that hides its own exit code
// is not run.
func ExampleRecordShell() {
	recording, err := probe.RecordShell(context.Background(), canned{}, "npm test")
	fmt.Println(string(recording.Entry), err)
	_, err = probe.RecordShell(context.Background(), canned{}, "npm test; echo $?")
	fmt.Println(err)
	// Output:
	// {"cmd":"npm test","exitCode":0,"stdout":"3 passed\n","stderr":""} <nil>
	// probe: this is no shell entry that can be written: the command ends in an echo of $?
}

func ExampleCheckSmoke() {
	fmt.Println(probe.CheckSmoke("document.title === 'Shop'") == nil)
	fmt.Println(probe.CheckSmoke("let a = 1; a") == nil)
	// Output:
	// true
	// false
}

func ExampleInstructions() {
	for _, line := range probe.Instructions(probe.KindShell).Writer {
		fmt.Println(line)
	}
	// Output:
	// Probes are recorded in .atoma-probes.json by probe record shell, probe record http, probe record web; the file is never edited by hand.
	// An entry with "cmd" is a command and what came of it:
	// {"cmd":"node cli.js --version","exitCode":0,"stdout":"1.4.0\n","stderr":""}
	// missing-exit-code: there is no exitCode, or it is not a number; write the observed exit code as a number: "exitCode":0.
	// decorated-cmd: the command ends with an echo of $?, so its own exit code is always that of the echo; record the bare command; its exit code is recorded beside it.
	// port-bearing: the recorded stdout holds the port of one run, which no other run has; record without stdout, or let the command print no port.
}

// The tool says ok and asked for two clicks, but its log is empty: nothing was
// driven, and nothing is proved.
func ExampleCovers() {
	request := []byte(`{"interactions":[{"type":"click","selector":"#a"},{"type":"click","selector":"#b"}]}`)
	observation, ok := probe.ObserveBrowser(request, []byte(`{"ok":true,"interactionLog":[]}`))
	fmt.Println(ok, observation.OK(), observation.RequestedInteractions(), len(observation.ExecutedInteractions()))

	var log probe.Log
	log.Append(probe.Attestation{Observation: observation, Tool: "browser", EventID: "e1", Branch: "main"})
	for _, a := range log.ForAttempt("main", 1) {
		fmt.Println(probe.Covers(probe.DOMInteraction, a))
	}
	// Output:
	// true true 2 0
	// false
}

func ExampleIsPreflightRefusal() {
	refusal := probe.RefuseURL("the address has no port")
	fmt.Println(string(refusal))
	fmt.Println(probe.IsPreflightRefusal(refusal))
	_, observed := probe.ObserveBrowser([]byte(`{}`), refusal)
	fmt.Println(observed)
	// Output:
	// {"ok":false,"errors":["url rejected pre-flight: the address has no port"]}
	// true
	// false
}

func ExampleRecordedProbes() {
	payload := `{"output":{"examples_verified":[{"command":"node cli.js x","exit_code":0,"actual_stdout":"X"}]}}`
	for _, p := range probe.RecordedProbes([]byte(payload)) {
		fmt.Println(p.Observer(), p.Cmd, p.ExitCode, *p.Actual)
	}
	// Output:
	// recorded-probe node cli.js x 0 X
}
