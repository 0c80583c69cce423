package drift

import (
	"encoding/json"
	"strings"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Facts are what a correction is held against. All of them come from the host
// and its store, none from the agent.
type Facts struct {
	// Stored is the stored section, raw JSON; empty when there is none.
	Stored json.RawMessage
	// StoredName is how the stored section is spelled; see StoredName. It is
	// not read when there is no stored section.
	StoredName string
	// Record is what the harness recorded of the turn; nil when it has no
	// record.
	Record *evidence.Record
	// Goal is the text that the turn was dispatched with.
	Goal string
	// Project is the resolved identity of the dispatch's project, "" when it
	// did not resolve.
	Project string
	// GoalProject is how the goal names the project. It is kept on the
	// decision when the project did not resolve, and proves nothing.
	GoalProject string
	// AgentID is the id of the agent that closes.
	AgentID string
}

// Policy is what a host changes about the guards. The zero Policy is the
// strictest one of the library's own, and Veto only adds to it.
type Policy struct {
	// AllowReplaceUnsafe lets a scalar take the place of the stored scalar at
	// key_path, if drift.old is what is stored there. It never lets go of an
	// object or a list, and null never deletes.
	AllowReplaceUnsafe bool
	// Veto is asked about a command that ClassifyCommand accepts; an error
	// keeps the correction pending, and its text is shown. It must be safe for
	// the concurrent use that the host makes of Evaluate. nil vetoes nothing.
	Veto func(Command) error
}

// Failure is one guard that failed, and what made it fail.
type Failure struct {
	Guard Guard `json:"guard"`
	// Detail names the first thing that is in the way. Its wording may change.
	Detail string `json:"detail"`
}

// Decision is the verdict on one correction. The zero Decision applies
// nothing.
type Decision struct {
	// Apply says that every guard holds: the payload may be merged into the
	// stored section without asking.
	Apply bool `json:"apply"`
	// Failed are the guards that failed, in the order of Guards; none when
	// Apply is set.
	Failed []Guard `json:"failed"`
	// Failures are the same, each with what made it fail.
	Failures []Failure `json:"failures,omitempty"`
	// Values are the distinct strings that the payload would apply, in
	// document order; none for a malformed entry.
	Values []string `json:"values,omitempty"`
	// Note is the evidence of an applied correction: the command, the time and
	// the lines that showed the values. It is "" when Apply is not set.
	Note string `json:"note,omitempty"`
	// By is who decides an applied correction, "auto:" and the agent's id. It
	// is "" when Apply is not set.
	By string `json:"by,omitempty"`
	// Project is the identity that the proposal keeps: the resolved project,
	// else the goal's name for it.
	Project string `json:"project,omitempty"`
}

// FailedGuards returns Failed as plain strings, nil when none failed: what a
// pending proposal keeps (D-9).
func (d Decision) FailedGuards() []string {
	var names []string
	for _, g := range d.Failed {
		names = append(names, string(g))
	}
	return names
}

// Evaluate decides whether a drift correction may be applied without asking.
// It may when every guard holds; the decision lists every guard that does not,
// never only the first. A malformed entry fails Malformed alone. A guard that
// cannot be judged because of another one that failed is not listed: the
// output of a run that failed is not searched, nor the target of a command
// that was not understood.
//
// It is pure, never fails, takes time linear in what it is given (sorting
// apart), and is safe for concurrent use. Of a run's output only the first
// evidence.MaxOutput characters count, which is what a record holds.
func Evaluate(p Proposal, f Facts, policy Policy) Decision {
	j := newJudgement(p, f, policy)
	d := Decision{Project: f.Project, Failed: []Guard{}}
	if strings.TrimSpace(f.Project) == "" {
		d.Project = f.GoalProject
	}
	for i := range rules {
		detail := rules[i].check(j)
		if detail == "" {
			continue
		}
		d.Failed = append(d.Failed, rules[i].guard)
		d.Failures = append(d.Failures, Failure{Guard: rules[i].guard, Detail: detail})
		if rules[i].guard == Malformed {
			return d
		}
	}
	d.Values = j.merge.values
	if d.Apply = len(d.Failed) == 0; d.Apply {
		d.By = autoPrefix + f.AgentID
		d.Note = j.note()
	}
	return d
}

// autoPrefix marks a decision that no one was asked for.
const autoPrefix = "auto:"

// Automatic reports whether a decision was made by the guards alone: by is what
// Decision.By gave for it.
func Automatic(by string) bool { return strings.HasPrefix(by, autoPrefix) }

// judgement is what the guards look at. Everything that more than one of them
// needs is found once.
type judgement struct {
	facts  Facts
	policy Policy

	entry     entry
	malformed string

	stored   string // the stored section, "" for none
	unstored string // why the stored section cannot be read
	keyNames []string
	merge    *merge

	command    Command
	commandErr error
	runs       runs
	search     search
	proof      proof
}

func newJudgement(p Proposal, f Facts, policy Policy) *judgement {
	j := &judgement{facts: f, policy: policy}
	if j.entry, j.malformed = readEntry(p); j.malformed != "" {
		return j
	}
	j.stored = string(f.Stored)
	if j.stored != "" {
		if err := jsonscan.Scan(j.stored, jsonscan.Limits{}, nil); err != nil {
			j.stored, j.unstored = "", err.Error()
		}
	}
	if names, err := docpath.Split(j.entry.keyPath); err == nil {
		j.keyNames = names
	}
	j.merge = readMerge(j.entry.payload, j.stored, j.mayReplace)
	j.command, j.commandErr = readCommand(j.entry.command)
	j.runs = findRuns(f.Record, j.entry.command)
	j.search = newSearch(j.merge.values)
	j.proof = j.findProof()
	return j
}

// mayReplace is what AllowReplaceUnsafe allows: the declared path, and the
// declared old value.
func (j *judgement) mayReplace(path []string, stored string) bool {
	return j.policy.AllowReplaceUnsafe && docpath.Join(path...) == docpath.Join(j.keyNames...) && sameValue(stored, j.entry.old)
}
