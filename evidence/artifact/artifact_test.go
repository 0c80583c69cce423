package artifact_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/evidence/artifact"
)

// openRoot opens a root in a folder of its own and returns the folder above it.
func openRoot(tb testing.TB, opts ...artifact.Option) (root *artifact.Root, base string) {
	tb.Helper()
	base, err := filepath.EvalSymlinks(tb.TempDir())
	require.NoError(tb, err)
	root, err = artifact.OpenRoot(filepath.Join(base, "evidence"), opts...)
	require.NoError(tb, err)
	tb.Cleanup(func() { require.NoError(tb, root.Close()) })
	return root, base
}

func place() artifact.Place {
	return artifact.Place{Workspace: "shop", Brief: "checkout", ACID: "AC-1"}
}

// files lists all files under dir, temporary ones too.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found = append(found, path)
		}
		return err
	}))
	return found
}

func TestMint_E17(t *testing.T) {
	root, base := openRoot(t)
	content := strings.Repeat("line é\n", 10_000)
	file, err := root.Mint(t.Context(), place(), ".tar.gz", iotest.OneByteReader(strings.NewReader(content)))
	require.NoError(t, err)
	digest := sha256.Sum256([]byte(content))
	assert.Equal(t, int64(len(content)), file.SizeBytes)
	assert.Equal(t, hex.EncodeToString(digest[:]), file.SHA256)
	assert.Equal(t, filepath.Join(base, "evidence", "shop", "checkout", "AC-1"), filepath.Dir(file.Path))
	assert.Regexp(t, `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.tar\.gz$`, filepath.Base(file.Path))
	assert.Equal(t, []string{file.Path}, files(t, base), "no temporary file stays")
	info, err := os.Stat(file.Path)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), info.Mode())
	require.NoError(t, root.Check(file.Path))

	opened, err := root.Open(file.Path)
	require.NoError(t, err)
	got, err := io.ReadAll(opened)
	require.NoError(t, err)
	require.NoError(t, opened.Close())
	assert.Equal(t, content, string(got))

	other, err := root.Mint(t.Context(), place(), "", strings.NewReader(""))
	require.NoError(t, err)
	assert.NotEqual(t, file.Path, other.Path)
	assert.Equal(t, int64(0), other.SizeBytes)
}

func TestMintRefusesPlaces_E17(t *testing.T) {
	root, base := openRoot(t)
	for _, bad := range []string{"", " ", ".", "..", "a/b", `a\b`, "/", "../x", "a\x00", "a\nb", "\x1b", "\xff", strings.Repeat("x", 129)} {
		for part, spoil := range map[string]func(*artifact.Place){
			"workspace":            func(p *artifact.Place) { p.Workspace = bad },
			"brief":                func(p *artifact.Place) { p.Brief = bad },
			"acceptance criterion": func(p *artifact.Place) { p.ACID = bad },
		} {
			p := place()
			spoil(&p)
			_, err := root.Mint(t.Context(), p, "", strings.NewReader("x"))
			var refused *artifact.PlaceError
			require.ErrorAs(t, err, &refused, "%s %q", part, bad)
			assert.Equal(t, part, refused.Part)
			assert.NotContains(t, err.Error(), base)
		}
	}
	for _, ext := range []string{"txt", "./x", ".a/b", ".a b", ".é", ".a\x00", "." + strings.Repeat("x", 16)} {
		_, err := root.Mint(t.Context(), place(), ext, strings.NewReader("x"))
		var refused *artifact.PlaceError
		require.ErrorAs(t, err, &refused, ext)
		assert.Equal(t, "extension", refused.Part)
	}
	for _, good := range []string{"..x", "...", " x ", "é", "a b", "$X", "-", strings.Repeat("x", 128)} {
		_, err := root.Mint(t.Context(), artifact.Place{Workspace: good, Brief: good, ACID: good}, ".", strings.NewReader("x"))
		require.NoError(t, err, good)
	}
}

// TestMintLeavesNothing_E17 breaks each kind of writing off.
func TestMintLeavesNothing_E17(t *testing.T) {
	root, base := openRoot(t, artifact.WithMaxBytes(10))
	boom := errors.New("boom")
	_, err := root.Mint(t.Context(), place(), "", io.MultiReader(strings.NewReader("x"), iotest.ErrReader(boom)))
	require.ErrorIs(t, err, boom)
	_, err = root.Mint(t.Context(), place(), "", strings.NewReader("12345678901"))
	require.ErrorIs(t, err, artifact.ErrTooLarge)
	ctx, cancel := context.WithCancel(t.Context())
	_, err = root.Mint(ctx, place(), "", io.MultiReader(strings.NewReader("x"), readerFunc(func([]byte) (int, error) {
		cancel()
		return 0, nil
	})))
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, files(t, base))
	file, err := root.Mint(t.Context(), place(), "", strings.NewReader("1234567890"))
	require.NoError(t, err, "exactly the limit")
	assert.Equal(t, []string{file.Path}, files(t, base))

	blocked := filepath.Join(base, "evidence", "blocked")
	require.NoError(t, os.WriteFile(blocked, nil, 0o600))
	_, err = root.Mint(t.Context(), artifact.Place{Workspace: "blocked", Brief: "b", ACID: "a"}, "", strings.NewReader("x"))
	require.Error(t, err)
	assert.NotContains(t, err.Error(), base, "C-52")
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestMintStaysInside_E17 plants a link out of the root where a folder belongs.
func TestMintStaysInside_E17(t *testing.T) {
	root, base := openRoot(t)
	outside := filepath.Join(base, "outside")
	require.NoError(t, os.Mkdir(outside, 0o700))
	require.NoError(t, os.Symlink(outside, filepath.Join(base, "evidence", "shop")))
	_, err := root.Mint(t.Context(), place(), "", strings.NewReader("x"))
	require.Error(t, err)
	assert.NotContains(t, err.Error(), base, "C-52")
	assert.Empty(t, files(t, outside))
}

