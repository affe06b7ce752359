package hybrid

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

// The components of the model: four in tables, four in sparse sets, of each a
// small one, one with pointers, a large one and a tag.
type (
	tableSmall struct{ _ uint64 }
	tableRich  struct {
		text string
		to   *uint64
	}
	tableLarge struct{ _ [22]uint64 }
	tableTag   struct{}
	setSmall   tableSmall
	setRich    tableRich
	setLarge   tableLarge
	setTag     tableTag
)

const kinds = 8

func put(c driver.ComponentID, p unsafe.Pointer, v uint64) {
	switch c % 4 {
	case 0, 2:
		*(*uint64)(p) = v
	case 1:
		*(*tableRich)(p) = tableRich{fmt.Sprint(v), &v}
	}
}

func get(c driver.ComponentID, p unsafe.Pointer) uint64 {
	switch c % 4 {
	case 0, 2:
		return *(*uint64)(p)
	case 1:
		r := (*tableRich)(p)
		if r.to == nil {
			return 0
		}
		if r.text != fmt.Sprint(*r.to) {
			return ^uint64(0)
		}
		return *r.to
	}
	return 0
}

// fact is what the model knows of an entity.
type fact struct {
	set    driver.Mask
	values [kinds]uint64
}

// model is a storage beside a map, driven by the same random operations.
type model struct {
	r       *rand.Rand
	w       *ecs.World
	s       *Storage
	facts   map[driver.Entity]*fact
	living  []driver.Entity
	stamp   uint64
	queries []*asked
}

// asked is a prepared query.
type asked struct {
	driver.Query
	cursor driver.RecordCursor
}

func newModel(seed uint64, l limits) *model {
	m := &model{r: rand.New(rand.NewPCG(seed, 7)), facts: map[driver.Entity]*fact{}}
	m.w = ecs.NewWorld(func(env driver.Env) driver.Storage {
		m.s = newStorage(env, l)
		return m.s
	}, nil, ecs.DefaultOptions())
	ecs.Register[tableSmall](m.w)
	ecs.Register[tableRich](m.w)
	ecs.Register[tableLarge](m.w)
	ecs.Register[tableTag](m.w)
	ecs.Register[setSmall](m.w, ecs.InSparseSet())
	ecs.Register[setRich](m.w, ecs.InSparseSet())
	ecs.Register[setLarge](m.w, ecs.InSparseSet())
	ecs.Register[setTag](m.w, ecs.InSparseSet())
	return m
}

// some is a random set of up to n components.
func (m *model) some(n int) (set driver.Mask) {
	for range m.r.IntN(n + 1) {
		set.Set(driver.ComponentID(m.r.IntN(kinds)))
	}
	return set
}

// pick is living entities: one, in the order of the tables, of a set, or any
// with repeats.
func (m *model) pick() []driver.Entity {
	if len(m.living) == 0 {
		return nil
	}
	n := 1 + m.r.IntN(len(m.living))
	switch m.r.IntN(4) {
	case 0:
		return []driver.Entity{m.living[m.r.IntN(len(m.living))]}
	case 1:
		from := m.r.IntN(len(m.living) - n + 1)
		return slices.Clone(m.living[from : from+n])
	case 2:
		for c := range m.s.sets {
			if set := m.s.sets[c]; set != nil && set.Len() > 0 && m.r.IntN(3) == 0 {
				return slices.Clone(set.Entities())
			}
		}
	}
	es := make([]driver.Entity, n)
	for i := range es {
		es[i] = m.living[m.r.IntN(len(m.living))]
	}
	return es
}

// fill checks what a chunk shows of entities and writes new values.
func (m *model) fill(c *ecs.Chunk, es []driver.Entity, shown *driver.Mask) error {
	i := -1
	for id, ok := shown.Next(0); ok; id, ok = shown.Next(int(id) + 1) {
		i++
		for k := range c.N {
			e := c.Entities.At(k)
			f := m.facts[e]
			if e != es[k] {
				return fmt.Errorf("match %d is %v, not %v", k, e, es[k])
			}
			size := m.s.env.Schema.Of(id).Size
			var cell driver.Cell
			if !m.s.Locate(e, id, &cell) {
				return fmt.Errorf("%v lacks component %d", e, id)
			}
			if size == 0 {
				continue
			}
			p := unsafe.Add(c.Cols[i].Base, uintptr(c.Cols[i].Row(k))*size)
			if p != cell.Value || get(id, p) != f.values[id] {
				return fmt.Errorf("component %d of %v is %d at %v, not %d at %v", id, e, get(id, p), p, f.values[id], cell.Value)
			}
			m.stamp++
			f.values[id] = m.stamp
			put(id, p, m.stamp)
		}
	}
	return nil
}

