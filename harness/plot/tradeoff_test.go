package plot

import (
	"math"
	"testing"
)

// What takes far more memory than the rest stands at the rim, right of all that is
// drawn to scale; where that is much of the rest, nothing does.
func TestMuchMemoryStandsAtTheRim(t *testing.T) {
	dots := func(memory ...float64) (all []tradeoff) {
		for _, m := range memory {
			all = append(all, tradeoff{scenario: "a/b", memory: m, time: 2})
		}
		return all
	}
	p := newPlane(dots(1, 2, 3, 4, 5, 20, 21, 30000))
	if p.at(20) >= p.end || p.at(21) != p.rim || p.at(30000) != p.rim || p.rim <= p.end || p.x.hi <= p.rim {
		t.Errorf("20 times stand at %g, 21 at %g; the scale ends at %g, the axis at %g", p.at(20), p.at(21), p.end, p.x.hi)
	}
	for _, tick := range (rimmed{p, 300}).Ticks(p.x.lo, p.x.hi) {
		if tick.Value > p.end && tick.Label != "more" {
			t.Errorf("a tick %q beyond the scale", tick.Label)
		}
	}
	for _, all := range [][]tradeoff{dots(1, 2, 3, 4), dots(1, 30, 40, 50)} {
		p := newPlane(all)
		if last := all[len(all)-1].memory; p.at(last) != math.Log10(last) || p.x.hi != p.end {
			t.Errorf("%v: %g times stand at %g, the axis ends at %g", all, last, p.at(last), p.x.hi)
		}
	}
}

// The three farthest scenarios have a name; what else is at the rim has its figure.
func TestNamesOfTheFarthest(t *testing.T) {
	all := []tradeoff{{scenario: "a/low", memory: 1, time: 1}, {scenario: "a/slow", memory: 1, time: 1e9}, {scenario: "a/slow", memory: 1, time: 1e8}}
	for _, name := range []string{"a/x", "a/y", "a/z"} {
		all = append(all, tradeoff{scenario: name, memory: 100, time: 1})
	}
	got := plane{edge: muchMemory}.outermost(all)
	if len(got) != 4 || got[0].scenario != "a/slow" || got[2].scenario != "a/y" || got[3].scenario != "" || got[3].memory != 100 {
		t.Errorf("%+v", got)
	}
}
