package removal

import "ecslab/ecs/driver"

// Encode writes a save: per generation of a component that is tracked, how
// many events, their entities, their stamps.
func (s Saved) Encode(e *driver.Encoder) {
	for _, generations := range s.lists {
		for _, events := range generations {
			e.Uint(uint64(len(events)))
			for _, ev := range events {
				e.Uint(uint64(ev.entity))
				e.Uint(ev.stamp)
			}
		}
	}
}

// Decode reads a save of a log that tracks the same components and keeps as
// many generations. No stamp may be after now.
func (l *Log) Decode(d *driver.Decoder, now uint64) Saved {
	s := Saved{make([][][]event, len(l.lists))}
	for c, of := range l.lists {
		if of == nil {
			continue
		}
		last := uint64(0)
		for range l.kept {
			var events []event
			for left := d.Uint(); left > 0 && d.Err() == nil; left-- {
				ev := event{driver.Entity(d.Uint()), d.Uint()}
				if d.Err() == nil && (ev.stamp < last || ev.stamp > now) {
					d.Fail("a removal at %d, after one at %d, with the clock at %d", ev.stamp, last, now)
				}
				last = ev.stamp
				events = append(events, ev)
			}
			s.lists[c] = append(s.lists[c], events)
		}
	}
	return s
}

// Forget drops the events of entities with the indices of es.
func (l *Log) Forget(es []driver.Entity) {
	if len(es) == 0 {
		return
	}
	var gone map[uint32]bool // made when there is an event to be looked up
	for _, of := range l.lists {
		if of == nil {
			continue
		}
		for i, events := range of.ring {
			if len(events) == 0 {
				continue
			}
			if gone == nil {
				gone = make(map[uint32]bool, len(es))
				for _, e := range es {
					gone[e.Index()] = true
				}
			}
			kept := events[:0]
			for _, ev := range events {
				if !gone[ev.entity.Index()] {
					kept = append(kept, ev)
				}
			}
			of.ring[i] = kept
		}
	}
	l.changed()
}
