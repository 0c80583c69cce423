package probe_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/probe"
)

// compact removes the layout of a document and keeps everything else.
func compact(t *testing.T, text []byte) string {
	t.Helper()
	require.True(t, strings.HasSuffix(string(text), "}\n") && !strings.HasSuffix(string(text), "\n\n"), "one line end: %q", text)
	inString, b := false, strings.Builder{}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			b.WriteByte(c)
			i++
			b.WriteByte(text[i])
			continue
		case c == '"':
			inString = !inString
		case !inString && (c == ' ' || c == '\n'):
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// manyMembers are the members m0 to m<n-1>, each followed by a comma.
func manyMembers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"m%d":%d,`, i, i)
	}
	return b.String()
}

// TestMergeWrite_P6 holds the merge of whole documents; the vectors hold more.
func TestMergeWrite_P6(t *testing.T) {
	for _, c := range []struct{ name, existing, incoming, want string }{
		{"empty lists", `{"version":1,"entries":[]}`, `{"version":1,"entries":[]}`, `{"version":1,"entries":[]}`},
		{"replace in place", string(manifest(`{"cmd":"a","exitCode":0}`, httpEntry)), string(manifest(`{"cmd":"a","exitCode":1}`)), string(manifest(`{"cmd":"a","exitCode":1}`, httpEntry))},
		{"exact duplicate", string(manifest(httpEntry, `null`, `"x"`)), string(manifest(`"x"`, httpEntry, `null`, `[]`, `[ ]`)), string(manifest(httpEntry, `null`, `"x"`, `[]`))},
		{"other spelling is a duplicate", string(manifest(`{"x":"\u0041\/"}`)), string(manifest(`{ "x" : "A/" }`)), string(manifest(`{"x":"A/"}`))},
		{"numbers as written", string(manifest(`{"x":1.0}`)), string(manifest(`{"x":1}`, `{"x":12345678901234567890}`, `{"x":1E400}`)), string(manifest(`{"x":1.0}`, `{"x":1}`, `{"x":12345678901234567890}`, `{"x":1E400}`))},
		{"the integer with two spellings", string(manifest(`{"x":-0}`)), string(manifest(`{"x":0}`, `{"x":-0.0}`)), string(manifest(`{"x":0}`, `{"x":-0.0}`))},
		{"last of a name among many", string(manifest(`{` + manyMembers(40) + `"m3":true,"m39":false}`)), string(manifest()), string(manifest(`{` + strings.TrimSuffix(strings.NewReplacer(`"m3":3,`, `"m3":true,`, `"m39":39,`, `"m39":false,`).Replace(manyMembers(40)), ",") + `}`))},
		{"last of a name, where the first was", string(manifest(`{"a":1,"b":2,"a":3,"o":{"x":1,"x":{"y":1,"y":2}}}`)), string(manifest()), string(manifest(`{"a":3,"b":2,"o":{"x":{"y":2}}}`))},
		{"identity by the last of a name", string(manifest(`{"cmd":"a","cmd":"b","exitCode":0}`)), string(manifest(`{"cmd":"b","exitCode":1}`)), string(manifest(`{"cmd":"b","exitCode":1}`))},
		{"halves stay apart", string(manifest(`{"cmd":"\ud83d","n":1}`)), string(manifest(`{"cmd":"\uD83E","n":2}`)), string(manifest(`{"cmd":"\ud83d","n":1}`, `{"cmd":"\ud83e","n":2}`))},
		{"a pair in two spellings", string(manifest(`{"cmd":"\ud83d\ude80","n":1}`)), string(manifest(`{"cmd":"🚀","n":2}`)), string(manifest(`{"cmd":"🚀","n":2}`))},
		{"top members", `{"z":1,"entries":[],"version":3}`, `{"b":1,"entries":[` + shellEntry + `],"b":[2],"version":"x","a":{}}`, `{"b":[2],"entries":[` + shellEntry + `],"version":1,"a":{}}`},
		{"version is added", `{"entries":[]}`, `{"entries":[]}`, `{"entries":[],"version":1}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := probe.MergeWrite([]byte(c.existing), []byte(c.incoming))
			require.NoError(t, err)
			assert.Equal(t, c.want, compact(t, got))
		})
	}
}

// TestCorrupt_P6 holds the three policies for what cannot be read.
func TestCorrupt_P6(t *testing.T) {
	good := manifest(shellEntry)
	for _, corrupt := range []string{"", " ", "{", "[]", "null", "{}", `{"entries":{}}`, "\ufeff{\"entries\":[]}", `{"entries":[],}`} {
		got, err := probe.MergeWrite([]byte(corrupt), good)
		require.NoError(t, err)
		assert.Equal(t, string(good), string(got), corrupt)
		got, err = probe.MergeWrite(good, []byte(corrupt))
		require.NoError(t, err)
		assert.Equal(t, corrupt, string(got))
		got, err = probe.MergeShell([]byte(corrupt), []byte(shellEntry), "")
		require.NoError(t, err)
		assert.Equal(t, string(good), compact(t, got), corrupt)
		got, err = probe.AppendHTTP([]byte(corrupt), []byte(httpEntry))
		require.NoError(t, err)
		assert.Equal(t, string(manifest(httpEntry)), compact(t, got), corrupt)
	}
}

