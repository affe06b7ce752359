package table

import "ecslab/ecs"

// prepared is a query that may be asked again after other steps.
type prepared struct {
	*ecs.Query
	all, none, any []ecs.Component
	views          []*ecs.Dynamic
	ids            []ecs.ComponentID
}

func (r *run) prepare() prepared {
	p := prepared{all: r.some(r.r.Intn(3)), none: r.some(r.r.Intn(2)), any: r.some(r.r.Intn(3))}
	var terms []ecs.Term
	terms, p.views, p.ids = r.viewed(p.all)
	terms = append(terms, ecs.None(p.none...))
	if len(p.any) > 0 {
		terms = append(terms, ecs.Any(p.any...))
	}
	var err error
	p.Query, err = r.w.Query(terms...)
	r.must(err)
	return p
}

// query compares a random query, new or kept, with the model.
func (r *run) query() {
	if len(r.queries) < 8 {
		r.queries = append(r.queries, r.prepare())
	}
	at := r.r.Intn(len(r.queries))
	q := r.queries[at]
	if r.r.Intn(8) == 0 {
		r.queries[at] = r.prepare()
	}
	all, none, any, views, ids := q.all, q.none, q.any, q.views, q.ids
	found := 0
	for range 2 {
		found = 0
		r.must(q.Open())
		for c := q.Next(); c != nil; c = q.Next() {
			found += c.N
			for k := range c.N {
				e := c.Entities.At(k)
				if c.Run && e.Index() != c.First+uint32(k) {
					r.t.Fatalf("run from %d is wrong", c.First)
				}
				for i, v := range views {
					r.mark(e, ids[i])
					if sh := r.shapes[ids[i]]; sh.size > 0 {
						if got := sh.get(v.At(c, k)); got != r.model[e][sh.id] {
							r.t.Fatalf("%v: query finds %s = %d, want %d", e, sh.name, got, r.model[e][sh.id])
						}
					}
				}
			}
		}
	}
	want := 0
	for _, m := range r.model {
		has := func(cs []ecs.Component) (n int) {
			for _, c := range cs {
				for id := range m {
					if c == ecs.ByID(id) {
						n++
					}
				}
			}
			return n
		}
		if has(all) == len(all) && has(none) == 0 && (len(any) == 0 || has(any) > 0) {
			want++
		}
	}
	if found != want {
		r.t.Fatalf("query finds %d, want %d", found, want)
	}
}

// changes compares what the tracker tells with the model, and begins a new window.
func (r *run) changes() {
	r.must(r.w.EndFrame(1))
	for _, sh := range r.shapes {
		if r.w.Components()[sh.id].Kinds&ecs.Changed == 0 {
			continue
		}
		other := r.common[r.r.Intn(len(r.common))]
		v, maybe := ecs.ReadOf(ecs.ByID(sh.id)), r.shapes[0]
		terms := []ecs.Term{v, ecs.AllChanged(ecs.ByID(sh.id)).Since(&r.since), ecs.None(ecs.ByID(other.id))}
		if maybe.id != sh.id {
			terms = append(terms, ecs.AnyChanged(ecs.ByID(maybe.id), ecs.ByID(sh.id)).Since(&r.since))
		}
		if other.id == sh.id {
			terms = terms[:2]
		}
		q, err := r.w.Query(terms...)
		r.must(err)
		want := map[ecs.Entity]bool{}
		for e, set := range r.dirty {
			_, has := r.model[e][sh.id]
			if _, no := r.model[e][other.id]; set.Has(sh.id) && has && (other.id == sh.id || !no) {
				want[e] = true
			}
		}
		r.must(q.Open())
		for c := q.Next(); c != nil; c = q.Next() {
			for k := range c.N {
				e := c.Entities.At(k)
				if !want[e] {
					r.t.Fatalf("%v: %s is told as changed", e, sh.name)
				}
				delete(want, e)
				if sh.size > 0 && sh.get(v.At(c, k)) != r.model[e][sh.id] {
					r.t.Fatalf("%v: a changed %s is wrong", e, sh.name)
				}
			}
		}
		for e := range want {
			r.t.Fatalf("%v: %s is not told as changed", e, sh.name)
		}
	}
	r.moment()
}
