package measure

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ecslab/harness/plan"
	"ecslab/scenarios"
)

// machine runs workloads whose first iterations after a pause are cold. Its
// speed changes from time to time, and it is disturbed at some readings of its
// clock.
type machine struct {
	cold      time.Duration // what a cold iteration takes on top
	warms     int           // iterations that are cold
	speed     func() float64
	disturbed func(reading int) bool // by 3 ms
	readings  int
}

// warmed is a reading of so many iterations after a warm-up, as in a round.
func (m *machine) warmed(iteration time.Duration, n int) time.Duration {
	return m.clock(iteration, n, max(1, int(float64(n)*plan.WarmShare)))
}

func (m *machine) clock(iteration time.Duration, n, warm int) time.Duration {
	m.readings++
	took := time.Duration(n)*iteration + time.Duration(min(n, max(m.warms-warm, 0)))*m.cold
	took = time.Duration(float64(took) / m.speed())
	if m.disturbed(m.readings) {
		took += 3 * time.Millisecond
	}
	return took
}

const wanted = 2 * time.Millisecond

// counts calibrates cells whose iterations take so long.
func (m *machine) counts(rng *rand.Rand, cells ...time.Duration) []int {
	c := calibration{want: float64(wanted)}
	counts := make([]int, len(cells))
	for i, d := range cells {
		counts[i] = guess(c.want, func(n int) time.Duration { return m.clock(d, n, 0) })
	}
	for range readings {
		reading := make([]float64, len(cells))
		for _, i := range rng.Perm(len(cells)) {
			reading[i] = logTime(m.warmed(cells[i], counts[i]), counts[i])
		}
		counts = c.add(reading)
	}
	return counts
}

func steady() float64 { return 1 }

func never(int) bool { return false }

// TestCalibrationOutlivesDisturbance: a cell whose calibration was disturbed
// gets the iterations of one whose was not, alone as beside another.
func TestCalibrationOutlivesDisturbance(t *testing.T) {
	const iteration = 20 * time.Microsecond
	count := func(cells int, disturbed func(int) bool) int {
		x := &machine{cold: 8 * time.Microsecond, warms: 60, speed: steady, disturbed: disturbed}
		return x.counts(plan.Rand(1), slices.Repeat([]time.Duration{iteration}, cells)...)[0]
	}
	for _, cells := range []int{1, 3} {
		quiet := count(cells, never)
		if quiet < 90 || quiet > 100 {
			t.Fatalf("undisturbed, %v hold %d iterations of %v", wanted, quiet, iteration)
		}
		for hit := 1; hit <= 12*cells; hit++ {
			if got := count(cells, func(reading int) bool { return reading == hit }); math.Abs(float64(got)/float64(quiet)-1) > 0.05 {
				t.Errorf("%d cells, disturbed at reading %d: %d iterations, want about %d", cells, hit, got, quiet)
			}
		}
		// All of the guess and a third of the readings are lost.
		if got := count(cells, func(reading int) bool { return reading <= 9*cells }); math.Abs(float64(got)/float64(quiet)-1) > 0.1 {
			t.Errorf("%d cells, disturbed from the start: %d iterations, want about %d", cells, got, quiet)
		}
	}
}

// TestCalibrationOnTwoSpeeds: where the machine's speed jumps between two, as
// that of a shared one does, cells that take the same time get the same
// iterations, and one that takes thrice as long a third. The shortest of a
// cell's own readings would not do: one of ten pairs has a cell that never ran
// at the higher speed.
func TestCalibrationOnTwoSpeeds(t *testing.T) {
	var same, third []float64
	for seed := range uint64(200) {
		rng := plan.Rand(seed)
		speed, left := 1.0, 0
		x := &machine{disturbed: never, speed: func() float64 {
			if left--; left < 0 {
				speed, left = 1, 4+rng.IntN(40)
				if rng.IntN(8) == 0 {
					speed, left = 1.5, 1+rng.IntN(6)
				}
			}
			return speed * (1 + 0.05*rng.NormFloat64())
		}}
		n := x.counts(rng, 20*time.Microsecond, 20*time.Microsecond, 60*time.Microsecond, 5*time.Microsecond)
		same = append(same, math.Abs(math.Log(float64(n[1])/float64(n[0]))))
		third = append(third, math.Abs(math.Log(3*float64(n[2])/float64(n[0]))))
	}
	for name, apart := range map[string][]float64{"of the same time": same, "of thrice the time": third} {
		slices.Sort(apart)
		if apart[len(apart)*9/10] > 0.05 || apart[len(apart)-1] > 0.12 {
			t.Errorf("cells %s: nine of ten counts are within %.3f, all within %.3f", name, apart[len(apart)*9/10], apart[len(apart)-1])
		}
	}
}

