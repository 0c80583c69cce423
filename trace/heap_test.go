package trace

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHeap compares lists with a search through all that was added, while some
// of it goes.
func TestHeap(t *testing.T) {
	for _, r := range []role{handed, anySkill} {
		rng := rand.New(rand.NewPCG(1, uint64(r)))
		key := listKey{role: r}
		var l lane
		var all []item
		for k := range 4000 {
			switch rng.IntN(3) {
			case 0, 1:
				it := item{waiter: &waiter{order: k}, steps: rng.IntN(5)}
				all = append(all, it)
				l.add(key, it.waiter, it.steps)
			case 2:
				if len(all) > 0 {
					all[rng.IntN(len(all))].gone = true
				}
			}
			var best item
			for _, it := range all {
				if !it.gone && (best.waiter == nil || r.before(it, best)) {
					best = it
				}
			}
			if rng.IntN(4) == 0 {
				require.Same(t, best.waiter, l.first(key).waiter, "step %d", k)
			}
		}
	}
}

// TestHeapForgets: what is gone is not kept for long.
func TestHeapForgets(t *testing.T) {
	var l lane
	key := listKey{role: handed}
	l.add(key, &waiter{}, 0) // it comes first, and hides the others
	for k := range 10_000 {
		w := &waiter{order: k + 1}
		l.add(key, w, 0)
		w.gone = true
		require.LessOrEqual(t, len(l.lists[key].items), 2*minHeap)
	}
}
