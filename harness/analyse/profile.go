package analyse

import (
	"strings"

	"ecslab/harness/plan"
	"ecslab/harness/profile"
	"ecslab/harness/raw"
	"ecslab/harness/stat"
)

// Profile says where the time or the memory of one cell goes.
type Profile struct {
	Group    string     `json:"group"`
	Storage  string     `json:"storage"`
	Family   string     `json:"family"`
	Cell     string     `json:"cell"` // label
	Track    string     `json:"track,omitempty"`
	Kind     string     `json:"kind"`    // "cpu", "heap"
	File     string     `json:"file"`    // the profile, below the results directory
	Flame    string     `json:"flame"`   // the flame graph, likewise
	Unit     string     `json:"unit"`    // "nanoseconds", "bytes"
	Total    float64    `json:"total"`   // in Unit
	Stacks   int        `json:"stacks"`  // distinct ones
	Status   string     `json:"status"`  // OK or Incorrect
	Message  string     `json:"message"` // what was wrong; else ""
	Top      []Function `json:"top,omitempty"`
	Packages []Share    `json:"packages,omitempty"` // by what their functions have of their own
}

// Function is a line of a profile's table.
type Function struct {
	Name      string  `json:"name"` // as "go tool pprof" gives it
	Flat      float64 `json:"flat"` // of its own
	FlatShare float64 `json:"flat_share"`
	Cum       float64 `json:"cum"` // with what it calls
	CumShare  float64 `json:"cum_share"`
}

// Share is a package's part of a profile.
type Share struct {
	Package string  `json:"package"`
	Share   float64 `json:"share"`
}

// A report lists so many functions and packages of a profile; the rest of them
// is in the file.
const (
	topFunctions = 8
	topPackages  = 6
)

// Outside is the package that runs the cells: what stands above it in a stack
// is the same for all of them.
const Outside = "ecslab/harness/measure"

// profiles makes the tables of all profiles of a run.
func (a *analysis) profiles() []Profile {
	var out []Profile
	for _, p := range a.run.Profiles {
		i, j, ok := a.run.Plan.Locate(p.Cell)
		if !ok {
			continue // raw.Load refuses what the plan does not hold
		}
		f := a.run.Plan.Families[i]
		x := MakeProfile(f, f.Cells[j], p.Pass, p.Profile, topFunctions)
		x.File, x.Flame = p.Path, flamePath(p.File)
		out = append(out, x)
	}
	return out
}

// MakeProfile makes the table of one profile, of so many functions.
func MakeProfile(f plan.Family, c plan.Cell, kind string, p *profile.Profile, functions int) Profile {
	out := Profile{
		Group: f.Group(), Storage: c.Backend, Family: f.Name, Cell: c.Label(), Track: c.Track, Kind: kind,
		Unit: p.Unit, Total: stat.Round4(float64(p.Total)), Stacks: p.Samples, Status: OK,
	}
	if out.Message = p.Wrong(); out.Message != "" {
		out.Status = Incorrect
	}
	share := func(v int64) float64 { return stat.Round4(float64(v) / float64(p.Total)) }
	for i, x := range p.Top() {
		if i == functions || x.Flat <= 0 {
			break
		}
		out.Top = append(out.Top, Function{
			Name: x.Name, Flat: stat.Round4(float64(x.Flat)), FlatShare: share(x.Flat),
			Cum: stat.Round4(float64(x.Cum)), CumShare: share(x.Cum),
		})
	}
	for i, x := range p.Packages() {
		if i == topPackages || x.Flat <= 0 {
			break
		}
		out.Packages = append(out.Packages, Share{x.Name, share(x.Flat)})
	}
	return out
}

func flamePath(f raw.File) string {
	name := strings.TrimSuffix(strings.TrimPrefix(f.Path, "raw/"), ".pprof")
	return "plots/flame-" + name + ".svg"
}
