package jsonscan

import (
	"hash/maphash"
	"sync"
)

// frame is one open container. The frame at the bottom of the stack, which is
// neither a list nor an object, stands for the text around the root value.
type frame struct {
	kind Kind
	// indexed reports that the members of this object go into the index;
	// member is the one that is being read.
	indexed bool
	member  int
	// firstName and arena are the heights of names when the object opened;
	// seen and hashed are the names' own.
	firstName int
	arena     int
	seen      uint64
	hashed    bool
	// count is the number of elements of a list before the current one.
	count int
}

// scratch is the working memory of one scan.
type scratch struct {
	frames  []frame
	names   names
	members []Member
}

// What a scratch may keep when it goes back to the pool, so that one hostile
// document does not hold memory for the life of the process.
const (
	keepFrames  = 1 << 10
	keepNames   = 1 << 12
	keepArena   = 1 << 16
	keepTable   = 1 << 14
	keepMembers = 1 << 10
)

//nolint:gochecknoglobals // a pool of scan buffers
var scratchPool = sync.Pool{New: func() any {
	return &scratch{names: names{seed: maphash.MakeSeed()}}
}}

// release empties s and gives it back to the pool.
func (s *scratch) release() {
	if s.names.used > 0 { // a refused text leaves its open objects behind
		clear(s.names.table)
		s.names.used = 0
	}
	s.names.text = ""
	s.frames = kept(s.frames, keepFrames)
	s.names.stack = kept(s.names.stack, keepNames)
	s.names.arena = kept(s.names.arena, keepArena)
	s.members = kept(s.members, keepMembers)
	if len(s.names.table) > keepTable {
		s.names.table = nil
	}
	scratchPool.Put(s)
}

func kept[T any](buf []T, limit int) []T {
	if cap(buf) > limit {
		return nil
	}
	return buf[:0]
}
