//go:build unix && !aix && !solaris && !illumos

package trace

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const goodText = `{"id":"x","endedAt":"now","result":{}}`

// place makes something at a path.
type place func(t *testing.T, path string)

func regular(text string) place {
	return func(t *testing.T, path string) {
		t.Helper()
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
}

func linkTo(target place) place {
	return func(t *testing.T, path string) {
		t.Helper()
		target(t, path+".target")
		require.NoError(t, os.Symlink(path+".target", path))
	}
}

func pipe(t *testing.T, path string) {
	t.Helper()
	require.NoError(t, syscall.Mkfifo(path, 0o600))
}

func directory(t *testing.T, path string) {
	t.Helper()
	require.NoError(t, os.Mkdir(path, 0o700))
}

func socket(t *testing.T, path string) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", path)
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
}

func nothing(*testing.T, string) {}

// TestReadFilePlaces is T-8: what is no regular file ends in its error at once,
// and no error shows the path.
func TestReadFilePlaces(t *testing.T) {
	for _, c := range []struct {
		name string
		at   place
		want Code
	}{
		{"a file", regular(goodText), ""},
		{"an empty file", regular(""), ErrNotObject},
		{"nothing", nothing, ErrAbsent},
		{"a directory", directory, ErrNotRegular},
		{"a pipe that nobody writes", pipe, ErrNotRegular},
		{"a socket", socket, ErrNotRegular},
		{"a link to a file", linkTo(regular(goodText)), ErrNotRegular},
		{"a link to a pipe", linkTo(pipe), ErrNotRegular},
		{"a link to nothing", linkTo(nothing), ErrNotRegular},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := shortDir(t)
			path := filepath.Join(dir, "t")
			c.at(t, path)
			_, err := ReadFile(path, CoordinatorSpec())
			assertCode(t, dir, c.want, err)
			_, err = ReadFS(os.DirFS(dir), "t", CoordinatorSpec())
			assertCode(t, dir, c.want, err)
			var last error
			for _, last = range ReadEventsFile(path) {
			}
			assertCode(t, dir, c.want, last)
		})
	}
	_, err := ReadFile(os.DevNull, CoordinatorSpec())
	require.ErrorIs(t, err, ErrNotRegular, "a device")
	_, err = ReadFile("", CoordinatorSpec())
	require.ErrorIs(t, err, ErrAbsent)
	_, err = ReadFile("a\x00b", CoordinatorSpec())
	require.ErrorIs(t, err, ErrUnreadable)
	_, err = ReadFS(os.DirFS("."), "../up", CoordinatorSpec())
	require.ErrorIs(t, err, ErrUnreadable)
	_, err = ReadFS(nil, "t", CoordinatorSpec())
	require.ErrorIs(t, err, ErrUnreadable)
}

// shortDir is a directory whose name leaves room for the name of a socket.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "hf") //nolint:usetesting // t.TempDir makes names that are too long for a socket
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	return dir
}

func assertCode(t *testing.T, dir string, want Code, err error) {
	t.Helper()
	if want == "" {
		require.NoError(t, err)
		return
	}
	require.ErrorIs(t, err, want)
	assert.NotContains(t, err.Error(), dir, "T-7: no path")
	assert.NotContains(t, err.Error(), filepath.Base(dir), "T-7: no path")
	_, isPath := errors.AsType[*fs.PathError](err)
	assert.False(t, isPath, "T-7: not in the chain either")
}

