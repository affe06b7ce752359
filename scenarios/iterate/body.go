package iterate

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// body: as pair, but the body also runs a chain of multiplications that the
// compiler does not inline, a step of which takes about one nanosecond. The form
// is how the pass is written (see forms) and in which order the storage has the
// two components (see shuffled): "slices" and "each" in one order, "gather" over
// slices in two. From some cost of the body on, neither matters any more.
//
// Floor: the same over two slices.
var body = scenarios.Scenario{
	Name: "iterate/body",
	Doc:  "From what cost of its body on does it not matter how a pass is written, and on which storage?",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "body", Value: "steps of the chain an entity, about 1 ns each"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, nil, []int{1000, 10000}) {
			for _, steps := range p.Sizes(nil, nil, []int{1, 3, 10, 30, 100, 300, 1000}) {
				if p == scenarios.Small {
					steps = 4
				}
				f := scenarios.Family{
					Scenario: "iterate/body", Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("body", steps)},
					N: n, Unit: "entity",
					Cells: []scenarios.Cell{scenarios.FloorCell("index", func(seed uint64) scenarios.Kernel {
						return labourFloor(n, steps, 1, seed)
					})},
				}
				for _, form := range []string{"slices", "each", "gather"} {
					f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), form,
						func(b ecs.Backend, seed uint64) (scenarios.Kernel, error) {
							return newBody(b, n, steps, form, seed)
						})...)
				}
				out = append(out, f)
			}
		}
		return out
	},
}

func newBody(b ecs.Backend, n, steps int, form string, seed uint64) (scenarios.Kernel, error) {
	ordered := func(b ecs.Backend, n int, _ uint64) (*motion, error) { return build(b, n) }
	if form == "gather" {
		ordered = buildShuffled
	}
	m, err := ordered(b, n, seed)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	if form == "each" {
		work := func(_ ecs.Entity, p *position, v *velocity) {
			p.X += v.X + labour(uint64(v.X), steps)
			p.Y += v.Y
		}
		return m.labouring(steps, func() error { return ecs.Each2(m.query, m.pos, m.vel, work) }), nil
	}
	return m.labouring(steps, func() error { return m.labourPass(steps) }), nil
}
