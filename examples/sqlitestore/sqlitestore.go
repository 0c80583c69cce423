package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// Memory is the path of a database that is gone when its Store is closed.
const Memory = ":memory:"

// Store is a contract.Store and a contract.ProgressStore over one SQLite
// database; Evidence gives the evidence.Store over the same. It is safe for
// concurrent use, and several processes may have the same file open. Make one
// with Open and end it with Close.
type Store struct {
	// One connection writes, so that the writers of this process queue in
	// order and only those of other processes meet at the file's lock.
	writer *sql.DB
	// Readers never wait for a writer (WAL). In memory it is the writer.
	reader *sql.DB
	write  statements
	read   statements
	// step is told each statement of a write before it runs; nil but in tests.
	step func(statement string)
}

var (
	_ contract.Store         = (*Store)(nil)
	_ contract.ProgressStore = (*Store)(nil)
	_ evidence.Store         = evidenceView{}
)

// Option changes how a database is opened.
type Option func(*config)

type config struct {
	busyTimeout time.Duration
	synchronous string
	step        func(statement string)
}

// WithBusyTimeout sets how long a call waits for a lock that another process
// holds before it is ErrBusy; the default is 10 seconds. The context ends the
// wait earlier.
func WithBusyTimeout(d time.Duration) Option {
	return func(c *config) { c.busyTimeout = d }
}

// WithNormalSync leaves out the sync to disk at each commit. Commits are
// several times as fast, and still survive the death of the process; a power
// failure or a crash of the system may lose the last ones, though never half
// of one. The default syncs each commit, because what an agent wrote must not
// be lost.
func WithNormalSync() Option {
	return func(c *config) { c.synchronous = "NORMAL" }
}

// withStep has the tests stop a process between any two statements.
func withStep(step func(statement string)) Option {
	return func(c *config) { c.step = step }
}

// Open opens the database at path, creates it when there is none, and brings
// its schema up to date; Memory is a database without a file. The directory
// must exist; when it does not, the error matches ErrNoDirectory. A database that a newer version of this package wrote, or that
// belongs to another program, is a *SchemaError. No error names the path.
func Open(ctx context.Context, path string, opts ...Option) (*Store, error) {
	c := config{busyTimeout: 10 * time.Second, synchronous: "FULL"}
	for _, opt := range opts {
		opt(&c)
	}
	s := &Store{step: c.step}
	if err := s.open(ctx, path, c); err != nil {
		place(err, path)
		return nil, errors.Join(err, s.Close()) //nolint:contextcheck // closing is not cut short
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, path string, c config) error {
	var err error
	if s.writer, err = pool(path, c, "&_txlock=immediate", 1); err != nil {
		return failed(ctx, "open the database", err)
	}
	if err := migrate(ctx, s.writer, c.busyTimeout); err != nil {
		return err
	}
	s.reader = s.writer
	if path != Memory {
		if s.reader, err = pool(path, c, "&_query_only=1", readers); err != nil {
			return failed(ctx, "open the database", err)
		}
	}
	if s.write, err = prepare(ctx, s.writer, writeQueries()); err != nil {
		return err
	}
	s.read, err = prepare(ctx, s.reader, readQueries())
	return err
}

// readers is how many reads run at once; more wait for their turn.
const readers = 8

// pool makes a pool of connections of one kind. It opens none yet.
func pool(path string, c config, params string, size int) (*sql.DB, error) {
	dsn := Memory
	if path != Memory {
		abs, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		// A path may hold what SQLite's URIs give a meaning to.
		abs = "/" + strings.TrimPrefix(filepath.ToSlash(abs), "/")
		dsn = "file:" + (&url.URL{Path: abs}).EscapedPath()
	}
	dsn += fmt.Sprintf("?_busy_timeout=%d&_foreign_keys=1&_synchronous=%s%s", c.busyTimeout.Milliseconds(), c.synchronous, params)
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return db, nil
}

// Close ends the store. Calls that are running end first; later ones fail.
func (s *Store) Close() error {
	var failures []error
	if s.reader != nil && s.reader != s.writer {
		failures = append(failures, s.reader.Close())
	}
	if s.writer != nil {
		failures = append(failures, s.writer.Close())
	}
	if err := errors.Join(failures...); err != nil {
		return failed(context.Background(), "close the database", err)
	}
	return nil
}

// Evidence returns the evidence.Store over the rows that Commit deposits and
// EvidenceRow reads.
func (s *Store) Evidence() evidence.Store { return evidenceView{s} }
