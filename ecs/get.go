package ecs

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// Access is random access to one component by entity, prepared once. The zero
// Access finds nothing.
//
//	a, err := ecs.NewAccess[Pos](w)
//	p := a.Get(e) // nil: e does not live, or has no Pos
//
// Where the storage offers it (Direct), a loop may use At instead, which the
// compiler inlines: about half the time of Get.
type Access[T any] lookup

// lookup is an Access whatever its type; there is one a component.
type lookup struct {
	driver.Lookup
	direct bool // Lookup answers by itself
	quiet  bool // nobody has to be told
	filled bool // Lookup is filled
	tag    bool
	shape  driver.Shape
	w      *World
	c      ComponentID
	cell   driver.Cell
}

// NewAccess prepares access to component T. There is one for each component
// and world; later calls return it again.
func NewAccess[T any](w *World) (*Access[T], error) {
	id, err := Of[T]().resolve(w)
	if err != nil {
		return nil, err
	}
	if l := w.gets[id]; l != nil {
		return (*Access[T])(l), nil
	}
	l := &lookup{w: w, c: id, tag: w.schema.Of(id).Size == 0}
	if looker, ok := w.storage.(driver.Looker); ok && !w.options.Plain && !l.tag {
		looker.Lookup(id, &l.Lookup)
		l.filled = true
		l.direct = l.Presence == nil
	}
	l.setShape()
	w.gets[id] = l
	return (*Access[T])(l), nil
}

// Direct reports whether At may be used.
func (a *Access[T]) Direct() bool { return a.direct }

// At is Get, inlined, for accesses that are Direct. The inliner takes what costs
// at most 80; TestHotMethodsStayInlinable of harness guards that.
func (a *Access[T]) At(e Entity) *T {
	pages := a.Pages
	if p := int(uint32(e) >> driver.RowBits); p < len(pages) {
		// Where the generations are equal the place is left over, else a number
		// beyond all bases. An index would ask whether the page is nil, which none is.
		place := uint64(e) ^ uint64(uint32(e)) ^
			*(*uint64)(unsafe.Add(unsafe.Pointer(pages[p]), e&(driver.ChunkRows-1)*8))
		bases := a.Bases
		if i := place >> driver.RowBits; i < uint64(len(bases)) && bases[i] != nil {
			return (*T)(unsafe.Add(bases[i], uintptr(place&(driver.ChunkRows-1))*unsafe.Sizeof(*new(T))))
		}
	}
	return nil
}

// Get is the component of e for reading: nil if e does not live or lacks it.
// The pointer is valid until the structure changes.
func (a *Access[T]) Get(e Entity) *T {
	if a.direct {
		return a.At(e)
	}
	return (*T)((*lookup)(a).slow(e))
}

// Untracked is the component of e for writing without a mark.
func (a *Access[T]) Untracked(e Entity) *T {
	if !a.quiet {
		return a.referenced(e)
	}
	if a.direct {
		return a.At(e)
	}
	return (*T)((*lookup)(a).slow(e))
}

// referenced is Untracked in a world that is watched.
func (a *Access[T]) referenced(e Entity) *T {
	p := a.Get(e)
	if p != nil && !a.w.shared {
		a.w.watch.Referenced(e, a.c)
	}
	return p
}

// Mut is the component of e for writing: it is marked changed, whether it is
// written then or not. Nil, and nothing marked, if e does not live or lacks it.
func (a *Access[T]) Mut(e Entity) *T {
	p := a.Get(e)
	if !Tracking || p == nil {
		return p
	}
	switch a.shape.Way {
	case driver.MarkNothing:
	case driver.MarkStamp: // as At found the value
		place := uint32(a.Pages[uint32(e)>>driver.RowBits][e&(driver.ChunkRows-1)])
		column := a.Beside[a.shape.Column][place>>driver.RowBits]
		*driver.Stamp(column, place&(driver.ChunkRows-1)) = *a.shape.Now
	case driver.MarkBit:
		a.shape.Bits.Set(e)
	default:
		(*lookup)(a).markCall(e)
	}
	return p
}

// markCall marks a component that is there through the tracker.
func (l *lookup) markCall(e Entity) {
	if l.w.watch != nil {
		l.w.watch.Accessed(e, l.c)
		if !l.w.tracked.changed.Has(l.c) {
			return
		}
	}
	l.w.storage.Locate(e, l.c, &l.cell)
	l.w.tracker.MarkCell(l.c, Changed, e, &l.cell)
}

// slow finds a component where Lookup does not answer by itself.
func (l *lookup) slow(e Entity) unsafe.Pointer {
	if l.filled { // under presence words, places are entity indices
		chunk, k := e.Index()>>driver.RowBits, e.Index()&(driver.ChunkRows-1)
		if chunk < uint32(len(l.Presence)) && l.Presence[chunk] != nil && l.Presence[chunk].Has(int(k)) &&
			l.Pages[chunk][k] == uint64(e) {
			return unsafe.Add(l.Bases[chunk], uintptr(k)*l.w.schema.Of(l.c).Size)
		}
		return nil
	}
	if l.w == nil || l.tag {
		return nil
	}
	cell := &l.cell
	if l.w.shared {
		cell = new(driver.Cell) // others look for theirs at the same time
	}
	if !l.w.dir.Alive(e) || !l.w.storage.Locate(e, l.c, cell) {
		return nil
	}
	return cell.Value
}
