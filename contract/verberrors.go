package contract

import (
	"errors"
	"fmt"
	"strings"

	"github.com/handfast-go/handfast/internal/docpath"
)

// What the verbs refuse, to be matched with errors.Is on a *VerbError.
var (
	// ErrPath: the path is empty, has an empty segment, or holds another
	// escape than `\.` and `\\` (C-7). It is found before anything else.
	ErrPath = docpath.ErrPath
	// ErrNotObject: the path leads through a list or a scalar (C-26), or the
	// document, patch or delta is not an object.
	ErrNotObject = errors.New("contract: not an object")
	// ErrNotList: Add met a value that is neither missing, null nor a list.
	ErrNotList = errors.New("contract: not a list")
	// ErrHostField: only the host writes that root member (C-26b).
	ErrHostField = errors.New("contract: only the host writes this member")
)

// The verbs as a VerbError names them.
const (
	verbGet          = "get"
	verbSet          = "set"
	verbAdd          = "add"
	verbFill         = "fill"
	verbMergeSection = "merge_section"
)

// VerbError is a write or read that a verb refused; nothing was changed.
type VerbError struct {
	// Verb is "set", "add", "fill", "get" or "merge_section".
	Verb string
	// Path is where it was refused, as a path of C-7; "" is the root. For
	// ErrPath it is the path as given.
	Path string
	// Detail says what is there and what was expected.
	Detail string
	// Repair is the one call that fixes it, or "" when there is none.
	Repair string
	// Err is ErrPath, ErrNotObject, ErrNotList, ErrHostField, ErrNotFound, or
	// the *SyntaxError of a result that exceeds the document's limits.
	Err error
}

// Error says what was refused and how to go on.
func (e *VerbError) Error() string {
	s := "contract: " + e.Verb
	if e.Path != "" {
		s += " " + clip(e.Path)
	}
	s += ": " + e.Detail
	if e.Repair != "" {
		s += "; " + e.Repair
	}
	return s
}

// Unwrap returns Err.
func (e *VerbError) Unwrap() error { return e.Err }

func pathError(verb, path string) *VerbError {
	return &VerbError{
		Verb:   verb,
		Path:   path,
		Detail: fmt.Sprintf("%q is no path", clip(path)),
		Repair: ErrPath.Error(),
		Err:    ErrPath,
	}
}

func hostFieldError(verb, name string) *VerbError {
	return &VerbError{
		Verb:   verb,
		Path:   docpath.Escape(name),
		Detail: "only the host writes this member",
		Repair: "leave it out",
		Err:    ErrHostField,
	}
}

// rootError is for a document, patch or delta that is not an object.
func rootError(verb, what, kind string) *VerbError {
	return &VerbError{
		Verb:   verb,
		Detail: fmt.Sprintf("the %s is %s, and an object is needed", what, kind),
		Err:    ErrNotObject,
	}
}

// throughError is for a path that leads through something else than an object.
func (p place) throughError(verb string, names []string) *VerbError {
	if p.depth == 0 {
		return rootError(verb, argDocument, p.kind.String())
	}
	at := docpath.Join(names[:p.depth]...)
	e := &VerbError{
		Verb:   verb,
		Path:   at,
		Detail: fmt.Sprintf("%s stands here, so the path cannot lead on to %q", p.kind, clip(names[p.depth])),
		Err:    ErrNotObject,
	}
	switch verb {
	case verbGet:
		e.Repair = "view " + clip(at) + " and read the rest from there"
	default:
		e.Repair = setRepair(at, "the whole value that belongs there")
	}
	return e
}

// setRepair says what to set a path to: what the schema declares there, so that
// the repair is not refused by the form, else what the verb would need.
func setRepair(path, needed string) string {
	for i := range fields {
		if f := &fields[i]; f.Path == path && f.Types != TypeAny {
			needed = f.expected() + ", which is what is declared there"
			break
		}
	}
	return "set " + clip(path) + " to " + needed
}

// maxCollisionBytes bounds the paths that an OverwriteError lists. A hostile
// document could otherwise make them many times as long as itself.
const maxCollisionBytes = 16 << 20

// OverwriteError is a Fill that would have displaced populated lists (C-25).
// Nothing was written. It matches the code Overwrite with errors.Is.
type OverwriteError struct {
	// Collisions has one entry per list, in byte order of the Field.
	Collisions []Collision
	// Omitted counts further lists that are not in Collisions because the
	// paths together would exceed 16 MiB.
	Omitted int
}

// Collision is one populated list that a patch would have displaced.
type Collision struct {
	// Field is the path of the list (C-7).
	Field string `json:"field"`
	// Existing is the number of its entries.
	Existing int `json:"existing"`
	// Incoming is the number of entries of the list that would have taken its
	// place, or 0 when what arrives is not a list.
	Incoming int `json:"incoming"`
}

// Error names the lists and the calls that do what Fill does not.
func (e *OverwriteError) Error() string {
	const shown = 5
	var b strings.Builder
	b.WriteString("contract: " + string(Overwrite) + ": nothing was written, because the patch would displace ")
	for i, c := range e.Collisions {
		if i == shown {
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s (%d there, %d incoming)", clip(c.Field), c.Existing, c.Incoming)
	}
	if more := len(e.Collisions) + e.Omitted - shown; more > 0 {
		fmt.Fprintf(&b, " and %d more", more)
	}
	b.WriteString("; use add to extend a list by one entry, set to replace it, and leave it out of the patch otherwise")
	return b.String()
}

// Unwrap returns the code Overwrite.
func (e *OverwriteError) Unwrap() error { return Overwrite }
