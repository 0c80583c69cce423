package proberun_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/examples/proberun"
	"github.com/handfast-go/handfast/probe"
)

const testdata = "../testdata"

func newBrowserRunner(t *testing.T, opts ...proberun.Option) *proberun.Runner {
	t.Helper()
	return newRunner(t, append([]proberun.Option{proberun.WithDir(testdata), proberun.WithBrowser(onPath(t, "chromium")), proberun.WithPatience(time.Minute)}, opts...)...)
}

// TestInteractions drives every kind of interaction with real input.
func TestInteractions(t *testing.T) {
	got, err := newBrowserRunner(t).Browse(t.Context(), probe.Web{
		File: "form.html", Smoke: "log",
		Interactions: []probe.Interaction{
			{Type: probe.Type, Selector: "#name", Text: "Ab"},
			{Type: probe.KeyPress, Key: "Backspace"},
			{Type: probe.Click, Selector: "#deep"},
			{Type: probe.RightClick, Selector: "#deep"},
			{Type: probe.Select, Selector: "#size", Value: "12"},
			{Type: probe.Upload, Selector: "#file", Files: []string{"note.txt"}},
			{Type: probe.KeyDown, Key: "Shift"},
			{Type: probe.KeyPress, Selector: "#name", Key: "X"},
			{Type: probe.KeyUp, Key: "Shift"},
			{Type: probe.KeyDown, Key: "Control"},
			{Type: probe.KeyPress, Key: "z"},
			{Type: probe.KeyUp, Key: "Control"},
			{Type: probe.KeyPress, Key: "Space"},
			{Type: probe.Click, Selector: "#ask"},
		},
	}, plenty)
	require.NoError(t, err)
	assert.JSONEq(t, `["keydown shift A","input A","keyup shift A","keydown b","input Ab","keyup b",
		"keydown Backspace","input A","keyup Backspace","click true","contextmenu 2","change 12","file note.txt a note",
		"keydown shift Shift","keydown shift X","input AX","keyup shift X","keyup Shift",
		"keydown ctrl Control","keydown ctrl z","input A","keyup ctrl z","keyup Control","keydown  ","input A ","keyup  ","asked false"]`, string(got.Value))
	assert.Equal(t, []string{
		`type #name "Ab"`, `keypress "Backspace"`, "click #deep", "rightclick #deep", `select #size "12"`, `upload #file "note.txt"`,
		`keydown "Shift"`, `keypress #name "X"`, `keyup "Shift"`, `keydown "Control"`, `keypress "z"`, `keyup "Control"`, `keypress "Space"`, "click #ask",
	}, got.Executed)
	assert.Zero(t, got.ConsoleErrors)
	assert.Zero(t, got.FailedRequests)
}

// TestElementThatIsNotThere: an interaction that a page cannot take ends the
// interactions, and is no error.
func TestElementThatIsNotThere(t *testing.T) {
	for _, selector := range []string{"#absent", "#hidden"} {
		t.Run(selector, func(t *testing.T) {
			got, err := newBrowserRunner(t, proberun.WithPatience(500*time.Millisecond)).Browse(t.Context(), probe.Web{
				File: "form.html", Smoke: "log.length",
				Interactions: []probe.Interaction{{Type: probe.Click, Selector: selector}, {Type: probe.Click, Selector: "#deep"}},
			}, plenty)
			require.NoError(t, err)
			assert.Empty(t, got.Executed)
			assert.Equal(t, "0", string(got.Value))
		})
	}
	for name, step := range map[string]probe.Interaction{
		"no such option":  {Type: probe.Select, Selector: "#size", Value: "13"},
		"disabled option": {Type: probe.Select, Selector: "#size", Value: "99"},
		"no selection":    {Type: probe.Select, Selector: "#name", Value: "12"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := newBrowserRunner(t).Browse(t.Context(), probe.Web{
				File: "form.html", Smoke: "log.length",
				Interactions: []probe.Interaction{{Type: probe.Click, Selector: "#deep"}, step, {Type: probe.Click, Selector: "#deep"}},
			}, plenty)
			require.NoError(t, err)
			assert.Equal(t, []string{"click #deep"}, got.Executed)
			assert.Equal(t, "1", string(got.Value))
		})
	}
}

