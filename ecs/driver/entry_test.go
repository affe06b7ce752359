package driver

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFirstDeadInPlace: whatever the order and the number of handles, the two
// ways find the same one.
func TestFirstDeadInPlace(t *testing.T) {
	for seed := uint64(1); seed <= 200; seed++ {
		r := rand.New(rand.NewPCG(seed, 0))
		d := NewDirectory()
		es := make([]Entity, 1+r.IntN(10000))
		d.Allocate(es)
		for _, e := range es {
			d.SetPlace(e, e.Index())
		}
		if r.IntN(3) == 0 {
			r.Shuffle(len(es), func(i, j int) { es[i], es[j] = es[j], es[i] })
		}
		list := slices.Clone(es[r.IntN(len(es)):])
		for range r.IntN(3) {
			at := r.IntN(len(list))
			switch r.IntN(4) {
			case 0:
				d.Release([]Entity{list[at]})
				list = slices.DeleteFunc(list, func(e Entity) bool { return e != list[at] && !d.Alive(e) })
			case 1:
				list[at] = 0
			case 2:
				list[at] = MakeEntity(list[at].Index(), list[at].Generation()+1)
			default:
				list[at] = MakeEntity(1<<26, 7)
			}
			if len(list) == 0 {
				break
			}
		}
		if got, want := d.FirstDeadInPlace(list), d.FirstDead(list); got != want {
			t.Fatalf("seed %d: %d of %d, expected %d", seed, got, len(list), want)
		}
	}
}
