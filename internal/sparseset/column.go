package sparseset

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// Stretch makes col the rows from the given one on.
func (s *Set) Stretch(col *driver.Column, from int) {
	*col = driver.Column{}
	if s.size > 0 {
		col.Base = s.value(from)
	}
	for i := range s.columns {
		col.Beside[i] = unsafe.Pointer(s.stamp(i, from))
	}
}

// Listed makes col the given rows.
func (s *Set) Listed(col *driver.Column, rows []uint32) {
	col.Rows, col.Extent, col.Absent = rows, len(s.entities), false
	col.Base, col.Beside = s.values, s.beside
}

// Member is the first of the members from a row on, which must be one.
func (s *Set) Member(from int) *driver.Entity { return &s.entities[from] }

// Locate finds the value of e. It reports false if e is no member.
func (s *Set) Locate(e driver.Entity, at *driver.Cell) bool {
	row := s.Row(uint32(e))
	if row == driver.NoRow {
		return false
	}
	at.Value = nil
	if s.size > 0 {
		at.Value = s.value(int(row))
	}
	at.Beside = [2]unsafe.Pointer{}
	for i := range s.columns {
		at.Beside[i] = unsafe.Pointer(s.stamp(i, int(row)))
	}
	return true
}

// Watch fills l and keeps it up to date from then on. There is one a set.
func (s *Set) Watch(l *driver.Lookup) {
	s.watch = l
	l.Pages = s.pages
	s.expose()
}

// expose shows the watched Lookup where the arrays lie.
func (s *Set) expose() {
	l := s.watch
	if l == nil {
		return
	}
	l.Bases = bases(l.Bases[:0], s.values, s.reserved, s.size)
	for i := range s.columns {
		l.Beside[i] = bases(l.Beside[i][:0], s.beside[i], s.reserved, 4)
	}
}

// bases are the addresses of every ChunkRows-th row of an array.
func bases(dst []unsafe.Pointer, array unsafe.Pointer, rows int, size uintptr) []unsafe.Pointer {
	clear(dst[:cap(dst)]) // none may keep an array that was left
	if array == nil {
		return dst
	}
	for row := 0; row < rows; row += driver.ChunkRows {
		dst = append(dst, unsafe.Add(array, uintptr(row)*size))
	}
	return dst
}
