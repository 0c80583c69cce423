package drift_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/drift"
	"github.com/handfast-go/handfast/evidence"
)

// An agent says that the ingress controller of the stored context is missing,
// and which command has just shown it. The harness recorded that command, so
// the correction is applied. Had the agent read another cluster than the one it
// was sent to, it would wait.
func Example() {
	proposal := drift.ParseProposal(json.RawMessage(`{
		"contract": "infra_runtime",
		"payload": {"ingress": {"controller": "nginx-internal"}},
		"drift": {
			"key_path": "ingress.controller", "old": null, "new": "nginx-internal",
			"command": "kubectl --context prod-a -n web get ingressclass -o name",
			"observed_at": "2026-11-30T08:00:00Z"
		}
	}`))
	facts := drift.Facts{
		Stored:     json.RawMessage(`{"ingress": {"class": "public"}}`),
		StoredName: drift.StoredName([]string{"infra_runtime"}, proposal.Section),
		Record: &evidence.Record{Runs: []evidence.Run{{
			Kind: evidence.Shell, Command: "kubectl --context prod-a -n web get ingressclass -o name",
			Exit: new(0), Kept: true, Output: "ingressclass.networking.k8s.io/nginx-internal\n",
		}}},
		Goal:    "Check the ingress of web in prod-a.",
		Project: "shop",
		AgentID: "a0123456789abcdef",
	}
	decision := drift.Evaluate(proposal, facts, drift.Policy{})
	fmt.Println(decision.Apply, decision.By)
	fmt.Println(decision.Note)

	facts.Goal = "Check the ingress of web in prod-b."
	fmt.Println(drift.Evaluate(proposal, facts, drift.Policy{}).Failures)
	// Output:
	// true auto:a0123456789abcdef
	// command: kubectl --context prod-a -n web get ingressclass -o name
	// observed: 2026-11-30T08:00:00Z
	// shown:
	//   ingressclass.networking.k8s.io/nginx-internal
	// [{target_not_in_goal the goal does not name the context "prod-a"}]
}

// Every guard that fails is named, not only the first.
func ExampleEvaluate() {
	proposal := drift.Proposal{
		Section: "infra_runtime",
		Payload: json.RawMessage(`{"replicas": 3}`),
		Drift: json.RawMessage(`{"key_path": "replicas", "old": 2, "new": 3,
			"command": "kubectl scale deploy/api", "observed_at": "2026-11-30T08:00:00Z"}`),
	}
	facts := drift.Facts{Stored: json.RawMessage(`{"replicas": 2}`), StoredName: "infra_runtime", Project: "shop"}
	for _, failure := range drift.Evaluate(proposal, facts, drift.Policy{}).Failures {
		fmt.Printf("%s: %s\n", failure.Guard, failure.Detail)
	}
	// Output:
	// replaces_stored: replicas
	// command_not_recorded: there is no record of the turn
	// value_too_weak: a number at replicas
	// command_not_allowed: command not allowed (byte 8): "scale": only get and describe are read
}

func ExampleClassifyCommand() {
	command, err := drift.ClassifyCommand(`kubectl get deploy/api -n "web" --context=prod-a -ojson`)
	fmt.Println(command.Verb, command.Resource, command.Name, command.Context, command.Namespace, err)

	_, err = drift.ClassifyCommand("kubectl get pods -n web --all-namespaces")
	if refused, ok := errors.AsType[*drift.CommandError](err); ok {
		fmt.Println(refused.Text, refused.Offset)
	}
	// Output:
	// get deploy api prod-a web <nil>
	// --all-namespaces 24
}

func ExampleWhatKey() {
	for _, name := range []string{"image", "replica-count", "GKECluster", "kube_ctx", "сluster"} {
		fmt.Println(name, drift.WhatKey(name))
	}
	// Output:
	// image false
	// replica-count false
	// GKECluster true
	// kube_ctx true
	// сluster true
}

func ExampleStoredName() {
	stored := []string{"infra_runtime", "routing"}
	fmt.Println(drift.StoredName(stored, "Infra-Runtime"))
	// Output: infra_runtime
}

func ExampleGuard_Meaning() {
	fmt.Println(drift.Stale.Meaning())
	// Output: old is not what is stored at key_path
}

func ExampleGuard_Repair() {
	fmt.Println(drift.CommandNotRecorded.Repair())
	// Output: run the command in this turn, and write it byte for byte as it was run
}

func ExampleParseProposal() {
	proposal := drift.ParseProposal(json.RawMessage(`{"contract": "routing", "payload": {"edge": "on"}}`))
	fmt.Println(proposal.Section, drift.Evaluate(proposal, drift.Facts{}, drift.Policy{}).Failed)
	// Output: routing [malformed]
}
