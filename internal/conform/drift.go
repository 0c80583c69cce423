package conform

import (
	"encoding/json"

	"github.com/handfast-go/handfast/drift"
)

func driftCalls() map[string]call {
	return map[string]call{
		"drift.what_key": driftWhatKey,
		"drift.classify": driftClassify,
		"drift.evaluate": driftEvaluate,
	}
}

func driftWhatKey(in json.RawMessage) (any, error) {
	name, err := stringMember(in, "name")
	if err != nil {
		return nil, err
	}
	return map[string]bool{"what": drift.WhatKey(name)}, nil
}

func driftClassify(in json.RawMessage) (any, error) {
	text, err := stringMember(in, "command")
	if err != nil {
		return nil, err
	}
	command, err := drift.ClassifyCommand(text)
	if err != nil {
		return map[string]bool{"ok": false}, nil //nolint:nilerr // a refused command is an answer
	}
	return map[string]any{
		"ok": true, "tool": command.Tool,
		"context": command.Context, "namespace": command.Namespace, "project": command.Project,
	}, nil
}

func driftEvaluate(in json.RawMessage) (any, error) {
	o, err := readObject(string(in))
	if err != nil {
		return nil, err
	}
	facts := drift.Facts{}
	if stored := o.member("stored"); !isNull(stored) {
		facts.Stored = stored
	}
	if facts.Record, err = evidenceRecord(o.member("record")); err != nil {
		return nil, err
	}
	for name, to := range map[string]*string{
		"stored_name": &facts.StoredName, "goal": &facts.Goal, "project": &facts.Project, "agent_id": &facts.AgentID,
	} {
		if *to, err = stringOrNull(o.member(name)); err != nil {
			return nil, err
		}
	}
	decision := drift.Evaluate(drift.ParseProposal(o.member("entry")), facts, drift.Policy{})
	return map[string]any{"apply": decision.Apply, "failed": decision.Failed}, nil
}
