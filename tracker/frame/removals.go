package frame

import "ecslab/ecs/driver"

// Lost implements driver.Tracker. The numbers of the value go with it.
func (t *tracker) Lost(c driver.ComponentID, es []driver.Entity) {
	v := &t.values[c]
	if v.added != nil {
		v.added.erase(es)
	}
	if v.changed != nil {
		v.changed.erase(es)
	}
	t.removals.Add(c, es, t.clock.now)
}

// Removals implements driver.Tracker: an event a removal, in their order.
func (t *tracker) Removals(c driver.ComponentID, w driver.Window, dst []driver.Entity) []driver.Entity {
	return t.removals.Append(c, uint64(w.After), dst)
}

// Indexes: only removals are few enough to be worth collecting by index.
func (t *tracker) Indexes(k driver.Kinds) bool { return k == driver.Removed }

func (t *tracker) NextChunk(r driver.Record, w driver.Window, from uint32) (chunk uint32, ok bool) {
	return t.removals.Set(r.Component, uint64(w.After)).NextChunk(from)
}

func (t *tracker) Words(r driver.Record, w driver.Window, chunk uint32, out *driver.Bits) (summary uint64) {
	return t.removals.Set(r.Component, uint64(w.After)).Words(chunk, out)
}
