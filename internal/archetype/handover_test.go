package archetype

import (
	"math/rand"
	"testing"

	"ecslab/ecs/driver"
)

// TestMoveAll: whatever stands in the table that all rows come to, every value
// is where its entity is.
func TestMoveAll(t *testing.T) {
	for seed := int64(1); seed <= 60; seed++ {
		t.Logf("seed %d", seed)
		r := rand.New(rand.NewSource(seed))
		s := newStore([]int{1, 8, 300, 1024, 4096}[r.Intn(5)], 4)
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
			moved := map[driver.Entity]bool{}
			for _, c := range tables[from].chunks {
				for _, e := range c.Entities(0, c.n) {
					moved[e] = true
				}
			}
			if err := s.MoveAll(&plans[from]); err != nil {
				t.Fatal(err)
			}
			s.valid(t)
			if s.Rows(tables[from]) != 0 || s.Rows(tables[1-from]) != rows {
				t.Fatalf("%d rows stayed, %d of %d are there", s.Rows(tables[from]), s.Rows(tables[1-from]), rows)
			}
			for _, e := range all {
				v, stamp := cells(e, 1)
				if *v != (value{uint64(e), 1}) || *stamp != uint32(e)+1 {
					t.Fatalf("%v has %v, %d", e, *v, *stamp)
				}
				v, _ = cells(e, driver.ComponentID(3-from))
				want := value{uint64(e), 2}
				if moved[e] {
					want = value{} // it was gained
				}
				if *v != want {
					t.Fatalf("%v has %v, not %v", e, *v, want)
				}
				*v = value{uint64(e), 2}
			}
		}
	}
}
