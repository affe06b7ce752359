package replay

import (
	"math/bits"
	"slices"
)

// splitMix64 is the generator of samples; its value is its state.
type splitMix64 uint64

func (s *splitMix64) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// A sampler draws from the living members of a batch.
type sampler struct {
	generator splitMix64
	order     []uint32 // scratch: positions, of which the first are drawn
	drawn     []uint64 // scratch: the set of drawn positions, all zero between draws
}

// draw draws percent of the positions 0 … living-1 and returns them in ascending order. The list
// is valid until the next draw.
func (s *sampler) draw(living, percent int) []uint32 {
	if living == 0 {
		return nil
	}
	n := max(1, living*percent/100)
	order := slices.Grow(s.order[:0], living)[:living]
	s.order = order
	for i := range order {
		order[i] = uint32(i)
	}
	for i := range n {
		j := i + int(s.generator.next()%uint64(living-i))
		order[i], order[j] = order[j], order[i]
	}
	order = order[:n]
	if n < living/256 { // below this, sorting few is faster than a walk over a set of all
		slices.Sort(order)
		return order
	}
	for words := (living + 63) / 64; len(s.drawn) < words; {
		s.drawn = append(s.drawn, 0)
	}
	for _, k := range order {
		s.drawn[k>>6] |= 1 << (k & 63)
	}
	at := 0
	for i := range s.drawn[:(living+63)/64] {
		for w := s.drawn[i]; w != 0; w &= w - 1 {
			order[at] = uint32(i<<6 + bits.TrailingZeros64(w))
			at++
		}
		s.drawn[i] = 0
	}
	return order
}
