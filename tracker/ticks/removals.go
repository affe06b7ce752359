package ticks

import "ecslab/ecs/driver"

// framesKept is for how many frames a removal is readable: its own and the
// next. Bevy's double buffer turns at every frame end.
const framesKept = 2

// Lost implements driver.Tracker. The stamps beside the value go with it.
func (t *tracker) Lost(c driver.ComponentID, es []driver.Entity) {
	t.removals.Add(c, es, t.clock.time())
}

func (t *tracker) Died(es []driver.Entity) { t.removals.Died() }

// Removals implements driver.Tracker: an event a removal, in their order.
func (t *tracker) Removals(c driver.ComponentID, w driver.Window, dst []driver.Entity) []driver.Entity {
	return t.removals.Append(c, uint64(w.After), dst)
}

// Indexes: of removals the entity indices are known; stamps beside values are
// found by looking at the values.
func (t *tracker) Indexes(k driver.Kinds) bool { return k == driver.Removed }

func (t *tracker) NextChunk(r driver.Record, w driver.Window, from uint32) (chunk uint32, ok bool) {
	return t.removals.Set(r.Component, uint64(w.After)).NextChunk(from)
}

func (t *tracker) Words(r driver.Record, w driver.Window, chunk uint32, out *driver.Bits) (summary uint64) {
	return t.removals.Set(r.Component, uint64(w.After)).Words(chunk, out)
}
