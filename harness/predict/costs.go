package predict

import (
	"slices"
	"strings"

	"ecslab/ecs"
	"ecslab/harness/plan"
	"ecslab/scenarios"
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

// scaledIf is scaled, of a cost that may be missing.
func (c cost) scaledIf(k float64) cost {
	if c.ns == nil {
		return c
	}
	return c.scaled(k)
}

// Missing says that the run has no cost of a job.
type Missing struct {
	Pair string
	Kind Kind
	Need string // the scenario that would give it, and a parameter if only some of its points do
}

// In reports whether a plan has what is needed.
func (e *Missing) In(p *plan.Plan) bool {
	return slices.ContainsFunc(p.Families, func(f plan.Family) bool {
		parameter, ok := strings.CutPrefix(e.Need, f.Scenario)
		key, value, _ := strings.Cut(strings.TrimPrefix(parameter, "/"), "=")
		return ok && (parameter == "" || f.Param(key) == value)
	})
}

func (e *Missing) Error() string {
	return e.Pair + ": no cost of " + string(e.Kind) + "; a run of " + e.Need + " would give it"
}

// anyForm stands for cells that have no form, and those that have the usual one.
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
// measured, from the first of the lenders that was.
func (m *Model) borrow(storage, tracker string, get func(storage, tracker string) (cost, bool), kind Kind, need string) (cost, *Missing) {
	for i, l := range m.lenders(storage, tracker) {
		if c, ok := get(l.Storage, l.Tracker); ok {
			c.borrowed = i > 0
			return c, nil
		}
	}
	return cost{}, &Missing{Kind: kind, Need: need}
}

// lenders are the pairs that know what a tracker costs on a storage, the best
// first: the pair itself, the tracker on the run's storages, and both with the
// tracker that is measured in its stead.
func (m *Model) lenders(storage, tracker string) []ecs.Backend {
	var out []ecs.Backend
	for _, t := range []string{tracker, scenarios.Variant(tracker)} {
		if t == "" {
			break
		}
		for _, s := range append([]string{storage}, m.storages...) {
			out = append(out, ecs.Backend{Storage: s, Tracker: t})
		}
	}
	return out
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
