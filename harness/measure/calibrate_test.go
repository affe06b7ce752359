package measure

import (
	"math"
	"strings"
	"testing"
	"time"

	"ecslab/harness/plan"
	"ecslab/scenarios"
)

// machine runs a workload whose first iterations after a pause are cold, and is
// disturbed at some readings of its clock.
type machine struct {
	iteration, cold time.Duration
	warms           int                    // iterations that are cold
	disturbed       func(reading int) bool // by 3 ms
	readings        int
}

func (m *machine) clock(n int) time.Duration {
	m.readings++
	took := time.Duration(n)*m.iteration + time.Duration(min(n, m.warms))*m.cold
	if m.disturbed(m.readings) {
		took += 3 * time.Millisecond
	}
	return took
}

// warmed is a reading after a warm-up, as in a round.
func (m *machine) warmed(n int) time.Duration {
	m.readings++
	warm := max(1, int(float64(n)*plan.WarmShare))
	took := time.Duration(n)*m.iteration + time.Duration(min(n, max(m.warms-warm, 0)))*m.cold
	if m.disturbed(m.readings) {
		took += 3 * time.Millisecond
	}
	return took
}

// TestCalibrationOutlivesDisturbance: a cell whose calibration was disturbed
// gets the iterations of one whose was not. Before that, a run in which one cell
// had a quarter of them found it 15 % slower than itself, in every process.
func TestCalibrationOutlivesDisturbance(t *testing.T) {
	count := func(disturbed func(int) bool) (first, final int) {
		x := &machine{iteration: 20 * time.Microsecond, cold: 8 * time.Microsecond, warms: 60, disturbed: disturbed}
		c := &calibration{want: float64(2 * time.Millisecond)}
		first = c.guess(x.clock)
		final = first
		for range readings {
			final = c.refine(final, x.warmed(final))
		}
		return first, final
	}
	_, quiet := count(func(int) bool { return false })
	if quiet < 90 || quiet > 100 {
		t.Fatalf("undisturbed, 2 ms hold %d iterations of 20 µs", quiet)
	}
	misled := 0
	for hit := 1; hit <= 9; hit++ {
		first, final := count(func(reading int) bool { return reading == hit })
		if first*2 < quiet {
			misled++
		}
		if math.Abs(float64(final)/float64(quiet)-1) > 0.05 {
			t.Errorf("disturbed at reading %d: %d iterations, want about %d", hit, final, quiet)
		}
	}
	if misled == 0 {
		t.Error("no disturbance misled the guess: the test shows nothing")
	}
	// Two quiet readings are nearly enough, the first of which is of the few
	// iterations that the guess gave.
	if _, final := count(func(reading int) bool { return reading <= 5 }); math.Abs(float64(final)/float64(quiet)-1) > 0.1 {
		t.Errorf("disturbed from the start: %d iterations, want about %d", final, quiet)
	}
}

func TestCalibrationAtItsBounds(t *testing.T) {
	c := &calibration{want: float64(time.Millisecond)}
	slow := func(n int) time.Duration { return time.Duration(n) * 2 * time.Millisecond }
	if n := c.guess(slow); n != 1 {
		t.Errorf("an iteration that lasts longer than the cell's time is guessed to run %d times", n)
	}
	if n := c.refine(1, slow(1)); n != 1 {
		t.Errorf("an iteration that lasts longer than the cell's time runs %d times", n)
	}
	c = &calibration{want: float64(time.Second)}
	nothing := func(int) time.Duration { return 0 }
	if n := c.guess(nothing); n != maxIterations {
		t.Errorf("an empty kernel is guessed to run %d times", n)
	}
	if n := c.refine(maxIterations, 0); n != maxIterations {
		t.Errorf("an empty kernel runs %d times", n)
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
	broken := &built{benchmark: "broken", kernel: scenarios.Kernel{Run: func(int) { panic("no") }}}
	m.calibrate(w.Families[0], []*built{broken})
	if !strings.Contains(broken.wrong, "calibration: panic: no") || broken.iterations != 0 {
		t.Errorf("a kernel that panics: %d iterations, %q", broken.iterations, broken.wrong)
	}
}
