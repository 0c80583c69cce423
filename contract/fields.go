package contract

import (
	"strings"
)

// FieldReference writes the schema table as a page of Markdown: the members of
// each level and of each open object, then the host fields. The same call
// gives the same text.
func FieldReference(opts ...FormOption) string {
	rows := Fields(opts...)
	var b strings.Builder
	b.WriteString("# Members of a hand-off envelope\n\n" +
		"The root, `agent_status`, `evidence_report` and file references are closed: they have no other members.\n" +
		"The other objects are open; the members listed are those that are read.\n" +
		"A member that is not required may be null, which means that it is absent; a required list may be null, which means that it is empty.\n")
	section := ""
	for _, f := range rows {
		if f.Writer == WriterHost {
			continue
		}
		if parent := f.parent(); parent != section || f.Path == rows[0].Path {
			section = parent
			b.WriteString("\n## " + heading(parent) + "\n\n")
			b.WriteString("| member | type | required | writer | meaning | example |\n|---|---|---|---|---|---|\n")
		}
		cells := []string{code(f.Name()), f.typeCell(), f.requiredCell(), string(f.Writer), f.description(), exampleCell(f)}
		for i, c := range cells {
			cells[i] = strings.ReplaceAll(c, "|", `\|`)
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	b.WriteString("\n## Host fields\n\nRoot members that only the host writes. The form accepts them; the verbs refuse to write them.\n\n" +
		"| member | meaning |\n|---|---|\n")
	for _, f := range rows {
		if f.Writer == WriterHost {
			b.WriteString("| " + code(f.Name()) + " | " + f.Meaning + " |\n")
		}
	}
	return b.String()
}

func heading(parent string) string {
	if parent == "" {
		return "The root"
	}
	if list, entry := strings.CutSuffix(parent, "[]"); entry {
		return code(list) + ", an entry written as an object"
	}
	return code(parent)
}

func (f *Field) typeCell() string {
	text := f.Types.String()
	if f.Items != 0 {
		text += " of " + f.Items.String()
	}
	if len(f.Enum) > 0 && !f.Open {
		text += ": " + strings.Join(f.Enum, ", ")
	}
	return text
}

func (f *Field) requiredCell() string {
	switch {
	case !f.Required:
		return "no"
	case f.When != "":
		return f.When
	}
	return "yes"
}

// exampleCell leaves out the examples of objects, whose members have their
// own.
func exampleCell(f Field) string {
	if f.Types == TypeObject {
		return ""
	}
	return code(string(f.Example))
}

func code(text string) string { return "`" + text + "`" }
