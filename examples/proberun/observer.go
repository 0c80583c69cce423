package proberun

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// observer counts what goes wrong in a page, and knows what is under way. The
// driver calls it in the order of the events, ahead of every later reply: what
// happened before an expression was evaluated is counted when its value is there.
type observer struct {
	mu            sync.Mutex
	consoleErrors int
	failed        map[network.RequestID]bool
	// requests are those under way, with the document that they belong to, and
	// navigations the frames that are about to get another document.
	requests    map[network.RequestID]cdp.LoaderID
	navigations map[cdp.FrameID]bool
	// icon is the request for the icon of the site that the browser makes by
	// itself, some time after the page: it says nothing about the page.
	icon    network.RequestID
	changed chan struct{}
	dialogs chan struct{}
}

func newObserver() *observer {
	return &observer{
		failed:      map[network.RequestID]bool{},
		requests:    map[network.RequestID]cdp.LoaderID{},
		navigations: map[cdp.FrameID]bool{},
		changed:     make(chan struct{}, 1),
		dialogs:     make(chan struct{}, 1),
	}
}

// event takes one event. It must not block, and can send no command.
func (o *observer) event(event any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			o.consoleErrors++
		}
	case *runtime.EventExceptionThrown:
		o.consoleErrors++
	case *log.EventEntryAdded:
		// A failed request is logged too; it is counted as what it is.
		if e.Entry.Level == log.EntryLevelError && e.Entry.Source != log.EntrySourceNetwork {
			o.consoleErrors++
		}
	case *network.EventRequestWillBeSent:
		switch {
		case e.Type == network.ResourceTypeOther && strings.HasSuffix(e.Request.URL, "/favicon.ico"):
			o.icon = e.RequestID
		case e.Type != network.ResourceTypeEventSource: // which never ends
			o.requests[e.RequestID] = e.LoaderID
		}
	case *network.EventResponseReceived:
		if e.Response.Status >= http.StatusBadRequest {
			o.fail(e.RequestID)
		}
	case *network.EventLoadingFinished:
		delete(o.requests, e.RequestID)
	case *network.EventLoadingFailed:
		if !e.Canceled { // by the page itself
			o.fail(e.RequestID)
		}
		delete(o.requests, e.RequestID)
	case *page.EventJavascriptDialogOpening:
		signal(o.dialogs)
	default:
		o.navigation(event)
	}
	signal(o.changed)
}

func (o *observer) fail(id network.RequestID) {
	if id != o.icon {
		o.failed[id] = true
	}
}

func (o *observer) navigation(event any) {
	switch e := event.(type) {
	case *page.EventFrameRequestedNavigation:
		if e.Disposition == page.ClientNavigationDispositionCurrentTab {
			o.navigations[e.FrameID] = true
		}
	case *page.EventFrameNavigated:
		delete(o.navigations, e.Frame.ID)
		if e.Frame.ParentID == "" { // the requests of the document before are gone
			for id, document := range o.requests {
				if document != e.Frame.LoaderID {
					delete(o.requests, id)
				}
			}
		}
	case *page.EventNavigatedWithinDocument:
		delete(o.navigations, e.FrameID)
	case *page.EventFrameStoppedLoading:
		delete(o.navigations, e.FrameID)
	case *page.EventFrameDetached:
		delete(o.navigations, e.FrameID)
	}
}

// signal wakes whoever waits; one who does not wait yet finds it later.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (o *observer) atRest() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.requests) == 0 && len(o.navigations) == 0
}

func (o *observer) counts() (consoleErrors, failedRequests int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.consoleErrors, len(o.failed)
}

// nextFrame is over when the page has loaded and drawn.
const nextFrame = `new Promise(done => {
	const draw = () => requestAnimationFrame(() => setTimeout(done, 0))
	document.readyState === 'complete' ? draw() : addEventListener('load', draw, {once: true})
})`

// rest waits until the page is at rest. What a response sets off may send the
// next request, so it looks again after each; a page that has not come to rest
// in time is taken as it is.
func (t *tab) rest(ctx context.Context) error {
	bounded, cancel := context.WithTimeout(ctx, t.patience)
	defer cancel()
	for !t.restless {
		_, err := evaluate(bounded, nextFrame)
		_, gone := errors.AsType[*cdproto.Error](err) // the document has made way for another
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case bounded.Err() != nil:
			t.restless = true
		case err != nil && !gone:
			return fmt.Errorf("proberun: the page: %w", err)
		case !gone && t.observer.atRest():
			return nil
		default:
			t.restless = !t.observer.wait(bounded)
		}
	}
	return ctx.Err()
}

// wait waits for the next event; false when there was none in time.
func (o *observer) wait(ctx context.Context) bool {
	select {
	case <-o.changed:
		return true
	case <-ctx.Done():
		return false
	}
}

// dismissDialogs answers every dialog, which would block the page, until the
// function that it returns is called.
func (t *tab) dismissDialogs(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		for {
			select {
			case <-t.observer.dialogs:
				// It fails when the page has gone, and the dialog with it.
				_, _ = chromedp.Call(ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{})
			case <-ctx.Done():
				return
			}
		}
	})
	return func() {
		cancel()
		running.Wait()
	}
}
