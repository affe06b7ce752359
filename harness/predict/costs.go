package predict

import (
	"slices"
	"strings"
)

// A cost is what a job takes in a frame.
type cost struct {
	ns       variate
	misfit   float64  // relative, of the lines behind it
	from     []string // families
	borrowed bool     // from another pair
	atLeast  bool     // without finding rows again after a change
}

// plus adds up costs; misses count by their share.
func (c cost) plus(o cost) cost {
	total := c.ns.plus(o.ns)
	out := cost{ns: total, from: slices.Concat(c.from, o.from), borrowed: c.borrowed || o.borrowed, atLeast: c.atLeast || o.atLeast}
	if total[0] > 0 {
		out.misfit = (c.misfit*c.ns[0] + o.misfit*o.ns[0]) / total[0]
	}
	return out
}

func (c cost) scaled(k float64) cost {
	c.ns = c.ns.times(k)
	return c
}

// Missing says that the run has no cost of a job.
type Missing struct {
	Pair string
	Kind Kind
	Need string // the scenario that would give it
}

func (e *Missing) Error() string {
	return e.Pair + ": no cost of " + string(e.Kind) + "; a run of " + e.Need + " would give it"
}

// any stands for cells that have no form, and those that have the usual one.
var anyForm = []string{"", "single", "changed"}

const none = "none"

// job is the cost of a job on a pair.
func (m *Model) job(w *Workload, j Job, storage, tracker string) (cost, *Missing) {
	switch j.Kind {
	case Iterate:
		return m.iterate(w, j, storage, tracker)
	case Detect:
		return m.detect(j, storage, tracker)
	case Mark:
		c, miss := m.mark(storage, tracker)
		return c.scaledIf(j.Units), miss
	case Read:
		c, miss := m.read(storage)
		return c.scaledIf(j.Units), miss
	case Churn, Spawn, Despawn:
		return m.population(w, j, storage, tracker)
	case Move:
		return m.move(w, j, storage, tracker)
	}
	return m.frame(storage, tracker), nil
}

// scaledIf is scaled, of a cost that may be missing.
func (c cost) scaledIf(k float64) cost {
	if c.ns == nil {
		return c
	}
	return c.scaled(k)
}

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
	if j.Marks > 0 && tracker != none {
		c, miss := m.markAll(w, storage, tracker)
		if miss != nil {
			return c, miss
		}
		out = out.plus(c.scaled(j.Marks))
	}
	return out, nil
}

// orderMatters is how much longer a pass over shuffled rows takes on a storage
// that has to find rows, and so has to find them again after a change.
const orderMatters = 1.25

