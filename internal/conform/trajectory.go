package conform

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"github.com/handfast-go/handfast/trace"
)

func trajectoryDerive(in json.RawMessage) (any, error) {
	runID, err := stringMember(in, "run_id")
	if err != nil {
		return nil, err
	}
	events, err := member(in, "events")
	if err != nil {
		return nil, err
	}
	text := io.MultiReader(strings.NewReader(`{"events":`), bytes.NewReader(events), strings.NewReader(`}`))
	d := trace.NewDeriver(runID)
	for e, err := range trace.ReadEvents(text) {
		if err != nil {
			return nil, err
		}
		d.Add(e)
	}
	return map[string]any{"signatures": d.Signatures()}, nil
}

// elementNames reads a member that is a list of element names.
func elementNames(in json.RawMessage, name string) ([]string, error) {
	raw, err := member(in, name)
	if err != nil {
		return nil, err
	}
	return stringList(raw)
}

func trajectorySimilarity(in json.RawMessage) (any, error) {
	a, err := elementNames(in, "a")
	if err != nil {
		return nil, err
	}
	b, err := elementNames(in, "b")
	if err != nil {
		return nil, err
	}
	return map[string]any{"similarity": trace.Similarity(a, b)}, nil
}

func trajectoryScore(in json.RawMessage) (any, error) {
	observed, err := elementNames(in, "observed")
	if err != nil {
		return nil, err
	}
	raw, err := member(in, "samples")
	if err != nil {
		return nil, err
	}
	elements, err := list(raw)
	if err != nil {
		return nil, err
	}
	samples := make([][]string, len(elements))
	for k, element := range elements {
		if samples[k], err = stringList(element); err != nil {
			return nil, err
		}
	}
	s := trace.ScoreAgainst(observed, samples)
	return map[string]any{
		"score": s.Score, "observedLen": s.ObservedLen, "predictedLen": s.PredictedLen,
		"nearestLen": s.NearestLen, "lengthRatio": s.LengthRatio, "sampleSize": s.SampleSize,
	}, nil
}

func trajectoryCollapse(in json.RawMessage) (any, error) {
	o, err := readObject(string(in))
	if err != nil {
		return nil, err
	}
	tools, err := stringList(o.member("tools"))
	if err != nil {
		return nil, err
	}
	limit, err := int64Of(o.member("max"))
	if err != nil {
		return nil, err
	}
	return map[string]any{"text": trace.Collapse(tools, int(limit))}, nil
}

func trajectoryReference(in json.RawMessage) (any, error) {
	o, err := readObject(string(in))
	if err != nil {
		return nil, err
	}
	perKey, err := int64Of(o.member("max_per_key"))
	if err != nil {
		return nil, err
	}
	ref := trace.Reference{PerKey: int(perKey)}
	sets, err := list(o.member("sets"))
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		elements, err := list(set)
		if err != nil {
			return nil, err
		}
		run := make([]trace.Signature, len(elements))
		for k, element := range elements {
			if run[k], err = trajectorySignature(element); err != nil {
				return nil, err
			}
		}
		ref.Add(run)
	}
	byKey := map[string][]string{}
	for _, key := range ref.Keys() {
		for _, s := range ref.Signatures(key) {
			byKey[key] = append(byKey[key], s.ExecutionID)
		}
	}
	return map[string]any{"by_key": byKey, "runs": ref.Runs(), "signatures": ref.Len()}, nil
}

// trajectorySignature reads what a reference looks at.
func trajectorySignature(raw json.RawMessage) (s trace.Signature, err error) {
	o, err := readObject(string(raw))
	if err != nil {
		return s, err
	}
	key, err := readObject(string(o.member("key")))
	if err != nil {
		return s, err
	}
	s.Key = trace.Key{L1Name: key.stringOr("l1Name"), SkillID: key.stringOr("skillId")}
	s.RunID, s.ExecutionID = o.stringOr("runId"), o.stringOr("executionId")
	s.Completed = string(o.member("completed")) == "true"
	s.Credited = string(o.member("credited")) == "true"
	s.Elements, err = stringList(o.member("tools"))
	return s, err
}

// stringOr returns a member that is a string, and "" for anything else.
func (o object) stringOr(name string) string {
	text, _ := stringOrNull(o.member(name))
	return text
}

func citeBlock(in json.RawMessage) (any, error) {
	o, err := readObject(string(in))
	if err != nil {
		return nil, err
	}
	b, err := citeText(o.member("block"))
	if err != nil {
		return nil, err
	}
	preview, err := int64Of(o.member("preview"))
	if err != nil {
		return nil, err
	}
	c := trace.CiteWithin(b, int(preview))
	return map[string]any{
		"chars": c.Chars, "preview_chars": len([]rune(c.Preview)), "ellipsis": strings.HasSuffix(c.Preview, "…"),
	}, nil
}

// citeText reads a block, the text of which may be given in parts that repeat.
func citeText(raw json.RawMessage) (trace.Block, error) {
	o, err := readObject(string(raw))
	if err != nil {
		return trace.Block{}, err
	}
	var text strings.Builder
	text.WriteString(o.stringOr("text"))
	parts, err := list(o.member("textParts"))
	if err != nil {
		return trace.Block{}, err
	}
	for _, part := range parts {
		var pair struct {
			Text  string
			Times int
		}
		if err := json.Unmarshal(part, &[]any{&pair.Text, &pair.Times}); err != nil {
			return trace.Block{}, err
		}
		text.WriteString(strings.Repeat(pair.Text, pair.Times))
	}
	return trace.Block{ID: o.stringOr("id"), Source: trace.Source(o.stringOr("source")), SkillID: o.stringOr("skillId"), Text: text.String()}, nil
}

func citeFold(in json.RawMessage) (any, error) {
	o, err := readObject(string(in))
	if err != nil {
		return nil, err
	}
	elements, err := list(o.member("blocks"))
	if err != nil {
		return nil, err
	}
	blocks := make([]trace.Block, len(elements))
	for k, element := range elements {
		if blocks[k], err = citeText(element); err != nil {
			return nil, err
		}
	}
	return map[string]any{"text": trace.Fold(o.stringOr("base"), blocks)}, nil
}
