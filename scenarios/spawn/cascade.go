package spawn

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// cascade: a tree of entities is spawned, a root with ten children, each of
// which has ten of its own, and so on; then the root is despawned, and with it
// all that descend from it. Who is whose child is kept in a list for each
// parent. In the form "hooks" every despawn despawns its children first, one
// by one, as despawn hooks do. In the form "collected" all that descend are
// collected first and go in one call.
//
// Floor: rows filled and forgotten.
var cascade = scenarios.Scenario{
	Name:       "spawn/cascade",
	Doc:        "What does it cost to despawn a tree of entities, child by child or collected first?",
	Source:     "claim B13.3",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities in the tree"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{1000}, []int{100, 1000, 10000}) {
			f := scenarios.Family{
				Scenario: "spawn/cascade", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "entity", Cells: fillFloors(n, pairOnly),
			}
			for _, form := range []string{"hooks", "collected"} {
				f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
					return newTree(b, n, form)
				})...)
			}
			out = append(out, f)
		}
		return out
	},
}

// tree is a flock in which entity i has the children 10i+1 … 10i+10.
type tree struct {
	*flock
	doomed []ecs.Entity // scratch of collect
}

func (t *tree) children(i int) (first, last int) {
	return min(10*i+1, len(t.es)), min(10*i+10, len(t.es)-1)
}

func newTree(b ecs.Backend, n int, form string) (scenarios.Kernel, error) {
	f, err := newFlock(b, n, pairOnly)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	t := &tree{f, make([]ecs.Entity, 0, n)}
	return scenarios.Kernel{
		Run: func(n int) {
			for range n {
				t.batch(t.es, 0)
				if form == "hooks" {
					t.hook(0)
					continue
				}
				t.doomed = t.doomed[:0]
				t.collect(0)
				must(t.world.Despawn(t.doomed...))
			}
		},
		Check: func() error {
			for i, e := range t.es {
				if t.world.Alive(e) {
					return fmt.Errorf("entity %d lives", i)
				}
			}
			t.batch(t.es, 0)
			if err := t.check(); err != nil {
				return fmt.Errorf("spawned after all were despawned: %w", err)
			}
			return t.world.Despawn(t.es...)
		},
	}, nil
}

// hook despawns entity i after its children.
func (t *tree) hook(i int) {
	for first, last := t.children(i); first <= last; first++ {
		t.hook(first)
	}
	must(t.world.Despawn(t.es[i : i+1]...))
}

func (t *tree) collect(i int) {
	t.doomed = append(t.doomed, t.es[i])
	for first, last := t.children(i); first <= last; first++ {
		t.collect(first)
	}
}
