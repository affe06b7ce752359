package driver

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// indices are those of the list.
func (f freeList) indices() (list []uint32) {
	for k := range f.len() {
		list = append(list, f.at(k).Index())
	}
	return list
}

// TestFreeList: whichever way handles are taken from a list, it is what at
// announced, none comes twice, and none is lost.
func TestFreeList(t *testing.T) {
	for seed := uint64(1); seed <= 100; seed++ {
		r := rand.New(rand.NewPCG(seed, 0))
		var f freeList
		in := map[Entity]bool{}
		expect := func(how string, got []Entity, announced []Entity) {
			if !slices.Equal(got, announced) {
				t.Fatalf("seed %d: %s: %v, announced %v", seed, how, got, announced)
			}
			for _, e := range got {
				if !in[e] {
					t.Fatalf("seed %d: %s: %v is not there", seed, how, e)
				}
				delete(in, e)
			}
		}
		for range 300 {
			n := min(r.IntN(9), f.len())
			var next []Entity
			for k := range n {
				next = append(next, f.at(k))
			}
			switch r.IntN(6) {
			case 0, 1, 2:
				first, n := MakeEntity(uint32(r.IntN(60)), uint32(1+r.IntN(3))), uint32(1+r.IntN(4))
				if slices.ContainsFunc(f.indices(), func(i uint32) bool { return i >= first.Index() && i < first.Index()+n }) {
					continue
				}
				f.push(first, n)
				for i := range n {
					in[first+Entity(i)] = true
				}
			case 3:
				got := make([]Entity, n)
				if r.IntN(2) == 0 {
					for i := range got {
						got[i] = f.pop()
					}
				} else if f.popAll(got) != n {
					t.Fatalf("seed %d: fewer than %d", seed, n)
				}
				if n > 1 && got[0] != next[0] { // a descending batch is turned round
					slices.Reverse(got)
				}
				expect("pop", got, next)
			case 4:
				f.drop(n)
				expect("drop", next, next)
			default:
				bit := uint32(r.IntN(6))
				var gone Indices
				for i := range uint32(70) {
					if i>>bit&3 == 3 {
						gone.Add(i, 1)
					}
				}
				f = f.without(gone)
				for e := range in {
					if gone.Has(e.Index()) {
						delete(in, e)
					}
				}
			}
			below := uint32(0)
			for i, s := range f {
				if s.n == 0 || s.below != below {
					t.Fatalf("seed %d: span %d of %d: %v", seed, i, len(f), s)
				}
				below += s.n
			}
			if f.len() != len(in) {
				t.Fatalf("seed %d: %d handles, expected %d", seed, f.len(), len(in))
			}
		}
	}
}

// TestFreeListJoins: indices that come back one by one, upwards or downwards,
// go out as a run.
func TestFreeListJoins(t *testing.T) {
	for _, order := range [][]uint32{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 3, 1, 0}} {
		var f freeList
		for _, i := range order {
			f.push(MakeEntity(7+i, 5), 1)
		}
		if len(f) != 1 || f.at(0) != MakeEntity(7, 5) || f.len() != 4 {
			t.Errorf("%v: %v", order, f)
		}
		f.push(MakeEntity(11, 6), 1) // another generation is no neighbour
		if len(f) != 2 {
			t.Errorf("%v: %v", order, f)
		}
	}
}
