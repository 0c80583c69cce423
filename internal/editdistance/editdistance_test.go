package editdistance_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/handfast-go/handfast/internal/editdistance"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "abc", 0},
		{"kitten", "sitting", 3},
		{"flaw", "lawn", 2},
		{"ab", "ba", 2},
		{"aaa", "a", 2},
	} {
		assert.Equal(t, c.want, editdistance.Of([]rune(c.a), []rune(c.b)), "%q, %q", c.a, c.b)
		assert.Equal(t, c.want, editdistance.Of([]rune(c.b), []rune(c.a)), "%q, %q", c.b, c.a)
	}
}
