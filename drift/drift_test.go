package drift_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/drift"
	"github.com/handfast-go/handfast/evidence"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// TestGuardsGolden holds D-10: guards are never renamed or reused.
func TestGuardsGolden(t *testing.T) {
	var b strings.Builder
	for _, g := range drift.Guards() {
		require.NotEmpty(t, g.Meaning())
		assert.NotContains(t, g.Meaning(), "\n")
		require.NotEmpty(t, g.Repair())
		b.WriteString(string(g) + "\t" + g.Meaning() + "\n")
	}
	const golden = "testdata/guards.txt"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String())
	assert.Empty(t, drift.Guard("").Meaning())
	assert.Empty(t, drift.Guard("nothing").Meaning())
	assert.Empty(t, drift.Guard("nothing").Repair())
}

func TestGuardsAreCopied(t *testing.T) {
	drift.Guards()[0] = "overwritten"
	assert.Equal(t, drift.Malformed, drift.Guards()[0])
}

func TestZeroValuesApplyNothing(t *testing.T) {
	assert.False(t, drift.Decision{}.Apply)
	d := drift.Evaluate(drift.Proposal{}, drift.Facts{}, drift.Policy{})
	assert.False(t, d.Apply)
	assert.Equal(t, []drift.Guard{drift.Malformed}, d.Failed)
	_, err := drift.ClassifyCommand("")
	require.Error(t, err)
}

// TestMalformed holds D-0: a malformed entry fails malformed alone, whatever
// else is wrong.
func TestMalformed(t *testing.T) {
	const (
		payload = `{"ingress":{"controller":"nginx-internal"}}`
		object  = `{"key_path":"a","new":1,"command":"c","observed_at":"2026-11-30T08:00:00Z"}`
	)
	for name, p := range map[string]drift.Proposal{
		"no section":          {Payload: json.RawMessage(payload), Drift: json.RawMessage(object)},
		"a blank section":     {Section: " \u00a0", Payload: json.RawMessage(payload), Drift: json.RawMessage(object)},
		"no payload":          {Section: "s", Drift: json.RawMessage(object)},
		"a list as payload":   {Section: "s", Payload: json.RawMessage(`[]`), Drift: json.RawMessage(object)},
		"no JSON":             {Section: "s", Payload: json.RawMessage(`{`), Drift: json.RawMessage(object)},
		"a name twice":        {Section: "s", Payload: json.RawMessage(`{"a":1,"a":2}`), Drift: json.RawMessage(object)},
		"no drift":            {Section: "s", Payload: json.RawMessage(payload)},
		"a string as drift":   {Section: "s", Payload: json.RawMessage(payload), Drift: json.RawMessage(`"yes"`)},
		"a deep payload":      {Section: "s", Payload: json.RawMessage(`{"a":` + strings.Repeat("[", 256) + strings.Repeat("]", 256) + `}`), Drift: json.RawMessage(object)},
		"names in other case": {Section: "s", Payload: json.RawMessage(payload), Drift: json.RawMessage(strings.ReplaceAll(object, "command", "Command"))},
	} {
		d := drift.Evaluate(p, drift.Facts{}, drift.Policy{})
		assert.Equal(t, []drift.Guard{drift.Malformed}, d.Failed, name)
		assert.NotEmpty(t, d.Failures[0].Detail, name)
		assert.Empty(t, d.Values, name)
	}
	for _, member := range []string{"key_path", "new", "command", "observed_at"} {
		m := map[string]any{"key_path": "a", "new": 1, "command": "c", "observed_at": "2026-11-30T08:00:00Z"}
		delete(m, member)
		for _, value := range []any{"absent", nil, 7, "", " ", []any{}, "yesterday"} {
			if member == "new" && value != "absent" || value == "yesterday" && member != "observed_at" {
				continue
			}
			if value != "absent" {
				m[member] = value
			}
			object, err := json.Marshal(m)
			require.NoError(t, err)
			d := drift.Evaluate(drift.Proposal{Section: "s", Payload: json.RawMessage(payload), Drift: object}, drift.Facts{}, drift.Policy{})
			require.Equal(t, []drift.Guard{drift.Malformed}, d.Failed, "%s", object)
			assert.Contains(t, d.Failures[0].Detail, "drift."+member)
		}
	}
}

