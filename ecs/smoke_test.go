package ecs_test

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/ecstest/naive"
)

type P struct{ X, Y float64 }
type V struct{ X, Y float64 }

func TestSmoke(t *testing.T) {
	w := ecs.NewWorld(naive.New, nil, ecs.DefaultOptions())
	ecs.Register[P](w)
	ecs.Register[V](w)
	p, v := ecs.Write[P](), ecs.Write[V]()
	sp, err := w.Spawner(p, v)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		_, c, err := sp.Spawn()
		if err != nil {
			t.Fatal(err)
		}
		*p.At(c, 0) = P{float64(i), 0}
		*v.At(c, 0) = V{1, 1}
	}
	qp, qv := ecs.Write[P](), ecs.Read[V]()
	q := w.MustQuery(qp, qv)
	if err := ecs.Each2(q, qp, qv, func(e ecs.Entity, p *P, v *V) { p.X += v.X }); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	if err := ecs.Each2(q, qp, qv, func(e ecs.Entity, p *P, v *V) { sum += p.X }); err != nil {
		t.Fatal(err)
	}
	if sum != 55 {
		t.Fatal(sum)
	}
	s, err := w.Save()
	if err != nil {
		t.Fatal(err)
	}
	es, _ := q.Entities(nil)
	if err := w.Despawn(es[:5]...); err != nil {
		t.Fatal(err)
	}
	if err := w.Despawn(es[0]); err != ecs.ErrDead {
		t.Fatal(err)
	}
	if err := w.Load(s); err != nil {
		t.Fatal(err)
	}
	if w.Len() != 10 || !w.Alive(es[0]) {
		t.Fatal(w.Len())
	}
}
