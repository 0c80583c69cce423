package receipt_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/evidence/receipt"
)

const (
	sha1a = "cccccccccccccccccccccccccccccccccccccccc"
	sha2a = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
)

// problems returns the paths of what a reader refuses, nil when it accepts.
func problems(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	var form *receipt.FormError
	require.ErrorAs(t, err, &form)
	require.NotEmpty(t, form.Problems)
	paths := []string{}
	for _, p := range form.Problems {
		assert.NotEmpty(t, p.Detail)
		paths = append(paths, p.Path)
	}
	return paths
}

// edit is one change to a valid document.
type edit struct {
	name string
	old  string
	new  string
	// want are the paths of the problems; nil when it stays valid.
	want []string
}

func (e edit) apply(t *testing.T, valid string) []byte {
	t.Helper()
	require.Equal(t, 1, strings.Count(valid, e.old), "%q must stand once in the document", e.old)
	return []byte(strings.Replace(valid, e.old, e.new, 1))
}

func TestCommitSHA(t *testing.T) {
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{sha1a, true},
		{"0123456789abcdef0123456789abcdef01234567", true},
		{strings.ToUpper(sha1a), false},
		{sha1a[:39], false},
		{sha1a + "c", false},
		{sha1a[:39] + "g", false},
		{sha1a + "\n", false},
		{"", false},
	} {
		sha, err := receipt.ParseCommitSHA(c.text)
		assert.Equal(t, c.ok, err == nil, c.text)
		assert.Equal(t, c.ok, sha.Valid(), c.text)
		assert.Equal(t, c.ok, receipt.CommitSHA(c.text).Valid(), c.text)
	}
}

func TestPublication(t *testing.T) { // E-21
	const valid = `{"repositoryId":"777","fullName":"owner/docs","url":"https://example.test/owner/docs","defaultBranch":"main",` +
		`"commitSha":"` + sha1a + `","baseSha":null,"pullRequestUrl":"https://example.test/pr/1"}`
	for _, e := range []edit{
		{"as it is", `"777"`, `"777"`, nil},
		{"an observed parent", `null`, `"` + sha1a + `"`, nil},
		{"no pull request", `,"pullRequestUrl":"https://example.test/pr/1"`, ``, nil},
		{"a null pull request", `"https://example.test/pr/1"`, `null`, nil},
		{"twenty digits", `"777"`, `"12345678901234567890"`, nil},
		{"a parent that is left out", `"baseSha":null,`, ``, []string{"baseSha"}},
		{"an empty parent", `null`, `""`, []string{"baseSha"}},
		{"a branch as parent", `null`, `"main"`, []string{"baseSha"}},
		{"an unknown member", `"baseSha"`, `"base.sha":1,"baseSha"`, []string{`base\.sha`}},
		{"a member in another case", `"baseSha"`, `"BaseSha"`, []string{"BaseSha", "baseSha"}},
		{"a member that is there twice", `"baseSha"`, `"fullName":"a/b","baseSha"`, []string{""}},
		{"a number as id", `"777"`, `777`, []string{"repositoryId"}},
		{"a leading zero", `"777"`, `"0777"`, []string{"repositoryId"}},
		{"21 digits", `"777"`, `"123456789012345678901"`, []string{"repositoryId"}},
		{"http", `"https://example.test/owner/docs"`, `"http://example.test/owner/docs"`, []string{"url"}},
		{"no host", `"https://example.test/owner/docs"`, `"https:///docs"`, []string{"url"}},
		{"a space in the address", `example.test/pr/1`, `example.test/pr 1`, []string{"pullRequestUrl"}},
		{"an empty pull request", `"https://example.test/pr/1"`, `""`, []string{"pullRequestUrl"}},
		{"a null branch", `"main"`, `null`, []string{"defaultBranch"}},
		{"a short name", `"owner/docs"`, `"ab"`, []string{"fullName"}},
		{"a character of two units", `"owner/docs"`, `"🚀"`, []string{"fullName"}},
		{"not an object", valid, `[]`, []string{""}},
		{"not JSON", valid, `{`, []string{""}},
	} {
		t.Run(e.name, func(t *testing.T) {
			p, err := receipt.ParsePublication(e.apply(t, valid))
			require.Equal(t, e.want, problems(t, err))
			if err != nil {
				assert.Zero(t, p)
				_, err = p.JSON()
				require.Error(t, err, "the zero publication is none")
				return
			}
			text, err := p.JSON()
			require.NoError(t, err)
			again, err := receipt.ParsePublication(text)
			require.NoError(t, err)
			assert.Equal(t, p, again)
			assert.Contains(t, string(text), `"baseSha":`)
		})
	}
}

