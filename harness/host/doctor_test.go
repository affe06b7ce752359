package host

import (
	"strings"
	"testing"
	"time"
)

func TestExamine(t *testing.T) {
	findings := Examine(time.Millisecond)
	seen := map[string]bool{}
	for _, f := range findings {
		if f.Subject == "" || f.Found == "" || f.Advice == "" && f.Grade != Fit {
			t.Errorf("%+v lacks something", f)
		}
		if strings.ContainsAny(f.Found, "/\n") {
			t.Errorf("%q may hold a path", f.Found)
		}
		if seen[f.Subject] {
			t.Errorf("%s comes twice", f.Subject)
		}
		seen[f.Subject] = true
	}
	for _, want := range []string{"cores", "frequency", "load", "steal", "huge pages", "noise", "valgrind", "counters", "browser"} {
		if !seen[want] {
			t.Errorf("nothing is said of %s", want)
		}
	}
}

func TestSteal(t *testing.T) {
	before, ok := parseStat("cpu  100 0 100 700 0 0 0 100 50 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n")
	if !ok || before != [2]uint64{100, 1000} {
		t.Fatalf("%v, %t", before, ok)
	}
	for _, text := range []string{"", "cpu 1 2 3", "cpu a b c d e f g h", "intr 1 2 3 4 5 6 7 8 9"} {
		if _, ok := parseStat(text); ok {
			t.Errorf("%q was understood", text)
		}
	}
	for _, c := range []struct {
		after [2]uint64
		known bool
		want  Grade
	}{
		{[2]uint64{100, 2000}, true, Fit},
		{[2]uint64{120, 2000}, true, Look},
		{[2]uint64{200, 2000}, true, Unfit},
		{[2]uint64{100, 1000}, true, Unknown}, // no time passed
		{[2]uint64{}, false, Unknown},
	} {
		if got := steal(before, c.after, c.known); got.Grade != c.want {
			t.Errorf("%v: %v, expected %v", c.after, got, c.want)
		}
	}
}

func TestGrades(t *testing.T) {
	if got := cores(1).Grade; got != Unfit {
		t.Errorf("one core is %v", got)
	}
	for median, want := range map[float64]Grade{0: Fit, 0.02: Look, 0.2: Unfit} {
		if got := (noise{median: median}).finding().Grade; got != want {
			t.Errorf("noise of %g is %v, expected %v", median, got, want)
		}
	}
	if f := program("x", "no-such-program-as-this", "advice"); f.Grade != Look {
		t.Errorf("%+v", f)
	}
}
