package bitmap

import (
	"fmt"

	"ecslab/ecs/driver"
)

// validate checks the invariants of the package documentation.
func (t *tracker) validate() error {
	if t.slot < 0 || t.slot >= t.slots || uint64(t.slots) != t.depth+1 {
		return fmt.Errorf("write slot %d of %d, ring %d", t.slot, t.slots, t.depth)
	}
	blocks, layers := 0, 0
	for id, r := range t.rings {
		filled := 0
		if r.id != id {
			return fmt.Errorf("ring %d believes to be %d", id, r.id)
		}
		for slot, l := range r.slots {
			touched := t.touched[slot][id>>6]>>(id&63)&1 != 0
			if touched != (l != nil) {
				return fmt.Errorf("ring %d slot %d: touched %t, layer %t", id, slot, touched, l != nil)
			}
			if l == nil {
				continue
			}
			filled++
			n, err := t.validateLayer(l)
			if err != nil {
				return fmt.Errorf("ring %d slot %d: %w", id, slot, err)
			}
			blocks += n
			if r == t.died && slot != t.slot || r == t.again {
				return fmt.Errorf("ring %d: slot %d is left over", id, slot)
			}
		}
		layers += filled
		if filled != r.filled {
			return fmt.Errorf("ring %d: filled %d, has %d", id, r.filled, filled)
		}
		if err := r.validateWrite(); err != nil {
			return fmt.Errorf("ring %d: %w", id, err)
		}
	}
	for i := range t.views {
		own := t.views[i].own
		if i >= t.viewed && len(own) > 0 {
			return fmt.Errorf("view %d does not stand and has %d blocks", i, len(own))
		}
		blocks += len(own)
	}
	return t.validatePools(blocks, layers)
}

func (r *ring) validateWrite() error {
	l := r.slots[r.t.slot]
	if l == nil {
		if r.write.Blocks != nil {
			return fmt.Errorf("a write view without a layer")
		}
		return nil
	}
	if len(r.write.Blocks) != len(l.blocks) || &r.write.Blocks[0] != &l.blocks[0] {
		return fmt.Errorf("the write view is not that of the layer")
	}
	return nil
}

// validateLayer returns the number of blocks.
func (t *tracker) validateLayer(l *layer) (n int, err error) {
	if len(l.dirty)*64 < len(l.blocks) {
		return 0, fmt.Errorf("%d words of dirty for %d chunks", len(l.dirty), len(l.blocks))
	}
	for chunk := range len(l.dirty) * 64 {
		dirty := l.dirty[chunk>>6]>>(chunk&63)&1 != 0
		b := l.at(uint32(chunk))
		if dirty != (b != nil) {
			return 0, fmt.Errorf("chunk %d: dirty %t, block %t", chunk, dirty, b != nil)
		}
		if b == nil {
			continue
		}
		n++
		if err := validateBlock(b); err != nil {
			return 0, fmt.Errorf("chunk %d: %w", chunk, err)
		}
	}
	if n == 0 {
		return 0, fmt.Errorf("a layer without blocks")
	}
	return n, nil
}

func validateBlock(b *driver.BitBlock) error {
	for k, word := range b.Words {
		if in := b.Summary>>k&1 != 0; in != (word != 0) {
			return fmt.Errorf("word %d is %#x, in the summary %t", k, word, in)
		}
	}
	return nil
}

func (t *tracker) validatePools(blocks, layers int) error {
	if n := blocks + len(t.blocks.free); n != t.blocks.made {
		return fmt.Errorf("%d blocks in use, %d free, %d made", blocks, len(t.blocks.free), t.blocks.made)
	}
	if n := layers + len(t.layers.free); n != t.layers.made {
		return fmt.Errorf("%d layers in use, %d free, %d made", layers, len(t.layers.free), t.layers.made)
	}
	for _, b := range t.blocks.free {
		if *b != (driver.BitBlock{}) {
			return fmt.Errorf("a pooled block is not zero")
		}
	}
	for _, l := range t.layers.free {
		if _, ok := l.next(0); ok {
			return fmt.Errorf("a pooled layer has blocks")
		}
		for _, b := range l.blocks {
			if b != nil {
				return fmt.Errorf("a pooled layer has blocks")
			}
		}
	}
	if nothing != (driver.BitBlock{}) {
		return fmt.Errorf("the page of nothing has been written")
	}
	return nil
}
