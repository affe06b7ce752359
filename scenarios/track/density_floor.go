package track

import (
	"math/bits"

	"ecslab/scenarios"
)

// records are values and which of them changed. Row i is entity i's.
type records struct {
	values []health
	marks
}

// newRecords are n values of which those of the given numbers changed.
func newRecords(n int, marked []int, seed uint64) *records {
	place := scenarios.NewPlacement(seed)
	r := &records{scenarios.Slice[health](place, n), newMarks(place, n, marked)}
	for i := range r.values {
		r.values[i].Points = points(i)
	}
	r.tally = newTally(marked)
	return r
}

// byStamps compares every stamp.
func (r *records) byStamps() (sum int64, count int) {
	stamps, values := r.stamps, r.values
	values = values[:len(stamps)]
	for i, stamp := range stamps {
		if stamp > 1 {
			sum += values[i].Points
			count++
		}
	}
	return sum, count
}

// byWords looks at every word, bit by bit where it is not full.
func (r *records) byWords() (sum int64, count int) {
	words, values := r.words, r.values
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == ^uint64(0) {
			from := i
			for i+1 < len(words) && words[i+1] == ^uint64(0) {
				i++
			}
			sum += total(values[from*64 : (i+1)*64])
			count += (i + 1 - from) * 64
			continue
		}
		count += bits.OnesCount64(word)
		for ; word != 0; word &= word - 1 {
			sum += values[i<<6+bits.TrailingZeros64(word)].Points
		}
	}
	return sum, count
}

// bySummary looks only at words that are not zero, found by two levels. A roll
// has the same walk of its own: over a type parameter every row would be a call,
// and a floor is the shortest code there is.
func (r *records) bySummary() (sum int64, count int) {
	words, values := r.words, r.values
	for j, top := range r.top {
		for ; top != 0; top &= top - 1 {
			k := j<<6 + bits.TrailingZeros64(top)
			for summary := r.summary[k]; summary != 0; summary &= summary - 1 {
				i := k<<6 + bits.TrailingZeros64(summary)
				word := words[i]
				if word == ^uint64(0) {
					sum += total(values[i<<6 : (i+1)<<6])
					count += 64
					continue
				}
				count += bits.OnesCount64(word)
				for ; word != 0; word &= word - 1 {
					sum += values[i<<6+bits.TrailingZeros64(word)].Points
				}
			}
		}
	}
	return sum, count
}

// all adds up everything.
func (r *records) all() (sum int64, count int) {
	return total(r.values), len(r.values)
}

func findFloors(at point) []scenarios.Cell {
	out := searchFloors(at.n, choose(at.n, at.dirty, at.cluster))
	if at.dirty == "100" {
		out = append(out, recordsFloor("all", at, (*records).all))
	}
	return out
}

// searchFloors are the ways to search n values for those of the given numbers.
func searchFloors(n int, marked []int) []scenarios.Cell {
	return []scenarios.Cell{
		markedFloor("stamps", n, marked, (*records).byStamps), markedFloor("words", n, marked, (*records).byWords),
		markedFloor("summary", n, marked, (*records).bySummary),
	}
}

func recordsFloor(form string, at point, pass func(*records) (int64, int)) scenarios.Cell {
	return markedFloor(form, at.n, choose(at.n, at.dirty, at.cluster), pass)
}

func markedFloor(form string, n int, marked []int, pass func(*records) (int64, int)) scenarios.Cell {
	return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
		r := newRecords(n, marked, seed)
		return searching(r, &r.tally, pass)
	})
}
