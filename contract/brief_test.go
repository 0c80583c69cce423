package contract_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/internal/faultstore"
)

func TestBrief_C53(t *testing.T) {
	b := newBench(t, contract.WithIDs(func() string { return "a0123456789abcdef" }, func(a string) string { return a + ".t1" }))
	row := b.dispatch(t, contract.Turn{
		AgentName: "builder", Goal: "fix the parser", Role: "producer", Surface: "api", Workspace: "w", Project: "shop",
		Workflow: "branch, test, review", CanRead: []string{"services", "secrets"}, CanWrite: []string{"services"},
		Gates: []contract.Gate{{ID: "g1", Type: contract.GateCommand, Command: testCommand}},
	})
	require.NoError(t, b.store.PutSection(t.Context(), "w", "services", json.RawMessage(`{"api":1}`)))
	got, err := b.Brief(t.Context(), row.ContractID, 10_000)
	require.NoError(t, err)
	want := "# Your contract\nContract: a0123456789abcdef.t1\nAgent id: a0123456789abcdef\nAgent: builder\nGoal: fix the parser\nRole: producer\nSurface: api\n" +
		"Project: shop\nWorkflow: branch, test, review\nMay read: services, secrets\nIs to write: services\nAcceptance gates:\n- g1 (command, pending): go test ./...\n" +
		"\n# Your verbs\n" + contract.VerbsGuide + "\n\n# Project context\n## services\n{\"api\":1}\n"
	assert.Equal(t, want, got)
}

func TestBriefKeepsToItsBudget_C53(t *testing.T) {
	row := contract.Row{ContractID: "a0123456789abcdef.t", Turn: contract.Turn{Project: "shop"}}
	sections := make([]contract.Section, 0, 4)
	for _, name := range []string{"one", "two", "three", "four"} {
		sections = append(sections, contract.Section{Name: name, Content: json.RawMessage(`"` + strings.Repeat(name, 100) + `"`)})
	}
	full := contract.Brief(row, sections, 1<<20)
	head := len(contract.Brief(row, nil, 0))
	tests := []struct {
		name                   string
		budget                 int
		whole, pointers, count int
	}{
		{"all whole", len(full), 4, 0, 0},
		{"one byte less", len(full) - 1, 3, 1, 0},
		{"pointers only", head + 250, 0, 4, 0},
		{"not even the pointers", head + 100, 0, 0, 4},
		{"nothing left", 0, 0, 0, 4},
		{"negative", -5, 0, 0, 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := contract.Brief(row, sections, tt.budget)
			assert.Equal(t, tt.whole, strings.Count(got, "\n## "))
			assert.Equal(t, tt.pointers, strings.Count(got, " bytes): read"))
			if tt.count > 0 {
				assert.Contains(t, got, "4 more sections are stored")
			} else {
				assert.NotContains(t, got, "more sections")
				assert.LessOrEqual(t, len(got), tt.budget)
			}
			assert.Equal(t, got, contract.Brief(row, sections, tt.budget))
		})
	}
}

func TestBriefWithoutContext_C53(t *testing.T) {
	section := []contract.Section{{Name: "s", Content: json.RawMessage(`1`)}}
	unresolved := contract.Row{ContractID: "a0123456789abcdef.t"}
	assert.NotContains(t, contract.Brief(unresolved, section, 1<<20), "# Project context")
	resolved := contract.Row{ContractID: "a0123456789abcdef.t", Turn: contract.Turn{Project: "p"}}
	assert.NotContains(t, contract.Brief(resolved, nil, 1<<20), "# Project context")
	assert.Contains(t, contract.Brief(resolved, section, 1<<20), "# Project context")

	b := newBench(t)
	row := b.dispatch(t, contract.Turn{Project: "p", Workspace: "w", CanRead: []string{"s", "s2"}})
	for _, name := range []string{"s", "s2"} {
		require.NoError(t, b.store.PutSection(t.Context(), "w", name, json.RawMessage(`1`)))
	}
	broken := contract.NewLedger(faultstore.New(b.store, faultstore.Fault{Method: "Section", At: 2}))
	got, err := broken.Brief(t.Context(), row.ContractID, 1<<20)
	require.NoError(t, err)
	assert.NotContains(t, got, "# Project context", "a context that could not be read is left out whole")
}
