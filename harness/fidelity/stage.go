package fidelity

import (
	"fmt"

	"ecslab/ecs"
)

// value is the one component of a stage.
type value struct{ V float64 }

// stage is a world with one reader, and what the oracle knows of it. Its
// methods are the words of schedules; an error of the world is a panic.
type stage struct {
	w       *ecs.World
	kind    ecs.Kinds // what the reader asks for
	reader  *ecs.System
	query   *ecs.Query
	every   *ecs.Query
	column  *ecs.View[value]   // of every
	es      []ecs.Entity       // in the order of their spawns
	written float64            // the last value that was written: each is new
	done    map[ecs.Entity]int // operations on an entity so far

	seen    map[ecs.Entity]float64 // values at the end of the last look
	pending map[ecs.Entity]int     // how often due at earlier looks, and not reported since
	told    map[ecs.Entity]int     // done, at the time of the last report
	due     int
	counts  map[Fault]int
}

func newStage(b ecs.Backend, kind ecs.Kinds, ring int) *stage {
	o := ecs.DefaultOptions()
	if ring > 0 {
		o.Ring = ring
	}
	s := &stage{
		w: b.New(o), kind: kind, column: ecs.Read[value](),
		done: map[ecs.Entity]int{}, seen: map[ecs.Entity]float64{}, pending: map[ecs.Entity]int{},
		told: map[ecs.Entity]int{}, counts: map[Fault]int{},
	}
	ecs.Register[value](s.w, ecs.Track(ecs.Added|ecs.Changed|ecs.Removed))
	s.reader = s.w.System("reader")
	s.every = s.w.MustQuery(s.column)
	switch kind {
	case ecs.Changed:
		s.query = s.w.MustQuery(ecs.AllChanged(ecs.Of[value]()))
	case ecs.Added:
		s.query = s.w.MustQuery(ecs.AllAdded(ecs.Of[value]()))
	}
	return s
}

func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("fidelity: %v", err))
	}
}

// spawn makes n entities with values.
func (s *stage) spawn(n int) {
	sp, err := s.w.Spawner(ecs.Write[value]())
	must(err)
	for range n {
		e, _, err := sp.Spawn()
		must(err)
		s.es = append(s.es, e)
		s.done[e]++
		s.put(e)
	}
}

// put writes a new value without a mark: the operation before it has marked.
func (s *stage) put(e ecs.Entity) {
	a, err := ecs.NewAccess[value](s.w)
	must(err)
	s.written++
	a.Untracked(e).V = s.written
}

// write writes a new value, with a mark.
func (s *stage) write(i int) {
	s.touch(i)
	s.put(s.es[i])
}

// touch takes mutable access and writes nothing.
func (s *stage) touch(i int) {
	a, err := ecs.NewAccess[value](s.w)
	must(err)
	if a.Mut(s.es[i]) == nil {
		panic("fidelity: a touch of nobody")
	}
	s.done[s.es[i]]++
}

// writeBack writes a new value and then the old one again.
func (s *stage) writeBack(i int) {
	a, err := ecs.NewAccess[value](s.w)
	must(err)
	old := *a.Get(s.es[i])
	s.write(i)
	*a.Mut(s.es[i]) = old
}

// deferWrite queues a new value.
func (s *stage) deferWrite(i int) {
	s.written++
	must(ecs.Put(s.w.Commands(), s.es[i], value{s.written}))
	s.done[s.es[i]]++
}

func (s *stage) add(i int) {
	s.done[s.es[i]]++
	s.written++
	must(ecs.Set(s.w, s.es[i], value{s.written}))
}

func (s *stage) remove(i int) {
	x, err := s.w.Exchange(ecs.Removing(ecs.Of[value]()))
	must(err)
	s.done[s.es[i]]++
	_, err = x.One(s.es[i])
	must(err)
}

// removeAndAdd takes the component away and puts it back with its value.
func (s *stage) removeAndAdd(i int) {
	a, err := ecs.NewAccess[value](s.w)
	must(err)
	old := *a.Get(s.es[i])
	s.remove(i)
	must(ecs.Set(s.w, s.es[i], old))
}

func (s *stage) despawn(i int) {
	s.done[s.es[i]]++
	must(s.w.DespawnOne(s.es[i]))
}

// by is a run of another system, made at its first.
func (s *stage) by(system *ecs.System, body func()) {
	must(s.w.Run(system, func() error { body(); return nil }))
}

func (s *stage) system(name string) *ecs.System { return s.w.System(name) }

func (s *stage) tick(n int) { must(s.w.EndFrame(uint64(n))) }

// values are those of the living entities that have the component.
func (s *stage) values() map[ecs.Entity]float64 {
	now := map[ecs.Entity]float64{}
	must(ecs.Each(s.every, s.column, func(e ecs.Entity, v *value) { now[e] = v.V }))
	return now
}
