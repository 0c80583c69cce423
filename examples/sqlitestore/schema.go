package sqlitestore

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"
)

//go:embed migrations/*.sql
var migrations embed.FS

// applicationID marks a database as one of this package ("hand" in ASCII), in
// the header field that SQLite keeps for that.
const applicationID = 0x68616e64

// SchemaError is a database that this version of the package cannot use.
// Nothing of it was changed.
type SchemaError struct {
	// Version is the version of the schema that was found, and Known the newest
	// that this package knows.
	Version, Known int
	// Foreign says that another program wrote the database.
	Foreign bool
}

// Error says what was found and what helps.
func (e *SchemaError) Error() string {
	if e.Foreign {
		return "sqlitestore: the file is a database of another program: choose another file"
	}
	return fmt.Sprintf("sqlitestore: the database has schema version %d and this program knows up to %d: use the newer program", e.Version, e.Known)
}

// migration is one numbered file: what takes a database from version-1 to
// version.
type migration struct {
	version int
	sql     string
}

func allMigrations() ([]migration, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql") // sorted
	if err != nil {
		return nil, err
	}
	var all []migration
	for _, name := range names {
		text, err := fs.ReadFile(migrations, name)
		if err != nil {
			return nil, err
		}
		number, _, _ := strings.Cut(strings.TrimPrefix(name, "migrations/"), "_")
		version, err := strconv.Atoi(number)
		if err != nil || version != len(all)+1 {
			return nil, fmt.Errorf("sqlitestore: migration %s is not number %d", name, len(all)+1)
		}
		all = append(all, migration{version, string(text)})
	}
	return all, nil
}

// migrate brings the schema up to date, in one transaction, whoever else opens
// the database at the same time. The version stands in user_version.
func migrate(ctx context.Context, db *sql.DB, patience time.Duration) error {
	all, err := allMigrations()
	if err != nil {
		return err
	}
	if err := journal(ctx, db, patience); err != nil {
		return failed(ctx, "set the journal mode", err)
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return failed(ctx, "begin the migration", err)
	}
	defer func() { _ = tx.Rollback() }() // after Commit it does nothing
	version, err := schemaVersion(ctx, tx, len(all))
	if err != nil {
		return err
	}
	for _, m := range all[version:] {
		if _, err := tx.ExecContext(ctx, m.sql); err != nil {
			return failed(ctx, "migrate the schema", err)
		}
		mark := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, m.version)
		if _, err := tx.ExecContext(ctx, mark); err != nil {
			return failed(ctx, "migrate the schema", err)
		}
	}
	if version == len(all) {
		return nil
	}
	if err := tx.Commit(); err != nil {
		return failed(ctx, "commit the migration", err)
	}
	return nil
}

// schemaVersion reads the version of a database that is empty or ours.
func schemaVersion(ctx context.Context, tx *sql.Tx, known int) (int, error) {
	var application, version, tables int
	for query, to := range map[string]*int{
		"PRAGMA application_id": &application, "PRAGMA user_version": &version, "SELECT count(*) FROM sqlite_schema": &tables,
	} {
		if err := tx.QueryRowContext(ctx, query).Scan(to); err != nil {
			return 0, failed(ctx, "read the schema version", err)
		}
	}
	switch {
	case application != applicationID && (application != 0 || version != 0 || tables != 0):
		return 0, &SchemaError{Version: version, Known: known, Foreign: true}
	case version > known || version < 0:
		return 0, &SchemaError{Version: version, Known: known}
	}
	return version, nil
}

// journal turns on write-ahead logging, which the file remembers. When several
// processes create one file together, SQLite reports it as busy without asking
// the busy handler (it could wait for itself), so the wait is here.
func journal(ctx context.Context, db *sql.DB, patience time.Duration) error {
	end := time.NewTimer(patience)
	defer end.Stop()
	for {
		_, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		if !errors.Is(failed(ctx, "", err), ErrBusy) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-end.C:
			return err
		case <-time.After(5 * time.Millisecond):
		}
	}
}
