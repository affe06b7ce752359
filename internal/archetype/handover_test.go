package archetype

import (
	"math/rand"
	"testing"
	"unsafe"

	"ecslab/ecs/driver"
)

// scan makes the store treat a component's values as if they had pointers:
// they are cleared when a row goes.
func scan(c *driver.Component) {
	c.Pointers = true
	c.Copy = func(dst, src unsafe.Pointer, n int) {
		copy(unsafe.Slice((*value)(dst), n), unsafe.Slice((*value)(src), n))
	}
	c.Zero = func(p unsafe.Pointer, n int) { clear(unsafe.Slice((*value)(p), n)) }
	c.Move = func(dst, src, hole unsafe.Pointer) {
		*(*value)(dst) = *(*value)(src)
		*(*value)(src) = *(*value)(hole)
		*(*value)(hole) = value{}
	}
}

// TestHandover: whether all rows of a table move or stretches of most of its
// chunks, and whatever stands where they come to, every value is where its
// entity is.
func TestHandover(t *testing.T) {
	for seed := int64(1); seed <= 24; seed++ {
		t.Logf("seed %d", seed)
		r := rand.New(rand.NewSource(seed))
		s := newStore([]int{64, 300, 1024, 4096}[seed%4], 4)
		scan(s.env.Schema.Of(0))
		scan(s.env.Schema.Of(2))
		a, b := driver.MaskOf(0, 1, 2), driver.MaskOf(0, 1, 3)
		tables := [2]*Table{s.Table(&a), s.Table(&b)}
		plans := [2]Plan{MakePlan(tables[0], tables[1]), MakePlan(tables[1], tables[0])}
		cells := func(e driver.Entity, c driver.ComponentID) (*value, *uint32) {
			chunk, row := s.Find(e)
			slot, _ := chunk.table.Slot(c)
			var cell driver.Cell
			chunk.Cell(&cell, &slot, row)
			return (*value)(cell.Value), (*uint32)(cell.Beside[0])
		}
		var all []driver.Entity
		for round := range 6 {
			for i, table := range tables {
				es := s.allocate(r.Intn(1 + r.Intn(2000)))
				s.spawn(t, table, es)
				for _, e := range es {
					v, stamp := cells(e, 1)
					*v, *stamp = value{uint64(e), 1}, uint32(e)+1
					v, _ = cells(e, driver.ComponentID(2+i))
					if *v != (value{}) {
						t.Fatalf("spawned with %v", *v)
					}
					*v = value{uint64(e), 2}
				}
				all = append(all, es...)
			}
			from := round % 2
			rows := s.Rows(tables[0]) + s.Rows(tables[1])
			most := r.Intn(2) == 0
			var list []driver.Entity
			for _, c := range tables[from].chunks {
				out := uint32(0)
				if most {
					out = uint32(r.Intn(1 + int(c.n)/5))
				}
				row := uint32(r.Intn(1 + int(out)))
				list = append(list, c.Entities(row, c.n-out)...)
			}
			stay := s.Rows(tables[from]) - len(list)
			moved := map[driver.Entity]bool{}
			for _, e := range list {
				moved[e] = true
			}
			if !most {
				if err := s.MoveAll(&plans[from]); err != nil {
					t.Fatal(err)
				}
			}
			for most && len(list) > 0 {
				c, row := s.Find(list[0])
				n, err := s.Quiet(&Move{Plan: plans[from]}, c, row, list)
				if err != nil {
					t.Fatal(err)
				}
				list = list[n:]
			}
			s.valid(t)
			if s.Rows(tables[from]) != stay || s.Rows(tables[1-from]) != rows-stay {
				t.Fatalf("%d rows of %d stayed, %d of %d are there", s.Rows(tables[from]), stay, s.Rows(tables[1-from]), rows)
			}
			for _, e := range all {
				v, stamp := cells(e, 1)
				if *v != (value{uint64(e), 1}) || *stamp != uint32(e)+1 {
					t.Fatalf("%v has %v, %d", e, *v, *stamp)
				}
				own, want := driver.ComponentID(2), value{uint64(e), 2}
				if c, _ := s.Find(e); c.table == tables[1] {
					own = 3
				}
				if moved[e] {
					want = value{} // it was gained
				}
				if v, _ = cells(e, own); *v != want {
					t.Fatalf("%v has %v, not %v", e, *v, want)
				}
				*v = value{uint64(e), 2}
			}
		}
	}
}

// TestPays: a chunk is handed over where it need not be joined with the rows of
// the other table, but for the shortest; else from wholeRows on, and where that
// copies less than half of its own.
func TestPays(t *testing.T) {
	for _, x := range []struct {
		n, there int
		handed   bool
	}{
		{1, 0, false}, {7, 0, false}, {8, 0, true}, {100, 0, true}, {5000, 0, true},
		{100, 5, false}, {200, 50, false}, {300, 10, true}, {300, 200, false},
	} {
		s := newStore(driver.ChunkRows, 3)
		a, b := driver.MaskOf(0, 1), driver.MaskOf(0, 1, 2)
		from, to := s.Table(&a), s.Table(&b)
		s.spawn(t, from, s.allocate(x.n))
		s.spawn(t, to, s.allocate(x.there))
		p := MakePlan(from, to)
		c, whole := from.tail, s.Whole(&p, from.tail)
		if err := s.MoveAll(&p); err != nil {
			t.Fatal(err)
		}
		s.valid(t)
		if handed := c.table == to; handed != x.handed || whole != x.handed {
			t.Errorf("%d rows to %d: handed over %v, Whole %v, want %v", x.n, x.there, handed, whole, x.handed)
		}
	}
}