func TestParseProposal(t *testing.T) {
	p := drift.ParseProposal(json.RawMessage(` {"drift":{"a": 1},"contract":"s\u0031","payload":[1],"Payload":{},"more":0} `))
	assert.Equal(t, drift.Proposal{Section: "s1", Payload: json.RawMessage(`[1]`), Drift: json.RawMessage(`{"a": 1}`)}, p)
	for _, entry := range []string{"", "[]", "7", `{"contract":"s"`, `{"contract":7,"contract":8}`} {
		assert.Equal(t, drift.Proposal{}, drift.ParseProposal(json.RawMessage(entry)), entry)
	}
	assert.Equal(t, drift.Proposal{}, drift.ParseProposal(json.RawMessage(`{"contract":7}`)))
}

// TestFailedIsTheWholeList holds that no guard hides another: what is wrong at
// once is named at once, in the order of the table.
func TestFailedIsTheWholeList(t *testing.T) {
	w := ingress()
	w.section, w.storedName = "cluster_runtime", "Cluster-Runtime"
	w.payload, w.new = `{"ingress":{"controller":"[REDACTED] web","n":true,"x":"nginx-other"}}`, `"y"`
	w.stored, w.old = `{"ingress":{"controller":"nginx-public"}}`, `"z"`
	w.project, w.goal = "", "nothing"
	w = w.withCommand("kubectl -n web get pods")
	d := w.evaluate()
	assert.Equal(t, []drift.Guard{
		drift.WhatKeyTouched, drift.ReplacesStored, drift.SectionSpelling, drift.KeyPathMismatch, drift.Stale,
		drift.ValueNotObserved, drift.ValueTooWeak, drift.ValueRedacted,
		drift.TargetUnnamed, drift.TargetNotInGoal, drift.ProjectUnresolved,
	}, d.Failed)
	assert.Len(t, d.Failures, len(d.Failed))
	assert.Equal(t, []string{"[REDACTED] web", "nginx-other"}, d.Values)
	assert.Equal(t, "shop-of-the-goal", d.Project)
	assert.Len(t, d.FailedGuards(), len(d.Failed))
}

func TestMerges(t *testing.T) { // D-1, D-2, D-3, D-5
	for _, c := range []struct {
		name                 string
		payload, path, value string
		old, stored          string
		failed               []drift.Guard
	}{
		{"beside what is stored", `{"a":{"b":"nginx-internal"}}`, "a.b", `"nginx-internal"`, "", `{"a":{"c":1}}`, nil},
		{"equal in another spelling", `{"a":{"b":"nginx-internal","c":[{"x":"nginx-internal"}]}}`, "a.b", `"nginx\u002dinternal"`, `"nginx-internal"`, `{"a":{"c":[{"\u0078":"nginx-internal"}],"b":"nginx\u002dinternal"}}`, nil},
		{"a list beside", `{"a":["nginx-internal"]}`, "a", `["nginx-internal"]`, "", `{}`, nil},
		{"a list for a longer one", `{"a":["nginx-internal"]}`, "a", `["nginx-internal"]`, `["nginx-internal",1]`, `{"a":["nginx-internal",1]}`, []drift.Guard{drift.ReplacesStored}},
		{"an object for a scalar", `{"a":{"b":"nginx-internal"}}`, "a.b", `"nginx-internal"`, "", `{"a":"x"}`, []drift.Guard{drift.ReplacesStored}},
		{"an object for null", `{"a":{"b":"nginx-internal"}}`, "a.b", `"nginx-internal"`, "", `{"a":null}`, []drift.Guard{drift.ReplacesStored}},
		{"a value for null", `{"a":"nginx-internal"}`, "a", `"nginx-internal"`, `null`, `{"a":null}`, []drift.Guard{drift.ReplacesStored}},
		{"an object for a list that names a cluster", `{"a":{"b":"nginx-internal"}}`, "a.b", `"nginx-internal"`, "", `{"a":[{"cluster":1}]}`, []drift.Guard{drift.ReplacesStored}},
		{"an empty object", `{"a":"nginx-internal","b":{}}`, "a", `"nginx-internal"`, "", `{}`, []drift.Guard{drift.ValueTooWeak}},
		{"nothing", `{}`, "a", `"nginx-internal"`, "", `{}`, []drift.Guard{drift.KeyPathMismatch, drift.ValueTooWeak}},
		{"a name in an object in a list", `{"a":[[{"projectId":"nginx-internal"}]]}`, "a", `[[{"projectId":"nginx-internal"}]]`, "", `{}`, []drift.Guard{drift.WhatKeyTouched}},
		{"a path into a list", `{"a":[{"b":"nginx-internal"}]}`, "a.b", `"nginx-internal"`, "", `{}`, []drift.Guard{drift.KeyPathMismatch}},
		{"dots in a name", `{"a.b":{"c\\d":"nginx-internal"}}`, `a\.b.c\\d`, `"nginx-internal"`, "", `{"a":{"b":1}}`, nil},
		{"names that a path library would read", `{"*":{"#":{"0":{"@this|x":"nginx-internal"}}}}`, `*.#.0.@this|x`, `"nginx-internal"`, "", `{"*":{"?":1}}`, nil},
		{"an empty name", `{"a":"nginx-internal","":"nginx-internal"}`, `a`, `"nginx-internal"`, "", `{}`, nil},
		{"a stored path through a scalar", `{"a":{"b":"nginx-internal"}}`, "a.b", `"nginx-internal"`, `"x"`, `{"c":{}}`, []drift.Guard{drift.Stale}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := ingress()
			w.payload, w.keyPath, w.new, w.old, w.stored = c.payload, c.path, c.value, c.old, c.stored
			d := w.evaluate()
			if c.failed == nil {
				c.failed = []drift.Guard{}
			}
			assert.Equal(t, c.failed, d.Failed, "%v", d.Failures)
		})
	}
}

