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
	open     = lowBits * '{'
	shut     = lowBits * '}'
	// gather moves the high bits of eight bytes, one each, into the top byte.
	gather = 0x0002040810204081
)

// nonzeros marks the bytes of x that are not zero, one bit each in the low byte.
// It is exact in every bit: the shorter (x-1)&^x lets borrows mark bytes above a
// zero.
func nonzeros(x uint64) uint64 {
	return (((x&lowSeven + lowSeven) | x) & highBits * gather) >> 56
}

// equalMask marks the bytes of b that are c.
func equalMask(b *block, c byte) uint64 {
	p := lowBits * uint64(c)
	return ^(nonzeros(binary.LittleEndian.Uint64(b[0:8])^p) |
		nonzeros(binary.LittleEndian.Uint64(b[8:16])^p)<<8 |
		nonzeros(binary.LittleEndian.Uint64(b[16:24])^p)<<16 |
		nonzeros(binary.LittleEndian.Uint64(b[24:32])^p)<<24 |
		nonzeros(binary.LittleEndian.Uint64(b[32:40])^p)<<32 |
		nonzeros(binary.LittleEndian.Uint64(b[40:48])^p)<<40 |
		nonzeros(binary.LittleEndian.Uint64(b[48:56])^p)<<48 |
		nonzeros(binary.LittleEndian.Uint64(b[56:64])^p)<<56)
}

// bracketMasks marks the opening and the closing brackets of b. In both pairs the
// bracket and the brace differ in one bit, which no third character shares.
func bracketMasks(b *block) (opening, closing uint64) {
	w := binary.LittleEndian.Uint64(b[0:8]) | caseBit
	opening, closing = nonzeros(w^open), nonzeros(w^shut)
	w = binary.LittleEndian.Uint64(b[8:16]) | caseBit
	opening, closing = opening|nonzeros(w^open)<<8, closing|nonzeros(w^shut)<<8
	w = binary.LittleEndian.Uint64(b[16:24]) | caseBit
	opening, closing = opening|nonzeros(w^open)<<16, closing|nonzeros(w^shut)<<16
	w = binary.LittleEndian.Uint64(b[24:32]) | caseBit
	opening, closing = opening|nonzeros(w^open)<<24, closing|nonzeros(w^shut)<<24
	w = binary.LittleEndian.Uint64(b[32:40]) | caseBit
	opening, closing = opening|nonzeros(w^open)<<32, closing|nonzeros(w^shut)<<32
	w = binary.LittleEndian.Uint64(b[40:48]) | caseBit
	opening, closing = opening|nonzeros(w^open)<<40, closing|nonzeros(w^shut)<<40
	w = binary.LittleEndian.Uint64(b[48:56]) | caseBit
	opening, closing = opening|nonzeros(w^open)<<48, closing|nonzeros(w^shut)<<48
	w = binary.LittleEndian.Uint64(b[56:64]) | caseBit
	opening, closing = opening|nonzeros(w^open)<<56, closing|nonzeros(w^shut)<<56
	return ^opening, ^closing
}

// escapedMask marks the bytes that a backslash escapes, given the mask of the
// backslashes and whether the first byte is escaped already (1) or not (0), and
// reports the same for the byte behind the block. Runs of backslashes pair up
// from their start: one subtraction settles the parity of all runs at once.
func escapedMask(slashes, carry uint64) (escaped, next uint64) {
	const odd = 0xaaaaaaaaaaaaaaaa
	begin := slashes &^ carry // backslashes that may begin an escape
	codes := ((begin << 1) | odd) - begin
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
	for i >= 8 && binary.LittleEndian.Uint64(b[i-8:i]) == lowBits*'\\' {
		i -= 8
	}
	for i > 0 && b[i-1] == '\\' {
		i--
	}
	return len(b) - i
}

// track moves depth over the brackets of a block, and reports whether the last
// container was closed there; at is then the offset of its bracket. Quarters
// that cannot reach zero are counted, and only the others walked bit by bit,
// because a branch for each bracket is what dense texts would cost most.
func track(opening, closing uint64, depth int) (at, newDepth int, ended bool) {
	for base := 0; base < blockSize; base += quarter {
		opens, shuts := opening&quarterMask, closing&quarterMask
		opening, closing = opening>>quarter, closing>>quarter
		if closes := bits.OnesCount64(shuts); closes < depth {
			depth += bits.OnesCount64(opens) - closes
			continue
		}
		for both := opens | shuts; both != 0; both &= both - 1 {
			if shuts&(both&-both) == 0 {
				depth++
				continue
			}
			if depth--; depth == 0 {
				return base + bits.TrailingZeros64(both), 0, true
			}
		}
	}
	return 0, depth, false
}

const (
	quarter     = blockSize / 4
	quarterMask = 1<<quarter - 1
)

// mayBeZero has a high bit set when a byte of x is zero, and no high bit set
// when none is. Which bit it is means nothing.
func mayBeZero(x uint64) uint64 { return (x - lowBits) &^ x }

// has reports whether a byte of b is c, for less than the mask costs: for that
// alone the shorter test for zero bytes is exact.
func has(b *block, c byte) bool {
	p := lowBits * uint64(c)
	x0 := binary.LittleEndian.Uint64(b[0:8]) ^ p
	x1 := binary.LittleEndian.Uint64(b[8:16]) ^ p
	x2 := binary.LittleEndian.Uint64(b[16:24]) ^ p
	x3 := binary.LittleEndian.Uint64(b[24:32]) ^ p
	x4 := binary.LittleEndian.Uint64(b[32:40]) ^ p
	x5 := binary.LittleEndian.Uint64(b[40:48]) ^ p
	x6 := binary.LittleEndian.Uint64(b[48:56]) ^ p
	x7 := binary.LittleEndian.Uint64(b[56:64]) ^ p
	return (mayBeZero(x0)|mayBeZero(x1)|mayBeZero(x2)|mayBeZero(x3)|
		mayBeZero(x4)|mayBeZero(x5)|mayBeZero(x6)|mayBeZero(x7))&highBits != 0
}

// hasBracket reports whether b has an opening or closing bracket of either kind.
func hasBracket(b *block) bool {
	var found uint64
	for k := 0; k < blockSize; k += blockSize / 2 {
		half := b[k : k+blockSize/2]
		x0 := binary.LittleEndian.Uint64(half[0:8]) | caseBit
		x1 := binary.LittleEndian.Uint64(half[8:16]) | caseBit
		x2 := binary.LittleEndian.Uint64(half[16:24]) | caseBit
		x3 := binary.LittleEndian.Uint64(half[24:32]) | caseBit
		found |= mayBeZero(x0^open) | mayBeZero(x0^shut) | mayBeZero(x1^open) | mayBeZero(x1^shut) |
			mayBeZero(x2^open) | mayBeZero(x2^shut) | mayBeZero(x3^open) | mayBeZero(x3^shut)
	}
	return found&highBits != 0
}
