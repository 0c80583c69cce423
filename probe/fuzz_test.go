package probe_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/probe"
)

// seedTexts are the texts of the vectors of a function.
func seedTexts(f *testing.F, pattern string, add func(in map[string]any)) {
	f.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "testdata", pattern))
	require.NoError(f, err)
	require.NotEmpty(f, paths)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(f, err)
		for line := range strings.Lines(string(text)) {
			var v struct{ In map[string]any }
			require.NoError(f, json.Unmarshal([]byte(line), &v))
			add(v.In)
		}
	}
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// entriesOf reads the entries of a document as the reference does, with
// encoding/json: false for what no writer can merge.
func entriesOf(raw string) ([]any, bool) {
	var d map[string]any
	dec := json.NewDecoder(strings.NewReader(raw))
	dec.UseNumber()
	if !json.Valid([]byte(raw)) || dec.Decode(&d) != nil || d == nil {
		return nil, false
	}
	list, ok := d["entries"].([]any)
	return list, ok
}

var fuzzLimits = probe.WithLimits(probe.Limits{MaxBytes: 1 << 20, MaxDepth: 32})

// FuzzMergeWrite holds that merging twice gives what merging once gave, that no
// existing entry is lost but to one of its identity, and that what cannot be
// read passes through.
func FuzzMergeWrite(f *testing.F) {
	seedTexts(f, "probe.merge_write*", func(in map[string]any) { f.Add(text(in["existing"]), text(in["incoming"])) })
	f.Add(string(manifest(`{"a":1,"a":2,"cmd":"\ud83d"}`, `null`, `[[]]`)), string(manifest(`{"cmd":"\ud83e"}`, `{"probe":"web","file":"a","smoke":"b","cmd":"c"}`)))
	f.Fuzz(func(t *testing.T, existing, incoming string) {
		once, err := probe.MergeWrite([]byte(existing), []byte(incoming), fuzzLimits)
		if err != nil {
			require.ErrorIs(t, err, probe.ErrLimit)
			return
		}
		_, errE := probe.Parse([]byte(existing), fuzzLimits)
		_, errI := probe.Parse([]byte(incoming), fuzzLimits)
		before, ok := entriesOf(existing)
		added, okToo := entriesOf(incoming)
		if errE != nil || errI != nil || !ok || !okToo {
			require.Equal(t, incoming, string(once))
			return
		}
		twice, err := probe.MergeWrite(once, []byte(incoming), fuzzLimits)
		require.NoError(t, err)
		require.Equal(t, string(once), string(twice))
		after, ok := entriesOf(string(once))
		require.True(t, ok, "%s", once)
		require.GreaterOrEqual(t, len(after), len(before))
		require.LessOrEqual(t, len(after), len(before)+len(added))
		for i, e := range before {
			if !hasIdentity(e) {
				require.Equal(t, canonical(t, e), canonical(t, after[i]), "entry %d", i)
			}
		}
	})
}

// hasIdentity over-reports: an entry without cmd and probe has none.
func hasIdentity(entry any) bool {
	e, ok := entry.(map[string]any)
	return ok && (e["cmd"] != nil || e["probe"] != nil)
}

func canonical(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return strings.ReplaceAll(string(text), "-0", "0") // the one integer with two spellings
}

// FuzzMergeShell holds that recording twice gives what recording once gave, and
// that nothing else moves or goes.
func FuzzMergeShell(f *testing.F) {
	seedTexts(f, "probe.merge_shell*", func(in map[string]any) {
		entry, err := json.Marshal(in["entry"])
		require.NoError(f, err)
		f.Add(text(in["existing"]), string(entry), text(in["supersedes"]))
	})
	f.Fuzz(func(t *testing.T, existing, entry, supersedes string) {
		once, err := probe.MergeShell([]byte(existing), []byte(entry), supersedes, fuzzLimits)
		if err != nil {
			return
		}
		twice, err := probe.MergeShell(once, []byte(entry), supersedes, fuzzLimits)
		require.NoError(t, err)
		require.Equal(t, string(once), string(twice))
		after, ok := entriesOf(string(once))
		require.True(t, ok)
		if before, ok := entriesOf(existing); ok && supersedes == "" {
			require.GreaterOrEqual(t, len(after), len(before))
		}
		_, err = probe.AppendHTTP(once, []byte(httpEntry), probe.WithLimits(probe.Limits{MaxBytes: 2 << 20}))
		require.NoError(t, err)
	})
}

