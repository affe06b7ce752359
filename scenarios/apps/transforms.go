package apps

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// transforms: in a tree of n nodes a share of them moves in every frame, and
// then every node's place in the world is brought up to date. In the form
// "changed" the tracker tells which nodes moved, the way from each to the root
// is marked, and subtrees without a mark are skipped. In the form "all" every
// node is computed again, and nothing is tracked. Children are found through a
// kept reverse index.
//
// Floors: slices, with the way to the root marked from a list of what moved
// ("marked"), and in one loop from parents to children ("all").
var transforms = scenarios.Scenario{
	Name:   "apps/transforms",
	Doc:    "How many nodes of a tree may move until skipping the others does not pay?",
	Source: "Bevy, transform propagation; claim B15.3",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "nodes"},
		{Key: "tree", Value: "flat: two levels below the root; deep: chains of 100"},
		{Key: "moving", Value: "share of them that moves in every frame, in percent"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		trees, moving := []string{"flat", "deep"}, []string{"0.05", "1", "10", "100"}
		if p == scenarios.Quick {
			return nil
		}
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{100000}, []int{10000, 100000}) {
			for _, tree := range trees {
				for _, percent := range moving {
					if p == scenarios.Standard && (tree == "deep") != (percent == "1") {
						continue
					}
					k := share(n, shares[percent])
					f := scenarios.Family{
						Scenario: "apps/transforms",
						Params:   []scenarios.Param{scenarios.Int("n", n), {Key: "tree", Value: tree}, {Key: "moving", Value: percent}},
						N:        1, Unit: "frame", Cells: treeFloors(n, tree, k, 1),
					}
					for _, form := range []string{"changed", "all"} {
						f.Cells = append(f.Cells, scenarios.Cells(scenarios.Homes(p, backends), form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
							return newTransforms(b, newShape(n, tree), k, form == "changed")
						})...)
					}
					out = append(out, f)
				}
			}
		}
		return out
	},
}

func newTransforms(b ecs.Backend, s *shape, k int, changed bool) (scenarios.Kernel, error) {
	t, err := newTree(b, s, k, 1, changed)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	return everyFrame(func() {
		t.write(nil)
		if changed {
			t.propagateChanged()
		} else {
			t.propagateAll(0, global{})
		}
		must(t.world.EndFrame(1))
	}, t.check), nil
}

// writes: as transforms, with a hundredth of the nodes moving, each of them
// several times in a frame. In the form "once" the tree is brought up to date
// at the end of the frame, by what changed; in the form "eager" every write
// brings all below it up to date at once, and nothing is tracked.
var writes = scenarios.Scenario{
	Name:   "apps/writes",
	Doc:    "Is it better to propagate once in a frame or at every write?",
	Source: "claim B15.4",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "nodes"},
		{Key: "tree", Value: "flat: two levels below the root; deep: chains of 100"},
		{Key: "writes", Value: "writes of each node that moves in a frame"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{10000, 100000}) {
			for _, tree := range []string{"flat", "deep"} {
				if p == scenarios.Standard && tree == "flat" {
					continue
				}
				for _, times := range p.Sizes(nil, []int{1, 8}, []int{1, 2, 4, 8}) {
					if p == scenarios.Small {
						times = 3
					}
					k := share(n, 100)
					f := scenarios.Family{
						Scenario: "apps/writes",
						Params:   []scenarios.Param{scenarios.Int("n", n), {Key: "tree", Value: tree}, scenarios.Int("writes", times)},
						N:        1, Unit: "frame", Cells: treeFloors(n, tree, k, times),
					}
					for _, form := range []string{"once", "eager"} {
						f.Cells = append(f.Cells, scenarios.Cells(scenarios.Homes(p, backends), form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
							return newWrites(b, newShape(n, tree), k, times, form == "eager")
						})...)
					}
					out = append(out, f)
				}
			}
		}
		return out
	},
}

func newWrites(b ecs.Backend, s *shape, k, times int, eager bool) (scenarios.Kernel, error) {
	t, err := newTree(b, s, k, times, !eager)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	var then func(node int32)
	if eager {
		then = t.propagateFrom
	}
	return everyFrame(func() {
		t.write(then)
		if !eager {
			t.propagateChanged()
		}
		must(t.world.EndFrame(1))
	}, t.check), nil
}

// nodes is the floor: a tree in slices.
type nodes struct {
	*shape
	locals  []local
	globals []global
	trails  []trail
	turns   *turns
	writes  int
	now     uint32
}

func (t *nodes) write(mark bool) {
	t.now++
	a, b := t.turns.frame()
	for _, part := range [2][]uint32{a, b} {
		for _, i := range part {
			for range t.writes {
				t.locals[i].X++
				t.locals[i].Y--
			}
			if mark {
				t.trails[i].moved = t.now
				for k := int32(i); k >= 0 && t.trails[k].below != t.now; k = t.parent[k] {
					t.trails[k].below = t.now
				}
			}
		}
	}
}

func (t *nodes) all() {
	locals, globals, parent := t.locals, t.globals, t.parent
	globals[0] = global(locals[0])
	for i := 1; i < len(locals); i++ {
		l, above := &locals[i], &globals[parent[i]]
		globals[i] = global{above.X + l.X, above.Y + l.Y}
	}
}

func (t *nodes) descend(node int32, above global, moved bool) {
	trail := t.trails[node]
	if !moved && trail.below != t.now {
		return
	}
	g := &t.globals[node]
	if moved = moved || trail.moved == t.now; moved {
		l := &t.locals[node]
		g.X, g.Y = above.X+l.X, above.Y+l.Y
	}
	for _, child := range t.children[node] {
		t.descend(child, *g, moved)
	}
}

func (t *nodes) check() error {
	moves := t.turns.of()
	locals := make([]float64, len(moves))
	for i, k := range moves {
		locals[i] = float64(k * t.writes)
	}
	for i, want := range t.shape.globals(locals) {
		if g := t.globals[i]; g.X != want || g.Y != -want {
			return fmt.Errorf("row %d is at %v, expected %v and %v", i, g, want, -want)
		}
	}
	return nil
}

// treeFloors make their tree when they are built: a plan makes none, for it
// would lie in the heap of every cell that is weighed or profiled.
func treeFloors(n int, tree string, k, times int) []scenarios.Cell {
	floor := func(form string, frame func(*nodes)) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			place := scenarios.NewPlacement(seed)
			t := &nodes{
				shape: newShape(n, tree), turns: newTurns(n, k), writes: times,
				locals: scenarios.Slice[local](place, n), globals: scenarios.Slice[global](place, n), trails: scenarios.Slice[trail](place, n),
			}
			return everyFrame(func() { frame(t) }, t.check)
		})
	}
	return []scenarios.Cell{
		floor("marked", func(t *nodes) {
			t.write(true)
			t.descend(0, global{}, false)
		}),
		floor("all", func(t *nodes) {
			t.write(false)
			t.all()
		}),
	}
}
