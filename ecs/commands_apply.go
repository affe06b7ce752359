package ecs

import (
	"errors"
	"fmt"
	"unsafe"

	"ecslab/ecs/driver"
)

// The queue is applied by stretches: commands in a row that do the same to
// different entities are one batch, which the storages do several times faster
// than as many single changes. What comes of it, what fails and what is recorded
// is as if they were applied one by one.

// alikes are such commands: those of one entity, repeated for each of es.
type alikes struct {
	parts []alikePart // the commands of one entity
	step  int         // words from one entity to the next
	es    []Entity
	set   Mask // what a spawn begins with
}

// alikePart is a command that every entity of the stretch has.
type alikePart struct {
	at   int               // words behind the entity's first
	head uint32            // op and component
	comp *driver.Component // of opSet
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
	cmd.p = c.value(cmd.comp, at)
	if !cmd.comp.Pointers {
		cmd.next += int(head >> 32)
	}
	return cmd
}

// value is the address of what the command there sets, nil for a tag.
func (c *Commands) value(comp *driver.Component, at int) unsafe.Pointer {
	switch {
	case comp.Pointers:
		return unsafe.Add(c.stores[comp.ID].base, uintptr(c.words[at]>>32)*comp.Size)
	case comp.Size == 0:
		return nil
	}
	return unsafe.Pointer(&c.words[at+2])
}

// apply runs the queue. Commands that are queued meanwhile run too. While a
// query is open, as after a panic in the middle of a pass, they keep waiting.
func (c *Commands) apply() error {
	if c.at == len(c.words) {
		return nil
	}
	if err := c.world.mayChange(); err != nil {
		return err
	}
	var failed []error
	for c.at < len(c.words) {
		from, s := c.at, &c.alike
		c.gather(s)
		c.at += s.step * len(s.es) // before they run, so that a panic does not run them again
		switch {
		case commandOp(s.parts[0].head) == opSpawn:
			failed = c.spawn(s, from, failed)
		case len(s.es) == 1 || !c.batch(s, from):
			for i := range s.es {
				cmd := c.read(from + i*s.step)
				if err := c.run(&cmd); err != nil {
					failed = append(failed, failure(cmd.op, cmd.e, err))
				}
			}
		}
	}
	c.clear()
	return errors.Join(failed...)
}

func failure(op commandOp, e Entity, err error) error {
	return fmt.Errorf("deferred %s of %v: %w", opNames[op], e, err)
}

var opNames = [...]string{"spawn", "despawn", "add", "remove", "set"}

// gather makes s the stretch that begins at c.at. A spawn has with it all that the
// commands right behind it add and set, for they are one move.
func (c *Commands) gather(s *alikes) {
	at := c.at
	first := c.read(at)
	s.parts, s.es, s.set = s.parts[:0], append(s.es[:0], first.e), Mask{}
	for cmd := first; ; cmd = c.read(at) {
		s.parts = append(s.parts, alikePart{at - c.at, uint32(c.words[at]), cmd.comp})
		if cmd.op != opSpawn {
			s.set.Set(cmd.id)
		}
		at = cmd.next
		if first.op != opSpawn || at == len(c.words) || !c.builds(at, first.e) {
			break
		}
	}
	s.step = at - c.at
	if c.world.options.Plain || c.world.watch != nil {
		return // a watcher is told command by command, and may panic at each
	}
	for at+s.step <= len(c.words) && len(s.es) < driver.ChunkRows && c.repeats(s, at) {
		s.es = append(s.es, Entity(c.words[at+1]))
		at += s.step
	}
	if first.op != opSpawn && len(s.es) > 1 {
		s.es = s.es[:max(c.world.liveAndDistinct(s.es), 1)]
	}
}

// builds says that the command there adds to what e is spawned with.
func (c *Commands) builds(at int, e Entity) bool {
	op, id := commandOp(c.words[at]), ComponentID(c.words[at]>>8)
	return Entity(c.words[at+1]) == e && (op == opAdd || op == opSet) &&
		int(id) < len(c.world.schema.Components) // what is not registered fails by itself
}

// repeats says that the commands there are those of the stretch for one entity.
func (c *Commands) repeats(s *alikes, at int) bool {
	e := c.words[at+1]
	for i := range s.parts {
		p := &s.parts[i]
		if uint32(c.words[at+p.at]) != p.head || c.words[at+p.at+1] != e {
			return false
		}
	}
	return true
}

// batch applies a stretch that is no spawn at once. It reports false if that
// failed: applying the commands one by one then says which.
func (c *Commands) batch(s *alikes, from int) bool {
	op, id := commandOp(s.parts[0].head), ComponentID(s.parts[0].head>>8)
	if op == opDespawn {
		c.world.despawn(s.es)
		return true
	}
	x, err := c.world.single(op, id)
	if err != nil {
		return false
	}
	if s.parts[0].comp == nil {
		return x.all(s.es, nil) == nil
	}
	return x.all(s.es, func(ch *Chunk) {
		c.write(&s.parts[0], from, s.step, ch.N, &ch.Cols[0])
		from += ch.N * s.step
	}) == nil
}

// spawn places reserved entities together with all that they are to have.
func (c *Commands) spawn(s *alikes, from int, failed []error) []error {
	sp, err := c.world.spawnerOf(&s.set)
	es := s.es
	c.world.dir.Redeem(len(es)) // what was reserved becomes real
	for n := 0; err == nil && len(es) > 0; es = es[n:] {
		if n, err = sp.some(es); err != nil {
			break
		}
		for i := range s.parts {
			if p := &s.parts[i]; p.comp != nil {
				c.write(p, from, s.step, n, &sp.chunk.Cols[s.set.Rank(p.comp.ID)])
			}
		}
		from += n * s.step
		if c.world.heard() {
			sp.tell(es[:n])
		}
	}
	if len(es) > 0 {
		c.world.dir.Cancel(es)
	}
	for _, e := range es {
		failed = append(failed, failure(opSpawn, e, err))
	}
	return failed
}

// write copies the values that n entities of a stretch are set to, the first of
// which has its commands there, to a column.
func (c *Commands) write(p *alikePart, from, step, n int, col *driver.Column) {
	size := p.comp.Size
	if size == 0 {
		return
	}
	for k := range n {
		p.comp.CopyOne(unsafe.Add(col.Base, uintptr(col.Row(k))*size), c.value(p.comp, from+k*step+p.at))
	}
}

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
	for c.at < len(c.words) {
		cmd := c.read(c.at)
		c.at = cmd.next
		if cmd.op == opSpawn {
			c.world.dir.Redeem(1)
			c.world.dir.Cancel([]Entity{cmd.e})
		}
	}
	c.clear()
}

func (c *Commands) run(cmd *command) error {
	if cmd.op == opDespawn {
		return c.world.DespawnOne(cmd.e)
	}
	x, err := c.world.single(cmd.op, cmd.id)
	if err != nil {
		return err
	}
	ch, err := x.One(cmd.e)
	if err != nil {
		return err
	}
	if cmd.op == opSet && cmd.p != nil {
		col := &ch.Cols[0]
		cmd.comp.CopyOne(unsafe.Add(col.Base, uintptr(col.Row(0))*cmd.comp.Size), cmd.p)
	}
	return nil
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
