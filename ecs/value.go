package ecs

import "unsafe"

// locate finds the value of a component of one entity.
func (w *World) locate(e Entity, c ComponentID) error {
	switch {
	case int(c) >= len(w.schema.Components):
		return ErrComponent
	case !w.dir.Alive(e):
		return ErrDead
	case !w.storage.Locate(e, c, &w.cell):
		return ErrAbsent
	case w.cell.Value == nil:
		return ErrTag
	}
	return nil
}

// ReadPointer is the address of a value for reading, valid until the structure
// changes. It marks nothing, so the value may also be written untracked. The error
// is ErrDead, ErrAbsent, ErrTag or, of a number that is not registered, ErrComponent.
func (w *World) ReadPointer(e Entity, c ComponentID) (unsafe.Pointer, error) {
	if err := w.locate(e, c); err != nil {
		return nil, err
	}
	return w.cell.Value, nil
}

// MutPointer is ReadPointer for writing: it marks the component changed, whether it
// is written then or not.
func (w *World) MutPointer(e Entity, c ComponentID) (unsafe.Pointer, error) {
	if err := w.locate(e, c); err != nil {
		return nil, err
	}
	if w.watch != nil {
		w.watch.Accessed(e, c)
		_ = w.locate(e, c) // again, for the watcher may have looked at another
	}
	if Tracking && w.tracked.changed.Has(c) {
		w.tracker.MarkCell(c, Changed, e, &w.cell)
	}
	return w.cell.Value, nil
}

// Set inserts or overwrites one component of one entity, marked as a set.
// For many, prepare an Exchange.
func Set[T any](w *World, e Entity, value T) error {
	id, err := Of[T]().resolve(w)
	if err != nil {
		return err
	}
	x, err := w.single(opSet, id)
	if err != nil {
		return err
	}
	c, err := x.One(e)
	if err != nil {
		return err
	}
	if col := &c.Cols[0]; col.Base != nil {
		*(*T)(unsafe.Add(col.Base, uintptr(col.Row(0))*unsafe.Sizeof(value))) = value
	}
	return nil
}

// Update writes value and marks the component changed, unless it is equal
// already: then nothing at all happens. It reports whether it wrote. The error is
// ErrDead or, of an entity without the component and of a tag, ErrAbsent.
func Update[T comparable](w *World, e Entity, value T) (bool, error) {
	a, err := NewAccess[T](w)
	if err != nil {
		return false, err
	}
	p := a.Get(e)
	switch {
	case p == nil && !w.Alive(e):
		return false, ErrDead
	case p == nil:
		return false, ErrAbsent
	case *p == value:
		return false, nil
	}
	*a.Mut(e) = value
	return true, nil
}
