package apps

import (
	"fmt"

	"ecslab/scenarios"
)

// field is the game over slices, unit i in row i. It is the floor, and the
// oracle of the backends.
type field struct {
	ps      []position
	vs      []velocity
	hs      []health
	bars    []bar
	purses  []purse
	targets []target
	left    []float64 // frames for which the unit is still stunned; 0: it is not
	*happenings
	packet
	frames, counted int

	dirty  []uint32 // whose bar is to be drawn
	traded []uint32 // whose purse is to be sent
	harmed []uint32 // whose health is to be sent
	listed []uint8  // in which of the three lists unit i stands
}

const (
	inDirty = 1 << iota
	inTraded
	inHarmed
)

func newField(n int, seed uint64) *field {
	place := scenarios.NewPlacement(seed)
	f := &field{
		ps: scenarios.Slice[position](place, n), vs: scenarios.Slice[velocity](place, n), hs: scenarios.Slice[health](place, n),
		bars: scenarios.Slice[bar](place, n), purses: scenarios.Slice[purse](place, n), targets: scenarios.Slice[target](place, n),
		left: scenarios.Slice[float64](place, n), listed: scenarios.Slice[uint8](place, n), happenings: newHappenings(n),
	}
	for i := range f.vs {
		f.vs[i], f.hs[i] = unitVelocity(uint32(i)), unitHealth()
		f.bars[i].draw(&f.hs[i])
	}
	return f
}

func (f *field) note(i uint32, lists uint8) {
	add := lists &^ f.listed[i]
	f.listed[i] |= lists
	if add&inDirty != 0 {
		f.dirty = append(f.dirty, i)
	}
	if add&inTraded != 0 {
		f.traded = append(f.traded, i)
	}
	if add&inHarmed != 0 {
		f.harmed = append(f.harmed, i)
	}
}

func (f *field) frame() {
	ps, vs, hs, left := f.ps, f.vs, f.hs, f.left
	for i := range ps {
		steer(&ps[i], &vs[i])
	}
	for i := range ps {
		if left[i] == 0 {
			ps[i].X += vs[i].X
			ps[i].Y += vs[i].Y
		}
	}
	if f.frames%regeneration == 0 {
		for i := range hs {
			regenerate(&hs[i])
			f.note(uint32(i), inDirty|inHarmed)
		}
	}
	f.replace.each(func(i uint32) {
		ps[i], vs[i], hs[i], f.bars[i] = position{}, unitVelocity(i), unitHealth(), bar{}
		f.purses[i], f.targets[i], left[i] = purse{}, target{}, 0
		f.note(i, inDirty|inTraded|inHarmed)
	})
	f.hit.each(func(i uint32) {
		hit(&hs[i])
		f.note(i, inDirty|inHarmed)
	})
	for _, i := range f.dirty {
		f.bars[i].draw(&hs[i])
		f.listed[i] &^= inDirty
	}
	f.dirty = f.dirty[:0]
	f.stun.each(func(i uint32) { left[i] = stunned })
	for i := range left {
		if left[i] > 0 {
			left[i]--
		}
	}
	f.trade.each(func(i uint32) {
		f.purses[i].Coins++
		f.note(i, inTraded)
	})
	if f.frames%income == 0 {
		for i := range f.purses {
			f.purses[i].Gems++
			f.note(uint32(i), inTraded)
		}
	}
	f.aim.each(func(i uint32) { f.targets[i] = target(ps[seen(i, len(ps))]) })
	for i := range hs {
		f.counted += int(hs[i].Points)
	}
	f.frames++
	if f.frames%fixed == 0 {
		f.fixedUpdate()
	}
}

func (f *field) fixedUpdate() {
	for _, i := range f.traded {
		f.purse(i, &f.purses[i])
		f.listed[i] &^= inTraded
	}
	for _, i := range f.harmed {
		f.health(i, &f.hs[i])
		f.listed[i] &^= inHarmed
	}
	f.send()
	f.traded, f.harmed = f.traded[:0], f.harmed[:0]
	vs, targets := f.vs, f.targets
	for i := range vs {
		vs[i].Y = -vs[i].Y
	}
	for i := range targets {
		targets[i].X++
	}
}

// drawAll draws the bars that a last pass would.
func (f *field) drawAll() {
	for i := range f.bars {
		f.bars[i].draw(&f.hs[i])
	}
}

func gameFloor(n int) scenarios.Cell {
	return scenarios.FloorCell("slices", func(seed uint64) scenarios.Kernel {
		f := newField(n, seed)
		return everyFrame(f.frame, func() error {
			stun := f.stun.of()
			for i := range f.hs {
				if f.hs[i].Points < 1 || f.hs[i].Points > fullHealth || f.left[i] < 0 || f.left[i] > 0 && stun[i] == 0 {
					return fmt.Errorf("row %d has %v and is stunned for %v frames", i, f.hs[i], f.left[i])
				}
			}
			return nil
		})
	})
}
