package hybrid

import (
	"fmt"
	"testing"
	"unsafe"

	"ecslab/ecs/driver"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// bench is a world with the components of the model.
func bench(t *testing.T, n int, cs ...driver.ComponentID) (*model, []driver.Entity) {
	m := newModel(1, usual)
	sp := m.s.PrepareSpawn(ptr(driver.MaskOf(cs...)))
	es := make([]driver.Entity, n)
	if !m.s.dir.Allocate(es) {
		t.Fatal("no handles")
	}
	ch := driver.Chunk{Cols: make([]driver.Column, len(cs))}
	for left := es; len(left) > 0; {
		n, err := sp.Spawn(left, &ch)
		must(t, err)
		left = left[n:]
	}
	return m, es
}

func ptr(m driver.Mask) *driver.Mask { return &m }

// TestToggle: what comes and goes in sparse sets leaves rows where they are.
func TestToggle(t *testing.T) {
	m, es := bench(t, 100, 0, 2)
	before := m.s.Stats()
	places := func() (list [100][2]any) {
		for i, e := range es {
			var cell driver.Cell
			if !m.s.Locate(e, 0, &cell) {
				t.Fatalf("%v lacks its component", e)
			}
			list[i] = [2]any{m.s.dir.Place(e), cell.Value}
		}
		return list
	}
	was, moves := places(), m.s.moves
	ch := driver.Chunk{Cols: make([]driver.Column, 2)}
	add, none := driver.MaskOf(4, 7), driver.Mask{}
	for left := es[20:40]; len(left) > 0; {
		n, err := m.s.Exchange(left, &add, &none, &ch)
		must(t, err)
		left = left[n:]
	}
	must(t, m.s.PrepareExchange(ptr(driver.MaskOf(5)), &none).Quiet(es[30:31]))
	if places() != was || m.s.moves != moves {
		t.Error("rows moved")
	}
	st := m.s.Stats()
	if st.Tables != before.Tables || st.Archetypes != before.Archetypes+2 {
		t.Errorf("%d tables and %d archetypes, before %d and %d", st.Tables, st.Archetypes, before.Tables, before.Archetypes)
	}
	must(t, m.s.validate())
	must(t, m.s.PrepareExchange(&none, ptr(driver.MaskOf(4, 5, 7))).Quiet(es))
	if after := m.s.Stats(); places() != was || after.Archetypes != before.Archetypes {
		t.Error("an archetype is left, or rows moved")
	}
	m.s.Shrink()
	if after := m.s.Stats(); after.MaskBytes >= st.MaskBytes || after.SparseBytes >= st.SparseBytes {
		t.Errorf("%d and %d bytes left of %d and %d", after.MaskBytes, after.SparseBytes, st.MaskBytes, st.SparseBytes)
	}
	must(t, m.s.validate())
}

// TestWays: a pass looks for matches where it is cheapest, and dense where it can be.
func TestWays(t *testing.T) {
	m, es := bench(t, 1000, 0, 4)
	must(t, m.s.PrepareExchange(ptr(driver.MaskOf(5)), &driver.Mask{}).Quiet(es[:30]))
	must(t, m.s.PrepareExchange(ptr(driver.MaskOf(6)), &driver.Mask{}).Quiet(es[:500]))
	read := func(cs ...driver.ComponentID) (list []driver.Access) {
		for _, c := range cs {
			list = append(list, driver.Access{Component: c})
		}
		return list
	}
	for _, test := range []struct {
		q       driver.Query
		way     way
		through bool
		matches int
		dense   bool
	}{
		{driver.Query{Columns: read(0, 4), All: driver.MaskOf(0, 4)}, inTables, false, 1000, true},
		{driver.Query{Columns: read(0, 5), All: driver.MaskOf(0, 5)}, ofSet, false, 30, true},
		{driver.Query{Columns: read(0), All: driver.MaskOf(0, 5)}, ofSet, false, 30, true},
		{driver.Query{Columns: read(0, 6), All: driver.MaskOf(0, 6)}, inTables, false, 500, true},
		{driver.Query{Columns: read(6, 5), All: driver.MaskOf(6, 5)}, alongSet, false, 30, true},
		{driver.Query{Columns: read(6), All: driver.MaskOf(6, 0)}, alongSet, false, 500, true},
		{driver.Query{Columns: read(0), All: driver.MaskOf(0), None: driver.MaskOf(7)}, inTables, true, 1000, true},
		{driver.Query{Columns: read(0), All: driver.MaskOf(0), None: driver.MaskOf(5)}, inTables, false, 970, false},
		{driver.Query{Columns: read(0), All: driver.MaskOf(0, 7)}, nowhere, false, 0, true},
	} {
		name := fmt.Sprintf("all %x none %x", test.q.All[0], test.q.None[0])
		q, err := m.s.Query(&test.q)
		must(t, err)
		c := q.(*cursor)
		for range 2 { // the second pass is the kept one
			ch := driver.Chunk{Cols: make([]driver.Column, len(test.q.Columns))}
			n, dense := 0, true
			for c.Rewind(); c.Next(&ch); {
				n += ch.N
				dense = dense && ch.Entities.Rows == nil
				for _, col := range ch.Cols {
					dense = dense && col.Rows == nil && !col.Absent
				}
			}
			if c.way != test.way || c.through != test.through || n != test.matches || dense != test.dense {
				t.Errorf("%s: way %d, through %t, %d matches, dense %t", name, c.way, c.through, n, dense)
			}
		}
		if !c.through && c.replay < 0 {
			t.Errorf("%s: nothing was kept", name)
		}
	}
	q, err := m.s.Query(&driver.Query{Columns: read(0), All: driver.MaskOf(0)})
	must(t, err)
	if _, plain := q.(*tables); !plain {
		t.Errorf("a query over tables is a %T", q)
	}
}

// TestOrder: one entity out of order costs the rows around it, not the rest.
func TestOrder(t *testing.T) {
	m, es := bench(t, 2000, 0, 4)
	must(t, m.s.PrepareExchange(&driver.Mask{}, ptr(driver.MaskOf(4))).Quiet(es[:1]))
	must(t, m.s.PrepareExchange(ptr(driver.MaskOf(4)), &driver.Mask{}).Quiet(es[:1]))
	all := driver.MaskOf(0, 4)
	q, err := m.s.Query(&driver.Query{Columns: []driver.Access{{Component: 0}, {Component: 4}}, All: all})
	must(t, err)
	ch := driver.Chunk{Cols: make([]driver.Column, 2)}
	n, listed := 0, 0
	for q.Rewind(); q.Next(&ch); n += ch.N {
		if ch.Cols[1].Rows != nil {
			listed += ch.N
		}
	}
	if n != 2000 || listed == 0 || listed > usual.block {
		t.Errorf("%d of %d matches are listed", listed, n)
	}
}

// TestBudget: what cursors keep is bounded, and given back.
func TestBudget(t *testing.T) {
	l := usual
	l.kept = 0
	m := newModel(3, l)
	es := make([]driver.Entity, 1000)
	m.s.dir.Allocate(es)
	set := driver.MaskOf(0)
	ch := driver.Chunk{Cols: make([]driver.Column, 2)}
	_, err := m.s.Spawn(es, &set, &ch)
	must(t, err)
	for i := range es {
		must(t, m.s.PrepareExchange(ptr(driver.MaskOf(4)), &driver.Mask{}).Quiet(es[i*7%1000:][:1]))
	}
	whole := 0
	for range 6 {
		q, err := m.s.Query(&driver.Query{Columns: []driver.Access{{Component: 0}, {Component: 4}}, All: driver.MaskOf(0, 4)})
		must(t, err)
		for q.Rewind(); q.Next(&ch); {
		}
		if q.(*cursor).kept.whole {
			whole++
		}
		if m.s.kept > 2*len(es) {
			t.Fatalf("%d rows kept for %d entities", m.s.kept, len(es))
		}
	}
	if whole == 6 {
		t.Error("everything was kept")
	}
	m.s.Shrink()
	if m.s.kept != 0 {
		t.Errorf("%d rows are kept after Shrink", m.s.kept)
	}
	must(t, m.s.validate())
}

// TestAllocations: in steady state nothing allocates.
func TestAllocations(t *testing.T) {
	m, es := bench(t, 3000, 0, 1, 4)
	ch := driver.Chunk{Cols: make([]driver.Column, 4)}
	none := driver.Mask{}
	one, some := driver.MaskOf(5), driver.MaskOf(5, 7)
	mixed := driver.MaskOf(2, 6)
	addOne, addSome, addMixed := m.s.PrepareExchange(&one, &none), m.s.PrepareExchange(&some, &none), m.s.PrepareExchange(&mixed, &none)
	dropOne, dropSome, dropMixed := m.s.PrepareExchange(&none, &one), m.s.PrepareExchange(&none, &some), m.s.PrepareExchange(&none, &mixed)
	set := driver.MaskOf(0, 1, 4)
	sp := m.s.PrepareSpawn(&set)
	each := func(x driver.Exchanger, es []driver.Entity) {
		for len(es) > 0 {
			n, err := x.Exchange(es, &ch)
			must(t, err)
			es = es[n:]
		}
	}
	var cursors []driver.Cursor
	for _, q := range []driver.Query{
		{All: driver.MaskOf(0, 4), Columns: []driver.Access{{Component: 0}, {Component: 4}}},
		{All: driver.MaskOf(0), None: driver.MaskOf(5), Columns: []driver.Access{{Component: 0}, {Component: 6, Maybe: true}}},
		{All: driver.MaskOf(5), Columns: []driver.Access{{Component: 5}, {Component: 4, Maybe: true}}},
		{All: driver.MaskOf(0, 5), Columns: []driver.Access{{Component: 0}, {Component: 5}}},
	} {
		c, err := m.s.Query(&q)
		must(t, err)
		cursors = append(cursors, c)
	}
	two := driver.Chunk{Cols: make([]driver.Column, 2)}
	pass := func() {
		for _, c := range cursors {
			for c.Rewind(); c.Next(&two); {
			}
		}
	}
	for name, f := range map[string]func(){
		"one by one": func() {
			for i := range 100 {
				each(addOne, es[i*7:][:1])
			}
			pass()
			for i := range 100 {
				must(t, dropOne.Quiet(es[i*7:][:1]))
			}
			pass()
		},
		"batches":    func() { each(addSome, es); pass(); each(dropSome, es); pass() },
		"quiet":      func() { must(t, addSome.Quiet(es)); must(t, dropSome.Quiet(es)) },
		"mixed":      func() { each(addMixed, es[500:900]); pass(); each(dropMixed, es[500:900]) },
		"unprepared": func() { _, err := m.s.Exchange(es[:1], &one, &none, &ch); must(t, err); must(t, dropOne.Quiet(es[:1])) },
		"lives": func() {
			m.s.Despawn(es[:700])
			m.s.dir.Turn()
			m.s.dir.Allocate(es[:700])
			for left := es[:700]; len(left) > 0; {
				n, err := sp.Spawn(left, &ch)
				must(t, err)
				left = left[n:]
			}
			pass()
		},
	} {
		for range 3 {
			f()
		}
		if n := testing.AllocsPerRun(10, f); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	must(t, m.s.validate())
}

// TestLookup: a lookup of either kind leads to the values wherever they go.
func TestLookup(t *testing.T) {
	m, es := bench(t, 5000, 0, 4)
	var lookups [2]driver.Lookup
	for i, c := range []driver.ComponentID{0, 4} {
		m.s.Lookup(c, &lookups[i])
	}
	must(t, m.s.PrepareExchange(ptr(driver.MaskOf(1)), ptr(driver.MaskOf(4))).Quiet(es[100:900]))
	m.s.Despawn(es[3000:3500])
	must(t, m.s.PrepareExchange(ptr(driver.MaskOf(4)), ptr(driver.MaskOf(0))).Quiet(es[500:1200]))
	for i, c := range []driver.ComponentID{0, 4} {
		l := &lookups[i]
		for k, e := range es {
			var cell driver.Cell
			if alive := m.s.dir.Alive(e); alive != (k < 3000 || k >= 3500) {
				t.Fatalf("entity %d lives: %t", k, alive)
			} else if alive {
				m.s.Locate(e, c, &cell)
			}
			if got := follow(l, e, 8); got != cell.Value {
				t.Fatalf("component %d of entity %d: %v, not %v", c, k, got, cell.Value)
			}
		}
	}
}

// follow is the path of driver.Lookup.
func follow(l *driver.Lookup, e driver.Entity, size uintptr) unsafe.Pointer {
	if int(e.Index()>>driver.RowBits) >= len(l.Pages) {
		return nil
	}
	entry := l.Pages[e.Index()>>driver.RowBits][e.Index()&(driver.ChunkRows-1)]
	place := uint32(entry)
	if entry>>32 != uint64(e)>>32 || int(place>>driver.RowBits) >= len(l.Bases) || l.Bases[place>>driver.RowBits] == nil {
		return nil
	}
	return unsafe.Add(l.Bases[place>>driver.RowBits], uintptr(place&(driver.ChunkRows-1))*size)
}
