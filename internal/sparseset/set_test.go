package sparseset

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
	"unsafe"

	"ecslab/ecs/driver"
)

// kind is a component type with values that are made from numbers.
type kind struct {
	component *driver.Component
	store     func(p unsafe.Pointer, n uint64)
	load      func(p unsafe.Pointer) uint64
}

func kindOf[T any](pointers bool, make_ func(uint64) T, back func(T) uint64) kind {
	return kind{
		component: &driver.Component{
			Name: reflect.TypeFor[T]().String(), Type: reflect.TypeFor[T](),
			Size: unsafe.Sizeof(*new(T)), Pointers: pointers,
			Make: func(n int) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]T, n))) },
			Copy: func(dst, src unsafe.Pointer, n int) {
				copy(unsafe.Slice((*T)(dst), n), unsafe.Slice((*T)(src), n))
			},
			Zero: func(p unsafe.Pointer, n int) { clear(unsafe.Slice((*T)(p), n)) },
			Move: func(dst, src, hole unsafe.Pointer) {
				*(*T)(dst) = *(*T)(src)
				if src != hole {
					*(*T)(src) = *(*T)(hole)
				}
				*(*T)(hole) = *new(T)
			},
		},
		store: func(p unsafe.Pointer, n uint64) { *(*T)(p) = make_(n) },
		load:  func(p unsafe.Pointer) uint64 { return back(*(*T)(p)) },
	}
}

type padded struct {
	a uint8
	n uint64
	b uint8
}

type linked struct {
	p    *uint64
	name string
	more []uint64
}

func kinds() []kind {
	return []kind{
		{component: &driver.Component{Name: "tag"}},
		kindOf(false, func(n uint64) uint8 { return uint8(n) }, func(v uint8) uint64 { return uint64(v) }),
		kindOf(false, func(n uint64) uint64 { return n }, func(v uint64) uint64 { return v }),
		kindOf(false, func(n uint64) [2]uint64 { return [2]uint64{n, ^n} }, func(v [2]uint64) uint64 { return ^v[1] & v[0] }),
		kindOf(false, func(n uint64) padded { return padded{1, n, 2} }, func(v padded) uint64 { return v.n }),
		kindOf(false, func(n uint64) [300]byte {
			return [300]byte{0: byte(n), 299: byte(n >> 8)}
		}, func(v [300]byte) uint64 { return uint64(v[0]) | uint64(v[299])<<8 }),
		kindOf(true, func(n uint64) linked {
			return linked{&n, fmt.Sprint(n), []uint64{n}}
		}, func(v linked) uint64 {
			if v.p == nil {
				return 0
			}
			if *v.p != v.more[0] || v.name != fmt.Sprint(*v.p) {
				return ^uint64(0)
			}
			return *v.p
		}),
	}
}

// member is what the model knows of one.
type member struct {
	value  uint64
	beside [2]uint32
}

// checked is a set with its model.
type checked struct {
	*Set
	kind    kind
	rng     *rand.Rand
	model   map[driver.Entity]member
	dead    map[uint32]uint32 // next generation by index
	lookup  driver.Lookup
	stamped uint32
}

// fresh are n entities that are no members: a run of indices, or from anywhere.
func (c *checked) fresh(n int) (es []driver.Entity, run bool) {
	run = c.rng.IntN(2) == 0
	used := map[uint32]bool{}
	for e := range c.model {
		used[e.Index()] = true
	}
	index := c.rng.Uint32N(3 * driver.ChunkRows)
	for len(es) < n {
		if !used[index] {
			es = append(es, driver.MakeEntity(index, 1+c.dead[index]))
			used[index] = true
		}
		if run {
			index++
		} else {
			index = c.rng.Uint32N(3 * driver.ChunkRows)
		}
	}
	return es, IsRun(es)
}

// wrote gives the members in rows from row on values, which are zero before,
// unless they are raw, and tells the model.
func (c *checked) wrote(es []driver.Entity, row int, raw bool) error {
	for i, e := range es {
		if got := c.Entities()[row+i]; got != e {
			return fmt.Errorf("row %d is %v, not %v", row+i, got, e)
		}
		m := member{}
		if c.size > 0 {
			if got := c.kind.load(c.value(row + i)); got != 0 && !(raw && !c.component.Pointers) {
				return fmt.Errorf("new row %d holds %d", row+i, got)
			}
			m.value = 1 + uint64(c.rng.IntN(250))
			c.kind.store(c.value(row+i), m.value)
		}
		for k := range c.columns {
			c.stamped++
			m.beside[k] = c.stamped
			*c.stamp(k, row+i) = c.stamped
		}
		c.model[e] = m
	}
	return nil
}

func (c *checked) gone(es []driver.Entity) {
	for _, e := range es {
		delete(c.model, e)
		c.dead[e.Index()] = e.Generation()
	}
}

