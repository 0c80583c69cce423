package contract

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// VerbsGuide is how an agent writes its envelope, in the words that briefs and
// tool descriptions share.
const VerbsGuide = `fill merges a JSON object into the envelope and writes each list once: a list that already holds entries is never displaced, and a patch that would displace one is refused whole.
add extends a list by one entry; use it for every later entry of a list that was filled.
set replaces the value at a path, a list included; use it to correct what you wrote, or to clear a list to [].`

// Brief renders what an agent is handed at dispatch (C-53): who it is, its
// contract id, goal, role, surface and project, what it may read and is to
// write, its acceptance gates, how to write the envelope, and the sections of
// its project's context. The result depends on its arguments alone.
//
// sections are the stored sections that the turn may read, in the order they
// are to be shown; pass none when they could not be read. budget bounds the
// whole text in bytes: sections are shown whole while it lasts, those after
// them by one pointer each, and where not even the pointers fit, by a count.
// The part before the context is never cut, and the count line is written even
// when the budget is used up. There is no context part when the turn's project
// did not resolve or no section is given.
func Brief(row Row, sections []Section, budget int) string {
	var b strings.Builder
	turn := row.Turn
	b.WriteString("# Your contract\n")
	line(&b, "Contract", row.ContractID)
	line(&b, "Agent id", owner(row))
	line(&b, "Agent", turn.AgentName)
	line(&b, "Goal", turn.Goal)
	line(&b, "Role", turn.Role)
	line(&b, "Surface", turn.Surface)
	line(&b, "Project", turn.Project)
	if turn.Project != "" {
		line(&b, "Workflow", turn.Workflow)
	}
	line(&b, "May read", strings.Join(turn.CanRead, ", "))
	line(&b, "Is to write", strings.Join(turn.CanWrite, ", "))
	if len(turn.Gates) > 0 {
		b.WriteString("Acceptance gates:\n")
		for _, gate := range row.Gates() {
			b.WriteString("- " + gate.ID + " (" + string(gate.Type) + ", " + string(gate.Status) + ")")
			if gate.Command != "" {
				b.WriteString(": " + gate.Command)
			}
			b.WriteByte('\n')
		}
	}
	b.WriteString("\n# Your verbs\n" + VerbsGuide + "\n")
	if turn.Project != "" && len(sections) > 0 {
		b.WriteString(briefContext(sections, budget-b.Len()))
	}
	return b.String()
}

func line(b *strings.Builder, name, value string) {
	if value != "" {
		b.WriteString(name + ": " + value + "\n")
	}
}

// briefContext shows as many leading sections whole as fit together with a
// pointer to each of the others; when the pointers alone are too many, as many
// as fit beside the count of the others.
func briefContext(sections []Section, budget int) string {
	whole := make([]string, len(sections))
	pointers := make([]string, len(sections))
	rest := 0 // bytes of the pointers that are still to be written
	for i, s := range sections {
		whole[i] = "## " + s.Name + "\n" + string(s.Content) + "\n"
		pointers[i] = "- " + s.Name + " (" + strconv.Itoa(len(s.Content)) + " bytes): read it when you need it\n"
		rest += len(pointers[i])
	}
	const head = "\n# Project context\n"
	used := len(head)
	pointed := used+rest <= budget
	shown := 0
	for ; shown < len(sections); shown++ {
		after := len(countLine(len(sections) - shown - 1))
		if pointed {
			after = rest - len(pointers[shown])
		}
		if used+len(whole[shown])+after > budget {
			break
		}
		used += len(whole[shown])
		rest -= len(pointers[shown])
	}
	text := head + strings.Join(whole[:shown], "")
	if pointed {
		return text + strings.Join(pointers[shown:], "")
	}
	return text + countLine(len(sections)-shown)
}

// countLine stands for n sections that there is no room to name.
func countLine(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d more sections are stored; read them when you need them\n", n)
}

// Brief renders what the agent of a contract is handed, with the sections of
// its workspace's context that its turn may read. A context that cannot be read
// is left out; the error is an unknown contract, or the store's failure to read
// its row.
func (l *Ledger) Brief(ctx context.Context, contractID string, budget int) (string, error) {
	row, err := l.row(ctx, contractID)
	if err != nil {
		return "", err
	}
	var sections []Section
	for _, name := range row.Turn.CanRead {
		section, err := l.store.Section(ctx, row.Turn.Workspace, name)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			sections = nil
			break
		}
		sections = append(sections, section)
	}
	return Brief(row, sections, budget), nil
}
