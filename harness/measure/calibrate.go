package measure

import (
	"math"
	"time"

	"ecslab/harness/plan"
)

// calibration finds how many iterations of a cell fill a round. What it finds
// is kept for all processes of the run, so an error of it is a bias that no
// interval shows: apps/healthbars touches another part of its rows in every
// frame, and with a quarter of the iterations a frame takes 15 % longer, with a
// twentieth 37 %, because less of a round is warm.
//
// A busy machine makes a reading longer and never shorter, so that the shortest
// of several counts.
type calibration struct {
	want  float64 // ns of a round
	least float64 // shortest time of an iteration so far, in ns; 0: none was taken
}

// readings is how many each cell gets. With five, one cell of eight was still a
// quarter short on a machine with ten times more to do than processors; they cost
// no more than a round each, in one process of the run.
const readings = 8

// maxIterations keeps an empty kernel from being calibrated for ever.
const maxIterations = 1 << 30

// calibrate gives each cell its iterations, by readings under the conditions of
// the rounds: side by side, so that a slow second of the machine is one for all
// cells, each warmed, on a swept heap.
func (m *meter) calibrate(f plan.Family, cells []*built) {
	var unknown []*built
	seen := map[*built]*calibration{}
	for _, b := range cells {
		if n := m.spec.Iterations[b.benchmark]; n > 0 {
			b.iterations = n
			continue
		}
		c := &calibration{want: float64(m.spec.CellTime)}
		unknown, seen[b] = append(unknown, b), c
		b.guard("calibration", func() error {
			b.iterations = c.guess(func(n int) time.Duration { return clock(b.kernel.Run, n) })
			return nil
		})
	}
	if len(unknown) == 0 {
		return
	}
	rng := plan.Rand(m.seed("calibration", f.Name))
	for range readings {
		inTurn(f, unknown, rng, func(b *built) {
			b.guard("calibration", func() error {
				b.iterations = seen[b].refine(b.iterations, b.warmAndTime())
				return nil
			})
		})
	}
}

// guess gives a count to begin with. The first run of a length is cold and only
// warms; the second decides. One disturbance may have made the count far too
// small.
func (c *calibration) guess(clock func(iterations int) time.Duration) int {
	for n := 1; ; {
		clock(n)
		took := math.Max(float64(clock(n)), 1)
		if took >= c.want/4 || n >= maxIterations {
			return iterationsIn(c.want, took/float64(n))
		}
		n = min(int(float64(n)*min(max(c.want/3/took, 2), 100)), maxIterations)
	}
}

// refine takes a reading of so many iterations and gives the count that follows
// from all readings.
func (c *calibration) refine(iterations int, took time.Duration) int {
	ns := math.Max(float64(took), 1) / float64(iterations)
	if c.least == 0 || ns < c.least {
		c.least = ns
	}
	return iterationsIn(c.want, c.least)
}

func iterationsIn(want, ns float64) int {
	return int(min(max(math.Ceil(want/ns), 1), maxIterations))
}
