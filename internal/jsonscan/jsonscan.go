// Package jsonscan is the one byte-level JSON scanner of the module: every
// document passes it before any other reader sees the bytes.
package jsonscan

// Kind is the JSON type of a value. The zero Kind is no value at all.
type Kind uint8

// The JSON types.
const (
	Invalid Kind = iota
	Null
	False
	True
	Number
	String
	Array
	Object
)

// Limits bound what Scan accepts.
type Limits struct {
	// MaxBytes is the largest accepted document, in bytes.
	MaxBytes int
	// MaxDepth is the deepest accepted nesting; the root counts 1.
	MaxDepth int
}

// DefaultLimits are the limits of C-4.
func DefaultLimits() Limits { return Limits{MaxBytes: 8 << 20, MaxDepth: 256} }

// Member is one member of an indexed object: offsets into the scanned text.
type Member struct {
	// NameStart and NameEnd enclose the name as written, without its quotes.
	NameStart, NameEnd int
	// Start and End enclose the value as written.
	Start, End int
	// Next is the index of the following sibling in Index.Members: a
	// member's own indexed members, when it has any, stand between it and Next.
	Next int
	// Kind is the type of the value.
	Kind Kind
	// Escaped reports that the written name holds an escape sequence.
	Escaped bool
}

// Index is what one scan leaves behind: the root value and, when the root is
// an object, its members and the members of those members that are objects
// (depth 1 and 2), in document order.
type Index struct {
	Kind       Kind
	Start, End int
	Members    []Member
}

// Error is a refusal: where, under which member, and why.
type Error struct {
	Offset int
	Path   string
	Msg    string
	Hint   string
}

func (e *Error) Error() string { return e.Msg }

// Scan checks that text is exactly one JSON value within the limits.
func Scan(text string, lim Limits, index *Index) *Error { return nil }
