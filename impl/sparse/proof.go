package sparse

import (
	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// proof says that a block of the source's rows and as many rows of a column's
// set had the same members when the two had these versions. While neither has
// changed there since, they need not be compared again: after a change in one
// place, a pass costs what it did before, but for that place.
type proof struct {
	source, column uint64
	at, n          int // the column's first row, and the rows that were the same
}

// common is sparseset.Common of es, which stand in the source from the row at
// hand on, with the members of column i from a row on.
func (b *builder) common(i int, es []driver.Entity, row int) int {
	other := b.c.cols[i].set.Entities()[row:]
	n := min(len(es), len(other))
	if n == 0 || es[0] != other[0] {
		return 0
	}
	for at := 0; at < n; {
		known := b.known(i, row, at, n)
		if at = known; at == n {
			break
		}
		end := at + b.toBlock(at, n)
		for end < n && b.known(i, row, end, n) == end {
			end += b.toBlock(end, n)
		}
		same := driver.Common(es[at:end], other[at:end])
		b.prove(i, row, at, at+same)
		if at += same; at < end {
			return at
		}
	}
	return n
}

// toBlock is how many of the rows from at on, counted from the one at hand,
// belong to the same block of the source.
func (b *builder) toBlock(at, n int) int {
	return min(n-at, sparseset.BlockRows-(b.row+at)%sparseset.BlockRows)
}

// known is up to which row proofs reach from row at on.
func (b *builder) known(i, row, at, n int) int {
	proofs, src, set := b.proofs[i], b.source.set, b.c.cols[i].set
	for at < n && (b.row+at)%sparseset.BlockRows == 0 {
		k, m := (b.row+at)/sparseset.BlockRows, min(n-at, sparseset.BlockRows)
		if k >= len(proofs) {
			break
		}
		p := &proofs[k]
		if p.n < m || p.at != row+at || !src.Since(p.source, b.row+at, m) || !set.Since(p.column, p.at, m) {
			break
		}
		at += m
	}
	return at
}

// prove notes that the rows from at to end were found to be the same.
func (b *builder) prove(i, row, at, end int) {
	for ; at < end; at += b.toBlock(at, end) {
		if (b.row+at)%sparseset.BlockRows != 0 {
			continue
		}
		k := (b.row + at) / sparseset.BlockRows
		for k >= len(b.proofs[i]) {
			b.proofs[i] = append(b.proofs[i], proof{})
		}
		b.proofs[i][k] = proof{b.source.set.Version(), b.c.cols[i].set.Version(), row + at, b.toBlock(at, end)}
	}
}
