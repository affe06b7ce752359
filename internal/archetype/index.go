package archetype

import (
	"math/bits"

	"ecslab/ecs/driver"
)

// index finds the number of a set by its components: an open hash table of
// numbers, at most half full, whose keys are the sets themselves.
type index []SetID // number + 1; 0: free

// slot is where the set is or, if it is in none, where it belongs.
func (x index) slot(sets []driver.Mask, set *driver.Mask) int {
	mask := len(x) - 1
	for at := int(hash(set)); ; at++ {
		if at &= mask; x[at] == 0 || sets[x[at]-1] == *set {
			return at
		}
	}
}

// grown is the index with room for one more set than there are.
func (x index) grown(sets []driver.Mask) index {
	const least = 16
	if 2*(len(sets)+1) <= len(x) {
		return x
	}
	x = make(index, max(2*len(x), least))
	for id := range sets {
		x[x.slot(sets, &sets[id])] = SetID(id + 1)
	}
	return x
}

// hash multiplies the words one after another and folds the products, so that
// every bit of a set reaches all bits of the sum.
func hash(set *driver.Mask) uint64 {
	const odd = 0x9E3779B97F4A7C15
	h := uint64(odd)
	for _, word := range set {
		high, low := bits.Mul64(h^word, odd)
		h = high ^ low
	}
	return h
}
