package analyse

// Claim is what a run says about a claim of a source.
type Claim struct {
	ID         string       `json:"id"`
	Source     string       `json:"source"`
	Statement  string       `json:"statement"`
	Verdict    string       `json:"verdict"`
	Detail     string       `json:"detail,omitempty"` // what it depends on, what could have been seen, what is missing
	Crossovers []Crossover  `json:"crossovers,omitempty"`
	Points     []ClaimPoint `json:"points,omitempty"`
}

// ClaimPoint is one comparison that the claim is judged by.
type ClaimPoint struct {
	Label    string   `json:"label"`    // which of the claim's points
	Relation string   `json:"relation"` // what is expected of it
	Of       string   `json:"of"`       // what is set against what: family and cell
	Against  string   `json:"against,omitempty"`
	Quantity string   `json:"quantity"`        // of harness/claims: "time", "live bytes", "reports", …
	Ratio    *Ratio   `json:"ratio,omitempty"` // of ÷ against; without an interval where it is counted
	Count    *float64 `json:"count,omitempty"` // where no ratio is asked for
	Margin   float64  `json:"margin,omitempty"`
	Verdict  string   `json:"verdict"`
	Detail   string   `json:"detail,omitempty"`
}

// Crossover is where a ratio passes 1 between two points.
type Crossover struct {
	Series string   `json:"series"` // whose ratio
	Over   string   `json:"over"`   // what changes along it
	At     float64  `json:"at"`
	Lo     *float64 `json:"lo,omitempty"` // absent: beyond the points that were measured
	Hi     *float64 `json:"hi,omitempty"`
}
