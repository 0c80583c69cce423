package proberun

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"
	"sync"
	"time"
)

// servePages serves a directory on a loopback port until it is closed. Nothing
// outside of the directory is served, by no name and through no link.
func servePages(ctx context.Context, dir string) (base *url.URL, closePages func(), err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("proberun: the pages: %w", err)
	}
	var listen net.ListenConfig
	on, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		_ = root.Close() // it was not used
		return nil, nil, fmt.Errorf("proberun: the pages: %w", err)
	}
	server := &http.Server{Handler: pages{root}, ReadHeaderTimeout: time.Minute}
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(on) }) // it ends by Close alone
	return &url.URL{Scheme: "http", Host: on.Addr().String()}, func() {
		_ = server.Close() // nobody waits for a response any more
		serving.Wait()
		_ = root.Close()
	}, nil
}

// pages serves the files of a directory under their own names: a file is not
// redirected to its directory, and a directory is its index.html or nothing.
type pages struct{ root *os.Root }

// ServeHTTP serves one file.
func (p pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if strings.HasSuffix(r.URL.Path, "/") {
		name = path.Join(name, "index.html")
	}
	file, err := p.root.Open(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer file.Close() //nolint:errcheck // it was only read
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	http.ServeContent(w, r, name, info.ModTime(), file)
}
