package trace

// maxLaneSteps bounds the walk from a lane to its ancestors.
const maxLaneSteps = 64

// lanes is the forest of branches, and finds what agrees with a lane: the skills
// that wait to be used there, and the executions that wait for credit.
//
// Whatever waits in a lane is listed at that lane and at each of its ancestors,
// so that a question from anywhere looks at one lane's lists for everything
// below it, and at the own list of each ancestor: an actor with many waiting
// executions in many lanes costs no more than one with few. The list of what is
// in no lane stands at the root, which counts as the farthest ancestor of all.
type lanes struct {
	byID map[string]*lane
	root *lane
	next int // the order of arrival
}

// lane is one branch.
type lane struct {
	parent *lane
	lists  map[listKey]*heap
	// waiting are the executions of each actor in this very lane that wait for
	// credit, in the order in which they completed.
	waiting map[string][]*waiter
}

// waiter is what is listed: a skill, or a completed execution.
type waiter struct {
	lane  *lane
	order int
	key   Key
	// at is the position of the execution's signature.
	at   int
	gone bool
}

// role is what a list holds.
type role uint8

const (
	handed    role = iota // skills that were handed over to the actor
	anySkill              // completed executions of the actor
	sameSkill             // those with the skill of the key, which may be none
)

// before reports that a comes first: of skills the nearest, and of these the
// earliest; of executions the latest.
func (r role) before(a, b item) bool {
	if r != handed {
		return a.order > b.order
	}
	if a.steps != b.steps {
		return a.steps < b.steps
	}
	return a.order < b.order
}

// listKey names a list of a lane. Those with here set hold what is in that very
// lane, the others what is in it or below it.
type listKey struct {
	role role
	here bool
	Key
}

// farthest is the distance of what is in no lane.
const farthest = maxLaneSteps + 1

func newLanes() lanes {
	return lanes{byID: make(map[string]*lane), root: new(lane)}
}

// of returns the lane of that id, and the root for no lane.
func (l *lanes) of(id Lane) *lane {
	if !id.named {
		return l.root
	}
	found := l.byID[id.id]
	if found == nil {
		found = new(lane)
		l.byID[id.id] = found
	}
	return found
}

// place says of which lane a lane branched off. Only the first time counts, and
// no lane becomes its own ancestor: so nothing is ever listed twice.
func (l *lanes) place(child, parent *lane) {
	if child.parent != nil || child == parent {
		return
	}
	for at, steps := parent, 0; at != nil && steps < maxLaneSteps; at, steps = at.parent, steps+1 {
		if at == child {
			return
		}
	}
	child.parent = parent
	for key, below := range child.lists {
		if key.here {
			continue
		}
		for _, item := range below.items {
			if !item.gone {
				list(parent, key, item.waiter, item.steps+1)
			}
		}
	}
}

// list puts w on the lists of key of a lane and its ancestors, the first one
// being steps away from where w stands.
func list(at *lane, key listKey, w *waiter, steps int) {
	for ; at != nil && steps <= maxLaneSteps; at, steps = at.parent, steps+1 {
		at.add(key, w, steps)
	}
}

// add lists w under its own lane, and everywhere above it.
func (l *lanes) add(key listKey, w *waiter) {
	if w.lane != l.root {
		list(w.lane, key, w, 0)
		l.root.add(key, w, farthest)
	} else {
		l.root.add(key, w, 0)
	}
	key.here = true
	w.lane.add(key, w, 0)
}

// remove takes w off its lists. Only the first item of a heap can be removed;
// the others are marked, and left out when they come first.
func (l *lanes) remove(key listKey, w *waiter) {
	w.gone = true
	for at, steps := w.lane, 0; at != nil && steps <= maxLaneSteps; at, steps = at.parent, steps+1 {
		at.first(key)
	}
	l.root.first(key)
	key.here = true
	w.lane.first(key)
}

// best returns the first item, by rank, of what agrees with lane at.
func (l *lanes) best(at *lane, key listKey) (found item) {
	found = at.first(key)
	key.here = true
	consider := func(ancestor *lane, steps int) {
		if it := ancestor.first(key); it.waiter != nil {
			it.steps = steps
			if found.waiter == nil || key.role.before(it, found) {
				found = it
			}
		}
	}
	for up, steps := at.parent, 1; up != nil && steps <= maxLaneSteps; up, steps = up.parent, steps+1 {
		consider(up, steps)
	}
	if at != l.root {
		consider(l.root, farthest)
	}
	return found
}

// handOver lists a skill that an actor was given in a lane.
func (l *lanes) handOver(at *lane, actor, skill string) {
	l.next++
	w := &waiter{lane: at, order: l.next, key: Key{L1Name: actor, SkillID: skill}}
	l.add(listKey{role: handed, Key: Key{L1Name: actor}}, w)
}

// take returns the skill that the actor is to use in a lane, "" being none, and
// takes it off the lists.
func (l *lanes) take(at *lane, actor string) string {
	key := listKey{role: handed, Key: Key{L1Name: actor}}
	found := l.best(at, key).waiter
	if found == nil {
		return ""
	}
	l.remove(key, found)
	return found.key.SkillID
}

// wait lists a completed execution.
func (l *lanes) wait(at *lane, key Key, signature int) {
	l.next++
	w := &waiter{lane: at, order: l.next, key: key, at: signature}
	if at.waiting == nil {
		at.waiting = make(map[string][]*waiter)
	}
	at.waiting[key.L1Name] = append(at.waiting[key.L1Name], w)
	l.add(listKey{role: anySkill, Key: Key{L1Name: key.L1Name}}, w)
	l.add(listKey{role: sameSkill, Key: key}, w)
}

// settle takes a completed execution off the lists.
func (l *lanes) settle(w *waiter) {
	l.remove(listKey{role: anySkill, Key: Key{L1Name: w.key.L1Name}}, w)
	l.remove(listKey{role: sameSkill, Key: w.key}, w)
}

// close settles all completed executions of the actor in this very lane.
func (l *lanes) close(at *lane, actor string) {
	for _, w := range at.waiting[actor] {
		l.settle(w)
	}
	delete(at.waiting, actor)
}

// latest returns the position of the signature that a credit in lane at is for,
// or -1, and settles it with the older ones in its own lane. With a skill, only
// executions with that skill or with none are meant.
func (l *lanes) latest(at *lane, actor, skill string) int {
	var found *waiter
	if skill == "" {
		found = l.best(at, listKey{role: anySkill, Key: Key{L1Name: actor}}).waiter
	} else {
		with := l.best(at, listKey{role: sameSkill, Key: Key{L1Name: actor, SkillID: skill}})
		without := l.best(at, listKey{role: sameSkill, Key: Key{L1Name: actor}})
		found = with.waiter
		if found == nil || without.waiter != nil && sameSkill.before(without, with) {
			found = without.waiter
		}
	}
	if found == nil {
		return -1
	}
	waiting := found.lane.waiting[actor]
	settled := 0
	for settled < len(waiting) && waiting[settled].order <= found.order {
		l.settle(waiting[settled])
		settled++
	}
	if settled == len(waiting) {
		delete(found.lane.waiting, actor)
	} else {
		found.lane.waiting[actor] = waiting[settled:]
	}
	return found.at
}
