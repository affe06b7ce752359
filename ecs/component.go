package ecs

import (
	"fmt"
	"reflect"
	"unsafe"

	"ecslab/ecs/driver"
)

// What callers need of package driver.
type (
	// Entity is a handle: a 32-bit index and a 32-bit generation; zero is none.
	Entity = driver.Entity
	// ComponentID is the number of a component type in its world.
	ComponentID = driver.ComponentID
	// ComponentType is a component type as a world has registered it.
	ComponentType = driver.Component
	// Mask is a set of component types.
	Mask = driver.Mask
	// Kinds is a set of record kinds.
	Kinds = driver.Kinds
	// Moment is a remembered time, as World.Now gives it.
	Moment = driver.Moment
	// Chunk is what an operation hands out at once: up to 4096 entities with a
	// column for each of its views.
	Chunk = driver.Chunk
)

// The kinds of records.
const (
	Added   = driver.Added   // the component came to be there
	Changed = driver.Changed // it was set, or accessed mutably
	Removed = driver.Removed // it went, by itself or with its entity
	Created = driver.Created // the entity came to be
)

// NoRow stands for the row of a match that lacks a Maybe component.
const NoRow = driver.NoRow

// Marker methods on a component type opt it in to a kind at compile time: they
// are found at registration, and the typed terms (AddedOf, ChangedOf,
// RemovedOf) do not compile for a type without them. Their bodies are empty.
type (
	TracksAdded   interface{ TrackAdded() }
	TracksChanged interface{ TrackChanged() }
	TracksRemoved interface{ TrackRemoved() }
)

// Component names a component type in a term: by its Go type or by its number.
type Component struct {
	goType reflect.Type // nil: by number
	id     ComponentID
}

// Of names the component type T.
func Of[T any]() Component { return Component{goType: reflect.TypeFor[T]()} }

// ByID names a component by the number that its registration gave.
func ByID(id ComponentID) Component { return Component{id: id} }

// ByIDs names several components by their numbers.
func ByIDs(ids ...ComponentID) []Component {
	cs := make([]Component, len(ids))
	for i, id := range ids {
		cs[i] = ByID(id)
	}
	return cs
}

func (c Component) resolve(w *World) (ComponentID, error) {
	if w == nil {
		return 0, ErrZero
	}
	if c.goType == nil {
		if int(c.id) >= len(w.schema.Components) {
			return 0, fmt.Errorf("%w: number %d", ErrComponent, c.id)
		}
		return c.id, nil
	}
	id, ok := w.byType[c.goType]
	if !ok {
		return 0, fmt.Errorf("%w: %v", ErrComponent, c.goType)
	}
	return id, nil
}

func (w *World) resolveMask(cs []Component) (Mask, error) {
	var m Mask
	for _, c := range cs {
		id, err := c.resolve(w)
		if err != nil {
			return m, err
		}
		m.Set(id)
	}
	return m, nil
}

// ComponentOption is an option of a registration.
type ComponentOption func(*driver.Component)

// Track opts the component in to the kinds, beside those of its marker methods.
func Track(k Kinds) ComponentOption { return func(c *driver.Component) { c.Kinds |= k } }

// InSparseSet makes hybrid storage keep the component in a sparse set instead
// of in tables. Other storages ignore it.
func InSparseSet() ComponentOption { return func(c *driver.Component) { c.Sparse = true } }

// Named gives the component a name of its own for messages; the default is
// that of its Go type.
func Named(name string) ComponentOption { return func(c *driver.Component) { c.Name = name } }

// Register makes T a component type of the world and returns its number. A
// second registration returns the first one's number and ignores the options.
// It panics if there are more than 256, if a value has more than 256 KiB, and if an
// option is for another type.
func Register[T any](w *World, options ...ComponentOption) ComponentID {
	t := reflect.TypeFor[T]()
	if id, ok := w.byType[t]; ok {
		return id
	}
	c := describe(t)
	if c.Size > 0 {
		c.Make = func(n int) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]T, n))) }
		c.Clone = func(src unsafe.Pointer, n int) unsafe.Pointer {
			return unsafe.Pointer(unsafe.SliceData(append([]T(nil), unsafe.Slice((*T)(src), n)...)))
		}
		c.Copy = func(dst, src unsafe.Pointer, n int) {
			copy(unsafe.Slice((*T)(dst), n), unsafe.Slice((*T)(src), n))
		}
		c.Zero = func(p unsafe.Pointer, n int) { clear(unsafe.Slice((*T)(p), n)) }
		c.Move = func(dst, src, hole unsafe.Pointer) {
			*(*T)(dst) = *(*T)(src)
			if src != hole {
				*(*T)(src) = *(*T)(hole)
			}
			var zero T
			*(*T)(hole) = zero
		}
	}
	if err := w.register(t, c, options); err != nil {
		panic(err)
	}
	w.byType[t] = c.ID
	w.tellRegistered(c.ID)
	return c.ID
}

