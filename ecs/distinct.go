package ecs

import "ecslab/ecs/driver"

// sights is the set of indices that were seen in a list of entities, empty between
// its uses: by index chunk, nil where none ever was.
type sights []*driver.Bits

// liveAndDistinct is how many of es live, up to the first that does not, or that
// was named before.
func (w *World) liveAndDistinct(es []Entity) int {
	if dead := w.dir.FirstDead(es); dead >= 0 {
		es = es[:dead]
	}
	if ascend(es) {
		return len(es)
	}
	n := w.seen.see(es)
	w.seen.forget(es[:n])
	return n
}

// distinct is es without repeats, in a list of its own where there are any.
func (w *World) distinct(es []Entity) []Entity {
	if ascend(es) {
		return es
	}
	n := w.seen.see(es)
	list := es[:n]
	if n < len(es) {
		list = append(make([]Entity, 0, len(es)), list...)
	}
	for n < len(es) { // es[n] was seen before
		es = es[n+1:]
		n = w.seen.see(es)
		list = append(list, es[:n]...)
	}
	w.seen.forget(list)
	return list
}

// ascend reports whether the indices rise, as they do in most lists.
func ascend(es []Entity) bool {
	for i := 1; i < len(es); i++ {
		if uint32(es[i-1]) >= uint32(es[i]) {
			return false
		}
	}
	return true
}

// see adds entities, up to the first that is in already, and returns how many.
func (s *sights) see(es []Entity) int {
	pages := *s
	for i, e := range es {
		chunk := uint32(e) >> driver.RowBits
		for chunk >= uint32(len(pages)) {
			pages = append(pages, nil)
			*s = pages
		}
		if pages[chunk] == nil {
			pages[chunk] = new(driver.Bits)
		}
		word, bit := &pages[chunk][e>>6&63], uint64(1)<<(e&63)
		if *word&bit != 0 {
			return i
		}
		*word |= bit
	}
	return len(es)
}

// forget empties the set of es, which are all that it holds.
func (s sights) forget(es []Entity) {
	for _, e := range es {
		s[uint32(e)>>driver.RowBits][e>>6&63] = 0
	}
}
