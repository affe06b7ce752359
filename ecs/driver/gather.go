package driver

import "math/bits"

// gatherFrom is the size of a batch from which on it is worth while that free
// indices stand in order, and the least number of spans that are out of it.
const gatherFrom = 64

// gather puts a list of free indices in ascending order, if the next n would come
// from many spans that can be joined: of entities that died one by one in any
// order every index is a span. Storages then place a batch by stretches and
// blocks instead of one by one: 8 ns an entity instead of 16 in tables, and
// instead of 40 to 140 where components lie by entity index.
//
// It takes a few ns a free index, and waits for twice as many spans as the list
// had at its shortest since the last time: those were released in between, and
// pay for it.
func (d *Directory) gather(list *freeList, gathered *int, n int) {
	spans := len(*list)
	if n < gatherFrom || spans < gatherFrom || (*list)[spans-1].n >= uint32(n) ||
		spans < 2**gathered || spans < int(d.next>>RowBits) || !d.joins(*list) {
		return
	}
	for i := range *list {
		s := &(*list)[i]
		first := s.next.Index()
		if marks := d.marks.page(first >> RowBits); s.n == 1 && marks != nil { // as nearly always
			marks[first>>6&63] |= 1 << (first & 63)
		} else {
			d.marks.Add(first, int(s.n))
		}
	}
	*list = (*list)[:0]
	for chunk := len(d.marks) - 1; chunk >= 0; chunk-- { // the lowest one ends on top
		if marks := d.marks[chunk]; marks != nil {
			d.gatherChunk(uint32(chunk), marks, list)
			*marks = Bits{}
		}
	}
	*gathered = len(*list)
}

// gatherChunk pushes the free indices of an index chunk, the highest first.
func (d *Directory) gatherChunk(chunk uint32, marks *Bits, list *freeList) {
	for w := len(marks) - 1; w >= 0; w-- {
		word, first := marks[w], chunk<<RowBits+uint32(w)<<6
		entries := (*[64]uint64)(d.pages[chunk][w<<6:])
		if word == ^uint64(0) && *(*[63]uint64)(entries[:]) == *(*[63]uint64)(entries[1:]) {
			list.push(d.upcoming(first, entries[0]), 64)
			continue
		}
		for word != 0 {
			k := uint32(63 - bits.LeadingZeros64(word))
			word &^= 1 << k
			list.push(d.upcoming(first+k, entries[k&63]), 1)
		}
	}
}

// joins reports whether most spans of a list have a neighbour that is free, by
// looking at some. Holes between the living have none: in order they are as
// scattered, and to sort them costs more than it saves.
func (d *Directory) joins(list freeList) bool {
	const some = 16
	free := 0
	for i := range some {
		s := &list[i*len(list)/some]
		if index := s.next.Index() + s.n; index < d.next && uint32(d.pages[index>>RowBits][index&(ChunkRows-1)]) == NoPlace {
			free++
		}
	}
	return free >= some*3/4
}

// upcoming is the next handle of an index that is free, by its entry, whose
// generation was that before the floor rose above it.
func (d *Directory) upcoming(index uint32, entry uint64) Entity {
	generation := uint32(entry >> 32)
	if generation-d.origin < d.floor-d.origin {
		generation = d.floor
	}
	return MakeEntity(index, generation)
}