// TestWhatCannotBeDriven: what is wrong with the interactions themselves is an
// error, and no page is opened for it.
func TestWhatCannotBeDriven(t *testing.T) {
	r := newBrowserRunner(t)
	for name, step := range map[string]probe.Interaction{
		"is no file":               {Type: probe.Upload, Selector: "#file", Files: []string{"tally"}},
		"no such file":             {Type: probe.Upload, Selector: "#file", Files: []string{"absent.txt"}},
		"path escapes from parent": {Type: probe.Upload, Selector: "#file", Files: []string{"../go.mod"}},
		"no such key":              {Type: probe.KeyPress, Key: "Return to sender"},
		"no such interaction":      {Type: "drag", Selector: "#deep"},
		"DOM Error":                {Type: probe.Click, Selector: "#1"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.Browse(t.Context(), probe.Web{File: "form.html", Smoke: "1", Interactions: []probe.Interaction{step}}, plenty)
			require.ErrorContains(t, err, name)
			assert.ErrorContains(t, err, "interaction 0 ("+string(step.Type))
		})
	}
}

// site is a server with one page for each name.
func site(t *testing.T, pages map[string]string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html>" + body))
	}))
	t.Cleanup(s.Close)
	return s
}

// TestSmoke: the value is what JSON.stringify makes of it, and a promise is
// awaited.
func TestSmoke(t *testing.T) {
	t.Parallel()
	r := newBrowserRunner(t, proberun.WithBaseURL(site(t, map[string]string{"/": "<title>T</title>"}).URL))
	for smoke, want := range map[string]string{
		"document.title + (1 + 1) // a comment":                          `"T2"`,
		`[{a: undefined, b: 'x'}, NaN, -0, "\ud800", null, new Date(0)]`: `[{"b":"x"},null,0,"\ud800",null,"1970-01-01T00:00:00.000Z"]`,
		"{a: 1}":                         `{"a":1}`,
		"1, 2":                           "2",
		"undefined":                      "",
		"() => 1":                        "",
		"10n":                            "",
		"window":                         "",
		"fetch('/').then(r => r.status)": "200",
		"typeof value + typeof arguments + typeof await": `"undefinedundefinedundefined"`,
	} {
		t.Run(smoke, func(t *testing.T) {
			t.Parallel()
			got, err := r.Browse(t.Context(), probe.Web{File: "/", Smoke: smoke}, plenty)
			require.NoError(t, err)
			assert.Equal(t, want, string(got.Value))
			assert.Zero(t, got.ConsoleErrors)
		})
	}
	for smoke, want := range map[string]string{
		"missing.name":                   "ReferenceError: missing is not defined",
		"Promise.reject(new Error('x'))": "Error: x",
		"(() => { throw 'text' })()":     "text",
	} {
		t.Run(smoke, func(t *testing.T) {
			t.Parallel()
			_, err := r.Browse(t.Context(), probe.Web{File: "/", Smoke: smoke}, plenty)
			require.ErrorContains(t, err, "the smoke threw: ")
			assert.ErrorContains(t, err, want)
		})
	}
}

