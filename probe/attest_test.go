package probe_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/probe"
)

const driven = `{"ok":false,"interactionLog":["click #a"],"requestedInteractions":2.9}`

func observe(t *testing.T, raw string) probe.Observation {
	t.Helper()
	o, ok := probe.ObserveBrowser([]byte(`{}`), []byte(raw))
	require.True(t, ok, raw)
	return o
}

// TestObservation_P11 holds that an observation is only ever observed: it has
// no field that a payload could fill, it cannot be decoded, and only one
// function of the package returns a new one.
func TestObservation_P11(t *testing.T) {
	for _, closed := range []any{probe.Observation{}, probe.TransportWitness{}, probe.ManifestWitness{}, probe.Entry{}, probe.Manifest{}} {
		typ := reflect.TypeOf(closed)
		for f := range typ.Fields() {
			assert.False(t, f.IsExported(), "%s.%s", typ, f.Name)
		}
	}
	forged := []byte(`{"observation":{"observed":true,"ok":true,"executedInteractions":["click"],"executed":["click"]},"tool":"t"}`)
	var a probe.Attestation
	require.ErrorIs(t, json.Unmarshal(forged, &a), probe.ErrObserved)
	assert.False(t, a.Observation.Observed())
	var o probe.Observation
	require.ErrorIs(t, json.Unmarshal([]byte(driven), &o), probe.ErrObserved)
	assert.Equal(t, probe.Observation{}, o)

	assert.Equal(t, []string{"ObserveBrowser"}, makers(t, "Observation"))
	assert.Equal(t, []string{"NewTransportWitness"}, makers(t, "TransportWitness"))
	assert.Equal(t, []string{"Witnesses"}, makers(t, "ManifestWitness"))
}

// makers are the exported functions and methods of the package that return a
// type, alone or in a list.
func makers(t *testing.T, name string) (found []string) {
	t.Helper()
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		require.NoError(t, err)
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !fn.Name.IsExported() || fn.Type.Results == nil {
				continue
			}
			for _, r := range fn.Type.Results.List {
				typ := r.Type
				if list, ok := typ.(*ast.ArrayType); ok {
					typ = list.Elt
				}
				if star, ok := typ.(*ast.StarExpr); ok {
					typ = star.X
				}
				if id, ok := typ.(*ast.Ident); ok && id.Name == name {
					found = append(found, fn.Name.Name)
				}
			}
		}
	}
	return found
}

// TestObserve_P12 holds what is kept, and what is no observation.
func TestObserve_P12(t *testing.T) {
	raw := `{"ok":true,"url":"u","interactionLog":["a",5,"b"],"ignoredInteractions":1,"errors":["e"],"failedRequests":[1,2],
		"smokeResult":{"n":1},"document":{"path":"index.html","sha256":"ab","x":1}}`
	o, ok := probe.ObserveBrowser([]byte(`{"interactions":[1,2,3],"smoke":"s"}`), []byte(raw))
	require.True(t, ok)
	document, served := o.Document()
	assert.True(t, served)
	assert.Equal(t, probe.ServedDocument{Path: "index.html", SHA256: "ab"}, document)
	assert.Equal(t, []any{true, "u", 3, 1, []string{"a", "b"}, "s", `{"n":1}`, 1, 2},
		[]any{o.OK(), o.URL(), o.RequestedInteractions(), o.IgnoredInteractions(), o.ExecutedInteractions(), o.Smoke(), string(o.SmokeResult()), o.ConsoleErrors(), o.FailedRequests()})
	o.ExecutedInteractions()[0] = "changed"
	assert.Equal(t, "a", o.ExecutedInteractions()[0])

	for _, c := range []struct {
		number string
		want   int
	}{{"2.9", 2}, {"-1", 0}, {"1e3", 1000}, {"1e400", 1<<63 - 1}, {"-1e400", 0}, {"9223372036854775807", 1<<63 - 1}, {"9223372036854775808", 1<<63 - 1}, {"0.5e1", 5}, {`"7"`, 0}} {
		got := observe(t, `{"ok":true,"interactionLog":[],"requestedInteractions":`+c.number+`}`)
		assert.Equal(t, c.want, got.RequestedInteractions(), c.number)
	}
	for _, raw := range []string{
		``, `{`, `null`, `[]`, `{}`, `{"ok":true}`, `{"interactionLog":[]}`, `{"ok":1,"interactionLog":[]}`, `{"ok":true,"interactionLog":{}}`, `{"OK":true,"interactionLog":[]}`,
		`{"ok":true,"ok":null,"interactionLog":[]}`, `{"ok":true,"interactionLog":[],"document":null}`, `{"ok":true,"interactionLog":[],"document":{"path":"a"}}`,
		`{"ok":true,"interactionLog":["a"],"errors":["smoke rejected pre-flight: x"]}`,
	} {
		o, ok := probe.ObserveBrowser([]byte(`{}`), []byte(raw))
		assert.False(t, ok, raw)
		assert.Equal(t, probe.Observation{}, o, raw)
	}
	text, err := json.Marshal(probe.Observation{})
	require.NoError(t, err)
	assert.Equal(t, "null", string(text))
	_, ok = probe.ObserveBrowser(nil, []byte(driven))
	assert.True(t, ok, "the request is not what is observed")
}

