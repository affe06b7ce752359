package removal

import (
	"fmt"
	"math/bits"

	"ecslab/ecs/driver"
)

// validate is nil if the invariants of the package hold.
func (l *Log) validate() error {
	for c, of := range l.lists {
		if of == nil {
			continue
		}
		if len(of.ring) != l.kept {
			return fmt.Errorf("component %d: %d generations, want %d", c, len(of.ring), l.kept)
		}
		last := uint64(0)
		for age := l.kept - 1; age >= 0; age-- {
			for i, ev := range of.ring[(l.turned+l.kept-age)%l.kept] {
				if ev.stamp < last {
					return fmt.Errorf("component %d: event %d of %d frames ago has stamp %d after %d", c, i, age, ev.stamp, last)
				}
				last = ev.stamp
			}
		}
		for _, s := range of.sets {
			if err := s.validate(); err != nil {
				return fmt.Errorf("component %d: %w", c, err)
			}
			if s.version != l.version {
				continue
			}
			want := map[uint32]bool{}
			for _, e := range l.Append(driver.ComponentID(c), s.after, nil) {
				if l.directory.Alive(e) {
					want[e.Index()] = true
					if s.bit(e.Index()) == 0 {
						return fmt.Errorf("component %d: the set after %d lacks %v", c, s.after, e)
					}
				}
			}
			if len(want) != s.members {
				return fmt.Errorf("component %d: the set after %d has %d members, want %d", c, s.after, s.members, len(want))
			}
		}
	}
	return nil
}

// validate is nil if summaries, chunk bits and count fit the words.
func (s *Set) validate() error {
	members := 0
	for chunk, b := range s.blocks {
		summary := uint64(0)
		if b != nil {
			for i, word := range b.Words {
				members += bits.OnesCount64(word)
				if word != 0 {
					summary |= 1 << i
				}
			}
			if b.Summary != summary {
				return fmt.Errorf("block %d: summary %x, words %x", chunk, b.Summary, summary)
			}
		}
		if has := s.chunks[chunk>>6]>>(chunk&63)&1 != 0; has != (summary != 0) {
			return fmt.Errorf("block %d: chunk bit %t, words %x", chunk, has, summary)
		}
	}
	if members != s.members {
		return fmt.Errorf("%d members, counted %d", s.members, members)
	}
	return nil
}
