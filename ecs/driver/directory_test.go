package driver

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestDirectory drives a directory and a map by the same random operations: no
// handle is ever given out twice, and exactly the placed ones live.
func TestDirectory(t *testing.T) {
	for seed := uint64(1); seed <= 20; seed++ {
		r := rand.New(rand.NewPCG(seed, 0))
		d := NewDirectory()
		if seed%2 == 0 {
			d.Hold()
		}
		ever := map[Entity]bool{}
		var living, saved []Entity
		issue := func(es []Entity) {
			for _, e := range es {
				if e == 0 || ever[e] || d.Alive(e) {
					t.Fatalf("seed %d: %v was given out again", seed, e)
				}
				ever[e] = true
				d.SetPlace(e, e.Index()*3)
			}
			living = append(living, es...)
		}
		for range 400 {
			switch r.IntN(8) {
			case 0, 1:
				es := make([]Entity, r.IntN(300))
				ok := true
				if len(es)%2 == 0 {
					ok = d.Allocate(es)
				} else {
					for i := 0; i < len(es) && ok; i++ {
						es[i], ok = d.AllocateOne()
					}
				}
				if !ok {
					t.Fatalf("seed %d: no room for %d", seed, len(es))
				}
				issue(es)
			case 2:
				var es []Entity
				for range r.IntN(10) {
					e, ok := d.Reserve()
					if !ok || d.Alive(e) {
						t.Fatalf("seed %d: reserve gave %v, %t", seed, e, ok)
					}
					es = append(es, e)
				}
				if r.IntN(2) == 0 {
					d.Settle()
				}
				if d.Len() != len(living) {
					t.Fatalf("seed %d: %d live while some are reserved, expected %d", seed, d.Len(), len(living))
				}
				d.Redeem(len(es))
				issue(es)
			case 3, 4, 5:
				r.Shuffle(len(living), func(i, j int) { living[i], living[j] = living[j], living[i] })
				n := r.IntN(len(living) + 1)
				if n%2 == 0 {
					d.Release(living[:n])
				} else {
					for _, e := range living[:n] {
						d.ReleaseOne(e)
					}
				}
				living = slices.Delete(living, 0, n)
			case 6:
				d.Turn()
			default:
				switch r.IntN(6) {
				case 0:
					d.Reset()
					living = living[:0]
				case 1:
					saved = slices.Clone(living)
				case 2:
					if saved != nil {
						origin, high := d.Generations()
						d.Restore(saved, origin, high)
						for _, e := range saved {
							d.SetPlace(e, e.Index()*3)
						}
						living = slices.Clone(saved)
					}
				}
			}
			if d.Len() != len(living) {
				t.Fatalf("seed %d: %d live, expected %d", seed, d.Len(), len(living))
			}
		}
		alive := map[Entity]bool{}
		for _, e := range living {
			alive[e] = true
			if d.Place(e) != e.Index()*3 || d.Handle(e.Index()) != e {
				t.Fatalf("seed %d: %v at %d, handle %v", seed, e, d.Place(e), d.Handle(e.Index()))
			}
		}
		for e := range ever {
			if d.Alive(e) != alive[e] {
				t.Fatalf("seed %d: %v alive: %t", seed, e, d.Alive(e))
			}
		}
	}
}

// TestBatchOrder: what a batch releases is given out again in its order, so
// that runs of consecutive indices survive churn.
func TestBatchOrder(t *testing.T) {
	d := NewDirectory()
	es := make([]Entity, 100)
	d.Allocate(es)
	for _, e := range es {
		d.SetPlace(e, 0)
	}
	d.Release(es[10:20])
	again := make([]Entity, 10)
	d.Allocate(again)
	for i, e := range again {
		if e.Index() != uint32(10+i) || e.Generation() != es[10+i].Generation()+1 {
			t.Errorf("%d: %v after %v", i, e, es[10+i])
		}
	}
}

