package driver

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// dispersed is a directory of n living entities, and those of them that were not
// released, one by one and in any order.
func dispersed(r *rand.Rand, n int, released func(index int) bool) (*Directory, []Entity) {
	d := NewDirectory()
	es := make([]Entity, n)
	d.Allocate(es)
	var left, gone []Entity
	for i, e := range es {
		d.SetPlace(e, e.Index())
		if released(i) {
			gone = append(gone, e)
		} else {
			left = append(left, e)
		}
	}
	r.Shuffle(len(gone), func(i, j int) { gone[i], gone[j] = gone[j], gone[i] })
	for _, e := range gone {
		d.ReleaseOne(e)
	}
	return d, left
}

// TestGather: a batch gets the lowest free indices in ascending order, however
// scattered they were released, and what is left comes later.
func TestGather(t *testing.T) {
	const n = 3*ChunkRows + 100
	for seed, released := range []func(int) bool{
		func(int) bool { return true },
		func(i int) bool { return i%10 > 0 },
		func(i int) bool { return i < 64 || i >= 200 && i < 5000 }, // whole words among them
	} {
		d, left := dispersed(rand.New(rand.NewPCG(uint64(seed), 1)), n, released)
		free := n - len(left)
		var got []Entity
		for len(got) < free {
			es := make([]Entity, min(700, free-len(got)))
			d.Allocate(es)
			for _, e := range es {
				if d.Alive(e) {
					t.Fatalf("case %d: %v lives", seed, e)
				}
				d.SetPlace(e, e.Index())
			}
			got = append(got, es...)
		}
		if d.Span() != n {
			t.Errorf("case %d: a span of %d, not %d", seed, d.Span(), n)
		}
		if !slices.IsSortedFunc(got, func(a, b Entity) int { return int(a.Index()) - int(b.Index()) }) {
			t.Errorf("case %d: batches are not in ascending order", seed)
		}
	}
}

// TestGatherAboveFloor: of indices that were never given out since the floor
// rose, the entries are older than it.
func TestGatherAboveFloor(t *testing.T) {
	d, _ := dispersed(rand.New(rand.NewPCG(1, 2)), 200, func(i int) bool { return i%10 > 0 })
	origin, _ := d.Generations()
	d.Readmit([]Entity{MakeEntity(400, origin)})
	es := make([]Entity, 250)
	d.Allocate(es)
	for i, e := range es {
		if e.Generation()-d.origin < d.floor-d.origin {
			t.Errorf("%v is below the floor %d", e, d.floor)
		}
		if i > 0 && e.Index() <= es[i-1].Index() {
			t.Errorf("%v after %v", e, es[i-1])
		}
	}
}
