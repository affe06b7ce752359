package ecs

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// View is one component of a prepared operation, by its Go type: a term when
// the operation is prepared, and then the typed access to its column in every
// chunk. A view belongs to the one operation that it was given to, and is used on
// the chunks of that one only, and within their matches: what it would find in
// another's is memory of another type. Programs built with the tag invariants check
// that and panic; others do so only for a view that no operation has.
//
// The fast loop is two loops, for dense chunks and by rows:
//
//	if c.Dense {
//		ps, vs := pos.Slice(c), vel.Slice(c)
//		for i := range ps { … }
//	} else {
//		ps, pr := pos.Rows(c)
//		vs, vr := vel.Rows(c)
//		for k := range pr { p, v := &ps[pr[k]], vs[vr[k]]; … }
//	}
type View[T any] struct {
	bound
	access driver.Access
}

// Read is a component that matches must have and the caller reads. The slices
// are writable for Go; what is written to them is marked nowhere.
func Read[T any]() *View[T] { return newView[T](driver.Access{}) }

// Write is a component that matches must have and the caller may write: all
// matches of a chunk are marked changed when it is handed out.
func Write[T any]() *View[T] { return newView[T](driver.Access{Write: true}) }

// MaybeRead is Read of a component that matches may lack.
func MaybeRead[T any]() *View[T] { return newView[T](driver.Access{Maybe: true}) }

// MaybeWrite is Write of a component that matches may lack.
func MaybeWrite[T any]() *View[T] { return newView[T](driver.Access{Maybe: true, Write: true}) }

func newView[T any](a driver.Access) *View[T] { return &View[T]{unbound, a} }

// bound is what a term keeps of the operation that it belongs to.
type bound struct {
	owner any // nil: none
	slot  int
}

// unbound has no operation, and no chunk has its column.
var unbound = bound{slot: -1}

// view is a View whatever its type.
type view interface {
	Term
	component() Component
	maybe() bool
	of(owner any) bool
}

func (v *View[T]) component() Component { return Of[T]() }
func (v *View[T]) maybe() bool          { return v.access.Maybe }

// of reports whether the view belongs to the operation.
func (v *View[T]) of(owner any) bool { return v != nil && v.owner == owner }

func (v *View[T]) bind(b *binding) error {
	_, err := b.view(&v.bound, Of[T](), v.access)
	return err
}

// Slice is the component of the chunk's matches in order. It is for dense
// chunks, and nil for a tag or where no match has the component.
func (v *View[T]) Slice(c *Chunk) []T {
	if checking {
		v.dense(c)
	}
	n := c.N
	if i := uint(v.slot); i < uint(len(c.Bases)) && c.Bases[i] != nil { // as in chunks that are kept
		return (*[driver.ChunkRows]T)(c.Bases[i])[:n:n] // one comparison; unsafe.Slice takes three and a product
	}
	base := c.Cols[v.slot].Base
	if base == nil {
		return nil
	}
	return (*[driver.ChunkRows]T)(base)[:n:n]
}

// Rows is the component by rows: match k has values[rows[k]]. It serves every
// chunk. rows[k] is NoRow where the match lacks a Maybe component; where all
// lack it, rows is nil.
func (v *View[T]) Rows(c *Chunk) (values []T, rows []uint32) {
	if checking {
		v.handed(c)
	}
	col := &c.Cols[v.slot]
	switch {
	case col.Absent:
		return nil, nil
	case col.Rows == nil:
		rows = identity[:c.N]
		if col.Base != nil {
			values = unsafe.Slice((*T)(col.Base), c.N)
		}
	default:
		rows = col.Rows[:c.N]
		if col.Base != nil {
			values = unsafe.Slice((*T)(col.Base), col.Extent)
		}
	}
	return values, rows
}

// At is the component of match k, nil where it is absent or a tag. It serves
// single matches; a loop of it costs about twice a loop over slices.
func (v *View[T]) At(c *Chunk, k int) *T {
	if checking {
		v.match(c, k)
	}
	return (*T)(c.Cols[v.slot].At(k, unsafe.Sizeof(*new(T))))
}

// Dynamic is a View without a Go type, for components known at run time.
type Dynamic struct {
	bound
	c      Component
	access driver.Access
	size   uintptr
}

// ReadOf is Read for a component known at run time.
func ReadOf(c Component) *Dynamic { return &Dynamic{bound: unbound, c: c} }

// WriteOf is Write for a component known at run time.
func WriteOf(c Component) *Dynamic {
	return &Dynamic{bound: unbound, c: c, access: driver.Access{Write: true}}
}

func (d *Dynamic) component() Component { return d.c }
func (d *Dynamic) maybe() bool          { return d.access.Maybe }
func (d *Dynamic) of(owner any) bool    { return d != nil && d.owner == owner }

func (d *Dynamic) bind(b *binding) error {
	id, err := b.view(&d.bound, d.c, d.access)
	if err == nil {
		d.size = b.w.schema.Of(id).Size
	}
	return err
}

// At is the address of the component of match k, nil for a tag.
func (d *Dynamic) At(c *Chunk, k int) unsafe.Pointer {
	if checking {
		d.match(c, k)
	}
	return c.Cols[d.slot].At(k, d.size)
}

// identity is the row list of a dense column.
var identity = func() []uint32 {
	rows := make([]uint32, driver.ChunkRows)
	for i := range rows {
		rows[i] = uint32(i)
	}
	return rows
}()
