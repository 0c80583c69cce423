package artifact

import (
	"context"
	"errors"
	"strings"

	"github.com/handfast-go/handfast/evidence"
)

// ErrNoRoot says that a text is too large for its row and that the host has no
// artifact root to put it into.
var ErrNoRoot = errors.New("artifact: the text is larger than a row keeps, and there is no artifact root: shorten it, or ask for a root")

// Deposit returns row as it can be stored (E-19). A text of at most
// evidence.MaxInlineText bytes stays in the row. A larger one is minted at
// place, and the row gets its path, size and digest instead; root may be nil,
// and then such a text is ErrNoRoot. Other errors are those of Mint.
//
// minted says that a file was written. When the row is then not stored, or a
// store answers with the id of an earlier row, the file belongs to nobody:
// Root.Remove it.
func Deposit(ctx context.Context, root *Root, place Place, row evidence.Row) (stored evidence.Row, minted bool, err error) {
	if len(row.Text) <= evidence.MaxInlineText {
		return row, false, nil
	}
	if root == nil {
		return evidence.Row{}, false, ErrNoRoot
	}
	file, err := root.Mint(ctx, place, ".txt", strings.NewReader(row.Text))
	if err != nil {
		return evidence.Row{}, false, err
	}
	row.Text, row.ArtifactPath = "", file.Path
	row.SizeBytes, row.SHA256 = file.SizeBytes, file.SHA256
	return row, true, nil
}
