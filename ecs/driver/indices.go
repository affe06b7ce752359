package driver

// Indices is a set of entity indices: bit i&63 of word i>>6. It ends where it
// ends; no index beyond is a member.
type Indices []uint64

// Add adds n consecutive indices and reports whether none of them was a member.
func (s *Indices) Add(first uint32, n int) bool {
	if words := (int(first) + n + 63) >> 6; words > len(*s) {
		*s = append(*s, make(Indices, max(words-len(*s), len(*s)))...)
	}
	met := uint64(0)
	for n > 0 {
		from := int(first & 63)
		k := min(n, 64-from)
		word, bits := &(*s)[first>>6], ^uint64(0)>>(64-k)<<from
		met |= *word & bits
		*word |= bits
		first += uint32(k)
		n -= k
	}
	return met == 0
}

// AddEntities adds the indices of entities.
func (s *Indices) AddEntities(es []Entity) {
	for len(es) > 0 {
		n := Consecutive(es)
		s.Add(es[0].Index(), n)
		es = es[n:]
	}
}
