// Package plan decides what a run measures: which families and cells, in how
// many processes and rounds, and for how long.
//
//	Suite ─┐
//	       ├─▶ Work ─▶ Plan      plain data, kept in the manifest
//	Options┘     └──▶ functions  that build the workloads
//
// Options are a preset (quick, standard, full) and what narrows it: scenario
// names, -filter words, backends, a shard. What narrows leaves out, and changes
// no workload that it leaves in. The seed is what every order, padding and draw
// of bootstraps comes from, each by words of its own, so that no two of them
// share their numbers.
//
// A plan is a function of the suite and the Options: the child processes of a
// run make it again from the same options instead of being sent it, and a
// report needs nothing but the run's files. A word that names nothing is an
// Unknown, with the nearest that does.
package plan

import (
	"strings"
	"time"

	"ecslab/scenarios"
)

// Plan is what a run measures.
type Plan struct {
	Preset    string        `json:"preset"`    // "quick", "standard", "full"
	Seed      uint64        `json:"seed"`      // of all orders, offsets and resampling
	Processes int           `json:"processes"` // P: processes of each group
	Rounds    int           `json:"rounds"`    // R: rounds kept of each process; one more is thrown away
	CellTime  time.Duration `json:"cell_time"` // shortest timed part of a cell's round, in ns
	Filter    string        `json:"filter,omitempty"`
	Backend   string        `json:"backend,omitempty"` // the -backend filter
	Names     []string      `json:"names,omitempty"`   // the scenarios asked for; none: all

	Storages  []string   `json:"storages"` // of the suite, in its order, whatever the filter: plots take colours from it
	Trackers  []string   `json:"trackers"` // likewise: plots take dashes and markers from it
	Scenarios []Scenario `json:"scenarios"`

	ProfileTime time.Duration `json:"profile_time,omitempty"` // work of a profiled cell, in ns; 0: none is
	Profiles    []Profiled    `json:"profiles,omitempty"`     // the cells that are profiled

	Families []Family `json:"families"`
}

// Scenario is the printed part of a scenarios.Scenario.
type Scenario struct {
	Name       string  `json:"name"`
	Doc        string  `json:"doc"`
	Source     string  `json:"source,omitempty"`
	Parameters []Param `json:"parameters,omitempty"`
}

// Param is a key=value of a parameter point, or a parameter with its meaning.
type Param struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Family is one workload at one parameter point.
type Family struct {
	Name     string  `json:"name"` // "track/density/n=10000/dirty=1"
	Scenario string  `json:"scenario"`
	Params   Params  `json:"params,omitempty"`
	N        int     `json:"n"`
	Unit     string  `json:"unit"`
	Bytes    float64 `json:"bytes,omitempty"`
	Allocs   bool    `json:"allocs,omitempty"`
	Frames   bool    `json:"frames,omitempty"` // the unit is a frame: single ones are timed, too
	Cells    []Cell  `json:"cells"`
}

// Cell is one contender of a family.
type Cell struct {
	Name    string `json:"name"` // "backend=table/track=ticks"
	Backend string `json:"backend"`
	Track   string `json:"track,omitempty"`
	Form    string `json:"form,omitempty"`
	Twin    bool   `json:"twin,omitempty"` // the second half of the A/A pair
}

// Profiled is a cell that is run under the profiler: one of each storage in each
// group.
type Profiled struct {
	Group     string `json:"group"`
	Storage   string `json:"storage"`
	Benchmark string `json:"benchmark"`
}

// TwinSuffix ends the name of a twin; without it the name is its cell's.
const TwinSuffix = "/twin=yes"

// Floor reports whether the cell is a floor.
func (c Cell) Floor() bool { return c.Backend == scenarios.Floor }

// Label names the contender in a table: "table/ticks", "floor (range)".
func (c Cell) Label() string {
	s := c.Backend
	if c.Track != "" {
		s += "/" + c.Track
	}
	if c.Form != "" {
		s += " (" + c.Form + ")"
	}
	if c.Twin {
		s += " (twin)"
	}
	return s
}

// Benchmark is the cell's benchmark name, without the word Benchmark. The
// format wants an upper-case letter first.
func (f Family) Benchmark(c Cell) string {
	return strings.ToUpper(f.Name[:1]) + f.Name[1:] + "/" + c.Name
}

// Group is the scenario package that the family belongs to: "track".
func (f Family) Group() string { return group(f.Scenario) }

// Point is the parameter point in words: "n=10000 dirty=1".
func (f Family) Point() string { return f.Params.String() }

// Param gives the value of a parameter, or "".
func (f Family) Param(key string) string { return f.Params.Value(key) }

// LeastFrames is how many single frames are watched in each process: one is
// longer than their percentile of 99.
const LeastFrames = 100

// Groups are the scenario packages of the plan, in its order.
func (p *Plan) Groups() []string {
	var out []string
	seen := map[string]bool{}
	for _, f := range p.Families {
		if g := f.Group(); !seen[g] {
			seen[g] = true
			out = append(out, g)
		}
	}
	return out
}

// InGroup gives the families of one scenario package.
func (p *Plan) InGroup(name string) []Family {
	var out []Family
	for _, f := range p.Families {
		if f.Group() == name {
			out = append(out, f)
		}
	}
	return out
}

// Cells is the number of cells in all families.
func (p *Plan) Cells() int {
	n := 0
	for _, f := range p.Families {
		n += len(f.Cells)
	}
	return n
}

func group(scenario string) string {
	g, _, _ := strings.Cut(scenario, "/")
	return g
}
