package driver

import (
	"io"
	"reflect"
	"unsafe"
)

// ComponentID numbers the component types of a world from 0 on, in the order of
// their registration.
type ComponentID uint8

// MaxSize is the most bytes of a value: a full chunk of them is 1 GiB, which can
// be addressed everywhere.
const MaxSize = 1 << 18

// Kinds is a set of record kinds.
type Kinds uint8

const (
	Added   Kinds = 1 << iota // the component came to be there
	Changed                   // it was set, or accessed mutably
	Removed                   // it went, by itself or with its entity
	Created                   // the entity came to be; belongs to no component

	PerComponent = Added | Changed | Removed
)

var kindNames = [...]string{"added", "changed", "removed", "created"}

// String lists the kinds, "added,changed"; "none" for the empty set.
func (k Kinds) String() string {
	s := ""
	for i, name := range kindNames {
		if k&(1<<i) != 0 {
			if s != "" {
				s += ","
			}
			s += name
		}
	}
	if s == "" {
		return "none"
	}
	return s
}

// Component describes a registered component type. It does not change after
// its registration.
type Component struct {
	ID       ComponentID
	Name     string
	Type     reflect.Type
	Size     uintptr // bytes of a value; 0: a tag, which takes no column
	Pointers bool    // the collector must see the values
	Kinds    Kinds   // the kinds opted in; a tag never has Changed
	Sparse   bool    // hybrid storage keeps it in a sparse set; others ignore it

	// The operations below are made at registration from the Go type, so that
	// values with pointers are always moved with write barriers. All take
	// addresses of rows and a count, and are nil for a tag.

	Make  func(n int) unsafe.Pointer                     // n zero values, which the collector scans only if Pointers
	Clone func(src unsafe.Pointer, n int) unsafe.Pointer // Make and Copy, without zeroing in between
	Copy  func(dst, src unsafe.Pointer, n int)           // as the built-in copy: the ranges may overlap
	Zero  func(p unsafe.Pointer, n int)                  // as the built-in clear
	Move  func(dst, src, hole unsafe.Pointer)            // one value: *dst = *src, then *src = *hole, then *hole = 0; src may be hole

	// Codec writes values to a snapshot's stream and reads them again. Without
	// one they are written as they lie in memory, which takes a type without
	// pointers.
	Codec *Codec
}

// CopyOne copies one value. Those without pointers need no call of Copy.
func (c *Component) CopyOne(dst, src unsafe.Pointer) {
	if c.Pointers {
		c.Copy(dst, src, 1)
		return
	}
	copy(unsafe.Slice((*byte)(dst), c.Size), unsafe.Slice((*byte)(src), c.Size))
}

// Codec is how the values of a component are written to a stream.
type Codec struct {
	Type   reflect.Type                                     // of the values
	Encode func(w io.Writer, p unsafe.Pointer, n int) error // n values
	Decode func(r io.Reader, p unsafe.Pointer, n int) error // as many, over zero values
}

// Schema is the component types of a world. It grows and never shrinks.
type Schema struct {
	Components []*Component
}

// Of is the component with that number, which must be registered.
func (s *Schema) Of(c ComponentID) *Component { return s.Components[c] }
