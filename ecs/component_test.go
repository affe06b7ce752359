package ecs_test

import (
	"reflect"
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

// TestComponentsThatCannotBe: what does not fit a type is found when it is
// registered.
func TestComponentsThatCannotBe(t *testing.T) {
	w := newWorld()
	before := len(w.Components())
	gob := ecs.WithGob[title]()
	for _, c := range []struct {
		what string
		err  error
		text string
	}{
		{"codec of another type", errOf(w.RegisterType(reflect.TypeFor[[3]byte](), gob)), "title"},
		{"huge", errOf(w.RegisterType(reflect.ArrayOf(driver.MaxSize+1, reflect.TypeFor[byte]()))), "262145"},
		{"astronomic", errOf(w.RegisterType(reflect.ArrayOf(1<<27, reflect.TypeFor[uint64]()))), "bytes"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.text) {
			t.Errorf("%s: error %v does not say %q", c.what, c.err, c.text)
		}
	}
	if !panics(func() { ecs.Register[[3]byte](w, gob) }) {
		t.Error("a codec of another type: no panic")
	}
	if got := len(w.Components()); got != before {
		t.Errorf("%d components, expected %d", got, before)
	}
	id, err := w.RegisterType(reflect.ArrayOf(driver.MaxSize, reflect.TypeFor[byte]()), nil)
	check(t, err)
	sp, err := w.Spawner(ecs.All(ecs.ByID(id)))
	check(t, err)
	check(t, sp.Batch(3, nil))
	consistent(t, w)
}
