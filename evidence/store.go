package evidence

import (
	"context"
	"errors"
	"iter"
)

// The sentinels that every Store returns.
var (
	ErrNotFound   = errors.New("evidence: not found")
	ErrExists     = errors.New("evidence: another row has this key")
	ErrNotCurator = errors.New("evidence: only a curator deletes")
)

// Curator names who deletes, and with which role.
type Curator struct {
	Name string
	Role Role
}

// Role is what a caller may do; the zero Role may not delete.
type Role string

// The roles.
const (
	RoleProducer Role = "producer"
	RoleCurator  Role = "curator"
)

// Store keeps evidence rows (E-18).
//
// Every method takes a context and returns its error when it is done before
// the work. All methods are safe for concurrent use. Rows are copied in and
// out: nothing a caller changes afterwards reaches the store.
type Store interface {
	// Insert adds rows, all or nothing, and returns their ids in order. A
	// row whose non-empty Key is stored already with the same content (ID
	// and CreatedAt aside) is not added again: its id is the stored one. The
	// same Key over other content is ErrExists and nothing is added.
	Insert(ctx context.Context, rows []Row) ([]int64, error)
	// Get returns one row, or ErrNotFound.
	Get(ctx context.Context, id int64) (Row, error)
	// List yields the rows of a brief in id order; an empty acID means all of
	// its acceptance criteria. After an error the iteration ends.
	List(ctx context.Context, briefID int64, acID string) iter.Seq2[Row, error]
	// Delete removes one row. Anyone but a curator gets ErrNotCurator; an
	// unknown id is ErrNotFound.
	Delete(ctx context.Context, by Curator, id int64) error
}
