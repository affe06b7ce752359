package archetype

import (
	"errors"
	"math/rand"
	"reflect"
	"testing"
	"unsafe"

	"ecslab/ecs/driver"
)

type value [2]uint64

// newStore has n components of 16 bytes, those of an odd number with one
// column of the tracker's.
func newStore(rows, n int) *Store {
	schema := &driver.Schema{}
	for i := range n {
		schema.Components = append(schema.Components, &driver.Component{
			ID: driver.ComponentID(i), Name: "value", Type: reflect.TypeFor[value](), Size: 16,
			Make: func(n int) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]value, n))) },
		})
	}
	return NewStore(driver.Env{
		Schema: schema, Directory: driver.NewDirectory(),
		Beside: func(c driver.ComponentID) int { return int(c & 1) },
	}, rows)
}

func (s *Store) allocate(n int) []driver.Entity {
	es := make([]driver.Entity, n)
	s.dir.Allocate(es)
	return es
}

func (s *Store) spawn(t *testing.T, table *Table, es []driver.Entity) {
	t.Helper()
	for len(es) > 0 {
		_, _, n, _, err := s.Append(table, false, es)
		if err != nil {
			t.Fatal(err)
		}
		es = es[n:]
	}
}

func (s *Store) valid(t *testing.T) {
	t.Helper()
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
}

// TestBases: no two arrays of a full chunk begin at the same address modulo
// 4096, also after it came to have another table.
func TestBases(t *testing.T) {
	s := newStore(driver.ChunkRows, 60)
	var set, more driver.Mask
	for c := range 60 {
		if c < 40 {
			set.Set(driver.ComponentID(c))
		}
		more.Set(driver.ComponentID(c))
	}
	from, to := s.Table(&set), s.Table(&more)
	s.spawn(t, from, s.allocate(2*driver.ChunkRows))
	p := MakePlan(from, to)
	s.MoveChunk(&p, from.chunks[0])
	s.valid(t)
	for _, c := range []*Chunk{from.chunks[0], to.chunks[0]} {
		at := map[uintptr]int{uintptr(c.entities) & 4095: -1}
		for i, base := range c.bases {
			if other, ok := at[uintptr(base)&4095]; ok {
				t.Errorf("columns %d and %d of %d begin at %d", other, i, len(c.bases), uintptr(base)&4095)
			}
			at[uintptr(base)&4095] = i
		}
	}
}

// TestFull: without chunk ids the store says so, and nothing has changed.
func TestFull(t *testing.T) {
	s := newStore(1, 2)
	s.limit = 3
	a, b := driver.MaskOf(0), driver.MaskOf(0, 1)
	from, to := s.Table(&a), s.Table(&b)
	es := s.allocate(4)
	s.spawn(t, from, es[:3])
	var ch driver.Chunk
	ch.Cols = make([]driver.Column, 1)
	if _, err := s.Spawner(from).Spawn(es[3:], &ch); !errors.Is(err, driver.ErrFull) {
		t.Errorf("spawn: %v", err)
	}
	s.dir.Cancel(es[3:])
	add := driver.MaskOf(1)
	m := NewMove(from, to, &add)
	c, row := s.Find(es[0])
	if _, err := s.Exchange(m, c, row, es[:3], &ch); !errors.Is(err, driver.ErrFull) {
		t.Errorf("exchange: %v", err)
	}
	if _, err := s.Quiet(m, c, row, es[:2]); !errors.Is(err, driver.ErrFull) {
		t.Errorf("quiet: %v", err)
	}
	s.valid(t)
	if s.Rows(from) != 3 || s.Rows(to) != 0 {
		t.Errorf("%d and %d rows", s.Rows(from), s.Rows(to))
	}
	s.Despawn(es[2:3])
	s.valid(t)
	s.Shrink() // the spare chunk's id
	c, row = s.Find(es[0])
	if n, err := s.Exchange(m, c, row, es[:1], &ch); n != 1 || err != nil {
		t.Errorf("exchange with room: %d, %v", n, err)
	}
	s.valid(t)
}

// TestShrink: what is empty is given back, and all goes on.
func TestShrink(t *testing.T) {
	s := newStore(driver.ChunkRows, 4)
	set := driver.MaskOf(0, 1, 2, 3)
	table := s.Table(&set)
	es := s.allocate(3 * driver.ChunkRows)
	s.spawn(t, table, es)
	full := driver.Stats{}
	s.Stats(&full)
	s.Despawn(es[10:])
	s.valid(t)
	s.Shrink()
	s.valid(t)
	few := driver.Stats{}
	s.Stats(&few)
	if few.UsedRows != 10 || few.ReservedRows != 16 || few.Chunks != 1 || few.Bytes() > full.Bytes()/100 {
		t.Errorf("10 entities keep %d rows in %d chunks, %d bytes of %d", few.ReservedRows, few.Chunks, few.Bytes(), full.Bytes())
	}
	s.Despawn(es[:10])
	s.Shrink()
	s.valid(t)
	none := driver.Stats{}
	s.Stats(&none)
	if none.Chunks != 0 || none.ValueBytes+none.EntityBytes+none.BesideBytes != 0 {
		t.Errorf("an empty table keeps %d chunks, %d bytes", none.Chunks, none.Bytes())
	}
	s.spawn(t, table, s.allocate(5))
	s.valid(t)
}

// indexSet is a driver.Records of some indices.
type indexSet struct {
	in   map[uint32]bool
	next uint32
	span uint32
}

