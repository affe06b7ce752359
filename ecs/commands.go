package ecs

import (
	"errors"
	"fmt"
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

// Flush applies the queued commands now.
func (w *World) Flush() error { return w.commands.apply() }

// Len is the number of words that wait.
func (c *Commands) Len() int { return len(c.words) - c.at }

func (c *Commands) push(op commandOp, id ComponentID, size int, e Entity) {
	c.words = append(c.words, uint64(op)|uint64(id)<<8|uint64(size)<<32, uint64(e))
}

// Spawn queues the spawn of an entity and returns its handle at once. It lives
// from the end of the run on; commands that follow may name it.
func (c *Commands) Spawn() (Entity, error) {
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
	id, err := Of[T]().resolve(c.world)
	if err != nil {
		return err
	}
	if p := c.place(e, c.world.schema.Of(id)); p != nil {
		*(*T)(p) = value
	}
	return nil
}

// Set queues that a component of e is set to the value at p, which is copied.
func (c *Commands) Set(e Entity, id ComponentID, p unsafe.Pointer) {
	comp := c.world.schema.Of(id)
	to := c.place(e, comp)
	switch {
	case to == nil:
	case comp.Pointers:
		comp.Copy(to, p, 1)
	default:
		copy(unsafe.Slice((*byte)(to), comp.Size), unsafe.Slice((*byte)(p), comp.Size))
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
	for range n {
		c.words = append(c.words, 0)
	}
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

// command is one entry of the queue, read back.
type command struct {
	op   commandOp
	id   ComponentID
	e    Entity
	comp *driver.Component // of opSet
	p    unsafe.Pointer    // value of opSet
	next int
}

func (c *Commands) read(at int) command {
	head := c.words[at]
	cmd := command{op: commandOp(head), id: ComponentID(head >> 8), e: Entity(c.words[at+1]), next: at + 2}
	if cmd.op != opSet {
		return cmd
	}
	cmd.comp = c.world.schema.Of(cmd.id)
	size := int(head >> 32)
	switch {
	case cmd.comp.Pointers:
		cmd.p = unsafe.Add(c.stores[cmd.id].base, uintptr(size)*cmd.comp.Size)
	case size > 0:
		cmd.p = unsafe.Pointer(&c.words[cmd.next])
		cmd.next += size
	}
	return cmd
}

// apply runs the queue. Commands that are queued meanwhile run too. While a
// query is open, as after a panic in the middle of a pass, they keep waiting.
func (c *Commands) apply() error {
	if c.world.open > 0 && c.at < len(c.words) {
		return ErrOpen
	}
	c.world.dir.Settle()
	var failed []error
	for c.at < len(c.words) {
		cmd := c.read(c.at)
		c.at = cmd.next // before it runs, so that a panic does not run it again
		if err := c.run(&cmd); err != nil {
			failed = append(failed, fmt.Errorf("deferred %s of %v: %w", opNames[cmd.op], cmd.e, err))
		}
	}
	c.clear()
	return errors.Join(failed...)
}

var opNames = [...]string{"spawn", "despawn", "add", "remove", "set"}

func (c *Commands) clear() {
	c.words, c.at, c.pieces = c.words[:0], 0, c.pieces[:0]
	for id := range c.stores {
		if list := &c.stores[id]; list.len > 0 {
			c.world.schema.Of(ComponentID(id)).Zero(list.base, list.len)
			list.len = 0
		}
	}
}

// reset drops the queue; entities that it would have spawned are given back.
func (c *Commands) reset() {
	c.world.dir.Settle()
	for c.at < len(c.words) {
		cmd := c.read(c.at)
		c.at = cmd.next
		if cmd.op == opSpawn {
			c.world.dir.Cancel([]Entity{cmd.e})
		}
	}
	c.clear()
}

func (c *Commands) run(cmd *command) error {
	w := c.world
	switch cmd.op {
	case opSpawn:
		return c.spawn(cmd.e)
	case opDespawn:
		return w.DespawnOne(cmd.e)
	}
	x, err := w.single(cmd.op, cmd.id)
	if err != nil {
		return err
	}
	ch, err := x.One(cmd.e)
	if err != nil {
		return err
	}
	if cmd.op == opSet && cmd.p != nil {
		col := &ch.Cols[0]
		cmd.comp.Copy(unsafe.Add(col.Base, uintptr(col.Row(0))*cmd.comp.Size), cmd.p, 1)
	}
	return nil
}

// spawn places a reserved entity together with all that the commands right
// behind it add and set, in one move.
func (c *Commands) spawn(e Entity) error {
	var set Mask
	end := c.at
	for end < len(c.words) {
		cmd := c.read(end)
		if cmd.e != e || cmd.op != opAdd && cmd.op != opSet {
			break
		}
		set.Set(cmd.id)
		end = cmd.next
	}
	from := c.at
	c.at = end
	sp, err := c.world.spawnerOf(&set)
	if err != nil {
		return err
	}
	sp.one[0] = e
	if _, err := sp.some(sp.one[:]); err != nil {
		return err
	}
	for at := from; at < end; {
		cmd := c.read(at)
		at = cmd.next
		if cmd.op == opSet && cmd.p != nil {
			cmd.comp.Copy(sp.chunk.Cols[rankIn(&set, cmd.id)].Base, cmd.p, 1)
		}
	}
	return nil
}

// rankIn is the place of c among the components of set.
func rankIn(set *Mask, c ComponentID) int {
	var below Mask
	copy(below[:], set[:c>>6])
	below[c>>6] = set[c>>6] & (1<<(c&63) - 1)
	return below.Len()
}

// spawnerOf is the world's own spawner for a set.
func (w *World) spawnerOf(set *Mask) (*Spawner, error) {
	if w.lastSpawner != nil && w.lastSpawner.set == *set {
		return w.lastSpawner, nil
	}
	sp := w.spawners[*set]
	if sp == nil {
		var err error
		if sp, err = w.Spawner(All(ByIDs(set.Append(nil)...)...)); err != nil {
			return nil, err
		}
		w.spawners[*set] = sp
	}
	w.lastSpawner = sp
	return sp, nil
}

// single is the world's own exchange of one component.
func (w *World) single(op commandOp, c ComponentID) (*Exchange, error) {
	list := &w.singles[op-opAdd]
	for len(*list) <= int(c) {
		*list = append(*list, nil)
	}
	if x := (*list)[c]; x != nil {
		return x, nil
	}
	term := Adding(ByID(c))
	switch op {
	case opRemove:
		term = Removing(ByID(c))
	case opSet:
		term = Setting(WriteOf(ByID(c)))
	}
	x, err := w.Exchange(term)
	(*list)[c] = x
	return x, err
}