// RegisterType makes a component of a type that is made at run time. Several
// components may have the same type; they are told apart by number.
func (w *World) RegisterType(t reflect.Type, options ...ComponentOption) (ComponentID, error) {
	if t == nil {
		return 0, fmt.Errorf("%w: a type", ErrZero)
	}
	c := describe(t)
	if c.Size > 0 {
		slice := reflect.SliceOf(t)
		c.Make = func(n int) unsafe.Pointer { return reflect.MakeSlice(slice, n, n).UnsafePointer() }
		c.Clone = func(src unsafe.Pointer, n int) unsafe.Pointer {
			return reflect.AppendSlice(reflect.Zero(slice), reflect.SliceAt(t, src, n)).UnsafePointer()
		}
		if c.Pointers {
			at := func(p unsafe.Pointer, n int) reflect.Value { return reflect.SliceAt(t, p, n) }
			c.Copy = func(dst, src unsafe.Pointer, n int) { reflect.Copy(at(dst, n), at(src, n)) }
			c.Zero = func(p unsafe.Pointer, n int) { at(p, n).Clear() }
		} else {
			size := int(c.Size)
			at := func(p unsafe.Pointer, n int) []byte { return unsafe.Slice((*byte)(p), n*size) }
			c.Copy = func(dst, src unsafe.Pointer, n int) { copy(at(dst, n), at(src, n)) }
			c.Zero = func(p unsafe.Pointer, n int) { clear(at(p, n)) }
		}
		c.Move = func(dst, src, hole unsafe.Pointer) {
			c.Copy(dst, src, 1)
			if src != hole {
				c.Copy(src, hole, 1)
			}
			c.Zero(hole, 1)
		}
	}
	if err := w.register(t, c, options); err != nil {
		return 0, err
	}
	w.tellRegistered(c.ID)
	return c.ID, nil
}

func describe(t reflect.Type) *driver.Component {
	c := &driver.Component{Name: t.String(), Type: t, Size: t.Size(), Pointers: hasPointers(t)}
	for _, marker := range []struct {
		of   reflect.Type
		kind Kinds
	}{
		{reflect.TypeFor[TracksAdded](), Added},
		{reflect.TypeFor[TracksChanged](), Changed},
		{reflect.TypeFor[TracksRemoved](), Removed},
	} {
		if t.Implements(marker.of) || reflect.PointerTo(t).Implements(marker.of) {
			c.Kinds |= marker.kind
		}
	}
	return c
}

func (w *World) register(t reflect.Type, c *driver.Component, options []ComponentOption) error {
	if len(w.schema.Components) == driver.MaxComponents {
		return fmt.Errorf("component %v: a world has at most %d component types", t, driver.MaxComponents)
	}
	if c.Size > driver.MaxSize {
		return fmt.Errorf("component %v: a value of %d bytes; it may have %d", t, c.Size, driver.MaxSize)
	}
	for _, option := range options {
		if option != nil {
			option(c)
		}
	}
	if c.Codec != nil && c.Codec.Type != t {
		return fmt.Errorf("component %v: a codec for %v", t, c.Codec.Type)
	}
	c.Kinds &= driver.PerComponent
	if c.Size == 0 {
		c.Kinds &^= Changed // a tag cannot change
	}
	c.ID = ComponentID(len(w.schema.Components))
	w.schema.Components = append(w.schema.Components, c)
	if w.tracker != nil {
		w.tracker.Register(c)
		w.tracked.take(c)
	}
	return nil
}

func (w *World) tellRegistered(c ComponentID) {
	if w.watch != nil {
		w.watch.Registered(c)
	}
}

func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && hasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return false
	}
	return true
}

// Components are the registered component types by number, to be read only.
func (w *World) Components() []*ComponentType { return w.schema.Components }
