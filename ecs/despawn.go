package ecs

import "math/bits"

// Despawn removes entities with all they have. Either all of them live and go,
// or nothing changes and the error is ErrDead. One named twice goes once.
func (w *World) Despawn(es ...Entity) error {
	if err := w.mayChange(); err != nil {
		return err
	}
	if !w.allLive(es) {
		return ErrDead
	}
	if len(es) > 1 && w.heard() {
		es = w.distinct(es)
	}
	w.despawn(es)
	return nil
}

// DespawnOne is Despawn of one entity, without an allocation for the list.
func (w *World) DespawnOne(e Entity) error {
	if err := w.mayChange(); err != nil {
		return err
	}
	if w.despawner != nil && w.watch == nil {
		w.structure++
		if !w.despawner.DespawnOne(e) {
			return ErrDead
		}
		return nil
	}
	if !w.dir.Alive(e) {
		return ErrDead
	}
	w.one[0] = e
	w.despawn(w.one[:])
	return nil
}

// despawn removes entities that live and tells who wants to know, for whom each
// is named once.
func (w *World) despawn(es []Entity) {
	if w.watch != nil {
		w.watch.Despawning(es)
	}
	w.structure++
	if Tracking && w.tracker != nil {
		w.bury(es)
		w.storage.Despawn(es)
		w.tracker.Died(es)
		return
	}
	w.storage.Despawn(es)
}

// bury tells the tracker what goes with the entities, component by component
// for stretches of entities that have the same.
func (w *World) bury(es []Entity) {
	removed := &w.tracked.removed
	if !w.tracker.Buries() || removed.Empty() {
		return
	}
	for len(es) > 0 {
		set := w.storage.Components(es[0])
		set = set.And(removed)
		n := 1
		for n < len(es) {
			next := w.storage.Components(es[n])
			if next.And(removed) != set {
				break
			}
			n++
		}
		for i, word := range set { // by words: Mask.Next costs a single despawn more
			for ; word != 0; word &= word - 1 {
				w.tracker.Lost(ComponentID(i<<6+bits.TrailingZeros64(word)), es[:n])
			}
		}
		es = es[n:]
	}
}
