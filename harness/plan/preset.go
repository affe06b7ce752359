package plan

import (
	"time"

	"ecslab/scenarios"
)

// Preset is a size of run.
type Preset struct {
	Name      string
	Grid      scenarios.Preset
	Processes int
	Rounds    int
	Timing    time.Duration // budget for warming and timing, without building, checking and weighing
	Profile   time.Duration // work of a profiled cell; 0: none is
	Doc       string
}

// Presets, smallest first. The timing budget is about a third of the wall time
// that the preset's text promises: building the worlds, the checks, the
// collections between rounds and the memory pass take the rest.
var Presets = []Preset{
	{"quick", scenarios.Quick, 5, 10, 60 * time.Second, 0, "a few points of each scenario; under 3 minutes on 2 cores of a quiet machine"},
	{"standard", scenarios.Standard, 10, 10, 10 * time.Minute, ProfileTime, "the points that the claims name; under 30 minutes on 2 cores of a quiet machine"},
	{"full", scenarios.Full, 20, 20, 6 * time.Hour, ProfileTime, "the whole grid; hours, meant to be split over machines"},
}

// ProfileTime is how long a cell works under the profiler unless one asks for
// another time: at 100 Hz, 400 samples, so that a function with a tenth of the
// time is known to 1.5 % of it.
const ProfileTime = 4 * time.Second

// Bounds of the timed part of a cell's round. Below the first the clock and
// the call are no longer negligible. The second is less than the slice for
// which Linux lets a thread run among others (3 ms): most rounds then pass
// undisturbed on a busy machine, and the median of them is not moved.
const (
	minCellTime = 500 * time.Microsecond
	maxCellTime = 2 * time.Millisecond
)

// WarmShare is the length of a cell's warm-up relative to its timed part.
const WarmShare = 0.5

// slots is the number of cell rounds that the plan warms and times, the round
// that is thrown away and the rounds with the collector on included.
func (p *Plan) slots() int {
	n := 0
	for _, f := range p.Families {
		n += f.slots()
	}
	return n * p.Processes * (p.Rounds + 1)
}

// slots is the number of cells that the family times in a round.
func (f Family) slots() int {
	if f.Allocs {
		return 2 * len(f.Cells)
	}
	return len(f.Cells)
}

// cellTime divides the preset's budget among the cell rounds.
func (p *Plan) cellTime(budget time.Duration) time.Duration {
	n := p.slots()
	if n == 0 {
		return minCellTime
	}
	t := time.Duration(float64(budget) / (float64(n) * (1 + WarmShare)))
	return min(max(t, minCellTime), maxCellTime).Round(10 * time.Microsecond)
}

// Timing is how long warming and timing are meant to take.
func (p *Plan) Timing() time.Duration {
	return time.Duration(float64(p.slots()) * (1 + WarmShare) * float64(p.CellTime))
}
