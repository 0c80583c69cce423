package receipt

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Coverage says what a manifest is a statement about.
type Coverage string

// The coverages. The zero Coverage is Explicit, which is the meaning of the
// manifests that were written before there was a second one.
const (
	// Explicit: the listed files, and nothing about any other.
	Explicit Coverage = ""
	// Workspace: the complete filtered inventory of a workspace.
	Workspace Coverage = "workspace"
)

// Mode is what is kept of a file's mode, as git writes it.
type Mode string

// The modes.
const (
	Regular    Mode = "100644"
	Executable Mode = "100755"
)

// File is one file of a manifest.
type File struct {
	// Path has 1 to 512 characters. It is kept as written: a path that leads
	// out of a folder is a statement like any other, and Revalidate never
	// follows it.
	Path string
	// Size is in bytes.
	Size int64
	// SHA256 is the digest of the content, 64 lower-case hex digits.
	SHA256 string
	Mode   Mode
}

// Manifest lists files as they were published (E-22), version 1.
type Manifest struct {
	// Files are in byte order of their paths, each path once. Only a workspace
	// may have none.
	Files []File
	// TotalBytes is the sum of their sizes.
	TotalBytes int64
	// Source is the recorded coverage.
	Source Coverage
}

// The member names of a manifest.
const (
	memberVersion    = "version"
	memberFiles      = "files"
	memberTotalBytes = "totalBytes"
	memberSource     = "source"
	memberPath       = "path"
	memberSize       = "size"
	memberSHA256     = "sha256"
	memberMode       = "mode"
)

const (
	maxPath   = 512
	sha256Len = 64
)

// ParseManifest reads a manifest. It is strict: unknown members, files out of
// order or listed twice, and a sum that is not theirs are refused with a
// *FormError. It is pure.
func ParseManifest(data []byte) (Manifest, error) {
	f := newForm("manifest")
	m := f.root(data, memberVersion, memberFiles, memberTotalBytes, memberSource)
	f.version(m)
	manifest := Manifest{Files: []File{}}
	f.list(memberFiles, m, func(path string, at int) {
		file := f.object(path, at, []string{memberPath, memberSize, memberSHA256, memberMode})
		manifest.Files = append(manifest.Files, File{
			Path:   f.string(path, memberPath, file),
			Size:   f.integer(path, memberSize, file),
			SHA256: f.string(path, memberSHA256, file),
			Mode:   Mode(f.string(path, memberMode, file)),
		})
	})
	manifest.TotalBytes = f.integer("", memberTotalBytes, m)
	if _, given := m[memberSource]; given {
		raw, ok := f.value("", memberSource, m, jsonscan.String)
		if ok && unquote(raw) != string(Workspace) {
			f.problem(memberSource, "is not %q; explicit coverage is said by leaving it out", Workspace)
		}
		manifest.Source = Workspace
	}
	if err := f.result(); err != nil {
		return Manifest{}, err
	}
	if err := manifest.check(); err != nil {
		return Manifest{}, err
	}
	return manifest, nil
}

// check demands of the values what their types do not say.
func (m Manifest) check() error {
	f := newForm("manifest")
	var sum int64
	for i, file := range m.Files {
		at := func(member string) string { return memberFiles + "[" + strconv.Itoa(i) + "]." + member }
		f.length(at(memberPath), file.Path, 1, maxPath)
		if i > 0 && file.Path <= m.Files[i-1].Path {
			f.problem(at(memberPath), "does not follow the path before it in byte order")
		}
		if file.Size < 0 || file.Size > maxInteger {
			f.problem(at(memberSize), "is not a size from 0 to %d", int64(maxInteger))
		} else if sum <= maxInteger {
			sum += file.Size
		}
		if !isHex(file.SHA256, sha256Len) {
			f.problem(at(memberSHA256), "is not a SHA-256 of 64 lower-case hex digits")
		}
		if file.Mode != Regular && file.Mode != Executable {
			f.problem(at(memberMode), "is not %q or %q", Regular, Executable)
		}
	}
	if m.Source != Explicit && m.Source != Workspace {
		f.problem(memberSource, "is not %q, the only one there is", Workspace)
	}
	if len(m.Files) == 0 && m.Source != Workspace {
		f.problem(memberFiles, "is empty; only a workspace may have no files")
	}
	if m.TotalBytes != sum || sum > maxInteger {
		f.problem(memberTotalBytes, "is not the sum of the sizes, or over %d", int64(maxInteger))
	}
	return f.result()
}

// JSON writes the canonical encoding: the members in the order version, files
// (path, size, sha256, mode), totalBytes, source, no white space, no escapes
// but those that JSON demands, and source only for a workspace. Without it the
// bytes are the ones that were written before that member existed. A manifest
// that ParseManifest would refuse is a *FormError.
func (m Manifest) JSON() ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	const perFile = 160 // bytes beside the path, about
	out := make([]byte, 0, (len(m.Files)+1)*perFile)
	out = append(out, `{"version":1,"files":[`...)
	for i, file := range m.Files {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, `{"path":`...)
		out = jsonscan.AppendQuoted(out, file.Path)
		out = append(out, `,"size":`...)
		out = strconv.AppendInt(out, file.Size, 10)
		out = append(out, `,"sha256":"`...)
		out = append(out, file.SHA256...)
		out = append(out, `","mode":"`...)
		out = append(out, file.Mode...)
		out = append(out, `"}`...)
	}
	out = append(out, `],"totalBytes":`...)
	out = strconv.AppendInt(out, m.TotalBytes, 10)
	if m.Source != Explicit {
		out = append(out, `,"source":`...)
		out = jsonscan.AppendQuoted(out, string(m.Source))
	}
	return append(out, '}'), nil
}

// Digest returns the SHA-256 of the canonical encoding, as 64 lower-case hex
// digits. A manifest that ParseManifest would refuse has none: a *FormError.
func (m Manifest) Digest() (string, error) {
	text, err := m.JSON()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
