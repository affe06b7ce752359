package bitmap

import "ecslab/ecs/driver"

func (t *tracker) Clear(k driver.Kinds, c driver.ComponentID, all bool) {
	t.dropViews()
	if all {
		for i := range t.components {
			t.components[i].forget(k)
		}
		if k&driver.Created != 0 && t.created != nil {
			t.created.dropAll()
		}
	} else {
		t.of(c).forget(k)
	}
	t.check()
}

func (k *kinds) forget(which driver.Kinds) {
	for i, r := range k {
		if r != nil && which>>i&1 != 0 {
			r.dropAll()
		}
	}
}

// empty forgets everything, also who died and was reborn.
func (t *tracker) empty() {
	t.dropViews()
	for _, r := range t.rings {
		r.dropAll()
	}
	t.high, t.lastDeath = 0, 0
}

func (t *tracker) Reset() {
	t.empty()
	t.check()
}

// state is what Save copies. It is never changed while it is wanted, so that it
// can be loaded any number of times.
type state struct {
	cur       uint64
	high      uint32
	lastDeath uint64
	blocks    []savedBlock
}

// savedBlock is a block with its place. Rings are numbered alike in trackers
// with the same settings and components.
type savedBlock struct {
	ring  int
	age   int // slots before the write slot
	chunk uint32
	bits  driver.BitBlock
}

func (t *tracker) Save(unwanted any) any {
	s, ok := unwanted.(*state)
	if !ok {
		s = new(state)
	}
	*s = state{cur: t.cur, high: t.high, lastDeath: t.lastDeath, blocks: s.blocks[:0]}
	for _, r := range t.rings {
		for slot, l := range r.slots {
			if l == nil {
				continue
			}
			age := t.slot - slot
			if age < 0 {
				age += t.slots
			}
			for chunk, ok := l.next(0); ok; chunk, ok = l.next(chunk + 1) {
				s.blocks = append(s.blocks, savedBlock{r.id, age, chunk, *l.blocks[chunk]})
			}
		}
	}
	return s
}

func (t *tracker) Load(saved any) {
	s := saved.(*state)
	t.empty()
	t.cur, t.high, t.lastDeath = s.cur, s.high, s.lastDeath
	t.trimmed = min(t.trimmed, t.cur)
	for i := range s.blocks {
		b := &s.blocks[i]
		slot := t.slot - b.age
		if slot < 0 {
			slot += t.slots
		}
		*t.rings[b.ring].takeAt(slot, b.chunk) = b.bits
	}
	t.check()
}
