package apps

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// effects: in every frame a hundredth of n units is stunned, by a component
// that counts 20 frames and is declared sparse; those that are not stunned
// move; and those whose time is over lose the component again. A fifth of the
// world is stunned at any time.
//
// Floors: slices with a counter for each unit; and slices of those that are
// free beside a list of those whose time is over for each of the next frames.
var effects = scenarios.Scenario{
	Name:       "apps/effects",
	Doc:        "What does a frame cost in which status effects come, count and go?",
	Parameters: []scenarios.Param{{Key: "n", Value: "units"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes([]int{10000}, []int{10000}, []int{1000, 10000, 100000}) {
			out = append(out, scenarios.Family{
				Scenario: "apps/effects", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: 1, Unit: "frame",
				Cells: append(stunFloors(n), scenarios.Cells(scenarios.Storages(backends), "",
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newArena(b, n) })...),
			})
		}
		return out
	},
}

const stunned = 20 // frames

// arena is a world of units that are stunned now and then.
type arena struct {
	world  *ecs.World
	es     []ecs.Entity
	turns  *turns
	frames int

	give *ecs.Exchange
	left *ecs.View[stun]
	take *ecs.Exchange
	fill func(*ecs.Chunk)

	move  *ecs.Query
	pos   *ecs.View[position]
	vel   *ecs.View[velocity]
	count *ecs.Query
	stun  *ecs.View[stun]
	list  []ecs.Entity // scratch
}

func newArena(b ecs.Backend, n int) (scenarios.Kernel, error) {
	o := ecs.DefaultOptions()
	o.Created = false
	a := &arena{
		world: b.New(o), es: make([]ecs.Entity, n), turns: newTurns(n, share(n, 100)), list: make([]ecs.Entity, 0, n),
		left: ecs.Write[stun](), pos: ecs.Write[position](), vel: ecs.Read[velocity](), stun: ecs.Write[stun](),
	}
	ecs.Register[position](a.world)
	ecs.Register[velocity](a.world)
	ecs.Register[stun](a.world, ecs.InSparseSet())
	vs := ecs.Write[velocity]()
	sp, err := a.world.Spawner(ecs.Write[position](), vs)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	if err := sp.Into(a.es, func(c *ecs.Chunk) {
		for i := range c.N {
			vs.Slice(c)[i] = velocity{X: 1, Y: 2}
		}
	}); err != nil {
		return scenarios.Kernel{}, err
	}
	if a.give, err = a.world.Exchange(ecs.Setting(a.left)); err != nil {
		return scenarios.Kernel{}, err
	}
	if a.take, err = a.world.Exchange(ecs.Removing(ecs.Of[stun]())); err != nil {
		return scenarios.Kernel{}, err
	}
	if a.move, err = a.world.Query(a.pos, a.vel, ecs.None(ecs.Of[stun]())); err != nil {
		return scenarios.Kernel{}, err
	}
	if a.count, err = a.world.Query(a.stun); err != nil {
		return scenarios.Kernel{}, err
	}
	a.fill = a.start
	for range stunned {
		a.frame()
	}
	return everyFrame(a.frame, a.check), nil
}

func (a *arena) start(c *ecs.Chunk) {
	values, rows := a.left.Rows(c)
	for _, row := range rows {
		values[row] = stun{Left: stunned, Strength: 1}
	}
}

func (a *arena) frame() {
	list := a.list[:0]
	first, second := a.turns.frame()
	for _, part := range [2][]uint32{first, second} {
		for _, i := range part {
			list = append(list, a.es[i])
		}
	}
	must(a.give.Batch(list, a.fill))
	component.Move(a.move, a.pos, a.vel)
	must(a.take.Batch(a.countDown(list[:0]), nil))
	must(a.world.EndFrame(1))
	a.frames++
}

// countDown appends those whose time is over.
func (a *arena) countDown(over []ecs.Entity) []ecs.Entity {
	must(a.count.Open())
	for c := a.count.Next(); c != nil; c = a.count.Next() {
		values, rows := a.stun.Rows(c)
		for k, row := range rows {
			if values[row].Left--; values[row].Left == 0 {
				over = append(over, c.Entities.At(k))
			}
		}
	}
	return over
}

// stoodStill is for how many frames each unit has been stunned.
func stoodStill(t *turns, frames int) []int {
	out := t.of()
	for at, i := range t.order {
		had := out[i]
		out[i] = had * stunned
		if had > 0 { // only the last time may go on
			began := (at + (had-1)*len(t.order)) / t.k
			out[i] -= max(0, began+stunned-frames)
		}
	}
	return out
}

