package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

func birth(id string) contract.Batch {
	return contract.Batch{NewRow: &contract.Row{ContractID: id, State: contract.RowDispatched}}
}

// raw opens the file beneath a store without it.
func raw(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := pool(path, config{busyTimeout: time.Minute, synchronous: "OFF"}, "", 1)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

func TestAPathIsAPath(t *testing.T) { // what URIs and options give a meaning to is a name here
	dir := t.TempDir()
	for _, name := range []string{"plain.db", "a b.db", "a?mode=memory", "a#b", "50%.db", "%41.db", "a&b=c;.db", "ü 😀.db", "file:x.db", ":memory:x"} {
		s, err := Open(t.Context(), filepath.Join(dir, name))
		require.NoError(t, err, name)
		_, err = s.Commit(t.Context(), birth(name))
		require.NoError(t, err)
		require.NoError(t, s.Close())
		assert.FileExists(t, filepath.Join(dir, name))
	}
	t.Chdir(dir)
	s := openFile(t, "plain.db")
	_, err := s.Row(t.Context(), "plain.db")
	require.NoError(t, err, "a relative path is one of the working directory")
}

func TestEachMemoryDatabaseIsItsOwn(t *testing.T) {
	first, second := openFile(t, Memory), openFile(t, Memory)
	_, err := first.Commit(t.Context(), birth("x"))
	require.NoError(t, err)
	_, err = second.Row(t.Context(), "x")
	require.ErrorIs(t, err, contract.ErrNotFound)
}

func TestSchemaIsMigratedOnceAndRemembered(t *testing.T) {
	all, err := allMigrations()
	require.NoError(t, err)
	require.NotEmpty(t, all)
	path := tempFile(t)
	var wg sync.WaitGroup
	for range 16 { // all find an empty file
		wg.Go(func() {
			s, err := Open(t.Context(), path)
			if assert.NoError(t, err) {
				assert.NoError(t, s.Close())
			}
		})
	}
	wg.Wait()
	var version int
	require.NoError(t, raw(t, path).QueryRowContext(t.Context(), "PRAGMA user_version").Scan(&version))
	assert.Equal(t, len(all), version)
}

func TestForeignAndNewerDatabasesAreRefusedUntouched(t *testing.T) {
	for _, c := range []struct {
		name, setup string
		foreign     bool
	}{
		{"newer", "", false},
		{"another program's", "PRAGMA application_id = 7; PRAGMA user_version = 1", true},
		{"tables without a mark", "CREATE TABLE t (x)", true},
		{"a version without a mark", "PRAGMA user_version = 1", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := tempFile(t)
			if c.setup == "" {
				require.NoError(t, openFile(t, path).Close())
				c.setup = "PRAGMA user_version = 1000"
			}
			db := raw(t, path)
			_, err := db.ExecContext(t.Context(), c.setup)
			require.NoError(t, err)
			_, err = Open(t.Context(), path)
			var refused *SchemaError
			require.ErrorAs(t, err, &refused)
			assert.Equal(t, c.foreign, refused.Foreign)
			assert.NotContains(t, err.Error(), path)
			var tables int
			require.NoError(t, db.QueryRowContext(t.Context(), "SELECT count(*) FROM sqlite_schema WHERE name = 'contract_rows'").Scan(&tables))
			assert.Equal(t, c.foreign, tables == 0)
		})
	}
}

func TestNoErrorNamesThePath(t *testing.T) { // C-52
	dir := t.TempDir()
	notADatabase := filepath.Join(dir, "text.db")
	require.NoError(t, os.WriteFile(notADatabase, []byte(strings.Repeat("no database ", 1000)), 0o600))
	for _, path := range []string{notADatabase, dir, filepath.Join(dir, "missing", "x.db")} {
		_, err := Open(t.Context(), path)
		var failure *Error
		require.ErrorAs(t, err, &failure, path)
		assert.NotZero(t, failure.Code)
		assert.NotContains(t, err.Error(), dir)
		require.NotErrorIs(t, err, contract.ErrNotFound, "a store that fails is not a store without the row")
	}
	s := openFile(t, filepath.Join(dir, "x.db"))
	require.NoError(t, s.Close())
	for what, err := range everyCall(t.Context(), s) {
		var failure *Error
		require.ErrorAs(t, err, &failure, what)
		assert.NotContains(t, err.Error(), dir)
		require.Error(t, errors.Unwrap(err), "the host finds the driver's error")
	}
}

