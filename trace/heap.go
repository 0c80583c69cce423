package trace

// item is one entry of a heap: what waits, and how far below the heap's lane it
// does.
type item struct {
	*waiter
	steps int
}

// heap is a binary heap of what waits, in the order of its role. What is gone
// stays in it until it comes first or the heap has doubled.
type heap struct {
	items []item
	limit int
}

// minHeap is the length below which a heap is not tidied up.
const minHeap = 16

// add lists w.
func (at *lane) add(key listKey, w *waiter, steps int) {
	h := at.lists[key]
	if h == nil {
		h = new(heap)
		if at.lists == nil {
			at.lists = make(map[listKey]*heap)
		}
		at.lists[key] = h
	}
	if len(h.items) >= max(h.limit, minHeap) {
		h.tidy(key.role)
	}
	h.items = append(h.items, item{waiter: w, steps: steps})
	for k := len(h.items) - 1; k > 0; {
		up := (k - 1) / 2
		if !key.role.before(h.items[k], h.items[up]) {
			break
		}
		h.items[k], h.items[up] = h.items[up], h.items[k]
		k = up
	}
}

// first returns the first item of a list that is not gone, or the zero item, and
// drops those before it.
func (at *lane) first(key listKey) item {
	h := at.lists[key]
	if h == nil {
		return item{}
	}
	for len(h.items) > 0 {
		if !h.items[0].gone {
			return h.items[0]
		}
		last := len(h.items) - 1
		h.items[0], h.items[last] = h.items[last], item{}
		h.items = h.items[:last]
		h.down(key.role, 0)
	}
	delete(at.lists, key)
	return item{}
}

// tidy drops what is gone.
func (h *heap) tidy(r role) {
	kept := h.items[:0]
	for _, it := range h.items {
		if !it.gone {
			kept = append(kept, it)
		}
	}
	clear(h.items[len(kept):])
	h.items, h.limit = kept, 2*len(kept)
	for k := len(kept)/2 - 1; k >= 0; k-- {
		h.down(r, k)
	}
}

// down moves item k to its place among those below it.
func (h *heap) down(r role, k int) {
	for {
		child := 2*k + 1
		if child >= len(h.items) {
			return
		}
		if child+1 < len(h.items) && r.before(h.items[child+1], h.items[child]) {
			child++
		}
		if !r.before(h.items[child], h.items[k]) {
			return
		}
		h.items[k], h.items[child] = h.items[child], h.items[k]
		k = child
	}
}
