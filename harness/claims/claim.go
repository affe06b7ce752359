package claims

import "ecslab/harness/analyse"

// Claim is one statement of a source.
type Claim struct {
	ID        string
	Source    string // where it stands
	Statement string // what it says, in our words
	Over      string // what its points differ in
	Points    []Point
	Missing   string // what a test of it, or of the rest of it, would need; "": nothing
}

// Point is one comparison.
type Point struct {
	Label       string // which of the claim's points
	Rule        Rule
	Quantity    Quantity
	Of, Against analyse.Cost // the ratio is the first ÷ the second; without Against a count

	// A crossover is looked for among the points of one series, along X.
	Series string
	X      float64

	Question *Question // of Fidelity, instead of cells
}

// Quantity is what is compared. All but Time are counted, without interval.
type Quantity string

const (
	Time       Quantity = "time"
	LiveBytes  Quantity = "live bytes"
	Difference Quantity = "live bytes a unit more" // of − against
	Allocs     Quantity = "allocs/op"
	Reports    Quantity = "reports" // of the fidelity table
)

// Verdict of a point or a claim.
const (
	Supported     = "supported"
	DirectionOnly = "direction only"
	Refuted       = "refuted"
	DependsOn     = "depends on"
	NotSeparable  = "not separable"
	NotMeasured   = "not measured"
)

// All are the claims in the order of the report.
func All() []Claim {
	var out []Claim
	for _, list := range [][]Claim{storage(), structure(), ticks(), propagation(), bits(), detection()} {
		out = append(out, list...)
	}
	return out
}
