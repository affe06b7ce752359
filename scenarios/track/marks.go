package track

import "ecslab/scenarios"

// marks are the hand-written ways to remember which of n rows something
// happened to.
type marks struct {
	stamps  []uint32 // frame in which it last happened
	words   []uint64 // a bit a row
	summary []uint64 // a bit a word that is not zero
	top     []uint64 // a bit a word of the summary that is not zero
	tally   tally
}

// newMarks are those of n rows, of which something happened to the given ones.
func newMarks(place *scenarios.Placement, n int, rows []int) marks {
	words := (n + 63) / 64
	summary := (words + 63) / 64
	m := marks{
		stamps: scenarios.Slice[uint32](place, n),
		words:  scenarios.Slice[uint64](place, words), summary: scenarios.Slice[uint64](place, summary),
		top: make([]uint64, (summary+63)/64),
	}
	for _, i := range rows {
		m.stamps[i] = 2
		m.words[i>>6] |= 1 << (i & 63)
		m.summary[i>>12] |= 1 << (i >> 6 & 63)
		m.top[i>>18] |= 1 << (i >> 12 & 63)
	}
	return m
}

// rowsOf are the numbers of entities as rows, in their order.
func rowsOf(marked []int) []uint32 {
	rows := make([]uint32, len(marked))
	for k, i := range marked {
		rows[k] = uint32(i)
	}
	return rows
}
