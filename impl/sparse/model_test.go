package sparse

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

// modelWorld is a world of many components, on two and more signature words,
// whose values are numbers, beside a model of maps.
type modelWorld struct {
	rng     *rand.Rand
	w       *ecs.World
	s       *Storage
	ids     []ecs.ComponentID // those in use: a few of many
	model   map[ecs.Entity]map[ecs.ComponentID]uint64
	living  []ecs.Entity
	queries []*modelQuery
	next    uint64
}

// modelQuery is a prepared query with all that is asked of it.
type modelQuery struct {
	q      driver.Query
	cursor driver.Cursor
	ch     driver.Chunk
}

func newModelWorld(seed uint64, l limits) *modelWorld {
	m := &modelWorld{rng: rand.New(rand.NewPCG(seed, 1)), model: map[ecs.Entity]map[ecs.ComponentID]uint64{}}
	m.w, m.s = newWorld(l, nil, ecs.DefaultOptions())
	word := reflect.TypeFor[uint64]()
	for i := range 140 {
		t := word
		switch i % 4 { // a number alone, with more behind it, with a pointer, and none
		case 1:
			t = reflect.ArrayOf(1+i%7, word)
		case 2:
			t = reflect.TypeFor[struct {
				n uint64
				p *uint64
			}]()
		case 3:
			t = reflect.TypeFor[struct{}]()
		}
		id, err := m.w.RegisterType(t, ecs.Named(fmt.Sprint("c", i)))
		if err != nil {
			panic(err)
		}
		if i%20 < 3 || i == 3 || i == 67 {
			m.ids = append(m.ids, id)
		}
	}
	return m
}

func (m *modelWorld) mask(most int) (set driver.Mask) {
	for range m.rng.IntN(most + 1) {
		set.Set(m.ids[m.rng.IntN(len(m.ids))])
	}
	if len(m.s.groups) > 0 && most > 2 && m.rng.IntN(4) == 0 {
		set = set.Or(&m.s.groups[m.rng.IntN(2)].mask)
	}
	return set
}

// some are living entities: a stretch of the list, or a few from everywhere.
func (m *modelWorld) some(most int) []ecs.Entity {
	if len(m.living) == 0 {
		return nil
	}
	n := 1 + m.rng.IntN(min(most, len(m.living)))
	if m.rng.IntN(2) == 0 {
		at := m.rng.IntN(len(m.living) - n + 1)
		return append([]ecs.Entity(nil), m.living[at:at+n]...)
	}
	list := make([]ecs.Entity, n)
	for i := range list {
		list[i] = m.living[m.rng.IntN(len(m.living))] // repeats are allowed
	}
	return list
}

// write gives the values of a column new numbers and tells the model.
func (m *modelWorld) write(ch *ecs.Chunk, col int, c ecs.ComponentID) error {
	size := m.s.env.Schema.Of(c).Size
	for k := range ch.N {
		e := ch.Entities.At(k)
		have, present := m.model[e][c]
		if size == 0 {
			m.model[e][c] = 0
			continue
		}
		p := (*uint64)(unsafe.Add(ch.Cols[col].Base, uintptr(ch.Cols[col].Row(k))*size))
		if *p != have {
			return fmt.Errorf("%v: component %d is %d, not %d (present %t)", e, c, *p, have, present)
		}
		m.next++
		*p = m.next
		m.model[e][c] = m.next
	}
	return nil
}

func (m *modelWorld) spawn(n int) error {
	set := m.mask(5)
	sp, err := m.w.Spawner(ecs.All(ecs.ByIDs(set.Append(nil)...)...))
	if err != nil {
		return err
	}
	return sp.Batch(n, func(ch *ecs.Chunk) {
		for k := range ch.N {
			m.model[ch.Entities.At(k)] = map[ecs.ComponentID]uint64{}
			m.living = append(m.living, ch.Entities.At(k))
		}
		for i, c := range set.Append(nil) {
			if bad := m.write(ch, i, c); bad != nil {
				err = bad
			}
		}
	})
}

