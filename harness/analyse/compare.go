package analyse

import (
	"errors"
	"fmt"

	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/harness/stat"
)

// Cost names what a cell of a family costs.
type Cost struct {
	Family string
	Cell   string  // label
	PerOp  bool    // an iteration, not a unit of it
	Scale  float64 // what its time is multiplied by; 0: 1
}

// Comparer sets any two cells of a run against each other, also of two
// families if they were measured in the same processes: rounds of two families
// share no disturbance, so that such an interval is wider by what that is.
type Comparer struct {
	a       *analysis
	figures *Figures
	planned map[string]plan.Family
	builds  *Comparison // nil: none was made
}

// NewComparer compares cells of the run that the figures are of.
func NewComparer(r *raw.Run, f *Figures) *Comparer {
	c := &Comparer{a: &analysis{run: r, series: collectSamples(r)}, figures: f, planned: map[string]plan.Family{}}
	for _, f := range r.Plan.Families {
		c.planned[f.Name] = f
	}
	return c
}

// With takes a comparison of two builds of the program along, or nil.
func (c *Comparer) With(builds *Comparison) *Comparer {
	c.builds = builds
	return c
}

// Builds is what a cell costs with tracking compiled in ÷ compiled out.
func (c *Comparer) Builds(at Cost) (r stat.Ratio, margin float64, err error) {
	if c.builds == nil {
		return r, 0, errors.New("two builds, with tracking compiled in and out: a whole run of preset standard compares them if it finds a Go toolchain and the sources")
	}
	for _, f := range c.builds.Families {
		for _, k := range f.Cells {
			if f.Name == at.Family && k.Label == at.Cell && k.Ratio != nil {
				return k.ratio, k.margin, nil
			}
		}
	}
	return r, 0, fmt.Errorf("the comparison of two builds has no %s in %s", at.Cell, at.Family)
}

// find gives a cell; the error says why it has no figures.
func (c *Comparer) find(at Cost) (*Family, *Cell, error) {
	f := c.figures.Family(at.Family)
	if f == nil {
		return nil, nil, fmt.Errorf("%s is not in this run", at.Family)
	}
	cell := f.Cell(at.Cell)
	if cell == nil {
		return nil, nil, fmt.Errorf("%s has no cell %s in this run", at.Family, at.Cell)
	}
	return f, cell, nil
}

// Time is the ratio of two times, before correction for others, and the margin
// below which no difference is claimed.
func (c *Comparer) Time(of, against Cost) (r stat.Ratio, margin float64, err error) {
	x, f, err := c.times(of)
	if err != nil {
		return r, 0, err
	}
	y, g, err := c.times(against)
	if err != nil {
		return r, 0, err
	}
	if f.Group() != g.Group() {
		return r, 0, fmt.Errorf("%s and %s were measured in different processes", of.Family, against.Family)
	}
	n := min(len(x), len(y)) // of families in one process either all are complete or none
	for i := range n {
		k := min(len(x[i]), len(y[i]))
		x[i], y[i] = x[i][:k], y[i][:k]
	}
	seed := plan.Derive(c.a.run.Plan.Seed, "claim", of.Family, of.Cell, against.Family, against.Cell)
	return stat.Compare(x[:n], y[:n], seed), c.figures.Family(of.Family).Margin, nil
}

func (c *Comparer) times(at Cost) ([][]float64, plan.Family, error) {
	_, cell, err := c.find(at)
	if err != nil {
		return nil, plan.Family{}, err
	}
	if cell.PerOp == nil {
		return nil, plan.Family{}, fmt.Errorf("%s in %s: %s", at.Cell, at.Family, cell.Status)
	}
	f := c.planned[at.Family]
	scale := 1.0
	if at.Scale != 0 {
		scale = at.Scale
	}
	if !at.PerOp {
		scale /= float64(f.N)
	}
	for _, planned := range f.Cells {
		if planned.Label() == at.Cell {
			m := c.a.get(f, planned).matrix()
			out := make([][]float64, len(m))
			for p := range m {
				for _, ns := range m[p] {
					out[p] = append(out[p], float64(ns*scale))
				}
			}
			return out, f, nil
		}
	}
	return nil, f, fmt.Errorf("%s has no cell %s in this run", at.Family, at.Cell)
}

// Memory is what the memory pass found of a cell.
func (c *Comparer) Memory(at Cost) (*Memory, error) {
	_, cell, err := c.find(at)
	if err != nil {
		return nil, err
	}
	if cell.Memory == nil {
		return nil, fmt.Errorf("memory of %s in %s was not measured", at.Cell, at.Family)
	}
	return cell.Memory, nil
}
