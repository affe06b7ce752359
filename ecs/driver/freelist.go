package driver

import (
	"cmp"
	"slices"
)

// span is a stretch of free indices whose next handles are consecutive: they
// have the same next generation.
type span struct {
	next  Entity // the first handle that it gives out
	n     uint32 // how many
	below uint32 // how many those under it in the stack give out together
}

// freeList is the indices to be given out, as a stack of spans. A span gives
// its indices out in ascending order, so that what came back in a row, from
// whichever end, goes out as a run: a batch then gets its handles by counting.
//
// No span is empty, and none could be joined to the one under it when it was pushed.
type freeList []span

func (f freeList) len() int {
	if len(f) == 0 {
		return 0
	}
	top := &f[len(f)-1]
	return int(top.below + top.n)
}

// push puts n consecutive handles on top, to be given out first.
func (f *freeList) push(next Entity, n uint32) {
	below := uint32(0)
	if list := *f; len(list) > 0 {
		top := &list[len(list)-1]
		if next == top.next+Entity(top.n) {
			top.n += n
			return
		}
		if next+Entity(n) == top.next {
			top.next = next
			top.n += n
			return
		}
		below = top.below + top.n
	}
	*f = append(*f, span{next, n, below})
}

// pushAll puts another list on top.
func (f *freeList) pushAll(other freeList) {
	for i := range other {
		f.push(other[i].next, other[i].n)
	}
}

// pop gives out one handle of a list that is not empty.
func (f *freeList) pop() Entity {
	list := *f
	top := &list[len(list)-1]
	e := top.next
	top.next++
	if top.n--; top.n == 0 {
		*f = list[:len(list)-1]
	}
	return e
}

// popAll gives out as many handles as there are, up to len(es), and says how many.
func (f *freeList) popAll(es []Entity) (n int) {
	spans := 0
	for n < len(es) && len(*f) > 0 {
		top := &(*f)[len(*f)-1]
		k := min(len(es)-n, int(top.n))
		count(es[n:n+k], top.next)
		f.drop(k)
		n += k
		spans++
	}
	// Single despawns leave the highest index on top; what becomes of them is
	// found faster in ascending order. Stretches that batches left stand in
	// their order and may follow each other in any.
	if es = es[:n]; spans > 1 && es[0].Index() > es[1].Index() && es[n-2].Index() > es[n-1].Index() {
		slices.Reverse(es)
	}
	return n
}

// count makes es consecutive handles.
func count(es []Entity, first Entity) {
	const step = 8
	for ; len(es) >= step; first += step {
		b := (*[step]Entity)(es)
		b[0], b[1], b[2], b[3] = first, first+1, first+2, first+3
		b[4], b[5], b[6], b[7] = first+4, first+5, first+6, first+7
		es = es[step:]
	}
	for i := range es {
		es[i] = first + Entity(i)
	}
}

// drop takes the n handles away that would be given out next.
func (f *freeList) drop(n int) {
	list := *f
	for n > 0 {
		top := &list[len(list)-1]
		k := min(uint32(n), top.n)
		top.next += Entity(k)
		if top.n -= k; top.n == 0 {
			list = list[:len(list)-1]
		}
		n -= int(k)
	}
	*f = list
}

// at is the handle that is given out after k others, which there must be.
func (f freeList) at(k int) Entity {
	left := uint32(f.len() - k) // with this one, to the end
	i, _ := slices.BinarySearchFunc(f, left, func(s span, left uint32) int {
		return cmp.Compare(s.below+s.n, left)
	})
	s := &f[i]
	return s.next + Entity(s.below+s.n-left)
}

// without is the list without the indices that are gone.
func (f freeList) without(gone Indices) (left freeList) {
	for _, s := range f {
		for i := s.n; i > 0; i-- { // the last one is the lowest
			if e := s.next + Entity(i-1); !gone.Has(e.Index()) {
				left.push(e, 1)
			}
		}
	}
	return left
}
