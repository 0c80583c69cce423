package trace

import "slices"

// MaxTraceBytes is the one ceiling on the length of a trace, in bytes, unless
// Limits.Document says otherwise: 32 MiB. It guards the reader's time and not
// its memory. Traces grow with the work that a run does, and no other constant
// of this package bounds them (T-10, T-11).
const MaxTraceBytes = 32 << 20

// Limits bound one read, in bytes (T-6). A member that is zero or negative
// stands for its default, so the zero Limits are the defaults.
type Limits struct {
	// Chunk is the size of the one buffer that the text passes through: 64 KiB
	// unless set, and never more than 1 MiB. Results do not depend on it.
	Chunk int
	// Name is the longest member name that is looked at, its quotes and escape
	// sequences counted as written: 256 bytes unless set. A longer one is
	// consumed and never matches.
	Name int
	// Value is the longest wanted string, and the longest number or literal at
	// depth 1, wanted or not, as written with quotes: 512 bytes unless set.
	Value int
	// Capture bounds all wanted values together, duplicates that are replaced
	// later too: 2,048 bytes unless set, and never more than 256 MiB.
	Capture int
	// Document is the longest text: MaxTraceBytes unless set. It is enforced on
	// the bytes that are read, whatever size the file system reports.
	Document int64
}

const (
	defaultChunk   = 64 << 10
	maxChunk       = 1 << 20
	defaultName    = 256
	defaultValue   = 512
	defaultCapture = 2048
	maxCapture     = 256 << 20 // the offsets in Fields have 32 bits
)

func (l Limits) orDefault() Limits {
	set := func(limit *int, standard, most int) {
		if *limit <= 0 {
			*limit = standard
		}
		*limit = min(*limit, most)
	}
	set(&l.Chunk, defaultChunk, maxChunk)
	set(&l.Name, defaultName, maxCapture)
	set(&l.Value, defaultValue, maxCapture)
	set(&l.Capture, defaultCapture, maxCapture)
	if l.Document <= 0 {
		l.Document = MaxTraceBytes
	}
	return l
}

// Option changes how a trace is read.
type Option func(*config)

type config struct {
	limits Limits
	// modelWritten are the members that Values must not name unless
	// allowModel is set.
	modelWritten []string
	allowModel   bool
	// pause runs between the two looks at a file, for tests of what may happen
	// there.
	pause func()
}

// WithLimits replaces the limits; unset members keep their defaults.
func WithLimits(l Limits) Option {
	return func(c *config) { c.limits = l }
}

// ModelWritten says which members of this host's traces a model wrote, instead
// of "result" and "error". Asking for the value of one is ErrModelContent (T-9).
func ModelWritten(names ...string) Option {
	names = slices.Clone(names)
	return func(c *config) { c.modelWritten = names }
}

// AllowModelContent lets Spec.Values name members that a model wrote. What such
// a member says is a claim, its length is in nobody's hands, and an answer that
// is too long refuses the whole trace: ask for shapes where shapes will do.
func AllowModelContent() Option {
	return func(c *config) { c.allowModel = true }
}

func (c *config) isModelWritten(name string) bool {
	if c.modelWritten == nil {
		return name == "result" || name == "error"
	}
	return slices.Contains(c.modelWritten, name)
}
