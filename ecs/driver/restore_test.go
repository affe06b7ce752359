package driver

import (
	"slices"
	"testing"
)

// TestRestoreElsewhere: another world's snapshot brings its generations along.
func TestRestoreElsewhere(t *testing.T) {
	a, b := NewDirectory(), NewDirectory()
	es := make([]Entity, 30)
	a.Allocate(es)
	dead := []Entity{} // of indices that were used again and again before the save
	for _, e := range es {
		a.SetPlace(e, 0)
	}
	for range 5 {
		dead = append(dead, es[10:]...)
		a.Release(es[10:])
		a.Allocate(es[10:])
		for _, e := range es[10:] {
			a.SetPlace(e, 0)
		}
	}
	dead = append(dead, es[10:]...)
	a.Release(es[10:])
	es = es[:10]
	own := make([]Entity, 20)
	b.Allocate(own)
	for _, e := range own {
		b.SetPlace(e, 0)
	}
	origin, high := a.Generations()
	b.Restore(es, origin, high)
	for _, e := range es {
		b.SetPlace(e, 0)
	}
	for _, e := range own {
		if b.Alive(e) {
			t.Errorf("%v, given out before the load, lives", e)
		}
	}
	more := make([]Entity, 200)
	b.Allocate(more)
	for _, e := range more {
		if slices.Contains(es, e) || slices.Contains(own, e) || slices.Contains(dead, e) {
			t.Errorf("%v was given out before", e)
		}
	}
}

// TestRestoreFullPages: who lived before a restore on a page that is restored whole
// is gone when all are placed, and between the two elsewhere.
func TestRestoreFullPages(t *testing.T) {
	d := NewDirectory()
	es := make([]Entity, 2*ChunkRows+100)
	d.Allocate(es)
	for _, e := range es {
		d.SetPlace(e, e.Index())
	}
	origin, high := d.Generations()
	later := slices.Clone(es)
	d.Release(later)
	d.Allocate(later)
	for _, e := range later {
		d.SetPlace(e, e.Index())
	}
	d.Restore(es[:2*ChunkRows+50], origin, high)
	for _, e := range es[2*ChunkRows:] {
		if d.Handle(e.Index()) != 0 {
			t.Fatalf("%v lives before it is placed", e)
		}
	}
	for _, e := range es[:2*ChunkRows+50] {
		d.SetPlace(e, e.Index())
	}
	for i, e := range es {
		if d.Alive(e) != (i < 2*ChunkRows+50) || d.Alive(later[i]) {
			t.Fatalf("%v lives: %t, %v %t", e, d.Alive(e), later[i], d.Alive(later[i]))
		}
	}
	if d.Len() != 2*ChunkRows+50 {
		t.Errorf("%d live", d.Len())
	}
}
