package ecstest

import (
	"fmt"
	"runtime"
	"weak"

	"ecslab/ecs"
)

// held is what the components of Forget point to.
type held struct {
	_ [64]byte
	_ *held // keeps it out of the allocator of tiny objects
}

// Forget proves that a storage keeps alive what its entities point to, and
// nothing else: what despawned entities had, removed components and the world
// before a reset held is free for the collector.
func Forget(b ecs.Backend, plain bool) (err error) {
	defer caught(&err)
	const n = 200
	w := b.New(ecs.Options{Plain: plain})
	ecs.Register[*held](w)
	ecs.Register[small](w)
	p := ecs.Write[*held]()
	sp, err := w.Spawner(p, ecs.Write[small]())
	if err != nil {
		return err
	}
	lose, err := w.Exchange(ecs.Removing(ecs.Of[*held]()))
	if err != nil {
		return err
	}
	var kept []weak.Pointer[held]
	batch := make([]ecs.Entity, n)
	err = sp.Into(batch, func(c *ecs.Chunk) {
		for k := range c.N { // in the order of batch
			v := new(held)
			*p.At(c, k) = v
			kept = append(kept, weak.Make(v))
		}
	})
	if err != nil {
		return err
	}
	var dead, bare []ecs.Entity
	for i, e := range batch {
		switch i % 4 {
		case 1:
			dead = append(dead, e)
		case 2:
			bare = append(bare, e)
		}
	}
	if err := w.Despawn(dead...); err != nil {
		return err
	}
	if err := lose.Batch(bare, nil); err != nil {
		return err
	}
	runtime.GC()
	for i := range kept {
		what := map[int]string{1: "of a despawned entity", 2: "of a removed component"}[i%4]
		switch there := kept[i].Value() != nil; {
		case there && what != "":
			return fmt.Errorf("entity %d: the storage, or a cursor of it, still holds the value %s", i, what)
		case !there && what == "":
			return fmt.Errorf("entity %d: what the component of a living entity points to was collected", i)
		}
	}
	if err := w.Reset(); err != nil {
		return err
	}
	runtime.GC()
	for i := range kept {
		if kept[i].Value() != nil {
			return fmt.Errorf("entity %d: the storage, or a cursor of it, still holds the value from before a reset", i)
		}
	}
	runtime.KeepAlive(w)
	return nil
}
