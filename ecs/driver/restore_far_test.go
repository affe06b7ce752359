package driver

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRestoreFar: handles that lie far apart are restored and readmitted without
// pages for the indices between them, all of which are given out in the end.
func TestRestoreFar(t *testing.T) {
	const chunks = 12
	for seed := uint64(1); seed <= 12; seed++ {
		r := rand.New(rand.NewPCG(seed, 0))
		d := NewDirectory()
		if seed%3 == 0 {
			d.Hold()
		}
		ever := map[Entity]bool{}
		var living []Entity
		issue := func(es []Entity) {
			for _, e := range es {
				if e == 0 || ever[e] || d.Alive(e) {
					t.Fatalf("seed %d: %v was given out again", seed, e)
				}
				ever[e] = true
				d.SetPlace(e, e.Index())
			}
			living = append(living, es...)
		}
		// far are handles of a directory like this one, of indices that nobody has.
		far := func() (es []Entity) {
			taken := map[uint32]bool{}
			for _, e := range living {
				taken[e.Index()] = true
			}
			for range 1 + r.IntN(5) {
				index := uint32(r.IntN(chunks * ChunkRows))
				for k := range uint32(1 + r.IntN(3)) {
					if e := MakeEntity(index+k, d.floor); !taken[index+k] && !ever[e] && index+k < chunks*ChunkRows {
						taken[index+k] = true
						es = append(es, e)
					}
				}
			}
			return es
		}
		put := func(es []Entity) {
			for _, e := range es {
				ever[e] = true
				d.SetPlace(e, e.Index())
			}
		}
		for range 60 {
			switch r.IntN(10) {
			case 0, 1, 2:
				if r.IntN(4) == 0 {
					d.SetCluster(uint32(r.IntN(3)))
				}
				es := make([]Entity, r.IntN(300))
				if r.IntN(6) == 0 {
					es = make([]Entity, r.IntN(3*ChunkRows))
				}
				if !d.Allocate(es) {
					t.Fatalf("seed %d: no room for %d", seed, len(es))
				}
				issue(es)
			case 3:
				es := make([]Entity, r.IntN(2*ChunkRows))
				for i := range es {
					es[i], _ = d.Reserve()
				}
				d.Redeem(len(es))
				issue(es)
			case 4:
				e, ok := d.AllocateOne()
				if !ok {
					t.Fatalf("seed %d: no room for one", seed)
				}
				issue([]Entity{e})
			case 5, 6:
				r.Shuffle(len(living), func(i, j int) { living[i], living[j] = living[j], living[i] })
				n := r.IntN(len(living) + 1)
				d.Release(living[:n])
				living = slices.Delete(living, 0, n)
			case 7:
				d.Turn()
				if r.IntN(4) == 0 {
					d.Reset()
					living = living[:0]
				}
			case 8:
				living = append(living[:r.IntN(min(len(living), 50)+1)], far()...)
				origin, high := d.Generations()
				d.Restore(living, origin, high)
				put(living)
			default:
				es := far()
				if !d.Readmit(es) {
					t.Fatalf("seed %d: %d are not readmitted", seed, len(es))
				}
				put(es)
				living = append(living, es...)
			}
			if d.Len() != len(living) {
				t.Fatalf("seed %d: %d live, expected %d", seed, d.Len(), len(living))
			}
			for _, e := range living {
				if d.Handle(e.Index()) != e {
					t.Fatalf("seed %d: %v lives where %v should", seed, d.Handle(e.Index()), e)
				}
			}
			if err := d.validateClusters(); err != "" {
				t.Fatalf("seed %d: %s", seed, err)
			}
		}
	}
}

// real is how many pages are not the dead one.
func (d *Directory) real() (n int) {
	for _, p := range d.pages {
		if p != deadPage {
			n++
		}
	}
	return n
}

// TestRestoreHighest: the highest index that there can be takes a page and a list of
// pages, also where it comes back to a world in use; all others can be given out.
func TestRestoreHighest(t *testing.T) {
	for name, restore := range map[string]func(d *Directory, e Entity){
		"restore": func(d *Directory, e Entity) {
			origin, high := d.Generations()
			d.Restore([]Entity{e}, origin, high)
		},
		"readmit": func(d *Directory, e Entity) { d.Readmit([]Entity{e}) },
	} {
		d := NewDirectory()
		e := MakeEntity(MaxIndices-1, d.floor)
		restore(d, e)
		d.SetPlace(e, 7)
		if d.Bytes() > 1<<18 || !d.Alive(e) || d.Span() != MaxIndices {
			t.Fatalf("%s: %d bytes, a span of %d, alive %t", name, d.Bytes(), d.Span(), d.Alive(e))
		}
		var reserved []Entity
		for range 2*ChunkRows + 5 { // beyond what is free and the first chunk that is not
			r, ok := d.Reserve()
			if !ok {
				t.Fatalf("%s: only %d handles can be reserved", name, len(reserved))
			}
			reserved = append(reserved, r)
		}
		d.SetCluster(1)
		more := make([]Entity, 3*ChunkRows)
		if !d.Allocate(more) {
			t.Fatalf("%s: no room", name)
		}
		given := map[uint32]bool{e.Index(): true}
		for _, e := range append(reserved, more...) {
			if given[e.Index()] {
				t.Fatalf("%s: index %d was given out twice", name, e.Index())
			}
			given[e.Index()] = true
			d.SetPlace(e, 1)
		}
		d.Reset()
		d.SetCluster(0)
		if d.Alive(e) || !d.Allocate(more) || more[0].Index() != 0 {
			t.Errorf("%s: after a reset %v lives: %t, the first is %v", name, e, d.Alive(e), more[0])
		}
		for _, e := range more {
			d.SetPlace(e, 1)
			if !d.Alive(e) {
				t.Fatalf("%s: %v does not live", name, e)
			}
		}
		if d.real() > 16 {
			t.Errorf("%s: %d pages", name, d.real())
		}
	}
}
