package plan

import (
	"slices"
	"strings"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// Find looks for a cell by its name, with or without the word Benchmark before
// it, in the grid of each preset. It gives the options of a plan that holds the
// cell and little else, and the cell's benchmark name. An error is *Unknown.
func Find(backends []ecs.Backend, list []scenarios.Scenario, name string) (Options, string, error) {
	want := strings.TrimPrefix(name, "Benchmark")
	var valid []string
	for _, p := range Presets {
		for _, s := range list {
			for _, f := range s.Families(p.Grid, backends) {
				family := Family{Name: f.Name()}
				for _, c := range f.Cells {
					b := family.Benchmark(Cell{Name: c.Name()})
					if strings.EqualFold(b, want) {
						return Options{Preset: p.Name, Names: []string{s.Name}}, b, nil
					}
					valid = append(valid, f.Name()+"/"+c.Name())
				}
			}
		}
	}
	slices.Sort(valid)
	return Options{}, "", &Unknown{"cell", name, slices.Compact(valid)}
}

// Locate gives the indices of a benchmark's family and cell; ok is false if the
// plan does not hold it.
func (p *Plan) Locate(benchmark string) (family, cell int, ok bool) {
	for i, f := range p.Families {
		for j, c := range f.Cells {
			if f.Benchmark(c) == benchmark {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}