func (m *modelWorld) exchange(es []ecs.Entity) error {
	add, remove := m.mask(3), m.mask(3)
	remove = remove.AndNot(&add)
	x, err := m.w.Exchange(ecs.Adding(ecs.ByIDs(add.Append(nil)...)...), ecs.Removing(ecs.ByIDs(remove.Append(nil)...)...))
	if err != nil {
		return err
	}
	apply := func(e ecs.Entity) {
		for _, c := range remove.Append(nil) {
			delete(m.model[e], c)
		}
		for _, c := range add.Append(nil) {
			if _, ok := m.model[e][c]; !ok {
				m.model[e][c] = 0
			}
		}
	}
	if m.rng.IntN(3) == 0 { // quiet: the new values stay zero
		for _, e := range es {
			apply(e)
		}
		return x.Batch(es, nil)
	}
	var bad error
	err = x.Batch(es, func(ch *ecs.Chunk) {
		for k := range ch.N {
			var had driver.Mask
			for c := range m.model[ch.Entities.At(k)] {
				had.Set(c)
			}
			if ch.Gained != add.AndNot(&had) || ch.Lost != remove.And(&had) {
				bad = fmt.Errorf("gained %x, lost %x of %x", ch.Gained, ch.Lost, had)
			}
			apply(ch.Entities.At(k))
		}
		for i, c := range add.Append(nil) {
			if err := m.write(ch, i, c); err != nil {
				bad = err
			}
		}
	})
	if err != nil {
		return err
	}
	return bad
}

func (m *modelWorld) despawn(es []ecs.Entity) error {
	for _, e := range es {
		delete(m.model, e)
	}
	live := m.living[:0]
	for _, e := range m.living {
		if m.model[e] != nil {
			live = append(live, e)
		}
	}
	m.living = live
	return m.w.Despawn(es...)
}

func (m *modelWorld) step() error {
	switch k := m.rng.IntN(20); {
	case k < 5 && len(m.living) < 3000:
		return m.spawn(1 + m.rng.IntN(1200))
	case k < 11:
		return m.exchange(m.some(1))
	case k < 15:
		return m.exchange(m.some(1500))
	case k < 16:
		return m.despawn(m.some(700))
	case k < 17:
		return m.despawn(m.some(1))
	case k < 18:
		m.w.Shrink()
		return nil
	case k == 18 && m.rng.IntN(20) == 0:
		clear(m.model)
		m.living = m.living[:0]
		return m.w.Reset()
	}
	return m.prepare()
}

// prepare adds a query, up to a number.
func (m *modelWorld) prepare() error {
	if len(m.queries) > 12 {
		return nil
	}
	q := driver.Query{All: m.mask(3), None: m.mask(1)}
	q.None = q.None.AndNot(&q.All)
	for range m.rng.IntN(3) - 1 {
		if any := m.mask(4); !any.Empty() {
			q.Any = append(q.Any, any)
		}
	}
	for range m.rng.IntN(4) {
		c := m.ids[m.rng.IntN(len(m.ids))]
		if !q.None.Has(c) {
			q.Columns = append(q.Columns, driver.Access{Component: c, Maybe: !q.All.Has(c)})
		}
	}
	mq := &modelQuery{q: q}
	mq.ch.Cols = make([]driver.Column, len(q.Columns))
	var err error
	mq.cursor, err = m.s.Query(&mq.q)
	m.queries = append(m.queries, mq)
	return err
}

func (m *modelWorld) check() error {
	if err := m.s.validate(); err != nil {
		return err
	}
	if m.w.Len() != len(m.model) {
		return fmt.Errorf("%d entities, %d in the model", m.w.Len(), len(m.model))
	}
	for e, have := range m.model {
		var want driver.Mask
		for c := range have {
			want.Set(c)
		}
		if got := m.s.Components(e); got != want {
			return fmt.Errorf("%v has %x, not %x", e, got, want)
		}
	}
	for i, q := range m.queries {
		for pass := range 3 {
			if err := m.pass(q, pass); err != nil {
				return fmt.Errorf("query %d, pass %d, of %+v: %w", i, pass, q.q, err)
			}
		}
	}
	return nil
}

