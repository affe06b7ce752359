package driver

import "math/bits"

// MaxComponents is the number of component types that a world can register.
const MaxComponents = 256

// Mask is a set of components.
type Mask [MaxComponents / 64]uint64

// MaskOf is the set of the given components.
func MaskOf(ids ...ComponentID) Mask {
	var m Mask
	for _, c := range ids {
		m.Set(c)
	}
	return m
}

// Has reports whether c is in the set.
func (m *Mask) Has(c ComponentID) bool { return m[c>>6]&(1<<(c&63)) != 0 }

// Set puts c into the set.
func (m *Mask) Set(c ComponentID) { m[c>>6] |= 1 << (c & 63) }

// Unset takes c out of the set.
func (m *Mask) Unset(c ComponentID) { m[c>>6] &^= 1 << (c & 63) }

// Contains reports whether every component of o is in the set.
func (m *Mask) Contains(o *Mask) bool {
	return o[0]&^m[0]|o[1]&^m[1]|o[2]&^m[2]|o[3]&^m[3] == 0
}

// Intersects reports whether the sets share a component.
func (m *Mask) Intersects(o *Mask) bool {
	return o[0]&m[0]|o[1]&m[1]|o[2]&m[2]|o[3]&m[3] != 0
}

// Or is the union.
func (m *Mask) Or(o *Mask) Mask {
	return Mask{m[0] | o[0], m[1] | o[1], m[2] | o[2], m[3] | o[3]}
}

// And is the intersection.
func (m *Mask) And(o *Mask) Mask {
	return Mask{m[0] & o[0], m[1] & o[1], m[2] & o[2], m[3] & o[3]}
}

// AndNot is the set without the components of o.
func (m *Mask) AndNot(o *Mask) Mask {
	return Mask{m[0] &^ o[0], m[1] &^ o[1], m[2] &^ o[2], m[3] &^ o[3]}
}

// Empty reports whether the set has no component.
func (m *Mask) Empty() bool { return m[0]|m[1]|m[2]|m[3] == 0 }

// Len is the number of components in the set.
func (m *Mask) Len() int {
	return bits.OnesCount64(m[0]) + bits.OnesCount64(m[1]) + bits.OnesCount64(m[2]) + bits.OnesCount64(m[3])
}

// Rank is the number of components in the set below c: the place of c, if it is
// a member, where columns stand in ascending order.
func (m *Mask) Rank(c ComponentID) int {
	n := bits.OnesCount64(m[c>>6] & (1<<(c&63) - 1))
	for _, word := range m[:c>>6] {
		n += bits.OnesCount64(word)
	}
	return n
}

// Next is the first component at or after c, in ascending order; ok is false
// at the end. A loop over the set that does not allocate:
//
//	for c, ok := m.Next(0); ok; c, ok = m.Next(int(c) + 1) { … }
func (m *Mask) Next(c int) (id ComponentID, ok bool) {
	for w := c >> 6; w < len(m); w++ {
		rest := m[w] >> (uint(c) & 63) << (uint(c) & 63)
		if rest != 0 {
			return ComponentID(w<<6 + bits.TrailingZeros64(rest)), true
		}
		c = (w + 1) << 6
	}
	return 0, false
}

// Append appends the components in ascending order.
func (m *Mask) Append(dst []ComponentID) []ComponentID {
	for c, ok := m.Next(0); ok; c, ok = m.Next(int(c) + 1) {
		dst = append(dst, c)
	}
	return dst
}