// TestAllowReplaceUnsafe holds what the option of D-2 lets through, and what
// it never does.
func TestAllowReplaceUnsafe(t *testing.T) {
	for _, c := range []struct {
		name                        string
		payload, value, old, stored string
		strict, unsafe              bool
		path                        string
	}{
		{"the declared old scalar", `{"a":"nginx-internal"}`, `"nginx-internal"`, `"nginx-public"`, `{"a":"nginx-public"}`, false, true, "a"},
		{"a stored null", `{"a":"nginx-internal"}`, `"nginx-internal"`, `null`, `{"a":null}`, false, true, "a"},
		{"another old value", `{"a":"nginx-internal"}`, `"nginx-internal"`, `"x"`, `{"a":"nginx-public"}`, false, false, "a"},
		{"another path", `{"a":"nginx-internal","b":"nginx-internal"}`, `"nginx-internal"`, `"x"`, `{"a":"x","b":"x"}`, false, false, "a"},
		{"a stored object", `{"a":"nginx-internal"}`, `"nginx-internal"`, `{"x":1}`, `{"a":{"x":1}}`, false, false, "a"},
		{"a stored list", `{"a":"nginx-internal"}`, `"nginx-internal"`, `[]`, `{"a":[]}`, false, false, "a"},
		{"a list for a scalar", `{"a":["nginx-internal"]}`, `["nginx-internal"]`, `"x"`, `{"a":"x"}`, false, false, "a"},
		{"null for a scalar", `{"a":null,"b":"nginx-internal"}`, `null`, `"x"`, `{"a":"x"}`, false, false, "a"},
		{"nothing stored", `{"a":"nginx-internal"}`, `"nginx-internal"`, `null`, `{}`, true, true, "a"},
	} {
		w := ingress()
		w.payload, w.keyPath, w.new, w.old, w.stored = c.payload, c.path, c.value, c.old, c.stored
		assert.Equal(t, c.strict, w.evaluate().Apply, c.name)
		d := drift.Evaluate(w.proposal(), w.facts(), drift.Policy{AllowReplaceUnsafe: true})
		assert.Equal(t, c.unsafe, d.Apply, "%s: %v", c.name, d.Failures)
		assert.NotEqual(t, c.unsafe, slices.Contains(d.Failed, drift.ReplacesStored), "%s: %v", c.name, d.Failures)
	}
}

// TestVeto holds that a host's own rule only tightens (D-6).
func TestVeto(t *testing.T) {
	asked := []string{}
	policy := drift.Policy{Veto: func(c drift.Command) error {
		asked = append(asked, c.Resource)
		return errors.New("not here")
	}}
	d := drift.Evaluate(ingress().proposal(), ingress().facts(), policy)
	assert.Equal(t, []drift.Guard{drift.CommandNotAllowed}, d.Failed)
	assert.Contains(t, d.Failures[0].Detail, "not here")
	refused := ingress().withCommand("kubectl delete pod a")
	d = drift.Evaluate(refused.proposal(), refused.facts(), drift.Policy{Veto: func(drift.Command) error { return nil }})
	assert.Equal(t, []drift.Guard{drift.CommandNotAllowed}, d.Failed, "a veto that says nothing allows nothing")
	assert.Equal(t, []string{"ingressclass"}, asked)
}

