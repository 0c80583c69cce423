// Package tally is a small program to probe: a command line, and a server with
// a page. It adds numbers.
//
//	tally add N…    print the sum
//	tally serve     keep a total, at / as a page, at /total and /add?n=N as an API
//
// The variable TALLY_FAULT makes it go wrong in one way, as a change of its
// source might: exit, stdout, stderr, status, body, page, console, request,
// button, start.
package tally

import (
	_ "embed"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed page.html
var page string

// Main is the program: it ends the process.
func Main() { os.Exit(run(os.Args[1:], os.Getenv("TALLY_FAULT"), os.Stdout, os.Stderr)) }

func run(args []string, fault string, stdout, stderr io.Writer) int {
	switch {
	case len(args) > 1 && args[0] == "add":
		return add(args[1:], fault, stdout, stderr)
	case len(args) == 1 && args[0] == "serve":
		return serve(fault, stdout, stderr)
	}
	fmt.Fprintln(stderr, "usage: tally add N…, or tally serve")
	return 2
}

func add(numbers []string, fault string, stdout, stderr io.Writer) int {
	sum := 0
	for _, text := range numbers {
		n, err := strconv.Atoi(text)
		if err != nil {
			fmt.Fprintf(stderr, "tally: %q is no number\n", text)
			return 1
		}
		sum += n
	}
	switch fault {
	case "exit":
		return 3
	case "stdout":
		sum++
	case "stderr":
		fmt.Fprintln(stderr, "tally: this is deprecated")
	}
	fmt.Fprintf(stdout, "adding %d numbers\nsum: %d\n", len(numbers), sum)
	return 0
}

func serve(fault string, stdout, stderr io.Writer) int {
	if fault == "start" {
		fmt.Fprintln(stderr, "tally: the port is taken")
		return 4
	}
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(stderr, "tally:", err)
		return 1
	}
	fmt.Fprintf(stdout, "LISTENING_ON_PORT=%d\n", on.Addr().(*net.TCPAddr).Port)
	server := &http.Server{Handler: handler(fault), ReadHeaderTimeout: time.Minute}
	fmt.Fprintln(stderr, "tally:", server.Serve(on))
	return 1
}

// handler serves the page and the total of all that was added.
func handler(fault string) http.Handler {
	var (
		mu    sync.Mutex
		total int
	)
	mux := http.NewServeMux()
	show := func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, faultyPage(fault)) }
	mux.HandleFunc("GET /{$}", show)
	mux.HandleFunc("GET /index.html", show)
	mux.HandleFunc("GET /total", func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		name := "total"
		switch fault {
		case "status":
			w.WriteHeader(http.StatusInternalServerError)
		case "body":
			name = "sum"
		}
		fmt.Fprintf(w, "{%q:%d}\n", name, total)
	})
	mux.HandleFunc("POST /add", func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(r.FormValue("n"))
		if err != nil {
			http.Error(w, "n is no number", http.StatusBadRequest)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		total += n
		fmt.Fprintln(w, total)
	})
	return mux
}

// faultyPage is the page as a mistake would leave it.
func faultyPage(fault string) string {
	for _, change := range []struct{ fault, old, new string }{
		{"page", "count += 1", "count += 2"},
		{"console", "count += 1", "count += 1; console.error('odd')"},
		{"request", "fetch('/total')", "fetch('/sum')"},
		{"button", `id="more"`, `id="another"`},
	} {
		if change.fault == fault {
			return strings.ReplaceAll(page, change.old, change.new)
		}
	}
	return page
}
