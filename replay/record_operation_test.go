package replay_test

import (
	"errors"

	"ecslab/ecs"
)

// operations change something, within a run or without, or what a run has
// deferred. Each gets a living entity.
var operations = []struct {
	name string
	do   func(p *recording, e ecs.Entity)
}{
	{"spawn several", func(p *recording, _ ecs.Entity) {
		v := ecs.Write[spot]()
		sp, err := p.Spawner(v, ecs.All(ecs.Of[flagged]()))
		p.must(err)
		es := make([]ecs.Entity, p.r.IntN(9))
		same := p.value()
		p.must(sp.Into(es, func(c *ecs.Chunk) {
			for k := range c.N {
				*v.At(c, k) = same
				if p.r.IntN(8) == 0 {
					*v.At(c, k) = p.value()
				}
			}
		}))
		p.es = append(p.es, es...)
	}},
	{"spawn a batch", func(p *recording, _ ecs.Entity) {
		v, l := ecs.Write[spot](), ecs.Write[level]()
		sp, err := p.Spawner(v, l)
		p.must(err)
		sp.Overwrite().Cluster(uint32(p.r.IntN(2)))
		p.must(sp.Batch(p.r.IntN(9), func(c *ecs.Chunk) {
			for k := range c.N {
				*v.At(c, k), *l.At(c, k) = p.value(), level{int32(k), k%2 == 0}
				p.es = append(p.es, c.Entities.At(k))
			}
		}))
		p.must(sp.Batch(p.r.IntN(2), nil)) // nobody knows their handles
	}},
	{"spawn one", func(p *recording, _ ecs.Entity) {
		v := ecs.Write[level]()
		sp, err := p.Spawner(v)
		p.must(err)
		one, c, err := sp.Spawn()
		p.must(err)
		v.At(c, 0).N = int32(p.r.IntN(9))
		p.es = append(p.es, one)
	}},
	{"despawn one", func(p *recording, e ecs.Entity) { p.must(p.DespawnOne(e)) }},
	{"despawn several", func(p *recording, e ecs.Entity) { p.must(p.Despawn(append(p.several(), e, e)...)) }},
	{"despawn matches", func(p *recording, _ ecs.Entity) {
		if p.r.IntN(4) == 0 {
			p.must(p.DespawnAll(p.query(ecs.Write[level](), ecs.None(ecs.Of[flagged]()))))
		}
	}},
	{"despawn nobody", func(p *recording, _ ecs.Entity) {
		if err := p.Despawn(p.es[0], 0); !errors.Is(err, ecs.ErrDead) {
			p.Error(err)
		}
	}},
	{"set", func(p *recording, e ecs.Entity) { p.must(ecs.Set(p.World, e, p.value())) }},
	{"set others", func(p *recording, e ecs.Entity) {
		p.must(ecs.Set(p.World, e, level{int32(p.r.IntN(4)), p.r.IntN(2) == 0}))
		p.must(ecs.Set(p.World, e, note{"n"}))
		p.must(ecs.Set(p.World, e, flagged{}))
	}},
	{"exchange", func(p *recording, e ecs.Entity) {
		v := ecs.Write[spot]()
		x, err := p.Exchange(ecs.Removing(ecs.Of[level]()), ecs.Adding(ecs.Of[flagged]()), ecs.Setting(v))
		p.must(err)
		c, err := x.One(e)
		p.must(err)
		if p.r.IntN(2) == 0 {
			*v.At(c, 0) = p.value()
		}
	}},
	{"exchange a batch", func(p *recording, e ecs.Entity) {
		v := ecs.Write[level]()
		x, err := p.Exchange(ecs.Removing(ecs.Of[flagged]()), ecs.Adding(ecs.Of[spot]()), ecs.Setting(v))
		p.must(err)
		p.must(x.Batch(p.several(), func(c *ecs.Chunk) {
			for k := range c.N {
				v.At(c, k).N = int32(p.r.IntN(3))
			}
		}))
		p.must(x.Batch([]ecs.Entity{e}, nil))
	}},
	{"exchange matches", func(p *recording, _ ecs.Entity) {
		v := ecs.Write[spot]()
		x, err := p.Exchange(ecs.Removing(ecs.Of[note]()), ecs.Setting(v))
		p.must(err)
		p.must(x.All(p.query(ecs.Write[level]()), func(c *ecs.Chunk) {
			for k := range c.N {
				v.At(c, k).Y = 2
			}
		}))
		x, err = p.Exchange(ecs.Adding(ecs.Of[note]()))
		p.must(err)
		p.must(x.All(p.query(ecs.All(ecs.Of[flagged]()), ecs.WithDisabled()), nil))
	}},
	{"access", func(p *recording, e ecs.Entity) {
		a, err := ecs.NewAccess[spot](p.World)
		p.must(err)
		if at := a.Mut(e); at != nil {
			at.X++
		}
	}},
	{"access without a mark", func(p *recording, e ecs.Entity) {
		a, err := ecs.NewAccess[level](p.World)
		p.must(err)
		if at := a.Untracked(e); at != nil {
			at.N += 100
		}
	}},
	{"access by address", func(p *recording, e ecs.Entity) {
		if at, err := p.MutPointer(e, p.spotID); err == nil {
			(*spot)(at).Y--
		}
	}},
	{"update", func(p *recording, e ecs.Entity) {
		if _, err := ecs.Update(p.World, e, level{int32(p.r.IntN(2)), true}); err != nil && !errors.Is(err, ecs.ErrAbsent) {
			p.Error(err)
		}
	}},
	{"disable", func(p *recording, e ecs.Entity) {
		if !p.Has(e, 4) {
			p.must(ecs.Set(p.World, e, ecs.Disabled{}))
			return
		}
		x, err := p.Exchange(ecs.Removing(ecs.Of[ecs.Disabled]()))
		p.must(err)
		_, err = x.One(e)
		p.must(err)
	}},
	{"pass", func(p *recording, e ecs.Entity) {
		a, err := ecs.NewAccess[level](p.World)
		p.must(err)
		p.must(p.mut.Open())
		walked := 0
		for c := p.mut.Next(); c != nil; c = p.mut.Next() {
			for k := range c.N {
				p.spots.At(c, k).Y += 0.5
				if l := p.levels.At(c, k); l != nil {
					l.N++
				}
			}
			switch p.r.IntN(6) {
			case 0:
				p.question() // which sees the marks of this pass so far
				for k := range c.N {
					p.spots.At(c, k).X += 8
				}
			case 1:
				a.Mut(e)
			}
			if walked++; p.r.IntN(6) == 0 {
				break
			}
		}
		p.mut.Close()
	}},
	{"pass over changes", func(p *recording, e ecs.Entity) {
		if p.Tracker() == "none" || !p.inRun {
			return
		}
		v := ecs.Write[spot]()
		q := p.query(v, ecs.Or(ecs.AllChanged(ecs.Of[spot]()), ecs.All(ecs.Of[note]())))
		if err := q.Open(); err != nil {
			p.asked(err)
			return
		}
		for c := q.Next(); c != nil; c = q.Next() {
			v.At(c, 0).X = 3
			if a, err := ecs.NewAccess[spot](p.World); err == nil && p.r.IntN(3) == 0 {
				a.Mut(e) // which the rest of the pass may see
			}
		}
	}},
	{"pass by callback", func(p *recording, _ ecs.Entity) {
		v := ecs.Write[level]()
		p.must(ecs.Each(p.query(v), v, func(_ ecs.Entity, l *level) { l.N *= 2 }))
		w := ecs.Write[spot]()
		for _, s := range ecs.Range(p.query(w, ecs.WithDisabled()), w) {
			if s.X++; p.r.IntN(4) == 0 {
				break
			}
		}
	}},
	{"parallel pass", func(p *recording, _ ecs.Entity) {
		a, err := ecs.NewAccess[level](p.World)
		p.must(err)
		p.must(p.mut.Parallel(2, func(c *ecs.Chunk, commands *ecs.Commands) {
			for k := range c.N {
				p.spots.At(c, k).X += 0.25
				_ = a.Untracked(c.Entities.At(k)) // a read as good as any
			}
			if c.N > 3 {
				commands.Add(c.Entities.At(0), p.levelID)
			}
		}))
	}},
	{"flush", func(p *recording, e ecs.Entity) {
		c := p.Commands()
		c.Add(e, p.spotID)
		c.Remove(e, p.levelID)
		other, err := c.Spawn()
		p.must(err)
		p.must(ecs.Put(c, other, p.value()))
		c.Despawn(other)
		_ = p.Flush() // what waits may be of someone who is dead by now
	}},
	{"rearrange", func(p *recording, _ ecs.Entity) {
		_, err := p.Group(ecs.Of[spot](), ecs.Of[level]())
		p.must(err)
		p.Shrink()
	}},
}