func TestCalibrationAtItsBounds(t *testing.T) {
	slow := func(n int) time.Duration { return time.Duration(n) * 2 * time.Millisecond }
	if n := guess(float64(time.Millisecond), slow); n != 1 {
		t.Errorf("an iteration that lasts longer than the cell's time is guessed to run %d times", n)
	}
	c := calibration{want: float64(time.Millisecond)}
	if n := c.add([]float64{logTime(slow(1), 1)}); n[0] != 1 {
		t.Errorf("an iteration that lasts longer than the cell's time runs %d times", n[0])
	}
	nothing := func(int) time.Duration { return 0 }
	if n := guess(float64(time.Second), nothing); n != maxIterations {
		t.Errorf("an empty kernel is guessed to run %d times", n)
	}
	c = calibration{want: float64(time.Second)}
	if n := c.add([]float64{logTime(0, maxIterations)}); n[0] != maxIterations {
		t.Errorf("an empty kernel runs %d times", n[0])
	}
}

// TestCalibrationIsPaired: cells are read side by side and not one after the
// other, each warmed right before; what has its count is not run.
func TestCalibrationIsPaired(t *testing.T) {
	var l log
	w := fake(false, l.kernel("a", 0), l.kernel("b", 0), l.kernel("c", 0))
	m := &meter{plan: &w.Plan, spec: Spec{Group: "g", CellTime: 1, Iterations: map[string]int{"c": 17}}}
	cells := []*built{{benchmark: "a"}, {benchmark: "b"}, {benchmark: "c"}}
	for i, b := range cells {
		k, err := w.Build[0][i](0)
		if err != nil {
			t.Fatal(err)
		}
		b.kernel = k
	}
	l = nil
	m.calibrate(w.Families[0], cells)
	if cells[2].iterations != 17 || strings.Contains(strings.Join(l, " "), "run c") {
		t.Errorf("a known count became %d; ran %v", cells[2].iterations, l)
	}
	if got, want := len(l), 2*2+readings*2*2; got != want {
		t.Fatalf("%d runs, want %d: %v", got, want, l)
	}
	for i := 4; i < len(l); i += 4 {
		round := l[i : i+4]
		if round[0] != round[1] || round[2] != round[3] || round[0] == round[2] {
			t.Errorf("a round of readings is %v", round)
		}
	}
}

// TestCalibrationBesideBroken: a kernel that panics, at once or later, leaves
// the counts of the others as they are without it.
func TestCalibrationBesideBroken(t *testing.T) {
	for _, good := range []int{0, 1, 9} {
		runs := 0
		broken := &built{benchmark: "broken", kernel: scenarios.Kernel{Run: func(int) {
			if runs++; runs > good {
				panic("no")
			}
			time.Sleep(50 * time.Microsecond)
		}}}
		slept := &built{benchmark: "slept", kernel: scenarios.Kernel{Run: func(n int) { time.Sleep(time.Duration(n) * 50 * time.Microsecond) }}}
		m := &meter{plan: &plan.Plan{}, spec: Spec{Group: "g", CellTime: time.Millisecond}}
		m.calibrate(plan.Family{Name: "g/w"}, []*built{broken, slept})
		if !strings.Contains(broken.wrong, "calibration: panic: no") {
			t.Errorf("a kernel that panics after %d runs: %q", good, broken.wrong)
		}
		if slept.wrong != "" || slept.iterations < 1 || slept.iterations > 20 {
			t.Errorf("beside it: %d iterations, %q", slept.iterations, slept.wrong)
		}
	}
}
