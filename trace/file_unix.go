//go:build unix

package trace

import (
	"errors"
	"io"
	"syscall"
)

// file is an open trace file. It works on the descriptor itself, because an
// os.File would double the allocations of a small read and add nothing for a
// regular file.
type file struct {
	fd   int
	stat syscall.Stat_t
}

// open opens the regular file at path (T-8).
func (f *file) open(path string, c *config) error {
	if err := retry(func() error { return syscall.Lstat(path, &f.stat) }); err != nil {
		return refuseFile(err)
	}
	if f.stat.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return notRegular("")
	}
	c.rest()
	const flags = syscall.O_RDONLY | syscall.O_NOFOLLOW | syscall.O_NONBLOCK | syscall.O_CLOEXEC | syscall.O_NOCTTY
	err := retry(func() (err error) {
		f.fd, err = syscall.Open(path, flags, 0)
		return err
	})
	if err != nil {
		return refuseFile(err)
	}
	if err := f.check(c); err != nil {
		f.close()
		return err
	}
	return nil
}

// check looks at the descriptor: what stood at the path may have been replaced.
func (f *file) check(c *config) error {
	if err := retry(func() error { return syscall.Fstat(f.fd, &f.stat) }); err != nil {
		return refuseFile(err)
	}
	switch {
	case f.stat.Mode&syscall.S_IFMT != syscall.S_IFREG:
		return notRegular("it was replaced while it was opened")
	case f.stat.Size > c.limits.Document:
		return c.overCeiling()
	}
	return nil
}

// Read implements io.Reader.
func (f *file) Read(b []byte) (n int, err error) {
	err = retry(func() error {
		n, err = syscall.Read(f.fd, b)
		return err
	})
	switch {
	case err != nil:
		return 0, err
	case n == 0 && len(b) > 0:
		return 0, io.EOF
	}
	return n, nil
}

func (f *file) close() { _ = syscall.Close(f.fd) } // nothing was written

// retry calls a system call again that a signal interrupted.
func retry(call func() error) error {
	for {
		if err := call(); err != syscall.EINTR { //nolint:errorlint // system calls return the number itself
			return err
		}
	}
}

// isOther reports that the system could not open a path because something else
// than a file stands on the way or at its end.
func isOther(err error) bool {
	switch err { //nolint:errorlint // system calls return the number itself
	case syscall.ENOTDIR, syscall.EISDIR, syscall.ELOOP, syscall.EMLINK, syscall.ENXIO:
		return true
	}
	return false
}

// systemReason is the system's own text for an error, which names no path.
func systemReason(err error) string {
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return errno.Error()
	}
	return ""
}