func TestMintConcurrently_E17(t *testing.T) {
	root, base := openRoot(t)
	var group sync.WaitGroup
	for range 32 {
		group.Go(func() {
			_, err := root.Mint(t.Context(), place(), ".txt", strings.NewReader("x"))
			assert.NoError(t, err)
		})
	}
	group.Wait()
	assert.Len(t, files(t, base), 32)
}

func TestResolve_E17(t *testing.T) {
	root, base := openRoot(t)
	inside := filepath.Join(base, "evidence")
	link := func(target, name string) { require.NoError(t, os.Symlink(target, filepath.Join(base, name))) }
	require.NoError(t, os.MkdirAll(filepath.Join(inside, "w"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(inside, "f.txt"), nil, 0o600))
	link("/etc", "evidence/w/out")
	link(inside+"/z", "evidence/w/in")
	link("../../x", "evidence/w/relative-out")
	link("../f.txt", "evidence/w/relative-in")
	link(inside+"/none", "evidence/w/dangling")
	link(base+"/none", "evidence/w/dangling-out")
	link(inside+"/b", "evidence/a")
	link(inside+"/a", "evidence/b")
	link(inside+"/w", "side")
	link("w/../../evidence/w", "evidence/round")
	link(".", "evidence/self")

	for path, want := range map[string]string{
		"evidence/x":                   "x",
		"evidence/w/b/AC-1/x.bin":      "w/b/AC-1/x.bin",
		"evidence//x/./y/../z":         "x/z",
		"evidence/..x":                 "..x",
		"evidence/w/in":                "z",
		"evidence/w/in/../q":           "w/q",
		"evidence/w/relative-in":       "f.txt",
		"evidence/w/dangling":          "none",
		"evidence/f.txt/below":         "f.txt/below",
		"evidence/f.txt/../g":          "g",
		"side":                         "w",
		"side/f":                       "w/f",
		"evidence/round/f":             "w/f",
		"evidence/self/self/x":         "x",
		"evidence":                     "",
		"evidence/":                    "",
		"evidence/.":                   "",
		"evidence/self":                "",
		"evidence/a/x":                 "",
		"evidence/w/out":               "",
		"evidence/w/out/passwd":        "",
		"evidence/w/relative-out":      "",
		"evidence/w/dangling-out":      "",
		"evidence/../x":                "",
		"evidences/x":                  "",
		"Evidence/x":                   "",
		"evidence/" + longName:         "",
		"evidence/x\x00":               "",
		"evidence/../evidence":         "",
		"evidence/../evidence/":        "",
		"evidence/w/../../evidence/ok": "ok",
	} {
		claimed := base + "/" + path
		name, err := root.Resolve(claimed)
		if want != "" {
			require.NoError(t, err, path)
			assert.Equal(t, filepath.FromSlash(want), name, path)
			require.NoError(t, root.Check(claimed))
			continue
		}
		var refused *artifact.PathError
		require.ErrorAs(t, err, &refused, path)
		assert.Equal(t, claimed, refused.Path)
	}
	for _, claimed := range []string{"", "x", "evidence/x", "./x", "../x", `C:\x`, "/", "//", "/etc/passwd", "~/x"} {
		_, err := root.Resolve(claimed)
		var refused *artifact.PathError
		require.ErrorAs(t, err, &refused, claimed)
		assert.NotContains(t, err.Error(), base, "C-52: only the claimed path is named")
	}
}

// longName is longer than a file name may be: whether it is below the root
// cannot be told.
var longName = strings.Repeat("x", 5000)

func TestRootBehindALink_E17(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(base, "real", "ev"), 0o700))
	require.NoError(t, os.Symlink(filepath.Join(base, "real", "ev"), filepath.Join(base, "evidence")))
	root, err := artifact.OpenRoot(filepath.Join(base, "evidence"))
	require.NoError(t, err)
	defer func() { require.NoError(t, root.Close()) }()
	require.NoError(t, root.Check(filepath.Join(base, "evidence", "x")))
	require.NoError(t, root.Check(filepath.Join(base, "real", "ev", "x")))
	require.Error(t, root.Check(filepath.Join(base, "real", "ev")))
	require.Error(t, root.Check(filepath.Join(base, "evidence")))
	file, err := root.Mint(t.Context(), place(), "", strings.NewReader("x"))
	require.NoError(t, err)
	require.NoError(t, root.Check(file.Path))
}