const oneFile = `{"version":1,"files":[{"path":"a","size":1,"sha256":"` + sha2a + `","mode":"100644"}],"totalBytes":1}`

func TestManifest(t *testing.T) { // E-22
	second := `},{"path":"b","size":2,"sha256":"` + sha2a + `","mode":"100755"}],"totalBytes":3}`
	for _, e := range []edit{
		{"as it is", `"a"`, `"a"`, nil},
		{"two files", `}],"totalBytes":1}`, second, nil},
		{"a workspace", `"totalBytes":1`, `"totalBytes":1,"source":"workspace"`, nil},
		{"an integer in another spelling", `"totalBytes":1`, `"totalBytes":10e-1`, nil},
		{"a path that leads out", `"a"`, `"../a"`, nil},
		{"another coverage", `"totalBytes":1`, `"totalBytes":1,"source":"plan"`, []string{"source"}},
		{"an empty coverage", `"totalBytes":1`, `"totalBytes":1,"source":""`, []string{"source"}},
		{"a null coverage", `"totalBytes":1`, `"totalBytes":1,"source":null`, []string{"source"}},
		{"version 2", `"version":1`, `"version":2`, []string{"version"}},
		{"version as text", `"version":1`, `"version":"1"`, []string{"version"}},
		{"an unknown member", `"totalBytes":1`, `"totalBytes":1,"extra":1`, []string{"extra"}},
		{"an unknown member of a file", `"mode"`, `"x":1,"mode"`, []string{"files[0].x"}},
		{"another sum", `"totalBytes":1`, `"totalBytes":2`, []string{"totalBytes"}},
		{"a fraction", `"size":1`, `"size":1.5`, []string{"files[0].size"}},
		{"a fraction that a float loses", `"size":1`, `"size":1.00000000000000000000001`, []string{"files[0].size"}},
		{"a huge exponent", `"size":1`, `"size":1e999999999`, []string{"files[0].size"}},
		{"below zero", `"size":1`, `"size":-1`, []string{"files[0].size"}},
		{"over 2^53-1", `"size":1`, `"size":9007199254740992`, []string{"files[0].size"}},
		{"mode as number", `"100644"`, `100644`, []string{"files[0].mode"}},
		{"another mode", `"100644"`, `"120000"`, []string{"files[0].mode"}},
		{"a digest in capitals", sha2a, strings.ToUpper(sha2a), []string{"files[0].sha256"}},
		{"an empty path", `"a"`, `""`, []string{"files[0].path"}},
		{"the longest path", `"a"`, `"` + strings.Repeat("🚀", 256) + `"`, nil},
		{"a longer path", `"a"`, `"` + strings.Repeat("🚀", 256) + `a"`, []string{"files[0].path"}},
		{"no files", oneFile, `{"version":1,"files":[],"totalBytes":0}`, []string{"files"}},
		{"an empty workspace", oneFile, `{"version":1,"files":[],"totalBytes":0,"source":"workspace"}`, nil},
		{"listed twice", `}],"totalBytes":1}`, strings.Replace(second, `"b"`, `"a"`, 1), []string{"files[1].path"}},
		{"out of order", `}],"totalBytes":1}`, strings.Replace(second, `"b"`, `"Z"`, 1), []string{"files[1].path"}},
		{"a file that is none", `}],"totalBytes":1}`, `},7],"totalBytes":1}`, []string{"files[1]"}},
	} {
		t.Run(e.name, func(t *testing.T) {
			m, err := receipt.ParseManifest(e.apply(t, oneFile))
			require.Equal(t, e.want, problems(t, err))
			_, digestErr := m.Digest()
			assert.Equal(t, err == nil, digestErr == nil)
		})
	}
}

