package bitset

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

type listed struct {
	list []byte
	n    uint8
}

// samples are values of the types with pointers.
var samples = map[reflect.Type]reflect.Value{
	reflect.TypeFor[*uint64](): reflect.ValueOf(new(uint64)),
	reflect.TypeFor[string]():  reflect.ValueOf("sample"),
	reflect.TypeFor[func()]():  reflect.ValueOf(func() {}),
	reflect.TypeFor[listed]():  reflect.ValueOf(listed{[]byte{1, 2}, 3}),
}

// shapes are component types of all kinds: tags, small, odd, padded, large, and
// with pointers.
func shapes() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[struct{}](),
		reflect.TypeFor[uint8](),
		reflect.TypeFor[[3]byte](),
		reflect.TypeFor[uint64](),
		reflect.TypeFor[struct {
			a uint8
			b uint64
		}](),
		reflect.TypeFor[[3]uint64](),
		reflect.TypeFor[[300]byte](),
		reflect.TypeFor[*uint64](),
		reflect.TypeFor[string](),
		reflect.TypeFor[func()](),
		reflect.TypeFor[listed](),
	}
}

// sequence drives a storage, without a world, and a map of what it should hold.
type sequence struct {
	r     *rand.Rand
	s     *Storage
	dir   *driver.Directory
	comps []*driver.Component
	model map[driver.Entity]*entity
	order []driver.Entity
	looks []*driver.Lookup

	spawners   []prepared[driver.Spawner]
	exchangers []preparedExchange
}

type entity struct {
	set    driver.Mask
	mark   map[driver.ComponentID]byte // the first byte of values without pointers
	stamps map[driver.ComponentID][2]uint32
}

type prepared[T any] struct {
	set driver.Mask
	op  T
}

type preparedExchange struct {
	add, remove driver.Mask
	op          driver.Exchanger
}

func newSequence(seed uint64, spread int) *sequence {
	q := &sequence{r: rand.New(rand.NewPCG(seed, 2)), dir: driver.NewDirectory(), model: map[driver.Entity]*entity{}}
	var schema *driver.Schema
	w := ecs.NewWorld(func(env driver.Env) driver.Storage {
		schema = env.Schema
		return New(env)
	}, nil, ecs.DefaultOptions())
	for i := range spread { // components in several words of a mask
		types := shapes()
		id, err := w.RegisterType(types[i%len(types)])
		if err != nil {
			panic(err)
		}
		if i%max(spread/20, 1) == 0 {
			q.comps = append(q.comps, schema.Of(id))
		}
	}
	q.s = New(driver.Env{Schema: schema, Directory: q.dir, Beside: func(c driver.ComponentID) int { return int(c % 3) }}).(*Storage)
	for range 4 {
		set := q.mask(3)
		q.spawners = append(q.spawners, prepared[driver.Spawner]{set, q.s.PrepareSpawn(&set)})
		add := q.mask(3)
		remove := q.mask(3)
		remove = remove.AndNot(&add)
		q.exchangers = append(q.exchangers, preparedExchange{add, remove, q.s.PrepareExchange(&add, &remove)})
	}
	for i, c := range q.comps {
		l := new(driver.Lookup)
		q.looks = append(q.looks, l)
		if i%2 == 0 && c.Size > 0 {
			q.s.Lookup(c.ID, l)
		}
	}
	return q
}

func (q *sequence) mask(most int) driver.Mask {
	var m driver.Mask
	for range q.r.IntN(most + 1) {
		m.Set(q.comps[q.r.IntN(len(q.comps))].ID)
	}
	return m
}

// pick is some of the living, as a stretch or scattered, now and then twice.
func (q *sequence) pick(most int) []driver.Entity {
	if len(q.order) == 0 {
		return nil
	}
	n := 1 + q.r.IntN(min(most, len(q.order)))
	var es []driver.Entity
	switch q.r.IntN(4) {
	case 0:
		es = []driver.Entity{q.order[q.r.IntN(len(q.order))]}
	case 1, 2:
		slices.Sort(q.order) // a new world's entities have one generation: by index
		from := q.r.IntN(len(q.order) - n + 1)
		es = slices.Clone(q.order[from : from+n])
	default:
		for range n {
			es = append(es, q.order[q.r.IntN(len(q.order))])
		}
	}
	return es
}

