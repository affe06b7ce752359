package track

import (
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// roll is the floor of a search for handles: they lie in a slice, and something
// happened to some of them.
type roll struct {
	handles []ecs.Entity
	marks
}

func newRoll(n int, found []int, seed uint64) *roll {
	place := scenarios.NewPlacement(seed)
	r := &roll{scenarios.Slice[ecs.Entity](place, n), newMarks(place, n, found)}
	for i := range r.handles {
		r.handles[i] = ecs.Entity(7<<32 | uint64(i))
	}
	r.tally = handlesOf(found, r.handles)
	return r
}

// byStamps compares every stamp.
func (r *roll) byStamps() (sum int64, count int) {
	stamps, handles := r.stamps, r.handles
	handles = handles[:len(stamps)]
	for i, stamp := range stamps {
		if stamp > 1 {
			sum += int64(handles[i].Index())
			count++
		}
	}
	return sum, count
}

// bySummary looks only at words that are not zero, found by two levels; see
// that of records.
func (r *roll) bySummary() (sum int64, count int) {
	words, handles := r.words, r.handles
	for j, top := range r.top {
		for ; top != 0; top &= top - 1 {
			k := j<<6 + bits.TrailingZeros64(top)
			for summary := r.summary[k]; summary != 0; summary &= summary - 1 {
				i := k<<6 + bits.TrailingZeros64(summary)
				word := words[i]
				if word == ^uint64(0) {
					sum += indices(handles[i<<6 : (i+1)<<6])
					count += 64
					continue
				}
				count += bits.OnesCount64(word)
				for ; word != 0; word &= word - 1 {
					sum += int64(handles[i<<6+bits.TrailingZeros64(word)].Index())
				}
			}
		}
	}
	return sum, count
}

// all does not ask.
func (r *roll) all() (sum int64, count int) { return indices(r.handles), len(r.handles) }

//go:noinline
func indices(handles []ecs.Entity) (sum int64) {
	for _, e := range handles {
		sum += int64(e.Index())
	}
	return sum
}

func rollFloors(n int, found []int) []scenarios.Cell {
	floor := func(form string, pass func(*roll) (int64, int)) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			r := newRoll(n, found, seed)
			return searching(r, &r.tally, pass)
		})
	}
	out := []scenarios.Cell{floor("stamps", (*roll).byStamps), floor("summary", (*roll).bySummary)}
	if len(found) == n {
		out = append(out, floor("all", (*roll).all))
	}
	return out
}
