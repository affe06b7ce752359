package ecstest

import (
	"errors"
	"fmt"

	"ecslab/ecs"
)

// commands queues structural changes and, outside a run, applies them.
func (s *sequence) commands() error {
	var want []error
	fresh := len(s.model)
	for range 1 + s.src.intn(4) {
		kind, v := s.src.intn(len(s.kinds)), s.value()
		number := fresh
		op := s.src.intn(5)
		if op > 0 {
			if len(s.living) == 0 {
				continue
			}
			number = s.living[s.src.intn(len(s.living))]
		} else {
			fresh++
			s.model = append(s.model, facts{alive: true})
		}
		s.note("command: %s entity %d, %s", [...]string{"spawn", "despawn", "add to", "remove from", "put to"}[op], number, kindNames[kind])
		f := &s.model[number]
		err := s.do(nil, func(w *world) error {
			c := w.Commands()
			if op == 0 {
				e, err := c.Spawn()
				if err != nil {
					return err
				}
				if w.Alive(e) {
					return fmt.Errorf("%v lives before its command ran", e)
				}
				w.name(number, e)
				return s.kinds[kind].put(c, e, v)
			}
			switch e := w.ids[number]; op {
			case 1:
				c.Despawn(e)
			case 2:
				c.Add(e, s.ids[kind])
			case 3:
				c.Remove(e, s.ids[kind])
			default:
				return s.kinds[kind].put(c, e, v)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if op > 0 && !f.alive {
			want = append(want, ecs.ErrDead)
			continue
		}
		switch op {
		case 1:
			f.alive = false
		case 2:
			f.gain(1 << kind)
		case 3:
			f.has &^= 1 << kind
		default:
			f.gain(1 << kind)
			f.value[kind] = s.kinds[kind].limit(v)
		}
	}
	// The model has done it all; so must the worlds, before anything else.
	wasRunning := s.running
	apply := func(w *world) error { return w.Flush() }
	if wasRunning {
		s.running = false
		apply = func(w *world) error { return w.End() }
	}
	for _, w := range s.worlds() {
		err := apply(w)
		if (err != nil) != (len(want) > 0) || err != nil && !errors.Is(err, ecs.ErrDead) {
			return fmt.Errorf("commands: error %v, expected %v", err, want)
		}
	}
	s.living = s.living[:0]
	for n := range s.model {
		if s.model[n].alive {
			s.living = append(s.living, n)
		}
	}
	return nil
}
