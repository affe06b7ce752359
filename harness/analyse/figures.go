// Package analyse turns the raw samples of a run into every figure that is
// shown of it. Its result is written as results.json; plots and REPORT.md are
// made from it and the manifest, and contain no figure of their own.
//
// Schema 1 of results.json is the type Figures; schema.md has it as a page.
// Times are nanoseconds, sizes bytes. A ratio is the cell's time ÷ the
// reference's: below 1 the cell is faster. All figures are rounded to four
// significant digits, after the verdicts were made from what they are rounded
// from. What is absent was not measured, or is not known of this workload.
package analyse

import (
	"encoding/json"

	"ecslab/harness/plan"
	"ecslab/harness/stat"
)

// Schema is the version of results.json. It changes when a field is renamed,
// removed or given another meaning, not when one is added.
const Schema = 1

// Figures is all that a report shows.
type Figures struct {
	Schema    int         `json:"schema"`
	Run       string      `json:"run"`
	Complete  bool        `json:"complete"` // every process of the plan was measured
	Groups    []Group     `json:"groups"`
	Bandwidth []Bandwidth `json:"bandwidth"`
	Scenarios []Scenario  `json:"scenarios"`
	Profiles  []Profile   `json:"profiles,omitempty"`

	Machines []MachineEntry `json:"machines,omitempty"` // of merged runs of more than one machine
	Across   []Across       `json:"across,omitempty"`   // cells that several machines measured
	Claims   []Claim        `json:"claims,omitempty"`   // that the run has families of
}

// Group is a scenario package with the noise that its A/A pairs showed.
type Group struct {
	Name      string  `json:"name"`
	Processes int     `json:"processes"` // complete ones
	Planned   int     `json:"planned"`
	Margin    float64 `json:"margin"` // d: no smaller difference is claimed
	Pairs     []Pair  `json:"pairs,omitempty"`
	Shard     string  `json:"shard,omitempty"`   // of merged runs: the part that it is of
	Machine   string  `json:"machine,omitempty"` // likewise, by letter, where there are several
}

// Pair is a cell against its twin.
type Pair struct {
	Family string `json:"family"`
	Cell   string `json:"cell"` // label
	Ratio  Ratio  `json:"ratio"`
	Agrees bool   `json:"agrees"` // the interval holds 1
}

// Bandwidth is what the machine copies at one working set.
type Bandwidth struct {
	Set            string   `json:"set"`              // "4MiB", source and destination together
	Bytes          int      `json:"bytes"`            // the same as a number
	BytesPerSecond Estimate `json:"bytes_per_second"` // read and written
	Machine        string   `json:"machine,omitempty"`
}

// Scenario groups the families of one workload.
type Scenario struct {
	plan.Scenario
	Families   []Family     `json:"families"`
	Fits       []Fit        `json:"fits,omitempty"`
	Crossovers []Overtaking `json:"crossovers,omitempty"`
}

// Family is one workload at one parameter point.
type Family struct {
	Name      string      `json:"name"`
	Params    plan.Params `json:"params,omitempty"`
	Point     string      `json:"point"` // the parameters in words
	N         int         `json:"n"`
	Unit      string      `json:"unit"`
	Bytes     float64     `json:"bytes,omitempty"` // touched per unit
	Processes int         `json:"processes"`
	Margin    float64     `json:"margin"`
	Floor     string      `json:"floor,omitempty"` // label of the faster floor
	Best      string      `json:"best,omitempty"`  // label of the fastest contender
	Cells     []Cell      `json:"cells"`           // fastest first; twins left out; wrong ones last
}

// Status of a cell.
const (
	OK          = "ok"
	Incorrect   = "INCORRECT"    // a check failed; there is no time
	FloorBeaten = "FLOOR BEATEN" // faster than the floor by more than the noise: the floor is bad
	Unmeasured  = "not measured" // no process is complete
)

