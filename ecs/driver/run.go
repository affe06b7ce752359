package driver

import "unsafe"

// Consecutive is how many of es, from the first on, have consecutive indices:
// what can be done for all of them at once. es is not empty.
func Consecutive(es []Entity) int {
	rest, next := es[1:], es[0]+1
	for len(rest) >= runBlock && uint32(unlike((*[runBlock]Entity)(rest), next)) == 0 { // the generations may differ
		rest, next = rest[runBlock:], next+runBlock
	}
	for len(rest) > 0 && uint32(rest[0]) == uint32(next) {
		rest, next = rest[1:], next+1
	}
	return len(es) - len(rest)
}

// Common is how many entities, or other words, at the beginning of two lists are
// the same. Comparing memory costs 0.2 ns an entity; a branch-free comparison of the
// sparse entries was slower.
func Common[T ~uint64](a, b []T) int {
	n := min(len(a), len(b))
	switch {
	case n == 0 || a[0] != b[0]:
		return 0
	case same(a[:n], b[:n]):
		return n
	}
	i := 0
	for step := 256; step > 1; step >>= 3 {
		for i+step <= n && same(a[i:i+step], b[i:i+step]) {
			i += step
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// same compares two lists of one length, not empty, as memory.
func same[T ~uint64](a, b []T) bool {
	return unsafe.String((*byte)(unsafe.Pointer(&a[0])), len(a)*8) ==
		unsafe.String((*byte)(unsafe.Pointer(&b[0])), len(b)*8)
}

// ConsecutiveRows is Consecutive for rows, none of which is NoRow.
func ConsecutiveRows(rows []uint32) int {
	const step = 8
	first, n := rows[0], 1
	for ; n+step <= len(rows); n += step {
		part := (*[step]uint32)(rows[n:])
		next := first + uint32(n)
		if (part[0]^next)|(part[1]^(next+1))|(part[2]^(next+2))|(part[3]^(next+3))|
			(part[4]^(next+4))|(part[5]^(next+5))|(part[6]^(next+6))|(part[7]^(next+7)) != 0 {
			break
		}
	}
	for n < len(rows) && rows[n] == first+uint32(n) {
		n++
	}
	return n
}

// runAtEnd is how many handles at the end of es are consecutive.
func runAtEnd(es []Entity) int {
	rest, next := es[:len(es)-1], es[len(es)-1]-1
	for len(rest) > 0 && rest[len(rest)-1] == next {
		rest, next = rest[:len(rest)-1], next-1
		if len(es)-len(rest) < runBlock/2 {
			continue
		}
		for len(rest) >= runBlock && unlike((*[runBlock]Entity)(rest[len(rest)-runBlock:]), next-(runBlock-1)) == 0 {
			rest, next = rest[:len(rest)-runBlock], next-runBlock
		}
	}
	return len(es) - len(rest)
}

// runBlock handles are compared with one branch: .3 ns an entity instead of .8.
const runBlock = 8

// unlike is in which bits some of the handles differ from first, first+1, …
func unlike(b *[runBlock]Entity, first Entity) Entity {
	return (b[0] ^ first) | (b[1] ^ (first + 1)) | (b[2] ^ (first + 2)) | (b[3] ^ (first + 3)) |
		(b[4] ^ (first + 4)) | (b[5] ^ (first + 5)) | (b[6] ^ (first + 6)) | (b[7] ^ (first + 7))
}
