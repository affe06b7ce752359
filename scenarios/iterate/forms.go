package iterate

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// forms: as pair, written in the ways that package ecs offers: over slices in
// two loops, by At of every match, with a callback (Each2) and as a range
// loop (Range2).
var forms = scenarios.Scenario{
	Name:       "iterate/forms",
	Doc:        "What do the convenient ways to write a pass cost?",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, nil, []int{1000, 10000, 100000}) {
			f := scenarios.Family{
				Scenario: "iterate/forms", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "entity", Bytes: motionBytes, Allocs: true, Cells: denseFloors(n),
			}
			for _, form := range []struct {
				name string
				pass func(*motion)
			}{{"slices", (*motion).pass}, {"at", (*motion).passAt}, {"each", (*motion).passEach}, {"range", (*motion).passRange}} {
				f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), form.name,
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
						m, err := build(b, n)
						if err != nil {
							return scenarios.Kernel{}, err
						}
						return scenarios.Kernel{Check: m.check, Run: func(n int) {
							for range n {
								form.pass(m)
							}
							m.passes += n
						}}, nil
					})...)
			}
			out = append(out, f)
		}
		return out
	},
}

func (m *motion) passAt() {
	if err := m.query.Open(); err != nil {
		panic(err)
	}
	for c := m.query.Next(); c != nil; c = m.query.Next() {
		for k := range c.N {
			p, v := m.pos.At(c, k), m.vel.At(c, k)
			p.X += v.X
			p.Y += v.Y
		}
	}
}

func (m *motion) passEach() {
	if err := ecs.Each2(m.query, m.pos, m.vel, func(_ ecs.Entity, p *position, v *velocity) {
		p.X += v.X
		p.Y += v.Y
	}); err != nil {
		panic(err)
	}
}

func (m *motion) passRange() {
	for p, v := range ecs.Range2(m.query, m.pos, m.vel) {
		p.X += v.X
		p.Y += v.Y
	}
	if err := m.query.Err(); err != nil {
		panic(err)
	}
}
