package table

import "ecslab/ecs"

func (r *run) spawn() {
	cs := r.some(r.r.Intn(6))
	terms, views, ids := r.viewed(cs)
	sp, err := r.w.Spawner(terms...)
	r.must(err)
	n := 1
	if r.r.Intn(2) == 0 {
		n = 1 + r.r.Intn(40)
	}
	fill := r.fill(cs, views, ids, func(e ecs.Entity, id ecs.ComponentID, seed int) {
		if seed != 0 {
			r.t.Fatalf("spawned with %s = %d", r.shapes[id].name, seed)
		}
	})
	r.must(sp.Batch(n, func(c *ecs.Chunk) {
		for k := range c.N {
			e := c.Entities.At(k)
			r.live = append(r.live, e)
			r.model[e] = map[ecs.ComponentID]int{}
			for _, id := range ids {
				r.model[e][id] = 0
				r.mark(e, id)
			}
		}
		if c.Run && c.Entities.At(c.N-1).Index()-c.First+1 != uint32(c.N) {
			r.t.Fatalf("run from %d is wrong", c.First)
		}
		fill(c)
	}))
}

func (r *run) despawn() {
	es := r.pick()
	if r.r.Intn(3) > 0 && len(es) > 10 {
		es = es[:10]
	}
	if len(es) == 0 {
		return
	}
	r.must(r.w.Despawn(es...))
	for _, e := range es {
		delete(r.model, e)
	}
	r.live = r.live[:0]
	for e := range r.model {
		r.live = append(r.live, e)
	}
	sortEntities(r.live)
}

func (r *run) exchange() {
	es := r.pick()
	add, set, remove := r.some(r.r.Intn(3)), r.some(r.r.Intn(3)), r.some(r.r.Intn(3))
	var taken ecs.Mask
	only := func(cs []ecs.Component) (out []ecs.Component, ids []ecs.ComponentID) {
		for _, sh := range r.shapes {
			for _, c := range cs {
				if c == ecs.ByID(sh.id) && !taken.Has(sh.id) {
					taken.Set(sh.id)
					out, ids = append(out, c), append(ids, sh.id)
				}
			}
		}
		return out, ids
	}
	set, _ = only(set)
	add, addIDs := only(add)
	remove, removeIDs := only(remove)
	terms, views, setIDs := r.viewed(set)
	x, err := r.w.Exchange(ecs.Adding(add...), ecs.Setting(terms...), ecs.Removing(remove...))
	r.must(err)
	change := func(e ecs.Entity) {
		for _, id := range removeIDs {
			delete(r.model[e], id)
		}
		for _, ids := range [][]ecs.ComponentID{addIDs, setIDs} {
			for _, id := range ids {
				if _, ok := r.model[e][id]; !ok {
					r.model[e][id] = 0
					r.mark(e, id)
				}
			}
		}
	}
	if r.r.Intn(4) == 0 && len(setIDs) == 0 { // by a query
		q, err := r.w.Query(ecs.All(r.some(r.r.Intn(2))...))
		r.must(err)
		es, err := q.Entities(nil)
		r.must(err)
		r.must(x.All(q, nil))
		for _, e := range es {
			change(e)
		}
		return
	}
	if len(setIDs) == 0 && r.r.Intn(2) == 0 {
		one := r.r.Intn(2) == 0
		for _, e := range es {
			if one {
				_, err := x.One(e)
				r.must(err)
			}
			change(e)
		}
		if !one {
			r.must(x.Batch(es, nil))
		}
		return
	}
	seen := 0
	fill := r.fill(set, views, setIDs, func(e ecs.Entity, id ecs.ComponentID, seed int) {
		if seed != r.model[e][id] {
			r.t.Fatalf("%v: set finds %s = %d, want %d", e, r.shapes[id].name, seed, r.model[e][id])
		}
	})
	r.must(x.Batch(es, func(c *ecs.Chunk) {
		for k := range c.N {
			e := c.Entities.At(k)
			if e != es[seen+k] {
				r.t.Fatalf("match %d is %v, want %v", k, e, es[seen+k])
			}
			if c.Run && e.Index() != c.First+uint32(k) {
				r.t.Fatalf("run from %d is wrong", c.First)
			}
			var gained, lost ecs.Mask
			for _, ids := range [][]ecs.ComponentID{addIDs, setIDs} {
				for _, id := range ids {
					if _, ok := r.model[e][id]; !ok {
						gained.Set(id)
					}
				}
			}
			for _, id := range removeIDs {
				if _, ok := r.model[e][id]; ok {
					lost.Set(id)
				}
			}
			if gained != c.Gained || lost != c.Lost {
				r.t.Fatalf("%v gained %v and lost %v, told %v and %v", e, gained, lost, c.Gained, c.Lost)
			}
		}
		for k := range c.N {
			change(c.Entities.At(k))
		}
		seen += c.N
		fill(c)
	}))
	if seen != len(es) {
		r.t.Fatalf("%d entities of %d came back", seen, len(es))
	}
}

func (r *run) reset() {
	r.must(r.w.Reset())
	r.model, r.live = map[ecs.Entity]map[ecs.ComponentID]int{}, nil
	r.moment()
}
