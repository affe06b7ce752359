package apps

import (
	"fmt"

	"ecslab/ecs"
)

// local and global are where a node is, as seen from its parent and from the
// root.
type (
	local  struct{ X, Y float64 }
	global struct{ X, Y float64 }
)

// trail says in which frame a node, or one below it, moved.
type trail struct {
	below uint32 // frame in which the node or one below it moved
	moved uint32 // frame in which it moved itself
}

// shape is who is whose child. Node 0 is the root, and parents come before
// their children.
type shape struct {
	parent   []int32 // of the root: -1
	children [][]int32
}

// newShape makes a flat tree, in which the root has a hundredth of the nodes as
// children and these the rest; or a deep one, in which chains of 100 nodes hang
// from the root.
func newShape(n int, form string) *shape {
	s := &shape{parent: make([]int32, n), children: make([][]int32, n)}
	s.parent[0] = -1
	middle := max(n/100, 1)
	for i := 1; i < n; i++ {
		switch {
		case form == "deep" && i%100 != 1:
			s.parent[i] = int32(i - 1)
		case form == "flat" && i > middle:
			s.parent[i] = int32(1 + i%middle)
		}
		p := s.parent[i]
		s.children[p] = append(s.children[p], int32(i))
	}
	return s
}

// globals are the sums along the paths from the root.
func (s *shape) globals(locals []float64) []float64 {
	out := make([]float64, len(locals))
	for i, x := range locals {
		if p := s.parent[i]; p >= 0 {
			x += out[p]
		}
		out[i] = x
	}
	return out
}

// tree is a world of nodes.
type tree struct {
	world *ecs.World
	*shape
	es     []ecs.Entity // by node
	nodeOf []int32      // by entity index
	turns  *turns
	writes int // a node and frame
	now    uint32

	locals  *ecs.Access[local]
	globals *ecs.Access[global]
	trails  *ecs.Access[trail]
	system  *ecs.System
	changed *ecs.Query // nil where nothing is tracked
}

func newTree(b ecs.Backend, s *shape, k, writes int, track bool) (*tree, error) {
	o := ecs.DefaultOptions()
	o.Created = false
	n := len(s.parent)
	t := &tree{world: b.New(o), shape: s, es: make([]ecs.Entity, n), turns: newTurns(n, k), writes: writes}
	kinds := ecs.Kinds(0)
	if track {
		kinds = ecs.Changed
	}
	ecs.Register[local](t.world, ecs.Track(kinds))
	ecs.Register[global](t.world)
	ecs.Register[trail](t.world)
	sp, err := t.world.Spawner(ecs.All(ecs.Of[local](), ecs.Of[global](), ecs.Of[trail]()))
	if err != nil {
		return nil, err
	}
	if err := sp.Into(t.es, nil); err != nil {
		return nil, err
	}
	for i, e := range t.es {
		for int(e.Index()) >= len(t.nodeOf) {
			t.nodeOf = append(t.nodeOf, -1)
		}
		t.nodeOf[e.Index()] = int32(i)
	}
	if t.locals, err = ecs.NewAccess[local](t.world); err != nil {
		return nil, err
	}
	if t.globals, err = ecs.NewAccess[global](t.world); err != nil {
		return nil, err
	}
	if t.trails, err = ecs.NewAccess[trail](t.world); err != nil {
		return nil, err
	}
	t.system = t.world.System("propagate")
	if track {
		if t.changed, err = t.world.Query(ecs.All(ecs.Of[local]()), ecs.AllChanged(ecs.Of[local]())); err != nil {
			return nil, err
		}
		for range 2 { // the build is changed, too
			t.propagateChanged()
			must(t.world.EndFrame(1))
		}
	}
	return t, nil
}

// write moves those whose turn it is; each write is followed by then.
func (t *tree) write(then func(node int32)) {
	a, b := t.turns.frame()
	for _, part := range [2][]uint32{a, b} {
		for _, i := range part {
			for range t.writes {
				l := t.locals.Mut(t.es[i])
				l.X++
				l.Y--
				if then != nil {
					then(int32(i))
				}
			}
		}
	}
}

// propagateChanged finds what moved, marks the way to the root from there, and
// goes down only where it is marked.
func (t *tree) propagateChanged() {
	t.now++
	must(t.world.Begin(t.system))
	must(t.changed.Open())
	for c := t.changed.Next(); c != nil; c = t.changed.Next() {
		for k := range c.N {
			t.mark(t.nodeOf[c.Entities.At(k).Index()])
		}
	}
	t.descend(0, global{}, false)
	must(t.world.End())
}

func (t *tree) mark(node int32) {
	t.trails.Untracked(t.es[node]).moved = t.now
	for node >= 0 {
		trail := t.trails.Untracked(t.es[node])
		if trail.below == t.now {
			return
		}
		trail.below = t.now
		node = t.parent[node]
	}
}

// descend brings a node up to date, and those below it.
func (t *tree) descend(node int32, above global, moved bool) {
	e := t.es[node]
	trail := t.trails.Get(e)
	if !moved && trail.below != t.now {
		return
	}
	g := t.globals.Untracked(e)
	if moved = moved || trail.moved == t.now; moved {
		l := t.locals.Get(e)
		g.X, g.Y = above.X+l.X, above.Y+l.Y
	}
	for _, child := range t.children[node] {
		t.descend(child, *g, moved)
	}
}

// propagateAll brings a node and all below it up to date.
func (t *tree) propagateAll(node int32, above global) {
	e := t.es[node]
	l, g := t.locals.Get(e), t.globals.Untracked(e)
	g.X, g.Y = above.X+l.X, above.Y+l.Y
	for _, child := range t.children[node] {
		t.propagateAll(child, *g)
	}
}

// propagateFrom is propagateAll from a node whose parent is up to date.
func (t *tree) propagateFrom(node int32) {
	above := global{}
	if p := t.parent[node]; p >= 0 {
		above = *t.globals.Get(t.es[p])
	}
	t.propagateAll(node, above)
}

func (t *tree) check() error {
	if t.changed != nil {
		t.propagateChanged() // what shows a frame late
		if err := t.world.EndFrame(1); err != nil {
			return err
		}
	}
	moves := t.turns.of()
	locals := make([]float64, len(moves))
	for i, k := range moves {
		locals[i] = float64(k * t.writes)
	}
	for i, want := range t.shape.globals(locals) {
		if g := t.globals.Get(t.es[i]); g == nil || g.X != want || g.Y != -want {
			return fmt.Errorf("node %d is at %v, expected %v and %v", i, g, want, -want)
		}
	}
	return nil
}