func TestManifestSumDoesNotOverflow(t *testing.T) {
	// 2048 times 2^53-1 is -2048 once 64 bits are full.
	m := receipt.Manifest{Source: receipt.Workspace, TotalBytes: -2048}
	for i := range 2048 {
		m.Files = append(m.Files, receipt.File{
			Path: string(rune('一' + i)), Size: 1<<53 - 1, SHA256: sha2a, Mode: receipt.Regular,
		})
	}
	_, err := m.JSON()
	assert.Equal(t, []string{"totalBytes"}, problems(t, err))
}

func TestErrorsAreBounded(t *testing.T) {
	files := strings.TrimSuffix(strings.Repeat("7,", 1000), ",")
	_, err := receipt.ParseManifest([]byte(`{"version":1,"files":[` + files + `],"totalBytes":0}`))
	var form *receipt.FormError
	require.ErrorAs(t, err, &form)
	assert.Len(t, form.Problems, 32)
	assert.Equal(t, 1000-32, form.Omitted)
	assert.Contains(t, err.Error(), "and 968 more")
}

// TestManifestDigest is the golden of the canonical encoding (E-22). The bytes
// of an explicit manifest are those from before source existed: they must never
// change.
func TestManifestDigest(t *testing.T) {
	const spaced = "{ \"totalBytes\": 1.0e0,\n \"files\": [ {\"mode\":\"100644\", \"path\": \"a\\u002f\\\"<\\u00e9>\\u2028\\n\", " +
		"\"sha256\":\"" + sha2a + "\",\"size\":1} ], \"version\":1 }"
	m, err := receipt.ParseManifest([]byte(spaced))
	require.NoError(t, err)
	text, err := m.JSON()
	require.NoError(t, err)
	want := `{"version":1,"files":[{"path":"a/\"<é>` + "\u2028" + `\n","size":1,"sha256":"` + sha2a + `","mode":"100644"}],"totalBytes":1}`
	assert.Equal(t, want, string(text), "byte for byte")
	digest, err := m.Digest()
	require.NoError(t, err)
	assert.Equal(t, "ca6ed5031d15e3d94948c80976ee31742f65d6dd4d96e714db0fc2ec666cf33b", digest)

	m.Source = receipt.Workspace
	whole, err := m.JSON()
	require.NoError(t, err)
	assert.Equal(t, strings.TrimSuffix(string(text), "}")+`,"source":"workspace"}`, string(whole))
	digest, err = m.Digest()
	require.NoError(t, err)
	assert.Equal(t, "27d7a0c5d4b94f01ee35c3ccd1ff173a5b7998c3fd5eea97a0857dd41e504729", digest)
}

func TestDeclared(t *testing.T) { // E-22
	const valid = `{"version":1,"runId":"run:1","generatedAt":"2026-08-20T12:00:00.5Z","outputs":["index.html"]}`
	for _, e := range []edit{
		{"as it is", `run:1`, `run:1`, nil},
		{"unknown members", `"version"`, `"extra":{"a":[1]},"version"`, nil},
		{"no outputs", `["index.html"]`, `[]`, nil},
		{"repeated outputs", `["index.html"]`, `["a","a"]`, nil},
		{"an empty output", `["index.html"]`, `["a",""]`, []string{"outputs[1]"}},
		{"an output that is none", `["index.html"]`, `[5]`, []string{"outputs[0]"}},
		{"the longest output", `index.html`, strings.Repeat("🚀", 512), nil},
		{"a longer output", `index.html`, strings.Repeat("🚀", 513), []string{"outputs[0]"}},
		{"1001 outputs", `["index.html"]`, `["a"` + strings.Repeat(`,"a"`, 1000) + `]`, []string{"outputs"}},
		{"an offset", `00.5Z`, `00+00:00`, []string{"generatedAt"}},
		{"a small z", `00.5Z`, `00z`, []string{"generatedAt"}},
		{"no seconds", `12:00:00.5Z`, `12:00Z`, []string{"generatedAt"}},
		{"a comma", `00.5Z`, `00,5Z`, []string{"generatedAt"}},
		{"no such day", `2026-08-20`, `2026-02-29`, []string{"generatedAt"}},
		{"a leading dot", `run:1`, `.run`, []string{"runId"}},
		{"a slash", `run:1`, `run/1`, []string{"runId"}},
		{"a line break", `run:1`, `run\n`, []string{"runId"}},
		{"no version", `"version":1,`, ``, []string{"version"}},
		{"no list", `["index.html"]`, `{}`, []string{"outputs"}},
		{"null", valid, `null`, []string{""}},
	} {
		t.Run(e.name, func(t *testing.T) {
			d, err := receipt.ParseDeclared(e.apply(t, valid))
			require.Equal(t, e.want, problems(t, err))
			if err == nil {
				assert.NotNil(t, d.Outputs)
				assert.Equal(t, "2026-08-20T12:00:00.5Z", d.GeneratedAt.Format("2006-01-02T15:04:05.999999999Z07:00"))
			}
		})
	}
}

