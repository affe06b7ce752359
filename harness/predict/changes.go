package predict

import "slices"

// population: spawn/churn for one that goes and one that comes, spawn/fill and
// spawn/despawn for one of them, each with the marks of what is born.
func (m *Model) population(w *Workload, j Job, storage, tracker string) (cost, *Missing) {
	scenario := map[Kind]string{Churn: "spawn/churn", Spawn: "spawn/fill", Despawn: "spawn/despawn"}[j.Kind]
	forms := []string{"single", "", "batch"}
	if j.Batch {
		forms = []string{"batch", "", "single"}
	}
	points := m.find(scenario, storage, none, forms)
	if j.Kind == Spawn {
		points = slices.DeleteFunc(points, func(p *point) bool { return p.Param("components") != "2" && p.Param("components") != "" })
	}
	if len(points) == 0 {
		return cost{}, &Missing{Kind: j.Kind, Need: scenario}
	}
	out := m.each(points).scaled(j.Units)
	return m.marked(out, w, j, storage, tracker)
}

// move: migrate/add-remove over the bytes that are carried along. A component
// declared sparse costs what migrate/toggle says where that is less: it is
// where the storage heeds the declaration. Both add and remove, a move is a half.
func (m *Model) move(w *Workload, j Job, storage, tracker string) (cost, *Missing) {
	var points []*point
	if j.Batch {
		points = m.find("migrate/add-remove", storage, none, anyForm, "mode=batch")
	}
	if points == nil {
		points = m.find("migrate/add-remove", storage, none, anyForm, "mode=single")
	}
	if points == nil {
		return cost{}, &Missing{Kind: Move, Need: "migrate/add-remove"}
	}
	out := carrying(points, w.Bytes)
	if toggled := m.find("migrate/toggle", storage, none, anyForm); j.Sparse && toggled != nil {
		if c := carrying(toggled, w.Bytes); c.ns[0] < out.ns[0] {
			out = c
		}
	}
	out.ns = out.ns.times(j.Units)
	return m.marked(out, w, j, storage, tracker)
}

// carrying is the cost of a move by what is carried along.
func carrying(points []*point, bytes float64) cost {
	var x []float64
	var y []variate
	for _, p := range points {
		size := p.number("bytes")
		if size == 0 {
			size = 16
		}
		x, y = append(x, p.number("carry")*size), append(y, p.perOp.times(0.5/float64(p.N)))
	}
	out := cost{from: families(points)}
	if same(x) { // that it carries something is not known to matter
		out.ns = y[0]
		return out
	}
	l := fit(x, y)
	out.ns, out.misfit = l.at(bytes), l.misfit
	return out
}

// frame: track/frame-end without marks, where it is measured; else nothing, for
// it is little beside any other job.
func (m *Model) frame(storage, tracker string) cost {
	c, miss := m.borrow(storage, tracker, func(s, t string) (cost, bool) {
		points := m.find("track/frame-end", s, t, anyForm, "marks=0")
		if tracker == none || len(points) == 0 {
			return cost{}, false
		}
		return m.each(points[:1]), true
	}, Frame, "track/frame-end")
	if miss != nil {
		return cost{ns: constant(0)}
	}
	return c
}
