package trace_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/trace"
)

// deriveSlowly applies the rules T-13 to T-17 as they are written, by looking at
// everything that waits.
func deriveSlowly(runID string, events []trace.Event) []trace.Signature {
	type skill struct {
		actor, id string
		lane      trace.Lane
		used      bool
	}
	var (
		out     []trace.Signature
		at      = map[string]int{}
		parents = map[trace.Lane]trace.Lane{}
		skills  []*skill
		waiting []int // positions in out, in the order of completion
	)
	// above counts the steps from a lane up to an ancestor.
	above := func(lane, ancestor trace.Lane) (int, bool) {
		for steps := 0; steps <= 64; steps++ {
			if lane == ancestor {
				return steps, true
			}
			parent, found := parents[lane]
			if !found {
				break
			}
			lane = parent
		}
		return 0, false
	}
	distance := func(a, b trace.Lane) (int, bool) {
		if a == b {
			return 0, true
		}
		if a == (trace.Lane{}) || b == (trace.Lane{}) {
			return 65, true
		}
		if steps, ok := above(a, b); ok {
			return steps, true
		}
		return above(b, a)
	}
	credit := func(lane trace.Lane, actor, skillID string) {
		for k, position := range slices.Backward(waiting) {
			s := &out[position]
			if _, agrees := distance(lane, s.Branch); !agrees || s.Key.L1Name != actor {
				continue
			}
			if skillID != "" && s.Key.SkillID != "" && s.Key.SkillID != skillID {
				continue
			}
			s.Credited = true
			var rest []int
			for j, w := range waiting {
				if j > k || out[w].Branch != s.Branch || out[w].Key.L1Name != actor {
					rest = append(rest, w)
				}
			}
			waiting = rest
			return
		}
	}
	for index, e := range events {
		switch {
		case e.Kind == "branch" && e.Op == "start":
			_, named := e.Branch.ID()
			_, parentNamed := e.ParentBranch.ID()
			_, placed := parents[e.Branch]
			steps, cycle := above(e.ParentBranch, e.Branch)
			if named && parentNamed && !placed && (!cycle || steps > 63) {
				parents[e.Branch] = e.ParentBranch
			}
		case e.Kind == "skill" && e.L1Name != "" && e.SkillID != "" && (e.Op == "inject" || e.Op == "direct"):
			skills = append(skills, &skill{actor: e.L1Name, id: e.SkillID, lane: e.Branch})
		case e.Kind == "skill" && e.L1Name != "" && e.SkillID != "" && e.Op == "success":
			credit(e.Branch, e.L1Name, e.SkillID)
		case e.Kind == "trust" && e.Child.Name != "" && e.Subject == "RESULT":
			credit(e.Branch, e.Child.Name, "")
		case e.Kind == "llm":
			if k, found := at[e.ID]; found && !out[k].Completed {
				out[k].Completed, out[k].CompletedIndex = true, index
				waiting = append(waiting, k)
			}
		case e.Kind == "tool" && e.LLMEventID != "" && e.Actor.Name != "" && e.Name != "":
			k, found := at[e.LLMEventID]
			if !found {
				waiting = slices.DeleteFunc(waiting, func(w int) bool {
					return out[w].Key.L1Name == e.Actor.Name && out[w].Branch == e.Branch
				})
				k = len(out)
				at[e.LLMEventID] = k
				s := trace.Signature{
					RunID: runID, ExecutionID: e.LLMEventID, Key: trace.Key{L1Name: e.Actor.Name},
					Tier: e.Actor.Tier, Branch: e.Branch, FirstIndex: index, CompletedIndex: -1,
				}
				var nearest *skill
				least := 0
				for _, candidate := range skills {
					d, agrees := distance(e.Branch, candidate.lane)
					if agrees && !candidate.used && candidate.actor == e.Actor.Name && (nearest == nil || d < least) {
						nearest, least = candidate, d
					}
				}
				if nearest != nil {
					nearest.used, s.Key.SkillID = true, nearest.id
				}
				out = append(out, s)
			}
			switch s := &out[k]; {
			case s.Completed:
			case len(s.Elements) < 512:
				s.Elements = append(s.Elements, e.Name)
			default:
				s.Truncated = true
			}
		}
	}
	return out
}

func sameSignatures(a, b []trace.Signature) bool {
	return slices.EqualFunc(a, b, func(x, y trace.Signature) bool { return reflect.DeepEqual(x, y) })
}

