package jsonscan

import (
	"encoding/binary"
	"math/bits"
)

// blockSize is the number of bytes that one mask covers: bit k of a mask stands
// for byte k of its block.
const blockSize = 64

type block = [blockSize]byte

const (
	lowSeven = 0x7f7f7f7f7f7f7f7f
	caseBit  = lowBits * 0x20 // tells [ and ] from { and }
	// gather moves the high bits of eight bytes, one each, into the top byte.
	gather = 0x0002040810204081
)

// zeros marks the bytes of x that are zero, one bit each in the low byte. It is
// exact in every bit: the shorter (x-1)&^x lets borrows mark bytes above a zero.
func zeros(x uint64) uint64 {
	return (^((x&lowSeven + lowSeven) | x | lowSeven) * gather) >> 56
}

// equalMask marks the bytes of b that are c.
func equalMask(b *block, c byte) uint64 {
	p := lowBits * uint64(c)
	return zeros(binary.LittleEndian.Uint64(b[0:8])^p) |
		zeros(binary.LittleEndian.Uint64(b[8:16])^p)<<8 |
		zeros(binary.LittleEndian.Uint64(b[16:24])^p)<<16 |
		zeros(binary.LittleEndian.Uint64(b[24:32])^p)<<24 |
		zeros(binary.LittleEndian.Uint64(b[32:40])^p)<<32 |
		zeros(binary.LittleEndian.Uint64(b[40:48])^p)<<40 |
		zeros(binary.LittleEndian.Uint64(b[48:56])^p)<<48 |
		zeros(binary.LittleEndian.Uint64(b[56:64])^p)<<56
}

// openMask marks the opening brackets of b, closeMask the closing ones. In both
// pairs the bracket and the brace differ in one bit, which no third character
// shares.
func openMask(b *block) uint64 { return foldedMask(b, lowBits*'{') }

func closeMask(b *block) uint64 { return foldedMask(b, lowBits*'}') }

func foldedMask(b *block, p uint64) uint64 {
	return zeros((binary.LittleEndian.Uint64(b[0:8])|caseBit)^p) |
		zeros((binary.LittleEndian.Uint64(b[8:16])|caseBit)^p)<<8 |
		zeros((binary.LittleEndian.Uint64(b[16:24])|caseBit)^p)<<16 |
		zeros((binary.LittleEndian.Uint64(b[24:32])|caseBit)^p)<<24 |
		zeros((binary.LittleEndian.Uint64(b[32:40])|caseBit)^p)<<32 |
		zeros((binary.LittleEndian.Uint64(b[40:48])|caseBit)^p)<<40 |
		zeros((binary.LittleEndian.Uint64(b[48:56])|caseBit)^p)<<48 |
		zeros((binary.LittleEndian.Uint64(b[56:64])|caseBit)^p)<<56
}

// escapedMask marks the bytes that a backslash escapes, given the mask of the
// backslashes and whether the first byte is escaped already (1) or not (0), and
// reports the same for the byte behind the block. Runs of backslashes pair up
// from their start: one subtraction settles the parity of all runs at once.
func escapedMask(slashes, carry uint64) (escaped, next uint64) {
	const odd = 0xaaaaaaaaaaaaaaaa
	open := slashes &^ carry // backslashes that may begin an escape
	codes := ((open << 1) | odd) - open
	codes ^= odd
	return codes ^ (slashes | carry), (codes & slashes) >> 63
}

// insideMask turns the mask of the unescaped quotes into that of the bytes
// inside strings, opening quotes included and closing ones not: bit k becomes
// the parity of the bits up to k.
func insideMask(quotes uint64) uint64 {
	quotes ^= quotes << 1
	quotes ^= quotes << 2
	quotes ^= quotes << 4
	quotes ^= quotes << 8
	quotes ^= quotes << 16
	quotes ^= quotes << 32
	return quotes
}

// slashRun counts the backslashes that end b.
func slashRun(b []byte) int {
	i := len(b)
	for i > 0 && b[i-1] == '\\' {
		i--
	}
	return len(b) - i
}

// closeAt walks the brackets of a block one by one, from depth, and returns the
// offset of the one that closes the last container, or the depth behind the
// block and false.
func closeAt(opening, closing uint64, depth int) (at, newDepth int, found bool) {
	for both := opening | closing; both != 0; both &= both - 1 {
		if closing&(both&-both) == 0 {
			depth++
			continue
		}
		if depth--; depth == 0 {
			return bits.TrailingZeros64(both), 0, true
		}
	}
	return 0, depth, false
}
