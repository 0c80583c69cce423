package trace

import (
	"io"
	"iter"
	"strconv"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// ReadEvents reads the trace in r as Read does, and yields an Event for every
// element of its "events" list, in order, while it reads: the whole list is
// never held (T-19). An element that is no object, or an identity that is no
// string, or longer than Limits.Value, leaves zero values.
//
// A trace that is refused yields one *ReadError last. What was yielded before it
// is then part of a text that was not read to its end, and a signature derived
// from that says so only by chance: discard it. A trace without "events" yields
// nothing; a second "events" member is refused as malformed, because the first
// one cannot be taken back.
//
// Elements and their identities are read by the exact grammar, everything else
// as by Read. Limits.Capture does not apply.
func ReadEvents(r io.Reader, opts ...Option) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		p := newProjection()
		defer p.release()
		p.apply(opts)
		p.events(r, yield)
	}
}

// ReadEventsFile is ReadEvents on the file at path, which is opened as ReadFile
// does.
func ReadEventsFile(path string, opts ...Option) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		p := newProjection()
		defer p.release()
		p.apply(opts)
		if err := p.file.open(path, &p.config); err != nil {
			yield(Event{}, err)
			return
		}
		defer p.file.close()
		p.events(&p.file, yield)
	}
}

// events is ReadEvents, once configured.
func (p *projection) events(r io.Reader, yield func(Event, error) bool) {
	e := eventReader{projection: p, yield: yield, known: make(map[string]string)}
	err := p.start(r)
	if err == nil {
		err = p.object(e.member)
	}
	if err != nil && !e.stopped {
		yield(Event{}, err)
	}
}

// eventReader reads the list of events.
type eventReader struct {
	*projection
	yield   func(Event, error) bool
	seen    bool // the list
	stopped bool // by the consumer
	event   Event
	actor   *Actor
	// known are identities that occurred before: a run has few of most, so
	// that they need not be allocated again.
	known map[string]string
}

// maxKnown bounds known.
const maxKnown = 1 << 12

// stop unwinds the reading when the consumer has had enough.
func (e *eventReader) stop() *ReadError {
	e.stopped = true
	return &ReadError{}
}

// member reads a member of the trace.
func (e *eventReader) member(name []byte, begin byte) *ReadError {
	if string(name) != "events" {
		return e.value(jsonscan.KindOf(begin), begin, false)
	}
	if e.seen {
		return &ReadError{Code: ErrMalformed, Offset: e.stream.Offset(), Detail: `a second member "events"`}
	}
	e.seen = true
	if begin != '[' {
		return e.value(jsonscan.KindOf(begin), begin, false)
	}
	e.stream.Take()
	return e.list()
}

// list reads the elements behind the opening bracket.
func (e *eventReader) list() *ReadError {
	s := &e.stream
	c, ok := s.Space()
	if ok && c == ']' {
		s.Take()
		return nil
	}
	for {
		if !ok {
			return e.refuseEnd("where an event is expected")
		}
		if err := e.element(c); err != nil {
			return err
		}
		switch c, ok = s.Space(); {
		case !ok:
			return e.refuseEnd("behind an event")
		case c == ']':
			s.Take()
			return nil
		case c != ',':
			return e.malformed("a comma or the closing bracket", c)
		}
		s.Take()
		c, ok = s.Space()
	}
}

// element reads one event, and yields it.
func (e *eventReader) element(begin byte) *ReadError {
	e.event = Event{}
	var err *ReadError
	if begin == '{' {
		e.stream.Take()
		err = e.members(e.identity)
	} else {
		err = e.value(jsonscan.KindOf(begin), begin, false)
	}
	if err == nil && !e.yield(e.event, nil) {
		err = e.stop()
	}
	return err
}

// identity reads a member of an event. The last of several members of one name
// counts, whatever it is.
func (e *eventReader) identity(name []byte, begin byte) *ReadError {
	ev := &e.event
	switch string(name) {
	case "kind":
		return e.text(&ev.Kind, begin)
	case "id":
		return e.text(&ev.ID, begin)
	case "llmEventId":
		return e.text(&ev.LLMEventID, begin)
	case "name":
		return e.text(&ev.Name, begin)
	case "op":
		return e.text(&ev.Op, begin)
	case "l1Name":
		return e.text(&ev.L1Name, begin)
	case "skillId":
		return e.text(&ev.SkillID, begin)
	case "subject":
		return e.text(&ev.Subject, begin)
	case "branchId":
		return e.lane(&ev.Branch, begin)
	case "parentBranchId":
		return e.lane(&ev.ParentBranch, begin)
	case "actor":
		return e.actorOf(&ev.Actor, begin)
	case "child":
		return e.actorOf(&ev.Child, begin)
	}
	return e.value(jsonscan.KindOf(begin), begin, false)
}

// actorOf reads an actor, which is an object.
func (e *eventReader) actorOf(actor *Actor, begin byte) *ReadError {
	*actor = Actor{}
	if begin != '{' {
		return e.value(jsonscan.KindOf(begin), begin, false)
	}
	e.stream.Take()
	e.actor = actor
	return e.members(e.actorMember)
}

func (e *eventReader) actorMember(name []byte, begin byte) *ReadError {
	switch string(name) {
	case "name":
		return e.text(&e.actor.Name, begin)
	case "tier":
		return e.tier(&e.actor.Tier, begin)
	}
	return e.value(jsonscan.KindOf(begin), begin, false)
}

// tier reads a tier: a whole number from 1 to 3, in any spelling.
func (e *eventReader) tier(tier *int, begin byte) *ReadError {
	*tier = 0
	kind := jsonscan.KindOf(begin)
	if kind != jsonscan.Number {
		return e.value(kind, begin, false)
	}
	at := e.stream.Offset()
	raw, outcome := e.stream.Number(e.limits.Value)
	if outcome != jsonscan.Read {
		return e.scalar(outcome, at, "a malformed number")
	}
	number, err := strconv.ParseFloat(string(raw), 64)
	for t := 1; t <= maxTier; t++ {
		if err == nil && number == float64(t) {
			*tier = t
		}
	}
	return nil
}

// lane reads a branch id.
func (e *eventReader) lane(lane *Lane, begin byte) *ReadError {
	*lane = Lane{}
	text, ok, err := e.string(begin)
	if ok {
		*lane = LaneOf(e.intern(text))
	}
	return err
}

// text reads an identity.
func (e *eventReader) text(identity *string, begin byte) *ReadError {
	*identity = ""
	text, ok, err := e.string(begin)
	if ok {
		*identity = e.intern(text)
	}
	return err
}

// string reads a value that should be a string, and reports whether it is one
// within the limit. The bytes are valid until the next call.
func (e *eventReader) string(begin byte) (text []byte, ok bool, err *ReadError) {
	if begin != '"' {
		return nil, false, e.value(jsonscan.KindOf(begin), begin, false)
	}
	e.stream.Take()
	e.spent = 0
	switch err := e.captureString(); {
	case err != nil && err.Code == ErrOverCapture:
		return nil, false, nil
	case err != nil:
		return nil, false, err
	}
	text, e.projection.text = e.projection.text, e.projection.text[:0]
	return text, true, nil
}

// intern returns text as a string.
func (e *eventReader) intern(text []byte) string {
	if s, found := e.known[string(text)]; found {
		return s
	}
	s := string(text)
	if len(e.known) < maxKnown {
		e.known[s] = s
	}
	return s
}
