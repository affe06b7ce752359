package claims

import (
	"slices"
	"strings"

	"ecslab/harness/analyse"
)

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

// Quantity is what is compared. All but Time and Builds are counted, without
// interval.
type Quantity string

const (
	Time         Quantity = "time"
	LiveBytes    Quantity = "live bytes"
	TrackerBytes Quantity = "bytes of the tracker"   // what it takes for itself
	Difference   Quantity = "live bytes a unit more" // of − against
	Builds       Quantity = "time of two builds"     // tracking compiled in ÷ compiled out
	Allocs       Quantity = "allocs/op"
	Sharing      Quantity = "archetypes that share a table"
	Reports      Quantity = "reports" // of the fidelity table
)

// Verdict of a point or a claim.
const (
	Supported     = "supported"
	DirectionOnly = "direction only"
	Refuted       = "refuted"
	DependsOn     = "depends on"
	NotSeparable  = "not separable"
	NotMeasured   = "not measured"

	// InPart follows supported, direction only or refuted where other points are
	// not separable.
	InPart = " in part"
)

// All are the claims in the order of the report: source by source, and in a
// source by chapter.
func All() []Claim {
	var out []Claim
	for _, list := range [][]Claim{storage(), structure(), ticks(), propagation(), bits(), detection()} {
		out = append(out, list...)
	}
	slices.SortStableFunc(out, func(a, b Claim) int { return slices.Compare(a.place(), b.place()) })
	return out
}

// place is the claim's source, chapter and section, read from its id: 1, 10, 2
// for B10.2. What follows the chapter as a letter is its section, and an
// appendix stands behind the chapters.
func (c Claim) place() []int {
	out := []int{strings.IndexByte("BSEX", c.ID[0])}
	rest := c.ID[1:]
	for rest != "" {
		n, length := 0, 0
		for length < len(rest) && rest[length] >= '0' && rest[length] <= '9' {
			n = 10*n + int(rest[length]-'0')
			length++
		}
		switch {
		case length > 0:
			out = append(out, n)
		case rest[0] == '.':
			length = 1
		default:
			out = append(out, 100+int(rest[0]))
			length = 1
		}
		rest = rest[length:]
	}
	return out
}
