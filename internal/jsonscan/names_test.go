package jsonscan_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// TestNamesAgainstReference builds objects around the size at which names move
// into the hash table, nested in each other, some with one name twice, and
// compares with the reference (C-4).
func TestNamesAgainstReference(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	duplicates := 0
	for range 800 {
		var b strings.Builder
		writeObject(&b, random, 3)
		text := b.String()
		want := accepts(text, jsonscan.Limits{})
		err := jsonscan.Scan(text, jsonscan.Limits{}, nil)
		require.Equal(t, want, err == nil, "%s", text)
		if !want {
			duplicates++
			assert.Equal(t, jsonscan.DuplicateName, err.Reason)
		}
	}
	assert.Greater(t, duplicates, 80)
	assert.Less(t, duplicates, 720)
}

// writeObject writes an object of up to 80 members; rarely, a name repeats.
func writeObject(b *strings.Builder, random *rand.Rand, depth int) {
	sizes := []int{0, 1, 5, 31, 32, 33, 34, 80}
	size := sizes[random.IntN(len(sizes))]
	b.WriteByte('{')
	for i := range size {
		if i > 0 {
			b.WriteByte(',')
		}
		n := i
		if random.IntN(400) == 0 {
			n = random.IntN(size)
		}
		name := "n" + strconv.Itoa(n)
		if random.IntN(4) == 0 {
			name = fmt.Sprintf(`\u00%02x%d`, 'n', n)
		}
		b.WriteString(`"` + name + `":`)
		if depth > 0 && random.IntN(30) == 0 {
			writeObject(b, random, depth-1)
		} else {
			b.WriteString("0")
		}
	}
	b.WriteByte('}')
}

// TestScanAfterRefusal holds that a refused text leaves nothing behind in the
// pooled buffers: its names must not be taken for those of the next text.
func TestScanAfterRefusal(t *testing.T) {
	var b strings.Builder
	b.WriteByte('{')
	for i := range 100 {
		fmt.Fprintf(&b, `"n%d":{"n\u0030":`, i)
	}
	broken := b.String()
	for range 50 {
		require.NotNil(t, jsonscan.Scan(broken, jsonscan.Limits{}, nil))
		var index jsonscan.Index
		text := members(100)
		require.Nil(t, jsonscan.Scan(text, jsonscan.Limits{}, &index))
		require.Len(t, index.Members, 100)
		require.Nil(t, jsonscan.Scan(`{"n0":{"n0":1}}`, jsonscan.Limits{}, &index))
		require.Len(t, index.Members, 2)
	}
}

// members writes an object of n members.
func members(n int) string {
	b := []byte("{")
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `"n`...)
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, `":`...)
		b = strconv.AppendInt(b, int64(i), 10)
	}
	return string(append(b, '}'))
}
