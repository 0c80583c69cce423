package artifact

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// DefaultMaxBytes is the largest file that Mint accepts without WithMaxBytes.
const DefaultMaxBytes = 1 << 30

// Root is an artifact root (E-17). Its methods are safe for concurrent use.
type Root struct {
	root     *os.Root
	dir      string // absolute, links followed
	maxBytes int64
}

// Option changes how a Root works.
type Option func(*Root)

// WithMaxBytes limits the size of a minted file. Zero and less mean
// DefaultMaxBytes.
func WithMaxBytes(n int64) Option {
	return func(r *Root) {
		if n > 0 {
			r.maxBytes = n
		}
	}
}

// OpenRoot opens dir as an artifact root and makes the folder when it does not
// exist, readable by its owner alone. Close it when it is not needed any more.
func OpenRoot(dir string, opts ...Option) (*Root, error) {
	r := &Root{maxBytes: DefaultMaxBytes}
	for _, opt := range opts {
		opt(r)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, failure("making the root", err)
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, failure("opening the root", err)
	}
	if r.dir, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, failure("opening the root", err)
	}
	if r.root, err = os.OpenRoot(r.dir); err != nil {
		return nil, failure("opening the root", err)
	}
	return r, nil
}

// Close releases the root. Files that are open stay open.
func (r *Root) Close() error {
	if err := r.root.Close(); err != nil {
		return failure("closing the root", err)
	}
	return nil
}

// Open opens the file at a claimed path for reading. The path is resolved
// first, so a path that Resolve refuses is a *PathError; a file that does not
// exist is a *PathError that wraps fs.ErrNotExist. What is not a regular file
// is refused.
func (r *Root) Open(path string) (fs.File, error) {
	name, err := r.Resolve(path)
	if err != nil {
		return nil, err
	}
	// Told before opening: to open a named pipe could block for ever.
	info, err := r.root.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		return nil, &PathError{Path: path, Reason: "is not a regular file"}
	}
	if err == nil {
		var file *os.File
		if file, err = r.root.Open(name); err == nil {
			return file, nil
		}
	}
	return nil, &PathError{Path: path, Reason: "cannot be opened", Err: bare(err)}
}

// Remove deletes the file at a claimed path: what a host minted for a row that
// was then not stored. It is for the host alone; evidence that rows point to
// is a curator's to delete. The errors are those of Open.
func (r *Root) Remove(path string) error {
	name, err := r.Resolve(path)
	if err != nil {
		return err
	}
	if err := r.root.Remove(name); err != nil {
		return &PathError{Path: path, Reason: "cannot be removed", Err: bare(err)}
	}
	return nil
}

// failure describes an operating system error without the path in it.
func failure(doing string, err error) error {
	return fmt.Errorf("artifact: %s: %w", doing, bare(err))
}

// bare strips the paths that the os package puts into its errors.
func bare(err error) error {
	if path, found := errors.AsType[*fs.PathError](err); found {
		return path.Err
	}
	if link, found := errors.AsType[*os.LinkError](err); found {
		return link.Err
	}
	return err
}
