package sqlitestore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/handfast-go/handfast/contract"
)

// ErrBusy says that another process kept the database locked for longer than
// the busy timeout. Nothing was written; the same call may be repeated as it
// is. It is a failure of the store and no contract.ErrConflict: nobody wrote
// what the caller read.
var ErrBusy = errors.New("sqlitestore: the database is locked by another process; repeat the call")

// ErrNoDirectory says that the directory of a database does not exist. Open
// makes the file, and never the directory: a misspelt path would otherwise
// become an empty store.
var ErrNoDirectory = errors.New("sqlitestore: the directory of the database does not exist; make it first")

// Error is a failure of the database. Nothing of the call was written.
type Error struct {
	// Op is what was being done.
	Op string
	// Code is SQLite's extended result code, 0 when the failure is not SQLite's.
	Code int
	err  error
	// place is what is wrong with the path, where that is the cause.
	place fault
}

// fault is what may be wrong with the path of a database.
type fault string

const (
	noDirectory fault = "its directory does not exist"
	isDirectory fault = "a directory stands there"
)

// Error says what failed, and why: what is wrong with the path, or SQLite's
// name of the code. It leaves out the path, and the text of the driver, which
// may hold it.
func (e *Error) Error() string {
	if e.place != "" {
		return "sqlitestore: cannot " + e.Op + ": " + string(e.place)
	}
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

// Is matches ErrBusy for every code that says so, and ErrNoDirectory.
func (e *Error) Is(target error) bool {
	switch target {
	case ErrBusy:
		primary := e.Code & 0xff
		return primary == sqlite3.SQLITE_BUSY || primary == sqlite3.SQLITE_LOCKED
	case ErrNoDirectory:
		return e.place == noDirectory
	}
	return false
}

// place says of a file that could not be opened what SQLite does not: whether
// it is the path that is wrong.
func place(err error, path string) {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Code&0xff != sqlite3.SQLITE_CANTOPEN || path == Memory {
		return
	}
	e.Op = "open the database" // SQLite opens it at the first statement
	//nolint:gosec // the path is the host's own, and only looked at
	if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
		e.place = noDirectory
	} else if info, err := os.Stat(path); err == nil && info.IsDir() { //nolint:gosec // as above
		e.place = isDirectory
	}
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
