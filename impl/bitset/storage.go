package bitset

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// Storage implements driver.Storage.
type Storage struct {
	schema *driver.Schema
	dir    *driver.Directory
	beside func(driver.ComponentID) int // see driver.Env

	columns [driver.MaxComponents]*column // by component; nil: not met yet
	alive   column                        // who lives; it has no values
	words   int                           // of a mask that can hold a component that was met

	chunks []*region // by index chunk; nil: nobody lived there since the last Shrink

	// shrinks counts the calls of Shrink: only there do blocks go away, so that
	// what was resolved to blocks is good as long as this is the same.
	shrinks int

	unpreparedExchange exchanger
	unpreparedSpawn    spawner
	distinct           []driver.Entity // scratch of Despawn
}

// region is an index chunk seen across the components.
type region struct {
	// has tells for each segment which components anyone in it has: what an
	// entity has is found by asking these few.
	has    [segments]driver.Mask
	living *block
	blocks [driver.MaxComponents]*block // by component, as in its column

	// What blocksOf was asked for last, by word of a set.
	lately [driver.MaxComponents / 64]struct {
		word   uint64
		blocks []*block
	}
}

// New makes an empty storage.
func New(env driver.Env) driver.Storage {
	s := &Storage{schema: env.Schema, dir: env.Directory, beside: env.Beside}
	s.alive.id = -1
	s.unpreparedExchange.s, s.unpreparedSpawn.s = s, s
	return s
}

// column is a component's column, made when the component is first met.
func (s *Storage) column(id driver.ComponentID) *column {
	if c := s.columns[id]; c != nil {
		return c
	}
	comp := s.schema.Of(id)
	c := &column{
		id: int(id), comp: comp, size: comp.Size, pointers: comp.Pointers && comp.Size > 0,
		stamps: s.beside(id), wipe: wipeOf(comp.Size, comp.Pointers),
	}
	s.columns[id] = c
	s.words = max(s.words, int(id)>>6+1)
	return c
}

// columnsOf appends the columns of set in ascending order.
func (s *Storage) columnsOf(set *driver.Mask, dst []*column) []*column {
	for id, ok := set.Next(0); ok; id, ok = set.Next(int(id) + 1) {
		dst = append(dst, s.column(id))
	}
	return dst
}

// place tells the index chunk of an index and where it stands there.
func place(index uint32) (chunk, k int) {
	return int(index >> driver.RowBits), int(index & (chunkRows - 1))
}

// Locate implements driver.Storage.
func (s *Storage) Locate(e driver.Entity, id driver.ComponentID, at *driver.Cell) bool {
	chunk, k := place(e.Index())
	c := s.columns[id]
	if c == nil || !c.has(chunk, k) {
		return false
	}
	c.cell(at, c.blocks[chunk], k)
	return true
}

// Components implements driver.Storage.
func (s *Storage) Components(e driver.Entity) driver.Mask {
	chunk, k := place(e.Index())
	r := s.chunks[chunk]
	set := r.has[k>>segmentBits]
	for id, ok := set.Next(0); ok; id, ok = set.Next(int(id) + 1) {
		if !r.blocks[id].has(k) {
			set.Unset(id)
		}
	}
	return set
}

// Reset implements driver.Storage.
func (s *Storage) Reset() {
	for _, c := range s.columns {
		if c != nil {
			c.reset()
		}
	}
	s.alive.reset()
	for _, r := range s.chunks {
		if r != nil {
			r.has = [segments]driver.Mask{}
		}
	}
	// The directory still has the handles: no check before it is reset, too.
}

// Shrink implements driver.Shrinker.
func (s *Storage) Shrink() {
	s.shrinks++
	for chunk, r := range s.chunks {
		if r == nil {
			continue
		}
		for _, c := range s.columns {
			if b := c.at(chunk); b != nil && b.summary == 0 {
				r.blocks[c.id], c.blocks[chunk] = nil, nil
				c.publish(chunk)
			}
		}
		clear(r.lately[:])
		if r.living.summary == 0 {
			s.chunks[chunk], s.alive.blocks[chunk] = nil, nil
		}
	}
	s.distinct = nil
	s.check()
}

// Stats implements driver.Storage. It counts, which takes time.
func (s *Storage) Stats() driver.Stats {
	var st driver.Stats
	for _, b := range s.alive.blocks {
		if b != nil {
			st.Entities += b.len()
		}
	}
	_, _, masks := s.alive.bytes()
	st.MaskBytes = masks + cap(s.chunks)*8
	for _, r := range s.chunks {
		if r != nil {
			st.MaskBytes += int(unsafe.Sizeof(*r))
		}
	}
	for _, c := range s.columns {
		if c == nil {
			continue
		}
		values, beside, masks := c.bytes()
		st.ValueBytes += values
		st.BesideBytes += beside
		st.MaskBytes += masks
		st.OtherBytes += int(unsafe.Sizeof(*c))
		if l := c.lookup; l != nil {
			st.LookupBytes += 8 * (cap(l.Presence) + cap(l.Bases) + cap(l.Beside[0]) + cap(l.Beside[1]))
		}
		if c.size == 0 {
			continue
		}
		for _, b := range c.blocks {
			if b != nil {
				st.Chunks++
				st.ReservedRows += b.rows
				st.UsedRows += b.len()
			}
		}
	}
	return st
}

// Lookup implements driver.Looker.
func (s *Storage) Lookup(id driver.ComponentID, l *driver.Lookup) {
	c := s.column(id)
	c.lookup = l
	l.Presence = make([]*driver.Bits, 0, len(c.blocks)+1) // not nil: it is asked
	s.dir.Watch(l)
	for chunk, b := range c.blocks {
		if b != nil {
			c.publish(chunk)
		}
	}
}
