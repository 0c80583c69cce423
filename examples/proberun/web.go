package proberun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/handfast-go/handfast/probe"
)

// Browse runs a web entry in a browser of its own. A response of status 400 or
// more means that there is no such page, and is an error. Dialogs that the page
// opens are dismissed. An interaction whose element does not come up ends the
// interactions; the smoke is evaluated all the same.
func (r *Runner) Browse(ctx context.Context, entry probe.Web, _ int) (probe.WebResult, error) {
	if r.browser == "" {
		return probe.WebResult{}, ErrNoBrowser
	}
	steps, err := r.steps(entry.Interactions)
	if err != nil {
		return probe.WebResult{}, err
	}
	address, closePages, err := r.page(ctx, entry.File)
	if err != nil {
		return probe.WebResult{}, err
	}
	defer closePages()
	result, err := r.inBrowser(ctx, func(ctx context.Context, t *tab) (probe.WebResult, error) {
		return t.browse(ctx, address.String(), steps, entry.Smoke)
	})
	if ctx.Err() != nil { // what the driver says of that is about its pipe
		return probe.WebResult{}, ctx.Err()
	}
	return result, err
}

// page is the address that a file is opened at, and what ends its server.
func (r *Runner) page(ctx context.Context, file string) (address *url.URL, closePages func(), err error) {
	base, closePages := r.baseURL, func() {}
	if base == nil || r.pages != "" {
		dir := r.pages
		if dir == "" {
			dir = r.dir
		}
		if base, closePages, err = servePages(ctx, dir); err != nil {
			return nil, nil, err
		}
	}
	file, fragment, _ := strings.Cut(file, "#")
	if address, err = below(base, file); err != nil {
		closePages()
		return nil, nil, err
	}
	address.Fragment = fragment
	return address, closePages, nil
}

// inBrowser starts a browser with an empty profile, and ends it.
func (r *Runner) inBrowser(ctx context.Context, do func(context.Context, *tab) (probe.WebResult, error)) (probe.WebResult, error) {
	home, err := browserHome()
	if err != nil {
		return probe.WebResult{}, fmt.Errorf("proberun: a directory for the browser: %w", err)
	}
	defer os.RemoveAll(home) //nolint:errcheck // in the worst case it is one of many temporary files
	ctx, stop := chromedp.NewExecAllocator(ctx, r.browserOptions(home)...)
	defer stop()
	t := &tab{patience: r.patience, observer: newObserver()}
	quiet := func(string, ...any) {}
	ctx, leave := chromedp.NewContext(ctx, chromedp.WithListener(t.observer.event),
		chromedp.WithLogf(quiet), chromedp.WithErrorf(quiet), chromedp.WithDebugf(quiet))
	defer leave()
	if err := chromedp.Do(ctx); err != nil {
		return probe.WebResult{}, fmt.Errorf("proberun: the browser cannot be started: %w", err)
	}
	defer t.dismissDialogs(ctx)()
	return do(ctx, t)
}

// maxHome is the longest path, in bytes, in which the browser finds room for the
// name of its socket.
const maxHome = 60

// browserHome makes the directory for what the browser keeps besides its
// profile, which goes with it.
func browserHome() (string, error) {
	home, err := os.MkdirTemp("", "hf")
	if err != nil || len(home) <= maxHome {
		return home, err
	}
	if err := os.Remove(home); err != nil {
		return "", err
	}
	return os.MkdirTemp("/tmp", "hf")
}

func (r *Runner) browserOptions(home string) []chromedp.ExecAllocatorOption {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(r.browser),
		chromedp.DisableGPU,
		chromedp.WindowSize(1280, 720),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true),
	)
	if r.env != nil {
		options = append(options, chromedp.NoInheritEnv, chromedp.Env(r.env...))
	}
	return append(options, chromedp.Env("HOME="+home, "TMPDIR="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home))
}

// tab is the one page of a browser. Its methods take the context that the driver
// keeps the browser in.
type tab struct {
	patience time.Duration
	observer *observer
	// held are the modifier keys that are down.
	held int64
	// restless says that the page did not come to rest once; it is not waited
	// for again.
	restless bool
}

func (t *tab) browse(ctx context.Context, address string, steps []step, smoke string) (probe.WebResult, error) {
	response, err := chromedp.Run(ctx, chromedp.NavigateResponse(address))
	if err != nil {
		return probe.WebResult{}, fmt.Errorf("proberun: the page does not open: %w", err)
	}
	if response != nil && response.Status >= http.StatusBadRequest {
		return probe.WebResult{}, fmt.Errorf("proberun: the page does not open: the response has status %d", response.Status)
	}
	var result probe.WebResult
	if err := t.rest(ctx); err != nil {
		return probe.WebResult{}, err
	}
	for i, s := range steps {
		ran, err := t.drive(ctx, s)
		if err != nil {
			return probe.WebResult{}, fmt.Errorf("proberun: interaction %d (%s): %w", i, s, err)
		}
		if !ran {
			break
		}
		result.Executed = append(result.Executed, s.String())
		if err := t.rest(ctx); err != nil {
			return probe.WebResult{}, err
		}
	}
	if result.Value, err = t.smoke(ctx, smoke); err != nil {
		return probe.WebResult{}, err
	}
	if err := t.rest(ctx); err != nil {
		return probe.WebResult{}, err
	}
	result.ConsoleErrors, result.FailedRequests = t.observer.counts()
	return result, nil
}

// The text around a smoke. It is an argument, evaluated in the global scope like
// any script; the function around it only encodes its value. The line end closes
// a line comment.
const (
	encodeOpen  = "(async value => { value = await value; try { return JSON.stringify(value) } catch { return undefined } })(("
	encodeClose = "\n))"
)

// smoke evaluates a smoke: nil for a value without a JSON encoding.
func (*tab) smoke(ctx context.Context, expression string) (json.RawMessage, error) {
	got, err := evaluate(ctx, encodeOpen+expression+encodeClose)
	if thrown, ok := errors.AsType[*chromedp.ExceptionError](err); ok {
		return nil, errors.New("proberun: the smoke threw: " + exceptionText(thrown))
	}
	if err != nil {
		return nil, fmt.Errorf("proberun: the smoke: %w", err)
	}
	if got.Type != runtime.RemoteObjectTypeString {
		return nil, nil
	}
	var encoded string
	if err := json.Unmarshal(got.Value, &encoded); err != nil {
		return nil, fmt.Errorf("proberun: the value of the smoke: %w", err)
	}
	return json.RawMessage(encoded), nil
}

// exceptionText is the first line of what was thrown; the others are the stack.
func exceptionText(e *chromedp.ExceptionError) string {
	text := e.Text
	if thrown := e.Exception; thrown != nil {
		switch {
		case thrown.Description != "":
			text = thrown.Description
		case len(thrown.Value) > 0:
			text = string(thrown.Value)
		}
	}
	text, _, _ = strings.Cut(text, "\n")
	return text
}

// evaluate runs an expression in the page and awaits its value.
func evaluate(ctx context.Context, expression string) (*runtime.RemoteObject, error) {
	return chromedp.Run(ctx, chromedp.Evaluate[*runtime.RemoteObject](expression, chromedp.EvalAwaitPromise))
}