// TestReplacedBetweenTheChecks is T-8: what was looked at is not what is opened.
func TestReplacedBetweenTheChecks(t *testing.T) {
	huge := regular(`{"id":"` + strings.Repeat("x", 1000) + `"}`)
	for _, c := range []struct {
		name string
		by   place
		want Code
	}{
		{"nothing", nothing, ErrAbsent},
		{"a directory", directory, ErrNotRegular},
		{"a pipe", pipe, ErrNotRegular},
		{"a socket", socket, ErrNotRegular},
		{"a link to a file", linkTo(regular(goodText)), ErrNotRegular},
		{"a link to a pipe", linkTo(pipe), ErrNotRegular},
		{"a link to a device", func(t *testing.T, path string) {
			t.Helper()
			require.NoError(t, os.Symlink(os.DevNull, path))
		}, ErrNotRegular},
		{"a file that is too long", huge, ErrOverCeiling},
		{"another file", regular(`{"id":"y"}`), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := shortDir(t)
			path := filepath.Join(dir, "t")
			replace := func(cfg *config) {
				cfg.limits.Document = 100
				cfg.pause = func() {
					require.NoError(t, os.RemoveAll(path))
					c.by(t, path)
				}
			}
			regular(goodText)(t, path)
			fields, err := ReadFile(path, CoordinatorSpec(), replace)
			assertCode(t, dir, c.want, err)
			if readError, ok := errors.AsType[*ReadError](err); ok {
				assert.Equal(t, int64(-1), readError.Offset, "T-8: refused before a byte is read")
			}
			if c.want == "" {
				id, _ := fields.Text("id")
				assert.Equal(t, "y", id, "one descriptor, one file")
			}
		})
	}
}

// TestReadFSLooksTwice: a link that is put in a file's place shows as another
// file.
func TestReadFSLooksTwice(t *testing.T) {
	for name, by := range map[string]place{
		"a link to a file": linkTo(regular(goodText)),
		"a directory":      directory,
		"another file":     regular(`{"id":"y"}`),
	} {
		dir := shortDir(t)
		path := filepath.Join(dir, "t")
		regular(goodText)(t, path)
		_, err := ReadFS(os.DirFS(dir), "t", CoordinatorSpec(), func(cfg *config) {
			cfg.pause = func() {
				require.NoError(t, os.Rename(path, path+".old"))
				by(t, path)
			}
		})
		require.ErrorIs(t, err, ErrNotRegular, name)
	}
}

// TestFileThatGrows is T-6: the ceiling holds for the bytes that are read, and
// not for the size that was seen.
func TestFileThatGrows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t")
	regular(`{"id":"x","pad":"`)(t, path)
	p := newProjection()
	defer p.release()
	require.NoError(t, p.configure(CoordinatorSpec(), []Option{WithLimits(Limits{Document: 1000})}))
	require.NoError(t, p.file.open(path, &p.config))
	defer p.file.close()
	regular(`{"id":"x","pad":"`+strings.Repeat("x", 10_000)+`"}`)(t, path)
	_, err := p.read(&p.file)
	require.ErrorIs(t, err, ErrOverCeiling)
	readError, _ := errors.AsType[*ReadError](err)
	assert.Equal(t, int64(1000), readError.Offset)
}

func TestReadFSWithoutLinks(t *testing.T) {
	fsys := fstest.MapFS{
		"good": {Data: []byte(goodText)},
		"dir":  {Mode: fs.ModeDir},
		"link": {Data: []byte("good"), Mode: fs.ModeSymlink},
		"long": {Data: []byte(`{"id":"` + strings.Repeat("x", 100) + `"}`)},
	}
	limits := WithLimits(Limits{Document: 50})
	for name, want := range map[string]Code{"good": "", "dir": ErrNotRegular, "link": ErrNotRegular, "long": ErrOverCeiling, "none": ErrAbsent} {
		_, err := ReadFS(fsys, name, CoordinatorSpec(), limits)
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorIs(t, err, want, name)
	}
	_, err := ReadFS(secretFS{}, "t", CoordinatorSpec())
	require.ErrorIs(t, err, ErrUnreadable)
	assert.NotContains(t, err.Error(), "tenant", "T-7: no path")
	require.ErrorContains(t, err, syscall.EIO.Error())
}

// secretFS puts paths into its errors, one in the other.
type secretFS struct{}

func (secretFS) Open(string) (fs.File, error) {
	inner := &fs.PathError{Op: "open", Path: "/srv/tenant", Err: syscall.EIO}
	return nil, &fs.PathError{Op: "open", Path: "/mnt/tenant", Err: inner}
}