// randomEvents are events of few actors, skills and lanes, so that they meet.
func randomEvents(rng *rand.Rand, n int) []trace.Event {
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	lane := func() trace.Lane {
		if rng.IntN(4) == 0 {
			return trace.Lane{}
		}
		return trace.LaneOf(fmt.Sprint("b", rng.IntN(8)))
	}
	events := make([]trace.Event, n)
	for k := range events {
		actor := trace.Actor{Name: pick("M", "W"), Tier: 1}
		switch e := &events[k]; rng.IntN(8) {
		case 0, 1:
			*e = trace.Event{Kind: "tool", LLMEventID: fmt.Sprint("x", rng.IntN(n/4+1)), Name: pick("a", "b"), Actor: actor, Branch: lane()}
		case 2, 3:
			*e = trace.Event{Kind: "llm", ID: fmt.Sprint("x", rng.IntN(n/4+1))}
		case 4:
			*e = trace.Event{Kind: "skill", Op: pick("inject", "direct"), L1Name: actor.Name, SkillID: pick("s", "t"), Branch: lane()}
		case 5:
			*e = trace.Event{Kind: "skill", Op: "success", L1Name: actor.Name, SkillID: pick("s", "t"), Branch: lane()}
		case 6:
			*e = trace.Event{Kind: "trust", Child: actor, Subject: pick("RESULT", "PLAN"), Branch: lane()}
		case 7:
			*e = trace.Event{Kind: "branch", Op: "start", Branch: lane(), ParentBranch: lane()}
		}
	}
	return events
}

// TestDeriveIsTheDefinition compares Derive with its rules as they are written.
func TestDeriveIsTheDefinition(t *testing.T) {
	for seed := range uint64(3000) {
		events := randomEvents(rand.New(rand.NewPCG(seed, 3)), 4+int(seed%150))
		want, got := deriveSlowly("r", events), trace.Derive("r", slices.Values(events))
		if !sameSignatures(want, got) {
			require.Equal(t, want, got, "seed %d: %+v", seed, events)
		}
	}
}

// Short forms for the tables below.
func tool(x, actor, name, branch string) trace.Event {
	return trace.Event{Kind: "tool", LLMEventID: x, Name: name, Actor: trace.Actor{Name: actor}, Branch: lane(branch)}
}

func llm(x string) trace.Event { return trace.Event{Kind: "llm", ID: x} }

func skill(op, actor, id, branch string) trace.Event {
	return trace.Event{Kind: "skill", Op: op, L1Name: actor, SkillID: id, Branch: lane(branch)}
}

func trust(actor, branch string) trace.Event {
	return trace.Event{Kind: "trust", Child: trace.Actor{Name: actor}, Subject: "RESULT", Branch: lane(branch)}
}

func start(branch, parent string) trace.Event {
	return trace.Event{Kind: "branch", Op: "start", Branch: lane(branch), ParentBranch: lane(parent)}
}

func lane(id string) trace.Lane {
	if id == "" {
		return trace.Lane{}
	}
	return trace.LaneOf(id)
}

