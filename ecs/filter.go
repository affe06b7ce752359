package ecs

import (
	"reflect"
	"unsafe"

	"ecslab/ecs/driver"
)

var disabledType = reflect.TypeFor[Disabled]()

// filter evaluates the tracked terms of a query over a chunk, as sets of
// matches: a question to the tracker fills a set at once, and the terms
// combine sets by words.
type filter struct {
	clauses          []clause
	keep, some, leaf driver.Bits
}

// clause is an OR of tests; a filter is an AND of clauses.
type clause []test

// test asks one thing of every match of a chunk.
type test struct {
	mode    mode
	leaves  []leaf // tracked: all, any or none of these
	columns []int  // presence: all, any or none of these columns; nil if tracked
}

// leaf is a single question to the tracker.
type leaf struct {
	record driver.Record
	column int // the component's column; -1: none
	window int // into binding.sinces
}

// narrow leaves in the chunk those matches for which every clause holds, and
// reports whether there are any.
func (f *filter) narrow(t driver.Tracker, w []driver.Window, ch *Chunk, cols []driver.Access, world *World) bool {
	words := (ch.N + 63) >> 6
	for i, c := range f.clauses {
		into := &f.keep
		if i > 0 {
			into = &f.some
		}
		f.clause(c, t, w, ch, into)
		left := uint64(0)
		for k := range words {
			f.keep[k] &= into[k]
			left |= f.keep[k]
		}
		if left == 0 {
			return false
		}
	}
	narrow(ch, &f.keep, cols, &world.schema)
	return true
}

func (f *filter) clause(c clause, t driver.Tracker, w []driver.Window, ch *Chunk, out *driver.Bits) {
	if len(c) == 1 {
		f.test(&c[0], t, w, ch, out)
		return
	}
	var sum, one driver.Bits
	for i := range c {
		f.test(&c[i], t, w, ch, &one)
		for k := range sum {
			sum[k] |= one[k]
		}
	}
	*out = sum
}

// test puts the matches for which one test holds into out.
func (f *filter) test(c *test, t driver.Tracker, w []driver.Window, ch *Chunk, out *driver.Bits) {
	words := (ch.N + 63) >> 6
	n := len(c.leaves) + len(c.columns)
	if c.mode == anyOf {
		clear(out[:words])
	} else {
		out.Fill(ch.N)
	}
	for i := range n {
		leaf := &f.leaf
		if n == 1 && c.mode != none {
			leaf = out
		}
		if c.columns != nil {
			present(&ch.Cols[c.columns[i]], ch.N, leaf)
		} else {
			l := &c.leaves[i]
			t.Filter(l.record, w[l.window], ch, l.column, leaf)
		}
		switch {
		case leaf == out:
		case c.mode == all:
			for k := range words {
				out[k] &= leaf[k]
			}
		case c.mode == anyOf:
			for k := range words {
				out[k] |= leaf[k]
			}
		default:
			for k := range words {
				out[k] &^= leaf[k]
			}
		}
	}
	if ch.N&63 != 0 { // bits from N on do not count in a tracker's answer
		out[words-1] &= 1<<(ch.N&63) - 1
	}
}

// present puts the matches that have the column's component into out.
func present(col *driver.Column, n int, out *driver.Bits) {
	switch {
	case col.Absent:
		clear(out[:(n+63)>>6])
	case col.Rows == nil:
		out.Fill(n)
	default:
		clear(out[:(n+63)>>6])
		for k, row := range col.Rows[:n] {
			if row != NoRow {
				out[k>>6] |= 1 << (k & 63)
			}
		}
	}
}

// narrow leaves the matches of keep in the chunk. A stretch stays a stretch of
// rows; anything else becomes a list of rows.
func narrow(ch *Chunk, keep *driver.Bits, cols []driver.Access, schema *driver.Schema) {
	n := ch.N
	list := keep.Rows(n, ch.Filtered(0))
	ch.N = len(list)
	if len(list) == n {
		return
	}
	first := int(list[0])
	if int(list[len(list)-1])-first+1 == len(list) {
		stretch(ch, first, cols, schema)
		return
	}
	ch.Run = false
	slot := 1
	var from, to []uint32 // the columns of some storages share a list
	pick := func(rows []uint32) []uint32 {
		if rows == nil {
			return list
		}
		if from != nil && &from[0] == &rows[0] {
			return to
		}
		from, to = rows, ch.Filtered(slot)[:len(list)]
		slot++
		for i, k := range list {
			to[i] = rows[k]
		}
		return to
	}
	ch.Entities.Rows = pick(ch.Entities.Rows)
	for i := range ch.Cols {
		col := &ch.Cols[i]
		if col.Absent {
			continue
		}
		if col.Rows == nil {
			col.Extent = n
		}
		col.Rows = pick(col.Rows)
	}
}

// stretch makes match first the first one; ch.N is the new number already.
func stretch(ch *Chunk, first int, cols []driver.Access, schema *driver.Schema) {
	ch.First += uint32(first)
	if ch.Entities.Rows != nil {
		ch.Entities.Rows = ch.Entities.Rows[first : first+ch.N]
	} else {
		ch.Entities.Base = (*Entity)(unsafe.Add(unsafe.Pointer(ch.Entities.Base), first*8))
	}
	for i := range ch.Cols {
		col := &ch.Cols[i]
		if col.Absent {
			continue
		}
		if col.Rows != nil {
			col.Rows = col.Rows[first : first+ch.N]
			continue
		}
		if col.Base != nil {
			col.Base = unsafe.Add(col.Base, uintptr(first)*schema.Of(cols[i].Component).Size)
		}
		for j, beside := range col.Beside {
			if beside != nil {
				col.Beside[j] = unsafe.Add(beside, first*4)
			}
		}
	}
}