// everyCall makes each call once and returns its error.
func everyCall(ctx context.Context, s *Store) map[string]error {
	all := map[string]error{}
	_, all["Row"] = s.Row(ctx, "x")
	_, all["RowByHandoff"] = s.RowByHandoff(ctx, 1)
	_, all["Draft"] = s.Draft(ctx, "x")
	_, all["EvidenceRow"] = s.EvidenceRow(ctx, 1)
	_, all["ApprovalStatus"] = s.ApprovalStatus(ctx, "x")
	_, all["WorkspaceOf"] = s.WorkspaceOf(ctx, "x")
	_, all["Section"] = s.Section(ctx, "x", "x")
	_, all["SectionNames"] = s.SectionNames(ctx, "x")
	_, all["CommandSet"] = s.CommandSet(ctx, "x")
	_, all["Get"] = s.Evidence().Get(ctx, 1)
	for _, all["Rows"] = range s.Rows(ctx, contract.Filter{}) {
	}
	for _, all["Proposals"] = range s.Proposals(ctx, contract.ProposalFilter{}) {
	}
	for _, all["List"] = range s.Evidence().List(ctx, 1, "") {
	}
	maps.Copy(all, everyWrite(ctx, s))
	return all
}

func everyWrite(ctx context.Context, s *Store) map[string]error {
	all := map[string]error{}
	_, all["Commit"] = s.Commit(ctx, birth("x"))
	_, all["Insert"] = s.Evidence().Insert(ctx, []evidence.Row{proof("x")})
	all["Delete"] = s.Evidence().Delete(ctx, evidence.Curator{Name: "ann", Role: evidence.RoleCurator}, 1)
	all["PutApproval"] = s.PutApproval(ctx, "x", "pending")
	all["PutOwner"] = s.PutOwner(ctx, "x", "w")
	all["PutSection"] = s.PutSection(ctx, "w", "x", []byte(`{}`))
	all["PutCommandSet"] = s.PutCommandSet(ctx, "x", contract.CommandSet{})
	return all
}

func proof(key string) evidence.Row {
	return evidence.Row{BriefID: 1, ACID: "ac", Type: evidence.Text, Text: "seen", Key: key}
}

func TestABusyDatabaseIsNoConflict(t *testing.T) {
	path := tempFile(t)
	s := openFile(t, path, WithBusyTimeout(time.Millisecond))
	_, err := s.Commit(t.Context(), birth("there"))
	require.NoError(t, err)
	unlock := lock(t, path)
	for what, err := range everyWrite(t.Context(), s) {
		require.ErrorIs(t, err, ErrBusy, what)
		require.NotErrorIs(t, err, contract.ErrConflict, what)
	}
	_, err = s.Row(t.Context(), "there")
	require.NoError(t, err, "a reader does not wait for a writer")
	unlock()
	_, err = s.Commit(t.Context(), birth("x"))
	require.NoError(t, err, "the same call, repeated")
}

func TestTheContextEndsAWaitForTheLock(t *testing.T) {
	path := tempFile(t)
	s := openFile(t, path, WithBusyTimeout(time.Hour)) // without the context this test would hang
	_, err := s.Commit(t.Context(), birth("there"))
	require.NoError(t, err)
	lock(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	s.step = func(statement string) {
		if statement == "BEGIN IMMEDIATE" {
			go cancel()
		}
	}
	_, err = s.Commit(ctx, birth("x"))
	require.ErrorIs(t, err, context.Canceled)
	require.NotErrorIs(t, err, ErrBusy)
}

// lock takes the writers' lock as another process would.
func lock(t *testing.T, path string) (unlock func()) {
	t.Helper()
	conn, err := raw(t, path).Conn(t.Context())
	require.NoError(t, err)
	_, err = conn.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	require.NoError(t, err)
	unlock = sync.OnceFunc(func() {
		_, err := conn.ExecContext(context.WithoutCancel(t.Context()), "ROLLBACK")
		assert.NoError(t, err)
		assert.NoError(t, conn.Close())
	})
	t.Cleanup(unlock)
	return unlock
}

func TestPages(t *testing.T) {
	s := openFile(t, tempFile(t), WithNormalSync())
	big := contract.Row{ContractID: "big", Envelope: []byte(`"` + strings.Repeat("x", pageBytes) + `"`)}
	small := contract.Row{ContractID: "small"}
	_, err := s.Commit(t.Context(), contract.Batch{NewRow: &big})
	require.NoError(t, err)
	_, err = s.Commit(t.Context(), contract.Batch{NewRow: &small})
	require.NoError(t, err)
	page, more, err := nextPage(t.Context(), s, rowQuery(contract.Filter{}), 0, scanRow, func(r *contract.Row) (int64, int) { return r.HandoffID, len(r.Envelope) })
	require.NoError(t, err)
	assert.True(t, more)
	assert.Len(t, page, 1, "a page ends at its size")
}

func TestOpenSaysWhatIsWrongWithThePath(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(t.Context(), filepath.Join(dir, "missing", "dir", "x.db"))
	require.ErrorIs(t, err, ErrNoDirectory)
	assert.Equal(t, "sqlitestore: cannot open the database: its directory does not exist", err.Error())
	_, err = Open(t.Context(), dir)
	require.NotErrorIs(t, err, ErrNoDirectory)
	assert.Equal(t, "sqlitestore: cannot open the database: a directory stands there", err.Error())
	t.Chdir(dir)
	s, err := Open(t.Context(), "here.db")
	require.NoError(t, err, "the working directory is there")
	require.NoError(t, s.Close())
}