func (c *checked) step() error {
	n := c.Len()
	stretch := func(row int) []driver.Entity {
		return append([]driver.Entity(nil), c.Entities()[row:row+1+c.rng.IntN(n-row)]...)
	}
	switch k := c.rng.IntN(12); {
	case k < 1 || n == 0:
		es, _ := c.fresh(1)
		return c.wrote(es, c.Append(es[0]), false)
	case k < 2:
		es, _ := c.fresh(1)
		return c.join(es, true)
	case k < 3 && n < 3000:
		es, run := c.fresh(1 + c.rng.IntN(900))
		return c.wrote(es, c.AppendBatch(es, run, false), false)
	case k < 4 && n < 3000:
		es, run := c.fresh(1 + c.rng.IntN(900))
		return c.join(es, run)
	case k < 5 && n < 3000:
		es, run := c.fresh(1 + c.rng.IntN(300))
		at := c.rng.IntN(n + 1)
		c.Insert(es, at, run)
		return c.wrote(es, at, false)
	case k < 7:
		e := c.Entities()[c.rng.IntN(n)]
		Leave(e, c.Set)
		c.gone([]driver.Entity{e})
	case k < 8:
		es := stretch(c.rng.IntN(n))
		if c.rng.IntN(2) == 0 {
			c.rng.Shuffle(len(es), func(i, j int) { es[i], es[j] = es[j], es[i] })
		}
		LeaveBatch(es, IsRun(es), c.Set)
		c.gone(es)
	case k < 9:
		return c.removeInFront()
	case k < 10:
		c.Swap(c.rng.IntN(n), c.rng.IntN(n))
	case k < 11:
		c.Shrink()
	case c.rng.IntN(3) == 0:
		c.gone(c.Entities())
		c.Clear()
	}
	return nil
}

// join makes entities members with raw values, and looks at the column that
// shows them, which another operation left in any state.
func (c *checked) join(es []driver.Entity, run bool) error {
	stale := driver.Column{Rows: make([]uint32, 1), Absent: true, Base: unsafe.Pointer(c), Beside: [2]unsafe.Pointer{unsafe.Pointer(c), unsafe.Pointer(c)}}
	cols := []driver.Column{{}, stale}
	if c.rng.IntN(2) == 0 {
		cols[1].Rows, cols[1].Absent = nil, false
	}
	row, slots := c.Len(), []Slot{{c.Set, 1}}
	if len(es) == 1 {
		Join(es[0], slots, cols)
	} else {
		JoinBatch(es, run, slots, cols, true)
	}
	var want driver.Column
	if c.size > 0 {
		want.Base = c.value(row)
	}
	for k := range c.columns {
		want.Beside[k] = unsafe.Pointer(c.stamp(k, row))
	}
	if !reflect.DeepEqual(cols[1], want) {
		return fmt.Errorf("row %d is shown as %+v, not %+v", row, cols[1], want)
	}
	return c.wrote(es, row, len(es) > 1)
}

// removeInFront removes a range and checks that the front stays the front.
func (c *checked) removeInFront() error {
	n := c.Len()
	front := c.rng.IntN(n + 1)
	row := c.rng.IntN(n)
	end := n
	if row < front {
		end = front
	}
	m := 1 + c.rng.IntN(end-row)
	inFront := map[driver.Entity]bool{}
	for _, e := range c.Entities()[:front] {
		inFront[e] = true
	}
	es := append([]driver.Entity(nil), c.Entities()[row:row+m]...)
	c.RemoveRange(row, m, front)
	c.gone(es)
	if row < front {
		front -= m
	}
	for r, e := range c.Entities() {
		if inFront[e] != (r < front) {
			return fmt.Errorf("front of %d: row %d", front, r)
		}
	}
	return nil
}

func (c *checked) check() error {
	if err := c.Validate(); err != nil {
		return err
	}
	if c.Len() != len(c.model) {
		return fmt.Errorf("%d members, %d in the model", c.Len(), len(c.model))
	}
	for e, want := range c.model {
		var at driver.Cell
		if !c.Locate(e, &at) {
			return fmt.Errorf("%v is no member", e)
		}
		if c.size > 0 && c.kind.load(at.Value) != want.value {
			return fmt.Errorf("%v has %d, not %d", e, c.kind.load(at.Value), want.value)
		}
		for k := range c.columns {
			if got := *(*uint32)(at.Beside[k]); got != want.beside[k] {
				return fmt.Errorf("%v has stamp %d of %d, not %d", e, k, got, want.beside[k])
			}
		}
		entry := c.lookup.Pages[e.Index()>>driver.RowBits][e.Index()&(driver.ChunkRows-1)]
		if uint32(entry>>32) != e.Generation() {
			return fmt.Errorf("the lookup's entry of %v is %#x", e, entry)
		}
	}
	return nil
}

