package apps

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// children: n entities, each of which has a component that names its parent,
// one of n/100. In job "find" the points of all children of ten parents are
// added up; in job "link" a hundred entities get another parent. In the form
// "index" a list of its children is kept for each parent, and for each child
// its place in that list; in the form "scan" nothing is kept, and finding
// goes through everything.
//
// Floor: slices of numbers in the place of handles, with the same lists for
// "find" and without for "link".
var children = scenarios.Scenario{
	Name:   "apps/children",
	Doc:    "What does a kept list of children save when they are looked for, and cost when they change?",
	Source: "claim B13.1",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "children"},
		{Key: "job", Value: "find: the children of ten parents; link: another parent for a hundred children"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000, 100000}) {
			for _, job := range []string{"find", "link"} {
				f := scenarios.Family{
					Scenario: "apps/children", Params: []scenarios.Param{scenarios.Int("n", n), {Key: "job", Value: job}},
					N: 1, Unit: "frame", Cells: []scenarios.Cell{familyFloor(n, job)},
				}
				for _, form := range []string{"index", "scan"} {
					f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
						return newFamilies(b, n, job, form == "index")
					})...)
				}
				out = append(out, f)
			}
		}
		return out
	},
}

const (
	sought = 10  // parents whose children are looked for
	linked = 100 // children that get another parent
)

// childOf names a parent, and a child's place in its list.
type childOf struct {
	parent ecs.Entity
	place  uint32
}

// families is a world of them.
type families struct {
	world    *ecs.World
	parents  []ecs.Entity
	es       []ecs.Entity // children; the i-th began with parent i % len(parents)
	numberOf []uint32     // of a parent, by entity index
	lists    [][]ecs.Entity
	turns    *turns

	points *ecs.Access[health]
	links  *ecs.Access[childOf]
	query  *ecs.Query
	link   *ecs.View[childOf]
	health *ecs.View[health]

	next         int // parent that is looked for next
	sum, wantSum int64
}

