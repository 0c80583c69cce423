package jsonscan

import (
	"bytes"
	"hash/maphash"
)

// smallObject is the number of members up to which a name is compared with its
// siblings one by one. Above it the names of the object are kept in the hash
// table.
const smallObject = 32

// name is one member name of an object that is still open, decoded: a piece of
// the text, or of the arena when it was written with escape sequences.
type name struct {
	start, end uint32
	hash       uint32
	decoded    bool
	hashed     bool // is in the hash table
}

// names holds the member names of all open objects. Objects close in the
// reverse order in which they open, so one stack holds them all, and one hash
// table with linear probing can drop its newest entries by clearing their
// slots. The hash has a seed of its own for each process, so that nobody can
// choose names that collide.
type names struct {
	text  string
	stack []name
	arena []byte
	// table holds stack positions + 1; 0 is a free slot. Its length is a
	// power of two, and at most half of it is used.
	table []uint32
	used  int
	seed  maphash.Seed
}

// add pushes a name of the object whose frame is f, and reports false when the
// object has it already. The name is pushed in both cases.
func (n *names) add(f *frame, start, end int, escaped bool) bool {
	nm := n.decode(start, end, escaped)
	if f.hashed {
		nm.hash = n.hash(nm)
		slot, found := n.find(nm, f.firstName)
		n.stack = append(n.stack, nm)
		if !found {
			n.put(slot, len(n.stack)-1)
		}
		return !found
	}
	// Names of one length, first and last byte share a bit; a bit that is not
	// set spares the comparison.
	bit := n.bit(nm)
	if f.seen&bit != 0 {
		for _, other := range n.stack[f.firstName:] {
			if n.same(nm, other) {
				n.stack = append(n.stack, nm)
				return false
			}
		}
	}
	f.seen |= bit
	n.stack = append(n.stack, nm)
	if len(n.stack)-f.firstName > smallObject {
		f.hashed = true
		for at := f.firstName; at < len(n.stack); at++ {
			n.stack[at].hash = n.hash(n.stack[at])
			slot, _ := n.find(n.stack[at], f.firstName)
			n.put(slot, at)
		}
	}
	return true
}

// push pushes a name without a look at its siblings, for the plain mode: the
// stack then only says where an error is.
func (n *names) push(start, end int, escaped bool) {
	n.stack = append(n.stack, n.decode(start, end, escaped))
}

func (n *names) decode(start, end int, escaped bool) name {
	if escaped {
		mark := len(n.arena)
		n.arena = appendUnescaped(n.arena, n.text[start:end])
		return name{start: uint32(mark), end: uint32(len(n.arena)), decoded: true} //nolint:gosec // no longer than the text
	}
	return name{start: uint32(start), end: uint32(end)} //nolint:gosec // bounded by absoluteMax
}

// drop forgets the names of the object whose frame is f, the newest one.
func (n *names) drop(f *frame) {
	if f.hashed {
		for at := len(n.stack) - 1; at >= f.firstName; at-- {
			n.clear(at)
		}
	}
	n.stack = n.stack[:f.firstName]
	n.arena = n.arena[:f.arena]
}

func (n *names) bit(nm name) uint64 {
	size := nm.end - nm.start
	if size == 0 {
		return 1
	}
	var first, last byte
	if nm.decoded {
		first, last = n.arena[nm.start], n.arena[nm.end-1]
	} else {
		first, last = n.text[nm.start], n.text[nm.end-1]
	}
	return 1 << ((size*7 + uint32(first)*5 + uint32(last)*3) & 63)
}

func (n *names) same(a, b name) bool {
	if a.end-a.start != b.end-b.start {
		return false
	}
	switch {
	case !a.decoded && !b.decoded:
		return n.text[a.start:a.end] == n.text[b.start:b.end]
	case a.decoded && b.decoded:
		return bytes.Equal(n.arena[a.start:a.end], n.arena[b.start:b.end])
	case a.decoded:
		return string(n.arena[a.start:a.end]) == n.text[b.start:b.end]
	default:
		return n.text[a.start:a.end] == string(n.arena[b.start:b.end])
	}
}

func (n *names) hash(nm name) uint32 {
	if nm.decoded {
		return uint32(maphash.Bytes(n.seed, n.arena[nm.start:nm.end])) //nolint:gosec // the low half is hash enough
	}
	return uint32(maphash.String(n.seed, n.text[nm.start:nm.end])) //nolint:gosec // the low half is hash enough
}

// find looks for nm among the names from first on. It returns the slot of an
// equal name, or the free slot where nm belongs.
func (n *names) find(nm name, first int) (slot int, found bool) {
	if len(n.table) == 0 {
		n.grow()
	}
	mask := len(n.table) - 1
	for slot = int(nm.hash) & mask; n.table[slot] != 0; slot = (slot + 1) & mask {
		at := int(n.table[slot]) - 1
		if at >= first && n.stack[at].hash == nm.hash && n.same(n.stack[at], nm) {
			return slot, true
		}
	}
	return slot, false
}

// put enters the name at a stack position into the free slot that find gave.
func (n *names) put(slot, at int) {
	n.table[slot] = uint32(at + 1) //nolint:gosec // fewer names than bytes
	n.stack[at].hashed = true
	n.used++
	if 2*n.used > len(n.table) {
		n.grow()
	}
}

// clear removes the newest entry of the table, at a stack position. Because it
// is the newest, no other entry was ever probed past its slot.
func (n *names) clear(at int) {
	mask := len(n.table) - 1
	for slot := int(n.stack[at].hash) & mask; n.table[slot] != 0; slot = (slot + 1) & mask {
		if int(n.table[slot])-1 == at {
			n.table[slot] = 0
			n.used--
			return
		}
	}
}

// grow doubles the table and enters its names again, oldest first, which is
// what clear relies on.
func (n *names) grow() {
	n.table = make([]uint32, max(2*len(n.table), 4*smallObject))
	mask := len(n.table) - 1
	for at := range n.stack {
		if !n.stack[at].hashed {
			continue
		}
		slot := int(n.stack[at].hash) & mask
		for n.table[slot] != 0 {
			slot = (slot + 1) & mask
		}
		n.table[slot] = uint32(at + 1)
	}
}
