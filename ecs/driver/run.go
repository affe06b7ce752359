package driver

// Consecutive is how many of es, from the first on, have consecutive indices:
// what can be done for all of them at once. es is not empty.
func Consecutive(es []Entity) int {
	const step = 8
	first, n := uint32(es[0]), 1
	for ; n+step <= len(es); n += step {
		part := (*[step]Entity)(es[n:])
		next := first + uint32(n)
		// One branch for eight: .3 ns an entity instead of .8.
		if (uint32(part[0])^next)|(uint32(part[1])^(next+1))|(uint32(part[2])^(next+2))|(uint32(part[3])^(next+3))|
			(uint32(part[4])^(next+4))|(uint32(part[5])^(next+5))|(uint32(part[6])^(next+6))|(uint32(part[7])^(next+7)) != 0 {
			break
		}
	}
	for n < len(es) && uint32(es[n]) == first+uint32(n) {
		n++
	}
	return n
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
func runAtEnd(es []Entity) (n int) {
	const block = 8
	last := es[len(es)-1]
	for n = 1; n < len(es); n++ {
		for n >= block/2 && len(es)-n >= block { // without a branch for each
			b, first := (*[block]Entity)(es[len(es)-n-block:]), last-Entity(n+block-1)
			if (b[0]^first)|(b[1]^(first+1))|(b[2]^(first+2))|(b[3]^(first+3))|
				(b[4]^(first+4))|(b[5]^(first+5))|(b[6]^(first+6))|(b[7]^(first+7)) != 0 {
				break
			}
			n += block
		}
		if n == len(es) || es[len(es)-1-n] != last-Entity(n) {
			break
		}
	}
	return n
}