func TestOpenAndRemove_E17(t *testing.T) {
	root, base := openRoot(t)
	file, err := root.Mint(t.Context(), place(), "", strings.NewReader("x"))
	require.NoError(t, err)
	require.NoError(t, os.Symlink(file.Path, filepath.Join(base, "evidence", "link")))
	require.NoError(t, os.WriteFile(filepath.Join(base, "outside"), []byte("secret"), 0o600))

	opened, err := root.Open(filepath.Join(base, "evidence", "link"))
	require.NoError(t, err, "a link inside")
	require.NoError(t, opened.Close())
	for _, path := range []string{filepath.Join(base, "outside"), filepath.Join(base, "evidence"), filepath.Dir(file.Path), "x"} {
		_, err := root.Open(path)
		var refused *artifact.PathError
		require.ErrorAs(t, err, &refused, path)
	}
	missing := filepath.Join(base, "evidence", "missing")
	_, err = root.Open(missing)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorIs(t, root.Remove(missing), fs.ErrNotExist)
	require.Error(t, root.Remove(filepath.Join(base, "outside")))
	require.NoError(t, root.Remove(file.Path))
	_, err = root.Open(file.Path)
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func TestOpenRootFails_C52(t *testing.T) {
	base := t.TempDir()
	blocked := filepath.Join(base, "file")
	require.NoError(t, os.WriteFile(blocked, nil, 0o600))
	_, err := artifact.OpenRoot(filepath.Join(blocked, "evidence"))
	require.Error(t, err)
	assert.NotContains(t, err.Error(), base)
	_, err = artifact.OpenRoot(blocked)
	require.Error(t, err)
	assert.NotContains(t, err.Error(), base)
}

func TestDeposit_E19(t *testing.T) {
	root, base := openRoot(t)
	small := evidence.Row{BriefID: 7, ACID: "AC-1", Type: evidence.CommandOutput, Text: strings.Repeat("x", evidence.MaxInlineText), Key: "k"}
	stored, minted, err := artifact.Deposit(t.Context(), nil, place(), small)
	require.NoError(t, err)
	assert.False(t, minted)
	assert.Equal(t, small, stored)

	large := small
	large.Text += "y"
	_, _, err = artifact.Deposit(t.Context(), nil, place(), large)
	require.ErrorIs(t, err, artifact.ErrNoRoot)
	_, _, err = artifact.Deposit(t.Context(), root, artifact.Place{}, large)
	var refused *artifact.PlaceError
	require.ErrorAs(t, err, &refused)
	assert.Empty(t, files(t, base))

	stored, minted, err = artifact.Deposit(t.Context(), root, place(), large)
	require.NoError(t, err)
	assert.True(t, minted)
	content, err := os.ReadFile(stored.ArtifactPath)
	require.NoError(t, err)
	assert.True(t, bytes.Equal([]byte(large.Text), content))
	again, _, err := artifact.Deposit(t.Context(), root, place(), large)
	require.NoError(t, err)
	assert.True(t, stored.SameContent(again), "two deposits of the same text are the same content")
	stored.ArtifactPath, stored.SHA256, stored.SizeBytes, stored.Text = "", "", 0, large.Text
	assert.Equal(t, large, stored, "nothing else changes")
}

func FuzzResolve(f *testing.F) {
	for _, seed := range []string{
		"{ROOT}/x", "{ROOT}", "{ROOT}/../x", "{ROOT}/in/../out", "{ROOT}/out/x", "/", "", "x", "{ROOT}//./a\x00b", "{ROOT}/loop/x", "{ROOT}/../evidence/ok", `{ROOT}\x`,
	} {
		f.Add(seed)
	}
	root, base := openRoot(f)
	inside := filepath.Join(base, "evidence")
	for name, target := range map[string]string{"in": inside + "/z", "out": base, "loop": inside + "/loop", "up": "..", "dot": "."} {
		require.NoError(f, os.Symlink(target, filepath.Join(inside, name)))
	}
	f.Fuzz(func(t *testing.T, claimed string) {
		claimed = strings.ReplaceAll(claimed, "{ROOT}", inside)
		name, err := root.Resolve(claimed)
		if err != nil {
			var refused *artifact.PathError
			require.ErrorAs(t, err, &refused)
			if !strings.Contains(claimed, base) {
				assert.NotContains(t, err.Error(), base)
			}
			return
		}
		assert.True(t, filepath.IsAbs(claimed))
		assert.True(t, filepath.IsLocal(name), name)
		assert.NotEqual(t, ".", name)
		// What is accepted is accepted again under its own name.
		again, err := root.Resolve(filepath.Join(inside, name))
		require.NoError(t, err)
		assert.Equal(t, name, again)
		// The system agrees, as far as the path exists.
		if real, err := filepath.EvalSymlinks(claimed); err == nil && filepath.Clean(claimed) == claimed {
			assert.Equal(t, filepath.Join(inside, name), real)
		}
	})
}