func (m *model) spawn() error {
	set := m.some(5)
	es := make([]driver.Entity, 1)
	if m.r.IntN(2) == 0 {
		es = make([]driver.Entity, 1+m.r.IntN(30))
	}
	if !m.s.dir.Allocate(es) {
		return fmt.Errorf("no handles")
	}
	for _, e := range es {
		m.facts[e] = &fact{set: set}
	}
	m.living = append(m.living, es...)
	ch := driver.Chunk{Cols: make([]driver.Column, set.Len())}
	for len(es) > 0 {
		n, err := m.s.Spawn(es, &set, &ch)
		if err != nil {
			return err
		}
		if err := m.fill(&ch, es, &set); err != nil {
			return err
		}
		es = es[n:]
	}
	return nil
}

func (m *model) despawn() {
	es := m.pick()
	es = es[:min(len(es), 20)]
	m.s.Despawn(es)
	for _, e := range es {
		delete(m.facts, e)
	}
	m.living = slices.DeleteFunc(m.living, func(e driver.Entity) bool { return m.facts[e] == nil })
}

func (m *model) exchange() error {
	add, remove := m.some(3), m.some(3)
	remove = remove.AndNot(&add)
	es := m.pick()
	quiet := m.r.IntN(3) == 0
	if quiet {
		if err := m.s.PrepareExchange(&add, &remove).Quiet(es); err != nil {
			return err
		}
	}
	ch := driver.Chunk{Cols: make([]driver.Column, add.Len())}
	for left := es; len(left) > 0; {
		n := len(left)
		if !quiet {
			var err error
			if n, err = m.s.Exchange(left, &add, &remove, &ch); err != nil {
				return err
			}
		}
		for _, e := range left[:n] {
			f := m.facts[e]
			gained, lost := add.AndNot(&f.set), remove.And(&f.set)
			if !quiet && (gained != ch.Gained || lost != ch.Lost) {
				return fmt.Errorf("%v gained %x and lost %x, told %x and %x", e, gained, lost, ch.Gained, ch.Lost)
			}
			f.set = f.set.Or(&gained)
			f.set = f.set.AndNot(&lost)
			for c, ok := lost.Next(0); ok; c, ok = lost.Next(int(c) + 1) {
				f.values[c] = 0
			}
		}
		if !quiet {
			if ch.N != n {
				return fmt.Errorf("%d matches of %d entities", ch.N, n)
			}
			if err := m.fill(&ch, left, &add); err != nil {
				return err
			}
		}
		left = left[n:]
	}
	return nil
}

// ask prepares a random query.
func (m *model) ask() error {
	q := driver.Query{All: m.some(3)}
	q.None = m.some(2)
	q.None = q.None.AndNot(&q.All)
	for range m.r.IntN(3) {
		if any := m.some(3); !any.Empty() {
			q.Any = append(q.Any, any)
		}
	}
	for c := range driver.ComponentID(kinds) {
		if m.r.IntN(2) == 0 && !q.None.Has(c) && (q.All.Has(c) || m.r.IntN(3) == 0) {
			q.Columns = append(q.Columns, driver.Access{Component: c, Maybe: !q.All.Has(c)})
		}
	}
	m.r.Shuffle(len(q.Columns), func(i, j int) { q.Columns[i], q.Columns[j] = q.Columns[j], q.Columns[i] })
	cursor, err := m.s.Query(&q)
	if err != nil {
		return err
	}
	m.queries = append(m.queries, &asked{q, cursor.(driver.RecordCursor)})
	return nil
}

// stream is the records of some indices.
type stream struct {
	words  map[uint32]*driver.Bits
	chunks []uint32
}

func (s *stream) Next(out *driver.Bits) (chunk uint32, summary uint64, ok bool) {
	if len(s.chunks) == 0 {
		return 0, 0, false
	}
	chunk, s.chunks = s.chunks[0], s.chunks[1:]
	for w, word := range s.words[chunk] {
		if word != 0 {
			out[w] = word
			summary |= 1 << w
		}
	}
	return chunk, summary, true
}

