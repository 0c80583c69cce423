package proberun_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/examples/proberun"
	"github.com/handfast-go/handfast/probe"
)

// echo tells what it was asked for.
func echo(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/moved":
		http.SetCookie(w, &http.Cookie{Name: "id", Value: "1"})
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	case "/packed":
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, "unpacked")
		_ = z.Close()
	case "/broken":
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "half")
	case "/long":
		_, _ = io.WriteString(w, strings.Repeat("x", 5000))
	case "/none":
		w.WriteHeader(http.StatusNoContent)
	default:
		w.WriteHeader(http.StatusTeapot)
		_, _ = fmt.Fprintf(w, "%s %s cookies=%d", r.Method, r.RequestURI, len(r.Cookies()))
	}
}

func TestRequest(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(echo))
	defer server.Close()
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1") // a proxy of the environment is not asked
	for _, c := range []struct {
		base, method, path string
		status             int
		body               string
	}{
		{"", "GET", "/a", 418, "GET /a cookies=0"},
		{"", "POST", "/a?b=1&c=%20", 418, "POST /a?b=1&c=%20 cookies=0"},
		{"", "GET", "a", 418, "GET /a cookies=0"},
		{"", "GET", "", 418, "GET / cookies=0"},
		{"", "GET", "/a%2Fb/c d", 418, "GET /a%2Fb/c%20d cookies=0"},
		{"", "GET", "/\u00e9#\"\x00?a b#", 418, "GET /%C3%A9%23%22%00?a%20b%23 cookies=0"},
		{"", "GET", "/a[1]|b?c[]=^", 418, "GET /a%5B1%5D%7Cb?c%5B%5D=%5E cookies=0"},
		{"", "GET", "//other.example/x", 418, "GET //other.example/x cookies=0"},
		{"", "GET", "@other.example/", 418, "GET /@other.example/ cookies=0"},
		{"", "GET", "http://other.example/x", 418, "GET /http://other.example/x cookies=0"},
		{"/app/", "GET", "/a?q", 418, "GET /app/a?q cookies=0"},
		{"/app", "GET", "/a", 418, "GET /app/a cookies=0"},
		{"", "GET", "/moved", 302, "<a href=\"/elsewhere\">Found</a>.\n\n"},
		{"", "GET", "/none", 204, ""},
		{"", "HEAD", "/a", 418, ""},
	} {
		t.Run(c.method+" "+c.base+c.path, func(t *testing.T) {
			got, err := newRunner(t, proberun.WithBaseURL(server.URL+c.base)).
				Request(t.Context(), probe.HTTP{Method: c.method, Path: c.path}, plenty)
			require.NoError(t, err)
			assert.Equal(t, c.status, got.Status)
			assert.Equal(t, c.body, string(got.Body))
		})
	}
	r := newRunner(t, proberun.WithBaseURL(server.URL))
	t.Run("what is packed stays so", func(t *testing.T) {
		got, err := r.Request(t.Context(), probe.HTTP{Method: "GET", Path: "/packed"}, plenty)
		require.NoError(t, err)
		assert.Equal(t, "\x1f\x8b", string(got.Body[:2]))
	})
	t.Run("a long body is cut behind the limit", func(t *testing.T) {
		got, err := r.Request(t.Context(), probe.HTTP{Method: "GET", Path: "/long"}, 100)
		require.NoError(t, err)
		assert.Len(t, got.Body, 101)
	})
	for _, bad := range []probe.HTTP{
		{Method: "GET", Path: "/broken"},
		{Method: "GE T", Path: "/a"},
		{Method: "GET", Path: "/%zz"},
	} {
		_, err := r.Request(t.Context(), bad, plenty)
		require.Error(t, err, "%v", bad)
	}
	server.Close()
	_, err := r.Request(t.Context(), probe.HTTP{Method: "GET", Path: "/"}, plenty)
	assert.ErrorContains(t, err, "there was no response")
}

func TestBaseURL(t *testing.T) {
	for _, bad := range []string{"127.0.0.1:80", "ftp://h/", "http://", "http://h:x/", "/a"} {
		_, err := proberun.New(proberun.WithBaseURL(bad))
		require.Error(t, err, bad)
	}
	_, err := newRunner(t).Request(t.Context(), probe.HTTP{Method: "GET", Path: "/"}, plenty)
	assert.ErrorIs(t, err, proberun.ErrNoBaseURL)
}
