package replay_test

import (
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/replay"
)

// TestSums: an answer is right if adding in some order gives it.
func TestSums(t *testing.T) {
	for _, c := range []struct {
		values, sum string
		right       bool
	}{
		{"1 2 3", "6", true},
		{"1 2 3", "6.000000000000001", false},
		{"0.1 0.2 0.3", "0.6", true},
		{"0.1 0.2 0.3", "0.6000000000000001", true},
		{"0.1 0.2 0.3", "0.600000000000001", false},
		{"1e308 1e308 -1e308", "1e308", true}, // though in this order it is infinite
		{"1e308 -1e308 1e308", "1e308", true},
		{"1e308 1e308 -1e308", "9e307", false},
		{"1e308 1e308 -1e308 -1e308 0.1", "0.1", true},
		{"1e308 1e308 -1e308 -1e308 0.1", "1e300", false},
		{"1e308 -1e308 1e308 -1e308 0.1", "1e300", false}, // the absolute values are infinite
		{"1e308 1e308", "1.7e308", false},
		{"-1e308 -1e308", "1e308", false},
	} {
		var text strings.Builder
		text.WriteString("component A\n")
		for i, v := range strings.Fields(c.values) {
			text.WriteString("spawn " + string(rune('a'+i)) + " A=" + v + "\n")
		}
		text.WriteString("sum All(A) of A => " + c.sum + "\n")
		f := parse(t, c.values, text.String())
		for _, b := range backends.All() {
			if r := replay.Run(f, b); (r.Verdict != replay.Disagree) != c.right {
				t.Errorf("%s of %s on %s: %v, expected right %t", c.sum, c.values, b.Pair(), r.First, c.right)
			}
		}
	}
}