func TestDerive(t *testing.T) {
	var deep []trace.Event
	for k := range 65 {
		deep = append(deep, start(fmt.Sprint("n", k), fmt.Sprint("n", k+1)))
	}
	for _, c := range []struct {
		rule   string
		events []trace.Event
		want   string // id:key for each, + completed, ! credited
	}{
		{"T-12 what misses something is passed over", []trace.Event{
			tool("", "M", "a", ""), tool("x", "", "a", ""), tool("x", "M", "", ""), {}, {Kind: "tool"}, {Kind: "novel"}, llm("x"),
		}, ""},
		{"T-13 a prefix", []trace.Event{tool("x", "M", "a", "")}, "x:M::*"},
		{"T-13 closed", []trace.Event{tool("x", "M", "a", ""), llm("x")}, "x:M::*+"},
		{"T-13 the order counts", []trace.Event{llm("x"), tool("x", "M", "a", "")}, "x:M::*"},
		{"T-13 closed is closed", []trace.Event{tool("x", "M", "a", ""), llm("x"), tool("x", "M", "b", ""), llm("x")}, "x:M::*+"},
		{"T-14 inject", []trace.Event{skill("inject", "M", "s", ""), tool("x", "M", "a", "")}, "x:M::s"},
		{"T-14 direct", []trace.Event{skill("direct", "M", "s", ""), tool("x", "M", "a", "")}, "x:M::s"},
		{"T-14 too late", []trace.Event{tool("x", "M", "a", ""), skill("inject", "M", "s", "")}, "x:M::*"},
		{"T-14 for somebody else", []trace.Event{skill("inject", "W", "s", ""), tool("x", "M", "a", "")}, "x:M::*"},
		{"T-14 consumed once", []trace.Event{skill("inject", "M", "s", ""), tool("x", "M", "a", ""), tool("y", "M", "a", "")}, "x:M::s y:M::*"},
		{"T-14 the nearest lane, no lane last", []trace.Event{
			start("c", "p"), skill("inject", "M", "none", ""), skill("inject", "M", "far", "p"), skill("inject", "M", "near", "c"),
			tool("x", "M", "a", "c"), tool("y", "M", "a", "c"), tool("z", "M", "a", "c"),
		}, "x:M::near y:M::far z:M::none"},
		{"T-15 siblings do not agree", []trace.Event{
			start("a", "p"), start("b", "p"), skill("inject", "M", "s", "a"), tool("x", "M", "a", "b"), llm("x"), trust("M", "a"),
		}, "x:M::*+"},
		{"T-15 a child agrees", []trace.Event{
			start("c", "p"), skill("inject", "M", "s", "c"), tool("x", "M", "a", "p"), llm("x"), trust("M", "c"),
		}, "x:M::s+!"},
		{"T-15 64 steps agree", append(slices.Clone(deep), skill("inject", "M", "s", "n64"), tool("x", "M", "a", "n0")), "x:M::s"},
		{"T-15 65 steps do not", append(slices.Clone(deep), skill("inject", "M", "s", "n65"), tool("x", "M", "a", "n0")), "x:M::*"},
		{"T-15 cycles end", []trace.Event{
			start("a", "b"), start("b", "a"), start("c", "c"), skill("inject", "M", "s", "b"), tool("x", "M", "a", "a"), llm("x"), trust("M", "c"),
		}, "x:M::s+"},
		{"T-15 the first start counts", []trace.Event{
			start("c", "p"), start("c", "q"), skill("inject", "M", "s", "q"), tool("x", "M", "a", "c"),
		}, "x:M::*"},
		{"T-15 a late start counts from then on", []trace.Event{
			tool("x", "M", "a", "c"), llm("x"), trust("M", "p"), start("c", "p"), tool("y", "W", "a", "c"), llm("y"), trust("W", "p"), trust("M", "p"),
		}, "x:M::*+! y:W::*+!"},
		{"T-16 only what is completed", []trace.Event{tool("x", "M", "a", ""), trust("M", ""), llm("x")}, "x:M::*+"},
		{"T-16 another subject", []trace.Event{
			tool("x", "M", "a", ""), llm("x"), {Kind: "trust", Child: trace.Actor{Name: "M"}, Subject: "PLAN"},
		}, "x:M::*+"},
		{"T-16 its own skill", []trace.Event{
			skill("inject", "M", "s", ""), tool("x", "M", "a", ""), llm("x"), skill("success", "M", "t", ""), skill("success", "M", "s", ""),
		}, "x:M::s+!"},
		{"T-16 any skill when it had none", []trace.Event{tool("x", "M", "a", ""), llm("x"), skill("success", "M", "t", "")}, "x:M::*+!"},
		{"T-16 a retry leaves the first attempt uncredited", []trace.Event{
			tool("x", "M", "a", ""), llm("x"), tool("y", "M", "a", ""), llm("y"), trust("M", ""), skill("success", "M", "s", ""),
		}, "x:M::*+ y:M::*+!"},
		{"T-16 older ones in that lane are closed", []trace.Event{
			tool("x", "M", "a", "l"), tool("y", "M", "a", "l"), llm("x"), llm("y"), trust("M", "l"), trust("M", "l"),
		}, "x:M::*+ y:M::*+!"},
		{"T-16 siblings keep waiting", []trace.Event{
			start("a", "p"), start("b", "p"), tool("x", "M", "a", "a"), llm("x"), tool("y", "M", "a", "b"), llm("y"), trust("M", "p"), trust("M", "p"),
		}, "x:M::*+! y:M::*+!"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			assert.Equal(t, c.want, summary(trace.Derive("r", slices.Values(c.events))))
		})
	}
}

