package report

import (
	"testing"

	"ecslab/harness/analyse"
)

// TestNoiseWarning: the warning goes by what identical cells may differ by, not by
// the margin, which counts that once.
func TestNoiseWarning(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		warned bool
	}{{0.97, 1.09, false}, {0.97, 1.15, true}, {0.88, 1.02, true}} {
		d := &document{figures: &analyse.Figures{Groups: []analyse.Group{{
			Name: "track", Margin: 0.05, Pairs: []analyse.Pair{{Ratio: analyse.Ratio{Ratio: 1, Lo: &c.lo, Hi: &c.hi}}},
		}}}}
		d.noisy()
		if warned := len(d.blocks) > 0; warned != c.warned {
			t.Errorf("a pair within [%g, %g]: warned %v", c.lo, c.hi, warned)
		}
	}
}
