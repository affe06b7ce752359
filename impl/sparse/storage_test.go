package sparse

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

var (
	_ driver.Storage          = (*Storage)(nil)
	_ driver.SpawnPreparer    = (*Storage)(nil)
	_ driver.ExchangePreparer = (*Storage)(nil)
	_ driver.Looker           = (*Storage)(nil)
	_ driver.Shrinker         = (*Storage)(nil)
	_ driver.Grouper          = (*Storage)(nil)
	_ driver.RecordCursor     = (*cursor)(nil)
	_ driver.RecordCursor     = (*walk)(nil)
)

type (
	Position struct{ X, Y float64 }
	Velocity struct{ X, Y float64 }
	toggled  struct{ X, Y float64 }
	tag      struct{}
)

// newWorld makes a world on this storage and gives both.
func newWorld(l limits, tracker driver.Tracker, o ecs.Options) (*ecs.World, *Storage) {
	var s *Storage
	w := ecs.NewWorld(func(env driver.Env) driver.Storage {
		s = newStorage(env, l)
		return s
	}, tracker, o)
	return w, s
}

// newMoving is a world with the components above.
func newMoving() (*ecs.World, *Storage) {
	w, s := newWorld(usual, nil, ecs.DefaultOptions())
	ecs.Register[Position](w)
	ecs.Register[Velocity](w)
	ecs.Register[toggled](w)
	ecs.Register[tag](w)
	return w, s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func have[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// spawned are n entities with the components.
func spawned(w *ecs.World, n int, cs ...ecs.Component) []ecs.Entity {
	es := make([]ecs.Entity, n)
	if err := have(w.Spawner(ecs.All(cs...))).Into(es, nil); err != nil {
		panic(err)
	}
	return es
}

// shuffled are n entities with position, and velocity in another order.
func shuffled(w *ecs.World, n int) []ecs.Entity {
	es := spawned(w, n, ecs.Of[Position]())
	x := have(w.Exchange(ecs.Adding(ecs.Of[Velocity]())))
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(n) {
		have(x.One(es[i]))
	}
	return es
}

func count(t *testing.T, q *ecs.Query) (chunks, dense, n int) {
	t.Helper()
	must(t, q.Open())
	for c := q.Next(); c != nil; c = q.Next() {
		chunks++
		n += c.N
		if c.Dense {
			dense += c.N
		}
	}
	return chunks, dense, n
}

// TestWalkOfFew: what a pass over the directory says that it visits, by which the
// world decides where to start, is what was ever given out, living or not, however
// much of a page that is.
func TestWalkOfFew(t *testing.T) {
	const page = driver.ChunkRows
	for _, n := range []int{1, 63, page - 1, page, page + 1, 3*page - 1} {
		w, s := newMoving()
		es := spawned(w, n, ecs.Of[Position]())
		must(t, w.Despawn(es[:n/2]...))
		all := w.MustQuery()
		if _, _, got := count(t, all); got != n-n/2 {
			t.Errorf("%d of %d entities live: %d found", n-n/2, n, got)
		}
		cursor := have(s.Query(&driver.Query{})).(*walk)
		if got := cursor.Rows(); got != n {
			t.Errorf("%d indices were given out: a pass visits %d", n, got)
		}
		must(t, w.Reset())
		if _, _, got := count(t, all); got != 0 || cursor.Rows() != 0 {
			t.Errorf("after a reset: %d entities found, a pass visits %d", got, cursor.Rows())
		}
	}
}

func TestGroupErrors(t *testing.T) {
	w, s := newMoving()
	spawned(w, 10, ecs.Of[Position](), ecs.Of[Velocity]())
	for range 2 { // the same again is no error
		ok, err := w.Group(ecs.Of[Position](), ecs.Of[Velocity]())
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	_, err := w.Group(ecs.Of[Velocity](), ecs.Of[toggled]())
	if !errors.Is(err, ErrGroup) || !strings.Contains(err.Error(), "Velocity") {
		t.Errorf("overlapping group: %v", err)
	}
	if _, err = w.Group(ecs.Of[toggled]()); !errors.Is(err, ErrGroup) {
		t.Errorf("group of one: %v", err)
	}
	if len(s.groups) != 1 || s.groups[0].n != 10 {
		t.Errorf("groups %+v", s.groups)
	}
}

// TestDense: the same order is dense, grouping makes it so, and it comes back
// after a change in one place.
func TestDense(t *testing.T) {
	w, _ := newMoving()
	es := shuffled(w, 10000)
	pos, vel := ecs.Write[Position](), ecs.Read[Velocity]()
	q := have(w.Query(pos, vel))
	if chunks, dense, n := count(t, q); dense != 0 || n != len(es) || chunks > 4 {
		t.Errorf("shuffled: %d chunks, %d of %d dense", chunks, dense, n)
	}
	have(w.Group(ecs.Of[Position](), ecs.Of[Velocity]()))
	if chunks, dense, n := count(t, q); dense != len(es) || n != len(es) || chunks != 3 {
		t.Errorf("grouped: %d chunks, %d of %d dense", chunks, dense, n)
	}

	w, _ = newMoving()
	es = spawned(w, 10000, ecs.Of[Position](), ecs.Of[Velocity]())
	q = have(w.Query(ecs.Write[Position](), ecs.Read[Velocity]()))
	x := have(w.Exchange(ecs.Removing(ecs.Of[Velocity]())))
	for i, most := range []int{3, 6, 9} {
		chunks, dense, n := count(t, q)
		if n != len(es)-i || chunks > most || dense < len(es)-i*1500 {
			t.Errorf("after %d changes: %d chunks, %d of %d dense", i, chunks, dense, n)
		}
		have(x.One(es[4000*i+500]))
	}
}

// TestSwappedBlocks: blocks that stand in another order in another set are not
// taken for one stretch, although each was proved.
func TestSwappedBlocks(t *testing.T) {
	w, s := newMoving()
	es := spawned(w, 3*256, ecs.Of[Position]())
	add := have(w.Exchange(ecs.Adding(ecs.Of[Velocity]())))
	must(t, add.Batch(es[256:512], nil))
	must(t, add.Batch(es[:256], nil))
	must(t, add.Batch(es[512:], nil))
	q := have(w.Query(ecs.Read[Position](), ecs.Read[Velocity]()))
	for range 3 {
		if _, dense, n := count(t, q); dense != len(es) || n != len(es) {
			t.Errorf("%d of %d dense", dense, n)
		}
		must(t, s.validate())
		s.sets[0].Touch()
	}
}

// TestOtherSource: what was proved of one source says nothing of another.
func TestOtherSource(t *testing.T) {
	w, s := newMoving()
	es := spawned(w, 600, ecs.Of[Position](), ecs.Of[toggled]())
	add := have(w.Exchange(ecs.Adding(ecs.Of[Velocity]())))
	for i := range es {
		have(add.One(es[i^1]))
	}
	s.sets[1].Swap(0, 1) // the first two alone stand as in the other sets
	for range 2000 {
		s.sets[0].Touch()
	}
	q := have(w.Query(ecs.Read[Position](), ecs.Read[toggled](), ecs.Read[Velocity]()))
	count(t, q) // from Position, which stands as toggled does
	must(t, s.validate())
	for row := 2; row < len(es); row += 2 {
		s.sets[0].Swap(row, row+1) // and now as Velocity does
	}
	spawned(w, 2, ecs.Of[Position](), ecs.Of[tag]())
	spawned(w, 2, ecs.Of[toggled](), ecs.Of[tag]())
	if _, _, n := count(t, q); n != len(es) { // from Velocity, the smallest now
		t.Errorf("%d matches", n)
	}
	must(t, s.validate())
}

// TestUnionGoesOn: where one source ends and the next begins at the same row,
// they are still two.
func TestUnionGoesOn(t *testing.T) {
	w, s := newMoving()
	es := spawned(w, usual.block, ecs.Of[Position](), ecs.Of[Velocity]())
	es = append(es, spawned(w, 300, ecs.Of[Velocity]())...)
	q := have(w.Query(ecs.Any(ecs.Of[Position](), ecs.Of[Velocity]())))
	for range 2 {
		got := have(q.Entities(nil))
		if !slices.Equal(got, es) {
			t.Errorf("%d of %d entities, or others", len(got), len(es))
		}
		must(t, s.validate())
	}
}

// TestKept: a selection is kept while its sets stand, whatever else changes.
func TestKept(t *testing.T) {
	w, s := newMoving()
	es := shuffled(w, 5000)
	q := have(w.Query(ecs.Write[Position](), ecs.Read[Velocity](), ecs.None(ecs.Of[tag]())))
	count(t, q)
	c := s.cursors[0]
	if !c.kept.whole || len(c.kept.rows) != len(es) {
		t.Fatalf("kept %d rows, whole %t", len(c.kept.rows), c.kept.whole)
	}
	change := have(w.Exchange(ecs.Adding(ecs.Of[toggled]())))
	have(change.One(es[7]))
	c.Rewind()
	if !c.kept.whole {
		t.Error("dropped for a set that the query does not name")
	}
	change = have(w.Exchange(ecs.Adding(ecs.Of[tag]())))
	have(change.One(es[7]))
	c.Rewind()
	if c.kept.whole || len(c.kept.rows) != 0 {
		t.Error("kept although a match went")
	}
	if _, _, n := count(t, q); n != len(es)-1 {
		t.Errorf("%d matches", n)
	}
}

// TestKeptBounded: many queries together keep no more than the budget, and are
// right beyond it.
func TestKeptBounded(t *testing.T) {
	w, s := newMoving()
	n := 50000
	shuffled(w, n)
	limit := usual.kept + 4*n
	for range 12 {
		q := have(w.Query(ecs.Write[Position](), ecs.Read[Velocity]()))
		for range 2 {
			if _, _, got := count(t, q); got != n {
				t.Fatalf("%d matches", got)
			}
		}
	}
	rows := 0
	for _, c := range s.cursors {
		rows += len(c.kept.rows)
	}
	if s.kept > limit || rows > s.kept || rows < limit/2 {
		t.Errorf("%d rows kept, %d charged, limit %d", rows, s.kept, limit)
	}
	must(t, s.validate())
	w.Shrink()
	if s.kept != 0 {
		t.Errorf("%d charged after Shrink", s.kept)
	}
}

// TestMemoryGivenBack: an empty world that was shrunk has next to nothing.
func TestMemoryGivenBack(t *testing.T) {
	w, s := newMoving()
	es := spawned(w, 100000, ecs.Of[Position](), ecs.Of[Velocity](), ecs.Of[tag]())
	q := have(w.Query(ecs.Write[Position](), ecs.Read[Velocity]()))
	count(t, q)
	if st := s.Stats(); st.UsedRows != 2*len(es) || st.ValueBytes < 32*len(es) || st.EntityBytes < 24*len(es) || st.SparseBytes < 24*len(es) {
		t.Errorf("full: %+v", st)
	}
	must(t, w.Despawn(es...))
	w.Shrink()
	if st := s.Stats(); st.Bytes() > 10000 || st.ReservedRows != 0 {
		t.Errorf("empty: %+v", st)
	}
	es = spawned(w, 10, ecs.Of[Position](), ecs.Of[Velocity]())
	if _, dense, n := count(t, q); dense != len(es) || n != len(es) {
		t.Errorf("afterwards %d of %d dense", dense, n)
	}
}

// TestSteadyState: no operation allocates once the arrays have grown.
func TestSteadyState(t *testing.T) {
	w, s := newMoving()
	es := shuffled(w, 3000)
	same := spawned(w, 3000, ecs.Of[toggled](), ecs.Of[tag]())
	sp := have(w.Spawner(ecs.Write[Position](), ecs.Write[Velocity]()))
	batch := make([]ecs.Entity, 500)
	add, remove := have(w.Exchange(ecs.Adding(ecs.Of[tag]()))), have(w.Exchange(ecs.Removing(ecs.Of[tag]())))
	set := have(w.Exchange(ecs.Setting(ecs.Write[toggled]())))
	unset := have(w.Exchange(ecs.Removing(ecs.Of[toggled]())))
	fill := func(*ecs.Chunk) {}
	queries := []*ecs.Query{
		have(w.Query(ecs.Write[Position](), ecs.Read[Velocity]())),
		have(w.Query(ecs.Read[toggled](), ecs.All(ecs.Of[tag]()))),
		have(w.Query(ecs.MaybeRead[Velocity](), ecs.Any(ecs.Of[Position](), ecs.Of[tag]()))),
		have(w.Query(ecs.MaybeRead[Velocity](), ecs.None(ecs.Of[tag]()))),
	}
	from := s.cursors[0]
	ch := &driver.Chunk{Cols: make([]driver.Column, 2)}
	records := &fixedRecords{}
	pass := func() {
		for _, q := range queries {
			must(t, q.Open())
			for c := q.Next(); c != nil; c = q.Next() {
			}
		}
	}
	for name, f := range map[string]func(){
		"spawn and despawn": func() {
			e, _, err := sp.Spawn()
			must(t, err)
			must(t, w.DespawnOne(e))
			pass()
		},
		"in batches": func() {
			must(t, sp.Into(batch, fill))
			must(t, w.Despawn(batch...))
			pass()
		},
		"add and remove": func() {
			have(add.One(es[5]))
			have(remove.One(es[5]))
			have(set.One(es[6]))
			have(unset.One(es[6]))
			pass()
		},
		"add and remove in batches": func() {
			must(t, add.Batch(es, nil))
			must(t, remove.Batch(es, nil))
			must(t, set.Batch(es[:100], fill))
			must(t, unset.Batch(es[:100], fill))
			must(t, remove.Batch(same[:9], fill))
			must(t, add.Batch(same[:9], fill))
		},
		"from records": func() {
			records.done = false
			for from.RewindFrom(records); from.Next(ch); {
			}
		},
	} {
		f()
		f()
		if n := testing.AllocsPerRun(20, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	must(t, s.validate())
}

// fixedRecords is a stream of one index chunk.
type fixedRecords struct{ done bool }

func (r *fixedRecords) Next(out *driver.Bits) (uint32, uint64, bool) {
	if r.done {
		return 0, 0, false
	}
	r.done = true
	out[3] = 0xF0F0
	return 0, 1 << 3, true
}

// TestHandlesDoNotFit: a lookup answers nil for handles that do not live or
// lack the component, whoever uses the index now.
func TestHandlesDoNotFit(t *testing.T) {
	w, _ := newMoving()
	a := have(ecs.NewAccess[Position](w))
	old := spawned(w, 3, ecs.Of[Position]())
	must(t, w.Despawn(old...))
	now := spawned(w, 3, ecs.Of[Velocity]())
	for i := range old {
		if a.Get(old[i]) != nil || a.Get(now[i]) != nil {
			t.Errorf("%v or %v has a position", old[i], now[i])
		}
	}
	if a.Get(0) != nil || a.Get(driver.MakeEntity(1<<24, 1)) != nil {
		t.Error("no entity has a position")
	}
}
