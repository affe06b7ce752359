package ecs_test

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

// TestAccessByAnyHandle: whatever the bits of a handle, an access finds what
// World.Has says, and the entity's own value.
func TestAccessByAnyHandle(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		const n = 9000                // more than two pages
		const id = ecs.ComponentID(1) // of velocity
		es := make([]ecs.Entity, n)
		sp, err := w.Spawner(ecs.All(ecs.Of[position]()))
		check(t, err)
		check(t, sp.Into(es, nil))
		x, err := w.Exchange(ecs.Adding(ecs.Of[velocity]()))
		check(t, err)
		check(t, x.Batch(es[n/2:], nil))
		a, err := ecs.NewAccess[velocity](w) // of the second half
		check(t, err)
		p, err := ecs.NewAccess[position](w)
		check(t, err)
		for i, e := range es {
			p.Untracked(e).X = float64(i)
		}
		check(t, w.Despawn(es[4300:4700]...))
		looked := func(e ecs.Entity) {
			has := w.Has(e, id)
			for how, v := range map[string]*velocity{"get": a.Get(e), "untracked": a.Untracked(e), "mut": a.Mut(e)} {
				if (v != nil) != has {
					t.Fatalf("%s of %v: %v, and the world says %t", how, e, v, has)
				}
			}
			if a.Direct() && a.At(e) != a.Get(e) {
				t.Fatalf("%v: at %p, get %p", e, a.At(e), a.Get(e))
			}
		}
		looked(0)
		looked(^ecs.Entity(0))
		for i, e := range es {
			if v := p.Get(e); v != nil && v.X != float64(i) {
				t.Fatalf("%v has %v, expected %d", e, v.X, i)
			}
			looked(e)
			if i%16 != 0 {
				continue
			}
			index, generation := e.Index(), e.Generation()
			for bit := range 32 {
				looked(driver.MakeEntity(index^1<<bit, generation))
				looked(driver.MakeEntity(index, generation^1<<bit))
			}
			looked(driver.MakeEntity(index, 0))
			looked(driver.MakeEntity(^uint32(0), generation))
		}
	})
}
