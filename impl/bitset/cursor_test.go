package bitset

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

type (
	number struct{ index, twice uint32 }
	odd    [3]byte
	label  struct{ text string }
	flag   struct{}
)

// field is a world whose entities have random stretches of four components,
// with what each has beside it.
type field struct {
	t   *testing.T
	w   *ecs.World
	s   *Storage
	r   *rand.Rand
	es  []ecs.Entity // by index; zero: despawned
	has []driver.Mask
	ids [4]driver.ComponentID
}

func newField(t *testing.T, seed uint64, n int) *field {
	f := &field{t: t, r: rand.New(rand.NewPCG(seed, 1))}
	f.w, f.s = newWorld(nil, ecs.DefaultOptions())
	f.ids = [4]driver.ComponentID{
		ecs.Register[number](f.w), ecs.Register[odd](f.w), ecs.Register[label](f.w), ecs.Register[flag](f.w),
	}
	sp, err := f.w.Spawner()
	must(t, err)
	f.es = make([]ecs.Entity, n)
	must(t, sp.Into(f.es, nil))
	f.has = make([]driver.Mask, n)
	for _, id := range f.ids {
		for from := 0; from < n; from += chunkRows {
			f.put(id, from, randomBits(f.r))
		}
	}
	return f
}

// put gives the members of set, counted from index from on, the component.
func (f *field) put(id driver.ComponentID, from int, set driver.Bits) {
	var es []ecs.Entity
	for k := range chunkRows {
		if set.Has(k) && from+k < len(f.es) && f.es[from+k] != 0 {
			es = append(es, f.es[from+k])
			f.has[from+k].Set(id)
		}
	}
	x, err := f.w.Exchange(ecs.Adding(ecs.ByID(id)))
	must(f.t, err)
	must(f.t, x.Batch(es, func(c *ecs.Chunk) {
		for k := range c.N {
			f.write(&c.Cols[0], k, c.Entities.At(k), id)
		}
	}))
}

// write writes a value that tells whose it is.
func (f *field) write(col *driver.Column, k int, e ecs.Entity, id driver.ComponentID) {
	if id == f.ids[0] {
		*(*number)(unsafe.Add(col.Base, uintptr(col.Row(k))*8)) = number{e.Index(), 2 * e.Index()}
	}
}

// change changes one bit somewhere, by adding or removing or despawning.
func (f *field) change() {
	index := f.r.IntN(len(f.es))
	e := f.es[index]
	if e == 0 {
		return
	}
	id := f.ids[f.r.IntN(4)]
	switch f.r.IntN(5) {
	case 0:
		must(f.t, f.w.DespawnOne(e))
		f.es[index], f.has[index] = 0, driver.Mask{}
	case 1, 2:
		f.put(id, index, driver.Bits{1})
	default:
		x, err := f.w.Exchange(ecs.Removing(ecs.ByID(id)))
		must(f.t, err)
		_, err = x.One(e)
		must(f.t, err)
		f.has[index].Unset(id)
	}
}

// query is a random one, each component a column at most.
func (f *field) query() driver.Query {
	var q driver.Query
	for _, id := range f.ids {
		switch f.r.IntN(5) {
		case 0:
			q.All.Set(id)
		case 1:
			q.All.Set(id)
			q.Columns = append(q.Columns, driver.Access{Component: id})
		case 2:
			q.Columns = append(q.Columns, driver.Access{Component: id, Maybe: true})
		case 3:
			q.None.Set(id)
		}
	}
	for range f.r.IntN(3) {
		q.Any = append(q.Any, driver.MaskOf(f.ids[f.r.IntN(4)], f.ids[f.r.IntN(4)]))
	}
	return q
}

// pass walks a cursor and compares what it hands out with those of want.
func (f *field) pass(c driver.Cursor, q *driver.Query, among func(index int) bool) {
	f.t.Helper()
	ch := driver.Chunk{Cols: make([]driver.Column, len(q.Columns))}
	seen := make([]bool, len(f.es))
	n := 0
	for c.Next(&ch) {
		if ch.N < 1 || ch.N > chunkRows {
			f.t.Fatalf("a chunk of %d", ch.N)
		}
		if ch.Entities.Rows != nil && len(ch.Entities.Rows) != ch.N || ch.Run != (ch.Entities.Rows == nil) {
			f.t.Fatalf("a chunk of %d with %d rows, run %t", ch.N, len(ch.Entities.Rows), ch.Run)
		}
		for k := range ch.N {
			e := ch.Entities.At(k)
			index := int(e.Index())
			if ch.Run && e.Index() != ch.First+uint32(k) {
				f.t.Fatalf("match %d of the run from %d is %v", k, ch.First, e)
			}
			if f.es[index] != e || seen[index] || !q.Matches(&f.has[index]) || !among(index) {
				f.t.Fatalf("%v: lives %v, came before %t, has %x", e, f.es[index] == e, seen[index], f.has[index])
			}
			seen[index] = true
			n++
			for i, a := range q.Columns {
				f.value(&ch, k, i, a.Component, index)
			}
		}
	}
	for index, e := range f.es {
		if e != 0 && !seen[index] && q.Matches(&f.has[index]) && among(index) {
			f.t.Fatalf("%v is missing among %d", e, n)
		}
	}
}

