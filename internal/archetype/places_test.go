package archetype

import (
	"math/rand"
	"testing"

	"ecslab/ecs/driver"
)

// TestPlaces: places are set in stretches as they are one by one, whatever the
// order and the generations of the handles and wherever pages end.
func TestPlaces(t *testing.T) {
	s := newStore(driver.ChunkRows, 1)
	all := s.allocate(3 * driver.ChunkRows)
	for i, e := range all {
		s.dir.SetPlace(e, uint32(i))
	}
	r := rand.New(rand.NewSource(7))
	for i := 0; i < len(all); i += 1 + r.Intn(40) { // younger ones among them
		s.dir.ReleaseOne(all[i])
		e, _ := s.dir.AllocateOne()
		s.dir.SetPlace(e, 0)
		all[i] = e
	}
	for round := range 2000 {
		var es []driver.Entity
		for len(es) == 0 || r.Intn(3) > 0 {
			at := r.Intn(len(all) - 64)
			if r.Intn(2) == 0 {
				at = (1+r.Intn(2))*driver.ChunkRows - r.Intn(64) // over the end of a page
			}
			es = append(es, all[at:at+1+r.Intn(64)]...)
		}
		if r.Intn(4) == 0 {
			r.Shuffle(len(es), func(i, j int) { es[i], es[j] = es[j], es[i] })
		}
		want := driver.Consecutive(es) == len(es)
		place := r.Uint32() >> 1
		if got := s.setPlaces(es, want && r.Intn(2) == 0, place); got != want {
			t.Fatalf("round %d: consecutive %v, want %v", round, got, want)
		}
		last := map[driver.Entity]uint32{} // of one that is named twice
		for i, e := range es {
			last[e] = place + uint32(i)
		}
		for e, want := range last {
			if got, alive := s.dir.Find(e); !alive || got != want {
				t.Fatalf("round %d: %v is at %d (living %v), want %d", round, e, got, alive, want)
			}
		}
	}
}
