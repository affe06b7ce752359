package spawn

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// deferred: the world is emptied; a system queues n spawns with two values
// each, which are applied at its end. The form "commands" is the world's own
// queue of dense words. The form "closures" is what one writes without one: a
// list of boxed functions, run at the end of the system. It reserves no handle
// beforehand, so it can do less.
//
// Floor: rows that are filled from a queue of values.
var deferred = scenarios.Scenario{
	Name:       "spawn/deferred",
	Doc:        "What does it cost to queue spawns and apply them later?",
	Source:     "claim B11.2",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000}) {
			f := scenarios.Family{
				Scenario: "spawn/deferred", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "entity", Allocs: true,
				Cells: []scenarios.Cell{queueFloor(n)},
			}
			f.Cells = append(f.Cells, deferredCells(backends, "commands", n)...)
			f.Cells = append(f.Cells, deferredCells(backends, "closures", n)...)
			out = append(out, f)
		}
		return out
	},
}

func deferredCells(backends []ecs.Backend, form string, n int) []scenarios.Cell {
	return scenarios.Cells(scenarios.Storages(backends), form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
		f, err := newFlock(b, n, pairOnly)
		if err != nil {
			return scenarios.Kernel{}, err
		}
		f.batch(f.es, 0)
		system := f.world.System("spawn")
		step := func() { f.queueCommands(system) }
		if form == "closures" {
			var queue []func()
			step = func() { queue = f.queueClosures(system, queue[:0]) }
		}
		return scenarios.Kernel{Check: f.check, Run: func(n int) {
			for range n {
				step()
			}
		}}, nil
	})
}

func (f *flock) queueCommands(system *ecs.System) {
	must(f.world.Reset())
	must(f.world.Begin(system))
	commands := f.world.Commands()
	for i := range f.es {
		e, err := commands.Spawn()
		must(err)
		must(ecs.Put(commands, e, placed(i)))
		must(ecs.Put(commands, e, pushed(i)))
		f.es[i] = e
	}
	must(f.world.End())
}

func (f *flock) queueClosures(system *ecs.System, queue []func()) []func() {
	must(f.world.Reset())
	must(f.world.Begin(system))
	for i := range f.es {
		p, v := placed(i), pushed(i)
		queue = append(queue, func() {
			e, c, err := f.spawner.Spawn()
			must(err)
			*f.pos.At(c, 0), *f.vel.At(c, 0) = p, v
			f.es[i] = e
		})
	}
	must(f.world.End())
	for _, run := range queue {
		run()
	}
	clear(queue)
	return queue
}

func queueFloor(n int) scenarios.Cell {
	type entry struct {
		p position
		v velocity
	}
	return scenarios.FloorCell("queue", func(seed uint64) scenarios.Kernel {
		r := newRows(n, pairOnly, seed)
		queue := make([]entry, 0, n)
		return scenarios.Kernel{Check: r.check, Run: func(times int) {
			for range times {
				queue = queue[:0]
				for i := range n {
					queue = append(queue, entry{placed(i), pushed(i)})
				}
				for i := range queue {
					r.ps[i], r.vs[i], r.rowOf[i] = queue[i].p, queue[i].v, uint32(i)
				}
			}
		}}
	})
}
