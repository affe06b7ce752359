package track

import (
	"errors"
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// iterate: a pass over all n entities with a mutable column gives each one
// more point. The form "tracked" has the component opted in to changed;
// "untracked" runs the same code on a component that is not, in a world with
// the same tracker and in one without any. In order "run" the entities lie in
// the order of their indices, in order "shuffled" at random, as after long
// churn; storages that go by index do not see the difference. The frame does
// not end while this is timed.
//
// Floor: the loop over a slice, by value and by pointer.
var iterate = scenarios.Scenario{
	Name:   "track/iterate",
	Doc:    "What does a pass over a mutable column cost if all of it has to be marked?",
	Source: "claims B10a, S2, S5",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "order", Value: "run: in the order of entity indices; shuffled: in random order"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends, "table/bitmap")
		var out []scenarios.Family
		for _, n := range p.Sizes([]int{10000}, []int{10000}, []int{1000, 10000, 100000}) {
			for _, order := range []string{"run", "shuffled"} {
				f := scenarios.Family{
					Scenario: "track/iterate", Params: []scenarios.Param{scenarios.Int("n", n), {Key: "order", Value: order}},
					N: n, Unit: "entity", Bytes: 32, Cells: sweepFloors(n),
				}
				add := func(pairs []ecs.Backend, form string) {
					f.Cells = append(f.Cells, scenarios.Cells(pairs, form, func(b ecs.Backend, seed uint64) (scenarios.Kernel, error) {
						return newSweep(b, n, order, form == "tracked", seed)
					})...)
				}
				add(pairs, "tracked")
				add(pairs, "untracked")
				add(scenarios.Untracked(backends, pairs), "untracked")
				out = append(out, f)
			}
		}
		return out
	},
}

// sweep writes all of a herd.
type sweep struct {
	*herd
	query       *ecs.Query
	health      *ecs.View[health]
	passes      int
	lastChecked int
}

func newSweep(b ecs.Backend, n int, order string, track bool, seed uint64) (scenarios.Kernel, error) {
	h, err := newHerd(b, n, choose(n, "100", "clustered"), track)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	if order == "shuffled" {
		if err := h.reshuffle(seed); err != nil {
			return scenarios.Kernel{}, err
		}
	}
	s := &sweep{herd: h, health: ecs.Write[health]()}
	if s.query, err = h.world.Query(s.health); err != nil {
		return scenarios.Kernel{}, err
	}
	return scenarios.Kernel{Run: s.run, Check: s.check}, nil
}

// reshuffle spawns the herd anew on its indices in random order.
func (h *herd) reshuffle(seed uint64) error {
	if err := h.world.Despawn(shuffle(h.es, seed)...); err != nil {
		return err
	}
	if err := h.world.EndFrame(1); err != nil { // some trackers hold indices back until then
		return err
	}
	sp, err := h.world.Spawner(ecs.Write[health]())
	if err != nil {
		return err
	}
	if err := sp.Into(h.es, nil); err != nil {
		return err
	}
	h.fill()
	return h.settle()
}

func (s *sweep) run(n int) {
	for range n {
		s.pass()
	}
	s.passes += n
}

func (s *sweep) pass() {
	if err := s.query.Open(); err != nil {
		panic(err)
	}
	for c := s.query.Next(); c != nil; c = s.query.Next() {
		if c.Dense {
			gain(s.health.Slice(c))
			continue
		}
		hs, rows := s.health.Rows(c)
		for _, row := range rows {
			hs[row].Points++
		}
	}
}

// gain and total are the dense loops of this package. Backends and floors share
// their machine code: two copies of the same loop differed by 1.25 times, by
// where they fell on cache lines.
//
//go:noinline
func gain(hs []health) {
	for i := range hs {
		hs[i].Points++
	}
}

//go:noinline
func total(hs []health) (sum int64) {
	for _, h := range hs { // by index it took 1.5 times as long
		sum += h.Points
	}
	return sum
}

func (s *sweep) check() error {
	want := 0
	if s.passes > s.lastChecked {
		want = len(s.es)
	}
	s.lastChecked = s.passes
	return errors.Join(s.checkPoints(s.passes), s.checkChanged(want))
}

func shuffle(es []ecs.Entity, seed uint64) []ecs.Entity { return scenarios.Shuffled(es, seed) }

func sweepFloors(n int) []scenarios.Cell {
	floor := func(form string, pass func([]health)) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			r, passes := newRecords(n, nil, seed), 0
			return scenarios.Kernel{
				Run: func(n int) {
					for range n {
						pass(r.values)
					}
					passes += n
				},
				Check: func() error { return checkRows(r.values, choose(n, "100", "clustered"), passes) },
			}
		})
	}
	return []scenarios.Cell{
		floor("index", gain),
		floor("pointer", func(values []health) {
			for i := range values {
				v := &values[i]
				v.Points++
			}
		}),
	}
}

// checkRows is checkPoints for the values of a floor.
func checkRows(values []health, marked []int, gained int) error {
	want := make([]int64, len(values))
	for i := range want {
		want[i] = points(i)
	}
	for _, i := range marked {
		want[i] += int64(gained)
	}
	for i := range values {
		if values[i].Points != want[i] {
			return fmt.Errorf("row %d has %d points, expected %d", i, values[i].Points, want[i])
		}
	}
	return nil
}
