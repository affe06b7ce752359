package ecs

import (
	"fmt"

	"ecslab/ecs/driver"
)

// Spawner is a prepared spawn: it makes entities with one set of components.
// Its views write the values, in the chunk that a spawn hands out:
//
//	pos, vel := ecs.Write[Pos](), ecs.Write[Vel]()
//	sp, err := w.Spawner(pos, vel, ecs.All(ecs.Of[Tag]()))
//	e, c, err := sp.Spawn()
//	*pos.At(c, 0) = Pos{1, 2}
type Spawner struct {
	w       *World
	set     Mask
	driver  driver.Spawner
	filled  driver.Spawner // for callers that write every value; nil: none asked yet
	chunk   Chunk
	marks   []valueMark // the columns that are tracked for added or changed
	one     [1]Entity
	cluster uint32
	written bool // every component with values has a view
	raw     bool // see Overwrite; then what nobody writes is cleared here
}

// Spawner prepares a spawn of entities with the components of the views and of
// the All terms. Values that are not written are zero.
func (w *World) Spawner(terms ...Term) (*Spawner, error) {
	s := &Spawner{w: w}
	b := &binding{w: w, owner: s, sinces: []*Moment{nil}}
	if err := b.bindAll(terms); err != nil {
		return nil, fmt.Errorf("spawner: %w", err)
	}
	if b.conditional() || !b.q.None.Empty() {
		return nil, fmt.Errorf("spawner: %w: it takes views and All terms", ErrTerm)
	}
	s.set = b.q.All
	s.chunk.Cols = make([]driver.Column, s.set.Len())
	s.chunk.Dense = true
	b.rank(&s.set)
	b.settle()
	s.written = b.covers(&s.set)
	s.marks = w.valueMarks(&s.set)
	s.driver = unprepared{w.storage, &s.set}
	if p, ok := w.storage.(driver.SpawnPreparer); ok && !w.options.Plain {
		s.driver = p.PrepareSpawn(&s.set)
	}
	return s, nil
}

// unprepared spawns on a storage that prepares nothing.
type unprepared struct {
	storage driver.Storage
	set     *Mask
}

func (u unprepared) Spawn(es []Entity, ch *Chunk) (int, error) {
	return u.storage.Spawn(es, u.set, ch)
}

// Cluster makes the spawner place its entities with others of the same
// cluster, on storages that go by entity index; others ignore it. 0 is none.
func (s *Spawner) Cluster(cluster uint32) *Spawner {
	s.cluster = cluster
	return s
}

// Overwrite is the caller's promise to write every value of every entity that
// the spawner makes, so that a storage need not clear their rows first, which is
// up to a fifth of a batch. A value that is not written may be that of another
// entity which is gone. It has an effect if every component with values has a
// view, and never where a batch is made without a fill.
func (s *Spawner) Overwrite() *Spawner {
	if o, ok := s.driver.(driver.Overwriter); ok && s.written {
		o.Overwrite()
		s.raw = true
	}
	return s
}

// clear makes all values of the chunk zero.
func (s *Spawner) clear() {
	slot := 0
	for c, ok := s.set.Next(0); ok; c, ok = s.set.Next(int(c) + 1) {
		if base := s.chunk.Cols[slot].Base; base != nil {
			s.w.schema.Of(c).Zero(base, s.chunk.N)
		}
		slot++
	}
}

// Spawn makes one entity, if there is room (ErrTooMany, ErrFull). The chunk has it
// as its only match, dense, until the spawner is used again or the structure changes.
func (s *Spawner) Spawn() (Entity, *Chunk, error) {
	if err := s.w.mayChange(); err != nil {
		return 0, nil, err
	}
	s.place()
	e, ok := s.w.dir.AllocateOne()
	if !ok {
		return 0, nil, ErrTooMany
	}
	s.one[0] = e
	if _, err := s.put(s.one[:]); err != nil {
		s.w.dir.Cancel(s.one[:])
		return 0, nil, err
	}
	if s.w.heard() {
		s.tell(s.one[:])
	}
	return e, &s.chunk, nil
}

