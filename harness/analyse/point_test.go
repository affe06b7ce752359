package analyse_test

import (
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/plan"
)

// What one family lacks is no parameter that all share, whichever comes first.
func TestSharedParameters(t *testing.T) {
	family := func(params ...plan.Param) analyse.Family { return analyse.Family{Params: params} }
	n, wide := plan.Param{Key: "n", Value: "10"}, plan.Param{Key: "bytes", Value: "16"}
	few, many := plan.Param{Key: "each", Value: "1"}, plan.Param{Key: "each", Value: "9"}
	for _, c := range []struct {
		families     []analyse.Family
		fixed, short string // short of the last
	}{
		{[]analyse.Family{family(n, few), family(n, many)}, "n=10", "each=9"},
		{[]analyse.Family{family(n, few), family(many)}, "", "each=9"},
		{[]analyse.Family{family(few), family(n, many)}, "", "n=10 each=9"},
		{[]analyse.Family{family(n, few), family(n, many, wide)}, "n=10", "each=9 bytes=16"},
	} {
		s := analyse.Scenario{Families: c.families}
		if got := s.Fixed(); got != c.fixed {
			t.Errorf("%v share %q, want %q", c.families, got, c.fixed)
		}
		if got := s.Short(c.families[1]); got != c.short {
			t.Errorf("%v: %q, want %q", c.families[1], got, c.short)
		}
	}
}