// TestGenerationsRunOut: an index that has had every generation is retired, and
// no generation is zero.
func TestGenerationsRunOut(t *testing.T) {
	d := NewDirectory()
	es := make([]Entity, 2)
	d.Allocate(es)
	for _, e := range es {
		d.SetPlace(e, 0)
	}
	index := es[0].Index()
	last := MakeEntity(index, d.origin-1) // the last generation that the index can have
	if d.origin == 1 {
		last = MakeEntity(index, ^uint32(0))
	}
	d.SetPlace(last, 0)
	d.Release([]Entity{last})
	if d.free.len() > 0 {
		t.Error("an index without generations left is free")
	}
	before := MakeEntity(es[1].Index(), ^uint32(0))
	d.SetPlace(before, 0)
	d.Release([]Entity{before})
	d.Allocate(es[:1])
	if es[0].Index() != before.Index() || es[0].Generation() != 1 {
		t.Errorf("after %v: %v", before, es[0])
	}
}

// TestReleaseOne: single releases go past the end of the numbers without giving
// a handle twice or the generation zero, and their indices wait where they should.
func TestReleaseOne(t *testing.T) {
	d := NewDirectory()
	d.origin = ^uint32(0) - 5
	d.floor, d.high = d.origin, d.origin
	d.setQuick()
	ever := map[Entity]bool{}
	place := func() Entity {
		e, ok := d.AllocateOne()
		if !ok || ever[e] || e.Generation() == 0 || d.Alive(e) {
			t.Fatalf("%v was given out, ok %t", e, ok)
		}
		ever[e] = true
		d.SetPlace(e, 0)
		return e
	}
	low, high := place(), place()
	for range 12 { // raises the highest generation
		d.ReleaseOne(high)
		high = place()
	}
	for range 9 {
		d.ReleaseOne(low)
		if d.Alive(low) || d.Len() != 1 {
			t.Fatalf("%v lives, %d", low, d.Len())
		}
		low = place()
	}
	d.Hold()
	d.ReleaseOne(low)
	if e := place(); e.Index() == low.Index() {
		t.Errorf("%v follows %v before the turn", e, low)
	}
}

func TestLimit(t *testing.T) {
	d := NewDirectory()
	es := make([]Entity, MaxEntities+1)
	if d.Allocate(es) {
		t.Error("more entities than the limit were given out")
	}
	if !d.Allocate(es[:MaxEntities]) {
		t.Error("the limit cannot be reached")
	}
	if _, ok := d.Reserve(); ok {
		t.Error("a handle beyond the limit was reserved")
	}
}

// TestForeign: handles of one world do not fit another of the same size.
func TestForeign(t *testing.T) {
	a, b := NewDirectory(), NewDirectory()
	ea, eb := make([]Entity, 5000), make([]Entity, 5000)
	a.Allocate(ea)
	b.Allocate(eb)
	for i := range ea {
		a.SetPlace(ea[i], 0)
		b.SetPlace(eb[i], 0)
	}
	for i := range ea {
		if a.Alive(eb[i]) || b.Alive(ea[i]) {
			t.Fatalf("%v and %v fit each other's world", ea[i], eb[i])
		}
	}
	if a.Alive(0) || a.Alive(7) || a.Alive(^Entity(0)) {
		t.Error("a handle that was never given out lives")
	}
}

// TestAscendingReuse: single despawns put the indices of a stretch on the free
// list the other way round; a batch gets them in ascending order all the same.
func TestAscendingReuse(t *testing.T) {
	d := NewDirectory()
	es := make([]Entity, 50)
	d.Allocate(es)
	for i := range es {
		d.SetPlace(es[i], 0)
		d.Release(es[i : i+1])
	}
	d.Allocate(es)
	for i, e := range es {
		if e.Index() != uint32(i) {
			t.Fatalf("%d: index %d", i, e.Index())
		}
	}
}