// walk makes a pass and compares it with the model.
func (m *model) walk(q *asked, stopEarly bool) error {
	var named map[uint32]bool
	if m.r.IntN(4) == 0 {
		s := &stream{words: map[uint32]*driver.Bits{}}
		named = map[uint32]bool{}
		for range m.r.IntN(30) {
			index := uint32(m.r.IntN(int(m.s.dir.Span()) + 5))
			named[index] = true
			if s.words[index>>driver.RowBits] == nil {
				s.words[index>>driver.RowBits] = new(driver.Bits)
				s.chunks = append(s.chunks, index>>driver.RowBits)
			}
			s.words[index>>driver.RowBits][index>>6&63] |= 1 << (index & 63)
		}
		q.cursor.RewindFrom(s)
	} else {
		q.cursor.Rewind()
	}
	seen := map[driver.Entity]bool{}
	ch := driver.Chunk{Cols: make([]driver.Column, len(q.Columns))}
	for q.cursor.Next(&ch) {
		if ch.N < 1 {
			return fmt.Errorf("a chunk without a match")
		}
		for k := range ch.N {
			e := ch.Entities.At(k)
			f := m.facts[e]
			if f == nil || seen[e] || !q.Matches(&f.set) || named != nil && !named[e.Index()] {
				return fmt.Errorf("%v is no match, or came before (%t)", e, seen[e])
			}
			if ch.Run && e.Index() != ch.First+uint32(k) {
				return fmt.Errorf("match %d of a run from %d is %v", k, ch.First, e)
			}
			seen[e] = true
			if err := m.checkRow(q, &ch, k, f); err != nil {
				return fmt.Errorf("%v: %w", e, err)
			}
		}
		if stopEarly {
			return nil
		}
	}
	n := 0
	for e, f := range m.facts {
		if q.Matches(&f.set) && (named == nil || named[e.Index()]) {
			n++
		}
	}
	if n != len(seen) {
		return fmt.Errorf("%d matches of %d", len(seen), n)
	}
	return nil
}

func (m *model) checkRow(q *asked, ch *driver.Chunk, k int, f *fact) error {
	for i, a := range q.Columns {
		col, size := &ch.Cols[i], m.s.env.Schema.Of(a.Component).Size
		if !a.Maybe && size == 0 {
			continue
		}
		row := col.Row(k)
		switch {
		case (row != driver.NoRow) != f.set.Has(a.Component):
			return fmt.Errorf("component %d is in row %d", a.Component, row)
		case row == driver.NoRow || size == 0:
		case col.Rows != nil && int(row) >= col.Extent:
			return fmt.Errorf("component %d is in row %d of %d", a.Component, row, col.Extent)
		default:
			if v := get(a.Component, unsafe.Add(col.Base, uintptr(row)*size)); v != f.values[a.Component] {
				return fmt.Errorf("component %d is %d, not %d", a.Component, v, f.values[a.Component])
			}
		}
	}
	return nil
}

func (m *model) check() error {
	if err := m.s.validate(); err != nil {
		return err
	}
	for e, f := range m.facts {
		if m.s.Components(e) != f.set {
			return fmt.Errorf("%v has %x, not %x", e, m.s.Components(e), f.set)
		}
	}
	return nil
}

func (m *model) step() (err error) {
	switch op := m.r.IntN(40); {
	case op < 6 && len(m.living) < 300:
		err = m.spawn()
	case op < 9:
		m.despawn()
	case op < 20:
		err = m.exchange()
	case op < 22 && len(m.queries) < 25:
		err = m.ask()
	case op < 37 && len(m.queries) > 0:
		q := m.queries[m.r.IntN(len(m.queries))]
		for range 1 + m.r.IntN(3) {
			if err = m.walk(q, m.r.IntN(6) == 0); err != nil {
				return fmt.Errorf("all %x none %x any %x columns %v: %w", q.All, q.None, q.Any, q.Columns, err)
			}
		}
	case op == 38:
		m.s.Shrink()
	case op == 39 && m.r.IntN(10) == 0:
		m.s.Reset()
		m.s.dir.Reset()
		clear(m.facts)
		m.living = m.living[:0]
	}
	return err
}

// steps drives models of that many seeds.
func steps(t *testing.T, seeds, n int) {
	for seed := range uint64(seeds) {
		l := limits{3 + int(seed%6), 1 + int(seed%4), 1 + int(seed%5), 20 << (seed % 12), declared}
		if seed%3 == 0 {
			l.rows = driver.ChunkRows
		}
		m := newModel(seed, l)
		for step := range n {
			err := m.step()
			if err == nil {
				err = m.check()
			}
			if err != nil {
				t.Fatalf("seed %d, limits %d %d, step %d: %v", seed, l.rows, l.kept, step, err)
			}
		}
	}
}

func TestModel(t *testing.T) {
	seeds := 40
	if testing.Short() {
		seeds = 15
	}
	steps(t, seeds, 250)
}

// TestModelUnderCollection moves values with pointers while the collector runs.
func TestModelUnderCollection(t *testing.T) {
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	steps(t, 6, 200)
	close(stop)
	<-done
}
