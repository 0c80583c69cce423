package conform

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/internal/jsonscan"
	"github.com/handfast-go/handfast/probe"
)

func probeCalls() map[string]call {
	return map[string]call{
		"probe.check":           probeCheck,
		"probe.merge_write":     probeMergeWrite,
		"probe.merge_shell":     probeMergeShell,
		"probe.append_http":     probeAppendHTTP,
		"probe.refuse_write":    probeRefuseWrite,
		"probe.inherit":         probeInherit,
		"probe.is_reported_web": probeIsReportedWeb,
		"probe.decorated":       probeDecorated,
		"attest.observe":        attestObserve,
		"attest.preflight":      attestPreflight,
		"witness.recorded":      witnessRecorded,
	}
}

type foundProblem struct {
	Entry int        `json:"entry"`
	Kind  probe.Kind `json:"kind"`
	Rule  probe.Rule `json:"rule"`
}

func probeCheck(in json.RawMessage) (any, error) {
	raw, err := stringMember(in, "raw")
	if err != nil {
		return nil, err
	}
	problems := []foundProblem{}
	for _, p := range probe.Check([]byte(raw)) {
		problems = append(problems, foundProblem{p.Entry, p.Kind, p.Rule})
	}
	return map[string]any{"problems": problems}, nil
}

func probeMergeWrite(in json.RawMessage) (any, error) {
	existing, err := textOrNull(in, "existing")
	if err != nil {
		return nil, err
	}
	incoming, err := stringMember(in, "incoming")
	if err != nil {
		return nil, err
	}
	return written(probe.MergeWrite(existing, []byte(incoming)))
}

func probeMergeShell(in json.RawMessage) (any, error) {
	existing, entry, err := existingAndEntry(in)
	if err != nil {
		return nil, err
	}
	supersedes, err := textOrNull(in, "supersedes")
	if err != nil {
		return nil, err
	}
	return written(probe.MergeShell(existing, entry, string(supersedes)))
}

func probeAppendHTTP(in json.RawMessage) (any, error) {
	existing, entry, err := existingAndEntry(in)
	if err != nil {
		return nil, err
	}
	return written(probe.AppendHTTP(existing, entry))
}

func probeRefuseWrite(in json.RawMessage) (any, error) {
	incoming, err := stringMember(in, "incoming")
	if err != nil {
		return nil, err
	}
	refusal := probe.RefuseWrite([]byte(incoming))
	var syntax *probe.SyntaxError
	if refusal != nil && !errors.As(refusal, &syntax) {
		return nil, fmt.Errorf("a refusal without an offset: %w", refusal)
	}
	return map[string]bool{"refused": refusal != nil}, nil
}

func probeInherit(in json.RawMessage) (any, error) {
	raw, err := stringMember(in, "raw")
	if err != nil {
		return nil, err
	}
	inherited := probe.Inherit([]byte(raw))
	out := struct {
		Text       *string `json:"text"`
		Kept       int     `json:"kept"`
		Dropped    int     `json:"dropped"`
		Repaired   int     `json:"repaired"`
		Unreadable bool    `json:"unreadable"`
	}{nil, inherited.Kept, inherited.Dropped, inherited.Repaired, inherited.Unreadable}
	if inherited.Text != nil {
		text := string(inherited.Text)
		out.Text = &text
	}
	return out, nil
}

func probeIsReportedWeb(in json.RawMessage) (any, error) {
	entry, err := member(in, "entry")
	if err != nil {
		return nil, err
	}
	return map[string]bool{"web": probe.IsReportedWebProbe(entry)}, nil
}

func probeDecorated(in json.RawMessage) (any, error) {
	cmd, err := stringMember(in, "cmd")
	if err != nil {
		return nil, err
	}
	return map[string]bool{"decorated": probe.Decorated(cmd)}, nil
}

func attestObserve(in json.RawMessage) (any, error) {
	o, err := readObject(string(in))
	if err != nil {
		return nil, err
	}
	observation, observed := probe.ObserveBrowser(o.member("request"), o.member("raw"))
	if !observed {
		return map[string]bool{"observed": false}, nil
	}
	return map[string]any{"observed": true, "observation": observation}, nil
}

func attestPreflight(in json.RawMessage) (any, error) {
	raw, err := member(in, "raw")
	if err != nil {
		return nil, err
	}
	return map[string]bool{"refusal": probe.IsPreflightRefusal(raw)}, nil
}

func witnessRecorded(in json.RawMessage) (any, error) {
	payload, err := member(in, "payload")
	if err != nil {
		return nil, err
	}
	probes := probe.RecordedProbes(payload)
	if probes == nil {
		probes = []probe.RecordedProbe{}
	}
	return map[string]any{"probes": probes}, nil
}

func existingAndEntry(in json.RawMessage) (existing []byte, entry json.RawMessage, err error) {
	if existing, err = textOrNull(in, "existing"); err != nil {
		return nil, nil, err
	}
	entry, err = member(in, "entry")
	return existing, entry, err
}

// textOrNull reads a member that is a string, or null for nothing.
func textOrNull(in json.RawMessage, name string) ([]byte, error) {
	raw, err := member(in, name)
	if err != nil {
		return nil, err
	}
	if raw != nil && jsonscan.KindAt(string(raw), 0) == jsonscan.Null {
		return nil, nil
	}
	text, err := stringMember(in, name)
	return []byte(text), err
}

func written(text []byte, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string]string{"text": string(text)}, nil
}