func (f *field) value(ch *driver.Chunk, k, i int, id driver.ComponentID, index int) {
	f.t.Helper()
	col := &ch.Cols[i]
	row := col.Row(k)
	if f.has[index].Has(id) != (row != driver.NoRow) {
		f.t.Fatalf("component %d of %d stands in row %d", id, index, row)
	}
	if row == driver.NoRow || id != f.ids[0] {
		return
	}
	if col.Rows != nil && int(row) >= col.Extent {
		f.t.Fatalf("row %d beyond the extent %d", row, col.Extent)
	}
	if v := *(*number)(unsafe.Add(col.Base, uintptr(row)*8)); v != (number{uint32(index), 2 * uint32(index)}) {
		f.t.Fatalf("the value of %d is %v", index, v)
	}
}

// TestCursor compares passes with what the entities have, from all matches and
// from records, again after nothing changed and after little did.
func TestCursor(t *testing.T) {
	for seed := uint64(1); seed <= 60; seed++ {
		n := []int{1, 63, 64, 1000, 4096, 9000}[seed%6]
		f := newField(t, seed, n)
		must(t, f.s.validate())
		everyone := func(int) bool { return true }
		for range 6 {
			q := f.query()
			cursor, err := f.s.Query(&q)
			must(t, err)
			for range 4 {
				cursor.Rewind()
				f.pass(cursor, &q, everyone)
				cursor.Rewind()
				f.pass(cursor, &q, everyone)
				rec := newStream(f.r, n)
				cursor.(driver.RecordCursor).RewindFrom(rec)
				f.pass(cursor, &q, rec.has)
				for range f.r.IntN(4) {
					f.change()
					must(t, f.s.validate())
				}
				if f.r.IntN(4) == 0 {
					f.s.Shrink()
					must(t, f.s.validate())
				}
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestKeptAcrossShrink: a block that Shrink dropped and a new one may have been
// changed as often; what was kept of the one is not taken for the other.
func TestKeptAcrossShrink(t *testing.T) {
	w, s := newWorld(nil, ecs.DefaultOptions())
	id := ecs.Register[number](w)
	sp, err := w.Spawner()
	must(t, err)
	es := make([]ecs.Entity, 100)
	must(t, sp.Into(es, nil))
	add, err := w.Exchange(ecs.Adding(ecs.ByID(id)))
	must(t, err)
	remove, err := w.Exchange(ecs.Removing(ecs.ByID(id)))
	must(t, err)
	query := w.MustQuery(ecs.All(ecs.ByID(id)))
	for _, holders := range [][2]int{{1, 3}, {50, 97}} {
		for _, i := range holders {
			_, err := add.One(es[i])
			must(t, err)
		}
		got, err := query.Entities(nil)
		if err != nil || len(got) != 2 || got[0] != es[holders[0]] || got[1] != es[holders[1]] {
			t.Fatalf("%v, %v, expected those of %v", got, err, holders)
		}
		for _, i := range holders {
			_, err := remove.One(es[i])
			must(t, err)
		}
		s.Shrink()
	}
}

// stream is random records, among them of indices that do not live or never did.
type stream struct {
	words []driver.Bits
	sums  []uint64
	at    int
}

func newStream(r *rand.Rand, n int) *stream {
	s := &stream{}
	for range n>>12 + 1 + r.IntN(3) {
		b := randomBits(r)
		sum := r.Uint64()
		for w := range b {
			if sum>>w&1 == 0 {
				b[w] = 0
			} else if r.IntN(9) == 0 {
				b[w] = 0 // written, and zero
			}
		}
		s.words, s.sums = append(s.words, b), append(s.sums, sum)
	}
	return s
}

func (s *stream) has(index int) bool {
	return index>>12 < len(s.words) && s.words[index>>12].Has(index&(chunkRows-1))
}

func (s *stream) Next(out *driver.Bits) (uint32, uint64, bool) {
	if s.at == len(s.words) {
		return 0, 0, false
	}
	for w := range out {
		out[w] = 0xDEAD // what is not written does not count
		if s.sums[s.at]>>w&1 != 0 {
			out[w] = s.words[s.at][w]
		}
	}
	s.at++
	return uint32(s.at - 1), s.sums[s.at-1], true
}
