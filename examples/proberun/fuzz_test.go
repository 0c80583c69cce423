package proberun

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/handfast-go/handfast/probe"
)

// FuzzBelow: whatever a manifest has for a path, the request goes to the host of
// the base, below its path, and is one that net/http sends.
func FuzzBelow(f *testing.F) {
	for _, path := range []string{"", "/", "a?b=c", "//other/x", "@other/", "http://other/x", "/%2e%2e/", "/a b#\x00é", "/%zz", "/[1]|?{}", `\\host\x`} {
		f.Add(path)
	}
	base, err := parseBase("http://127.0.0.1:80/app%2F/")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, path string) {
		address, err := below(base, path)
		if err != nil {
			return // no percent escape
		}
		read, err := url.Parse(address.String())
		if err != nil {
			t.Fatalf("%q gives no URL: %v", path, err)
		}
		if read.Host != base.Host || !strings.HasPrefix(read.EscapedPath(), "/app%2F/") || read.Fragment != "" {
			t.Fatalf("%q leaves the base: %s", path, address)
		}
		if _, query, _ := strings.Cut(path, "?"); query != "" && read.RawQuery != escape(query) {
			t.Fatalf("%q has the query %q", path, read.RawQuery)
		}
		if _, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address.String(), http.NoBody); err != nil {
			t.Fatalf("%q gives no request: %v", path, err)
		}
	})
}

// FuzzListener: the port is that of the first complete line that has one, in
// whatever pieces the output comes.
func FuzzListener(f *testing.F) {
	f.Add("starting\nLISTENING_ON_PORT=80\nLISTENING_ON_PORT=81\n", 1)
	f.Add("LISTENING_ON_PORT=99999\nLISTENING_ON_PORT=1", 7)
	f.Add("x LISTENING_ON_PORT=2 y\r\n", 3)
	f.Fuzz(func(t *testing.T, output string, size int) {
		want := 0
		lines := strings.SplitAfter(output, "\n")
		for _, line := range lines[:len(lines)-1] {
			if port, ok := probe.ListeningPort(line[:min(len(line), maxLine)]); ok {
				want = port
				break
			}
		}
		l := &listener{port: make(chan int, 1)}
		w := l.stream()
		for rest := []byte(output); len(rest) > 0; {
			n := min(max(size, 1), len(rest))
			if _, err := w.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		got := 0
		select {
		case got = <-l.port:
		default:
		}
		if got != want {
			t.Fatalf("port %d, not %d", got, want)
		}
		if len(l.last) > maxLast || !strings.HasSuffix(output, string(l.last)) {
			t.Fatalf("%q is not the end of it", l.last)
		}
	})
}
