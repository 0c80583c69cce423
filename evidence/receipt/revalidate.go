package receipt

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"slices"
)

// Revalidation says whether what a manifest recorded is still there. The zero
// Revalidation proves nothing.
type Revalidation struct {
	// Coverage is what was compared: what the manifest recorded.
	Coverage Coverage
	// Unchanged says that everything it covers is as recorded.
	Unchanged bool
	// Added are files of a workspace that the manifest does not list. They are
	// not looked for under explicit coverage.
	Added []string
	// Removed are listed files that are not there.
	Removed []string
	// Changed are listed files of another size, content or mode, or that are no
	// regular files any more.
	Changed []string
	// Unreachable are listed paths that no file system is asked for, because
	// they are not plain paths below its root.
	Unreachable []string
}

// Revalidate compares a manifest with a file system, by the coverage that the
// manifest recorded: for a workspace the files that were added, removed and
// changed, otherwise the listed files alone. For a workspace, fsys must be
// filtered as it was when the manifest was made. All lists are in byte order.
//
// A manifest that is not valid is a *FormError, a file that cannot be read a
// *ReadError: then nothing is known. It reads each listed file once, unless its
// size has changed, and keeps none in memory.
func Revalidate(manifest Manifest, fsys fs.FS) (Revalidation, error) {
	if err := manifest.check(); err != nil {
		return Revalidation{}, err
	}
	result := Revalidation{Coverage: manifest.Source}
	for _, file := range manifest.Files {
		if err := result.compare(file, fsys); err != nil {
			return Revalidation{}, err
		}
	}
	if manifest.Source == Workspace {
		paths, err := inventory(fsys)
		if err != nil {
			return Revalidation{}, err
		}
		for _, path := range paths {
			_, listed := slices.BinarySearchFunc(manifest.Files, path, comparePath)
			if !listed {
				result.Added = append(result.Added, path)
			}
		}
	}
	result.Unchanged = len(result.Added)+len(result.Removed)+len(result.Changed)+len(result.Unreachable) == 0
	return result, nil
}

func comparePath(file File, path string) int {
	switch {
	case file.Path < path:
		return -1
	case file.Path > path:
		return 1
	}
	return 0
}

func (r *Revalidation) compare(file File, fsys fs.FS) error {
	if !fs.ValidPath(file.Path) {
		r.Unreachable = append(r.Unreachable, file.Path)
		return nil
	}
	// Links are not followed: a manifest lists files.
	info, err := fs.Lstat(fsys, file.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.Removed = append(r.Removed, file.Path)
		return nil
	case err != nil:
		return &ReadError{Path: file.Path, Err: err}
	case !info.Mode().IsRegular() || info.Size() != file.Size:
		r.Changed = append(r.Changed, file.Path)
		return nil
	}
	now, err := read(fsys, file.Path)
	if errors.Is(err, fs.ErrNotExist) {
		r.Removed = append(r.Removed, file.Path)
		return nil
	}
	if err != nil {
		return err
	}
	if now != file {
		r.Changed = append(r.Changed, file.Path)
	}
	return nil
}

// WorkspaceManifest makes the manifest of everything in a file system: every
// regular file below its root. The host filters what belongs to the workspace.
// Anything that is neither a folder nor a regular file is refused with a
// *FormError, a file that cannot be read with a *ReadError.
func WorkspaceManifest(fsys fs.FS) (Manifest, error) {
	paths, err := inventory(fsys)
	if err != nil {
		return Manifest{}, err
	}
	return gather(fsys, paths, Workspace)
}

// ExplicitManifest makes the manifest of the named files, at least one, in any
// order. A path that is no regular file below the root of fsys is refused with
// a *FormError, a file that cannot be read with a *ReadError.
func ExplicitManifest(fsys fs.FS, paths ...string) (Manifest, error) {
	paths = slices.Clone(paths)
	slices.Sort(paths)
	return gather(fsys, slices.Compact(paths), Explicit)
}

func gather(fsys fs.FS, paths []string, source Coverage) (Manifest, error) {
	f := newForm("manifest")
	m := Manifest{Files: make([]File, 0, len(paths)), Source: source}
	for _, path := range paths {
		if !fs.ValidPath(path) {
			f.problem(path, "is not a plain path below the root")
			continue
		}
		info, err := fs.Lstat(fsys, path)
		if err != nil {
			return Manifest{}, &ReadError{Path: path, Err: err}
		}
		if !info.Mode().IsRegular() {
			f.problem(path, "is not a regular file")
			continue
		}
		file, err := read(fsys, path)
		if err != nil {
			return Manifest{}, err
		}
		m.Files = append(m.Files, file)
		m.TotalBytes += file.Size
	}
	if err := f.result(); err != nil {
		return Manifest{}, err
	}
	if err := m.check(); err != nil {
		return Manifest{}, err
	}
	return m, nil
}

// inventory lists everything below the root that is no folder, in byte order.
func inventory(fsys fs.FS) ([]string, error) {
	var paths []string
	err := fs.WalkDir(fsys, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return &ReadError{Path: path, Err: err}
		}
		if !entry.IsDir() {
			paths = append(paths, path)
		}
		return nil
	})
	slices.Sort(paths)
	return paths, err
}

// read describes a regular file as it is now.
func read(fsys fs.FS, path string) (File, error) {
	opened, err := fsys.Open(path)
	if err != nil {
		return File{}, &ReadError{Path: path, Err: err}
	}
	hash := sha256.New()
	size, err := io.Copy(hash, opened)
	info, statErr := opened.Stat()
	if err = errors.Join(err, statErr, opened.Close()); err != nil {
		return File{}, &ReadError{Path: path, Err: err}
	}
	return File{Path: path, Size: size, SHA256: hex.EncodeToString(hash.Sum(nil)), Mode: modeOf(info)}, nil
}

// modeOf keeps of a mode what a manifest keeps: whether its owner may run it.
func modeOf(info fs.FileInfo) Mode {
	const ownerRuns = 0o100
	if info.Mode().Perm()&ownerRuns != 0 {
		return Executable
	}
	return Regular
}
