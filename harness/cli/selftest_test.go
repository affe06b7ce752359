package cli

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ecslab/harness/stat"
)

func TestSelftestRuns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results", "selftest")
	code, out, errs := benchrun(t, "selftest", "-seeds", "2", "-processes", "2", "-rounds", "3", "-time-per-cell", "20us", "-o", dir)
	// What it finds is up to the machine.
	if code != exitFine && code != exitInconclusive && !strings.Contains(out, "| no |") {
		wantExit(t, exitFine, code, out, errs)
	}
	for _, want := range []string{"# Selftest", "identical cells are called different", "selftest/good", "slowed-by-5-percent", "two runs of one commit"} {
		if !strings.Contains(out, want) {
			t.Errorf("the result lacks %q:\n%s", want, out)
		}
	}
	if read(t, filepath.Join(dir, "SELFTEST.md")) != out {
		t.Error("the file is not what was printed")
	}
	var r selftestResult
	if err := json.Unmarshal([]byte(read(t, filepath.Join(dir, "selftest.json"))), &r); err != nil {
		t.Fatal(err)
	}
	// Three forms are set against the cell as it is, with each seed.
	if r.Seeds != 2 || len(r.Findings) != 6 || len(r.Comparisons) != 2*len(r.Forms) || len(r.Forms)%3 != 0 || len(r.Forms) == 0 || r.code() != code {
		t.Errorf("exit code %d, result %+v", code, r)
	}
}

// TestSlowing looks at each round by itself: the median of rounds must be slowed,
// not their sum.
func TestSlowing(t *testing.T) {
	for percent, want := range map[int]time.Duration{0: 7000, 1: 7070, 5: 7350} {
		var clock time.Duration
		run := slowing(func(n int) { clock += time.Duration(n) * 1000 }, percent, func() time.Duration {
			clock++ // it takes time to look, too
			return clock
		})
		for range 3 {
			began := clock
			run(7)
			if got := clock - began; got < want || got > want+6 {
				t.Errorf("%d %%: a round takes %d, want %d", percent, got, want)
			}
		}
	}
}

// TestTally puts verdicts in and looks at what is made of them.
func TestTally(t *testing.T) {
	fill := func(separable, found, narrow, slower, clear int) *tally {
		x := &tally{verdicts: map[string][2]int{}}
		verdict := func(yes bool) stat.Verdict {
			if yes {
				return stat.Slower
			}
			return stat.NotSeparable
		}
		for i := range 40 {
			margin := smallMargin
			if i >= clear {
				margin = 0.04
			}
			x.count("f", formSame, stat.Ratio{Lo: 0.99, Hi: 1.01}, margin, verdict(i < separable))
			x.count("f", formSlower1, stat.Ratio{Lo: 1, Hi: 1.02}, margin, verdict(i < slower))
			width := 0.01
			if i >= narrow {
				width = 0.1
			}
			x.count("f", formSlower5, stat.Ratio{Lo: 1.05 - width, Hi: 1.05 + width}, margin, verdict(i < found))
		}
		return x
	}
	for _, c := range []struct {
		name string
		t    *tally
		want string
	}{
		{"honest", fill(2, 38, 40, 0, 40), "yes yes yes yes yes"},
		{"separates what is the same", fill(3, 38, 40, 0, 40), "no yes yes yes yes"},
		{"misses 5 %", fill(0, 35, 40, 0, 40), "yes no no yes yes"},
		{"misses 5 % where the margin is large", fill(0, 30, 40, 0, 30), "yes no yes yes yes"},
		{"calls 1 % slower", fill(0, 40, 40, 1, 40), "yes yes yes no yes"},
		{"too noisy", fill(0, 9, 9, 0, 40), "yes too noisy too noisy yes yes"},
		{"margins too large", fill(0, 40, 40, 0, 9), "yes yes too noisy yes yes"},
	} {
		var got []string
		for _, f := range c.t.findings() {
			got = append(got, f.State)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
	x := fill(0, 40, 40, 0, 40)
	// 1 − 2·0.975⁴⁰ + 0.95⁴⁰
	if got := x.chance(); !strings.Contains(got, "by chance 0.4 of the 1 identical ones") {
		t.Errorf("chance of 40 seeds: %q", got)
	}
	x.count("f", formSlower5, stat.Ratio{}, 0.02, stat.Faster)
	if got := x.flips(); len(got) != 1 || got[0] != "f "+formSlower5 {
		t.Errorf("flips: %v", got)
	}
}
