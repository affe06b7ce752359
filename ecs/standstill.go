package ecs

// The structure stands still while a pass over a query is open, while a fill
// writes the chunk that a batch has handed to it, and while a watcher is told
// something: whoever holds rows then would find others in them. World.open counts
// these, and every structural change asks mayChange first.

// mayChange is nil if the structure may change now. A nil world is that of an
// operation which none has prepared.
func (w *World) mayChange() error {
	if w == nil {
		return ErrZero
	}
	if w.open > 0 {
		return ErrOpen
	}
	return nil
}

// hold makes the structure stand still until release.
func (w *World) hold()    { w.open++ }
func (w *World) release() { w.open-- }

// hand gives a chunk of a batch to the fill that the caller brought. What is left of the
// batch's list is rest, which the function must not touch.
func (w *World) hand(f func(*Chunk), c *Chunk, rest []Entity) {
	w.hold()
	defer w.release()
	if !checking {
		f(c)
		return
	}
	before := digest(rest)
	f(c)
	if digest(rest) != before {
		panic("ecs: a fill has changed the list of its batch")
	}
}
