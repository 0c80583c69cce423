// Package artifact keeps evidence files.
package artifact

import (
	"context"
	"io"
)

// Root is the canonical artifact root.
type Root struct{}

func (r *Root) Check(path string) error { return nil }

var _ = io.EOF
var _ = context.Background
