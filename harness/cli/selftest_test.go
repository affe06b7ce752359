package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"ecslab/harness/stat"
)

func TestSelftestRuns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "selftest.md")
	code, out, errs := benchrun(t, "selftest", "-seeds", "2", "-processes", "2", "-rounds", "3", "-time-per-cell", "20us", "-o", file)
	// What it finds is up to the machine.
	if code != exitFine && code != exitInconclusive && !strings.Contains(out, "| no |") {
		wantExit(t, exitFine, code, out, errs)
	}
	for _, want := range []string{"# Selftest", "identical cells are called different", "selftest/good", "five-percent-more", "two runs of one commit"} {
		if !strings.Contains(out, want) {
			t.Errorf("the result lacks %q:\n%s", want, out)
		}
	}
	if read(t, file) != out {
		t.Error("the file is not what was printed")
	}
}

func TestMoreWork(t *testing.T) {
	for percent, want := range map[int]int{0: 1000, 1: 1010, 5: 1050} {
		got := 0
		run := more(func(n int) { got += n }, percent)
		for range 100 {
			run(3) // what is not whole must not be lost
		}
		run(700)
		if got != want {
			t.Errorf("%d %%: %d iterations of 1000, want %d", percent, got, want)
		}
	}
}

// TestTally puts verdicts in and looks at what is made of them.
func TestTally(t *testing.T) {
	fill := func(separable, found, narrow, slower int) *tally {
		x := &tally{verdicts: map[string][2]int{}}
		verdict := func(yes bool) stat.Verdict {
			if yes {
				return stat.Slower
			}
			return stat.NotSeparable
		}
		for i := range 40 {
			x.count("f", formSame, stat.Ratio{Lo: 0.99, Hi: 1.01}, verdict(i < separable))
			x.count("f", formSlower1, stat.Ratio{Lo: 1, Hi: 1.02}, verdict(i < slower))
			width := 0.01
			if i >= narrow {
				width = 0.1
			}
			x.count("f", formSlower5, stat.Ratio{Lo: 1.05 - width, Hi: 1.05 + width}, verdict(i < found))
		}
		return x
	}
	for _, c := range []struct {
		name string
		t    *tally
		want string
	}{
		{"honest", fill(2, 38, 40, 0), "yes yes yes yes"},
		{"separates what is the same", fill(3, 38, 40, 0), "no yes yes yes"},
		{"misses 5 %", fill(0, 35, 40, 0), "yes no yes yes"},
		{"calls 1 % slower", fill(0, 40, 40, 1), "yes yes no yes"},
		{"too noisy", fill(0, 9, 9, 0), "yes too noisy yes yes"},
	} {
		var got []string
		for _, f := range c.t.findings() {
			got = append(got, f.state)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
	x := fill(0, 40, 40, 0)
	x.count("f", formSlower5, stat.Ratio{}, stat.Faster)
	if got := x.flips(); len(got) != 1 || got[0] != "f "+formSlower5 {
		t.Errorf("flips: %v", got)
	}
}
