package trace

// Event is what the signatures of a run are derived from: the identities that
// the runtime stamped on one event of a trace. Arguments, results and prose are
// not part of it, because a model wrote them (T-12). A missing identity is the
// zero value.
type Event struct {
	// Kind is the sort of event; Derive reads tool, llm, skill, trust and branch.
	Kind string
	// ID is the event's own id; an llm event closes the execution of that id.
	ID string
	// LLMEventID names the llm call that a tool event belongs to.
	LLMEventID string
	// Name is the name of the element that was used.
	Name string
	// Actor is who acted, and Child who was acted upon.
	Actor, Child Actor
	// Branch is the lane of the event, and ParentBranch that of which a branch
	// started.
	Branch, ParentBranch Lane
	// Op is the operation of a skill or branch event.
	Op string
	// L1Name and SkillID are the actor and the skill of a skill event.
	L1Name, SkillID string
	// Subject is what a trust event is about.
	Subject string
}

// Actor is a named actor of a run.
type Actor struct {
	Name string
	// Tier is 1, 2 or 3, or 0 when it is unknown.
	Tier int
}

// Lane is the branch that an event belongs to. The zero Lane is none, which is
// not the same as the lane whose id is empty.
type Lane struct {
	id    string
	named bool
}

// LaneOf returns the lane with that id.
func LaneOf(id string) Lane { return Lane{id: id, named: true} }

// ID returns the id of the lane, and false for an event without one.
func (l Lane) ID() (id string, ok bool) { return l.id, l.named }

// The values of Kind, Op and Subject that Derive reads. All others are passed
// over.
const (
	kindTool   = "tool"
	kindLLM    = "llm"
	kindSkill  = "skill"
	kindTrust  = "trust"
	kindBranch = "branch"

	opStart   = "start"
	opInject  = "inject"
	opDirect  = "direct"
	opSuccess = "success"

	subjectResult = "RESULT"
)

// maxTier is the highest tier of an actor.
const maxTier = 3
