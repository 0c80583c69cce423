package trace

import (
	"encoding/json"
	"iter"
)

// MaxSignatureElements is the number of element names that a signature keeps.
const MaxSignatureElements = 512

// Signature is what one execution did: the names of the elements it used, in
// order. It says how the work went, and nothing about what was said.
type Signature struct {
	// RunID is the run, and ExecutionID the llm call that the execution is.
	RunID, ExecutionID string
	// Key is who executed, and on which skill.
	Key Key
	// Tier is the actor's, 0 when unknown.
	Tier int
	// Branch is the lane of the execution.
	Branch Lane
	// FirstIndex is the position of its first tool event, and CompletedIndex
	// that of the llm event that closed it, -1 when there is none yet.
	FirstIndex, CompletedIndex int
	// Elements are the first MaxSignatureElements names; Truncated says that
	// there were more.
	Elements  []string
	Truncated bool
	// Completed says that the call returned: without it the signature is a
	// prefix. Credited says that its result was accepted afterwards.
	Completed, Credited bool
}

// KeyedBy says what a Key consists of.
type KeyedBy string

// The two sorts of keys.
const (
	KeyedBySkill KeyedBy = "skill"
	KeyedByAtom  KeyedBy = "atom"
)

// Key groups executions that may be compared (T-14).
type Key struct {
	// L1Name is the actor.
	L1Name string
	// SkillID is the skill that was handed to it, "" when none was.
	SkillID string
}

// KeyedBy says whether the key has a skill, or is the actor alone.
func (k Key) KeyedBy() KeyedBy {
	if k.SkillID == "" {
		return KeyedByAtom
	}
	return KeyedBySkill
}

// ID writes the key as name::skill, or name::* without a skill.
func (k Key) ID() string {
	if k.SkillID == "" {
		return k.L1Name + "::*"
	}
	return k.L1Name + "::" + k.SkillID
}

// MarshalJSON writes the signature as an object with null for what is unknown.
func (s Signature) MarshalJSON() ([]byte, error) {
	type key struct {
		L1Name  string  `json:"l1Name"`
		SkillID *string `json:"skillId"`
		KeyedBy KeyedBy `json:"keyedBy"`
	}
	out := struct {
		RunID          string   `json:"runId"`
		ExecutionID    string   `json:"executionId"`
		Key            key      `json:"key"`
		Tier           *int     `json:"tier"`
		BranchID       *string  `json:"branchId"`
		FirstIndex     int      `json:"firstIndex"`
		CompletedIndex *int     `json:"completedIndex"`
		Tools          []string `json:"tools"`
		Truncated      bool     `json:"truncated"`
		Completed      bool     `json:"completed"`
		Credited       bool     `json:"credited"`
	}{
		RunID: s.RunID, ExecutionID: s.ExecutionID, Key: key{L1Name: s.Key.L1Name, KeyedBy: s.Key.KeyedBy()},
		FirstIndex: s.FirstIndex, Tools: s.Elements,
		Truncated: s.Truncated, Completed: s.Completed, Credited: s.Credited,
	}
	if s.Key.SkillID != "" {
		out.Key.SkillID = &s.Key.SkillID
	}
	if s.Tier != 0 {
		out.Tier = &s.Tier
	}
	if id, ok := s.Branch.ID(); ok {
		out.BranchID = &id
	}
	if s.Completed {
		out.CompletedIndex = &s.CompletedIndex
	}
	if out.Tools == nil {
		out.Tools = []string{}
	}
	return json.Marshal(out)
}

// Derive returns the signatures of the executions in a window of events, in the
// order in which they began. It is pure and takes every window, of a finished
// run or of one that goes on: events that miss what they need are passed over
// (T-12). slices.Values makes a window of a slice.
//
// It takes one pass and time in proportion to the events. Beyond the signatures
// that it returns, it remembers the executions that are open or wait for credit,
// the skills that were handed over and not used, and the lanes.
func Derive(runID string, events iter.Seq[Event]) []Signature {
	d := NewDeriver(runID)
	for e := range events {
		d.Add(e)
	}
	return d.Signatures()
}

