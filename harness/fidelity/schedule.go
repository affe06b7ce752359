package fidelity

import "ecslab/ecs"

// Schedule is an order in which a reader and others run.
type Schedule struct {
	Name  string // as claims and the report call it
	Trace string // the file that shows it, without its folder
	Asks  string // what the reader asks for, in words

	kind ecs.Kinds
	ring int // of bitmap; 0: the default, 8
	run  func(*stage)
}

// frames is how many frames a schedule takes, unless it says otherwise.
const frames = 24

// each makes a schedule of frames that are alike, over four entities that were
// there, and seen, before.
func each(frame func(s *stage, writer *ecs.System, n int)) func(*stage) {
	return func(s *stage) {
		s.settle(4)
		writer := s.system("writer")
		for n := range frames {
			frame(s, writer, n)
			s.tick(1)
		}
	}
}

// settle makes entities and lets the reader see them.
func (s *stage) settle(n int) {
	s.spawn(n)
	s.tick(1)
	s.look(nil)
	s.tick(1)
	s.look(nil)
	s.tick(1)
	clear(s.counts)
	s.due = 0
}

// Schedules are all of them, in the order of the table.
func Schedules() []Schedule {
	changed := func(name, trace string, run func(*stage)) Schedule {
		return Schedule{Name: name, Trace: trace, Asks: "changed", kind: ecs.Changed, run: run}
	}
	added := func(name, trace string, run func(*stage)) Schedule {
		return Schedule{Name: name, Trace: trace, Asks: "added", kind: ecs.Added, run: run}
	}
	removed := func(name, trace string, run func(*stage)) Schedule {
		return Schedule{Name: name, Trace: trace, Asks: "removed", kind: ecs.Removed, run: run}
	}
	withRing := func(s Schedule, ring int) Schedule {
		s.ring = ring
		return s
	}
	write := func(s *stage, writer *ecs.System, n int) { s.by(writer, func() { s.write(n % 4) }) }
	slow := func(s *stage) {
		s.settle(4)
		writer := s.system("writer")
		for n := range 180 {
			// Writes at the beginning of a period, which only a deep ring keeps to its end.
			if n%60 < 4 {
				write(s, writer, n)
			}
			if n%60 == 59 {
				s.look(nil)
			}
			s.tick(1)
		}
	}
	return []Schedule{
		changed("writer before reader", "writer-before-reader", each(func(s *stage, writer *ecs.System, n int) {
			write(s, writer, n)
			s.look(nil)
		})),
		changed("reader before writer", "reader-before-writer", each(func(s *stage, writer *ecs.System, n int) {
			s.look(nil)
			write(s, writer, n)
		})),
		changed("writers before and after reader", "writers-on-both-sides", each(func(s *stage, writer *ecs.System, n int) {
			write(s, writer, n)
			s.look(nil)
			write(s, writer, n+1)
		})),
		changed("first frame", "first-frame", func(s *stage) {
			s.spawn(4)
			s.look(nil)
			s.tick(1)
			s.look(nil)
		}),
		changed("reader that begins late", "reader-begins-late", func(s *stage) {
			s.spawn(4)
			s.tick(frames)
			s.look(nil)
		}),
		changed("reader twice a frame", "reader-twice-a-frame", each(func(s *stage, writer *ecs.System, n int) {
			s.look(nil)
			write(s, writer, n)
			s.look(nil)
		})),
		changed("reader every third frame", "reader-every-third-frame", each(func(s *stage, writer *ecs.System, n int) {
			write(s, writer, n)
			if n%3 == 0 {
				s.look(nil)
			}
		})),
		changed("reader every third frame, before writer", "reader-every-third-frame-before-writer", func(s *stage) {
			s.settle(frames) // each is written once, so that what is lost stays lost
			writer := s.system("writer")
			for n := range frames {
				if n%3 == 0 {
					s.look(nil)
				}
				s.by(writer, func() { s.write(n) })
				s.tick(1)
			}
		}),
		changed("fixed update catching up", "fixed-update", func(s *stage) {
			s.settle(2 * frames) // more than there are steps; each is written once
			writer, step := s.system("writer"), 0
			for n := range frames {
				for range n % 4 { // 0 to 3 steps a frame
					s.by(writer, func() { s.write(step) })
					s.look(nil)
					step++
				}
				s.tick(1)
			}
		}),
		changed("writer in a fixed update", "writer-in-fixed-update", each(func(s *stage, writer *ecs.System, n int) {
			for k := range n % 3 {
				s.by(writer, func() { s.write((n + k) % 4) })
			}
			s.look(nil)
		})),
		changed("reader at a sixtieth of the tick rate", "sleeper", slow),
		withRing(changed("ring of at least tick rate ÷ slowest rate", "sleeper-deep-ring", slow), 60),
		withRing(changed("ring of less than tick rate ÷ slowest rate", "sleeper-shallow-ring", slow), 30),
		changed("reader that writes itself", "own-writes", each(func(s *stage, _ *ecs.System, n int) {
			s.look(func() { s.write(n % 4) })
		})),
		changed("reader that defers writes", "own-deferred", each(func(s *stage, _ *ecs.System, n int) {
			s.look(func() { s.deferWrite(n % 4) })
		})),
		changed("writer that defers, before reader", "deferred-before-reader", each(func(s *stage, writer *ecs.System, n int) {
			s.by(writer, func() { s.deferWrite(n % 4) })
			s.look(nil)
		})),
		changed("writer that defers, after reader", "deferred-after-reader", each(func(s *stage, writer *ecs.System, n int) {
			s.look(nil)
			s.by(writer, func() { s.deferWrite(n % 4) })
		})),
		changed("mutable access without a write", "idle-access", each(func(s *stage, writer *ecs.System, n int) {
			s.by(writer, func() { s.touch(n % 4) })
			s.look(nil)
		})),
		changed("changed and changed back", "changed-back", each(func(s *stage, writer *ecs.System, n int) {
			s.by(writer, func() { s.writeBack(n % 4) })
			s.look(nil)
		})),
		changed("reused index", "reused-index", func(s *stage) {
			s.settle(4)
			writer := s.system("writer")
			for range 8 {
				s.by(writer, func() { s.spawn(1) })
				s.tick(1)
				s.look(nil)
				last := len(s.es) - 1
				s.by(writer, func() { s.write(last); s.despawn(last) })
				s.tick(1)
				s.bare() // on the same index
				s.look(nil)
				s.tick(1)
			}
		}),
		changed("written, then despawned after the reader", "written-then-despawned", func(s *stage) {
			s.settle(frames)
			writer := s.system("writer")
			for n := range frames {
				s.by(writer, func() { s.write(n) })
				s.look(nil)
				s.by(writer, func() { s.despawn(n) })
				s.tick(1)
			}
		}),
		added("component added", "component-added", each(func(s *stage, writer *ecs.System, n int) {
			if n%4 == 0 {
				s.by(writer, func() { s.spawn(1) })
			}
			s.look(nil)
		})),
		added("component added after reader", "component-added-after-reader", each(func(s *stage, writer *ecs.System, n int) {
			s.look(nil)
			if n%4 == 0 {
				s.by(writer, func() { s.spawn(1) })
			}
		})),
		added("component removed and added again", "removed-and-added", each(func(s *stage, writer *ecs.System, n int) {
			s.by(writer, func() { s.removeAndAdd(n % 4) })
			s.look(nil)
		})),
		removed("remover before reader", "remover-before-reader", each(func(s *stage, writer *ecs.System, n int) {
			s.by(writer, func() { s.toggle(n % 4) })
			s.look(nil)
		})),
		removed("reader before remover", "reader-before-remover", each(func(s *stage, writer *ecs.System, n int) {
			s.look(nil)
			s.by(writer, func() { s.toggle(n % 4) })
		})),
		removed("removed and added again", "removed-and-added-removals", each(func(s *stage, writer *ecs.System, n int) {
			s.by(writer, func() { s.removeAndAdd(n % 4) })
			s.look(nil)
		})),
		removed("removed twice between two looks", "removed-twice", each(func(s *stage, writer *ecs.System, n int) {
			s.by(writer, func() {
				if i := n / 2 % 4; n%2 == 0 {
					s.removeAndAdd(i)
					s.remove(i)
				} else {
					s.add(i)
				}
			})
			s.look(nil)
		})),
		removed("despawned", "despawned", each(func(s *stage, writer *ecs.System, n int) {
			if n%4 == 0 {
				s.by(writer, func() { s.despawn(len(s.es) - 1) })
				s.spawn(1)
			}
			s.look(nil)
		})),
		removed("removed, reader every third frame", "removed-every-third-frame", each(func(s *stage, writer *ecs.System, n int) {
			if n%3 == 1 {
				s.by(writer, func() { s.toggle(n / 6 % 4) })
			}
			if n%3 == 0 {
				s.look(nil)
			}
		})),
		removed("removed, reader asleep for six frames", "removed-while-asleep", each(func(s *stage, writer *ecs.System, n int) {
			if n%6 == 1 {
				s.by(writer, func() { s.toggle(n / 12 % 4) })
			}
			if n%6 == 0 {
				s.look(nil)
			}
		})),
	}
}

// toggle removes the component where it is, and adds it where it is not.
func (s *stage) toggle(i int) {
	if _, has := s.values()[s.es[i]]; has {
		s.remove(i)
		return
	}
	s.add(i)
}

// bare makes an entity without the component.
func (s *stage) bare() {
	sp, err := s.w.Spawner()
	must(err)
	e, _, err := sp.Spawn()
	must(err)
	s.es = append(s.es, e)
	s.done[e]++
}
