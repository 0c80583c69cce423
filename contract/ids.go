package contract

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

const (
	agentIDMinHex  = 16 // C-1: at least this many hex digits after the "a"
	agentIDMinted  = 8  // bytes: the 16 hex digits of a minted agent id
	contractMinted = 6  // bytes: the 12 hex digits of a minted token
)

// IsAgentID reports whether s is an agent id: an "a" and at least 16
// lower-case hex digits, and nothing else (C-1). A trailing newline does not
// match.
func IsAgentID(s string) bool {
	if len(s) < 1+agentIDMinHex || s[0] != 'a' {
		return false
	}
	for i := 1; i < len(s); i++ {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// NewAgentID mints an agent id: "a" and 16 random hex digits from crypto/rand
// (C-1, C-3).
func NewAgentID() string { return mintAgentID(rand.Reader) }

// NewContractID mints a contract id owned by agentID, which must be an agent
// id: the agent id, a dot, and 12 random hex digits (C-2, C-3).
func NewContractID(agentID string) string { return mintContractID(rand.Reader, agentID) }

func mintAgentID(random io.Reader) string { return "a" + randomHex(random, agentIDMinted) }

func mintContractID(random io.Reader, agentID string) string {
	return agentID + "." + randomHex(random, contractMinted)
}

// randomHex reads n bytes. crypto/rand never fails (it ends the process
// instead); a host's own source that fails must not lead to a guessable id.
func randomHex(random io.Reader, n int) string {
	b := make([]byte, n)
	if _, err := io.ReadFull(random, b); err != nil {
		_, _ = rand.Read(b)
	}
	return hex.EncodeToString(b)
}

// IDError is an identifier that is not well formed.
type IDError struct {
	// What names the kind of identifier: "agent id" or "contract id".
	What string
	// Value is what arrived.
	Value string
}

// Error says what arrived and how such an id is written.
func (e *IDError) Error() string {
	want := `"a" and at least 16 lower-case hex digits`
	if e.What == whatContractID {
		want = `an agent id, a dot and a token of letters, digits, "_" and "-"`
	}
	return fmt.Sprintf("contract: %q is no %s: it is written as %s; take it from the dispatch as it stands", clip(e.Value), e.What, want)
}

const (
	whatAgentID    = "agent id"
	whatContractID = "contract id"
	clipAt         = 80
)

// clip keeps a message short when what arrived is long.
func clip(s string) string {
	if len(s) <= clipAt {
		return s
	}
	return strings.ToValidUTF8(s[:clipAt], "") + "…"
}

// ID is a parsed contract id.
type ID struct {
	// AgentID is the owner: the part before the dot.
	AgentID string
	// Token is the part after the dot.
	Token string
}

// String writes the id as it was parsed.
func (id ID) String() string { return id.AgentID + "." + id.Token }

// ParseID reads a contract id (C-2): an agent id, one dot, and a token of
// letters, digits, "_" and "-". Anything else is an *IDError.
func ParseID(s string) (ID, error) {
	agent, token, found := strings.Cut(s, ".")
	if !found || token == "" || !IsAgentID(agent) {
		return ID{}, &IDError{What: whatContractID, Value: s}
	}
	for i := range len(token) {
		c := token[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '_' && c != '-' {
			return ID{}, &IDError{What: whatContractID, Value: s}
		}
	}
	return ID{AgentID: agent, Token: token}, nil
}

// ScratchOwner reads the contract id that a staged copy belongs to (C-51):
// name is a bare file name that is a contract id, or a contract id with one
// trailing extension. It reports false for anything else.
func ScratchOwner(name string) (ID, bool) {
	if id, err := ParseID(name); err == nil {
		return id, true
	}
	last := strings.LastIndexByte(name, '.')
	if last < 0 || last == len(name)-1 || strings.ContainsAny(name[last:], `/\`) {
		return ID{}, false
	}
	id, err := ParseID(name[:last])
	return id, err == nil
}
