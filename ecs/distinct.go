package ecs

// liveAndDistinct is how many of es live, up to the first that does not, or that
// was named before.
func (w *World) liveAndDistinct(es []Entity) int {
	n := 0
	for n < len(es) && w.dir.Alive(es[n]) && w.seen.AddOne(es[n].Index()) {
		n++
	}
	w.seen.RemoveEntities(es[:n])
	return n
}

// distinct is es without repeats, in a list of its own where there are any.
func (w *World) distinct(es []Entity) []Entity {
	n := 0
	for n < len(es) && w.seen.AddOne(es[n].Index()) {
		n++
	}
	list := es[:n]
	if n < len(es) {
		list = append(make([]Entity, 0, len(es)), list...)
		for _, e := range es[n:] {
			if w.seen.AddOne(e.Index()) {
				list = append(list, e)
			}
		}
	}
	w.seen.RemoveEntities(list)
	return list
}