// TestSet runs seeded operations beside a model, and validates after each.
func TestSet(t *testing.T) {
	for i, k := range kinds() {
		for seed := range uint64(4) {
			columns := int(seed) % 3
			c := &checked{Set: New(k.component, columns), kind: k, rng: rand.New(rand.NewPCG(seed, uint64(i))),
				model: map[driver.Entity]member{}, dead: map[uint32]uint32{}}
			c.Watch(&c.lookup)
			for step := range 120 {
				stamps, version := append([]driver.Entity(nil), c.Entities()...), c.Version()
				if err := c.step(); err != nil {
					t.Fatalf("%s, seed %d, step %d: %v", k.component.Name, seed, step, err)
				}
				if err := c.check(); err != nil {
					t.Fatalf("%s, seed %d, after step %d: %v", k.component.Name, seed, step, err)
				}
				if err := c.since(stamps, version); err != nil {
					t.Fatalf("%s, seed %d, after step %d: %v", k.component.Name, seed, step, err)
				}
				if k.component.Pointers && step%16 == 0 {
					runtime.GC() // what is not seen by the collector would be gone
				}
			}
			c.Clear()
			c.Shrink()
			var st driver.Stats
			if c.Stats(&st); st.Bytes() > 8*cap(c.pages)+st.LookupBytes {
				t.Fatalf("%s, seed %d: an empty set holds %+v", k.component.Name, seed, st)
			}
		}
	}
}

// since checks that no block is said to be as before that is not.
func (c *checked) since(before []driver.Entity, version uint64) error {
	changed := len(before) != c.Len()
	for row := range min(len(before), c.Len()) {
		if before[row] == c.Entities()[row] {
			continue
		}
		changed = true
		if c.Since(version, row, 1) {
			return fmt.Errorf("row %d changed, and its block did not", row)
		}
	}
	if changed && version == c.Version() {
		return fmt.Errorf("a change without another version")
	}
	return nil
}

func TestRows(t *testing.T) {
	s := New(&driver.Component{Name: "tag"}, 0)
	var es []driver.Entity
	for _, index := range []uint32{5, 9000, 4095, 4096} {
		es = append(es, driver.MakeEntity(index, 3))
	}
	s.AppendBatch(es, false, false)
	ask := append([]driver.Entity{driver.MakeEntity(6, 1), driver.MakeEntity(1<<20, 1)}, es...)
	want := []uint32{driver.NoRow, driver.NoRow, 0, 1, 2, 3}
	dst := make([]uint32, len(ask))
	if or := s.Rows(ask, dst); or>>31 == 0 || !reflect.DeepEqual(dst, want) {
		t.Errorf("rows %v, %#x", dst, or)
	}
	if or := s.RowsOf(ask, []uint32{5, 2}, dst); or>>31 != 0 || dst[0] != 3 || dst[1] != 0 {
		t.Errorf("rows of a list %v, %#x", dst, or)
	}
	if or := s.RowsAt([]uint32{4095, 7}, dst); or>>31 == 0 || dst[0] != 2 || dst[1] != driver.NoRow {
		t.Errorf("rows at indices %v, %#x", dst, or)
	}
}

// TestRefill: what a Clear leaves behind is in nobody's row and on nobody's page.
func TestRefill(t *testing.T) {
	for i, k := range kinds() {
		c := &checked{Set: New(k.component, 2), kind: k, rng: rand.New(rand.NewPCG(1, uint64(i))),
			model: map[driver.Entity]member{}, dead: map[uint32]uint32{}}
		c.Watch(&c.lookup)
		for _, part := range []struct {
			index, n uint32
			raw      bool
		}{{0, 3 * driver.ChunkRows, false}, {0, 0, false},
			{driver.ChunkRows, driver.ChunkRows, true}, {100, 50, true}, {3 * driver.ChunkRows, 1, false},
			{2 * driver.ChunkRows, 700, false}, {0, 0, false}, {70, 4 * driver.ChunkRows, true}} {
			es := make([]driver.Entity, part.n)
			for i := range es {
				es[i] = driver.MakeEntity(part.index+uint32(i), 1+c.dead[part.index+uint32(i)])
			}
			var err error
			switch len(es) {
			case 0:
				c.gone(c.Entities())
				c.Clear()
			case 1:
				err = c.wrote(es, c.Append(es[0]), false)
			default:
				err = c.wrote(es, c.AppendBatch(es, true, part.raw), part.raw)
			}
			if err == nil {
				err = c.check()
			}
			if err != nil {
				t.Fatalf("%s, %d from %d: %v", k.component.Name, part.n, part.index, err)
			}
		}
	}
}
