// Package scenarios defines what a workload is: a scenario yields families,
// a family is one workload at one parameter point, and its cells are the
// backends and floors that run it. The workloads themselves are in the
// packages below this one; each is written once and used both by go test
// -bench and by the harness.
//
//	Scenario ──Families──▶ Family ──Cells──▶ Cell ──New(seed)──▶ Kernel
//	 track/density          n=10000           backend=table        Run, Check
//	                        dirty=1%          track=ticks
//
// Invariants:
//
//  1. Only cells of one family are compared with each other.
//  2. Kernel.Run times the workload and nothing else: what is built up or
//     torn down is built in Cell.New or undone inside the workload.
//  3. Kernel.Check compares the kernel's state with what a plain-slice oracle
//     computed for the same number of iterations; a cell whose check fails
//     publishes INCORRECT, never a time.
//  4. A floor is checked in the same way as a backend.
package scenarios

import (
	"strconv"
	"strings"

	"ecslab/ecs"
)

// Preset says how much of a scenario's grid is asked for.
type Preset int

const (
	Quick    Preset = iota // the few points that are run by default
	Standard               // the points that the claims name
	Full                   // the whole grid
	Small                  // the whole grid with few entities, for tests; never timed
)

// Sizes are the numbers of entities that a preset runs: the usual ones, and
// for Small one that fills no word, chunk or page.
func (p Preset) Sizes(quick, standard, full []int) []int {
	switch p {
	case Quick:
		return quick
	case Standard:
		return standard
	case Full:
		return full
	}
	return []int{SmallSize}
}

// SmallSize is the n of families of preset Small. It is divided by no power of
// two above 2, but by 10, for shares.
const SmallSize = 330

// Param is one key=value of a parameter point, for example {"n", "10000"}.
// Neither holds a blank or a slash.
type Param struct{ Key, Value string }

// Scenario is a workload with its parameter grid.
type Scenario struct {
	Name       string  // "track/density": package, slash, workload
	Doc        string  // one sentence: the question that it answers
	Source     string  // what it mirrors, if anything
	Parameters []Param // each parameter with a sentence on its meaning

	// Families gives the points of the grid that the preset asks for, for the
	// given backends; a scenario leaves out the backends that cannot run it.
	Families func(p Preset, backends []ecs.Backend) []Family
}

// Int is a whole-number parameter.
func Int(key string, value int) Param { return Param{key, strconv.Itoa(value)} }

// Family is one workload at one parameter point.
type Family struct {
	Scenario string  // the Name of its scenario
	Params   []Param // the point, in the order in which it is printed
	N        int     // units of work per iteration: ns/op ÷ N is ns per Unit
	Unit     string  // "entity", "op", "query"
	Bytes    float64 // bytes that the workload must touch per Unit; 0: not known
	Allocs   bool    // allocates by design, so it is also timed with the collector on
	Cells    []Cell
}

// Name is the family's name in benchmark form: "track/density/n=10000/dirty=1".
func (f Family) Name() string {
	var b strings.Builder
	b.WriteString(f.Scenario)
	for _, p := range f.Params {
		b.WriteString("/" + p.Key + "=" + p.Value)
	}
	return b.String()
}

// Floor is the Backend of a cell that is a floor.
const Floor = "floor"

// Cell is one contender of a family.
type Cell struct {
	Backend string // the storage, or Floor
	Track   string // the tracker; "" for a floor
	Form    string // how the workload is written, where a family holds several; else ""

	// New builds the workload. The seed decides order and offsets of what is
	// allocated, never what is computed. Calling it is not timed.
	New func(seed uint64) (Kernel, error)
}

// Name is the cell's part of a benchmark name: "backend=table/track=ticks".
func (c Cell) Name() string {
	s := "backend=" + c.Backend
	if c.Track != "" {
		s += "/track=" + c.Track
	}
	if c.Form != "" {
		s += "/form=" + c.Form
	}
	return s
}

// Kernel is a built workload.
type Kernel struct {
	Run   func(iterations int) // the timed part
	Frame func()               // one of N frames, where an iteration is N of them; else nil
	Check func() error         // nil: right; says what was got and what was expected
	Close func()               // gives back what New took; may be nil
}
