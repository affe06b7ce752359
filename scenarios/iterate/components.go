package iterate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// components: a position gains the sum of all other components of its entity,
// of which there are up to seven. In order "same" they were all spawned with
// them in one batch; in order "shuffled" each component was added in a random
// order of its own.
//
// Floor: the same sum over as many slices, in one order.
var components = scenarios.Scenario{
	Name:   "iterate/components",
	Doc:    "What does it cost to visit 1 to 8 components of every entity?",
	Source: "Bevy, wide iteration; claim B5.2a",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "components", Value: "components of each that the pass asks for"},
		{Key: "order", Value: "same: spawned with all of them; shuffled: each added in an order of its own"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000, 100000}) {
			for _, count := range p.Sizes(nil, []int{1, 5}, []int{1, 2, 3, 5, 8}) {
				if p == scenarios.Small {
					count = 8
				}
				for _, order := range []string{"same", "shuffled"} {
					if count == 1 && order == "shuffled" {
						continue
					}
					out = append(out, scenarios.Family{
						Scenario: "iterate/components",
						Params:   []scenarios.Param{scenarios.Int("n", n), scenarios.Int("components", count), {Key: "order", Value: order}},
						N:        n, Unit: "entity", Bytes: float64(16 * (count + 1)),
						Cells: append(wideFloors(n, count), scenarios.Cells(scenarios.Storages(backends), "",
							func(b ecs.Backend, seed uint64) (scenarios.Kernel, error) {
								return newWide(b, n, count, order, seed)
							})...),
					})
				}
			}
		}
		return out
	},
}

// The other components of wide, 16 bytes each.
type (
	c0 = component.Other[[2]float64, [0]byte]
	c1 = component.Other[[2]float64, [1]byte]
	c2 = component.Other[[2]float64, [2]byte]
	c3 = component.Other[[2]float64, [3]byte]
	c4 = component.Other[[2]float64, [4]byte]
	c5 = component.Other[[2]float64, [5]byte]
	c6 = component.Other[[2]float64, [6]byte]
)

// wide is position += the sum of the others.
type wide struct {
	world  *ecs.World
	es     []ecs.Entity
	count  int
	passes int

	query *ecs.Query
	pos   *ecs.View[position]
	v0    *ecs.View[c0]
	v1    *ecs.View[c1]
	v2    *ecs.View[c2]
	v3    *ecs.View[c3]
	v4    *ecs.View[c4]
	v5    *ecs.View[c5]
	v6    *ecs.View[c6]
}