// TestMergeShell_P6 holds replacement and superseding.
func TestMergeShell_P6(t *testing.T) {
	existing := manifest(`{"cmd":"a","n":1}`, `null`, `{"cmd":"b","n":2}`, webEntry, `{"cmd":"a","n":3}`)
	for _, c := range []struct {
		entry, supersedes string
		want              []byte
	}{
		{`{"cmd":"b"}`, "", manifest(`{"cmd":"a","n":1}`, `null`, `{"cmd":"b"}`, webEntry, `{"cmd":"a","n":3}`)},
		{`{"cmd":"c"}`, "a", manifest(`null`, `{"cmd":"b","n":2}`, webEntry, `{"cmd":"c"}`)},
		{`{"cmd":"a"}`, "a", manifest(`{"cmd":"a"}`, `null`, `{"cmd":"b","n":2}`, webEntry, `{"cmd":"a","n":3}`)},
		{`{"cmd":"c"}`, "A", manifest(`{"cmd":"a","n":1}`, `null`, `{"cmd":"b","n":2}`, webEntry, `{"cmd":"a","n":3}`, `{"cmd":"c"}`)},
	} {
		got, err := probe.MergeShell(existing, []byte(c.entry), c.supersedes)
		require.NoError(t, err)
		assert.Equal(t, string(c.want), compact(t, got))
	}
}

// TestEntryError_P6 holds that a writer refuses what it cannot write.
func TestEntryError_P6(t *testing.T) {
	for _, entry := range []string{"", "{", "null", "[]", `{}`, `{"cmd":5}`, httpEntry, webEntry} {
		_, err := probe.MergeShell(nil, []byte(entry), "")
		var refused *probe.EntryError
		require.ErrorAs(t, err, &refused, entry)
		assert.Equal(t, probe.KindShell, refused.Kind)
		assert.NotEmpty(t, refused.Detail)
	}
	_, err := probe.AppendHTTP(nil, []byte(shellEntry))
	require.ErrorContains(t, err, "http")
}

// TestLimits_P6 holds that no writer takes a manifest that is too large for a
// corrupt one, and none makes one.
func TestLimits_P6(t *testing.T) {
	small := probe.WithLimits(probe.Limits{MaxBytes: 120, MaxDepth: 6})
	large := manifest(`{"cmd":"` + strings.Repeat("x", 120) + `"}`)
	deep := manifest(`{"x":[[[[]]]]}`)
	fits := manifest(`{"cmd":"b","n":[1,2,3,4,5,6,7,8]}`)
	for _, existing := range [][]byte{large, deep, fits} {
		_, err := probe.MergeShell(existing, []byte(shellEntry), "", small)
		require.ErrorIs(t, err, probe.ErrLimit)
		_, err = probe.AppendHTTP(existing, []byte(httpEntry), small)
		require.ErrorIs(t, err, probe.ErrLimit)
		_, err = probe.MergeWrite(existing, fits, small)
		require.ErrorIs(t, err, probe.ErrLimit)
	}
	// Indentation makes this far larger than its text.
	bomb := manifest(strings.Repeat("[", 200) + strings.Repeat("1,", 1<<20) + "1" + strings.Repeat("]", 200))
	_, err := probe.MergeWrite(bomb, fits)
	require.ErrorIs(t, err, probe.ErrLimit)
	in := probe.Inherit(manifest(`{"cmd":"a","exitCode":0,"x":`+strings.Repeat("[", 200)+strings.Repeat("1,", 1<<20)+"1"+strings.Repeat("]", 200)+`}`, `null`))
	assert.True(t, in.Unreadable)
	assert.Nil(t, in.Text)
}

// TestManyEntries_P6 holds that nothing is lost among very many entries.
func TestManyEntries_P6(t *testing.T) {
	const n = 100_000
	entries := make([]string, n)
	for i := range entries {
		entries[i] = fmt.Sprintf(`{"cmd":"c%d","n":1}`, i)
		if i%4 == 0 {
			entries[i] = fmt.Sprintf(`{"probe":"http","path":"/%d"}`, i)
		}
	}
	all := manifest(entries...)
	wide := probe.WithLimits(probe.Limits{MaxBytes: 64 << 20})
	once, err := probe.MergeWrite(all, all, wide)
	require.NoError(t, err)
	assert.Equal(t, string(all), compact(t, once))
	grown, err := probe.MergeShell(once, []byte(`{"cmd":"c99999","n":2}`), "c1", wide)
	require.NoError(t, err)
	var d struct{ Entries []json.RawMessage }
	require.NoError(t, json.Unmarshal(grown, &d))
	assert.Len(t, d.Entries, n-1)
}

