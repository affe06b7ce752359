package ecs

import (
	"reflect"
	"slices"
	"unsafe"

	"ecslab/ecs/driver"
)

// Commands queues structural changes and writes while a system runs, or while
// a query is open; they are applied in order at the end of the run, or by
// World.Flush. A command that fails then is skipped, the rest goes on, and the
// end of the run reports it.
//
// The queue is dense words, not closures: a header, the entity, and the value
// of a component without pointers. Values with pointers, which the collector
// must see, lie in one array a component.
//
//	words   op │ component │ size or index ┊ entity ┊ value … ┊ op │ …
//
// In steady state a command allocates nothing.
type Commands struct {
	world  *World
	words  []uint64
	at     int         // the next command to apply; a panic part-way resumes here
	stores []valueList // by component; only those with pointers are used
	pieces []commandPiece
	alike  alikes // scratch of apply
	types  [8]knownType
}

// knownType is the component of a Go type, by the type's address.
type knownType struct {
	at uintptr
	id ComponentID
}

// valueList holds the queued values of a component with pointers.
type valueList struct {
	base     unsafe.Pointer
	len, cap int
}

// commandPiece is where the commands of one chunk of a parallel pass begin.
type commandPiece struct{ order, from int }

type commandOp uint8

const (
	opSpawn commandOp = iota
	opDespawn
	opAdd
	opRemove
	opSet
)

// Commands is the world's queue.
func (w *World) Commands() *Commands { return &w.commands }

// Flush applies the queued commands now. While the structure stands still they
// keep waiting, and the error is ErrOpen.
func (w *World) Flush() error { return w.commands.apply() }

// Len is the number of commands that wait. It counts them, which takes time.
func (c *Commands) Len() (n int) {
	for at := c.at; at < len(c.words); n++ {
		at = c.read(at).next
	}
	return n
}

func (c *Commands) push(op commandOp, id ComponentID, size int, e Entity) {
	c.words = append(c.words, uint64(op)|uint64(id)<<8|uint64(size)<<32, uint64(e))
}

// Spawn queues the spawn of an entity and returns its handle at once. It lives
// from the end of the run on; commands that follow may name it.
func (c *Commands) Spawn() (Entity, error) {
	if c.world == nil {
		return 0, ErrZero
	}
	e, ok := c.world.dir.Reserve()
	if !ok {
		return 0, ErrTooMany
	}
	c.push(opSpawn, 0, 0, e)
	return e, nil
}

// Despawn queues a despawn.
func (c *Commands) Despawn(e Entity) { c.push(opDespawn, 0, 0, e) }

// Add queues that e gets the component, zero, if it lacks it.
func (c *Commands) Add(e Entity, id ComponentID) { c.push(opAdd, id, 0, e) }

// Remove queues that e loses the component.
func (c *Commands) Remove(e Entity, id ComponentID) { c.push(opRemove, id, 0, e) }

// Put queues that the component of e is set to value. T must be registered.
func Put[T any](c *Commands, e Entity, value T) error {
	id, err := c.resolve(reflect.TypeFor[T]())
	if err != nil {
		return err
	}
	if p := c.place(e, c.world.schema.Of(id)); p != nil {
		*(*T)(p) = value
	}
	return nil
}

// resolve is the number of a component type, found without a map for the types
// that were put last.
func (c *Commands) resolve(t reflect.Type) (ComponentID, error) {
	at := reflect.ValueOf(t).Pointer() // of the type itself, which stays where it is
	known := &c.types[at>>5%uintptr(len(c.types))]
	if known.at == at && c.world != nil {
		return known.id, nil
	}
	id, err := Component{goType: t}.resolve(c.world)
	if err == nil {
		*known = knownType{at, id}
	}
	return id, err
}

// Set queues that a component of e is set to the value at p, which is copied; nil
// is the zero value.
func (c *Commands) Set(e Entity, id ComponentID, p unsafe.Pointer) {
	if int(id) >= len(c.world.schema.Components) {
		c.Add(e, id) // which fails when it is applied, as it would to set it
		return
	}
	comp := c.world.schema.Of(id)
	if to := c.place(e, comp); to != nil && p != nil {
		comp.CopyOne(to, p)
	}
}

// place queues a set and returns where its value goes until then, nil for a
// tag. That the caller writes it keeps the caller's value off the heap.
func (c *Commands) place(e Entity, comp *driver.Component) unsafe.Pointer {
	if comp.Pointers {
		at, p := c.keep(comp)
		c.push(opSet, comp.ID, at, e)
		return p
	}
	n := (int(comp.Size) + 7) / 8
	c.push(opSet, comp.ID, n, e)
	if n == 0 {
		return nil
	}
	from := len(c.words)
	c.words = slices.Grow(c.words, n)[:from+n]
	clear(c.words[from:])
	return unsafe.Pointer(&c.words[from])
}

// keep makes room for a value with pointers in the component's list.
func (c *Commands) keep(comp *driver.Component) (at int, p unsafe.Pointer) {
	for len(c.stores) <= int(comp.ID) {
		c.stores = append(c.stores, valueList{})
	}
	list := &c.stores[comp.ID]
	if list.len == list.cap {
		grown := comp.Make(max(8, 2*list.cap))
		if list.len > 0 {
			comp.Copy(grown, list.base, list.len)
		}
		list.base, list.cap = grown, max(8, 2*list.cap)
	}
	list.len++
	return list.len - 1, unsafe.Add(list.base, uintptr(list.len-1)*comp.Size)
}

// spawns reports whether one of the commands that wait is a spawn.
func (c *Commands) spawns() bool {
	for at := c.at; at < len(c.words); {
		cmd := c.read(at)
		if cmd.op == opSpawn {
			return true
		}
		at = cmd.next
	}
	return false
}
