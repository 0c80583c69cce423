package artifact

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The longest component of a place and the longest extension, in bytes.
const (
	maxComponent = 128
	maxExt       = 16
)

// ErrTooLarge says that a file would be larger than the root allows.
var ErrTooLarge = errors.New("artifact: the content is larger than this root allows")

// Place says where below the root a file belongs.
type Place struct {
	// Workspace owns the evidence, Brief is the slug of its brief, ACID its
	// acceptance criterion. Each becomes one folder name: not empty, at most
	// 128 bytes of UTF-8, no separator, no control character, not "." or "..".
	Workspace, Brief, ACID string
}

// PlaceError is a part of a place, or an extension, that is no safe name.
type PlaceError struct {
	// Part is the member of Place, or "extension".
	Part string
	// Value is what was given.
	Value string
	// Reason says what is wrong with it.
	Reason string
}

// Error names the part, its value and the fault.
func (e *PlaceError) Error() string {
	return fmt.Sprintf("artifact: the %s %.140q %s", e.Part, e.Value, e.Reason)
}

// File is a minted file.
type File struct {
	// Path is its absolute path, which belongs into a row's ArtifactPath.
	Path string
	// SizeBytes and SHA256 (64 lower-case hex digits) describe its content.
	SizeBytes int64
	SHA256    string
}

// Mint writes what content yields into a new file at place and returns it. ext
// is the extension with its dot, or "". The file appears whole or not at all;
// only its owner can read it. A place or extension that is no safe name is a
// *PlaceError, too much content is ErrTooLarge, and the error of content or of
// ctx comes back wrapped.
func (r *Root) Mint(ctx context.Context, place Place, ext string, content io.Reader) (File, error) {
	if err := place.check(ext); err != nil {
		return File{}, err
	}
	dir := path.Join(place.Workspace, place.Brief, place.ACID)
	if err := r.root.MkdirAll(dir, 0o700); err != nil {
		return File{}, failure("making the folder", err)
	}
	id := newUUID()
	name := path.Join(dir, id+ext)
	temporary := path.Join(dir, "."+id+".tmp")
	file, err := r.write(ctx, temporary, content)
	if err == nil {
		err = r.settle(dir, temporary, name)
	}
	if err != nil {
		// Whichever of the two is there is ours alone; that it cannot be
		// removed changes nothing about the error.
		_ = r.root.Remove(temporary)
		_ = r.root.Remove(name)
		return File{}, err
	}
	file.Path = filepath.Join(r.dir, filepath.FromSlash(name))
	return file, nil
}

// write streams content into a new file and syncs it.
func (r *Root) write(ctx context.Context, name string, content io.Reader) (File, error) {
	f, err := r.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return File{}, failure("making the file", err)
	}
	digest := sha256.New()
	size, err := io.Copy(io.MultiWriter(f, digest), io.LimitReader(&source{ctx, content}, r.maxBytes+1))
	switch {
	case err != nil:
		err = failure("writing the file", err)
	case size > r.maxBytes:
		err = ErrTooLarge
	default:
		if err = f.Sync(); err != nil {
			err = failure("syncing the file", err)
		}
	}
	if closeErr := f.Close(); err == nil && closeErr != nil {
		err = failure("closing the file", closeErr)
	}
	return File{SizeBytes: size, SHA256: hex.EncodeToString(digest.Sum(nil))}, err
}

// settle gives the file its name, durably.
func (r *Root) settle(dir, temporary, name string) error {
	if err := r.root.Rename(temporary, name); err != nil {
		return failure("naming the file", err)
	}
	folder, err := r.root.Open(dir)
	if err != nil {
		return failure("syncing the folder", err)
	}
	err = folder.Sync()
	if closeErr := folder.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return failure("syncing the folder", err)
	}
	return nil
}

// source is a reader that ends with its context.
type source struct {
	ctx context.Context //nolint:containedctx // lives as long as the call that it came with
	r   io.Reader
}

func (s *source) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

func (p Place) check(ext string) error {
	for _, part := range [...]struct{ name, value string }{
		{"workspace", p.Workspace},
		{"brief", p.Brief},
		{"acceptance criterion", p.ACID},
	} {
		if reason := componentFault(part.value); reason != "" {
			return &PlaceError{Part: part.name, Value: part.value, Reason: reason}
		}
	}
	if reason := extFault(ext); reason != "" {
		return &PlaceError{Part: "extension", Value: ext, Reason: reason}
	}
	return nil
}

func componentFault(s string) string {
	switch {
	case strings.TrimSpace(s) == "":
		return "is blank: it becomes the name of a folder"
	case len(s) > maxComponent:
		return fmt.Sprintf("is longer than %d bytes", maxComponent)
	case s == "." || s == "..":
		return "is a step, not a name"
	case !utf8.ValidString(s):
		return "is not valid UTF-8"
	case strings.ContainsAny(s, `/\`):
		return "holds a separator"
	case strings.ContainsFunc(s, unicode.IsControl):
		return "holds a control character"
	}
	return ""
}

func extFault(ext string) string {
	switch {
	case ext == "":
		return ""
	case len(ext) > maxExt:
		return fmt.Sprintf("is longer than %d bytes", maxExt)
	case ext[0] != '.':
		return "does not begin with a dot"
	}
	for i := 1; i < len(ext); i++ {
		c := ext[i]
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && c != '.' && c != '_' && c != '-' {
			return "holds something else than letters, digits, dot, dash and underscore"
		}
	}
	return ""
}

// newUUID returns a random UUID, version 4. crypto/rand does not fail: it ends
// the process instead.
func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	s := hex.EncodeToString(b[:])
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}