// markAll is what marking adds to an entity in a pass or a batch: of
// track/iterate in the order of indices, in a mixed world of shuffled rows. The
// one does not stand for the other: on a bitmap they differ by a factor of ten.
func (m *Model) markAll(w *Workload, storage, tracker string) (cost, *Missing) {
	order := "order=run"
	if w.Mixed {
		order = "order=shuffled"
	}
	return m.borrow(storage, func(s string) (cost, bool) {
		return m.added("track/iterate", s, tracker, "tracked", order)
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
	extra, miss := m.borrow(storage, func(s string) (cost, bool) {
		return m.added("track/mark", s, tracker, "mut", "cluster=scattered")
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

// detect: F + n·g(share). F is the fixed part of the line over n at the share
// that was measured at most sizes, and g comes from the size that was measured
// at most shares.
func (m *Model) detect(j Job, storage, tracker string) (cost, *Missing) {
	return m.borrow(storage, func(s string) (cost, bool) {
		points := m.find("track/density", s, tracker, []string{""}, "cluster=scattered")
		points = append(points, m.find("track/density", s, tracker, []string{"changed"}, "cluster=scattered")...)
		if len(points) == 0 { // a run that parts no clusters
			points = m.find("track/density", s, tracker, anyForm)
		}
		if len(points) == 0 {
			return cost{}, false
		}
		overN, shares := most(points, "dirty"), most(points, "n")
		l := through(overN, func(p *point) float64 { return p.number("n") })
		slices.SortFunc(shares, func(a, b *point) int { return int(1e6 * (a.number("dirty") - b.number("dirty"))) })
		n := shares[0].number("n")
		g := make([]variate, len(shares))
		for i, p := range shares {
			g[i] = of(func(x []float64) float64 { return max(0, x[0]-x[1]) / n }, p.perOp, l.fixed)
		}
		share := 100 * j.Found / max(1, j.Units)
		per := between(shares, g, share)
		return cost{ns: l.fixed.times(j.Passes).plus(per.times(j.Units)), misfit: l.misfit, from: families(overN, shares)}, true
	}, Detect, "track/density")
}

// between takes the share's value from its neighbours; beyond the last, that of
// the nearest.
func between(shares []*point, g []variate, share float64) variate {
	for i := 1; i < len(shares); i++ {
		a, b := shares[i-1].number("dirty"), shares[i].number("dirty")
		if share <= b && b > a {
			k := max(0, (share-a)/(b-a))
			return of(func(x []float64) float64 { return (1-k)*x[0] + k*x[1] }, g[i-1], g[i])
		}
	}
	return g[len(g)-1]
}

// most are the points that share the value of a parameter that most of them
// share; the first of such values.
func most(points []*point, key string) []*point {
	count := map[string]int{}
	best := points[0].Param(key)
	for _, p := range points {
		count[p.Param(key)]++
	}
	for _, p := range points {
		if count[p.Param(key)] > count[best] {
			best = p.Param(key)
		}
	}
	var out []*point
	for _, p := range points {
		if p.Param(key) == best {
			out = append(out, p)
		}
	}
	return out
}

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
	if j.Marks > 0 && tracker != none {
		c, miss := m.markAll(w, storage, tracker)
		if miss != nil {
			return c, miss
		}
		out = out.plus(c.scaled(j.Marks))
	}
	return out, nil
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
	if j.Marks > 0 && tracker != none {
		c, miss := m.markAll(w, storage, tracker)
		if miss != nil {
			return c, miss
		}
		out = out.plus(c.scaled(j.Marks))
	}
	return out, nil
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
	c, miss := m.borrow(storage, func(s string) (cost, bool) {
		points := m.find("track/frame-end", s, tracker, anyForm, "marks=0")
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

// each is the cost of one unit, from the points of largest size alone where
// there are several sizes.
func (m *Model) each(points []*point) cost {
	l := through(points, func(p *point) float64 { return float64(p.N) })
	c := cost{ns: l.per, misfit: l.misfit, from: families(points)}
	if c.ns[0] == 0 {
		c.ns = points[len(points)-1].perOp.times(1 / float64(points[len(points)-1].N))
	}
	return c
}

// added is what a form of a scenario takes more than form "untracked", for each unit.
func (m *Model) added(scenario, storage, tracker, form string, where ...string) (cost, bool) {
	with := m.find(scenario, storage, tracker, []string{form}, where...)
	without := m.find(scenario, storage, tracker, []string{"untracked"}, where...)
	if len(with) == 0 || len(without) == 0 {
		return cost{}, false
	}
	a, b := m.each(with), m.each(without)
	return cost{ns: a.ns.above(b.ns), from: a.from}, true
}

// borrow takes a cost of a tracker from its storage or, where that was not
// measured, from the first of the run's storages that was.
func (m *Model) borrow(storage string, get func(storage string) (cost, bool), kind Kind, need string) (cost, *Missing) {
	if c, ok := get(storage); ok {
		return c, nil
	}
	for _, s := range m.storages {
		if c, ok := get(s); ok {
			c.borrowed = true
			return c, nil
		}
	}
	return cost{}, &Missing{Kind: kind, Need: need}
}

// Families are the scenarios of the list, each once, as arguments of a run.
func Families(list []*Missing) string {
	var out []string
	for _, m := range list {
		if !slices.Contains(out, m.Need) {
			out = append(out, m.Need)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}