func (r *indexSet) Next(out *driver.Bits) (uint32, uint64, bool) {
	for ; r.next<<driver.RowBits < r.span; r.next++ {
		summary := uint64(0)
		for k := range uint32(driver.ChunkRows) {
			if !r.in[r.next<<driver.RowBits|k] {
				continue
			}
			if summary>>(k>>6)&1 == 0 {
				summary |= 1 << (k >> 6)
				out[k>>6] = 0
			}
			out[k>>6] |= 1 << (k & 63)
		}
		if summary != 0 {
			r.next++
			return r.next - 1, summary, true
		}
	}
	return 0, 0, false
}

// TestSelection: exactly the rows of matching tables that the records name,
// ascending, for entities in any order and records of the dead.
func TestSelection(t *testing.T) {
	for seed := int64(1); seed <= 30; seed++ {
		t.Logf("seed %d", seed)
		r := rand.New(rand.NewSource(seed))
		s := newStore([]int{2, 8, 64, 4096}[r.Intn(4)], 3)
		var tables []*Table
		for _, set := range []driver.Mask{driver.MaskOf(0), driver.MaskOf(0, 1), driver.MaskOf(1, 2), driver.MaskOf(0, 2)} {
			tables = append(tables, s.Table(&set))
		}
		es := s.allocate(1 + r.Intn(6000))
		s.spawn(t, tables[0], es)
		for range 2 * r.Intn(len(es)) {
			c, row := s.Find(es[r.Intn(len(es))])
			p := MakePlan(c.table, tables[r.Intn(len(tables))])
			if p.Same() {
				continue
			}
			if _, _, err := s.MoveRow(&p, c, row); err != nil {
				t.Fatal(err)
			}
		}
		dead := es[:r.Intn(len(es)/2+1)]
		s.Despawn(dead)
		s.valid(t)

		columns := []driver.Access{{Component: 0}, {Component: 1, Maybe: true, Beside: true}}
		c := Cursor{Matches: MakeMatches(s, columns)}
		for _, table := range tables {
			if table.Set.Has(0) {
				c.Add(table)
			}
		}
		for range 3 {
			records := &indexSet{in: map[uint32]bool{}, span: s.dir.Span()}
			part := r.Intn(4)
			for i := range s.dir.Span() {
				if part == 0 || r.Intn(4*part) == 0 {
					records.in[i] = true
				}
			}
			want := map[driver.Entity]bool{}
			for _, e := range es[len(dead):] {
				if k, _ := s.Find(e); k.table.Set.Has(0) && records.in[e.Index()] {
					want[e] = true
				}
			}
			c.StartFrom(records)
			ch := driver.Chunk{Cols: make([]driver.Column, 2)}
			for c.Next(&ch) {
				for k := range ch.N {
					e := ch.Entities.At(k)
					if !want[e] {
						t.Fatalf("%v came and should not, or came twice", e)
					}
					delete(want, e)
					chunk, row := s.Find(e)
					slot, _ := chunk.table.Slot(0)
					if at := unsafe.Add(ch.Cols[0].Base, uintptr(ch.Cols[0].Row(k))*16); at != unsafe.Add(chunk.bases[slot.Value], uintptr(row)*16) {
						t.Fatalf("%v: its column is elsewhere", e)
					}
					if ch.Cols[1].Absent == chunk.table.Set.Has(1) || !ch.Cols[1].Absent && ch.Cols[1].Row(k) != ch.Cols[0].Row(k) {
						t.Fatalf("%v: absent %t, row %d", e, ch.Cols[1].Absent, ch.Cols[1].Row(k))
					}
					if ch.Run && e.Index() != ch.First+uint32(k) {
						t.Fatalf("run from %d is wrong", ch.First)
					}
					if k > 0 && ch.Entities.Rows != nil && ch.Entities.Rows[k] <= ch.Entities.Rows[k-1] {
						t.Fatalf("rows do not ascend")
					}
				}
			}
			if len(want) > 0 {
				t.Fatalf("%d did not come", len(want))
			}
		}
	}
}

func TestGraph(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var g Graph
	none := driver.Mask{}
	numbers := map[driver.Mask]SetID{none: 0}
	if id, made := g.Find(&none); id != 0 || !made {
		t.Fatal(id, made)
	}
	random := func() (m driver.Mask) {
		for range r.Intn(3) {
			m.Set(driver.ComponentID(r.Intn(9) * 31))
		}
		return m
	}
	for range 5000 {
		from := SetID(r.Intn(g.Len()))
		add, remove := random(), random()
		remove = remove.AndNot(&add)
		want := g.Set(from).Or(&add)
		want = want.AndNot(&remove)
		known := g.Len()
		to, made := g.Follow(from, &add, &remove)
		if *g.Set(to) != want || made != (g.Len() > known) {
			t.Fatalf("%v +%v -%v leads to %v, made %t", *g.Set(from), add, remove, *g.Set(to), made)
		}
		if again, made := g.Follow(from, &add, &remove); again != to || made {
			t.Fatalf("the second time it leads elsewhere")
		}
		if number, ok := numbers[want]; ok != !made || ok && number != to {
			t.Fatalf("%v is set %d, made %t, and was %d before: %t", want, to, made, number, ok)
		}
		numbers[want] = to
	}
	for c := range driver.MaxComponents {
		at := 0
		list := g.With(driver.ComponentID(c))
		for id := range g.Len() {
			if g.Set(SetID(id)).Has(driver.ComponentID(c)) {
				if at >= len(list) || list[at] != SetID(id) {
					t.Fatalf("component %d: set %d is not on its list", c, id)
				}
				at++
			}
		}
		if at != len(list) {
			t.Fatalf("component %d: %d sets too many", c, len(list)-at)
		}
	}
}
