package artifact

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxLinks is how many links Resolve follows before it calls them a loop.
const maxLinks = 255

// PathError is a claimed path that is refused.
type PathError struct {
	// Path is the path as it was claimed.
	Path string
	// Reason says what is wrong with it.
	Reason string
	// Err is the cause where the operating system gave one, without a path.
	Err error
}

// Error names the claimed path and the reason.
func (e *PathError) Error() string {
	const most = 200
	shown := e.Path
	if len(shown) > most {
		shown = strings.ToValidUTF8(shown[:most], "") + "…"
	}
	text := fmt.Sprintf("artifact: %q %s", shown, e.Reason)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text + "; give the path that was handed out when the file was deposited"
}

// Unwrap gives the cause.
func (e *PathError) Unwrap() error { return e.Err }

// Check is Resolve for those who want the verdict alone, such as
// evidence.ParsePayload.
func (r *Root) Check(path string) error {
	_, err := r.Resolve(path)
	return err
}

// Resolve judges a claimed path (E-17) and returns its name relative to the
// root. The path must be absolute. It is cleaned, the links of the part that
// exists are followed, the rest need not exist, and what comes out must lie
// strictly below the root. Anything else is a *PathError.
//
// The verdict holds for the moment. Open uses the name through os.Root, which
// cannot be led outside.
func (r *Root) Resolve(path string) (name string, err error) {
	switch {
	case path == "":
		return "", &PathError{Path: path, Reason: "is empty"}
	case !filepath.IsAbs(path):
		return "", &PathError{Path: path, Reason: "is not absolute"}
	case strings.ContainsRune(path, 0):
		return "", &PathError{Path: path, Reason: "holds a NUL"}
	}
	resolved, err := follow(path)
	if err != nil {
		return "", &PathError{Path: path, Reason: "cannot be followed", Err: err}
	}
	name, err = filepath.Rel(r.dir, resolved)
	switch {
	case err != nil || !filepath.IsLocal(name):
		return "", &PathError{Path: path, Reason: "lies outside the artifact root"}
	case name == ".":
		return "", &PathError{Path: path, Reason: "is the artifact root itself"}
	}
	return name, nil
}

var errLoop = errors.New("too many links")

// follow cleans an absolute path and replaces the links in it. Unlike
// filepath.EvalSymlinks it accepts a path, and a link, whose end does not
// exist.
func follow(path string) (string, error) {
	path = filepath.Clean(path)
	volume := filepath.VolumeName(path)
	separator := string(filepath.Separator)
	done := volume + separator
	todo := strings.Split(strings.TrimPrefix(path[len(volume):], separator), separator)
	links := 0
	for len(todo) > 0 {
		next := filepath.Join(done, todo[0]) // ".." of a link goes up here
		todo = todo[1:]
		info, err := os.Lstat(next)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
			done = next
			continue
		case err != nil:
			return "", bare(err)
		case info.Mode()&fs.ModeSymlink == 0:
			done = next
			continue
		}
		if links++; links > maxLinks {
			return "", errLoop
		}
		target, err := os.Readlink(next)
		if err != nil {
			return "", bare(err)
		}
		if filepath.IsAbs(target) {
			volume = filepath.VolumeName(target)
			done = volume + separator
			target = target[len(volume):]
		}
		todo = append(strings.Split(filepath.ToSlash(target), "/"), todo...)
	}
	return done, nil
}
