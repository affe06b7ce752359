package ecs_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
)

// BenchmarkForms measures the forms of iteration that the package document
// compares, on table storage.
func BenchmarkForms(b *testing.B) {
	const n = 10_000
	w := backends.All()[0].New(ecs.DefaultOptions())
	ecs.Register[position](w)
	ecs.Register[velocity](w)
	sp, err := w.Spawner(ecs.Write[position](), ecs.Write[velocity]())
	if err != nil {
		b.Fatal(err)
	}
	if err := sp.Batch(n, nil); err != nil {
		b.Fatal(err)
	}
	p, v := ecs.Write[position](), ecs.Read[velocity]()
	q := w.MustQuery(p, v)
	forms := []struct {
		name string
		pass func()
	}{
		{"slice", func() { passSlices(q, p, v) }},
		{"rows", func() { passRows(q, p, v) }},
		{"at", func() { passAt(q, p, v) }},
		{"each", func() {
			_ = ecs.Each2(q, p, v, func(_ ecs.Entity, p *position, v *velocity) { p.X += v.X; p.Y += v.Y })
		}},
		{"range", func() {
			for p, v := range ecs.Range2(q, p, v) {
				p.X += v.X
				p.Y += v.Y
			}
		}},
	}
	for _, f := range forms {
		b.Run("form="+f.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.pass()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/entity")
		})
	}
}

func passSlices(q *ecs.Query, p *ecs.View[position], v *ecs.View[velocity]) {
	_ = q.Open()
	for c := q.Next(); c != nil; c = q.Next() {
		ps, vs := p.Slice(c), v.Slice(c)
		for i := range ps {
			ps[i].X += vs[i].X
			ps[i].Y += vs[i].Y
		}
	}
}

func passRows(q *ecs.Query, p *ecs.View[position], v *ecs.View[velocity]) {
	_ = q.Open()
	for c := q.Next(); c != nil; c = q.Next() {
		ps, pr := p.Rows(c)
		vs, vr := v.Rows(c)
		for k := range pr {
			ps[pr[k]].X += vs[vr[k]].X
			ps[pr[k]].Y += vs[vr[k]].Y
		}
	}
}

func passAt(q *ecs.Query, p *ecs.View[position], v *ecs.View[velocity]) {
	_ = q.Open()
	for c := q.Next(); c != nil; c = q.Next() {
		for k := range c.N {
			at, by := p.At(c, k), v.At(c, k)
			at.X += by.X
			at.Y += by.Y
		}
	}
}
