package contract_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/contract"
)

// A report names every offence with the call that repairs it.
func ExampleValidate() {
	doc, err := contract.NewDocument("a0123456789abcdef").Fill(json.RawMessage(
		`{"agent_status":{"agent_state":"complete"},"evidence_report":{"verification":{"result":"all green"}},"opn_gaps":[]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	report := contract.Validate(doc)
	for _, f := range report.Findings {
		fmt.Printf("%s: %s\n  %s\n", f.Field, f.Code, f.Repair)
	}
	fmt.Println(errors.Is(report.Err(), contract.CompleteShape))
	// Output:
	// opn_gaps: UNKNOWN_FIELD
	//   fill {"evidence_report":{"open_gaps":[]}}
	// agent_status.next_action: COMPLETE_SHAPE
	//   set agent_status.next_action "done"
	// evidence_report.verification.result: VERIFICATION_RESULT
	//   set agent_status.agent_state "<the state that is true>"
	// true
}

// What was compared in a normalised form is stored in it.
func ExampleCanonicalize() {
	doc, err := contract.Parse([]byte(`{"agent_status":{"agent_state":" Blocked.","next_action":"ask for access"}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, changes := contract.Canonicalize(doc)
	fmt.Println(doc)
	for _, c := range changes {
		fmt.Printf("%s: %s became %s\n", c.Field, c.Old, c.New)
	}
	// Output:
	// {"agent_status":{"agent_state":"BLOCKED","next_action":"ask for access"}}
	// agent_status.agent_state: " Blocked." became "BLOCKED"
}

// An inherited draft is made closable, and nothing that it held is lost.
func ExampleSanitize() {
	doc, err := contract.Parse([]byte(`{"commands_run":["go vet"],"evidence_report":{"open_gaps":"load"}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, changes := contract.Sanitize(doc)
	fmt.Println(doc)
	for _, c := range changes {
		fmt.Printf("%s: %s: %s\n", c.Field, c.Detail, c.Old)
	}
	// Output:
	// {"evidence_report":{"open_gaps":["load"]}}
	// commands_run: removed: that name is declared as evidence_report.commands_run: ["go vet"]
	// evidence_report.open_gaps: wrapped: a list is declared: "load"
}

// The typed view is for reading.
func ExampleDocument_Envelope() {
	doc, err := contract.Parse([]byte(`{"agent_status":{"agent_state":"NEEDS_INPUT"},
		"evidence_report":{"commands_run":["go test ./..."],"files_checked":["go.mod",{"path":"go.sum","commit":"3f2a91c"}]}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	envelope, err := doc.Envelope()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(envelope.AgentStatus.AgentState, envelope.EvidenceReport.CommandsRun.Texts())
	for _, ref := range envelope.EvidenceReport.FilesChecked.References() {
		fmt.Printf("%s %q\n", ref.Path, ref.Commit)
	}
	// Output:
	// NEEDS_INPUT [go test ./...]
	// go.mod ""
	// go.sum "3f2a91c"
}

// One malformed entry does not refuse the others.
func ExampleParseUpdates() {
	entries, refused := contract.ParseUpdates(json.RawMessage(
		`[{"contract":"app_services","payload":{"web":{"port":8080}}},{"contract":"","payload":{}}]`))
	for _, e := range entries {
		fmt.Printf("%d %s %s\n", e.Index, e.Contract, e.Payload)
	}
	for _, r := range refused {
		fmt.Printf("%d %s\n", r.Index, r.Reason)
	}
	// Output:
	// 0 app_services {"web":{"port":8080}}
	// 1 contract is a blank string; it names the section, as a non-blank string: write {"contract":"<section>","payload":{…}}
}

// The host's own fields are readOnly in the schema of a tool.
func ExampleJSONSchema() {
	var schema struct {
		ID         string `json:"$id"`
		Properties map[string]struct {
			ReadOnly bool `json:"readOnly"`
		} `json:"properties"`
	}
	raw := contract.JSONSchema(contract.PlainSchema, contract.WithHostFields("tenant"))
	if err := json.Unmarshal(raw, &schema); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(schema.ID)
	fmt.Println(schema.Properties["tenant"].ReadOnly, schema.Properties["conclusion"].ReadOnly)
	// Output:
	// https://github.com/handfast-go/handfast/schema/agent-contract-handoff/v1
	// true false
}
