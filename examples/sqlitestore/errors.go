package sqlitestore

import (
	"context"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/handfast-go/handfast/contract"
)

// ErrBusy says that another process kept the database locked for longer than
// the busy timeout. Nothing was written; the same call may be repeated as it
// is. It is a failure of the store and no contract.ErrConflict: nobody wrote
// what the caller read.
var ErrBusy = errors.New("sqlitestore: the database is locked by another process; repeat the call")

// Error is a failure of the database. Nothing of the call was written.
type Error struct {
	// Op is what was being done.
	Op string
	// Code is SQLite's extended result code, 0 when the failure is not SQLite's.
	Code int
	err  error
}

// Error says what failed and SQLite's name of the code. It leaves out the text
// of the driver, which may hold the path of the database.
func (e *Error) Error() string {
	if e.Code == 0 {
		return "sqlitestore: cannot " + e.Op
	}
	name, ok := sqlite.ErrorCodeString[e.Code]
	if !ok {
		name = sqlite.ErrorCodeString[e.Code&0xff]
	}
	return fmt.Sprintf("sqlitestore: cannot %s: code %d, %s", e.Op, e.Code, name)
}

// Unwrap returns the error of the driver, for the host's own log: its text may
// hold the path of the database.
func (e *Error) Unwrap() error { return e.err }

// Is matches ErrBusy for every code that says so.
func (e *Error) Is(target error) bool {
	primary := e.Code & 0xff
	return target == ErrBusy && (primary == sqlite3.SQLITE_BUSY || primary == sqlite3.SQLITE_LOCKED)
}

// failed is an error of the driver as this package returns it: the context's
// error when that is why, and an *Error otherwise.
func failed(ctx context.Context, op string, err error) error {
	if err == nil {
		return nil
	}
	if done := ctx.Err(); done != nil {
		return fmt.Errorf("sqlitestore: %s: %w", op, done)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("sqlitestore: %s: %w", op, err)
	}
	out := &Error{Op: op, err: err}
	if driver, ok := errors.AsType[*sqlite.Error](err); ok {
		out.Code = driver.Code()
	}
	return out
}

// refusal names the thing that a sentinel of contract is about.
func refusal(sentinel error, what string, key any) error {
	return fmt.Errorf("%w (%s %.80q)", sentinel, what, fmt.Sprint(key))
}

func absent(what string, key any) error { return refusal(contract.ErrNotFound, what, key) }
