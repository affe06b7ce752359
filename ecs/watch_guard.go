package ecs

// guarded is a watcher for whose calls the structure stands still: it is told in
// the middle of operations.
type guarded struct {
	w       *World
	watcher Watcher
}

var _ Watcher = (*guarded)(nil)

func (g *guarded) Spawned(es []Entity, set *Mask) {
	defer g.hold().release()
	g.watcher.Spawned(es, set)
}

func (g *guarded) Exchanging(es []Entity, add, set, remove *Mask) {
	defer g.hold().release()
	g.watcher.Exchanging(es, add, set, remove)
}

func (g *guarded) Despawning(es []Entity) {
	defer g.hold().release()
	g.watcher.Despawning(es)
}

func (g *guarded) Accessed(e Entity, c ComponentID) {
	defer g.hold().release()
	g.watcher.Accessed(e, c)
}

func (g *guarded) Referenced(e Entity, c ComponentID) {
	defer g.hold().release()
	g.watcher.Referenced(e, c)
}

func (g *guarded) Opened(q *Query) {
	defer g.hold().release()
	g.watcher.Opened(q)
}

func (g *guarded) Passed(q *Query, es []Entity) {
	defer g.hold().release()
	g.watcher.Passed(q, es)
}

func (g *guarded) Closed(q *Query, n int, complete bool) {
	defer g.hold().release()
	g.watcher.Closed(q, n, complete)
}

func (g *guarded) Asked(e Entity, t TermShape, answer bool) {
	defer g.hold().release()
	g.watcher.Asked(e, t, answer)
}

func (g *guarded) Listed(c ComponentID, since *Moment, answer []Entity) {
	defer g.hold().release()
	g.watcher.Listed(c, since, answer)
}

func (g *guarded) Began(s *System) {
	defer g.hold().release()
	g.watcher.Began(s)
}

func (g *guarded) Closing() {
	defer g.hold().release()
	g.watcher.Closing()
}

func (g *guarded) Ended() {
	defer g.hold().release()
	g.watcher.Ended()
}

func (g *guarded) FrameEnded(n uint64) {
	defer g.hold().release()
	g.watcher.FrameEnded(n)
}

func (g *guarded) TimeTaken(m Moment) {
	defer g.hold().release()
	g.watcher.TimeTaken(m)
}

func (g *guarded) Cleared(k Kinds, cs []ComponentID) {
	defer g.hold().release()
	g.watcher.Cleared(k, cs)
}

func (g *guarded) Saved(s *Snapshot) {
	defer g.hold().release()
	g.watcher.Saved(s)
}

func (g *guarded) Loaded(s *Snapshot) {
	defer g.hold().release()
	g.watcher.Loaded(s)
}

func (g *guarded) Registered(c ComponentID) {
	defer g.hold().release()
	g.watcher.Registered(c)
}

func (g *guarded) Other(what string) {
	defer g.hold().release()
	g.watcher.Other(what)
}

// hold makes the structure stand still until it is released.
func (g *guarded) hold() *World {
	g.w.hold()
	return g.w
}