// FuzzCheck holds that every document can be checked, inherited and replayed,
// that what is inherited passes the check, and that no bad entry hides another.
func FuzzCheck(f *testing.F) {
	seedTexts(f, "probe.check*", func(in map[string]any) { f.Add(text(in["raw"])) })
	seedTexts(f, "probe.inherit*", func(in map[string]any) { f.Add(text(in["raw"])) })
	for _, c := range broken {
		f.Add(c.raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		problems := probe.Check([]byte(raw), fuzzLimits)
		last := probe.DocumentEntry
		for _, p := range problems {
			require.GreaterOrEqual(t, p.Entry, last, "in document order")
			last = p.Entry
			_, known := p.Rule.Info()
			require.True(t, known)
		}
		m, err := probe.Parse([]byte(raw), fuzzLimits)
		if err == nil {
			require.Equal(t, problems, append([]probe.Problem(nil), m.Problems()...))
			require.True(t, json.Valid([]byte(raw)))
		}
		in := probe.Inherit([]byte(raw), fuzzLimits)
		if in.Text != nil {
			require.Empty(t, probe.Check(in.Text, fuzzLimits))
			again := probe.Inherit(in.Text, fuzzLimits)
			require.False(t, again.Changed)
			require.Equal(t, in.Kept, again.Kept)
		}
		r := probe.Replay(t.Context(), []byte(raw), shellGives(0, "", ""), fuzzLimits)
		require.False(t, r.OK && len(r.Entries) == 0)
		require.Equal(t, probe.RefuseWrite([]byte(raw), fuzzLimits) == nil, err == nil)
	})
}

// FuzzSmoke holds that no text breaks the parser, and that a smoke is one
// expression: in brackets it still is, and with a statement behind it is not.
func FuzzSmoke(f *testing.F) {
	seedTexts(f, "probe.check*", func(in map[string]any) {
		m, err := probe.Parse([]byte(text(in["raw"])))
		if err != nil {
			return
		}
		for _, e := range m.Entries() {
			if w, ok := e.Web(); ok {
				f.Add(w.Smoke)
			}
		}
	})
	for _, s := range []string{"({a=1} = b)", "a => ({})", "`${a}`", "class { #x = 1 }", "/[/]/.test(a)", "a)(b", "async () => await x", "'\\u{41}'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, smoke string) {
		if probe.CheckSmoke(smoke) == nil {
			require.NotNil(t, probe.CheckSmoke(smoke+"\n;x"), "%q", smoke)
		}
	})
}

// FuzzObserve holds that no result breaks the reader, that what is no
// observation is the zero one, and that an observation is valid JSON.
func FuzzObserve(f *testing.F) {
	seedTexts(f, "attest.*", func(in map[string]any) {
		request, err := json.Marshal(in["request"])
		require.NoError(f, err)
		raw, err := json.Marshal(in["raw"])
		require.NoError(f, err)
		f.Add(string(request), string(raw))
	})
	f.Fuzz(func(t *testing.T, request, raw string) {
		o, ok := probe.ObserveBrowser([]byte(request), []byte(raw))
		require.Equal(t, ok, o.Observed())
		require.False(t, ok && probe.IsPreflightRefusal([]byte(raw)))
		encoded, err := json.Marshal(o)
		require.NoError(t, err)
		require.True(t, json.Valid(encoded))
		require.GreaterOrEqual(t, o.RequestedInteractions(), 0)
		require.Equal(t, len(o.ExecutedInteractions()) > 0, probe.Covers(probe.DOMInteraction, probe.Attestation{Observation: o}))
	})
}

// FuzzRecorded holds that no payload breaks the reader and that every probe has
// a command.
func FuzzRecorded(f *testing.F) {
	seedTexts(f, "witness.*", func(in map[string]any) {
		payload, err := json.Marshal(in["payload"])
		require.NoError(f, err)
		f.Add(string(payload))
	})
	f.Fuzz(func(t *testing.T, payload string) {
		probes := probe.RecordedProbes([]byte(payload))
		require.LessOrEqual(t, len(probes), probe.MaxRecordedProbes)
		for _, p := range probes {
			require.NotEmpty(t, p.Cmd)
			encoded, err := json.Marshal(p)
			require.NoError(t, err)
			require.True(t, json.Valid(encoded))
		}
		_, _ = probe.ParseInteractions([]byte(payload))
		probe.IsReportedWebProbe([]byte(payload))
	})
}

// FuzzText holds the functions over plain text: paths and commands.
func FuzzText(f *testing.F) {
	for _, s := range []string{"a; echo $?", `a\..\.atoma-probes.json`, "LISTENING_ON_PORT=80", "\xff", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		require.Equal(t, probe.IsManifestPath(s), probe.RefuseHandEdit(s) != nil)
		require.True(t, probe.IsManifestPath("x/"+probe.ManifestName))
		require.True(t, probe.Decorated(s+"; echo $?"))
		if port, ok := probe.ListeningPort(s); ok {
			require.Contains(t, s, probe.ListeningPrefix)
			require.Positive(t, port)
		}
	})
}
