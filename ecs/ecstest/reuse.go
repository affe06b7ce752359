package ecstest

import (
	"fmt"

	"ecslab/ecs"
)

// Reuse checks that entities which come to be on the indices of others begin
// without records, also where the others went in the same frame: with more of them
// than the directory lets wait.
func Reuse(b ecs.Backend, plain bool) (err error) {
	defer caught(&err)
	const n = 20_000
	o := ecs.DefaultOptions()
	o.Plain = plain
	w := b.New(o)
	all := ecs.Added | ecs.Changed | ecs.Removed
	ecs.Register[small](w, ecs.Track(all))
	ecs.Register[string](w, ecs.Track(all))
	full, err := w.Spawner(ecs.Write[small](), ecs.Write[string]())
	if err != nil {
		return err
	}
	bare, err := w.Spawner()
	if err != nil {
		return err
	}
	since, err := w.Now()
	if err != nil {
		return err
	}
	es, fresh := make([]ecs.Entity, n), make([]ecs.Entity, n)
	if err := full.Into(es, nil); err != nil {
		return err
	}
	if err := w.Despawn(es...); err != nil {
		return err
	}
	if err := bare.Into(fresh, nil); err != nil {
		return err
	}
	if err := w.EndFrame(1); err != nil {
		return err
	}
	cs := []ecs.Component{ecs.Of[small](), ecs.Of[string]()}
	for _, term := range []ecs.Tracked{ecs.AnyAdded(cs...), ecs.AnyChanged(cs...), ecs.AnyRemoved(cs...)} {
		q, err := w.Query(term.Since(&since))
		if err != nil {
			return err
		}
		if got, err := q.Count(); err != nil || got > 0 {
			return fmt.Errorf("%d entities have records of those that had their indices before (%v)", got, err)
		}
	}
	return nil
}
