package predict

// iterate: iterate/pair over n gives a part for each pass and one for each
// entity; track/iterate gives what marking adds to one. In a mixed world the
// part for an entity is that of iterate/first, the first pass after a change,
// or else that of iterate/shuffled, which is the least that it can be.
func (m *Model) iterate(w *Workload, j Job, storage, tracker string) (cost, *Missing) {
	points := m.find("iterate/pair", storage, none, anyForm)
	if points == nil {
		return cost{}, &Missing{Kind: Iterate, Need: "iterate/pair"}
	}
	l := through(points, func(p *point) float64 { return p.number("n") })
	out := cost{misfit: l.misfit, from: families(points)}
	if w.Mixed {
		changed := m.find("iterate/first", storage, none, anyForm, "order=shuffled")
		shuffled := m.find("iterate/shuffled", storage, none, anyForm)
		switch {
		case changed != nil:
			c := m.each(changed)
			l.per, out.misfit, out.from = c.ns, c.misfit, append(out.from, c.from...)
		case shuffled != nil:
			c := m.each(shuffled)
			out.atLeast = c.ns[0] > orderMatters*l.per[0]
			l.per, out.from = c.ns, append(out.from, c.from...)
		}
	}
	out.ns = l.fixed.times(j.Passes).plus(l.per.times(j.Units))
	return m.marked(out, w, j, storage, tracker)
}

// orderMatters is how much longer a pass over shuffled rows takes on a storage
// that has to find rows, and so has to find them again after a change.
const orderMatters = 1.25

// marked is a cost with that of what the job marks, if that is tracked.
func (m *Model) marked(c cost, w *Workload, j Job, storage, tracker string) (cost, *Missing) {
	if j.Marks == 0 || tracker == none {
		return c, nil
	}
	marks, miss := m.markAll(w, storage, tracker)
	if miss != nil {
		return marks, miss
	}
	return c.plus(marks.scaled(j.Marks)), nil
}

// markAll is what marking adds to an entity in a pass or a batch: of
// track/iterate in the order of indices, in a mixed world of shuffled rows. The
// one does not stand for the other: on a bitmap they differ by a factor of ten.
func (m *Model) markAll(w *Workload, storage, tracker string) (cost, *Missing) {
	order := "order=run"
	if w.Mixed {
		order = "order=shuffled"
	}
	return m.borrow(storage, tracker, func(s, t string) (cost, bool) {
		return m.added("track/iterate", s, t, "tracked", order)
	}, Iterate, "track/iterate/"+order)
}

// mark is a single write: of track/mark where the pair is in it, else a read
// and what marking adds on another storage; without a tracker a read.
func (m *Model) mark(storage, tracker string) (cost, *Missing) {
	if tracker != none {
		if points := m.find("track/mark", storage, tracker, []string{"mut"}, "cluster=scattered"); points != nil {
			return m.each(points), nil
		}
	}
	c, miss := m.read(storage)
	if miss != nil || tracker == none {
		return c, miss
	}
	extra, miss := m.borrow(storage, tracker, func(s, t string) (cost, bool) {
		return m.added("track/mark", s, t, "mut", "cluster=scattered")
	}, Mark, "track/mark")
	if miss != nil {
		return extra, miss
	}
	return c.plus(extra), nil
}

// read is a look at a random entity.
func (m *Model) read(storage string) (cost, *Missing) {
	points := m.find("iterate/get", storage, none, []string{"get", "at"})
	if points == nil {
		return cost{}, &Missing{Kind: Read, Need: "iterate/get"}
	}
	return m.each(points), nil
}