// TestCovers_P13 holds that only what was executed covers the obligation.
func TestCovers_P13(t *testing.T) {
	executed := probe.Attestation{Observation: observe(t, driven)}
	asked := probe.Attestation{Observation: observe(t, `{"ok":true,"interactionLog":[],"requestedInteractions":9}`)}
	assert.True(t, probe.Covers(probe.DOMInteraction, executed))
	assert.False(t, probe.Covers(probe.DOMInteraction, asked))
	assert.False(t, probe.Covers(probe.DOMInteraction, probe.Attestation{}))
	assert.False(t, probe.Covers("", executed))
	assert.False(t, probe.Covers("anything", executed))
}

// TestPreflight_P14 holds that both constructors write what the predicate reads.
func TestPreflight_P14(t *testing.T) {
	for _, raw := range [][]byte{probe.RefuseSmoke("a \"b\"\xff"), probe.RefuseURL("no port"), probe.CheckSmoke("a;")} {
		assert.True(t, json.Valid(raw), "%s", raw)
		assert.True(t, probe.IsPreflightRefusal(raw), "%s", raw)
		_, ok := probe.ObserveBrowser([]byte(`{}`), raw)
		assert.False(t, ok)
	}
	for _, raw := range []string{`{`, `{"errors":[]}`, `{"errors":["smoke rejected pre-flight: x","pageerror"]}`, `{"errors":["url rejected pre-flight: x",5]}`, `[]`} {
		assert.False(t, probe.IsPreflightRefusal([]byte(raw)), raw)
	}
}

// TestLog_P15 holds order, attempts and concurrent lanes.
func TestLog_P15(t *testing.T) {
	var log probe.Log
	o := observe(t, driven)
	assert.False(t, log.Append(probe.Attestation{Tool: "t"}), "nothing was observed")
	for i, a := range []probe.Attestation{{Branch: "a"}, {Branch: "b", Attempt: 1}, {Branch: "a", Attempt: 2}, {Branch: "a", Attempt: 1}} {
		a.Observation, a.EventID = o, strconv.Itoa(i)
		require.True(t, log.Append(a))
	}
	ids := func(all []probe.Attestation) string {
		var ids strings.Builder
		for _, a := range all {
			ids.WriteString(a.EventID)
		}
		return ids.String()
	}
	assert.Equal(t, "0123", ids(log.All()))
	assert.Equal(t, "023", ids(log.ForBranch("a")))
	assert.Empty(t, log.ForBranch(""))
	assert.Equal(t, "03", ids(log.ForAttempt("a", 1)))
	assert.Equal(t, "03", ids(log.ForAttempt("a", 0)))
	assert.Equal(t, "2", ids(log.ForAttempt("a", 2)))
	log.All()[0].Branch = "changed"
	assert.Equal(t, "a", log.All()[0].Branch)

	const lanes, each = 8, 100
	var wg sync.WaitGroup
	for lane := range lanes {
		wg.Go(func() {
			for i := range each {
				log.Append(probe.Attestation{Observation: o, Branch: fmt.Sprint("lane", lane), Attempt: i + 1})
				log.ForBranch("a")
			}
		})
	}
	wg.Wait()
	for lane := range lanes {
		all := log.ForBranch(fmt.Sprint("lane", lane))
		require.Len(t, all, each)
		for i, a := range all {
			assert.Equal(t, i+1, a.Attempt)
		}
	}
}

// TestWitness_P16 holds who observed what, that a transport witness carries no
// command, and that no kind converts into another.
func TestWitness_P16(t *testing.T) {
	transport, ok := probe.NewTransportWitness(probe.Attestation{Observation: observe(t, driven), Tool: "browser", EventID: "e1", Branch: "b"})
	require.True(t, ok)
	assert.Equal(t, []any{"browser", "e1", "b", 1}, []any{transport.Tool(), transport.EventID(), transport.Branch(), transport.Attempt()})
	_, ok = probe.NewTransportWitness(probe.Attestation{Tool: "browser"})
	assert.False(t, ok)
	m, err := probe.Parse(manifest(shellEntry, `null`))
	require.NoError(t, err)
	require.Len(t, m.Witnesses(), 1)
	assert.Equal(t, probe.KindShell, m.Witnesses()[0].Entry().Kind())

	witnesses := []probe.Witness{probe.RecordedProbe{Cmd: "a"}, m.Witnesses()[0], transport}
	want := []probe.Observer{probe.RecordedProbeObserver, probe.ManifestObserver, probe.TransportObserver}
	for i, w := range witnesses {
		assert.Equal(t, want[i], w.Observer())
		for j, other := range witnesses {
			assert.Equal(t, i == j, reflect.TypeOf(w).ConvertibleTo(reflect.TypeOf(other)))
		}
	}
	assert.Empty(t, probe.TransportWitness{}.Observer())
	for m := range reflect.TypeFor[probe.TransportWitness]().Methods() {
		assert.NotContains(t, strings.ToLower(m.Name), "cmd")
	}
}

