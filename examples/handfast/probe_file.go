package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// updateFile reads a file, lets change make its new text, and replaces it in one
// step: a reader finds the old or the new text, and never a part of one. The
// directory is locked meanwhile, because of two writers that read the same text
// the second would undo what the first wrote. An absent file is read as nil;
// text that is nil removes it. What is the same is not written.
func updateFile(name string, change func(existing []byte) (text []byte, err error)) error {
	// A link stays one: what it points to is replaced.
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	unlock, err := lockDir(filepath.Dir(name))
	if err != nil {
		return ioFailure(name, err)
	}
	defer unlock()
	existing, mode, err := readExisting(name)
	if err != nil {
		return err
	}
	text, err := change(existing)
	switch {
	case err != nil:
		return err
	case text == nil && existing == nil, text != nil && existing != nil && bytes.Equal(text, existing):
		return nil
	case text == nil:
		err = os.Remove(name)
	default:
		err = replaceFile(name, text, mode)
	}
	if err != nil {
		return ioFailure(name, err)
	}
	return nil
}

// newFileMode is the mode of a file that was not there before.
const newFileMode = 0o644

// readExisting reads a file that may be absent: the text is nil then.
func readExisting(name string) ([]byte, fs.FileMode, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, newFileMode, nil
	}
	if err != nil {
		return nil, 0, ioFailure(name, err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	info, err := f.Stat()
	if err != nil {
		return nil, 0, ioFailure(name, err)
	}
	text, err := io.ReadAll(io.LimitReader(source{f, name}, maxInput+1))
	if err != nil {
		return nil, 0, err
	}
	return append([]byte{}, text...), info.Mode().Perm(), nil
}

// replaceFile writes a new file beside the old one and puts it in its place.
func replaceFile(name string, text []byte, mode fs.FileMode) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".probes-*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
