package driver

import (
	"math/rand/v2"
	"testing"
)

// TestIndices drives a set of indices and a map by the same random additions.
func TestIndices(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 0))
		var s Indices
		in := map[uint32]bool{}
		for range 30 {
			first, n := uint32(r.IntN(5*ChunkRows)), 1+r.IntN(300)
			if r.IntN(5) == 0 {
				first = MaxIndices - uint32(n)
			}
			fresh := true
			for i := range uint32(n) {
				fresh = fresh && !in[first+i]
				in[first+i] = true
			}
			if s.Add(first, n) != fresh {
				t.Fatalf("seed %d: %d from %d on: told as new %t", seed, n, first, !fresh)
			}
			span := uint32(0)
			for i := range in {
				span = max(span, i+1)
				if !s.Has(i) || i > 0 && s.Has(i-1) != in[i-1] || s.Has(i+1) != in[i+1] {
					t.Fatalf("seed %d: wrong about %d or its neighbours", seed, i)
				}
			}
			if s.Len() != len(in) || s.Span() != span {
				t.Fatalf("seed %d: %d members below %d, expected %d below %d", seed, s.Len(), s.Span(), len(in), span)
			}
			if r.IntN(15) == 0 {
				s.Clear()
				clear(in)
			}
		}
	}
}
