package bitmap

import (
	"math/bits"

	"ecslab/ecs/driver"
)

func (t *tracker) Died(es []driver.Entity) {
	if t.tracked > 0 && len(es) > 0 {
		t.died.markAll(es)
		t.lastDeath = t.cur + 1
	}
	t.check()
}

func (t *tracker) Born(es []driver.Entity) {
	if t.tracked == 0 {
		t.high = max(t.high, t.dir.Span())
		return
	}
	// Reused and fresh indices come in stretches. An index below high need not
	// have been used (clusters, reserved handles), which only costs time.
	high, from := t.high, 0
	stale := t.lastDeath+t.depth > t.cur // bits of the dead may still be there
	for from < len(es) {
		to := from
		for to < len(es) && es[to].Index() < high {
			to++
		}
		if stale && to > from {
			t.revive(es[from:to])
		}
		for to < len(es) && es[to].Index() >= high {
			t.high = max(t.high, es[to].Index()+1)
			to++
		}
		from = to
	}
	if t.created != nil {
		t.created.markAll(es)
	}
	t.check()
}

// revive makes reused indices start clean.
func (t *tracker) revive(es []driver.Entity) {
	t.dropViews()
	if gone := t.died.slots[t.slot]; gone != nil {
		for _, e := range es {
			if b := gone.at(e.Index() >> driver.RowBits); b != nil && b.Words.Has(int(e.Index()&(driver.ChunkRows-1))) {
				t.again.write.Set(e)
			}
		}
		if t.again.filled > 0 {
			t.erase(t.again.slots[t.slot])
			t.again.drop(t.slot)
		}
	}
	t.reborn.markAll(es)
}

// erase takes the bits of gone out of what was marked in this tick.
func (t *tracker) erase(gone *layer) { t.eraseAt(t.slot, gone) }

// eraseAt takes the bits of gone out of what was marked in the tick of a slot.
func (t *tracker) eraseAt(slot int, gone *layer) {
	for w, set := range t.touched[slot] {
		for ; set != 0; set &= set - 1 {
			r := t.rings[w<<6+bits.TrailingZeros64(set)]
			if r == t.again {
				continue
			}
			for chunk, ok := gone.next(0); ok; chunk, ok = gone.next(chunk + 1) {
				if b := r.slots[slot].at(chunk); b != nil {
					eraseBlock(b, gone.blocks[chunk])
				}
			}
		}
	}
}

func eraseBlock(b, gone *driver.BitBlock) {
	for s := b.Summary & gone.Summary; s != 0; s &= s - 1 {
		k := bits.TrailingZeros64(s)
		b.Words[k] &^= gone.Words[k]
		if b.Words[k] == 0 {
			b.Summary &^= 1 << k
		}
	}
}