func (a *arena) check() error {
	ps, err := ecs.NewAccess[position](a.world)
	if err != nil {
		return err
	}
	for i, still := range stoodStill(a.turns, a.frames) {
		want := position{X: float64(a.frames - still), Y: float64(2 * (a.frames - still))}
		if p := ps.Get(a.es[i]); p == nil || *p != want {
			return fmt.Errorf("unit %d is at %v after %d frames, expected %v", i, p, a.frames, want)
		}
	}
	n, err := a.count.Count()
	if err != nil {
		return err
	}
	if want := min(a.frames, stunned-1) * a.turns.k; n != want {
		return fmt.Errorf("%d units are stunned, expected %d", n, want)
	}
	return nil
}

// stunFloors are slices with a counter for each unit, and slices of those that
// are free beside a list of those whose time is over in each of the next frames.
func stunFloors(n int) []scenarios.Cell {
	floor := func(form string, build func(seed uint64, turns *turns) (frame func(), at func(i int) position)) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			turns, frames := newTurns(n, share(n, 100)), 0
			frame, at := build(seed, turns)
			return everyFrame(func() { frame(); frames++ }, func() error {
				for i, still := range stoodStill(turns, frames) {
					if p, want := at(i), float64(frames-still); p.X != want || p.Y != 2*want {
						return fmt.Errorf("unit %d is at %v after %d frames, expected %v", i, p, frames, want)
					}
				}
				return nil
			})
		})
	}
	return []scenarios.Cell{
		floor("counters", func(seed uint64, turns *turns) (func(), func(int) position) {
			c := newCounters(n, seed)
			return func() { c.frame(turns) }, func(i int) position { return c.ps[i] }
		}),
		floor("buckets", func(seed uint64, turns *turns) (func(), func(int) position) {
			b := newBuckets(n, seed)
			return func() { b.frame(turns) }, func(i int) position { return b.at(uint32(i)) }
		}),
	}
}

// counters has unit i in row i.
type counters struct {
	ps   []position
	vs   []velocity
	left []int32 // frames for which the unit is still stunned
}

func newCounters(n int, seed uint64) *counters {
	place := scenarios.NewPlacement(seed)
	c := &counters{scenarios.Slice[position](place, n), scenarios.Slice[velocity](place, n), scenarios.Slice[int32](place, n)}
	for i := range c.vs {
		c.vs[i] = velocity{X: 1, Y: 2}
	}
	return c
}

func (c *counters) frame(turns *turns) {
	ps, vs, left := c.ps, c.vs, c.left
	a, b := turns.frame()
	for _, part := range [2][]uint32{a, b} {
		for _, i := range part {
			left[i] = stunned
		}
	}
	for i := range ps {
		if left[i] > 0 {
			left[i]--
			continue
		}
		ps[i].X += vs[i].X
		ps[i].Y += vs[i].Y
	}
}

// buckets has the units that are free in the first rows, in any order, and the
// others in a list for the frame in which their time is over.
type buckets struct {
	*counters
	unit  []uint32 // by row
	row   []uint32 // by unit; of those that are free
	still []stood  // by unit; of those that are not
	over  [stunned][]uint32
	now   int
	n     int // rows in use
}

type stood struct {
	p position
	v velocity
}

func newBuckets(n int, seed uint64) *buckets {
	b := &buckets{counters: newCounters(n, seed), unit: make([]uint32, n), row: make([]uint32, n), still: make([]stood, n), n: n}
	for i := range b.unit {
		b.unit[i], b.row[i] = uint32(i), uint32(i)
	}
	return b
}

func (b *buckets) frame(turns *turns) {
	list := b.over[b.now]
	for _, i := range list { // those whose time was over at the end of the frame before
		b.ps[b.n], b.vs[b.n], b.unit[b.n], b.row[i] = b.still[i].p, b.still[i].v, i, uint32(b.n)
		b.n++
	}
	list = list[:0]
	first, second := turns.frame()
	for _, part := range [2][]uint32{first, second} {
		for _, i := range part {
			row := b.row[i]
			b.still[i] = stood{b.ps[row], b.vs[row]}
			b.n--
			last := b.unit[b.n]
			b.ps[row], b.vs[row], b.unit[row], b.row[last] = b.ps[b.n], b.vs[b.n], last, row
			list = append(list, i)
		}
	}
	b.over[b.now] = list
	b.now = (b.now + 1) % stunned
	component.Advance(b.ps[:b.n], b.vs[:b.n])
}

func (b *buckets) at(i uint32) position {
	if row := b.row[i]; int(row) < b.n && b.unit[row] == i {
		return b.ps[row]
	}
	return b.still[i].p
}