// pass makes a pass, pass 1 one that is left before its end, pass 2 sometimes
// one from records.
func (m *modelWorld) pass(q *modelQuery, pass int) error {
	seen := map[ecs.Entity]bool{}
	from := indices(nil)
	if records, ok := q.cursor.(driver.RecordCursor); ok && pass == 2 && m.rng.IntN(2) == 0 {
		from = indices{}
		for range m.rng.IntN(300) {
			from[uint32(m.rng.IntN(9000))] = true
		}
		records.RewindFrom(&stream{of: from})
	} else {
		q.cursor.Rewind()
	}
	for q.cursor.Next(&q.ch) {
		if pass == 1 && m.rng.IntN(4) == 0 {
			return nil
		}
		if err := m.chunk(q, seen); err != nil {
			return err
		}
	}
	for e := range m.model {
		set := m.s.Components(e)
		if want := q.q.Matches(&set) && (from == nil || from[e.Index()]); want != seen[e] {
			return fmt.Errorf("%v with %x: seen %t", e, set, seen[e])
		}
	}
	return nil
}

func (m *modelWorld) chunk(q *modelQuery, seen map[ecs.Entity]bool) error {
	ch := &q.ch
	if ch.N < 1 || ch.N > m.s.limits.chunk {
		return fmt.Errorf("chunk of %d", ch.N)
	}
	for k := range ch.N {
		e := ch.Entities.At(k)
		if seen[e] || m.model[e] == nil {
			return fmt.Errorf("%v: seen %t", e, seen[e])
		}
		seen[e] = true
		if ch.Run && e.Index() != ch.First+uint32(k) {
			return fmt.Errorf("%v is match %d of a run from %d", e, k, ch.First)
		}
		for i, a := range q.q.Columns {
			col := &ch.Cols[i]
			want, has := m.model[e][a.Component]
			if a.Maybe && has != (col.Row(k) != driver.NoRow) {
				return fmt.Errorf("%v: row %d of component %d, present %t", e, col.Row(k), a.Component, has)
			}
			if size := m.s.env.Schema.Of(a.Component).Size; has && size > 0 {
				if col.Rows != nil && int(col.Row(k)) >= col.Extent {
					return fmt.Errorf("row %d of %d", col.Row(k), col.Extent)
				}
				if got := *(*uint64)(unsafe.Add(col.Base, uintptr(col.Row(k))*size)); got != want {
					return fmt.Errorf("%v: component %d is %d, not %d", e, a.Component, got, want)
				}
			}
		}
	}
	return nil
}

// indices are a set of records, and stream what a tracker gives out of it.
type indices map[uint32]bool

type stream struct {
	of   indices
	next uint32
}

func (s *stream) Next(out *driver.Bits) (chunk uint32, summary uint64, ok bool) {
	for ; s.next < 4; s.next++ {
		for index := range s.of {
			if index>>driver.RowBits != s.next {
				continue
			}
			w := index >> 6 & 63
			if summary>>w&1 == 0 {
				summary |= 1 << w
				out[w] = 0
			}
			out[w] |= 1 << (index & 63)
		}
		if summary != 0 {
			s.next++
			return s.next - 1, summary, true
		}
	}
	return 0, 0, false
}

// TestModel runs seeded operations beside the model, and validates after each.
func TestModel(t *testing.T) {
	for name, l := range map[string]limits{"usual": usual, "tiny": {5, 2, 3, 40}, "short": {600, 20, 20, 500}} {
		for _, grouped := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/grouped=%t", name, grouped), func(t *testing.T) {
				for seed := range uint64(2) {
					m := newModelWorld(seed, l)
					for step := range 90 {
						if grouped && step == 20 { // amid life
							for _, set := range []driver.Mask{driver.MaskOf(m.ids[0], m.ids[1]), driver.MaskOf(m.ids[2], m.ids[4], m.ids[5])} {
								must(t, m.s.Group(&set))
							}
						}
						if err := m.step(); err != nil {
							t.Fatalf("seed %d, step %d: %v", seed, step, err)
						}
						if err := m.check(); err != nil {
							t.Fatalf("seed %d, after step %d: %v", seed, step, err)
						}
					}
				}
			})
		}
	}
}
