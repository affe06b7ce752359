package bitmap

import (
	"math/bits"

	"ecslab/ecs/driver"
)

func (t *tracker) NextChunk(rec driver.Record, w driver.Window, from uint32) (chunk uint32, ok bool) {
	r := t.ring(rec)
	if r == nil || r.filled == 0 {
		return 0, false
	}
	slot, n := t.stretch(w)
	return t.nextChunk(r, slot, n, from)
}

func (t *tracker) nextChunk(r *ring, slot, n int, from uint32) (chunk uint32, ok bool) {
	for ; n > 0; n-- {
		if l := r.slots[slot]; l != nil {
			if c, found := l.next(from); found && (!ok || c < chunk) {
				if chunk, ok = c, true; c == from {
					break
				}
			}
		}
		slot = t.after(slot)
	}
	return chunk, ok
}

func (t *tracker) Words(rec driver.Record, w driver.Window, chunk uint32, out *driver.Bits) (summary uint64) {
	r := t.ring(rec)
	if r == nil || r.filled == 0 {
		return 0
	}
	slot, n := t.stretch(w)
	return t.union(r, slot, n, chunk, out)
}

// union puts the bits of n slots into out and returns the set of the words
// that count.
func (t *tracker) union(r *ring, slot, n int, chunk uint32, out *driver.Bits) (summary uint64) {
	reborn := t.reborn.filled > 0
	var batch [4]*driver.BitBlock // not in out yet
	waiting := 0
	for ; n > 0; n-- {
		if reborn && (summary != 0 || waiting > 0) {
			if b := t.reborn.slots[slot].at(chunk); b != nil {
				summary = unite(out, summary, batch[:waiting])
				waiting = 0
				subtract(out, summary, b)
			}
		}
		if b := r.slots[slot].at(chunk); b != nil {
			batch[waiting] = b
			if waiting++; waiting == len(batch) {
				summary = unite(out, summary, batch[:])
				waiting = 0
			}
		}
		slot = t.after(slot)
	}
	summary = unite(out, summary, batch[:waiting])
	for reborn && summary != 0 {
		if b := t.reborn.slots[slot].at(chunk); b != nil {
			subtract(out, summary, b)
		}
		if slot == t.slot {
			break
		}
		slot = t.after(slot)
	}
	return summary
}

// denseWords is from how many words of a block on all 64 are treated alike: a
// word found by its summary bit takes about as long as three in a row.
const denseWords = 24

// unite ORs up to four blocks into those words of out that summary names,
// writes the others that the blocks have, and returns the set of both.
func unite(out *driver.Bits, summary uint64, blocks []*driver.BitBlock) uint64 {
	if len(blocks) == 1 {
		return uniteOne(out, summary, blocks[0])
	}
	words := uint64(0)
	for _, b := range blocks {
		words |= b.Summary
	}
	if bits.OnesCount64(words) < denseWords {
		for _, b := range blocks {
			summary = uniteOne(out, summary, b)
		}
		return summary
	}
	four := [4]*driver.BitBlock{&nothing, &nothing, &nothing, &nothing}
	copy(four[:], blocks)
	a, b, c, d := &four[0].Words, &four[1].Words, &four[2].Words, &four[3].Words
	if summary == 0 {
		for k := range out {
			out[k] = a[k] | b[k] | c[k] | d[k]
		}
		return words
	}
	for s := words &^ summary; s != 0; s &= s - 1 {
		out[bits.TrailingZeros64(s)] = 0
	}
	for k := range out { // words that are in neither set are ORed too, and do not count
		out[k] |= a[k] | b[k] | c[k] | d[k]
	}
	return summary | words
}

func uniteOne(out *driver.Bits, summary uint64, b *driver.BitBlock) uint64 {
	if summary == 0 && bits.OnesCount64(b.Summary) >= denseWords {
		*out = b.Words
		return b.Summary
	}
	for s := b.Summary &^ summary; s != 0; s &= s - 1 {
		k := bits.TrailingZeros64(s)
		out[k] = b.Words[k]
	}
	for s := b.Summary & summary; s != 0; s &= s - 1 {
		k := bits.TrailingZeros64(s)
		out[k] |= b.Words[k]
	}
	return summary | b.Summary
}

// subtract takes the bits of b out of the words of out that summary names.
func subtract(out *driver.Bits, summary uint64, b *driver.BitBlock) {
	for s := b.Summary & summary; s != 0; s &= s - 1 {
		k := bits.TrailingZeros64(s)
		out[k] &^= b.Words[k]
	}
}

// Removals gives each living entity once, in the order of the indices.
func (t *tracker) Removals(c driver.ComponentID, w driver.Window, dst []driver.Entity) []driver.Entity {
	r := t.of(c)[2]
	if r == nil || r.filled == 0 {
		return dst
	}
	slot, n := t.stretch(w)
	for chunk, ok := t.nextChunk(r, slot, n, 0); ok; chunk, ok = t.nextChunk(r, slot, n, chunk+1) {
		for s := t.union(r, slot, n, chunk, &t.words); s != 0; s &= s - 1 {
			k := bits.TrailingZeros64(s)
			for word := t.words[k]; word != 0; word &= word - 1 {
				index := chunk<<driver.RowBits + uint32(k<<6+bits.TrailingZeros64(word))
				if e := t.dir.Handle(index); e != 0 {
					dst = append(dst, e)
				}
			}
		}
	}
	return dst
}