// Batch makes n entities and hands them to fill, which may be nil, chunk by
// chunk. The chunks are dense. Either there is room for all n, or none is made
// (ErrTooMany); where the storage itself is full (ErrFull), some may be.
//
// The structure stands still while a fill runs, as it does during a pass (ErrOpen);
// Commands take what it would change. If it panics, the entities that it has been
// handed live and no further ones are made.
func (s *Spawner) Batch(n int, fill func(*Chunk)) error {
	if err := s.w.mayChange(); err != nil {
		return err
	}
	if n < 0 || n > s.w.dir.Room() {
		return ErrTooMany
	}
	s.place()
	list := s.w.scratch(min(n, driver.ChunkRows))
	s.w.handles = nil // a pass that a fill makes finds another list
	defer func() { s.w.handles = list }()
	for n > 0 {
		es := list[:min(n, len(list))]
		if !s.w.dir.Allocate(es) {
			return ErrTooMany
		}
		if err := s.all(es, fill); err != nil {
			return err
		}
		n -= len(es)
	}
	return nil
}

// Into is Batch for len(es) entities, whose handles it writes to es, which fill
// must leave alone.
func (s *Spawner) Into(es []Entity, fill func(*Chunk)) error {
	if err := s.w.mayChange(); err != nil {
		return err
	}
	s.place()
	if !s.w.dir.Allocate(es) {
		return ErrTooMany
	}
	return s.all(es, fill)
}

// all places all of es, whose handles were allocated. It takes back those that it
// does not come to, for an error or a panic of fill.
func (s *Spawner) all(es []Entity, fill func(*Chunk)) error {
	defer func() {
		if len(es) > 0 {
			s.w.dir.Cancel(es)
		}
	}()
	for len(es) > 0 {
		if s.w.open > 0 { // fill has left a pass open
			return ErrOpen
		}
		n, err := s.some(es)
		if err != nil {
			return err
		}
		placed := es[:n]
		es = es[n:]
		if s.w.heard() {
			s.tell(placed)
		}
		if fill != nil {
			s.w.hand(fill, &s.chunk, es)
		} else if s.raw {
			s.clear()
		}
	}
	return nil
}

// put places a prefix of es and tells nobody.
func (s *Spawner) put(es []Entity) (int, error) {
	s.w.structure++
	return s.driver.Spawn(es, &s.chunk)
}

// some is put for batches, which end because every call places somebody.
func (s *Spawner) some(es []Entity) (int, error) {
	n, err := s.put(es)
	if err == nil && n < 1 {
		panic("ecs: the storage has placed none of a batch")
	}
	return n, err
}

// heard says that somebody wants to know what comes and goes.
func (w *World) heard() bool { return w.watch != nil || Tracking && w.tracker != nil }

// tell tells of new entities, which the chunk has.
func (s *Spawner) tell(es []Entity) {
	if Tracking && s.w.tracker != nil {
		s.w.tracker.Born(es)
		s.w.markNew(s.marks, &s.chunk, es[0])
	}
	if s.w.watch != nil {
		s.w.watch.Spawned(es, &s.set)
	}
}

// putFilled is put for a caller that writes every value at once, as the load of a
// snapshot does: clearing what is filled next would take a fifth of it.
func (s *Spawner) putFilled(es []Entity) (int, error) {
	if s.filled == nil {
		s.filled = s.driver
		if p, ok := s.w.storage.(driver.SpawnPreparer); ok && !s.w.options.Plain {
			prepared := p.PrepareSpawn(&s.set)
			if o, ok := prepared.(driver.Overwriter); ok {
				o.Overwrite()
				s.filled = prepared
			}
		}
	}
	s.w.structure++
	return s.filled.Spawn(es, &s.chunk)
}

// place makes the next handles those of the spawner's cluster.
func (s *Spawner) place() {
	if s.cluster != s.w.cluster {
		s.w.setCluster(s.cluster)
	}
}

func (w *World) setCluster(cluster uint32) {
	if p, ok := w.storage.(driver.Placer); ok && !w.options.Plain {
		p.SetCluster(cluster)
	}
	w.cluster = cluster
}

// scratch is the world's list of handles for batches.
func (w *World) scratch(n int) []Entity {
	if cap(w.handles) < n {
		w.handles = make([]Entity, max(n, min(2*cap(w.handles), driver.ChunkRows)))
	}
	return w.handles[:n]
}
