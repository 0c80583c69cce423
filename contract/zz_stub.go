package contract

import "encoding/json"

type UpdateEntry struct {
	Index                int
	Contract             string
	Payload, Drift, Raw  json.RawMessage
}

func (e UpdateEntry) Digest() string { return "" }

func ParseUpdates(raw json.RawMessage) ([]UpdateEntry, []RefusedUpdate) { return nil, nil }

type MemoryProposal struct{}
type MemoryProblem struct{}

func MemoryProposals(doc Document) ([]MemoryProposal, []MemoryProblem) { return nil, nil }

func consolidationProblem(doc Document) (field, detail string, ok bool) { return "", "", false }

type HostFields []string

func notAnEnvelope(was, is Document) Change {
	return Change{Field: "agent_contract_handoff", Detail: "x", Old: was.Bytes(), New: is.Bytes()}
}
func (d Document) remove(path string) (Document, error) { return d, nil }
func jsonString(s string) json.RawMessage { b, _ := json.Marshal(s); return b }