// TestRecordedProbes_P16 holds the reading of declared probes; the vectors hold
// more.
func TestRecordedProbes_P16(t *testing.T) {
	list := strings.Repeat(`{"cmd":"a"},`, 20) + `{"cmd":"a"}`
	assert.Len(t, probe.RecordedProbes([]byte(`{"output":{"verifications":[`+list+`],"probes":[5,{"cmd":"first"}]}}`)), probe.MaxRecordedProbes)
	got := probe.RecordedProbes([]byte(`{"output":{"probes":[{"invocation":"a","exitCode":"0","exit":1,"output":"o","match":false,"case":"n"}]}}`))
	require.Len(t, got, 1)
	assert.Equal(t, "a", got[0].Cmd)
	assert.Empty(t, got[0].ExitCode, "a wrong exitCode is not passed over for another")
	assert.Equal(t, "o", *got[0].Stdout)
	assert.Nil(t, got[0].Actual)
	assert.False(t, *got[0].Match)
	for _, payload := range []string{``, `{`, `[]`, `{"output":[]}`, `{"Output":{"probes":[{"cmd":"a"}]}}`, `{"output":{"probes":[{"cmd":""}]}}`} {
		assert.Empty(t, probe.RecordedProbes([]byte(payload)), payload)
	}
}

// TestInstructions_P10 holds that what is taught is what is accepted.
func TestInstructions_P10(t *testing.T) {
	for _, kind := range []probe.Kind{probe.KindShell, probe.KindHTTP, probe.KindWeb} {
		example := probe.Example(kind)
		assert.Empty(t, probe.Check(manifest(string(example))), kind)
		m, err := probe.Parse(manifest(string(example)))
		require.NoError(t, err)
		for _, e := range m.Entries() {
			assert.Equal(t, kind, e.Kind())
		}
		guide := probe.Instructions(kind, probe.WithName("probes.json"), probe.WithTools("run_probe"))
		writer, reader := strings.Join(guide.Writer, "\n"), strings.Join(guide.Reader, "\n")
		for _, text := range []string{writer, reader} {
			assert.Contains(t, text, string(example))
			for _, alias := range probe.ReportedWebProbeAliases() {
				assert.NotContains(t, text, alias, "an older name is never taught (P-3)")
			}
		}
		assert.Contains(t, writer, "probes.json")
		assert.Contains(t, writer, "run_probe")
		for _, r := range probe.Rules() {
			assert.Equal(t, r.Kind == kind, strings.Contains(writer, "\n"+string(r.Rule)+": "), r.Rule)
		}
		assert.Equal(t, kind == probe.KindWeb, strings.Contains(writer, probe.TwoCallShape))
	}
	assert.Contains(t, strings.Join(probe.Instructions(probe.KindWeb).Writer, "\n"), `"probe":"`+probe.WebProbe+`"`)
	for _, kind := range []probe.Kind{"", probe.KindNone, probe.KindDocument} {
		assert.Empty(t, probe.Instructions(kind).Writer)
		assert.Nil(t, probe.Example(kind))
	}
}

// TestTwoCallShape_P10 holds the order of the two calls and their vocabulary,
// and that the refusal of a smoke shows them.
func TestTwoCallShape_P10(t *testing.T) {
	calls := strings.Split(probe.TwoCallShape, "\n")
	require.Len(t, calls, 2)
	inOrder := func(text string, words ...string) {
		t.Helper()
		for _, w := range words {
			_, rest, found := strings.Cut(text, w)
			require.True(t, found, "%q in %q", w, text)
			text = rest
		}
	}
	inOrder(calls[0], "real input", "control", "milestone", "only reads")
	inOrder(calls[1], "changes the state once", "reset", "fresh page proves nothing")
	assert.NotContains(t, calls[0], "reset")
	var result struct{ Errors []string }
	require.NoError(t, json.Unmarshal(probe.RefuseSmoke("why"), &result))
	require.Len(t, result.Errors, 1)
	assert.Contains(t, result.Errors[0], "why\n"+probe.TwoCallShape)
}
