package report

import (
	"strings"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/claims"
)

// TestMachinesTogether: what machines say of one claim, and what comes of it.
func TestMachinesTogether(t *testing.T) {
	depends := claims.DependsOn + " n"
	for _, c := range []struct {
		each []string
		want string
	}{
		{[]string{claims.Supported, claims.Supported}, claims.Supported},
		{[]string{claims.Supported, claims.Refuted}, claims.DependsOn + " the machine"},
		{[]string{claims.DirectionOnly, claims.Refuted, claims.NotSeparable}, claims.DependsOn + " the machine"},
		{[]string{claims.Supported, depends}, claims.DependsOn + " the machine"},
		{[]string{depends, depends}, depends},
		{[]string{claims.Supported, claims.DirectionOnly}, claims.DirectionOnly},
		{[]string{claims.Supported, claims.NotSeparable}, claims.Supported + claims.InPart},
		{[]string{claims.Refuted, claims.NotSeparable}, claims.Refuted + claims.InPart},
		{[]string{claims.Refuted, claims.NotMeasured}, claims.Refuted},
		{[]string{claims.NotMeasured, claims.NotMeasured}, claims.NotMeasured},
	} {
		var each []analyse.Claim
		for _, v := range c.each {
			each = append(each, analyse.Claim{ID: "T", Verdict: v, Points: []analyse.ClaimPoint{{Label: "at 10", Verdict: v}}})
		}
		got := together([]string{"A", "B", "C"}[:len(each)], each)
		if got.Verdict != c.want {
			t.Errorf("%q give %q, want %q", c.each, got.Verdict, c.want)
		}
		if len(got.Points) != len(each) || got.Points[1].Label != "at 10 on B" || !strings.Contains(got.Detail, "B: "+c.each[1]) {
			t.Errorf("%+v", got)
		}
	}
}
