package trace

import (
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// projection is the working memory of one read.
type projection struct {
	config
	stream jsonscan.Stream
	wanted []member
	index  map[string]int // of wanted, when it is long
	// text holds the captured values; spent counts them as written.
	text  []byte
	spent int
	// name is the decoded name of the current member.
	name  []byte
	file  file
	chunk [defaultChunk]byte
}

// member is one name of the Spec, and what was found under it.
type member struct {
	name       string
	value      bool // wanted, and not the shape alone
	kind       jsonscan.Kind
	start, end int // in text
}

const (
	// manyNames is the number of wanted names above which a map finds them.
	manyNames = 16
	// keepText is what a projection may hold while nobody uses it.
	keepText = 16 << 10
)

//nolint:gochecknoglobals // a pool of chunk buffers
var projections = sync.Pool{New: func() any { return new(projection) }}

func newProjection() *projection {
	p, _ := projections.Get().(*projection)
	return p
}

// release empties p, so that it keeps nothing of its caller, and gives it back.
func (p *projection) release() {
	p.config = config{}
	p.stream.Reset(nil, nil, 0)
	p.file = file{}
	clear(p.wanted)
	p.wanted, p.index = p.wanted[:0], nil
	p.text, p.name, p.spent = p.text[:0], p.name[:0], 0
	if cap(p.text) > keepText || cap(p.name) > keepText || cap(p.wanted) > keepText/64 {
		p.text, p.name, p.wanted = nil, nil, nil
	}
	projections.Put(p)
}

// configure takes the options and the Spec.
func (p *projection) configure(spec Spec, opts []Option) error {
	p.apply(opts)
	for _, name := range spec.Values {
		if !p.allowModel && p.isModelWritten(name) {
			return &ReadError{Code: ErrModelContent, Offset: -1, Detail: "Spec.Values names " + strconv.Quote(name)}
		}
	}
	if len(spec.Values)+len(spec.Shapes) > manyNames {
		p.index = make(map[string]int, len(spec.Values)+len(spec.Shapes))
	}
	for _, name := range spec.Values {
		p.want(name, true)
	}
	for _, name := range spec.Shapes {
		p.want(name, false)
	}
	return nil
}

// apply takes the options.
func (p *projection) apply(opts []Option) {
	for _, opt := range opts {
		opt(&p.config)
	}
	p.limits = p.limits.orDefault()
}

func (p *projection) want(name string, value bool) {
	if w := p.find([]byte(name)); w != nil {
		w.value = w.value || value
		return
	}
	if p.index != nil {
		p.index[name] = len(p.wanted)
	}
	p.wanted = append(p.wanted, member{name: name, value: value})
}

// find returns the wanted member of that decoded name, or nil.
func (p *projection) find(name []byte) *member {
	if p.index != nil {
		if k, found := p.index[string(name)]; found {
			return &p.wanted[k]
		}
		return nil
	}
	for k := range p.wanted {
		if p.wanted[k].name == string(name) {
			return &p.wanted[k]
		}
	}
	return nil
}

// start makes p read r.
func (p *projection) start(r io.Reader) *ReadError {
	if r == nil {
		return &ReadError{Code: ErrUnreadable, Offset: -1, Detail: "there is no reader"}
	}
	chunk := p.chunk[:min(p.limits.Chunk, len(p.chunk))]
	if p.limits.Chunk > len(p.chunk) {
		chunk = make([]byte, p.limits.Chunk)
	}
	p.stream.Reset(r, chunk, p.limits.Document)
	return nil
}

// read is Read, once configured.
func (p *projection) read(r io.Reader) (Fields, error) {
	err := p.start(r)
	if err == nil {
		err = p.object(p.member)
	}
	if err != nil {
		err.Partial = p.fields(false)
		return Fields{}, err
	}
	return p.fields(true), nil
}

// object reads the whole text as one object, and each of its values by read,
// which gets the decoded name (nil when the name is too long to match) and the
// byte that begins the value.
func (p *projection) object(read func(name []byte, begin byte) *ReadError) *ReadError {
	s := &p.stream
	begin, ok := s.Space()
	if !ok || begin != '{' {
		return p.refuseStart(ok)
	}
	s.Take()
	if err := p.members(read); err != nil {
		return err
	}
	if _, ok = s.Space(); ok {
		return p.refuseTrailing()
	}
	if s.Err() != io.EOF { //nolint:errorlint // io.Reader returns io.EOF itself
		return p.refuseEnd("")
	}
	return nil
}

// members reads an object whose opening brace is consumed, to behind its
// closing one. Everything at this level is exact.
func (p *projection) members(read func(name []byte, begin byte) *ReadError) *ReadError {
	s := &p.stream
	c, ok := s.Space()
	if ok && c == '}' {
		s.Take()
		return nil
	}
	for {
		if !ok {
			return p.refuseEnd("where a member name is expected")
		}
		if c != '"' {
			return p.malformed("a member name in double quotes", c)
		}
		s.Take()
		name, err := p.memberName()
		if err != nil {
			return err
		}
		if c, ok = s.Space(); !ok {
			return p.refuseEnd("behind a member name")
		}
		if c != ':' {
			return p.malformed("the colon after a member name", c)
		}
		s.Take()
		if c, ok = s.Space(); !ok {
			return p.refuseEnd("where a value is expected")
		}
		if err := read(name, c); err != nil {
			return err
		}
		switch c, ok = s.Space(); {
		case !ok:
			return p.refuseEnd("behind a value")
		case c == '}':
			s.Take()
			return nil
		case c != ',':
			return p.malformed("a comma or the closing brace", c)
		}
		s.Take()
		c, ok = s.Space()
	}
}

// memberName reads a name whose opening quote is consumed.
func (p *projection) memberName() ([]byte, *ReadError) {
	at := p.stream.Offset()
	raw, outcome := p.stream.String(p.limits.Name)
	switch outcome {
	case jsonscan.Read:
		var problem string
		var off int
		if p.name, problem, off = jsonscan.Text(p.name[:0], raw); problem != "" {
			return nil, &ReadError{Code: ErrMalformed, Offset: at + int64(off), Detail: "in a member name: " + problem}
		}
		if p.name == nil {
			p.name = []byte{} // "" is a name too
		}
		return p.name, nil
	case jsonscan.Ended:
		return nil, p.refuseEnd("inside a member name")
	case jsonscan.Long, jsonscan.Wrong:
	}
	return nil, nil // consumed, never decoded, and equal to nothing
}

// member reads the value of one member of the trace.
func (p *projection) member(name []byte, begin byte) *ReadError {
	var w *member
	if name != nil {
		w = p.find(name)
	}
	kind := jsonscan.KindOf(begin)
	from := len(p.text)
	if err := p.value(kind, begin, w != nil && w.value); err != nil {
		return err
	}
	if w != nil {
		w.kind, w.start, w.end = kind, from, len(p.text)
	}
	return nil
}

// value consumes the value of that kind which begin begins; what capture wants
// of it goes to p.text.
func (p *projection) value(kind jsonscan.Kind, begin byte, capture bool) *ReadError {
	s := &p.stream
	switch kind {
	case jsonscan.Object, jsonscan.Array:
		s.Take()
		if !s.SkipNested() {
			return p.refuseEnd("inside a list or an object")
		}
	case jsonscan.String:
		s.Take()
		if capture {
			return p.captureString()
		}
		if !s.SkipString() {
			return p.refuseEnd("inside a string")
		}
	case jsonscan.Number:
		at := s.Offset()
		raw, outcome := s.Number(p.limits.Value)
		if err := p.scalar(outcome, at, "a malformed number"); err != nil || !capture {
			return err
		}
		if err := p.spend(len(raw), at); err != nil {
			return err
		}
		p.text = append(p.text, raw...)
	case jsonscan.Null, jsonscan.False, jsonscan.True:
		at := s.Offset()
		outcome := s.Literal(kind, p.limits.Value)
		if err := p.scalar(outcome, at, "a word that is none of null, true and false"); err != nil || !capture {
			return err
		}
		return p.spend(int(s.Offset()-at), at)
	case jsonscan.Invalid:
		return p.malformed("a value", begin)
	}
	return nil
}

// scalar turns the outcome of a number or literal that began at at.
func (p *projection) scalar(outcome jsonscan.Outcome, at int64, wrong string) *ReadError {
	switch outcome {
	case jsonscan.Ended:
		return p.refuseEnd("inside a value")
	case jsonscan.Long:
		return p.tooLong(at)
	case jsonscan.Wrong:
		return &ReadError{Code: ErrMalformed, Offset: at, Detail: wrong}
	case jsonscan.Read:
	}
	return nil
}

// captureString reads a wanted string whose opening quote is consumed. What is
// captured is exact, or the trace is refused.
func (p *projection) captureString() *ReadError {
	at := p.stream.Offset()
	raw, outcome := p.stream.String(p.limits.Value)
	switch outcome {
	case jsonscan.Ended:
		return p.refuseEnd("inside a string")
	case jsonscan.Long, jsonscan.Wrong:
		return p.tooLong(at - 1)
	case jsonscan.Read:
	}
	if err := p.spend(len(raw)+2, at-1); err != nil {
		return err
	}
	var problem string
	var off int
	if p.text, problem, off = jsonscan.Text(p.text, raw); problem != "" {
		return &ReadError{Code: ErrMalformed, Offset: at + int64(off), Detail: "in a wanted string: " + problem}
	}
	return nil
}

// spend counts a captured value of size bytes.
func (p *projection) spend(size int, at int64) *ReadError {
	if p.spent += size; p.spent > p.limits.Capture {
		return &ReadError{
			Code: ErrOverCapture, Offset: at,
			Detail: fmt.Sprintf("the wanted values have more than %d bytes together", p.limits.Capture),
		}
	}
	return nil
}

func (p *projection) tooLong(at int64) *ReadError {
	return &ReadError{
		Code: ErrOverCapture, Offset: at,
		Detail: fmt.Sprintf("one value has more than %d bytes", p.limits.Value),
	}
}
