package driver

import "math/bits"

// Indices is a set of entity indices: by index chunk its members there, nil or
// beyond the end where there are none. A member costs little however high it is.
type Indices []*Bits

// Add adds n consecutive indices and reports whether none of them was a member.
func (s *Indices) Add(first uint32, n int) bool {
	met := uint64(0)
	for n > 0 {
		page, from := s.at(first>>RowBits), int(first&63)
		for w := first >> 6 & 63; n > 0 && w < 64; w++ {
			k := min(n, 64-from)
			some := ^uint64(0) >> (64 - k) << from
			met |= page[w] & some
			page[w] |= some
			first += uint32(k)
			n, from = n-k, 0
		}
	}
	return met == 0
}

// at is the page of an index chunk, to be written.
func (s *Indices) at(chunk uint32) *Bits {
	for int(chunk) >= len(*s) {
		*s = append(*s, nil)
	}
	if (*s)[chunk] == nil {
		(*s)[chunk] = new(Bits)
	}
	return (*s)[chunk]
}

// AddEntities adds the indices of entities.
func (s *Indices) AddEntities(es []Entity) {
	for len(es) > 0 {
		n := Consecutive(es)
		s.Add(es[0].Index(), n)
		es = es[n:]
	}
}

// Has reports whether an index is a member.
func (s Indices) Has(index uint32) bool {
	p := s.page(index >> RowBits)
	return p != nil && p.Has(int(index&(ChunkRows-1)))
}

// page is the members of an index chunk; nil: none.
func (s Indices) page(chunk uint32) *Bits {
	if int(chunk) < len(s) {
		return s[chunk]
	}
	return nil
}

// Len is the number of members.
func (s Indices) Len() (n int) {
	for _, p := range s {
		if p != nil {
			n += p.Len(ChunkRows)
		}
	}
	return n
}

// Span is one more than the highest member, 0 of the empty set.
func (s Indices) Span() uint32 {
	for chunk := len(s) - 1; chunk >= 0; chunk-- {
		if p := s[chunk]; p != nil {
			for w := len(p) - 1; w >= 0; w-- {
				if p[w] != 0 {
					return uint32(chunk<<RowBits + w<<6 + bits.Len64(p[w]))
				}
			}
		}
	}
	return 0
}

// Clear takes all members out and keeps the memory.
func (s Indices) Clear() {
	for _, p := range s {
		if p != nil {
			*p = Bits{}
		}
	}
}

func (s Indices) bytes() int {
	n := 8 * cap(s)
	for _, p := range s {
		if p != nil {
			n += ChunkRows / 8
		}
	}
	return n
}
