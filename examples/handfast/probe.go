package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/examples/proberun"
	"github.com/handfast-go/handfast/probe"
)

func (a *app) probeCommand() *cobra.Command {
	return group("probe", "Recorded verifications: record them, check them, run them again",
		a.probeCheckCommand(), a.probeMergeCommand(), a.probeRecordCommand(), a.probeReplayCommand(),
		a.probeInheritCommand(), a.probeInstructionsCommand())
}

// manifestArg is the manifest that an optional argument names.
func manifestArg(args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return probe.ManifestName
}

func manifestFlag(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVar(name, "manifest", probe.ManifestName, "`FILE` that is the manifest")
}

// explainProbe says of an error of the library, or of a runner, what the caller
// is told.
func explainProbe(err error) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	if e, ok := errors.AsType[*probe.SyntaxError](err); ok {
		f := refused(codeSyntax, e.Path, "the document cannot be read: "+e.Msg, e.Hint)
		f.Offset = &e.Offset
		return f
	}
	if e, ok := errors.AsType[*probe.EntryError](err); ok {
		repair := ""
		if info, known := e.Rule.Info(); known {
			repair = info.Repair
		}
		return refused(codeEntry, string(e.Rule), e.Error(), repair)
	}
	if what, ok := missing(err); ok {
		return usage("%s", what)
	}
	return refused(codeProbe, "", "it could not be run, and nothing was recorded: "+err.Error(), "")
}

// missing says in terms of the flags what a runner was not given.
func missing(err error) (what string, ok bool) {
	switch {
	case errors.Is(err, proberun.ErrNoBaseURL):
		return "there is no server to ask: start one with --serve, or name one with --base", true
	case errors.Is(err, proberun.ErrNoBrowser):
		return "there is no browser on PATH: name a Chromium with --browser", true
	case errors.Is(err, proberun.ErrNoShell):
		return "there is no sh on PATH to run commands with", true
	}
	return "", false
}

// refuse prints a report of what was refused, as text or as JSON.
func (a *app) refuse(report output, f *failure) error {
	f.report = report
	if a.asJSON {
		return f
	}
	if err := a.done(report); err != nil {
		return err
	}
	f.printed = true
	return f
}

// running is where and with what probes run.
type running struct {
	dir, serve, base, pages, browser string
	timeout                          time.Duration
	outputLimit                      int
}

func (r *running) flags(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&r.dir, "dir", "", "`DIR` that commands run in and pages are served from (default: that of the manifest)")
	f.StringVar(&r.serve, "serve", "", "`COMMAND` that starts the server; it says "+probe.ListeningPrefix+"<n>, and is ended afterwards")
	f.StringVar(&r.base, "base", "", "`URL` of a server that is running")
	f.StringVar(&r.pages, "pages", "", "`DIR` to open pages from, instead of from the server")
	f.StringVar(&r.browser, "browser", "", "`PROGRAM` that is a Chromium (default: the one on PATH)")
	f.DurationVar(&r.timeout, "timeout", time.Minute, "`TIME` for each probe, and for the start of the server")
	f.IntVar(&r.outputLimit, "output-limit", 1<<20, "`BYTES` that are compared and recorded of each output")
	cmd.MarkFlagsMutuallyExclusive("serve", "base")
}

// with starts the server, when there is one to start, and gives a runner. What
// was started is ended before it returns, after an interrupt too.
func (r *running) with(ctx context.Context, a *app, manifest string, do func(context.Context, probe.Runner, []probe.Option) error) error {
	if r.timeout <= 0 || r.outputLimit <= 0 {
		return usage("--timeout and --output-limit are more than 0")
	}
	opts, err := r.options(a, manifest)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if r.serve != "" {
		wait, cancel := context.WithTimeout(ctx, r.timeout)
		server, err := proberun.StartServer(wait, r.serve, opts...)
		cancel()
		if errors.Is(err, proberun.ErrNoShell) {
			return explainProbe(err)
		}
		if err != nil {
			return refused(codeServer, "", err.Error(), "let it write the line "+probe.ListeningPrefix+"<n> when it listens")
		}
		defer server.Close()
		opts = append(opts, proberun.WithBaseURL(server.URL()))
	}
	runner, err := proberun.New(opts...)
	if err != nil {
		return usage("%v", err)
	}
	return do(ctx, runner, []probe.Option{probe.WithTimeout(r.timeout), probe.WithOutputLimit(r.outputLimit)})
}

// options looks up what is on PATH: the library looks for nothing by itself.
func (r *running) options(a *app, manifest string) ([]proberun.Option, error) {
	dir := r.dir
	if dir == "" && manifest != "-" {
		dir = filepath.Dir(manifest)
	}
	opts := []proberun.Option{proberun.WithDir(dir), proberun.WithBaseURL(r.base), proberun.WithPages(r.pages)}
	if shell, err := a.lookPath("sh"); err == nil {
		opts = append(opts, proberun.WithShell(shell))
	}
	names := []string{"chromium", "chromium-browser", "google-chrome"}
	if r.browser != "" {
		names = []string{r.browser}
	}
	for _, name := range names {
		if browser, err := a.lookPath(name); err == nil {
			return append(opts, proberun.WithBrowser(browser)), nil
		}
	}
	if r.browser != "" {
		return nil, usage("--browser: there is no program %q", r.browser)
	}
	return opts, nil
}

// label says in a few words what an entry runs.
func label(e probe.Entry) string {
	if shell, ok := e.Shell(); ok {
		return shell.Cmd
	}
	if request, ok := e.HTTP(); ok {
		return request.Method + " " + request.Path
	}
	if web, ok := e.Web(); ok {
		return web.File + ": " + web.Smoke
	}
	return ""
}

// countOf counts things for a sentence.
func countOf(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case what[len(what)-1] == 'y':
		return fmt.Sprintf("%d %sies", n, what[:len(what)-1])
	}
	return fmt.Sprintf("%d %ss", n, what)
}
