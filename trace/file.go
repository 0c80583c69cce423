package trace

import (
	"io/fs"
	"os"
)

// ReadFile reads the trace in the file at path, as Read does.
//
// Only a regular file is read (T-8). A symbolic link is refused and not
// followed, at the end of the path, and a pipe or a device is never opened for
// reading, so that nothing that is put in a file's place can block the call or
// lead it elsewhere: the name is looked at first, then opened without following
// links and without blocking, and what was opened is looked at again. (Systems
// without such an open compare the two looks instead.) A file that grows is read
// up to Limits.Document; one that is replaced is read as the one that was
// opened. No error shows the path.
func ReadFile(path string, spec Spec, opts ...Option) (Fields, error) {
	p := newProjection()
	defer p.release()
	if err := p.configure(spec, opts); err != nil {
		return Fields{}, err
	}
	if err := p.file.open(path, &p.config); err != nil {
		return Fields{}, err
	}
	defer p.file.close()
	return p.read(&p.file)
}

// ReadFS reads the trace of that name in fsys, as Read does. It looks at the
// name, opens it, and looks again, as ReadFile does, as far as fsys can: links
// show when it has an Lstat method, and an Open that blocks blocks.
func ReadFS(fsys fs.FS, name string, spec Spec, opts ...Option) (Fields, error) {
	p := newProjection()
	defer p.release()
	if err := p.configure(spec, opts); err != nil {
		return Fields{}, err
	}
	f, err := p.openFS(fsys, name)
	if err != nil {
		return Fields{}, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	return p.read(f)
}

func (p *projection) openFS(fsys fs.FS, name string) (fs.File, error) {
	if fsys == nil {
		return nil, &ReadError{Code: ErrUnreadable, Offset: -1, Detail: "there is no file system"}
	}
	before, err := fs.Lstat(fsys, name)
	if err != nil {
		return nil, refuseFile(err)
	}
	if !before.Mode().IsRegular() {
		return nil, notRegular("")
	}
	p.rest()
	f, err := fsys.Open(name)
	if err != nil {
		return nil, refuseFile(err)
	}
	if err := p.checkOpened(before, f); err != nil {
		_ = f.Close() // nothing was written
		return nil, err
	}
	return f, nil
}

// checkOpened looks at a file again, once it is open.
func (c *config) checkOpened(before fs.FileInfo, f fs.File) error {
	after, err := f.Stat()
	if err != nil {
		return refuseFile(err)
	}
	// SameFile knows the files of the operating system only, and calls all
	// others different from themselves.
	replaced := os.SameFile(before, before) && !os.SameFile(before, after)
	switch {
	case !after.Mode().IsRegular():
		return notRegular("it was replaced while it was opened")
	case replaced:
		return notRegular("it was replaced while it was opened; read again")
	case after.Size() > c.limits.Document:
		return c.overCeiling()
	}
	return nil
}

// rest is where a test may do what another process could do.
func (c *config) rest() {
	if c.pause != nil {
		c.pause()
	}
}
