package ecstest

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

// part is a world a part of which is saved and loaded.
type part struct {
	*ecs.World
	src   source
	ever  []ecs.Entity
	facts map[ecs.Entity]ended // of the living
	since ecs.Moment           // before everything; 0 without a tracker
	stamp uint64
}

// ended is what an entity has, as far as its values tell.
type ended struct {
	label  uint64
	motion float64 // 0: it has none
}

// Part checks the load of a part of a world (World.LoadChunk): its entities have the
// values and the handles of the save, nothing is recorded of them, and the others
// are left alone with their records. A tracker that is no Forgetter is refused.
func Part(b ecs.Backend, plain bool, seed uint64) (err error) {
	defer caught(&err)
	o := ecs.DefaultOptions()
	o.Plain, o.Ring = plain, 200 // no frame falls out of it
	p := &part{World: b.New(o), src: &seedSource{state: seed}, facts: map[ecs.Entity]ended{}}
	ecs.Register[label](p.World, ecs.Track(every))
	ecs.Register[motion](p.World, ecs.Track(every), ecs.InSparseSet())
	tracked := p.Tracker() != "none"
	if tracked {
		var err error
		if p.since, err = p.Now(); err != nil {
			return err
		}
	}
	if err := p.steps(40); err != nil {
		return err
	}
	whole, err := p.Save()
	if err != nil {
		return err
	}
	then := maps.Clone(p.facts)
	if err := p.steps(20); err != nil {
		return err
	}
	const from, to = 10, 90
	in := func(e ecs.Entity) bool { return e.Index() >= from && e.Index() < to }
	out := func(e ecs.Entity) bool { return !in(e) }
	if err := p.EndFrame(1); err != nil {
		return err
	}
	before, err := p.records(out)
	if err != nil {
		return err
	}
	if tracked {
		if _, ok := b.NewTracker(o).(driver.Forgetter); !ok {
			if err := p.LoadChunk(whole, from, to); !errors.Is(err, ecs.ErrSnapshot) {
				return fmt.Errorf("part: a tracker that cannot forget: %v", err)
			}
			return nil
		}
	}
	if err := p.LoadChunk(whole, from, to); err != nil {
		return err
	}
	maps.DeleteFunc(p.facts, func(e ecs.Entity, _ ended) bool { return in(e) })
	for e, f := range then {
		if in(e) {
			p.facts[e] = f
		}
	}
	if err := p.check(); err != nil {
		return fmt.Errorf("part: %w", err)
	}
	after, err := p.records(out)
	if err == nil && !slices.Equal(before, after) {
		err = fmt.Errorf("the records of the others were %v and are %v", before, after)
	}
	if err != nil {
		return fmt.Errorf("part: %w", err)
	}
	if err := p.EndFrame(1); err != nil { // what the load may have written is seen then
		return err
	}
	told, err := p.records(in)
	if err == nil && len(told) > 0 {
		err = fmt.Errorf("the load is told: %v", told)
	}
	if err != nil {
		return fmt.Errorf("part: %w", err)
	}
	if err := p.steps(20); err != nil {
		return fmt.Errorf("part: after the load: %w", err)
	}
	return p.check()
}

// steps does so many things.
func (p *part) steps(n int) error {
	for range n {
		if err := p.step(); err != nil {
			return err
		}
	}
	return nil
}

func (p *part) step() error {
	p.stamp++
	var living []ecs.Entity
	for _, e := range p.ever {
		if _, ok := p.facts[e]; ok {
			living = append(living, e)
		}
	}
	op := p.src.intn(6)
	if len(living) < 60 {
		op = 0
	}
	switch op {
	case 0, 1:
		v := ecs.Write[label]()
		sp, err := p.Spawner(v)
		if err != nil {
			return err
		}
		return sp.Batch(1+p.src.intn(30), func(c *ecs.Chunk) {
			for k := range c.N {
				v.At(c, k).N = p.stamp
				p.ever = append(p.ever, c.Entities.At(k))
				p.facts[c.Entities.At(k)] = ended{label: p.stamp}
			}
		})
	case 2:
		return p.EndFrame(1)
	}
	for range 1 + p.src.intn(8) {
		e := living[p.src.intn(len(living))]
		f, ok := p.facts[e]
		if !ok {
			continue
		}
		var err error
		switch op {
		case 3:
			delete(p.facts, e)
			if err := p.DespawnOne(e); err != nil {
				return err
			}
			continue
		case 4:
			f.motion = float64(p.stamp)
			err = ecs.Set(p.World, e, motion{X: f.motion})
		default:
			f.label = p.stamp
			err = ecs.Set(p.World, e, label{f.label})
		}
		if err != nil {
			return err
		}
		p.facts[e] = f
	}
	return nil
}

// records are those of some entities, of all kinds, that a moment before all sees.
func (p *part) records(of func(ecs.Entity) bool) (list []string, err error) {
	if p.Tracker() == "none" {
		return nil, nil
	}
	cs := []ecs.Component{ecs.Of[label](), ecs.Of[motion]()}
	for i, term := range []ecs.Tracked{ecs.IsCreated(), ecs.AnyAdded(cs...), ecs.AnyChanged(cs...), ecs.AnyRemoved(cs...)} {
		q, err := p.Query(term.Since(&p.since))
		if err != nil {
			return nil, err
		}
		es, err := q.Entities(nil)
		if err != nil {
			return nil, err
		}
		for _, e := range es {
			if of(e) {
				list = append(list, fmt.Sprint("term ", i, " of ", e))
			}
		}
	}
	for _, c := range cs {
		es, err := p.Removals(c, &p.since, nil)
		if err != nil {
			return nil, err
		}
		for _, e := range es {
			if of(e) {
				list = append(list, fmt.Sprint("removed of ", e))
			}
		}
	}
	slices.Sort(list)
	return list, nil
}

// check compares all entities with what is known of them.
func (p *part) check() error {
	l, err := ecs.NewAccess[label](p.World)
	if err != nil {
		return err
	}
	m, err := ecs.NewAccess[motion](p.World)
	if err != nil {
		return err
	}
	if p.Len() != len(p.facts) {
		return fmt.Errorf("%d entities live, expected %d", p.Len(), len(p.facts))
	}
	for _, e := range p.ever {
		f, alive := p.facts[e]
		if p.Alive(e) != alive {
			return fmt.Errorf("%v lives: %t, expected %t", e, p.Alive(e), alive)
		}
		if !alive {
			continue
		}
		got := ended{}
		if v := l.Get(e); v != nil {
			got.label = v.N
		}
		if v := m.Get(e); v != nil {
			got.motion = v.X
		}
		if got != f {
			return fmt.Errorf("%v is %v, expected %v", e, got, f)
		}
	}
	return nil
}