// tree is a workspace of two files.
func tree() fstest.MapFS {
	return fstest.MapFS{
		"bin/run":  {Data: []byte("#!/bin/sh\n"), Mode: 0o755},
		"index.md": {Data: []byte("hello\n"), Mode: 0o644},
	}
}

func TestRevalidate(t *testing.T) { // E-22
	workspace, err := receipt.WorkspaceManifest(tree())
	require.NoError(t, err)
	explicit, err := receipt.ExplicitManifest(tree(), "index.md")
	require.NoError(t, err)
	both, err := receipt.ExplicitManifest(tree(), "index.md", "bin/run", "index.md")
	require.NoError(t, err)
	assert.Equal(t, workspace.Files, both.Files)

	for _, c := range []struct {
		name      string
		change    func(fstest.MapFS)
		workspace receipt.Revalidation
		explicit  receipt.Revalidation
	}{
		{"nothing", func(fstest.MapFS) {}, receipt.Revalidation{Unchanged: true}, receipt.Revalidation{Unchanged: true}},
		{
			"a file was added", func(m fstest.MapFS) { m["z"], m["a/b"] = &fstest.MapFile{}, &fstest.MapFile{} },
			receipt.Revalidation{Added: []string{"a/b", "z"}},
			receipt.Revalidation{Unchanged: true},
		},
		{
			"a link was added", func(m fstest.MapFS) { m["z"] = &fstest.MapFile{Data: []byte("index.md"), Mode: fs.ModeSymlink} },
			receipt.Revalidation{Added: []string{"z"}},
			receipt.Revalidation{Unchanged: true},
		},
		{
			"another file was removed", func(m fstest.MapFS) { delete(m, "bin/run") },
			receipt.Revalidation{Removed: []string{"bin/run"}},
			receipt.Revalidation{Unchanged: true},
		},
		{
			"the file was removed", func(m fstest.MapFS) { delete(m, "index.md") },
			receipt.Revalidation{Removed: []string{"index.md"}},
			receipt.Revalidation{Removed: []string{"index.md"}},
		},
		{
			"one byte changed", func(m fstest.MapFS) { m["index.md"].Data = []byte("hellO\n") },
			receipt.Revalidation{Changed: []string{"index.md"}},
			receipt.Revalidation{Changed: []string{"index.md"}},
		},
		{
			"it grew", func(m fstest.MapFS) { m["index.md"].Data = []byte("hello\n\n") },
			receipt.Revalidation{Changed: []string{"index.md"}},
			receipt.Revalidation{Changed: []string{"index.md"}},
		},
		{
			"it may be run now", func(m fstest.MapFS) { m["index.md"].Mode = 0o755 },
			receipt.Revalidation{Changed: []string{"index.md"}},
			receipt.Revalidation{Changed: []string{"index.md"}},
		},
		{
			"it is a link now", func(m fstest.MapFS) {
				m["copy01"] = m["index.md"] // the link has the size of the file
				m["index.md"] = &fstest.MapFile{Data: []byte("copy01"), Mode: fs.ModeSymlink}
			},
			receipt.Revalidation{Added: []string{"copy01"}, Changed: []string{"index.md"}},
			receipt.Revalidation{Changed: []string{"index.md"}},
		},
		{
			"it is a folder now", func(m fstest.MapFS) {
				delete(m, "index.md")
				m["index.md/x"] = &fstest.MapFile{}
			},
			receipt.Revalidation{Added: []string{"index.md/x"}, Changed: []string{"index.md"}},
			receipt.Revalidation{Changed: []string{"index.md"}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := tree()
			c.change(now)
			c.workspace.Coverage = receipt.Workspace
			got, err := receipt.Revalidate(workspace, now)
			require.NoError(t, err)
			assert.Equal(t, c.workspace, got, "workspace coverage")
			got, err = receipt.Revalidate(explicit, now)
			require.NoError(t, err)
			assert.Equal(t, c.explicit, got, "explicit coverage")
		})
	}
}

