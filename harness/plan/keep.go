package plan

import "slices"

// Keep drops all cells but those named, and families without contenders.
func (w *Work) Keep(benchmarks []string) {
	kept := w.Families[:0]
	build := w.Build[:0]
	for i, f := range w.Families {
		cells, create := f.Cells[:0], w.Build[i][:0]
		for j, c := range f.Cells {
			if slices.Contains(benchmarks, f.Benchmark(c)) {
				cells, create = append(cells, c), append(create, w.Build[i][j])
			}
		}
		f.Cells = cells
		if f.contested() {
			kept, build = append(kept, f), append(build, create)
		}
	}
	w.Families, w.Build = kept, build
}

func (f Family) contested() bool {
	return slices.ContainsFunc(f.Cells, func(c Cell) bool { return !c.Floor() && !c.Twin })
}

// Common is the part of two plans that can be compared: the cells that both
// have, in families that do the same amount of work. What only one of them has
// is named.
func Common(old, now *Plan) (both Plan, onlyOld, onlyNew []string) {
	in := func(p *Plan) map[string]Family {
		out := map[string]Family{}
		for _, f := range p.Families {
			out[f.Name] = f
		}
		return out
	}
	olds, news := in(old), in(now)
	has := func(other map[string]Family, f Family, c Cell) bool {
		o, ok := other[f.Name]
		return ok && o.N == f.N && o.Unit == f.Unit && slices.Contains(o.Cells, c)
	}
	both = *now
	both.Families, both.Scenarios, both.Profiles, both.ProfileTime = nil, nil, nil, 0
	for _, f := range now.Families {
		all := f.Cells
		f.Cells = nil
		for _, c := range all {
			switch {
			case has(olds, f, c):
				f.Cells = append(f.Cells, c)
			case !c.Twin:
				onlyNew = append(onlyNew, f.Name+"/"+c.Name)
			}
		}
		if f.contested() {
			both.Families = append(both.Families, f)
		}
	}
	for _, f := range old.Families {
		for _, c := range f.Cells {
			if !c.Twin && !has(news, f, c) {
				onlyOld = append(onlyOld, f.Name+"/"+c.Name)
			}
		}
	}
	for _, s := range now.Scenarios {
		if slices.ContainsFunc(both.Families, func(f Family) bool { return f.Scenario == s.Name }) {
			both.Scenarios = append(both.Scenarios, s)
		}
	}
	return both, onlyOld, onlyNew
}

// Benchmarks are the names of all cells.
func (p *Plan) Benchmarks() []string {
	var out []string
	for _, f := range p.Families {
		for _, c := range f.Cells {
			out = append(out, f.Benchmark(c))
		}
	}
	return out
}
