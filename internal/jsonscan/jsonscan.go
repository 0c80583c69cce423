// Package jsonscan is the one byte-level JSON scanner of the module: every
// document passes it before any other reader sees the bytes.
//
// [Scan] is the strict door (C-4): one pass over the text, on an explicit
// stack, that accepts exactly RFC 8259 and refuses what the readers behind it
// disagree about: invalid UTF-8, lone surrogate escapes, a byte order mark and
// member names that occur twice. What it leaves behind is an [Index] of
// offsets, so that nobody has to search the text again.
//
// The functions in walk.go read text that passed the door already. They check
// nothing, and on other text their results mean nothing.
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

// String names the type as a message does: "a string", "an object".
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case False, True:
		return "a boolean"
	case Number:
		return "a number"
	case String:
		return "a string"
	case Array:
		return "a list"
	case Object:
		return "an object"
	case Invalid:
	}
	return "nothing"
}

// The limits of C-4, and the largest text that the 32-bit offsets inside the
// scanner can address.
const (
	defaultMaxBytes = 8 << 20
	defaultMaxDepth = 256
	absoluteMax     = 1<<31 - 1
)

// Limits bound what Scan accepts. A member that is zero or negative stands for
// its default, so the zero Limits are those of DefaultLimits.
type Limits struct {
	// MaxBytes is the largest accepted document, in bytes. More than 2 GiB - 1
	// counts as that.
	MaxBytes int
	// MaxDepth is the deepest accepted nesting; the root counts 1.
	MaxDepth int
	// Plain accepts all of RFC 8259: member names may occur more than once in
	// an object, and an escape may be half of a surrogate pair (P-4). The last
	// of several members of one name counts, so a reader must not stop at the
	// first; Unescape reads half a pair as U+FFFD.
	Plain bool
}

// OrDefault returns the limits with every unset member replaced by its
// default, which are those of C-4: 8 MiB and 256 levels.
func (l Limits) OrDefault() Limits {
	if l.MaxBytes <= 0 {
		l.MaxBytes = defaultMaxBytes
	}
	l.MaxBytes = min(l.MaxBytes, absoluteMax)
	if l.MaxDepth <= 0 {
		l.MaxDepth = defaultMaxDepth
	}
	return l
}

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

// Name returns the decoded name of m; text is the text that was scanned. It
// allocates only for a name that holds an escape sequence.
func (m Member) Name(text string) string {
	if m.Escaped {
		return Unescape(text[m.NameStart:m.NameEnd])
	}
	return text[m.NameStart:m.NameEnd]
}

// NameIs reports whether m has this decoded name.
func (m Member) NameIs(text, name string) bool {
	return nameIs(text[m.NameStart:m.NameEnd], name)
}

// Value returns the value of m as written; text is the text that was scanned.
func (m Member) Value(text string) string { return text[m.Start:m.End] }

// Index is what one scan leaves behind: the root value and, when the root is
// an object, its members and the members of those members that are objects
// (depth 1 and 2), in document order.
type Index struct {
	// Kind is the type of the root value.
	Kind Kind
	// Start and End enclose the root value, without the white space around it.
	Start, End int
	// Members are the indexed members. ScanDeep indexes every object that is
	// reached through objects alone; Scan stops at depth 2.
	Members []Member
}

// Find returns the position of the member with this decoded name among the
// siblings that stand between the positions from and to, or -1. The members of
// the root stand between 0 and len(Members), those of a member at position k
// between k+1 and its Next.
func (x *Index) Find(text string, from, to int, name string) int {
	for k := from; k < to; k = x.Members[k].Next {
		if x.Members[k].NameIs(text, name) {
			return k
		}
	}
	return -1
}
