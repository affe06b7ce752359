package iterate

import (
	"errors"
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

type (
	position = component.Position
	velocity = component.Velocity
)

// start and speed are where entity i begins and how fast it moves.
func start(i int) position { return position{X: float64(i), Y: float64(-i)} }
func speed(i int) velocity { return velocity{X: float64(i%5 + 1), Y: float64(i%3) - 1} }

// after is the oracle: where entity i is after some passes.
func after(i, passes int) position {
	p, v, k := start(i), speed(i), float64(passes)
	return position{X: p.X + k*v.X, Y: p.Y + k*v.Y}
}

// motion is position += velocity over all that have both.
type motion struct {
	world  *ecs.World
	query  *ecs.Query
	pos    *ecs.View[position]
	vel    *ecs.View[velocity]
	es     []ecs.Entity // es[i] began at start(i)
	passes int
}

// newMotion makes the workload over a world with both components registered
// and the entities in it. Those are the ones that the terms leave.
func newMotion(w *ecs.World, es []ecs.Entity, terms ...ecs.Term) (*motion, error) {
	m := &motion{world: w, es: es, pos: ecs.Write[position](), vel: ecs.Read[velocity]()}
	q, err := w.Query(append(terms, m.pos, m.vel)...)
	if err != nil {
		return nil, err
	}
	m.query = q
	return m, m.place()
}

// place gives the entities the values that they begin with.
func (m *motion) place() error {
	ps, err := ecs.NewAccess[position](m.world)
	if err != nil {
		return err
	}
	vs, err := ecs.NewAccess[velocity](m.world)
	if err != nil {
		return err
	}
	for i, e := range m.es {
		*ps.Untracked(e), *vs.Untracked(e) = start(i), speed(i)
	}
	return nil
}

func (m *motion) run(n int) {
	for range n {
		m.pass()
	}
	m.passes += n
}

func (m *motion) pass() { component.Move(m.query, m.pos, m.vel) }

func (m *motion) check() error {
	return errors.Join(m.checkValues(), m.checkCount())
}

func (m *motion) checkValues() error {
	a, err := ecs.NewAccess[position](m.world)
	if err != nil {
		return err
	}
	for i, e := range m.es {
		p := a.Get(e)
		switch want := after(i, m.passes); {
		case p == nil:
			return fmt.Errorf("entity %d of %d has no position", i, len(m.es))
		case *p != want:
			return fmt.Errorf("entity %d of %d is at %v after %d passes, expected %v", i, len(m.es), *p, m.passes, want)
		}
	}
	return nil
}

func (m *motion) checkCount() error {
	if m.world.Len() != len(m.es) {
		return fmt.Errorf("%d entities live, expected %d", m.world.Len(), len(m.es))
	}
	return nil
}

func (m *motion) kernel() scenarios.Kernel { return scenarios.Kernel{Run: m.run, Check: m.check} }

// world makes a world of the backend with both components registered.
func world(b ecs.Backend, options ...ecs.ComponentOption) *ecs.World {
	o := ecs.DefaultOptions()
	o.Created = false
	w := b.New(o)
	ecs.Register[position](w, options...)
	ecs.Register[velocity](w, options...)
	return w
}

// spawnBoth makes n entities with both components in one batch.
func spawnBoth(w *ecs.World, n int, also ...ecs.Component) ([]ecs.Entity, error) {
	sp, err := w.Spawner(ecs.Write[position](), ecs.Write[velocity](), ecs.All(also...))
	if err != nil {
		return nil, err
	}
	es := make([]ecs.Entity, n)
	return es, sp.Into(es, nil)
}

// build is the common shape of a cell: a world of n entities, and the workload.
func build(b ecs.Backend, n int, options ...ecs.ComponentOption) (*motion, error) {
	w := world(b, options...)
	es, err := spawnBoth(w, n)
	if err != nil {
		return nil, err
	}
	return newMotion(w, es)
}

// motionCells are the cells of a family whose kernel is motion.
func motionCells(backends []ecs.Backend, form string, build func(b ecs.Backend, seed uint64) (*motion, error)) []scenarios.Cell {
	return scenarios.Cells(scenarios.Storages(backends), form, func(b ecs.Backend, seed uint64) (scenarios.Kernel, error) {
		m, err := build(b, seed)
		if err != nil {
			return scenarios.Kernel{}, err
		}
		return m.kernel(), nil
	})
}
