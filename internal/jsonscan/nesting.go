package jsonscan

import (
	"bytes"
	"math/bits"
)

// Nesting follows strings and brackets through a container whose content is
// skipped, over any number of chunks (T-5). It checks neither bracket kinds nor
// primitives nor escape sequences, and its depth is a counter: a nesting bomb
// costs no memory. Behind an opening bracket it begins as Nesting{Depth: 1}.
type Nesting struct {
	// Depth is the number of open containers.
	Depth int
	// inString is all ones while a string is open, and escaped is 1 when the
	// next byte of that string belongs to an escape sequence.
	inString, escaped uint64
}

// Skip reads on in b and reports whether the last container was closed there;
// used is then the offset behind its bracket, and len(b) otherwise.
//
// It takes 64 bytes at a time, as masks. A backslash means something inside a
// string only, so a block that has one outside, and the last bytes of b, go byte
// by byte: the result does not depend on where chunks or blocks begin.
func (n *Nesting) Skip(b []byte) (used int, ended bool) {
	depth, inString, escaped := n.Depth, n.inString, n.escaped
	i, slashes := 0, uint64(0)
	for len(b)-i >= blockSize {
		blk := (*block)(b[i:])
		quotes := equalMask(blk, '"')
		if inString != 0 && quotes == 0 {
			i, inString, escaped = leap(b, i, escaped)
			continue
		}
		// Where there were none, there are likely none.
		if slashes != 0 || has(blk, '\\') {
			slashes = equalMask(blk, '\\')
		}
		next := uint64(0)
		if slashes|escaped != 0 {
			var masked uint64
			masked, next = escapedMask(slashes, escaped)
			quotes &^= masked
		}
		inside := inString
		if quotes != 0 {
			inside ^= insideMask(quotes)
		}
		if slashes&^inside != 0 {
			n.Depth, n.inString, n.escaped = depth, inString, escaped
			if used, ended = n.skipBytes(blk[:]); ended {
				return i + used, true
			}
			depth, inString, escaped = n.Depth, n.inString, n.escaped
			i += blockSize
			continue
		}
		if inside != ^uint64(0) {
			opening, closing := openMask(blk)&^inside, closeMask(blk)&^inside
			if closes := bits.OnesCount64(closing); closes < depth {
				depth += bits.OnesCount64(opening) - closes
			} else {
				at, after, found := track(opening, closing, depth)
				if found {
					*n = Nesting{}
					return i + at + 1, true
				}
				depth = after
			}
		}
		inString = uint64(int64(inside) >> (blockSize - 1))
		escaped = next
		i += blockSize
	}
	n.Depth, n.inString, n.escaped = depth, inString, escaped
	used, ended = n.skipBytes(b[i:])
	return i + used, ended
}

// leap moves from i, inside a string, behind the next quote in b or to its end,
// and returns the state there. The look-back for backslashes stops at i: what
// stands before is in escaped.
func leap(b []byte, i int, escaped uint64) (next int, inString, escapedNext uint64) {
	quote := bytes.IndexByte(b[i:], '"')
	end := i + quote
	if quote < 0 {
		end = len(b)
	}
	run := slashRun(b[i:end])
	odd := uint64(run) & 1
	if run == end-i {
		odd ^= escaped
	}
	switch {
	case quote < 0:
		return end, ^uint64(0), odd
	case odd != 0:
		return end + 1, ^uint64(0), 0
	default:
		return end + 1, 0, 0
	}
}

// What a byte means to skipBytes outside a string.
const (
	plainByte = iota
	quoteByte
	openByte
	closeByte
)

//nolint:gochecknoglobals // read-only table
var nestingOf = [256]uint8{'"': quoteByte, '{': openByte, '[': openByte, '}': closeByte, ']': closeByte}

// skipBytes is Skip, byte by byte.
func (n *Nesting) skipBytes(b []byte) (used int, ended bool) {
	for i := 0; i < len(b); i++ {
		if n.inString != 0 {
			switch {
			case n.escaped != 0:
				n.escaped = 0
			case b[i] == '\\':
				n.escaped = 1
			case b[i] == '"':
				n.inString = 0
			}
			continue
		}
		switch nestingOf[b[i]] {
		case quoteByte:
			n.inString = ^uint64(0)
		case openByte:
			n.Depth++
		case closeByte:
			if n.Depth--; n.Depth == 0 {
				return i + 1, true
			}
		}
	}
	return len(b), false
}
