package hybrid

import "ecslab/ecs/driver"

// kept is the chunks that a pass handed out, to be handed out again while
// nothing changes that they depend on.
type kept struct {
	chunks  []keptChunk
	columns []driver.Column // of each chunk
	rows    []uint32        // the lists of the columns, in one array as far as it did not have to grow
	keeping bool            // the pass was kept from its first chunk on, and still is
	whole   bool            // it has come to its end
	counted int             // rows for which the storage's budget is charged
}

type keptChunk struct {
	n        int
	run      bool
	first    uint32
	entities driver.EntityColumn
}

// begin drops what is there, but not its memory.
func (k *kept) begin() {
	k.chunks, k.columns, k.rows = k.chunks[:0], k.columns[:0], k.rows[:0]
	k.keeping, k.whole = true, false
}

// chunkCost is what a chunk takes, in rows of a list, and columnCost a column.
const (
	chunkCost  = 12
	columnCost = 18
)

// put keeps a chunk, if the budget allows.
func (k *kept) put(s *Storage, ch *driver.Chunk) {
	if !k.keeping {
		return
	}
	need := len(k.rows) + (len(k.chunks)+1)*(chunkCost+columnCost*len(ch.Cols)) + (len(ch.Cols)+1)*ch.N
	if need > k.counted && !k.charge(s, need) {
		k.keeping = false
		return
	}
	one := keptChunk{ch.N, ch.Run, ch.First, ch.Entities}
	one.entities.Rows = k.list(ch.Entities.Rows)
	k.chunks = append(k.chunks, one)
	for i := range ch.Cols {
		col := ch.Cols[i]
		if sameList(col.Rows, ch.Entities.Rows) {
			col.Rows = one.entities.Rows
		} else {
			col.Rows = k.list(col.Rows)
		}
		k.columns = append(k.columns, col)
	}
}

// list keeps a list of rows.
func (k *kept) list(rows []uint32) []uint32 {
	if rows == nil {
		return nil
	}
	at := len(k.rows)
	k.rows = append(k.rows, rows...)
	return k.rows[at:len(k.rows):len(k.rows)]
}

func sameList(a, b []uint32) bool { return len(a) > 0 && len(b) > 0 && &a[0] == &b[0] }

// charge allows a cursor to keep so many rows, if all cursors together then
// keep at most two for each entity.
func (k *kept) charge(s *Storage, need int) bool {
	limit := s.limits.kept + 2*s.dir.Len()
	if s.kept+need-k.counted > limit {
		return false
	}
	need = min(max(need, 2*k.counted), limit-s.kept+k.counted) // arrays double
	s.kept += need - k.counted
	k.counted = need
	return true
}

// fill fills ch with a chunk by its number; false at the end.
func (k *kept) fill(i int, ch *driver.Chunk) bool {
	if i >= len(k.chunks) {
		return false
	}
	one := &k.chunks[i]
	ch.N, ch.Run, ch.First, ch.Entities = one.n, one.run, one.first, one.entities
	copy(ch.Cols, k.columns[i*len(ch.Cols):][:len(ch.Cols)])
	return true
}

// forget gives the memory back.
func (k *kept) forget() { *k = kept{} }

func (k *kept) bytes() int {
	return 4*cap(k.rows) + 48*cap(k.chunks) + 72*cap(k.columns)
}