// Cell is one contender.
type Cell struct {
	Name      string    `json:"name"`  // "backend=table/track=ticks"
	Label     string    `json:"label"` // "table/ticks"
	Backend   string    `json:"backend"`
	Track     string    `json:"track,omitempty"`
	Form      string    `json:"form,omitempty"`
	Floor     bool      `json:"floor,omitempty"`
	Order     int       `json:"order"` // place in which the scenario lists it
	Status    string    `json:"status"`
	Message   string    `json:"message,omitempty"` // what was wrong
	PerOp     *Estimate `json:"ns_per_op,omitempty"`
	PerUnit   *Estimate `json:"ns_per_unit,omitempty"`
	WithGC    *Estimate `json:"ns_per_unit_gogc_100,omitempty"` // alone, collector on; over processes
	OverFloor *Ratio    `json:"over_floor,omitempty"`
	OverBest  *Ratio    `json:"over_best,omitempty"`
	Verdict   string    `json:"verdict,omitempty"`    // against the best
	CopyShare float64   `json:"copy_share,omitempty"` // bytes per second ÷ bandwidth at this working set
	Memory    *Memory   `json:"memory,omitempty"`
	Frames    *Frames   `json:"frames,omitempty"`   // where an iteration is a frame
	Warnings  []string  `json:"warnings,omitempty"` // on its samples: drift, two modes, short rounds
}

// Estimate is a median with its interval.
type Estimate struct {
	Median float64  `json:"median"`
	Lo     *float64 `json:"lo,omitempty"` // absent: too few samples for a 95 % interval
	Hi     *float64 `json:"hi,omitempty"`
	N      int      `json:"n"` // samples
}

// Ratio is a comparison with another cell of the family.
type Ratio struct {
	Ratio     float64  `json:"ratio"`
	Lo        *float64 `json:"lo,omitempty"` // absent: fewer than two processes
	Hi        *float64 `json:"hi,omitempty"`
	Corrected float64  `json:"p_holm"` // p value of "no difference", corrected within the family
}

// Frames are single frames, of the cell alone with the collector on, in ns.
type Frames struct {
	N     int     `json:"n"`     // frames watched, over all processes
	P50   float64 `json:"p50"`   // median over processes
	P99   float64 `json:"p99"`   // likewise
	Worst float64 `json:"worst"` // of all
}

// Memory is what the memory pass found.
type Memory struct {
	LiveBytes        float64 `json:"live_bytes"`
	LiveBytesPerUnit float64 `json:"live_bytes_per_unit"`
	LiveObjects      float64 `json:"live_objects"`
	ForcedGC         float64 `json:"forced_gc_ns"`
	AllocsPerOp      float64 `json:"allocs_per_op"`
	BytesPerOp       float64 `json:"bytes_per_op"`

	TrackerBytes *float64 `json:"tracker_bytes,omitempty"` // what the tracker takes for itself; absent: no world was made
	BesideBytes  *float64 `json:"beside_bytes,omitempty"`  // its columns beside the values

	Archetypes *float64 `json:"archetypes,omitempty"` // component sets that the storage keeps a record of; absent: not counted
	Tables     *float64 `json:"tables,omitempty"`     // tables that they have, some of them the same one
}

// JSON is the text of results.json.
func (f *Figures) JSON() ([]byte, error) {
	b, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return nil, err
	}
	return append(b, '\n'), nil
}

// Family finds a family by name; nil if there is none.
func (f *Figures) Family(name string) *Family {
	for i := range f.Scenarios {
		for j := range f.Scenarios[i].Families {
			if f.Scenarios[i].Families[j].Name == name {
				return &f.Scenarios[i].Families[j]
			}
		}
	}
	return nil
}

// Wrong lists the cells that fail the run, as "family cell: STATUS: message".
func (f *Figures) Wrong() []string {
	var out []string
	for _, s := range f.Scenarios {
		for _, family := range s.Families {
			for _, c := range family.Cells {
				if c.Status == Incorrect || c.Status == FloorBeaten {
					out = append(out, c.Status+": "+family.Name+" "+c.Label+": "+c.Message)
				}
			}
		}
	}
	for _, p := range f.Profiles {
		if p.Status != OK {
			out = append(out, p.Status+": "+p.Family+" "+p.Cell+": "+p.Message)
		}
	}
	return out
}

// Contenders are the measured cells that are not floors, fastest first.
func (f *Family) Contenders() []Cell {
	var out []Cell
	for _, c := range f.Cells {
		if !c.Floor && c.PerUnit != nil {
			out = append(out, c)
		}
	}
	return out
}

// Cell finds a cell by label; nil if there is none.
func (f *Family) Cell(label string) *Cell {
	for i := range f.Cells {
		if f.Cells[i].Label == label {
			return &f.Cells[i]
		}
	}
	return nil
}

// AsFast reports whether the cell cannot be told from the family's best.
func (c Cell) AsFast() bool {
	return c.Verdict == string(stat.Equivalent) || c.Verdict == string(stat.NotSeparable) || c.Verdict == Best
}

// Best is the verdict of the fastest contender on itself.
const Best = "best"
