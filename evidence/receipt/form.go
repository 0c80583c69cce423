package receipt

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// maxInteger is the largest integer that every reader of JSON keeps exactly.
const maxInteger = 1<<53 - 1

// form reads one document and gathers what is wrong with it.
type form struct {
	err  FormError
	text string
}

func newForm(document string) *form { return &form{err: FormError{Document: document}} }

func (f *form) problem(path, format string, args ...any) {
	if len(f.err.Problems) == maxProblems {
		f.err.Omitted++
		return
	}
	f.err.Problems = append(f.err.Problems, Problem{Path: path, Detail: fmt.Sprintf(format, args...)})
}

// result is nil, or the refusal.
func (f *form) result() error {
	if len(f.err.Problems) == 0 {
		return nil
	}
	return &f.err
}

// root takes a document through the strict door and returns its members by
// name; nil when it is no object.
func (f *form) root(data []byte, known ...string) members {
	var index jsonscan.Index
	f.text = string(data)
	if err := jsonscan.Scan(f.text, jsonscan.Limits{}, &index); err != nil {
		f.problem("", "%s", err.Error())
		return nil
	}
	return f.object("", index.Start, known)
}

// members are where the values of an object begin.
type members map[string]int

// object reads the object at offset at. With known names, a member by another
// name is a problem.
func (f *form) object(path string, at int, known []string) members {
	if kind := jsonscan.KindAt(f.text, at); kind != jsonscan.Object {
		f.problem(path, "is %s, not an object", kind)
		return nil
	}
	m := make(members)
	for r := jsonscan.Inside(f.text, at); r.Next(); r.Skip() {
		name := r.Name()
		m[name] = r.Start
		if known != nil && !slices.Contains(known, name) {
			f.problem(join(path, docpath.Escape(name)), "is not a member that is known here")
		}
	}
	return m
}

// value finds a member of the wanted kind. A member that is missing, or of
// another kind, is a problem.
func (f *form) value(path, name string, m members, want jsonscan.Kind) (raw string, ok bool) {
	if m == nil {
		return "", false
	}
	at, found := m[name]
	if !found {
		f.problem(join(path, name), "is missing")
		return "", false
	}
	if kind := jsonscan.KindAt(f.text, at); kind != want {
		f.problem(join(path, name), "is %s, not %s", kind, want)
		return "", false
	}
	return f.text[at:jsonscan.SkipValue(f.text, at)], true
}

func (f *form) string(path, name string, m members) string {
	raw, ok := f.value(path, name, m, jsonscan.String)
	if !ok {
		return ""
	}
	return unquote(raw)
}

// nullable reads a string that may be null; the result is then nil.
func (f *form) nullable(path, name string, m members) *string {
	if at, found := m[name]; found && jsonscan.KindAt(f.text, at) == jsonscan.Null {
		return nil
	}
	s := f.string(path, name, m)
	return &s
}

// integer reads an integer from 0 to maxInteger. 1.0 and 1e0 are the integer
// 1, as every reader of JSON has it.
func (f *form) integer(path, name string, m members) int64 {
	raw, ok := f.value(path, name, m, jsonscan.Number)
	if !ok {
		return 0
	}
	// The float only finds the candidate; the comparison is exact.
	approx, err := strconv.ParseFloat(raw, 64)
	if err == nil && approx >= 0 && approx <= maxInteger {
		if n := int64(approx); docpath.EqualNumbers(raw, strconv.FormatInt(n, 10)) {
			return n
		}
	}
	f.problem(join(path, name), "is not an integer from 0 to %d", int64(maxInteger))
	return 0
}

// version demands version 1.
func (f *form) version(m members) {
	const name = "version"
	if raw, ok := f.value("", name, m, jsonscan.Number); ok && !docpath.EqualNumbers(raw, "1") {
		f.problem(name, "is not 1, the only version there is")
	}
}

// list calls visit for each element of a list, with its path.
func (f *form) list(name string, m members, visit func(path string, at int)) {
	if _, ok := f.value("", name, m, jsonscan.Array); !ok {
		return
	}
	for r := jsonscan.Inside(f.text, m[name]); r.Next(); r.Skip() {
		visit(name+"["+strconv.Itoa(r.Count)+"]", r.Start)
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func unquote(raw string) string { return jsonscan.Unescape(raw[1 : len(raw)-1]) }

// units returns the length of s in UTF-16 code units.
func units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// length demands a text of so many code units.
func (f *form) length(path, s string, least, most int) {
	if n := units(s); n < least || n > most {
		f.problem(path, "has %d characters, not %d to %d", n, least, most)
	}
}
