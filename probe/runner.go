package probe

import (
	"context"
	"encoding/json"
)

// Runner runs probes: for [Replay], and for the recorders. The host implements
// it, because this package starts no process, opens no connection and drives no
// browser.
//
// Each call runs one entry and must be over, with everything that it started,
// when it returns; it returns early when ctx is done. What ran and failed is a
// result: an exit code of 1, a status of 500, a smoke that is false. An error
// means that it could not be run, and fails the entry. An error that matches
// [errors.ErrUnsupported] says that this host does not run such entries: the
// entry is skipped.
//
// limit is the most bytes of each output that are compared. A runner may stop
// to keep an output there, and must return at least one byte more of one that
// is longer: that byte tells that it was cut.
//
// One replay makes one call at a time, in the order of the manifest.
type Runner interface {
	// RunShell runs entry.Cmd with a POSIX shell.
	RunShell(ctx context.Context, entry Shell, limit int) (ShellResult, error)
	// Request sends entry.Method to entry.Path below the host's base URL. A
	// redirect is a response like any other and is not followed.
	Request(ctx context.Context, entry HTTP, limit int) (HTTPResult, error)
	// Browse opens entry.File in a fresh page, drives entry.Interactions in
	// order, evaluates entry.Smoke and awaits its value.
	Browse(ctx context.Context, entry Web, limit int) (WebResult, error)
}

// ShellResult is what came of a command.
type ShellResult struct {
	// ExitCode is the exit code; a shell gives 128 + n for a death by signal n.
	ExitCode int
	// Stdout and Stderr are the outputs as written.
	Stdout, Stderr []byte
}

// HTTPResult is what came of a request.
type HTTPResult struct {
	// Status is the status code.
	Status int
	// Body is the body of the response as received.
	Body []byte
}

// WebResult is what came of a page.
type WebResult struct {
	// Value is the JSON encoding of the smoke's value; nil for a value that has
	// none, as undefined and functions have not.
	Value json.RawMessage
	// Executed has one line for each interaction that ran, in order.
	Executed []string
	// ConsoleErrors counts the errors of the page, and FailedRequests the
	// requests that failed.
	ConsoleErrors, FailedRequests int
}
