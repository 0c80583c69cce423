package reference

import (
	"strings"

	"github.com/handfast-go/handfast/contract"
)

const intro = `# Codes, reasons, guards and rules

What handfast says no with. The names are stable: none is ever renamed or used for something else, so a host may
match on them. The texts may change.

This page is written from the tables that the packages export; ` + "`go test ./internal/reference -update`" + ` writes it again.
The members of an envelope are explained in [FIELDS.md](FIELDS.md).
`

// Rules renders the page that explains every code, reason, guard and rule. The
// same call gives the same text.
func Rules() string {
	var b strings.Builder
	b.WriteString(intro)
	for _, t := range Tables() {
		t.render(&b)
	}
	return b.String()
}

// Fields renders the page that explains every member of an envelope.
func Fields() string { return contract.FieldReference() }

func (t Table) render(b *strings.Builder) {
	b.WriteString("\n## " + t.Title + "\n\n" + t.Intro + "\n\n")
	head := []string{"name", "meaning", "repair"}
	if t.Note != "" {
		head = []string{"name", t.Note, "meaning", "repair"}
	}
	row(b, head...)
	b.WriteString(strings.Repeat("|---", len(head)) + "|\n")
	for _, e := range t.Entries {
		cells := []string{"`" + e.Name + "`", plain(e.Meaning), plain(e.Repair)}
		if t.Note != "" {
			cells = []string{"`" + e.Name + "`", plain(e.Note), plain(e.Meaning), plain(e.Repair)}
		}
		row(b, cells...)
	}
}

func row(b *strings.Builder, cells ...string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// plain keeps Markdown from reading a text of a table as markup.
func plain(text string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", `\<`, "*", `\*`, "`", "\\`", "\n", " ").Replace(text)
}
