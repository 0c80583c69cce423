package jsonscan

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// skipSlowly is the definition: one byte at a time, no masks.
func skipSlowly(b []byte, depth int) (used int, ended bool) {
	inString := false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1, true
			}
		}
	}
	return len(b), false
}

// assertNesting reads text in chunks of several sizes and holds each result
// against the definition.
func assertNesting(t *testing.T, text []byte) {
	t.Helper()
	want, wantEnded := skipSlowly(text, 1)
	for _, chunk := range []int{1, 2, 3, 7, 63, 64, 65, 100, 127, 128, 1000, len(text) + 1} {
		n := Nesting{Depth: 1}
		used, ended := 0, false
		for used < len(text) && !ended {
			var step int
			step, ended = n.Skip(text[used:min(used+chunk, len(text))])
			used += step
		}
		if used != want || ended != wantEnded {
			t.Fatalf("T-5: chunks of %d: got %d %v, want %d %v for %q", chunk, used, ended, want, wantEnded, text)
		}
	}
}

func nestingSeeds() []string {
	return []string{
		"", "]", "}", `"`, `"]"]`, `\"]`, `\"]"]`, `"\"]"]`, `"\\"]`, `"\\\"]"]`,
		`{"a":[1,2,{"b":"}]\""}]},"c"]tail`,
		strings.Repeat(`\`, 200) + `"]`,
		`"` + strings.Repeat(`\`, 63) + `"]"]`,
		`"` + strings.Repeat(`\`, 64) + `"]`,
		`"` + strings.Repeat(`\`, 65) + `"]"]`,
		`"` + strings.Repeat("x", 62) + `\"]` + strings.Repeat("y", 200) + `\\"]`,
		`"` + strings.Repeat("x", 63) + `\` + strings.Repeat(`"\`, 100) + `""]`,
		strings.Repeat("[", 300) + strings.Repeat("]", 301) + "rest",
		strings.Repeat("[]", 100) + strings.Repeat(" ", 63) + "]",
		strings.Repeat(" ", 60) + `\"` + strings.Repeat(" ", 70) + `"]`,
		strings.Repeat("\xdb\xfb\xfd\xdd\xa2\xdc\x5c\x7c", 40) + "]",
	}
}

func TestNestingIsTheSameInChunks(t *testing.T) {
	for _, text := range nestingSeeds() {
		assertNesting(t, []byte(text))
	}
}

func TestNestingOnRandomText(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, alphabet := range []string{`"\[]{}`, `"\\\\a`, `"[]abcdefghijklmnop`, "\"\\a\xa2\xdc", `"\` + strings.Repeat("x", 120) + "]["} {
		for range 400 {
			text := make([]byte, rng.IntN(700))
			for k := range text {
				text[k] = alphabet[rng.IntN(len(alphabet))]
			}
			assertNesting(t, text)
		}
	}
}

func TestMasksAreExact(t *testing.T) {
	for c := range 256 {
		var b block
		for k := range b {
			b[k] = byte(c)
		}
		all := map[bool]uint64{true: ^uint64(0)}
		assert.Equal(t, all[c == '"'], equalMask(&b, '"'), "%q", rune(c))
		assert.Equal(t, all[c == '\\'], equalMask(&b, '\\'), "%q", rune(c))
		opening, closing := bracketMasks(&b)
		assert.Equal(t, all[c == '{' || c == '['], opening, "%q", rune(c))
		assert.Equal(t, all[c == '}' || c == ']'], closing, "%q", rune(c))
		assert.Equal(t, opening|closing != 0, hasBracket(&b), "%q", rune(c))
		assert.Equal(t, c == '\\', has(&b, '\\'), "%q", rune(c))
	}
	for k := range blockSize {
		var b block
		b[k] = '"'
		assert.Equal(t, uint64(1)<<k, equalMask(&b, '"'), "byte %d alone", k)
		b[k] = 1 // its neighbour would be marked by a mask that borrows
		assert.Zero(t, equalMask(&b, 0)&(1<<k))
	}
}

func FuzzNesting(f *testing.F) {
	for _, text := range nestingSeeds() {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) < 1<<14 {
			assertNesting(t, text)
		}
	})
}
