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
			told := true
			switch r.IntN(3) {
			case 0:
				told = s.Add(first, n)
			case 1: // one by one
				for i := range uint32(n) {
					told = s.AddOne(first+i) && told
				}
			default: // some are taken out again
				told = s.Add(first, n)
				es := make([]Entity, 1+r.IntN(n))
				count(es, MakeEntity(first, 1))
				r.Shuffle(len(es), func(i, j int) { es[i], es[j] = es[j], es[i] })
				s.RemoveEntities(es)
				for _, e := range es {
					delete(in, e.Index())
				}
			}
			if told != fresh {
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
