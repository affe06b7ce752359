package apps

import (
	"ecslab/ecs"
	"ecslab/scenarios/component"
)

// system adds a system that makes a pass over a query.
func (g *game) system(group *ecs.SystemGroup, name string, each func(*ecs.Chunk), terms ...ecs.Term) (*ecs.Member, func() error, error) {
	q, err := g.world.Query(terms...)
	if err != nil {
		return nil, nil, err
	}
	body := func() error {
		if err := q.Open(); err != nil {
			return err
		}
		for c := q.Next(); c != nil; c = q.Next() {
			each(c)
		}
		return nil
	}
	return group.Add(name, body), body, nil
}

func (g *game) addUpdate() error {
	add := func(name string, each func(*ecs.Chunk), terms ...ecs.Term) (*ecs.Member, error) {
		m, _, err := g.system(g.update, name, each, terms...)
		return m, err
	}
	few := func(name string, t *turns, f func(i uint32)) {
		g.update.Add(name, func() error { t.each(f); return nil })
	}
	{
		p, v := ecs.Read[position](), ecs.Write[velocity]()
		if _, err := add("steer", func(c *ecs.Chunk) {
			ps, pr := p.Rows(c)
			vs, vr := v.Rows(c)
			for k := range pr {
				steer(&ps[pr[k]], &vs[vr[k]])
			}
		}, p, v); err != nil {
			return err
		}
	}
	{
		p, v := ecs.Write[position](), ecs.Read[velocity]()
		if _, err := add("move", func(c *ecs.Chunk) {
			if c.Dense {
				component.Advance(p.Slice(c), v.Slice(c))
				return
			}
			ps, pr := p.Rows(c)
			vs, vr := v.Rows(c)
			for k := range pr {
				p, v := &ps[pr[k]], &vs[vr[k]]
				p.X += v.X
				p.Y += v.Y
			}
		}, p, v, ecs.None(ecs.Of[stun]())); err != nil {
			return err
		}
	}
	{
		h := ecs.Write[health]()
		m, err := add("regenerate", func(c *ecs.Chunk) {
			hs, rows := h.Rows(c)
			for _, row := range rows {
				regenerate(&hs[row])
			}
		}, h)
		if err != nil {
			return err
		}
		m.Every(regeneration)
	}
	commands, stunID := g.world.Commands(), ecs.Register[stun](g.world)
	few("replace", g.replace, func(i uint32) {
		commands.Despawn(g.es[i])
		e, err := commands.Spawn()
		must(err)
		must(ecs.Put(commands, e, position{}))
		must(ecs.Put(commands, e, unitVelocity(i)))
		must(ecs.Put(commands, e, unitHealth()))
		must(ecs.Put(commands, e, bar{}))
		must(ecs.Put(commands, e, purse{}))
		must(ecs.Put(commands, e, target{}))
		g.es[i] = e
	})
	few("hit", g.hit, func(i uint32) { hit(g.hs.Mut(g.es[i])) })
	{
		h, b := ecs.Read[health](), ecs.Write[bar]()
		m, body, err := g.system(g.update, "bars", func(c *ecs.Chunk) {
			hs, hr := h.Rows(c)
			bars, br := b.Rows(c)
			for k := range hr {
				bars[br[k]].draw(&hs[hr[k]])
			}
		}, h, b, ecs.AllChanged(ecs.Of[health]()))
		if err != nil {
			return err
		}
		g.drawer, g.drawBars = m.System(), body
	}
	few("stun", g.stun, func(i uint32) { must(ecs.Put(commands, g.es[i], stun{Left: stunned, Strength: 1})) })
	{
		s := ecs.Write[stun]()
		if _, err := add("count down", func(c *ecs.Chunk) {
			values, rows := s.Rows(c)
			for k, row := range rows {
				if wearOff(&values[row]) {
					commands.Remove(c.Entities.At(k), stunID)
				}
			}
		}, s); err != nil {
			return err
		}
	}
	few("trade", g.trade, func(i uint32) { g.purses.Mut(g.es[i]).Coins++ })
	{
		p := ecs.Write[purse]()
		m, err := add("income", func(c *ecs.Chunk) {
			values, rows := p.Rows(c)
			for _, row := range rows {
				values[row].Gems++
			}
		}, p)
		if err != nil {
			return err
		}
		m.Every(income)
	}
	few("aim", g.aim, func(i uint32) {
		*g.targets.Untracked(g.es[i]) = target(*g.ps.Get(g.es[seen(i, len(g.es))]))
	})
	{
		h := ecs.Read[health]()
		if _, err := add("sum up", func(c *ecs.Chunk) {
			hs, rows := h.Rows(c)
			for _, row := range rows {
				g.counted += int(hs[row].Points)
			}
		}, h); err != nil {
			return err
		}
	}
	if _, err := add("count the new", func(c *ecs.Chunk) { g.counted += c.N }, ecs.IsCreated()); err != nil {
		return err
	}
	freed := ecs.Of[stun]()
	g.update.Add("list the freed", func() (err error) {
		g.freed, err = g.world.Removals(freed, nil, g.freed[:0])
		return err
	})
	return nil
}

func (g *game) addFixed() error {
	add := func(name string, each func(*ecs.Chunk), terms ...ecs.Term) error {
		_, _, err := g.system(g.fixed, name, each, terms...)
		return err
	}
	p, h, v, t := ecs.Read[purse](), ecs.Read[health](), ecs.Write[velocity](), ecs.Write[target]()
	if err := add("send purses", func(c *ecs.Chunk) {
		values, rows := p.Rows(c)
		for k, row := range rows {
			g.purse(c.Entities.At(k).Index(), &values[row])
		}
		g.send()
	}, p, ecs.AllChanged(ecs.Of[purse]())); err != nil {
		return err
	}
	if err := add("send health", func(c *ecs.Chunk) {
		values, rows := h.Rows(c)
		for k, row := range rows {
			g.health(c.Entities.At(k).Index(), &values[row])
		}
		g.send()
	}, h, ecs.AllChanged(ecs.Of[health]())); err != nil {
		return err
	}
	if err := add("count the stunned", func(c *ecs.Chunk) { g.counted += c.N }, ecs.AllAdded(ecs.Of[stun]()), ecs.All(ecs.Of[stun]())); err != nil {
		return err
	}
	if err := add("turn", func(c *ecs.Chunk) {
		values, rows := v.Rows(c)
		for _, row := range rows {
			values[row].Y = -values[row].Y
		}
	}, v); err != nil {
		return err
	}
	if err := add("drift", func(c *ecs.Chunk) {
		values, rows := t.Rows(c)
		for _, row := range rows {
			values[row].X++
		}
	}, t); err != nil {
		return err
	}
	return add("census", func(c *ecs.Chunk) { g.counted += c.N })
}
