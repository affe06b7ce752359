package report

import (
	"strings"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/plan"
)

// standing is a contender of a family, so many times as slow as the fastest.
func standing(backend, track, form, verdict string, times, ns float64) analyse.Cell {
	label := backend + "/" + track
	if form != "" {
		label += " (" + form + ")"
	}
	return analyse.Cell{
		Label: label, Backend: backend, Track: track, Form: form, Verdict: verdict, Status: analyse.OK,
		PerUnit: &analyse.Estimate{Median: ns}, PerOp: &analyse.Estimate{Median: 1e4 * ns},
		OverBest: &analyse.Ratio{Ratio: times, Lo: ptr(0.9 * times), Hi: ptr(1.1 * times)},
	}
}

func lookups(n string, sparse analyse.Cell) analyse.Family {
	best := standing("table", "none", "", analyse.Best, 1, 3)
	return analyse.Family{
		Name: "iterate/get/n=" + n, Point: "n=" + n, Params: []plan.Param{{Key: "n", Value: n}}, Best: best.Label,
		Cells: []analyse.Cell{best, sparse},
	}
}

// TestShortAnswersFollowTheFigures: what is not separable is not called slower,
// and what is has its ratio and its place.
func TestShortAnswersFollowTheFigures(t *testing.T) {
	open, slower := "not separable", "slower"
	for _, c := range []struct {
		verdicts [2]string
		want     string
	}{
		{[2]string{open, open}, "**Looking up by entity**: `table/none` and `sparse/none` are slower nowhere. 2 points of [iterate/get](#iterateget)."},
		{[2]string{open, slower}, "`table/none` is slower nowhere; `sparse/none` at 1, 4.00 ×; at worst 4.00 × [3.60, 4.40], at n=1000. 2 points"},
		{[2]string{slower, slower}, "`sparse/none` at 2, 2.00 – 4.00 ×; at worst 4.00 × [3.60, 4.40], at n=1000. 2 points"},
	} {
		s := analyse.Scenario{Scenario: plan.Scenario{Name: "iterate/get"}, Families: []analyse.Family{
			lookups("10", standing("sparse", "none", "", c.verdicts[0], 2, 6)),
			lookups("1000", standing("sparse", "none", "", c.verdicts[1], 4, 12)),
		}}
		d := &document{figures: &analyse.Figures{Scenarios: []analyse.Scenario{s}}}
		d.short()
		if got := string(writeMarkdown(d.blocks)); !strings.Contains(got, c.want) || strings.Contains(got, "Mostly") {
			t.Errorf("%v: got %s\nwant %s", c.verdicts, got, c.want)
		}
	}
}

// TestPassWhereAUnitCostsNothing: 3.9 ps is no time that an entity takes.
func TestPassWhereAUnitCostsNothing(t *testing.T) {
	for ns, want := range map[float64]string{0.0039: "39.0 ns a pass", 0.39: "0.390 ns"} {
		c := standing("table", "none", "", analyse.Best, 1, ns)
		if got := perUnit(c); got != want {
			t.Errorf("%g ns: %q, want %q", ns, got, want)
		}
		if got := perUnits([]analyse.Cell{c, c}); got != want {
			t.Errorf("%g ns twice: %q, want %q", ns, got, want)
		}
	}
}

// TestPointHasOneUnit: times of a point that stand beside each other in a matrix are
// all of a unit, or all of a pass.
func TestPointHasOneUnit(t *testing.T) {
	for least, want := range map[float64]string{0.0039: "3.90 µs a pass", 0.039: "0.390 ns"} {
		slow := standing("sparse", "none", "", "slower", 9, 0.39)
		f := analyse.Family{Cells: []analyse.Cell{standing("table", "none", "", analyse.Best, 1, least), slow}}
		if got := glance(f, slow); got != want {
			t.Errorf("beside %g ns: %q, want %q", least, got, want)
		}
	}
}

// TestTallHasNoEmptyRow: a point at which every pair has forms says which.
func TestTallHasNoEmptyRow(t *testing.T) {
	f := analyse.Family{Cells: []analyse.Cell{
		standing("table", "ticks", "second", "slower", 2, 2), standing("table", "ticks", "first", "slower", 1, 1),
	}}
	f.Cells[0].Order, f.Cells[1].Order = 1, 0
	if got := inTall(f, "table/ticks"); got != "1.00 ns first" {
		t.Errorf("%q", got)
	}
	if got := inTall(f, "table/frame"); got != "" {
		t.Errorf("a pair that is not there has %q", got)
	}
}

// TestUnsteadyCellsAreCounted on the first screen.
func TestUnsteadyCellsAreCounted(t *testing.T) {
	f := lookups("10", standing("sparse", "none", "", "slower", 2, 6))
	s := analyse.Scenario{Scenario: plan.Scenario{Name: "iterate/get"}, Families: []analyse.Family{f}}
	for n, want := range map[int]string{0: "", 1: "Unsteady: 1 of 2 cells (50.0 %), most in [iterate/get](#iterateget), 1 of 2."} {
		for i := range n {
			f.Cells[i].Warnings = []string{"drifts"}
		}
		d := &document{figures: &analyse.Figures{Scenarios: []analyse.Scenario{s}}}
		d.unsteadyCells()
		if got := string(writeMarkdown(d.blocks)); !strings.HasPrefix(got, want) || (n == 0) != (got == "") {
			t.Errorf("%d: %q", n, got)
		}
		f.Cells[0].Warnings = nil
	}
}

// TestNoiseIsOneNumber: the warning says where the machine was not quiet; how
// small a difference is claimed stands in one place.
func TestNoiseIsOneNumber(t *testing.T) {
	for hi, loud := range map[float64]bool{1.12: true, 1.05: false} {
		d := &document{figures: &analyse.Figures{Groups: []analyse.Group{
			{Name: "spawn", Margin: 0.066, Pairs: []analyse.Pair{{Ratio: analyse.Ratio{Ratio: 1.03, Lo: ptr(0.93), Hi: ptr(hi)}}}},
			{Name: "track", Margin: 0.02, Pairs: []analyse.Pair{{Ratio: analyse.Ratio{Ratio: 1, Lo: ptr(0.99), Hi: ptr(1.01)}}}},
		}}}
		d.noisy()
		got := string(writeMarkdown(d.blocks))
		if strings.Contains(got, "not quiet** for spawn:") != loud || strings.Contains(got, "6.6") || strings.Contains(got, "track") {
			t.Errorf("up to %g: %q", hi, got)
		}
		if noise := d.noise(); !strings.Contains(noise, "no difference below 6.6 % is claimed") {
			t.Errorf("up to %g: %q", hi, noise)
		}
	}
}
