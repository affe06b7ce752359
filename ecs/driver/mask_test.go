package driver

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func randomMask(r *rand.Rand) (m Mask, list []ComponentID) {
	for c := range MaxComponents {
		if r.IntN(1+r.IntN(40)) == 0 {
			m.Set(ComponentID(c))
			list = append(list, ComponentID(c))
		}
	}
	return m, list
}

func TestMask(t *testing.T) {
	const seed = 11
	r := rand.New(rand.NewPCG(seed, 0))
	for range 2000 {
		a, la := randomMask(r)
		b, lb := randomMask(r)
		if got := a.Append(nil); !slices.Equal(got, la) {
			t.Fatalf("seed %d: members %v, expected %v", seed, got, la)
		}
		if a.Len() != len(la) || a.Empty() != (len(la) == 0) || MaskOf(la...) != a {
			t.Fatalf("seed %d: length %d of %v", seed, a.Len(), la)
		}
		or, and, not := a.Or(&b), a.And(&b), a.AndNot(&b)
		contains, intersects := true, false
		for c := range MaxComponents {
			id := ComponentID(c)
			inA, inB := slices.Contains(la, id), slices.Contains(lb, id)
			if or.Has(id) != (inA || inB) || and.Has(id) != (inA && inB) || not.Has(id) != (inA && !inB) {
				t.Fatalf("seed %d: component %d of %v, %v", seed, c, la, lb)
			}
			contains = contains && (inA || !inB)
			intersects = intersects || inA && inB
		}
		if a.Contains(&b) != contains || a.Intersects(&b) != intersects {
			t.Fatalf("seed %d: %v, %v: contains %t, intersects %t", seed, la, lb, a.Contains(&b), a.Intersects(&b))
		}
		for _, c := range la {
			a.Unset(c)
		}
		if !a.Empty() {
			t.Fatalf("seed %d: %v is left", seed, a.Append(nil))
		}
	}
}

func TestBits(t *testing.T) {
	const seed = 12
	r := rand.New(rand.NewPCG(seed, 0))
	dst := make([]uint32, ChunkRows)
	for range 500 {
		n := r.IntN(ChunkRows + 1)
		var b Bits
		var want []uint32
		dense := r.IntN(100)
		for k := range n {
			if r.IntN(100) < dense {
				b[k>>6] |= 1 << (k & 63)
				want = append(want, uint32(k))
			}
		}
		if got := b.Rows(n, dst); !slices.Equal(got, want) {
			t.Fatalf("seed %d, n %d: rows %v, expected %v", seed, n, got, want)
		}
		if b.Len(n) != len(want) {
			t.Fatalf("seed %d, n %d: length %d, expected %d", seed, n, b.Len(n), len(want))
		}
		b.Fill(n)
		for k := range ChunkRows {
			if b.Has(k) != (k < n) {
				t.Fatalf("filled to %d: %d is %t", n, k, b.Has(k))
			}
		}
	}
}

func TestKindsString(t *testing.T) {
	for k, want := range map[Kinds]string{0: "none", Added: "added", Added | Removed: "added,removed", Created: "created"} {
		if k.String() != want {
			t.Errorf("%d: %q, expected %q", k, k.String(), want)
		}
	}
}
