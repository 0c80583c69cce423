package probe

import (
	"slices"
	"strconv"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// firstProblems is how many problems an Inheritance reports.
const firstProblems = 5

// Inheritance is what a workspace takes over from the manifest of the workspace
// that it was seeded from.
type Inheritance struct {
	// Text is the manifest to write; nil means that there must be no file.
	Text []byte
	// Changed reports that Text is not the manifest as it was, or that nothing
	// is left of it.
	Changed bool
	// Kept counts the entries that stay, the repaired ones included; Dropped
	// those that go; Repaired those that lost a stdout with a port in it.
	Kept, Dropped, Repaired int
	// Unreadable reports that the manifest is not JSON, not version 1 or
	// without a list of entries: nothing is taken over.
	Unreadable bool
	// Problems are the first problems, at most five: those of the document when
	// it is unreadable, else those of the entries that were dropped or repaired.
	Problems []Problem
}

// Inherit decides what a seeded workspace takes over (P-8). Entries that pass
// [Check] stay; an entry whose only defect is a port in its stdout stays
// without the stdout, which no later run can repeat; every other goes. When all
// stay, the bytes are unchanged. Nothing left gives no file.
func Inherit(raw []byte, opts ...Option) Inheritance {
	c := configure(opts)
	d, err := read(raw, c)
	if err != nil {
		return Inheritance{Changed: true, Unreadable: true, Problems: []Problem{unreadable(err)}}
	}
	if !d.mergeable() || !d.isVersion1() {
		return Inheritance{Changed: true, Unreadable: true, Problems: d.check()}
	}
	var in Inheritance
	m := newMerge(c)
	for i, v := range d.each() {
		_, _, problems := checkEntry(i, v, nil)
		in.Problems = append(in.Problems, problems[:min(len(problems), firstProblems-len(in.Problems))]...)
		switch {
		case len(problems) == 0:
			m.keep(v)
		case len(problems) == 1 && problems[0].Rule == PortBearing:
			m.add(m.without(v, fieldNames[fieldStdout]))
			in.Repaired++
		default:
			in.Dropped++
			continue
		}
		in.Kept++
	}
	in.Changed = in.Dropped > 0 || in.Repaired > 0 || in.Kept == 0
	switch {
	case in.Kept == 0:
	case !in.Changed:
		in.Text = append([]byte(nil), raw...)
	default:
		in.Text, err = m.write(topMembers(d.root, false))
		if err != nil { // indentation alone can do that
			return Inheritance{Changed: true, Unreadable: true, Problems: []Problem{unreadable(err)}}
		}
	}
	return in
}

// without formats an entry without one of its members.
func (m *merge) without(v value, member string) mergeEntry {
	w := formatter{limit: m.config.limits.MaxBytes}
	w.object(string(v), 0, entryDepth, member)
	m.over = m.over || w.over
	return mergeEntry{text: string(w.dst)}
}

// String is the outcome on one line.
func (in Inheritance) String() string {
	if in.Unreadable {
		return "unreadable, nothing taken over"
	}
	return strconv.Itoa(in.Kept) + " kept (" + strconv.Itoa(in.Repaired) + " repaired), " + strconv.Itoa(in.Dropped) + " dropped"
}

// IsReportedWebProbe reports that an entry of reported probes is a browser
// check: its probe is [WebProbe], or one of the names that older writers were
// taught (P-3). Only a reader of reports may be that tolerant; a manifest with
// such a name does not pass [Check].
func IsReportedWebProbe(entry []byte) bool {
	v, err := scan(string(entry), configure(nil))
	if err != nil || v.kind() != jsonscan.Object {
		return false
	}
	literal, _ := v.member(fieldNames[fieldProbe]).text()
	return literal == WebProbe || slices.Contains(ReportedWebProbeAliases(), literal)
}

// ReportedWebProbeAliases are the older names of [WebProbe] that readers of
// reported probes tolerate. They are never taught.
func ReportedWebProbeAliases() []string { return []string{"validate_html"} }
