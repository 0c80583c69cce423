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
	i, slashes, brackets := 0, uint64(0), uint64(0)
	for len(b)-i >= blockSize {
		blk := (*block)(b[i:])
		quotes := equalMask(blk, '"')
		if inString != 0 && quotes == 0 {
			i, inString, escaped = leap(b, i, escaped)
			continue
		}
		// Where the last block had none, this one likely has none, and a test
		// for that costs less than the mask.
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
			// Such a text is broken, and where there is one there may be many.
			stretch := min(len(b)-i, strayStretch)
			n.Depth, n.inString, n.escaped = depth, inString, escaped
			if used, ended = n.skipBytes(b[i : i+stretch]); ended {
				return i + used, true
			}
			depth, inString, escaped = n.Depth, n.inString, n.escaped
			i += stretch
			continue
		}
		if inside != ^uint64(0) && (brackets != 0 || hasBracket(blk)) {
			opening, closing := bracketMasks(blk)
			opening, closing = opening&^inside, closing&^inside
			brackets = opening | closing
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

// strayStretch is how many bytes go byte by byte from a block on that has a
// backslash outside strings.
const strayStretch = 16 * blockSize

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
	odd := uint64(run & 1)
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
	depth, inString, escaped := n.Depth, n.inString != 0, n.escaped != 0
	for i := 0; i < len(b) && !ended; i++ {
		used = i + 1
		c := b[i]
		if inString {
			switch {
			case escaped:
				escaped = false
			case c == '\\':
				escaped = true
			case c == '"':
				inString = false
			}
			continue
		}
		switch nestingOf[c] {
		case quoteByte:
			inString = true
		case openByte:
			depth++
		case closeByte:
			depth--
			ended = depth == 0
		}
	}
	*n = Nesting{Depth: depth}
	if inString {
		n.inString = ^uint64(0)
	}
	if escaped {
		n.escaped = 1
	}
	return used, ended
}
