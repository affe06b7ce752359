//go:build !notrack

package ecs_test

import (
	"slices"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/ecstest/naive"
	"ecslab/tracker/bitmap"
)

type (
	followed struct{ N int } // opts in by methods of its own
	indirect struct{ N int } // and this one by a method of its pointer
)

func (followed) TrackAdded()    {}
func (followed) TrackChanged()  {}
func (followed) TrackRemoved()  {}
func (*indirect) TrackChanged() {}

// TestMarkerMethods: what a type declares by methods, of its own or of its pointer,
// is tracked without an option, and the typed terms ask for it.
func TestMarkerMethods(t *testing.T) {
	w := ecs.NewWorld(naive.New, bitmap.New(8, false), ecs.DefaultOptions())
	for _, c := range []struct {
		id   ecs.ComponentID
		want ecs.Kinds
	}{
		{ecs.Register[followed](w), ecs.Added | ecs.Changed | ecs.Removed},
		{ecs.Register[indirect](w), ecs.Changed},
		{ecs.Register[position](w), 0},
	} {
		if got := w.Components()[c.id]; got.Kinds != c.want {
			t.Errorf("%s is tracked for %v, expected %v", got.Name, got.Kinds, c.want)
		}
	}
	since, err := w.Now()
	check(t, err)
	sp := mustSpawner[followed](t, w)
	kept, _, err := sp.Spawn()
	check(t, err)
	check(t, w.EndFrame(1))
	later, err := w.Now()
	check(t, err)
	lost, _, err := sp.Spawn()
	check(t, err)
	check(t, exchange(t, w, ecs.Removing(ecs.Of[followed]())).Batch([]ecs.Entity{lost}, nil))
	check(t, ecs.Set(w, kept, followed{1}))
	check(t, w.EndFrame(1))
	for _, c := range []struct {
		what string
		term ecs.Tracked
		want []ecs.Entity
	}{
		{"added", ecs.AllAdded(ecs.AddedOf[followed]()).Since(&since), []ecs.Entity{kept, lost}},
		{"added later", ecs.AllAdded(ecs.AddedOf[followed]()).Since(&later), []ecs.Entity{lost}},
		{"changed later", ecs.AllChanged(ecs.ChangedOf[followed]()).Since(&later), []ecs.Entity{kept, lost}},
		{"removed", ecs.AllRemoved(ecs.RemovedOf[followed]()).Since(&since), []ecs.Entity{lost}},
	} {
		es, err := w.MustQuery(c.term).Entities(nil)
		check(t, err)
		slices.Sort(es)
		slices.Sort(c.want)
		if !slices.Equal(es, c.want) {
			t.Errorf("%s: %v, expected %v", c.what, es, c.want)
		}
	}
}