// TestNote holds D-9: command, time and the lines that showed the values.
func TestNote(t *testing.T) {
	w := worlds()["kubectl describe with quotes"]
	w.runs[2].Output = "Name: api\r\nImage: (release_2026.11)\nother\n  ID: sha256-9f2c1d and release_2026.11\nend"
	w.runs[2].At = time.Date(2026, 11, 30, 10, 0, 0, 0, time.FixedZone("", 3600))
	d := w.evaluate()
	require.True(t, d.Apply, "%v", d.Failures)
	assert.Equal(t, "command: "+w.command+"\nobserved: 2026-11-30T08:00:00Z\nrecorded: 2026-11-30T09:00:00Z\nshown:\n  Image: (release_2026.11)\n    ID: sha256-9f2c1d and release_2026.11", d.Note)

	w = ingress()
	w.payload, w.new = `{"ingress":{"controller":"two\nlines","x":"lines\nmore"}}`, `"two\nlines"`
	w = w.withOutput("a two\nlines\nmore\nend")
	w.runs[0].At = time.Time{}
	d = w.evaluate()
	require.True(t, d.Apply, "%v", d.Failures)
	assert.Equal(t, "command: "+w.command+"\nobserved: 2026-11-30T08:00:00Z\nshown:\n  a two\n  lines\n  more", d.Note)
}

func TestNoteNamesTheLastRunThatShows(t *testing.T) {
	w := ingress()
	later := w.runs[0]
	later.At = later.At.Add(time.Hour)
	w.runs = append(w.runs, later, passed(w.command, "nothing"))
	d := w.evaluate()
	require.True(t, d.Apply, "D-4: one run is enough: %v", d.Failures)
	assert.Contains(t, d.Note, "recorded: 2026-11-30T09:00:01Z")
}

func TestDetailsNameWhatIsInTheWay(t *testing.T) {
	w := ingress()
	w.payload = `{"ingress":{"controller":"nginx-internal","list":[{"kube.context":"nginx-internal"}]}}`
	d := w.evaluate()
	require.Equal(t, []drift.Guard{drift.WhatKeyTouched}, d.Failed)
	assert.Equal(t, `ingress.list.kube\.context`, d.Failures[0].Detail)

	incomplete := ingress().facts()
	incomplete.Record = &evidence.Record{Incomplete: true}
	d = drift.Evaluate(ingress().proposal(), incomplete, drift.Policy{})
	require.Equal(t, []drift.Guard{drift.CommandNotRecorded}, d.Failed)
	assert.Contains(t, d.Failures[0].Detail, "incomplete")

	long := ingress().withCommand("kubectl get " + strings.Repeat("x", 5000))
	d = long.evaluate()
	require.Contains(t, d.Failed, drift.CommandNotAllowed)
	for _, f := range d.Failures {
		assert.Less(t, len(f.Detail), 400, "details stay short")
	}
}

func TestStoredName(t *testing.T) { // D-3
	stored := []string{"Infra-Runtime", "infra_runtime", "ｓｅｒｖｉｎｇ", "__", "other"}
	for section, want := range map[string]string{
		"infra_runtime": "infra_runtime", "Infra-Runtime": "Infra-Runtime", "INFRA RUNTIME": "Infra-Runtime", "infraRuntime": "Infra-Runtime",
		"serving": "ｓｅｒｖｉｎｇ", "__": "__", "--": "", "absent": "", "": "",
	} {
		assert.Equal(t, want, drift.StoredName(stored, section), section)
	}
}

func TestWhatKey(t *testing.T) { // D-1; the rest is in the vectors
	for name, want := range map[string]bool{
		"": false, "-": false, "proJect": true, "eNv": true, "NSlist": true, "CLUSTERname": true, "KNs": true, "TLSEnvs": true,
		"k8sProj2": true, "Targets": true, "targets2": false, "target": false, "ｃｌuster": true, "ﬁle": false, "clusteR": true,
		"dns": false, "DNSName": false, "openShift": false, "projector": false, "environmental": false, "context_": true,
		"envoy": false, "nsswitch": false, "name/space": false, "cl.1": true, "\u200bname": true, "\u212aname": false,
	} {
		assert.Equal(t, want, drift.WhatKey(name), "%q", name)
	}
}
