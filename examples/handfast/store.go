package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/examples/sqlitestore"
)

// store is what the command needs of a store: both interfaces, and the writes
// that belong to the host.
type store interface {
	contract.Store
	Evidence() evidence.Store
	PutApproval(ctx context.Context, id, status string) error
	PutOwner(ctx context.Context, projectKey, workspace string) error
	PutSection(ctx context.Context, workspace, name string, content []byte) error
}

const sqliteScheme = "sqlite:"

// withStore opens the store that --store names, and closes it again.
func (a *app) withStore(ctx context.Context, do func(store) error) error {
	var err error
	switch {
	case a.storeURL == "memory":
		return do(contract.NewMemoryStore())
	case a.storeURL == "":
		var path string
		if path, err = a.defaultPath(); err == nil {
			err = a.withSQLite(ctx, path, do)
		}
	case strings.HasPrefix(a.storeURL, sqliteScheme) && a.storeURL != sqliteScheme:
		err = a.withSQLite(ctx, strings.TrimPrefix(a.storeURL, sqliteScheme), do)
	case strings.HasPrefix(a.storeURL, "postgres://"), strings.HasPrefix(a.storeURL, "postgresql://"):
		err = notStore("this build has no PostgreSQL store")
	default:
		err = notStore(fmt.Sprintf("--store is %.80q", a.storeURL))
	}
	return err
}

func (a *app) withSQLite(ctx context.Context, path string, do func(store) error) error {
	s, err := sqlitestore.Open(ctx, path)
	if err != nil {
		return explain(err)
	}
	err = do(s)
	//nolint:contextcheck // a store is closed whatever becomes of the call
	if closeErr := s.Close(); err == nil && closeErr != nil {
		err = explain(closeErr)
	}
	return err
}

// defaultPath is the database in the user's state directory, which is made
// when it is missing.
func (a *app) defaultPath() (string, error) {
	state := a.getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) { // as the XDG specification has it
		home := a.getenv("HOME")
		if home == "" {
			return "", notStore("neither XDG_STATE_HOME nor HOME is set, so there is no place for the default store")
		}
		state = filepath.Join(home, ".local", "state")
	}
	dir := filepath.Join(state, "handfast")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err
		}
		return "", &failure{
			exit: exitIO, Code: codeIO, Field: "--store", Detail: "the state directory cannot be made: " + err.Error(),
			Repair: "name a store with --store",
		}
	}
	return filepath.Join(dir, "handfast.db"), nil
}

func notStore(detail string) *failure {
	f := misused("--store", detail)
	f.Repair = "name memory or sqlite:PATH"
	return f
}

// withLedger opens the store and a ledger over it.
func (a *app) withLedger(ctx context.Context, do func(*contract.Ledger) error) error {
	return a.withStore(ctx, func(s store) error {
		return do(contract.NewLedger(s, contract.WithClock(a.now), contract.WithLookPath(a.lookPath)))
	})
}
