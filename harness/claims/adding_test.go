package claims

import (
	"strings"
	"testing"

	"ecslab/harness/analyse"
)

// adding is the claim that CONTRIBUTING.md shows, with the cells that it names.
var adding = Claim{
	ID: "B5.2a", Source: "a book, chapter 5.2", Over: "the number of components",
	Statement: "Tables iterate 2–5 × faster than sparse sets.",
	Points:    []Point{beside("1 component", Times{2, 5}, "iterate/components/n=10000/components=1/order=same", "sparse/none", "table/none")},
}

// The walk through adding a claim: data, and a verdict that follows from what
// is measured and from nothing else.
func TestAddingAClaim(t *testing.T) {
	p := adding.Points[0]
	for ratio, want := range map[float64]string{3: Supported, 0.5: Refuted} {
		m := quiet(map[analyse.Cost]float64{p.Of: ratio, p.Against: 1})
		if got := Judge([]Claim{adding}, m, nil)[0]; got.Verdict != want || len(got.Points) != 1 {
			t.Errorf("%g times: %s", ratio, got.Verdict)
		}
	}
	m := quiet(map[analyse.Cost]float64{})
	if got := Judge([]Claim{adding}, m, nil)[0].Verdict; got != NotMeasured {
		t.Errorf("nothing was measured, and it is %s", got)
	}
}

// A claim that nothing can test says what it would need.
func TestAddingAClaimThatCannotBeTested(t *testing.T) {
	c := Claim{ID: "B5.2z", Source: "a book, chapter 5.2", Statement: "It needs less power.", Missing: "a power meter"}
	got := Judge([]Claim{c}, quiet(map[analyse.Cost]float64{}), nil)[0]
	if got.Verdict == Supported || !strings.Contains(got.Detail, "power meter") {
		t.Errorf("%+v", got)
	}
}