// TestRefuseWrite_P7 holds that broken JSON is refused with its offset.
func TestRefuseWrite_P7(t *testing.T) {
	require.NoError(t, probe.RefuseWrite([]byte(`"x"`)))
	var syntax *probe.SyntaxError
	require.ErrorAs(t, probe.RefuseWrite([]byte(`{"entries":[1,]}`)), &syntax)
	assert.Equal(t, 14, syntax.Offset)
	assert.Equal(t, "entries[1]", syntax.Path)
	require.ErrorContains(t, syntax, "byte 14")
}

// TestInherit_P8 holds what a seeded workspace takes over.
func TestInherit_P8(t *testing.T) {
	port := `{"stdout":"LISTENING_ON_PORT=1","cmd":"a","stdout":"LISTENING_ON_PORT=2","exitCode":0,"stderr":"LISTENING_ON_PORT=1"}`
	raw := append(manifest(shellEntry, `null`, port, `{"cmd":"a; echo $?","exitCode":0,"stdout":"LISTENING_ON_PORT=1"}`), ' ')
	in := probe.Inherit(raw)
	assert.Equal(t, string(manifest(shellEntry, `{"cmd":"a","exitCode":0,"stderr":"LISTENING_ON_PORT=1"}`)), compact(t, in.Text))
	assert.Equal(t, "2 kept (1 repaired), 2 dropped", in.String())
	assert.Len(t, in.Problems, 4)
	assert.True(t, in.Changed)
	assert.Empty(t, probe.Check(in.Text))

	same := []byte(`{ "version":1, "entries":[` + shellEntry + `] }`)
	in = probe.Inherit(same)
	assert.Equal(t, string(same), string(in.Text))
	assert.False(t, in.Changed)

	in = probe.Inherit(manifest(strings.Repeat(`null,`, 9) + `null`))
	assert.Nil(t, in.Text)
	assert.Equal(t, 10, in.Dropped)
	assert.Len(t, in.Problems, 5)
	assert.False(t, in.Unreadable)

	for _, unreadable := range []string{"", "[]", `{"version":2,"entries":[` + shellEntry + `]}`, `{"version":1}`} {
		in = probe.Inherit([]byte(unreadable))
		assert.True(t, in.Unreadable, unreadable)
		assert.NotEmpty(t, in.Problems, unreadable)
		assert.Nil(t, in.Text)
		assert.Contains(t, in.String(), "unreadable")
	}
}

// TestManifestPath_P1 holds that no spelling of the path slips by.
func TestManifestPath_P1(t *testing.T) {
	for _, p := range []string{
		".atoma-probes.json", "./.atoma-probes.json", "a//b/.atoma-probes.json", `a\b\.atoma-probes.json`, "/x/y/../.atoma-probes.json",
		"../.atoma-probes.json", ".atoma-probes.json/", ".atoma-probes.json/x/..", "a/./.atoma-probes.json/.",
	} {
		assert.True(t, probe.IsManifestPath(p), p)
		var refused *probe.HandEditError
		require.ErrorAs(t, probe.RefuseHandEdit(p), &refused, p)
		assert.Contains(t, refused.Error(), "probe record shell")
	}
	for _, p := range []string{"", ".", "/", "atoma-probes.json", "x.atoma-probes.json", ".atoma-probes.json/x", ".atoma-probes.json/..", ".atoma-probes.json.bak"} {
		assert.False(t, probe.IsManifestPath(p), p)
		require.NoError(t, probe.RefuseHandEdit(p), p)
	}
	named := probe.WithName("probes.json")
	assert.True(t, probe.IsManifestPath("a/probes.json", named))
	assert.False(t, probe.IsManifestPath(".atoma-probes.json", named))
	assert.True(t, probe.IsManifestPath(".atoma-probes.json", probe.WithName("")))
	err := probe.RefuseHandEdit("probes.json", named, probe.WithTools("run_probe"))
	require.ErrorContains(t, err, "probes.json")
	require.ErrorContains(t, err, "run_probe")
}

// TestReportedWebProbe_P3 holds that the older name is read in reports alone.
func TestReportedWebProbe_P3(t *testing.T) {
	for _, alias := range append(probe.ReportedWebProbeAliases(), probe.WebProbe) {
		assert.True(t, probe.IsReportedWebProbe([]byte(`{"probe":"`+alias+`"}`)))
	}
	for _, entry := range []string{`{"probe":"Web"}`, `"web"`, `{`, `{"Probe":"web"}`, `{"probe":"web","probe":1}`} {
		assert.False(t, probe.IsReportedWebProbe([]byte(entry)), entry)
	}
}
