package track

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// density: n entities with a health, of which a share was changed in the frame
// before. An iteration asks which ones changed and adds up their points, as a
// system does that sends, draws or saves what changed. The moment since which
// it asks does not move, so every iteration finds the same; nothing is marked
// while it is timed. The window is two frames long, of which one is empty.
//
// Where everything changed, the form "unfiltered" is the same sum over all
// entities without asking.
//
// Floors: a stamp for each value compared one by one; a bit for each value,
// scanned by words; the same under summary words; and where everything
// changed, the plain sum.
var density = scenarios.Scenario{
	Name:   "track/density",
	Doc:    "What does it cost to visit only the entities that changed?",
	Source: "Bevy, change_detection; claims B10b, B10c, S7, X1",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "dirty", Value: "share of them that changed, in percent"},
		{Key: "cluster", Value: "scattered: drawn at random; clustered: neighbours"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends, "table/frame-exact", "table/bitmap", "sparse/bitmap")
		var out []scenarios.Family
		for _, at := range densityPoints(p) {
			pairs := pairs
			if p == scenarios.Standard && everywhere[at] {
				pairs = scenarios.Tracked(backends)
			}
			f := scenarios.Family{
				Scenario: "track/density",
				Params:   []scenarios.Param{scenarios.Int("n", at.n), {Key: "dirty", Value: at.dirty}, {Key: "cluster", Value: at.cluster}},
				N:        at.n, Unit: "entity",
				Cells: append(findFloors(at), scenarios.Cells(pairs, "", func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
					return newFind(b, at, true)
				})...),
			}
			if at.dirty == "100" {
				for i := range f.Cells {
					if f.Cells[i].Backend != scenarios.Floor {
						f.Cells[i].Form = "changed"
					}
				}
				f.Cells = append(f.Cells, scenarios.Cells(pairs, "unfiltered", func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
					return newFind(b, at, false)
				})...)
			}
			out = append(out, f)
		}
		return out
	},
}

type point struct {
	n       int
	dirty   string
	cluster string
}

// everywhere are the points of preset Standard that are measured on all pairs,
// for the question where a record should lie.
var everywhere = map[point]bool{
	{10000, "1", "scattered"}: true, {10000, "50", "scattered"}: true, {10000, "1", "clustered"}: true, {10000, "50", "clustered"}: true,
}

func densityPoints(p scenarios.Preset) (out []point) {
	add := func(n int, cluster string, dirty ...string) {
		for _, d := range dirty {
			out = append(out, point{n, d, cluster})
		}
	}
	switch p {
	case scenarios.Quick:
		add(10000, "scattered", "0", "1", "10", "100")
		add(1000, "scattered", "1")
		add(100000, "scattered", "1")
	case scenarios.Standard:
		add(10000, "scattered", "0", "0.1", "1", "10", "50", "100")
		add(10000, "clustered", "1", "50")
		add(1000, "scattered", "1")
		add(100000, "scattered", "0", "1")
	default:
		for _, n := range p.Sizes(nil, nil, []int{1000, 10000, 100000, 1000000}) {
			add(n, "scattered", "0", "0.1", "1", "10", "50", "90", "100")
			add(n, "clustered", "0.1", "1", "10", "50", "90")
		}
	}
	return out
}

// find is the question what changed, asked again and again.
type find struct {
	herd   *herd
	query  *ecs.Query
	health *ecs.View[health]
	tally  tally
}

func newFind(b ecs.Backend, at point, filtered bool) (scenarios.Kernel, error) {
	h, err := newHerd(b, at.n, choose(at.n, at.dirty, at.cluster), true)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	return h.search(filtered)
}

// search marks what is to be marked and asks for it, or for all.
func (h *herd) search(filtered bool) (scenarios.Kernel, error) {
	f := &find{herd: h, health: ecs.Read[health](), tally: newTally(h.marked)}
	terms := []ecs.Term{f.health}
	if filtered {
		terms = append(terms, ecs.AllChanged(ecs.Of[health]()).Since(&h.since))
	}
	var err error
	if f.query, err = h.world.Query(terms...); err != nil {
		return scenarios.Kernel{}, err
	}
	h.mark()
	return searching(f, &f.tally, (*find).pass), h.world.EndFrame(1)
}

// addUp adds up the points of what a query matches, and counts it.
func addUp(q *ecs.Query, health *ecs.View[health]) (sum int64, count int) {
	must(q.Open())
	for c := q.Next(); c != nil; c = q.Next() {
		count += c.N
		if c.Dense {
			sum += total(health.Slice(c))
			continue
		}
		hs, rows := health.Rows(c)
		for _, row := range rows {
			sum += hs[row].Points
		}
	}
	return sum, count
}

func (f *find) pass() (sum int64, count int) { return addUp(f.query, f.health) }

// tally is what was found in all passes, and what should have been in each.
type tally struct {
	sum                    int64
	count, passes          int
	sumInPass, countInPass int64
}

func newTally(marked []int) tally {
	t := tally{countInPass: int64(len(marked))}
	for _, i := range marked {
		t.sumInPass += points(i)
	}
	return t
}

// searching is the kernel of a pass that says what it found. The pass is called
// through one variable and not two: the shortest take two nanoseconds.
func searching[S any](s *S, t *tally, pass func(*S) (sum int64, count int)) scenarios.Kernel {
	return scenarios.Kernel{Check: t.check, Run: func(n int) {
		for range n {
			sum, count := pass(s)
			t.sum += sum
			t.count += count
		}
		t.passes += n
	}}
}

func (t *tally) check() error {
	k := int64(t.passes)
	if int64(t.count) != k*t.countInPass || t.sum != k*t.sumInPass {
		return fmt.Errorf("%d entities that add up to %d found in %d passes, expected %d that add up to %d",
			t.count, t.sum, t.passes, k*t.countInPass, k*t.sumInPass)
	}
	return nil
}
