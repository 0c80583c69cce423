package evidence

import (
	"context"
	"errors"
	"iter"
)

// The sentinels that every Store returns, to be matched with errors.Is.
var (
	// ErrNotFound: no row has that id.
	ErrNotFound = errors.New("evidence: not found")
	// ErrExists: the key is taken by a row with other content.
	ErrExists = errors.New("evidence: another row has this key")
	// ErrNotCurator: whoever asks to delete is not a curator.
	ErrNotCurator = errors.New("evidence: only a curator deletes")
)

// Curator names who deletes, and with which role. The zero Curator may not
// delete.
type Curator struct {
	// Name identifies the person or program, for the host's own log.
	Name string
	// Role is what it may do.
	Role Role
}

// Role is what a caller may do; the zero Role may not delete.
type Role string

// The roles.
const (
	// RoleProducer inserts evidence and never deletes any.
	RoleProducer Role = "producer"
	// RoleCurator may delete.
	RoleCurator Role = "curator"
)

// MayDelete reports whether c may delete evidence: its role is RoleCurator and
// it has a name.
func (c Curator) MayDelete() bool { return c.Role == RoleCurator && c.Name != "" }

// Store keeps evidence rows (E-18). Package storetest proves an implementation.
//
// Every method takes a context and returns its error, as it is or wrapped,
// when it is done before the work. All methods are safe for concurrent use.
// Rows are copied in and out: nothing a caller changes afterwards reaches the
// store.
type Store interface {
	// Insert adds rows, all or nothing, and returns their ids in order. Ids
	// are positive, rise, and are never given twice, not even after a Delete.
	// Rows are checked by PrepareRows first: a *RowError is the answer to an
	// unfit one. A row whose non-empty Key is stored already (or stands
	// earlier in rows) with the same content, see Row.SameContent, is not
	// added again: its id is the stored one. The same Key over other content
	// is ErrExists and nothing is added. No rows are no error.
	Insert(ctx context.Context, rows []Row) ([]int64, error)
	// Get returns one row, or ErrNotFound.
	Get(ctx context.Context, id int64) (Row, error)
	// List yields the rows of a brief in id order; an empty acID means all of
	// its acceptance criteria. None is no error. Rows that are written while
	// it runs may or may not be seen. After an error the iteration ends;
	// breaking off frees what it holds.
	List(ctx context.Context, briefID int64, acID string) iter.Seq2[Row, error]
	// Delete removes one row, and its key is free again. Anyone who may not
	// delete (see Curator.MayDelete) gets ErrNotCurator, whatever the id; an
	// unknown id is ErrNotFound.
	Delete(ctx context.Context, by Curator, id int64) error
}