// Deriver derives signatures while the events of a run come in. Its rules, which
// are applied to each event in turn:
//
//   - A tool event with an actor and an element name opens the execution that its
//     LLMEventID names, or adds to it (T-13). The llm event of that id closes it.
//     What comes later for that id is passed over: it cannot have been part of
//     the call.
//   - The execution takes the skill that was handed to its actor (inject,
//     direct) in the nearest agreeing lane, the earliest one first, and no other
//     execution gets that one (T-14).
//   - Lanes agree when they are equal or one is an ancestor of the other, within
//     64 steps; no lane agrees with all of them, as the farthest (T-15). A
//     branch's first start event says what its parent is, unless it would make
//     a lane its own ancestor.
//   - A completed execution waits for credit. A skill success for its actor, and
//     for its skill when it has one, or a trust event about the actor's RESULT,
//     credits the latest completed one in an agreeing lane, and closes the
//     older ones in that one's own lane. So does the actor's next execution
//     there, without credit (T-16).
//
// A Deriver is for one goroutine.
type Deriver struct {
	runID      string
	events     int
	signatures []Signature
	executions map[string]int // id to position in signatures
	lanes      lanes
}

// NewDeriver returns a Deriver for the events of one run.
func NewDeriver(runID string) *Deriver {
	return &Deriver{runID: runID, executions: make(map[string]int), lanes: newLanes()}
}

// Signatures returns what was derived so far. The slice is the caller's; the
// Elements in it are shared with the Deriver until the execution is closed, and
// must not be changed.
func (d *Deriver) Signatures() []Signature {
	out := make([]Signature, len(d.signatures))
	copy(out, d.signatures)
	return out
}

// Add takes the next event of the run.
func (d *Deriver) Add(e Event) {
	at := d.events
	d.events++
	switch e.Kind {
	case kindTool:
		if e.LLMEventID != "" && e.Actor.Name != "" && e.Name != "" {
			d.tool(at, e)
		}
	case kindLLM:
		d.complete(at, e.ID)
	case kindSkill:
		if e.L1Name == "" || e.SkillID == "" {
			return
		}
		switch e.Op {
		case opInject, opDirect:
			d.lanes.handOver(d.lanes.of(e.Branch), e.L1Name, e.SkillID)
		case opSuccess:
			d.credit(d.lanes.latest(d.lanes.of(e.Branch), e.L1Name, e.SkillID))
		}
	case kindTrust:
		if e.Child.Name != "" && e.Subject == subjectResult {
			d.credit(d.lanes.latest(d.lanes.of(e.Branch), e.Child.Name, ""))
		}
	case kindBranch:
		if e.Op == opStart && e.Branch.named && e.ParentBranch.named {
			d.lanes.place(d.lanes.of(e.Branch), d.lanes.of(e.ParentBranch))
		}
	}
}

func (d *Deriver) tool(at int, e Event) {
	k, found := d.executions[e.LLMEventID]
	if !found {
		lane := d.lanes.of(e.Branch)
		d.lanes.close(lane, e.Actor.Name)
		k = len(d.signatures)
		d.executions[e.LLMEventID] = k
		d.signatures = append(d.signatures, Signature{
			RunID: d.runID, ExecutionID: e.LLMEventID,
			Key:  Key{L1Name: e.Actor.Name, SkillID: d.lanes.take(lane, e.Actor.Name)},
			Tier: e.Actor.Tier, Branch: e.Branch,
			FirstIndex: at, CompletedIndex: -1,
		})
	}
	s := &d.signatures[k]
	switch {
	case s.Completed:
	case len(s.Elements) == MaxSignatureElements:
		s.Truncated = true
	default:
		s.Elements = append(s.Elements, e.Name)
	}
}

func (d *Deriver) complete(at int, id string) {
	k, found := d.executions[id]
	if !found || d.signatures[k].Completed {
		return
	}
	s := &d.signatures[k]
	s.Completed, s.CompletedIndex = true, at
	d.lanes.wait(d.lanes.of(s.Branch), s.Key, k)
}

// credit credits the execution of that position, -1 being none.
func (d *Deriver) credit(k int) {
	if k >= 0 {
		d.signatures[k].Credited = true
	}
}