func summary(signatures []trace.Signature) string {
	all := make([]string, len(signatures))
	for k, s := range signatures {
		all[k] = s.ExecutionID + ":" + s.Key.ID()
		if s.Completed {
			all[k] += "+"
		}
		if s.Credited {
			all[k] += "!"
		}
	}
	return strings.Join(all, " ")
}

// TestLiveWindow: what was derived from a part of the events is never changed by
// the rest, except where an execution is still open or waits.
func TestLiveWindow(t *testing.T) {
	d := trace.NewDeriver("r")
	d.Add(tool("x", "M", "a", ""))
	before := d.Signatures()
	d.Add(tool("x", "M", "b", ""))
	d.Add(llm("x"))
	assert.Equal(t, []string{"a"}, before[0].Elements)
	assert.False(t, before[0].Completed)
	assert.Equal(t, []string{"a", "b"}, d.Signatures()[0].Elements)
}

func TestSignatureIsCut(t *testing.T) {
	events := make([]trace.Event, 600)
	for k := range events {
		events[k] = tool("x", "M", "a", "")
	}
	s := trace.Derive("r", slices.Values(events[:512]))[0]
	assert.Len(t, s.Elements, 512)
	assert.False(t, s.Truncated, "T-17")
	s = trace.Derive("r", slices.Values(events))[0]
	assert.Len(t, s.Elements, trace.MaxSignatureElements)
	assert.True(t, s.Truncated, "T-17")
}

// manyEvents is a run of n events: executions of 20 events each in 16 branches
// that come and go, of which every fifth is never credited.
func manyEvents(n int) iter.Seq[trace.Event] {
	return func(yield func(trace.Event) bool) {
		for k := range n {
			execution, step := k/20, k%20
			x, branch := fmt.Sprint("x", execution), fmt.Sprint("b", execution/16)
			var e trace.Event
			switch step {
			case 0:
				e = start(branch, "root")
			case 1:
				e = skill("inject", "M", "s", branch)
			case 17:
				e = llm(x)
			case 18:
				e = skill("success", "M", "s", "root")
			case 19:
				e = trust("M", "root")
			default:
				e = tool(x, "M", "read_file", branch)
			}
			if execution%5 == 0 && step >= 18 {
				e = trace.Event{Kind: "context"}
			}
			if !yield(e) {
				return
			}
		}
	}
}

// TestDeriveInBoundedMemory: what a Deriver holds grows with the executions, of
// which it returns the signatures, and not with the events.
func TestDeriveInBoundedMemory(t *testing.T) {
	held := func(events int) uint64 {
		d := trace.NewDeriver("r")
		for k := range events {
			d.Add(tool(fmt.Sprint("x", k%100), "M", "read_file", "b"))
		}
		for k := range 100 {
			d.Add(llm(fmt.Sprint("x", k)))
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		assert.Len(t, d.Signatures(), 100)
		return m.HeapAlloc
	}
	small := held(60_000)
	large := held(600_000)
	assert.Less(t, large, small+1<<20)
}

// TestDeriveHostile: many skills and executions that wait in many lanes take no
// more time each than few do. A quadratic search would not come back.
func TestDeriveHostile(t *testing.T) {
	const n = 40_000
	d := trace.NewDeriver("r")
	for k := range n {
		b := fmt.Sprint("b", k)
		d.Add(start(b, "root"))
		d.Add(skill("inject", "M", "s", b))
	}
	for k := range n {
		d.Add(tool(fmt.Sprint("x", k), "M", "a", "root"))
		d.Add(llm(fmt.Sprint("x", k)))
		d.Add(trust("M", "elsewhere"))
		d.Add(skill("success", "M", "other", "root"))
	}
	for k := range n {
		d.Add(tool(fmt.Sprint("y", k), "W", "a", fmt.Sprint("b", k)))
		d.Add(llm(fmt.Sprint("y", k)))
	}
	for range n {
		d.Add(trust("W", "root"))
	}
	credited := 0
	for _, s := range d.Signatures() {
		if s.Credited {
			credited++
		}
	}
	assert.Equal(t, n, credited)
}

func BenchmarkDerive(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			events := slices.Collect(manyEvents(n))
			b.ReportAllocs()
			for b.Loop() {
				trace.Derive("r", slices.Values(events))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
		})
	}
}