func newFamilies(b ecs.Backend, n int, job string, index bool) (scenarios.Kernel, error) {
	o := ecs.DefaultOptions()
	o.Created = false
	f := &families{
		world: b.New(o), parents: make([]ecs.Entity, max(n/100, 2)), es: make([]ecs.Entity, n), turns: newTurns(n, min(linked, n)),
		link: ecs.Read[childOf](), health: ecs.Read[health](),
	}
	ecs.Register[childOf](f.world)
	ecs.Register[health](f.world)
	root, err := f.world.Spawner()
	if err != nil {
		return scenarios.Kernel{}, err
	}
	leaf, err := f.world.Spawner(ecs.All(ecs.Of[childOf](), ecs.Of[health]()))
	if err != nil {
		return scenarios.Kernel{}, err
	}
	if err := root.Into(f.parents, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	if err := leaf.Into(f.es, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	if f.points, err = ecs.NewAccess[health](f.world); err != nil {
		return scenarios.Kernel{}, err
	}
	if f.links, err = ecs.NewAccess[childOf](f.world); err != nil {
		return scenarios.Kernel{}, err
	}
	if f.query, err = f.world.Query(f.link, f.health); err != nil {
		return scenarios.Kernel{}, err
	}
	f.number(index)
	if job == "link" {
		return everyFrame(func() { f.relink(index) }, func() error { return f.check(index) }), nil
	}
	find := f.scan
	if index {
		find = f.look
	}
	return everyFrame(func() {
		for range sought {
			f.sum += find(f.parents[f.next])
			f.wantSum += pointsOf(n, len(f.parents), f.next)
			f.next = (f.next + 1) % len(f.parents)
		}
	}, func() error { return f.check(index) }), nil
}

// pointsOf is what the children of a parent have at the beginning: child i has i.
func pointsOf(n, parents, parent int) int64 {
	k := int64((n - parent + parents - 1) / parents)
	return k*int64(parent) + int64(parents)*k*(k-1)/2
}

// number gives the children their points and parents, and builds the lists.
func (f *families) number(index bool) {
	for i, e := range f.parents {
		for int(e.Index()) >= len(f.numberOf) {
			f.numberOf = append(f.numberOf, 0)
		}
		f.numberOf[e.Index()] = uint32(i)
	}
	f.lists = make([][]ecs.Entity, len(f.parents))
	for i, e := range f.es {
		parent := i % len(f.parents)
		f.points.Untracked(e).Points = int64(i)
		*f.links.Untracked(e) = childOf{f.parents[parent], uint32(len(f.lists[parent]))}
		f.lists[parent] = append(f.lists[parent], e)
	}
	if !index {
		f.lists = nil
	}
}

// look finds children through the list.
func (f *families) look(parent ecs.Entity) (sum int64) {
	for _, e := range f.lists[f.numberOf[parent.Index()]] {
		sum += f.points.Get(e).Points
	}
	return sum
}

// scan finds them among all.
func (f *families) scan(parent ecs.Entity) (sum int64) {
	must(f.query.Open())
	for c := f.query.Next(); c != nil; c = f.query.Next() {
		links, lr := f.link.Rows(c)
		hs, hr := f.health.Rows(c)
		for k, row := range lr {
			if links[row].parent == parent {
				sum += hs[hr[k]].Points
			}
		}
	}
	return sum
}

// relink gives those whose turn it is the next parent.
func (f *families) relink(index bool) {
	a, b := f.turns.frame()
	for _, part := range [2][]uint32{a, b} {
		for _, i := range part {
			e := f.es[i]
			link := f.links.Untracked(e)
			from := f.numberOf[link.parent.Index()]
			to := (int(from) + 1) % len(f.parents)
			link.parent = f.parents[to]
			if !index {
				continue
			}
			list := f.lists[from]
			last := list[len(list)-1]
			list[link.place] = last
			f.links.Untracked(last).place = link.place
			f.lists[from] = list[:len(list)-1]
			link.place = uint32(len(f.lists[to]))
			f.lists[to] = append(f.lists[to], e)
		}
	}
}

func (f *families) check(index bool) error {
	if f.sum != f.wantSum {
		return fmt.Errorf("children found have %d points, expected %d", f.sum, f.wantSum)
	}
	for i, turns := range f.turns.of() {
		want := (i + turns) % len(f.parents)
		link := f.links.Get(f.es[i])
		if link == nil || link.parent != f.parents[want] {
			return fmt.Errorf("child %d has %v, expected parent %d", i, link, want)
		}
		if index && f.lists[want][link.place] != f.es[i] {
			return fmt.Errorf("child %d is not in its place in the list of parent %d", i, want)
		}
	}
	return nil
}

func familyFloor(n int, job string) scenarios.Cell {
	return scenarios.FloorCell("slices", func(seed uint64) scenarios.Kernel {
		place, parents, turns := scenarios.NewPlacement(seed), max(n/100, 2), newTurns(n, min(linked, n))
		hs, parentOf := scenarios.Slice[health](place, n), scenarios.Slice[uint32](place, n)
		lists := make([][]uint32, parents)
		for i := range hs {
			hs[i].Points, parentOf[i] = int64(i), uint32(i%parents)
			lists[i%parents] = append(lists[i%parents], uint32(i))
		}
		next, sum, want := 0, int64(0), int64(0)
		frame := func() {
			for range sought {
				for _, i := range lists[next] {
					sum += hs[i].Points
				}
				want += pointsOf(n, parents, next)
				next = (next + 1) % parents
			}
		}
		if job == "link" {
			frame = func() {
				a, b := turns.frame()
				for _, part := range [2][]uint32{a, b} {
					for _, i := range part {
						parentOf[i] = (parentOf[i] + 1) % uint32(parents)
					}
				}
			}
		}
		return everyFrame(frame, func() error {
			if sum != want {
				return fmt.Errorf("children found have %d points, expected %d", sum, want)
			}
			for i, turns := range turns.of() {
				if parentOf[i] != uint32((i+turns)%parents) {
					return fmt.Errorf("child %d has parent %d after %d turns", i, parentOf[i], turns)
				}
			}
			return nil
		})
	})
}
