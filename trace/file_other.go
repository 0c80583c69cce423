//go:build !unix

package trace

import (
	"errors"
	"os"
	"syscall"
)

// file is an open trace file, on systems whose open cannot refuse links: what
// was opened must be what was looked at.
type file struct{ f *os.File }

func (f *file) open(path string, c *config) error {
	before, err := os.Lstat(path)
	if err != nil {
		return refuseFile(err)
	}
	if !before.Mode().IsRegular() {
		return notRegular("")
	}
	c.rest()
	if f.f, err = os.Open(path); err != nil {
		return refuseFile(err)
	}
	if err := c.checkOpened(before, f.f); err != nil {
		f.close()
		return err
	}
	return nil
}

// Read implements io.Reader.
func (f *file) Read(b []byte) (int, error) { return f.f.Read(b) }

func (f *file) close() { _ = f.f.Close() } // nothing was written

// isOther reports that the system could not open a path because something else
// than a file stands on the way or at its end.
func isOther(err error) bool {
	return errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EISDIR)
}

// systemReason is the system's own text for an error, where it is known to name
// no path.
func systemReason(error) string { return "" }
