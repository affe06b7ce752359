package sparse

import (
	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// source is rows of a set among which matches are looked for.
type source struct {
	set  *sparseset.Set
	n    int         // the rows below
	skip driver.Mask // matches with these came in an earlier source
	mask driver.Mask // sets that all have the same order below n
}

// plan chooses the sources by the sizes that sets now have.
func (b *builder) plan() {
	q := &b.c.q
	b.sources, b.ready = b.sources[:0], -1
	if q.All.Empty() {
		b.planUnion()
		return
	}
	least := source{set: b.all[0]}
	for _, set := range b.all {
		if set.Len() < least.set.Len() {
			least.set = set
		}
	}
	least.n = least.set.Len()
	least.mask.Set(least.set.Component().ID)
	for _, g := range b.c.s.groups {
		if q.All.Contains(&g.mask) && (g.n <= least.n) {
			least = source{set: g.sets[0], n: g.n, mask: g.mask}
		}
	}
	b.sources = append(b.sources, least)
}

// planUnion makes the sets of the smallest Any the sources, one after another.
func (b *builder) planUnion() {
	q := &b.c.q
	least, best := -1, 0
	for i := range q.Any {
		n := 0
		for c, ok := q.Any[i].Next(0); ok; c, ok = q.Any[i].Next(int(c) + 1) {
			n += b.c.s.set(c).Len()
		}
		if least < 0 || n < best {
			least, best = i, n
		}
	}
	var skip driver.Mask
	any := &q.Any[least]
	for c, ok := any.Next(0); ok; c, ok = any.Next(int(c) + 1) {
		set := b.c.s.set(c)
		b.sources = append(b.sources, source{set: set, n: set.Len(), skip: skip, mask: driver.MaskOf(c)})
		skip.Set(c)
	}
}
