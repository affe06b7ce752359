package ecs

// liveAndDistinct is how many of es live, up to the first that does not, or that
// was named before.
func (w *World) liveAndDistinct(es []Entity) int {
	w.beginSights()
	n := 0
	for n < len(es) && w.dir.Alive(es[n]) && !w.sight(es[n]) {
		n++
	}
	w.forgetSights(es[:n])
	return n
}

// distinct is es without repeats, in a list of its own where there are any.
func (w *World) distinct(es []Entity) []Entity {
	w.beginSights()
	n := 0
	for n < len(es) && !w.sight(es[n]) {
		n++
	}
	list := es[:n]
	if n < len(es) {
		list = append(make([]Entity, 0, len(es)), list...)
		for _, e := range es[n:] {
			if !w.sight(e) {
				list = append(list, e)
			}
		}
	}
	w.forgetSights(list)
	return list
}

// beginSights makes room in seen for a bit for every entity.
func (w *World) beginSights() {
	if n := int(w.dir.Span()+63) / 64; n > len(w.seen) {
		w.seen = make([]uint64, n)
	}
}

// sight notes e, and reports whether it was noted before.
func (w *World) sight(e Entity) bool {
	word, bit := &w.seen[e.Index()>>6], uint64(1)<<(e.Index()&63)
	before := *word&bit != 0
	*word |= bit
	return before
}

func (w *World) forgetSights(es []Entity) {
	for _, e := range es {
		w.seen[e.Index()>>6] = 0
	}
}
