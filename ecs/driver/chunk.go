package driver

import (
	"math/bits"
	"unsafe"
)

// ChunkRows is the most matches that a chunk holds, the number of rows of a
// full table chunk, and the number of entity indices of an index chunk.
const (
	ChunkRows = 1 << RowBits
	RowBits   = 12
)

// NoRow stands in Column.Rows for a match that lacks a Maybe component.
const NoRow = ^uint32(0)

// Column is one component's view of a chunk. Row r lies r values behind Base, and
// its stamps r numbers behind theirs: a storage that keeps the components of an
// entity together, as a struct, can only hand out chunks of one match.
type Column struct {
	Base   unsafe.Pointer    // address of row 0; nil for a tag and where all matches lack it
	Rows   []uint32          // row of match k, len N; nil: row k
	Beside [2]unsafe.Pointer // row 0 of the tracker's uint32 columns; nil without
	Extent int               // rows that may be addressed from Base; unused while Rows or Base is nil
	Absent bool              // a Maybe component that no match of the chunk has
}

// Row is the row of match k, NoRow where match k lacks the component.
func (c *Column) Row(k int) uint32 {
	switch {
	case c.Absent:
		return NoRow
	case c.Rows != nil:
		return c.Rows[k]
	}
	return uint32(k)
}

// At is the address of match k's value, which has that size: nil where the match
// lacks the component, and for a tag.
func (c *Column) At(k int, size uintptr) unsafe.Pointer {
	if c.Base == nil {
		return nil
	}
	if c.Rows != nil {
		row := c.Rows[k]
		if row == NoRow {
			return nil
		}
		k = int(row)
	}
	return unsafe.Add(c.Base, uintptr(k)*size)
}

// EntityColumn holds the handles of a chunk's matches.
type EntityColumn struct {
	Base *Entity  // handle in row 0
	Rows []uint32 // row of match k; nil: row k
}

// At is the handle of match k.
func (c *EntityColumn) At(k int) Entity {
	if c.Rows != nil {
		k = int(c.Rows[k])
	}
	return *(*Entity)(unsafe.Add(unsafe.Pointer(c.Base), uintptr(k)*8))
}

// Slice is the handles in rows 0 … n-1.
func (c *EntityColumn) Slice(n int) []Entity { return unsafe.Slice(c.Base, n) }

// Chunk is a stretch of matches. The caller owns it and hands it to be filled;
// Cols has as many columns as the operation was prepared with, in that order.
//
// What a loop over slices reads stands in front, in one cache line.
type Chunk struct {
	N int // matches, 0 … ChunkRows

	// Dense says that Rows is nil in Entities and in every column, and that no
	// column is Absent. The world keeps it for the caller; storages leave it.
	Dense bool

	// Run says that the matches have the consecutive entity indices First,
	// First+1, … in this order. It is a fact that a storage keeps, never one
	// that it searches for; false is always allowed.
	Run   bool
	Skip  uint16 // see Answers
	First uint32

	// Bases repeat those of the first columns, or are nil. The world sets them in
	// chunks that it keeps: to ask a column costs another cache line, and a loop of
	// 31 matches cannot hide that (1.25 instead of 1.45 times the bare loop).
	Bases [4]unsafe.Pointer

	Cols     []Column
	Entities EntityColumn

	// Order counts the chunks of a pass, from 0. The world keeps it.
	Order int

	// Gained and Lost are filled by Exchange only: what every entity of the
	// chunk did not have before and has now, and the other way round.
	Gained, Lost Mask

	// Answers are the sets that the query's probes gave, of matches counted from
	// Skip on: a piece of a chunk shares the answers of the whole. The world's.
	Answers []Bits

	scratch, filtered [][]uint32
}

// Scratch is a row buffer of ChunkRows that belongs to the chunk, one for each
// slot 0, 1, …, made at first use. It is the storages': one for each list of
// rows that they must write.
func (c *Chunk) Scratch(slot int) []uint32 { return rowBuffer(&c.scratch, slot) }

// Filtered is like Scratch; it is the world's.
func (c *Chunk) Filtered(slot int) []uint32 { return rowBuffer(&c.filtered, slot) }

func rowBuffer(list *[][]uint32, slot int) []uint32 {
	for slot >= len(*list) {
		*list = append(*list, nil)
	}
	if (*list)[slot] == nil {
		(*list)[slot] = make([]uint32, ChunkRows)
	}
	return (*list)[slot]
}

// Bits is a set of matches of a chunk, or of the indices of an index chunk:
// bit k of the set is bit k&63 of word k>>6.
type Bits [ChunkRows / 64]uint64

// Fill makes the set {0 … n-1}.
func (b *Bits) Fill(n int) {
	w := n >> 6
	for i := range b[:w] {
		b[i] = ^uint64(0)
	}
	clear(b[w:])
	if n&63 != 0 {
		b[w] = 1<<(n&63) - 1
	}
}

// Has reports whether k is in the set.
func (b *Bits) Has(k int) bool { return b[k>>6&63]>>(k&63)&1 != 0 }

// Len is the number of members below n.
func (b *Bits) Len(n int) int {
	count := 0
	for _, w := range b[:(n+63)>>6] {
		count += bits.OnesCount64(w)
	}
	return count
}

// Rows writes the members below n in ascending order to dst, which must hold
// n rounded up to whole words, and returns them.
func (b *Bits) Rows(n int, dst []uint32) []uint32 {
	at := 0
	for i, w := range b[:(n+63)>>6] {
		base := uint32(i << 6)
		if w == ^uint64(0) { // whole words while dense, bit by bit while sparse
			out := dst[at : at+64]
			for j := range out {
				out[j] = base + uint32(j)
			}
			at += 64
			continue
		}
		for ; w != 0; w &= w - 1 {
			dst[at] = base + uint32(bits.TrailingZeros64(w))
			at++
		}
	}
	return dst[:at]
}