func newWide(b ecs.Backend, n, count int, order string, seed uint64) (scenarios.Kernel, error) {
	w := &wide{
		world: world(b), es: make([]ecs.Entity, n), count: count, pos: ecs.Write[position](),
		v0: ecs.Read[c0](), v1: ecs.Read[c1](), v2: ecs.Read[c2](), v3: ecs.Read[c3](),
		v4: ecs.Read[c4](), v5: ecs.Read[c5](), v6: ecs.Read[c6](),
	}
	kinds := component.Others(16, count-1)
	component.Register(w.world, kinds)
	terms := []ecs.Term{ecs.All(ecs.Of[position]())}
	if order == "same" {
		terms = append(terms, ecs.All(component.Names(kinds)...))
	}
	sp, err := w.world.Spawner(terms...)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	if err := sp.Into(w.es, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	if order == "shuffled" {
		for i, k := range kinds {
			x, err := w.world.Exchange(ecs.Adding(k.Of))
			if err != nil {
				return scenarios.Kernel{}, err
			}
			if err := x.Batch(scenarios.Shuffled(w.es, seed+uint64(i)), nil); err != nil {
				return scenarios.Kernel{}, err
			}
		}
	}
	if err := component.Fill(w.world, kinds, w.es); err != nil {
		return scenarios.Kernel{}, err
	}
	views := []ecs.Term{w.pos, w.v0, w.v1, w.v2, w.v3, w.v4, w.v5, w.v6}
	if w.query, err = w.world.Query(views[:count]...); err != nil {
		return scenarios.Kernel{}, err
	}
	pass := map[int]func(*ecs.Chunk){1: w.one, 2: w.two, 3: w.three, 5: w.five, 8: w.eight}[count]
	return scenarios.Kernel{Check: w.check, Run: func(n int) {
		for range n {
			if err := w.query.Open(); err != nil {
				panic(err)
			}
			for c := w.query.Next(); c != nil; c = w.query.Next() {
				pass(c)
			}
		}
		w.passes += n
	}}, nil
}

func (w *wide) check() error {
	a, err := ecs.NewAccess[position](w.world)
	if err != nil {
		return err
	}
	for i, e := range w.es {
		if p, want := a.Get(e), float64(w.passes)*gain(i, w.count); p == nil || p.X != want || p.Y != want {
			return fmt.Errorf("entity %d is at %v after %d passes, expected %v twice", i, p, w.passes, want)
		}
	}
	return nil
}

// gain is what entity i moves in a pass: the sum of what component.Fill gives
// it, or 1 if there is nothing to add.
func gain(i, count int) float64 {
	if count == 1 {
		return 1
	}
	sum := 0.0
	for number := range count - 1 {
		sum += component.Value(i, number)
	}
	return sum
}

func (w *wide) one(c *ecs.Chunk) {
	if c.Dense {
		ps := w.pos.Slice(c)
		for i := range ps {
			ps[i].X++
			ps[i].Y++
		}
		return
	}
	ps, rows := w.pos.Rows(c)
	for _, row := range rows {
		ps[row].X++
		ps[row].Y++
	}
}

func (w *wide) two(c *ecs.Chunk) {
	if c.Dense {
		add(w.pos.Slice(c), w.v0.Slice(c))
		return
	}
	ps, pr := w.pos.Rows(c)
	s0, r0 := w.v0.Rows(c)
	for k := range pr {
		p, a := &ps[pr[k]], &s0[r0[k]].Value
		p.X += a[0]
		p.Y += a[1]
	}
}

func (w *wide) three(c *ecs.Chunk) {
	if c.Dense {
		addThree(w.pos.Slice(c), w.v0.Slice(c), w.v1.Slice(c))
		return
	}
	ps, pr := w.pos.Rows(c)
	s0, r0 := w.v0.Rows(c)
	s1, r1 := w.v1.Rows(c)
	for k := range pr {
		p, a, b := &ps[pr[k]], &s0[r0[k]].Value, &s1[r1[k]].Value
		p.X += a[0] + b[0]
		p.Y += a[1] + b[1]
	}
}

func addThree(ps []position, s0 []c0, s1 []c1) {
	s0, s1 = s0[:len(ps)], s1[:len(ps)]
	for i := range ps {
		p, a, b := &ps[i], &s0[i].Value, &s1[i].Value
		p.X += a[0] + b[0]
		p.Y += a[1] + b[1]
	}
}

func (w *wide) five(c *ecs.Chunk) {
	if c.Dense {
		addFive(w.pos.Slice(c), w.v0.Slice(c), w.v1.Slice(c), w.v2.Slice(c), w.v3.Slice(c))
		return
	}
	ps, pr := w.pos.Rows(c)
	s0, r0 := w.v0.Rows(c)
	s1, r1 := w.v1.Rows(c)
	s2, r2 := w.v2.Rows(c)
	s3, r3 := w.v3.Rows(c)
	for k := range pr {
		p, a, b, d, e := &ps[pr[k]], &s0[r0[k]].Value, &s1[r1[k]].Value, &s2[r2[k]].Value, &s3[r3[k]].Value
		p.X += a[0] + b[0] + d[0] + e[0]
		p.Y += a[1] + b[1] + d[1] + e[1]
	}
}

func addFive(ps []position, s0 []c0, s1 []c1, s2 []c2, s3 []c3) {
	s0, s1, s2, s3 = s0[:len(ps)], s1[:len(ps)], s2[:len(ps)], s3[:len(ps)]
	for i := range ps {
		p, a, b, d, e := &ps[i], &s0[i].Value, &s1[i].Value, &s2[i].Value, &s3[i].Value
		p.X += a[0] + b[0] + d[0] + e[0]
		p.Y += a[1] + b[1] + d[1] + e[1]
	}
}

func (w *wide) eight(c *ecs.Chunk) {
	if c.Dense {
		addEight(w.pos.Slice(c), w.v0.Slice(c), w.v1.Slice(c), w.v2.Slice(c), w.v3.Slice(c), w.v4.Slice(c), w.v5.Slice(c), w.v6.Slice(c))
		return
	}
	ps, pr := w.pos.Rows(c)
	s0, r0 := w.v0.Rows(c)
	s1, r1 := w.v1.Rows(c)
	s2, r2 := w.v2.Rows(c)
	s3, r3 := w.v3.Rows(c)
	s4, r4 := w.v4.Rows(c)
	s5, r5 := w.v5.Rows(c)
	s6, r6 := w.v6.Rows(c)
	for k := range pr {
		p, a, b, d, e := &ps[pr[k]], &s0[r0[k]].Value, &s1[r1[k]].Value, &s2[r2[k]].Value, &s3[r3[k]].Value
		f, g, h := &s4[r4[k]].Value, &s5[r5[k]].Value, &s6[r6[k]].Value
		p.X += a[0] + b[0] + d[0] + e[0] + f[0] + g[0] + h[0]
		p.Y += a[1] + b[1] + d[1] + e[1] + f[1] + g[1] + h[1]
	}
}

func addEight(ps []position, s0 []c0, s1 []c1, s2 []c2, s3 []c3, s4 []c4, s5 []c5, s6 []c6) {
	s0, s1, s2, s3 = s0[:len(ps)], s1[:len(ps)], s2[:len(ps)], s3[:len(ps)]
	s4, s5, s6 = s4[:len(ps)], s5[:len(ps)], s6[:len(ps)]
	for i := range ps {
		p, a, b, d, e := &ps[i], &s0[i].Value, &s1[i].Value, &s2[i].Value, &s3[i].Value
		f, g, h := &s4[i].Value, &s5[i].Value, &s6[i].Value
		p.X += a[0] + b[0] + d[0] + e[0] + f[0] + g[0] + h[0]
		p.Y += a[1] + b[1] + d[1] + e[1] + f[1] + g[1] + h[1]
	}
}