// gained checks that the gained components of a chunk are zero and writes them.
func (q *sequence) gained(ch *driver.Chunk, set, gained *driver.Mask, es []driver.Entity) error {
	if ch.N < 1 || ch.N > len(es) {
		return fmt.Errorf("a chunk of %d for %d", ch.N, len(es))
	}
	for k, e := range es[:ch.N] {
		if got := ch.Entities.At(k); got != e {
			return fmt.Errorf("match %d is %v, expected %v", k, got, e)
		}
		if ch.Run && ch.First+uint32(k) != e.Index() {
			return fmt.Errorf("match %d of the run from %d is %v", k, ch.First, e)
		}
		i := 0
		for id, ok := set.Next(0); ok; id, ok = set.Next(int(id) + 1) {
			col, c := &ch.Cols[i], q.s.schema.Of(id)
			i++
			row := col.Row(k)
			if (col.Base == nil) != (c.Size == 0) || col.Absent || col.Rows != nil && c.Size > 0 && int(row) >= col.Extent {
				return fmt.Errorf("%v, component %d: row %d, column %+v", e, id, row, col)
			}
			if !gained.Has(id) {
				continue
			}
			m := q.model[e]
			if c.Size > 0 {
				value := unsafe.Slice((*byte)(unsafe.Add(col.Base, uintptr(row)*c.Size)), c.Size)
				if !zero(value) {
					return fmt.Errorf("%v, component %d: gained, and is %x", e, id, value)
				}
				if c.Pointers {
					reflect.NewAt(c.Type, unsafe.Pointer(&value[0])).Elem().Set(samples[c.Type])
				} else {
					m.mark[id] = byte(1 + q.r.IntN(255))
					value[0], value[len(value)-1] = m.mark[id], m.mark[id]
				}
			}
			var stamps [2]uint32
			for j := range id % 3 {
				stamps[j] = q.r.Uint32()
				*driver.Stamp(col.Beside[j], row) = stamps[j]
			}
			m.stamps[id] = stamps
		}
	}
	return nil
}

func (q *sequence) spawn() error {
	n := 1
	if q.r.IntN(2) == 0 {
		n += q.r.IntN(300)
	}
	if q.r.IntN(20) == 0 {
		n += q.r.IntN(6000)
	}
	q.s.SetCluster(uint32(max(q.r.IntN(6)-3, 0)))
	es := make([]driver.Entity, n)
	if !q.dir.Allocate(es) {
		return fmt.Errorf("no room for %d", n)
	}
	p := q.spawners[q.r.IntN(len(q.spawners))]
	if q.r.IntN(3) == 0 {
		p = prepared[driver.Spawner]{set: q.mask(4)}
	}
	ch := &driver.Chunk{Cols: make([]driver.Column, p.set.Len())}
	for len(es) > 0 {
		var n int
		var err error
		if p.op != nil {
			n, err = p.op.Spawn(es, ch)
		} else {
			n, err = q.s.Spawn(es, &p.set, ch)
		}
		if err != nil || n != ch.N || ch.Entities.Rows != nil {
			return fmt.Errorf("spawned %d in a chunk of %d, rows %v, %v", n, ch.N, ch.Entities.Rows, err)
		}
		for _, e := range es[:n] {
			q.model[e] = &entity{p.set, map[driver.ComponentID]byte{}, map[driver.ComponentID][2]uint32{}}
			q.order = append(q.order, e)
		}
		if err := q.gained(ch, &p.set, &p.set, es); err != nil {
			return err
		}
		es = es[n:]
	}
	return nil
}

func (q *sequence) despawn() error {
	es := q.pick(400)
	if len(es) == 0 {
		return nil
	}
	q.s.Despawn(es)
	for _, e := range es {
		delete(q.model, e)
	}
	q.order = slices.DeleteFunc(q.order, func(e driver.Entity) bool { return q.model[e] == nil })
	return nil
}

