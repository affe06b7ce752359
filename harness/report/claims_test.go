package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/claims"
)

func ptr(v float64) *float64 { return &v }

// outcomes hold one claim of every verdict.
func outcomes() []analyse.Claim {
	point := func(label, verdict string, ratio, lo, hi float64) analyse.ClaimPoint {
		return analyse.ClaimPoint{
			Label: label, Relation: "more", Of: "iterate/pair/n=1000 sparse/none", Against: "iterate/pair/n=1000 table/none",
			Quantity: "time", Ratio: &analyse.Ratio{Ratio: ratio, Lo: ptr(lo), Hi: ptr(hi)}, Verdict: verdict,
		}
	}
	many := analyse.Claim{ID: "T2", Source: "a book, 1.2", Statement: "It is 2–5 × faster.", Verdict: claims.DirectionOnly}
	for i, label := range []string{"a", "b", "c", "d", "e"} {
		r := 1.2 + 0.1*float64(i)
		many.Points = append(many.Points, point(label, claims.DirectionOnly, r, r-0.05, r+0.05))
	}
	lost := point("at 100", claims.NotMeasured, 0, 0, 0)
	lost.Ratio, lost.Detail = nil, "track/density/n=1|2 is not in this run"
	return []analyse.Claim{
		{ID: "T1", Source: "a book, 1.1", Statement: "It is faster.", Verdict: claims.Supported,
			Points: []analyse.ClaimPoint{point("n=1000", claims.Supported, 1.234, 1.2, 1.27)}},
		many,
		{ID: "T3", Source: "a page", Statement: "It is always faster.", Verdict: claims.DependsOn + " n",
			Detail:     "supported at 10; refuted at 1000",
			Crossovers: []analyse.Crossover{{Series: "a ÷ b", Over: "n", At: 123.4, Lo: ptr(100), Hi: ptr(150.2)}},
			Points:     []analyse.ClaimPoint{point("10", claims.Supported, 2, 1.9, 2.1), point("1000", claims.Refuted, 0.5, 0.4, 0.6)}},
		{ID: "T4", Source: "a page", Statement: "It is free.", Verdict: claims.NotSeparable, Detail: "effects above 7.3 % would have been seen",
			Points: []analyse.ClaimPoint{point("all", claims.NotSeparable, 1.01, 0.95, 1.07)}},
		{ID: "T7", Source: "a book, 6.6", Statement: "It is more at any n.", Verdict: claims.Supported + claims.InPart, Detail: "supported at 1000; not separable at 10; effects above 13.2 % would have been seen",
			Points: []analyse.ClaimPoint{point("10", claims.NotSeparable, 1.08, 1.02, 1.15), point("1000", claims.Supported, 5.89, 5.5, 6.6)}},
		{ID: "T8", Source: "a book, 4.2", Statement: "It does not grow.", Verdict: claims.Refuted + claims.InPart, Detail: "refuted at 1000; not separable at 10",
			Points: []analyse.ClaimPoint{point("10", claims.NotSeparable, 1, 0.85, 1.16), point("1000", claims.Refuted, 2.5, 2.2, 3)}},
		{ID: "T5", Source: "a page", Statement: "It allocates nothing.", Verdict: claims.Refuted,
			Points: []analyse.ClaimPoint{{Label: "a call", Relation: "none", Of: "spawn/batch/n=10000 table/none", Quantity: "allocs/op", Count: ptr(3), Verdict: claims.Refuted}}},
		{ID: "T6", Source: "a page", Statement: "It is seen.", Verdict: claims.NotMeasured, Detail: lost.Detail, Points: []analyse.ClaimPoint{lost}},
	}
}

// TestClaimsGolden makes the section on claims of every verdict again.
func TestClaimsGolden(t *testing.T) {
	golden := filepath.Join("testdata", "claims.md")
	var texts [2][]byte
	for i := range texts {
		d := &document{figures: &analyse.Figures{Claims: outcomes()}}
		d.undecidedClaims()
		d.claims()
		texts[i] = writeMarkdown(d.blocks)
	}
	if !bytes.Equal(texts[0], texts[1]) {
		t.Error("made twice, the section differs")
	}
	if *remake {
		if err := os.WriteFile(golden, texts[0], 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(texts[0], want) {
		t.Errorf("%s differs when it is made again, from line %d on", golden, firstDifference(texts[0], want))
	}
}

// TestFindings: advice stands beside what was found, with the points, not beside
// a bare verdict.
func TestFindings(t *testing.T) {
	d := &document{figures: &analyse.Figures{Claims: outcomes()}}
	got := d.findings([]string{"T7", "T3"})
	for _, want := range []string{"T7 **supported in part**", "not separable at 10", "1000: 5.89 × [5.50, 6.60]", "<br>T3 **depends on n**"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
}

// TestUndecidedPointsWarn: that a claim is decided in part hides no open point.
func TestUndecidedPointsWarn(t *testing.T) {
	for open, want := range map[int]bool{1: false, 2: true} {
		c := analyse.Claim{Verdict: claims.Supported + claims.InPart, Points: make([]analyse.ClaimPoint, 5)}
		for i := range open {
			c.Points[i].Verdict = claims.NotSeparable
		}
		d := &document{figures: &analyse.Figures{Claims: []analyse.Claim{c}}}
		d.undecidedClaims()
		if got := strings.Contains(string(writeMarkdown(d.blocks)), "More than a fifth"); got != want {
			t.Errorf("%d of 5 points not separable: warning %t, want %t", open, got, want)
		}
	}
}

// TestUndecidedClaimsWarn: a fifth is not yet more than a fifth.
func TestUndecidedClaimsWarn(t *testing.T) {
	for open, want := range map[int]bool{0: false, 1: false, 2: true} {
		var list []analyse.Claim
		for i := range 5 {
			c := analyse.Claim{Verdict: claims.Supported}
			if i < open {
				c.Verdict = claims.NotSeparable
			}
			list = append(list, c)
		}
		d := &document{figures: &analyse.Figures{Claims: list}}
		d.undecidedClaims()
		if got := strings.Contains(string(writeMarkdown(d.blocks)), "More than a fifth"); got != want {
			t.Errorf("%d of 5 not separable: warning %t, want %t", open, got, want)
		}
	}
}
