package measure

import (
	"math"
	"slices"
	"time"

	"ecslab/harness/plan"
	"ecslab/harness/stat"
)

// calibration finds how many iterations of each cell fill a round. What it
// finds is kept for all processes of the run, so an error of it is a bias that
// no interval shows: apps/healthbars touches another part of its rows in every
// frame, and with a third fewer iterations a frame takes 7 % longer, because
// less of a round is warm. Cells that take the same time therefore have to get
// the same iterations, however the machine's speed changes meanwhile: a cell's
// cost is taken relative to the others' at the same moment.
type calibration struct {
	want     float64     // ns of a round
	readings [][]float64 // natural logarithm of an iteration's ns, by cell
}

// readings is how many each cell gets: they cost no more than a round each, in
// one process of the run. On a machine of two speeds, 1 : 1.5, the counts of
// identical cells then differ by 2 to 3 % (standard deviation).
const readings = 16

// maxIterations keeps an empty kernel from being calibrated for ever.
const maxIterations = 1 << 30

// calibrate gives each cell its iterations, by readings under the conditions of
// the rounds: side by side, each warmed, on a swept heap.
func (m *meter) calibrate(f plan.Family, cells []*built) {
	want := float64(m.spec.CellTime)
	var unknown []*built
	for _, b := range cells {
		if n := m.spec.Iterations[b.benchmark]; n > 0 {
			b.iterations = n
			continue
		}
		b.guard("calibration", func() error {
			b.iterations = guess(want, func(n int) time.Duration { return clock(b.kernel.Run, n) })
			unknown = append(unknown, b)
			return nil
		})
	}
	if len(unknown) == 0 {
		return
	}
	rng := plan.Rand(m.seed("calibration", f.Name))
	c := calibration{want: want}
	for range readings {
		reading := make([]float64, len(unknown))
		for i, b := range unknown { // one that fails counts as expected
			reading[i] = logTime(m.spec.CellTime, b.iterations)
		}
		inTurn(f, unknown, rng, func(b *built) {
			b.guard("calibration", func() error {
				reading[slices.Index(unknown, b)] = logTime(b.warmAndTime(), b.iterations)
				return nil
			})
		})
		for i, n := range c.add(reading) {
			unknown[i].iterations = n
		}
	}
}

// add takes a reading of all cells and gives the counts that follow from all
// readings. What slows the machine for a moment is in the mean of a reading,
// and what disturbs one cell stands alone among its readings. The fastest
// reading decides how much fits into a round.
func (c *calibration) add(reading []float64) []int {
	c.readings = append(c.readings, reading)
	means := make([]float64, len(c.readings))
	for r, costs := range c.readings {
		for _, cost := range costs {
			means[r] += cost / float64(len(costs))
		}
	}
	counts := make([]int, len(reading))
	apart := make([]float64, len(c.readings))
	for i := range counts {
		for r, costs := range c.readings {
			apart[r] = costs[i] - means[r]
		}
		counts[i] = iterationsIn(c.want, math.Exp(slices.Min(means)+stat.Median(apart)))
	}
	return counts
}

func logTime(took time.Duration, iterations int) float64 {
	return math.Log(math.Max(float64(took), 1) / float64(iterations))
}

// guess gives a count to begin with. The first run of a length is cold and only
// warms; the second decides. One disturbance may have made the count far too
// small.
func guess(want float64, clock func(iterations int) time.Duration) int {
	for n := 1; ; {
		clock(n)
		took := math.Max(float64(clock(n)), 1)
		if took >= want/4 || n >= maxIterations {
			return iterationsIn(want, took/float64(n))
		}
		n = min(int(float64(n)*min(max(want/3/took, 2), 100)), maxIterations)
	}
}

func iterationsIn(want, ns float64) int {
	return int(min(max(math.Ceil(want/ns), 1), maxIterations))
}
