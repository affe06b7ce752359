package archetype

import (
	"math/rand"
	"slices"
	"testing"
	"unsafe"

	"ecslab/ecs/driver"
)

// fork is a Router for an exchange that adds component 2 and removes 3.
type fork map[*Table]*Move

func (f fork) From(t *Table) *Move { return f[t] }

// TestTogether: whatever stretches of two tables move to a third in one batch,
// every value is where its entity is, nobody else moved to another table, and
// what stayed behind is closed up. Lists name rows twice, or the dead, as well.
func TestTogether(t *testing.T) {
	together := 0
	for seed := int64(1); seed <= 40; seed++ {
		t.Logf("seed %d", seed)
		r := rand.New(rand.NewSource(seed))
		s := newStore([]int{1, 5, 16, 64, 1024}[seed%5], 4)
		scan(s.env.Schema.Of(0))
		a, b, c := driver.MaskOf(0, 1), driver.MaskOf(0, 1, 3), driver.MaskOf(0, 1, 2)
		tables := []*Table{s.Table(&a), s.Table(&b), s.Table(&c)}
		add := driver.MaskOf(2)
		f := fork{}
		for _, from := range tables {
			f[from] = NewMove(from, tables[2], &add)
		}
		for _, from := range tables {
			s.spawn(t, from, s.allocate(1+r.Intn(min(1500, 60*int(s.rows)))))
		}
		var all []driver.Entity
		for _, c := range s.chunks {
			all = append(all, c.Entities(0, c.n)...)
		}
		at := func(e driver.Entity, c driver.ComponentID) *value {
			chunk, row := s.Find(e)
			slot, _ := chunk.table.Slot(c)
			return (*value)(unsafe.Add(chunk.bases[slot.Value], uintptr(row)*16))
		}
		for _, e := range all {
			*at(e, 0), *at(e, 1) = value{uint64(e), 1}, value{uint64(e), 2}
		}
		// Stretches in some order, now and then one twice.
		var stretches [][]driver.Entity
		most := 1 + r.Intn(3*int(s.rows))
		for _, c := range s.chunks {
			for row := uint32(0); row < c.n; {
				n := min(1+uint32(r.Intn(most)), c.n-row)
				if r.Intn(2) == 0 {
					stretches = append(stretches, slices.Clone(c.Entities(row, n)))
				}
				row += n
			}
		}
		if len(stretches) == 0 {
			continue
		}
		if r.Intn(2) == 0 {
			r.Shuffle(len(stretches), func(i, j int) { stretches[i], stretches[j] = stretches[j], stretches[i] })
		}
		for r.Intn(3) == 0 {
			again := stretches[r.Intn(len(stretches))]
			stretches = append(stretches, again[r.Intn(len(again)):])
		}
		es := slices.Concat(stretches...)
		if r.Intn(4) == 0 {
			dead := s.allocate(1)
			s.dir.Cancel(dead)
			if n, alive, err := s.QuietLiving(f, slices.Insert(slices.Clone(es), r.Intn(len(es)), dead...)); n != 0 || alive || err != nil {
				t.Fatalf("%d, %t, %v with a dead one", n, alive, err)
			}
			s.valid(t)
		}
		was := map[driver.Entity]*Table{}
		for _, e := range all {
			c, _ := s.Find(e)
			was[e] = c.table
		}
		for _, e := range es {
			was[e] = tables[2]
		}
		for rest := es; len(rest) > 0; {
			n, alive, err := s.QuietLiving(f, rest)
			if err != nil || !alive || n == 0 {
				t.Fatal(n, alive, err)
			}
			if n > int(s.rows) {
				together++
			}
			if rest = rest[n:]; len(rest) == 0 || r.Intn(16) == 0 {
				s.valid(t)
			}
		}
		for _, e := range all {
			if c, _ := s.Find(e); c.table != was[e] {
				t.Fatalf("%v is in table %d, not %d", e, c.table.ID, was[e].ID)
			}
			if *at(e, 0) != (value{uint64(e), 1}) || *at(e, 1) != (value{uint64(e), 2}) {
				t.Fatalf("%v has %v and %v", e, *at(e, 0), *at(e, 1))
			}
			if was[e] == tables[2] && *at(e, 2) != (value{}) {
				t.Fatalf("%v gained %v", e, *at(e, 2))
			}
		}
	}
	if together < 10 {
		t.Errorf("only %d batches moved together", together)
	}
}

// TestTogetherTwice: rows of a chunk that went as a whole before are found in the
// table to which they went, and not moved again with others.
func TestTogetherTwice(t *testing.T) {
	s := newStore(16, 3)
	a, c := driver.MaskOf(0, 1), driver.MaskOf(0, 1, 2)
	from, to := s.Table(&a), s.Table(&c)
	add := driver.MaskOf(2)
	f := fork{from: NewMove(from, to, &add), to: NewMove(to, to, &add)}
	es := s.allocate(80)
	s.spawn(t, from, es)
	list := slices.Concat(es[:16], es[20:25], es[3:8], es[34:41], es[50:60])
	for rest := list; len(rest) > 0; {
		n, alive, err := s.QuietLiving(f, rest)
		if err != nil || !alive || n == 0 {
			t.Fatal(n, alive, err)
		}
		rest = rest[n:]
		s.valid(t)
	}
	for i, e := range es {
		chunk, _ := s.Find(e)
		if want := slices.Contains(list, e); (chunk.table == to) != want {
			t.Errorf("entity %d moved: %t", i, !want)
		}
	}
}