// TestWhatGoesWrongInAPage: each fault counts once, as what it is.
func TestWhatGoesWrongInAPage(t *testing.T) {
	t.Parallel()
	r := newBrowserRunner(t, proberun.WithBaseURL(site(t, map[string]string{
		"/clean":     "<p>clean</p>",
		"/error":     "<script>console.error('a')</script>",
		"/assert":    "<script>console.assert(1 === 2); console.assert(true)</script>",
		"/mild":      "<script>console.warn('a'); console.log('b')</script>",
		"/throws":    "<script>throw new Error('a')</script>",
		"/rejects":   "<script>Promise.reject(new Error('a'))</script>",
		"/syntax":    "<script>let = = 1</script>",
		"/image":     "<img src=absent.png>",
		"/refused":   "<script>fetch('http://127.0.0.1:1/').catch(() => {})</script>",
		"/chain":     "<script>fetch('/clean').then(() => fetch('/absent')).then(() => fetch('/absent')).then(() => console.error('late'))</script>",
		"/onload":    "<script>addEventListener('load', () => fetch('/absent'))</script>",
		"/aborted":   "<script>const c = new AbortController(); fetch('/clean', {signal: c.signal}).catch(() => {}); c.abort()</script>",
		"/policy":    `<meta http-equiv="Content-Security-Policy" content="script-src 'none'"><script>1</script>`,
		"/loud/page": "<script>alert('a'); console.error(prompt('b'))</script>",
	}).URL))
	for file, want := range map[string][2]int{
		"clean": {0, 0}, "error": {1, 0}, "assert": {1, 0}, "mild": {0, 0}, "throws": {1, 0}, "rejects": {1, 0}, "syntax": {1, 0},
		"image": {0, 1}, "refused": {0, 1}, "chain": {1, 2}, "onload": {0, 1}, "aborted": {0, 0}, "policy": {1, 0}, "loud/page": {1, 0},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			got, err := r.Browse(t.Context(), probe.Web{File: file, Smoke: "1"}, plenty)
			require.NoError(t, err)
			assert.Equal(t, want, [2]int{got.ConsoleErrors, got.FailedRequests})
		})
	}
}

// TestClicksAreFollowed: what a click sets off is over before the next step,
// another page included.
func TestClicksAreFollowed(t *testing.T) {
	r := newBrowserRunner(t, proberun.WithBaseURL(site(t, map[string]string{
		"/":     "<a id=to href=/next>to</a><form action=/next><button id=send name=b value=1>send</button></form>",
		"/next": "<title>Next</title><script>fetch('/absent')</script><button id=more onclick='document.title += \"!\"'>more</button>",
	}).URL))
	for _, id := range []string{"#to", "#send"} {
		t.Run(id, func(t *testing.T) {
			got, err := r.Browse(t.Context(), probe.Web{
				File: "/", Smoke: "document.title",
				Interactions: []probe.Interaction{{Type: probe.Click, Selector: id}, {Type: probe.Click, Selector: "#more"}},
			}, plenty)
			require.NoError(t, err)
			assert.Equal(t, `"Next!"`, string(got.Value))
			assert.Equal(t, 1, got.FailedRequests)
		})
	}
}

// TestPageThatNeverRests: a page that always has a request open is used as it is.
func TestPageThatNeverRests(t *testing.T) {
	ended := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wait" {
			<-ended
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<script>fetch('/wait')</script><button id=b onclick='document.title = 1'>b</button>"))
	}))
	defer s.Close()
	defer close(ended)
	got, err := newBrowserRunner(t, proberun.WithBaseURL(s.URL), proberun.WithPatience(3*time.Second)).Browse(t.Context(), probe.Web{
		File: "/", Smoke: "document.title", Interactions: []probe.Interaction{{Type: probe.Click, Selector: "#b"}},
	}, plenty)
	require.NoError(t, err)
	assert.Equal(t, `"1"`, string(got.Value))
}

