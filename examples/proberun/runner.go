package proberun

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"time"

	"github.com/handfast-go/handfast/probe"
)

// What a [Runner] was not told, and an entry needs.
var (
	// ErrNoShell is the error of a command when there is no [WithShell].
	ErrNoShell = errors.New("proberun: there is no shell to run commands with; name one with WithShell")
	// ErrNoBaseURL is the error of a request when there is no [WithBaseURL].
	ErrNoBaseURL = errors.New("proberun: there is no server to send requests to; start one with StartServer, or name one with WithBaseURL")
	// ErrNoBrowser is the error of a page when there is no [WithBrowser].
	ErrNoBrowser = errors.New("proberun: there is no browser to open pages with; name one with WithBrowser")
)

// BaseURLVariable is the environment variable in which commands find the base
// URL, without a slash at its end. It is only set when there is one.
const BaseURLVariable = "HANDFAST_BASE_URL"

const defaultPatience = 10 * time.Second

// config is what the options set.
type config struct {
	dir, shell, browser, base, pages string
	env                              []string
	patience                         time.Duration
}

// Option sets what a [Runner] or a [Server] works with.
type Option func(*config)

// WithDir names the directory that commands run in, that pages are served from
// and that uploaded files lie in. The default is the working directory.
func WithDir(dir string) Option { return func(c *config) { c.dir = dir } }

// WithShell names the POSIX shell that runs commands, as a path. Nothing is
// looked up on PATH.
func WithShell(path string) Option { return func(c *config) { c.shell = path } }

// WithBrowser names the Chromium that opens pages, as a path. Nothing is looked
// up on PATH.
func WithBrowser(path string) Option { return func(c *config) { c.browser = path } }

// WithBaseURL names the server that requests are sent to and pages are opened
// from: an http or https URL, whose path is kept in front of every other.
func WithBaseURL(base string) Option { return func(c *config) { c.base = base } }

// WithPages serves the pages of web entries from a directory, also when there is
// a base URL.
func WithPages(dir string) Option { return func(c *config) { c.pages = dir } }

// WithEnv sets the environment of commands, of a server and of the browser, as
// "NAME=value". The default is the environment of this process.
func WithEnv(env ...string) Option {
	env = append([]string{}, env...)
	return func(c *config) { c.env = env }
}

// WithPatience bounds how long an element may take to come up before an
// interaction counts as not run, and how long a page may take to come to rest.
// The default is 10 seconds; zero or less keeps it.
func WithPatience(d time.Duration) Option {
	return func(c *config) {
		if d > 0 {
			c.patience = d
		}
	}
}

func configure(opts []Option) (config, error) {
	c := config{patience: defaultPatience}
	for _, o := range opts {
		o(&c)
	}
	var err error
	if c.dir, err = filepath.Abs(c.dir); err != nil {
		return c, fmt.Errorf("proberun: the directory: %w", err)
	}
	if c.pages != "" {
		if c.pages, err = filepath.Abs(c.pages); err != nil {
			return c, fmt.Errorf("proberun: the directory of the pages: %w", err)
		}
	}
	return c, nil
}

// Runner runs probes. It keeps nothing running between calls, and is safe for
// concurrent use as far as what it runs is.
type Runner struct {
	config
	baseURL *url.URL
	client  *http.Client
}

var _ probe.Runner = (*Runner)(nil)

// New makes a runner. The error is a base URL that is none.
func New(opts ...Option) (*Runner, error) {
	c, err := configure(opts)
	if err != nil {
		return nil, err
	}
	r := &Runner{config: c, client: newClient()}
	if c.base != "" {
		if r.baseURL, err = parseBase(c.base); err != nil {
			return nil, err
		}
	}
	return r, nil
}
