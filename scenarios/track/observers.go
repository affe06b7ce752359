package track

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// observers: a list of entities gets one more point each, and so many
// listeners learn of it. In the form "push" every write calls each listener
// with the entity at once, as observers do; nothing is tracked. In the form
// "pull" the write is marked, and each listener is a system that asks for what
// changed since it last ran. Each adds up the points that it is told of. Then
// the frame ends.
//
// Floors: the same calls over plain rows ("calls"); and a list of what changed
// that each listener goes through ("list").
var observers = scenarios.Scenario{
	Name:   "track/observers",
	Doc:    "Does it cost less to tell listeners of each change, or to let them ask?",
	Source: "claim B12.6",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "events", Value: "changes in a frame"},
		{Key: "listeners", Value: "who wants to know of them"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends)
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{10000, 100000}) {
			for _, events := range p.Sizes(nil, []int{100, 10000}, []int{10, 100, 1000, 10000, 100000}) {
				for _, listeners := range p.Sizes(nil, []int{1, 16}, []int{1, 4, 16}) {
					if p == scenarios.Small {
						events, listeners = 20, 3
					}
					if events > n {
						continue
					}
					f := scenarios.Family{
						Scenario: "track/observers",
						Params:   []scenarios.Param{scenarios.Int("n", n), scenarios.Int("events", events), scenarios.Int("listeners", listeners)},
						N:        events, Unit: "event", Cells: observerFloors(n, events, listeners),
					}
					for _, form := range []string{"push", "pull"} {
						f.Cells = append(f.Cells, scenarios.Cells(pairs, form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
							return newObserved(b, n, events, listeners, form)
						})...)
					}
					out = append(out, f)
				}
			}
		}
		return out
	},
}

// happening are the numbers of the entities that change in every frame.
func happening(n, events int) []int { return choose(n, "100", "scattered")[:events] }

// listener adds up what it is told.
type listener struct {
	sum   int64
	count int
}

func (l *listener) hear(points int64) {
	l.sum += points
	l.count++
}

// check compares it with what happened in some frames, each of which gave each
// of the entities one more point.
func (l *listener) check(marked []int, hidden, frames int) error {
	return checkFound(marked, l.sum, l.count, hidden, frames)
}

func newObserved(b ecs.Backend, n, events, listeners int, form string) (scenarios.Kernel, error) {
	h, err := newHerd(b, n, happening(n, events), form == "pull")
	if err != nil {
		return scenarios.Kernel{}, err
	}
	if form == "push" {
		return pushed(h, listeners), nil
	}
	return pulled(h, listeners)
}

func pushed(h *herd, listeners int) scenarios.Kernel {
	list := make([]*listener, listeners)
	var observers []func(e ecs.Entity, h *health)
	for i := range list {
		l := &listener{}
		list[i] = l
		observers = append(observers, func(_ ecs.Entity, h *health) { l.hear(h.Points) })
	}
	frames := 0
	return scenarios.Kernel{
		Run: func(n int) {
			access := h.access
			for range n {
				for _, e := range h.list {
					p := access.Untracked(e)
					p.Points++
					for _, o := range observers {
						o(e, p)
					}
				}
				must(h.world.EndFrame(1))
			}
			frames += n
		},
		Check: func() error { return checkListeners(h, list, 0, frames) },
	}
}

func pulled(h *herd, listeners int) (scenarios.Kernel, error) {
	var list []*frames
	for i := range listeners {
		f := &frames{herd: h, system: h.world.System(fmt.Sprint("listener ", i)), health: ecs.Read[health]()}
		var err error
		if f.query, err = h.world.Query(f.health, ecs.AllChanged(ecs.Of[health]())); err != nil {
			return scenarios.Kernel{}, err
		}
		list = append(list, f)
	}
	count := 0
	run := func(n int) {
		for range n {
			access := h.access
			for _, e := range h.list {
				access.Mut(e).Points++
			}
			for _, f := range list {
				must(h.world.Begin(f.system))
				f.find()
				must(h.world.End())
			}
			must(h.world.EndFrame(1))
		}
		count += n
	}
	run(2) // see newFrames
	for _, f := range list {
		f.sum, f.count = 0, 0
	}
	return scenarios.Kernel{Run: run, Check: func() error {
		heard := make([]*listener, len(list))
		for i, f := range list {
			heard[i] = &listener{f.sum, f.count}
		}
		return checkListeners(h, heard, 2, count)
	}}, nil
}

func checkListeners(h *herd, list []*listener, hidden, frames int) error {
	for i, l := range list {
		if err := l.check(h.marked, hidden, frames); err != nil {
			return fmt.Errorf("listener %d: %w", i, err)
		}
	}
	return h.checkPoints(frames)
}

func observerFloors(n, events, listeners int) []scenarios.Cell {
	floor := func(form string, frame func(values []health, order []uint32, list []*listener)) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			r := newRecords(n, nil, seed)
			marked, frames := happening(n, events), 0
			order, list := rowsOf(marked), make([]*listener, listeners)
			for i := range list {
				list[i] = &listener{}
			}
			return scenarios.Kernel{
				Run: func(n int) {
					for range n {
						frame(r.values, order, list)
					}
					frames += n
				},
				Check: func() error {
					for i, l := range list {
						if err := l.check(marked, 0, frames); err != nil {
							return fmt.Errorf("listener %d: %w", i, err)
						}
					}
					return checkRows(r.values, marked, frames)
				},
			}
		})
	}
	changed := make([]uint32, 0, events)
	return []scenarios.Cell{
		floor("calls", func(values []health, order []uint32, list []*listener) {
			for _, i := range order {
				values[i].Points++
				for _, l := range list {
					l.hear(values[i].Points)
				}
			}
		}),
		floor("list", func(values []health, order []uint32, list []*listener) {
			changed = changed[:0]
			for _, i := range order {
				values[i].Points++
				changed = append(changed, i)
			}
			for _, l := range list {
				sum := int64(0)
				for _, i := range changed {
					sum += values[i].Points
				}
				l.sum += sum
				l.count += len(changed)
			}
		}),
	}
}