func TestRevalidateNeverLeavesTheRoot(t *testing.T) {
	m, err := receipt.ParseManifest([]byte(strings.Replace(oneFile, `"a"`, `"../a"`, 1)))
	require.NoError(t, err)
	got, err := receipt.Revalidate(m, tree())
	require.NoError(t, err)
	assert.Equal(t, receipt.Revalidation{Unreachable: []string{"../a"}}, got)
}

// brokenFS fails to open or to look at one file.
type brokenFS struct{ fstest.MapFS }

var errHost = errors.New("/srv/host/secret: broken")

func (f brokenFS) Open(name string) (fs.File, error) {
	if name == "index.md" {
		return nil, errHost
	}
	return f.MapFS.Open(name)
}

func TestUnreadableFilesAreErrors(t *testing.T) {
	m, err := receipt.WorkspaceManifest(tree())
	require.NoError(t, err)
	for name, call := range map[string]func() error{
		"revalidate": func() error { _, err := receipt.Revalidate(m, brokenFS{tree()}); return err },
		"workspace":  func() error { _, err := receipt.WorkspaceManifest(brokenFS{tree()}); return err },
		"explicit":   func() error { _, err := receipt.ExplicitManifest(brokenFS{tree()}, "index.md"); return err },
	} {
		err := call()
		var read *receipt.ReadError
		require.ErrorAs(t, err, &read, name)
		assert.Equal(t, "index.md", read.Path, name)
		require.ErrorIs(t, err, errHost, name)
		assert.NotContains(t, err.Error(), "/srv", "C-52: no path of the host in a text")
	}
	_, err = receipt.Revalidate(receipt.Manifest{}, tree())
	assert.Equal(t, []string{"files"}, problems(t, err), "the zero manifest is none")
}

func TestManifestsAreMadeOfRegularFiles(t *testing.T) {
	files := tree()
	files["link"] = &fstest.MapFile{Data: []byte("index.md"), Mode: fs.ModeSymlink}
	_, err := receipt.WorkspaceManifest(files)
	assert.Equal(t, []string{"link"}, problems(t, err))
	_, err = receipt.ExplicitManifest(files, "../x", "bin")
	assert.Equal(t, []string{"../x", "bin"}, problems(t, err))
	_, err = receipt.ExplicitManifest(files)
	assert.Equal(t, []string{"files"}, problems(t, err), "nothing is named")
	_, err = receipt.ExplicitManifest(files, "absent")
	require.ErrorIs(t, err, fs.ErrNotExist)
	empty, err := receipt.WorkspaceManifest(fstest.MapFS{})
	require.NoError(t, err)
	assert.Empty(t, empty.Files)
}

// FuzzReaders holds for all readers: no panic, an error says where, and what
// is accepted is accepted again once it is written canonically, with the same
// digest.
func FuzzReaders(f *testing.F) {
	f.Add([]byte(oneFile))
	f.Add([]byte(`{"version":1,"files":[],"totalBytes":0,"source":"workspace"}`))
	f.Add([]byte(`{"version":1,"runId":"run:1","generatedAt":"2026-08-20T12:00:00Z","outputs":["a"]}`))
	f.Add([]byte(`{"repositoryId":"1","fullName":"a/b","url":"https://a.b","defaultBranch":"m","commitSha":"` + sha1a + `","baseSha":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := receipt.ParseManifest(data); err != nil {
			problems(t, err)
		} else {
			text, err := m.JSON()
			require.NoError(t, err)
			require.True(t, json.Valid(text))
			again, err := receipt.ParseManifest(text)
			require.NoError(t, err)
			require.Equal(t, m, again)
			one, err := m.Digest()
			require.NoError(t, err)
			two, err := again.Digest()
			require.NoError(t, err)
			require.Equal(t, one, two)
		}
		if p, err := receipt.ParsePublication(data); err != nil {
			problems(t, err)
		} else {
			text, err := p.JSON()
			require.NoError(t, err)
			again, err := receipt.ParsePublication(text)
			require.NoError(t, err)
			require.Equal(t, p, again)
		}
		if _, err := receipt.ParseDeclared(data); err != nil {
			problems(t, err)
		}
	})
}
