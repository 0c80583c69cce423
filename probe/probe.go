package probe

import (
	"encoding/json"
	"iter"
	"slices"
)

// ManifestName is the default base name of a probe manifest; [WithName] takes
// another.
const ManifestName = ".atoma-probes.json"

// Version is the one version of the manifest format.
const Version = 1

// The literals of the member "probe". A shell entry has none.
const (
	// WebProbe is the one literal that marks a browser entry: what writers are
	// taught, and what [Check] accepts (P-3).
	WebProbe = "web"
	// HTTPProbe is the literal that marks an HTTP entry.
	HTTPProbe = "http"
)

// Kind is the shape of a manifest entry, or the place of a problem. The zero
// Kind is none of them.
type Kind string

// The kinds of P-4.
const (
	// KindDocument is the manifest as a whole.
	KindDocument Kind = "document"
	// KindNone is an entry whose shape cannot be told.
	KindNone Kind = "none"
	// KindHTTP is an HTTP request and its response.
	KindHTTP Kind = "http"
	// KindWeb is a page that a browser opens, drives and asks one question.
	KindWeb Kind = "web"
	// KindShell is a command line and what came of it.
	KindShell Kind = "shell"
)

// Shell is a recorded command (P-2): what to run, and what was observed. A nil
// Stdout or Stderr was not recorded and is not compared.
type Shell struct {
	// Cmd is the command line for a POSIX shell.
	Cmd string
	// ExitCode is the recorded exit code as written in the manifest.
	ExitCode json.Number
	// Stdout and Stderr are the recorded outputs.
	Stdout, Stderr *string
	// Raw is the whole entry, with the members that this package does not know.
	Raw json.RawMessage
}

// HTTP is a recorded request (P-2). A nil Body was not recorded and is not
// compared.
type HTTP struct {
	// Method and Path are the request; Path is below the host's base URL and
	// may hold a query.
	Method, Path string
	// Status is the recorded status code as written in the manifest.
	Status json.Number
	// Body is the recorded body of the response.
	Body *string
	// Raw is the whole entry, with the members that this package does not know.
	Raw json.RawMessage
}

// Web is a recorded browser check (P-2): open File, drive Interactions in
// order, evaluate Smoke.
type Web struct {
	// File is the page that is opened.
	File string
	// Interactions are driven in order before Smoke is evaluated.
	Interactions []Interaction
	// Smoke is a JavaScript expression that is evaluated in the page.
	Smoke string
	// Expected is the JSON encoding of the value that Smoke must have.
	Expected string
	// ConsoleErrors and FailedRequests are the recorded counts as written, or
	// "" when they were not recorded.
	ConsoleErrors, FailedRequests json.Number
	// Raw is the whole entry, with the members that this package does not know.
	Raw json.RawMessage
}

// InteractionType is what one interaction does. The zero value is none.
type InteractionType string

// The interactions that a page can be driven with.
const (
	Click      InteractionType = "click"
	RightClick InteractionType = "rightclick"
	Type       InteractionType = "type"
	KeyDown    InteractionType = "keydown"
	KeyUp      InteractionType = "keyup"
	KeyPress   InteractionType = "keypress"
	Upload     InteractionType = "upload"
	Select     InteractionType = "select"
)

// Interaction is one step of driving a page.
type Interaction struct {
	// Type says what is done; the other members are set as it needs them.
	Type InteractionType `json:"type"`
	// Selector is the CSS selector of the element: for every type but the
	// keys, which go to the element in focus without one.
	Selector string `json:"selector,omitempty"`
	// Text is what Type types.
	Text string `json:"text,omitempty"`
	// Key is the key of KeyDown, KeyUp and KeyPress.
	Key string `json:"key,omitempty"`
	// Value is the option that Select chooses.
	Value string `json:"value,omitempty"`
	// Files are the files that Upload puts into the element.
	Files []string `json:"files,omitempty"`
	// Raw is the whole step, with the members that this package does not know.
	// It is nil for a step that a program made.
	Raw json.RawMessage `json:"-"`
}

// Entry is one entry of a manifest that was read.
type Entry struct {
	kind     Kind
	index    int
	raw      value
	fields   fields
	problems []Problem
}

// Kind is the shape of the entry, KindNone when it has none.
func (e Entry) Kind() Kind { return e.kind }

// Index is the position in the manifest, from 0.
func (e Entry) Index() int { return e.index }