func (q *sequence) exchange() error {
	es := q.pick(600)
	if len(es) == 0 {
		return nil
	}
	x := q.exchangers[q.r.IntN(len(q.exchangers))]
	if q.r.IntN(3) == 0 {
		x = preparedExchange{add: q.mask(3), remove: q.mask(3)}
		x.remove = x.remove.AndNot(&x.add)
	}
	apply := func(e driver.Entity) (gained, lost driver.Mask) {
		m := q.model[e]
		gained, lost = x.add.AndNot(&m.set), x.remove.And(&m.set)
		m.set = m.set.AndNot(&lost)
		m.set = m.set.Or(&gained)
		return gained, lost
	}
	if x.op != nil && q.r.IntN(3) == 0 {
		if err := x.op.Quiet(es); err != nil {
			return err
		}
		for _, e := range es {
			gained, _ := apply(e)
			for id, ok := gained.Next(0); ok; id, ok = gained.Next(int(id) + 1) {
				q.model[e].mark[id] = 0
				delete(q.model[e].stamps, id)
			}
		}
		return nil
	}
	ch := &driver.Chunk{Cols: make([]driver.Column, x.add.Len())}
	for len(es) > 0 {
		var n int
		var err error
		if x.op != nil {
			n, err = x.op.Exchange(es, ch)
		} else {
			n, err = q.s.Exchange(es, &x.add, &x.remove, ch)
		}
		if err != nil || n != ch.N {
			return fmt.Errorf("exchanged %d in a chunk of %d, %v", n, ch.N, err)
		}
		for _, e := range es[:n] {
			if gained, lost := apply(e); gained != ch.Gained || lost != ch.Lost {
				return fmt.Errorf("%v gained %x and lost %x, told %x and %x", e, gained, lost, ch.Gained, ch.Lost)
			}
		}
		if err := q.gained(ch, &x.add, &ch.Gained, es); err != nil {
			return err
		}
		es = es[n:]
	}
	return nil
}

// compare looks at everything that the storage says of some entities.
func (q *sequence) compare() error {
	for i, e := range q.order {
		if i > 40 {
			break
		}
		e = q.order[q.r.IntN(len(q.order))]
		m := q.model[e]
		if have := q.s.Components(e); have != m.set {
			return fmt.Errorf("%v has %x, expected %x", e, have, m.set)
		}
		for j, c := range q.comps {
			var at driver.Cell
			if q.s.Locate(e, c.ID, &at) != m.set.Has(c.ID) {
				return fmt.Errorf("%v, component %d: there %t", e, c.ID, !m.set.Has(c.ID))
			}
			if !m.set.Has(c.ID) {
				continue
			}
			if l := q.looks[j]; l.Presence != nil {
				chunk, k := place(e.Index())
				if l.Pages[chunk][k] != uint64(e) || !l.Presence[chunk].Has(k) ||
					unsafe.Add(l.Bases[chunk], uintptr(k)*c.Size) != at.Value {
					return fmt.Errorf("%v, component %d: the lookup leads elsewhere", e, c.ID)
				}
			}
			if c.Size > 0 && !c.Pointers {
				if value := unsafe.Slice((*byte)(at.Value), c.Size); value[0] != m.mark[c.ID] || value[len(value)-1] != m.mark[c.ID] {
					return fmt.Errorf("%v, component %d: is %x, expected %x", e, c.ID, value, m.mark[c.ID])
				}
			}
			if stamps, ok := m.stamps[c.ID]; ok {
				for j := range c.ID % 3 {
					if got := *(*uint32)(at.Beside[j]); got != stamps[j] {
						return fmt.Errorf("%v, component %d: stamp %d is %d, expected %d", e, c.ID, j, got, stamps[j])
					}
				}
			}
		}
	}
	return nil
}

// TestSequence checks every invariant and the model after every operation.
func TestSequence(t *testing.T) {
	for seed := uint64(1); seed <= 24; seed++ {
		q := newSequence(seed, []int{11, 40, 256}[seed%3])
		for step := range 150 {
			var err error
			what := "spawn"
			switch q.r.IntN(12) {
			case 0, 1, 2:
				err = q.spawn()
			case 3, 4, 5:
				what, err = "despawn", q.despawn()
			case 6:
				what = "shrink"
				q.s.Shrink()
			case 7:
				if q.r.IntN(6) == 0 {
					what = "reset"
					q.s.Reset()
					q.dir.Reset()
					clear(q.model)
					q.order = q.order[:0]
				}
			default:
				what, err = "exchange", q.exchange()
			}
			if err == nil {
				err = q.s.validate()
			}
			if err == nil {
				err = q.compare()
			}
			if err != nil {
				t.Fatalf("seed %d, step %d, %s: %v", seed, step, what, err)
			}
		}
	}
}