// TestWherePagesComeFrom: below the base URL when there is one, unless a
// directory is named for them; else from the directory.
func TestWherePagesComeFrom(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "sub"), 0o700))
	for name, title := range map[string]string{"index.html": "file", "sub/index.html": "sub", "a b.html": "space"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("<title>"+title+"</title>"), 0o600))
	}
	require.NoError(t, os.Symlink("/etc/passwd", filepath.Join(dir, "link.html")))
	base := proberun.WithBaseURL(site(t, map[string]string{"/index.html": "<title>server</title>"}).URL)
	for _, c := range []struct {
		file, want string
		opts       []proberun.Option
	}{
		{"index.html", `"file /index.html"`, nil},
		{"./index.html", `"file /index.html"`, nil},
		{"index.html?a=1#b", `"file /index.html?a=1#b"`, nil},
		{"sub/", `"sub /sub/"`, nil},
		{"a b.html", `"space /a%20b.html"`, nil},
		{"index.html", `"server /index.html"`, []proberun.Option{base}},
		{"index.html", `"file /index.html"`, []proberun.Option{base, proberun.WithPages(dir)}},
	} {
		t.Run(c.file, func(t *testing.T) {
			got, err := newBrowserRunner(t, append(c.opts, proberun.WithDir(dir))...).
				Browse(t.Context(), probe.Web{File: c.file, Smoke: "document.title + ' ' + location.href.slice(location.origin.length)"}, plenty)
			require.NoError(t, err)
			assert.Equal(t, c.want, string(got.Value))
			assert.Zero(t, got.FailedRequests)
		})
	}
	for _, file := range []string{"absent.html", "link.html", "sub", "../../etc/passwd"} {
		_, err := newBrowserRunner(t, proberun.WithDir(dir)).Browse(t.Context(), probe.Web{File: file, Smoke: "1"}, plenty)
		require.ErrorContains(t, err, "status 404", file)
	}
	_, err := newBrowserRunner(t, proberun.WithDir(filepath.Join(dir, "absent"))).Browse(t.Context(), probe.Web{File: "index.html", Smoke: "1"}, plenty)
	assert.ErrorContains(t, err, "the pages")
}

// TestEachPageIsFresh: nothing that one entry stored is there for the next.
func TestEachPageIsFresh(t *testing.T) {
	r := newBrowserRunner(t, proberun.WithBaseURL(site(t, map[string]string{"/": "<p>a</p>"}).URL))
	for range 2 {
		got, err := r.Browse(t.Context(), probe.Web{
			File:  "/",
			Smoke: "(() => { const had = localStorage.length + document.cookie.length; localStorage.a = 1; document.cookie = 'a=1'; return had })()",
		}, plenty)
		require.NoError(t, err)
		assert.Equal(t, "0", string(got.Value))
	}
}

// TestCancelledPage: a page that does not load ends with its context.
func TestCancelledPage(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		cancel()
		<-ended
	}))
	defer s.Close()
	defer close(ended)
	_, err := newBrowserRunner(t, proberun.WithBaseURL(s.URL)).Browse(ctx, probe.Web{File: "/", Smoke: "1"}, plenty)
	require.ErrorIs(t, err, context.Canceled)
}

func TestNoBrowser(t *testing.T) {
	_, err := newRunner(t).Browse(t.Context(), probe.Web{File: "form.html", Smoke: "1"}, plenty)
	require.ErrorIs(t, err, proberun.ErrNoBrowser)
	_, err = newRunner(t, proberun.WithBrowser(filepath.Join(t.TempDir(), "absent")), proberun.WithDir(testdata)).
		Browse(t.Context(), probe.Web{File: "form.html", Smoke: "1"}, plenty)
	require.ErrorContains(t, err, "the browser cannot be started")
	_, err = newRunner(t, proberun.WithBrowser(onPath(t, "false")), proberun.WithDir(testdata)).
		Browse(t.Context(), probe.Web{File: "form.html", Smoke: "1"}, plenty)
	require.ErrorContains(t, err, "the browser cannot be started")
}

// TestLongTemporaryDirectory: the sockets of the browser have short names only.
func TestLongTemporaryDirectory(t *testing.T) {
	tmp := filepath.Join(t.TempDir(), strings.Repeat("long", 20))
	require.NoError(t, os.Mkdir(tmp, 0o700))
	t.Setenv("TMPDIR", tmp)
	got, err := newBrowserRunner(t).Browse(t.Context(), probe.Web{File: "form.html", Smoke: "1"}, plenty)
	require.NoError(t, err)
	assert.Equal(t, "1", string(got.Value))
}

// TestTidy: the temporary files of a browser go with it. The name of the test is
// part of a path, which must be short.
func TestTidy(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	_, err := newBrowserRunner(t).Browse(t.Context(), probe.Web{File: "form.html", Smoke: "1"}, plenty)
	require.NoError(t, err)
	left, err := os.ReadDir(tmp)
	require.NoError(t, err)
	assert.Empty(t, left)
}
