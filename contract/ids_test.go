package contract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
)

func TestAgentIDs_C1(t *testing.T) {
	for id, want := range map[string]bool{
		"a0123456789abcdef":   true,
		"a0123456789abcdef0":  true,
		"a0123456789abcde":    false,
		"a0123456789abcdeg":   false,
		"a0123456789ABCDEF":   false,
		"b0123456789abcdef":   false,
		"a0123456789abcdef\n": false,
		" a0123456789abcdef":  false,
		"a":                   false,
		"":                    false,
		"aa0123456789abcdé":   false,
	} {
		assert.Equal(t, want, contract.IsAgentID(id), "%q", id)
	}
	assert.True(t, contract.IsAgentID(contract.NewAgentID()))
	assert.Len(t, contract.NewAgentID(), 17)
	first, second := contract.NewAgentID(), contract.NewAgentID()
	assert.NotEqual(t, first, second)
}

func TestContractIDs_C2(t *testing.T) {
	const agent = "a0123456789abcdef"
	for text, token := range map[string]string{
		agent + ".9f8e7d6c5b4a":  "9f8e7d6c5b4a",
		agent + ".cli-turn_ONE-": "cli-turn_ONE-",
		agent + "._":             "_",
	} {
		id, err := contract.ParseID(text)
		require.NoError(t, err)
		assert.Equal(t, contract.ID{AgentID: agent, Token: token}, id)
		assert.Equal(t, text, id.String())
	}
	for _, text := range []string{"", ".", agent, agent + ".", agent + ".a.b", agent + ".a b", agent + ".é", "x." + agent, agent + ".t\n", agent + "./etc"} {
		_, err := contract.ParseID(text)
		var typed *contract.IDError
		require.ErrorAs(t, err, &typed, "%q", text)
		assert.Equal(t, text, typed.Value)
	}
	minted, err := contract.ParseID(contract.NewContractID(agent))
	require.NoError(t, err)
	assert.Len(t, minted.Token, 12)
}

func TestScratchOwner_C51(t *testing.T) {
	const id = "a0123456789abcdef.9f8e7d6c5b4a"
	for name, want := range map[string]bool{
		id:               true,
		id + ".txt":      true,
		id + ".tar.gz":   false,
		id + ".":         false,
		id + "./x":       false,
		"x" + id:         false,
		"/tmp/" + id:     false,
		"notes.txt":      false,
		"":               false,
		id + ".a\\b":     false,
		id[:17]:          false,
		id[:17] + ".txt": true, // "txt" is a token like any other
	} {
		owner, ok := contract.ScratchOwner(name)
		assert.Equal(t, want, ok, "%q", name)
		if ok && name != id[:17]+".txt" {
			assert.Equal(t, id, owner.String())
		}
	}
}

func FuzzParseID(f *testing.F) {
	for _, seed := range []string{"", "a0123456789abcdef.t", "a0123456789abcdef.t.x", "a..", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		id, err := contract.ParseID(s)
		if err != nil {
			assert.Equal(t, contract.ID{}, id)
			return
		}
		assert.Equal(t, s, id.String())
		assert.True(t, contract.IsAgentID(id.AgentID))
	})
}
