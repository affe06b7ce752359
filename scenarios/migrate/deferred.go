package migrate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// deferred: a system queues that each of n entities gets a component with a
// value, which is done at its end; another run queues that they lose it. That
// is how code changes what it iterates over. The form "commands" is the world's
// own queue of dense words. The form "closures" is what one writes without one:
// a list of boxed functions, run at the end of the system; each uses an
// exchange that is prepared.
//
// Checked is, beside what the other scenarios check, that the values arrive.
//
// Floor: queues of numbers and values, and a bit and a value for each entity.
var deferred = scenarios.Scenario{
	Name:   "migrate/deferred",
	Doc:    "What does it cost to queue that components are added and removed, and to do so later?",
	Source: "Bevy, insert_commands; claim B11.2",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "carry", Value: "components of 16 bytes that they carry along"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000}) {
			for _, carry := range p.Sizes(nil, []int{1}, []int{1, 10}) {
				if p == scenarios.Small {
					carry = 3
				}
				f := scenarios.Family{
					Scenario: "migrate/deferred", Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("carry", carry)},
					N: n, Unit: "entity", Allocs: true,
					Cells: []scenarios.Cell{queueFloor(n)},
				}
				for _, form := range []string{"commands", "closures"} {
					f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
						return newQueued(b, n, component.Others(16, carry), form)
					})...)
				}
				out = append(out, f)
			}
		}
		return out
	},
}

// queued are bearers whose components come and go by what systems queue.
type queued struct {
	*bearers
	system *ecs.System
	set    *ecs.Exchange // that of closures: it gives the value too
	value  *ecs.View[stun]
	queue  []func()
}

// blow is the value that entity i gets.
func blow(i int) stun { return stun{Left: float64(i), Strength: 1} }

func newQueued(b ecs.Backend, n int, kinds []component.Kind, form string) (scenarios.Kernel, error) {
	r, err := newBearers(b, n, kinds, stunned())
	if err != nil {
		return scenarios.Kernel{}, err
	}
	q := &queued{bearers: r, system: r.world.System("queue"), value: ecs.Write[stun]()}
	if q.set, err = r.world.Exchange(ecs.Setting(q.value)); err != nil {
		return scenarios.Kernel{}, err
	}
	insert, remove := q.insertByCommands, q.removeByCommands
	if form == "closures" {
		insert, remove = q.insertByClosures, q.removeByClosures
	}
	return scenarios.Kernel{
		Run: func(n int) {
			for range n {
				q.run(insert)
				q.run(remove)
			}
		},
		Check: func() error {
			if err := q.check(); err != nil {
				return err
			}
			q.run(insert)
			if err := q.checkValues(); err != nil {
				return err
			}
			q.run(remove)
			return q.checkSets(false)
		},
	}, nil
}

// run runs the system, which queues, and what it has queued.
func (q *queued) run(fill func()) {
	must(q.world.Begin(q.system))
	fill()
	must(q.world.End())
	for _, f := range q.queue {
		f()
	}
	clear(q.queue)
	q.queue = q.queue[:0]
}

func (q *queued) insertByCommands() {
	commands := q.world.Commands()
	for i, e := range q.es {
		must(ecs.Put(commands, e, blow(i)))
	}
}

func (q *queued) removeByCommands() {
	commands := q.world.Commands()
	for _, e := range q.es {
		commands.Remove(e, q.given)
	}
}

func (q *queued) insertByClosures() {
	for i, e := range q.es {
		value := blow(i)
		q.queue = append(q.queue, func() {
			c, err := q.set.One(e)
			must(err)
			*q.value.At(c, 0) = value
		})
	}
}

func (q *queued) removeByClosures() {
	for _, e := range q.es {
		q.queue = append(q.queue, func() {
			_, err := q.take.One(e)
			must(err)
		})
	}
}

func (q *queued) checkValues() error {
	a, err := ecs.NewAccess[stun](q.world)
	if err != nil {
		return err
	}
	for i, e := range q.es {
		if got := a.Get(e); got == nil || *got != blow(i) {
			return fmt.Errorf("entity %d was given %v, expected %v", i, got, blow(i))
		}
	}
	return nil
}

// must ends a kernel that cannot go on; the harness reports it as incorrect.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func queueFloor(n int) scenarios.Cell {
	type entry struct {
		i     uint32
		value stun
	}
	return scenarios.FloorCell("queue", func(seed uint64) scenarios.Kernel {
		f := newFlags(point{n: n}, seed)
		inserts, removes := make([]entry, 0, n), make([]uint32, 0, n)
		give := func() {
			has, values := f.has, f.values
			inserts = inserts[:0]
			for _, i := range f.order {
				inserts = append(inserts, entry{i, blow(int(i))})
			}
			for k := range inserts {
				x := &inserts[k]
				has[x.i>>6] |= 1 << (x.i & 63)
				values[x.i] = x.value
			}
		}
		take := func() {
			has := f.has
			removes = append(removes[:0], f.order...)
			for _, i := range removes {
				has[i>>6] &^= 1 << (i & 63)
			}
		}
		return twice(give, take, func() error {
			if err := f.check(); err != nil {
				return err
			}
			give()
			defer take()
			for i, got := range f.values {
				if f.has[i>>6]>>(i&63)&1 == 0 || got != blow(i) {
					return fmt.Errorf("row %d was given %v, expected %v", i, got, blow(i))
				}
			}
			return nil
		})
	})
}
