package sparse

import "ecslab/ecs/driver"

// filter tests signatures.
type filter struct {
	s     *Storage
	tests []wordTest
	any   []driver.Mask // one of each must be there
}

// wordTest holds for a word in which the bits of mask are those of want.
type wordTest struct {
	word       int
	mask, want uint64
}

// set makes the filter: all of must, none of none, one of each of some.
func (f *filter) set(must, none *driver.Mask, some []driver.Mask) {
	f.tests, f.any = f.tests[:0], some
	for w := range must {
		if mask := must[w] | none[w]; mask != 0 {
			f.tests = append(f.tests, wordTest{w, mask, must[w]})
		}
	}
}

// open reports that everything passes.
func (f *filter) open() bool { return len(f.tests) == 0 && len(f.any) == 0 }

// passes tests an index.
func (f *filter) passes(index uint32) bool {
	for i := range f.tests {
		t := &f.tests[i]
		if f.s.signatures.word(t.word, index)&t.mask != t.want {
			return false
		}
	}
	for i := range f.any {
		some := uint64(0)
		for w, bits := range f.any[i] {
			if bits != 0 {
				some |= f.s.signatures.word(w, index) & bits
			}
		}
		if some == 0 {
			return false
		}
	}
	return true
}

// leading is how many entities at the beginning of the list pass.
func (f *filter) leading(es []driver.Entity) int {
	if f.open() {
		return len(es)
	}
	for i, e := range es {
		if !f.passes(uint32(e)) {
			return i
		}
	}
	return len(es)
}

// pick writes base + the positions of those entities that pass to dst, which
// must hold all, and returns how many they are.
func (f *filter) pick(es []driver.Entity, base uint32, dst []uint32) int {
	dst, n := dst[:len(es)], 0
	if len(f.tests) == 1 && len(f.any) == 0 { // the usual case without a branch on the outcome
		t := f.tests[0]
		blocks := f.s.signatures.words[t.word]
		for k, e := range es {
			word := uint64(0)
			if p := uint32(e) >> driver.RowBits; p < uint32(len(blocks)) {
				word = blocks[p][e&(driver.ChunkRows-1)]
			}
			dst[n] = base + uint32(k)
			miss := word&t.mask ^ t.want
			n += int(1 - (miss|-miss)>>63)
		}
		return n
	}
	for k, e := range es {
		if f.passes(uint32(e)) {
			dst[n] = base + uint32(k)
			n++
		}
	}
	return n
}