// Raw is the entry as written; it is not copied for each call and must not be
// changed.
func (e Entry) Raw() json.RawMessage { return json.RawMessage(e.raw) }

// Problems are what [Check] says of this entry.
func (e Entry) Problems() []Problem { return e.problems }

// Manifest is a manifest that was read. The zero Manifest has no entries. It
// never changes and may be shared.
type Manifest struct {
	entries  []Entry
	problems []Problem
}

// Parse reads a manifest with everything that is wrong with it. The error is a
// *[SyntaxError] when raw is not JSON, or is beyond the limits of [WithLimits];
// every other defect is in [Manifest.Problems], and the rest can be read.
func Parse(raw []byte, opts ...Option) (Manifest, error) {
	d, err := read(raw, configure(opts))
	if err != nil {
		return Manifest{}, err
	}
	return d.manifest(), nil
}

func (d document) manifest() Manifest {
	var m Manifest
	m.problems = d.check()
	for i, v := range d.each() {
		e := Entry{index: i, raw: v}
		e.kind, e.fields, e.problems = checkEntry(i, v, nil)
		m.entries = append(m.entries, e)
	}
	return m
}

// Entries are the entries in document order, whatever their state.
func (m Manifest) Entries() iter.Seq2[int, Entry] {
	return func(yield func(int, Entry) bool) {
		for i, e := range m.entries {
			if !yield(i, e) {
				return
			}
		}
	}
}

// Problems are all problems, those of the document first: the list of [Check].
func (m Manifest) Problems() []Problem {
	all := slices.Clip(m.problems)
	for _, e := range m.entries {
		all = append(all, e.problems...)
	}
	return all
}

// Shell reads a shell entry; false when the entry is of another kind, or a
// member that it needs is missing.
func (e Entry) Shell() (Shell, bool) {
	cmd, _ := e.fields[fieldCmd].text()
	s := Shell{
		Cmd: cmd, ExitCode: e.fields[fieldExitCode].number(),
		Stdout: e.fields[fieldStdout].optional(), Stderr: e.fields[fieldStderr].optional(), Raw: e.Raw(),
	}
	return s, e.kind == KindShell && s.ExitCode != ""
}

// HTTP reads an HTTP entry; false when the entry is of another kind, or a
// member that it needs is missing.
func (e Entry) HTTP() (HTTP, bool) {
	method, hasMethod := e.fields[fieldMethod].text()
	path, hasPath := e.fields[fieldPath].text()
	h := HTTP{
		Method: method, Path: path, Status: e.fields[fieldStatus].number(),
		Body: e.fields[fieldBody].optional(), Raw: e.Raw(),
	}
	return h, e.kind == KindHTTP && hasMethod && hasPath && h.Status != ""
}

// Web reads a browser entry; false when the entry is of another kind, or a
// member that it needs is missing.
func (e Entry) Web() (Web, bool) {
	file, hasFile := e.fields[fieldFile].text()
	smoke, hasSmoke := e.fields[fieldSmoke].text()
	expected, hasExpected := e.fields[fieldExpected].text()
	w := Web{
		File: file, Smoke: smoke, Expected: expected, Interactions: readInteractions(e.fields[fieldInteractions]),
		ConsoleErrors: e.fields[fieldConsoleErrors].number(), FailedRequests: e.fields[fieldFailedRequests].number(), Raw: e.Raw(),
	}
	return w, e.kind == KindWeb && hasFile && hasSmoke && hasExpected
}

func readInteractions(list value) []Interaction {
	var steps []Interaction
	for v := range list.elements() {
		s := Interaction{Raw: json.RawMessage(v)}
		kind, _ := v.member("type").text()
		s.Type = InteractionType(kind)
		s.Selector, _ = v.member("selector").text()
		s.Text, _ = v.member("text").text()
		s.Key, _ = v.member("key").text()
		s.Value, _ = v.member("value").text()
		s.Files = uploadFiles(v)
		steps = append(steps, s)
	}
	return steps
}

// uploadFiles are the files of an upload: "file" for one, "files" for several;
// nil when one of them is not a string.
func uploadFiles(v value) []string {
	if file, ok := v.member("file").text(); ok {
		return []string{file}
	}
	var files []string
	for f := range v.member("files").elements() {
		file, ok := f.text()
		if !ok {
			return nil
		}
		files = append(files, file)
	}
	return files
}
