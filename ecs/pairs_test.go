package ecs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
)

// eachPair runs a test on a world of every pair.
func eachPair(t *testing.T, test func(t *testing.T, w *ecs.World)) {
	for _, b := range backends.All() {
		t.Run(b.Pair(), func(t *testing.T) { test(t, worldOf(b)) })
	}
}

func worldOf(b ecs.Backend) *ecs.World {
	w := b.New(ecs.DefaultOptions())
	ecs.Register[position](w, ecs.Track(ecs.Added|ecs.Changed|ecs.Removed))
	ecs.Register[velocity](w, ecs.InSparseSet())
	ecs.Register[title](w)
	ecs.Register[frozen](w)
	return w
}

// census says who lives and what they have.
func census(t *testing.T, w *ecs.World) string {
	t.Helper()
	es, err := w.MustQuery().Entities(nil)
	check(t, err)
	slices.Sort(es)
	var b strings.Builder
	for _, e := range es {
		set, err := w.ComponentsOf(e)
		check(t, err)
		fmt.Fprintf(&b, " %v%v", e, set.Append(nil))
	}
	return b.String()
}

// consistent checks that every handle which counts is of an entity, and that
// the world can be used.
func consistent(t *testing.T, w *ecs.World) {
	t.Helper()
	n, err := w.MustQuery().Count()
	check(t, err)
	if w.Len() != n {
		t.Fatalf("%d handles live, and %d entities", w.Len(), n)
	}
	sp, err := w.Spawner(ecs.Write[position]())
	check(t, err)
	es := make([]ecs.Entity, 5000)
	check(t, sp.Into(es, nil))
	for _, e := range es {
		if !w.Alive(e) {
			t.Fatalf("%v does not live", e)
		}
	}
	check(t, w.Despawn(es...))
	if w.Len() != n {
		t.Fatalf("%d live, expected %d", w.Len(), n)
	}
}
