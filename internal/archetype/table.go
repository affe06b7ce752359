package archetype

import "ecslab/ecs/driver"

// TableID numbers the tables of a store in the order in which they are made.
type TableID uint32

// Table is the rows of the entities whose components in tables are exactly Set.
type Table struct {
	ID    TableID
	quick bool              // a row can be given out without a call: only values, all inline
	begin [cares + 1]uint16 // where the columns of a care begin in pairs
	tail  *Chunk            // the last of chunks; nil: there is none
	slots []Slot            // by the rank of the component in Set
	pairs []pair            // all columns by their care, from and to being the same

	Set     driver.Mask
	columns []*Column
	chunks  []*Chunk
	first   [1]*Chunk // holds chunks while there is no second one
	spare   *Chunk    // an empty chunk of full size that a table going up and down keeps; nil: none
}

func (t *Table) inline() []pair  { return t.pairs[:t.begin[called]] }                 // single rows of them are copied inline,
func (t *Table) called() []pair  { return t.pairs[t.begin[called]:] }                 // and of these by calls
func (t *Table) values() []pair  { return t.pairs[t.begin[inline]:t.begin[scanned]] } // to be cleared when a row is given out
func (t *Table) scanned() []pair { return t.pairs[t.begin[scanned]:] }                // and these when it goes

// Rows is the number of entities.
func (s *Store) Rows(t *Table) int {
	if t.tail == nil {
		return 0
	}
	return (len(t.chunks)-1)*int(s.rows) + int(t.tail.n)
}

// Slot is where the table's chunks have the component.
func (t *Table) Slot(c driver.ComponentID) (s Slot, ok bool) {
	if !t.Set.Has(c) {
		return noSlot, false
	}
	return t.slots[t.Set.Rank(c)], true
}

// Slots appends those of all components of set in ascending order; what the
// table lacks has no columns.
func (t *Table) Slots(slots []Slot, set *driver.Mask) []Slot {
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		s, _ := t.Slot(c)
		slots = append(slots, s)
	}
	return slots
}

// Table makes the table of a set, which must not have one.
func (s *Store) Table(set *driver.Mask) *Table {
	t := s.parts.tables.one()
	t.ID, t.Set = TableID(len(s.tables)), *set
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		for _, col := range s.columnsOf(c) {
			if col != nil {
				t.begin[col.care+1]++
			}
		}
	}
	for k := range cares {
		t.begin[k+1] += t.begin[k]
	}
	n, next := int(t.begin[cares]), t.begin
	t.pairs = s.parts.pairs.take(n)
	t.columns = s.parts.columns.take(n)[:0]
	t.slots = s.parts.slots.take(set.Len())[:0]
	t.chunks = t.first[:0]
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		slot := noSlot
		for part, col := range s.columnsOf(c) {
			if col == nil {
				continue
			}
			at := len(t.columns)
			t.columns = append(t.columns, col)
			t.pairs[next[col.care]] = pair{from: uint16(at), to: uint16(at), form: col.form}
			next[col.care]++
			if part > 0 {
				slot.Beside[part-1] = int16(at)
			} else {
				slot.Value, slot.Size, slot.form = int16(at), uint32(col.size), col.form
			}
		}
		t.slots = append(t.slots, slot)
	}
	t.quick = n == len(t.slots) && len(t.values()) == n && len(t.inline()) == n
	s.tables = push(s.tables, t)
	return t
}

// link puts a chunk at the end of the list, or a full one before a tail that is not.
func (s *Store) link(t *Table, c *Chunk) {
	c.table = t
	if t.tail != nil && t.tail.n < s.rows {
		last := t.tail
		c.pos = last.pos
		t.chunks[c.pos] = c
		last.pos = uint32(len(t.chunks))
		t.chunks = append(t.chunks, last)
		return
	}
	c.pos = uint32(len(t.chunks))
	t.chunks = append(t.chunks, c)
	t.tail = c
}

// unlink takes a chunk out of the list; the tail stays last.
func (t *Table) unlink(c *Chunk) {
	last := len(t.chunks) - 1
	if c != t.tail {
		// The chunk before the tail takes the place, and the tail moves up.
		other := t.chunks[last-1]
		t.chunks[c.pos], other.pos = other, c.pos
		t.chunks[last-1], t.tail.pos = t.tail, uint32(last-1)
	}
	t.chunks[last] = nil
	t.chunks = t.chunks[:last]
	t.tail = nil
	if last > 0 {
		t.tail = t.chunks[last-1]
	}
}
