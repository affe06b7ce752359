package plan

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"time"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// Options are what the user may choose.
type Options struct {
	Preset    string        `json:"preset"`
	Seed      uint64        `json:"seed"`
	Processes int           `json:"processes,omitempty"` // 0: as the preset says
	Rounds    int           `json:"rounds,omitempty"`    // 0: as the preset says
	CellTime  time.Duration `json:"cell_time,omitempty"` // 0: the preset's budget, divided
	Filter    string        `json:"filter,omitempty"`    // see Filter
	Backend   string        `json:"backend,omitempty"`   // comma list of storages and pairs
	Names     []string      `json:"names,omitempty"`     // scenarios or scenario packages
	Profile   time.Duration `json:"profile,omitempty"`   // work of a profiled cell; 0: as the preset says
	Shard     string        `json:"shard,omitempty"`     // "2/4": the second of four parts; "": the whole
}

// Work is a plan with the constructors of its cells: Build[i][j] builds cell j
// of family i.
type Work struct {
	Plan
	Build [][]func(seed uint64) (scenarios.Kernel, error)
}

// New makes the plan that the options describe. The errors that come from the
// options (a name that does not exist, a filter that selects nothing) are
// *Unknown or *Unusable; another error says that a scenario is ill-formed.
func New(backends []ecs.Backend, list []scenarios.Scenario, o Options) (*Work, error) {
	preset, err := FindPreset(o.Preset)
	if err != nil {
		return nil, err
	}
	chosen, err := chooseScenarios(list, o.Names)
	if err != nil {
		return nil, err
	}
	pairs, err := chooseBackends(backends, o.Backend)
	if err != nil {
		return nil, err
	}
	keep, err := newFilter(o.Filter)
	if err != nil {
		return nil, err
	}
	w := &Work{Plan: Plan{
		Preset: preset.Name, Seed: o.Seed, Filter: o.Filter, Backend: o.Backend, Names: o.Names,
		Processes: cmp.Or(o.Processes, preset.Processes), Rounds: cmp.Or(o.Rounds, preset.Rounds),
	}}
	w.Storages, w.Trackers = columns(backends)
	offered := map[string]bool{}
	for _, s := range chosen {
		used := false
		for _, f := range s.Families(preset.Grid, pairs) {
			offered[f.Name()] = true
			family, build, err := family(f, keep)
			if err != nil {
				return nil, fmt.Errorf("scenario %s: %w", s.Name, err)
			}
			if len(family.Cells) > 0 {
				w.Families = append(w.Families, family)
				w.Build = append(w.Build, build)
				used = true
			}
		}
		if used {
			w.Scenarios = append(w.Scenarios, Scenario{s.Name, s.Doc, s.Source, params(s.Parameters)})
		}
	}
	if err := checkKeys(o.Filter, offered); err != nil {
		return nil, err
	}
	if len(w.Families) == 0 {
		return nil, nothing(o, offered, chosen, pairs)
	}
	if err := w.unique(); err != nil {
		return nil, err
	}
	part, err := ParseShard(o.Shard)
	if err != nil {
		return nil, err
	}
	whole := w.cellTime(preset.Timing) // all parts of a plan time their cells alike
	if err := w.shard(part); err != nil {
		return nil, err
	}
	w.addTwins()
	if w.ProfileTime = cmp.Or(o.Profile, preset.Profile); w.ProfileTime > 0 {
		w.Profiles = w.profiled()
	}
	w.CellTime = o.CellTime
	switch {
	case w.CellTime != 0:
	case part.N > 0:
		w.CellTime = whole
	default:
		w.CellTime = w.cellTime(preset.Timing)
	}
	return w, nil
}

// family converts a family, leaving out the cells that the filter rejects.
// Floors stay as long as any other cell does: they are the reference.
func family(f scenarios.Family, keep filter) (Family, []func(uint64) (scenarios.Kernel, error), error) {
	out := Family{
		Name: f.Name(), Scenario: f.Scenario, Params: params(f.Params),
		N: f.N, Unit: f.Unit, Bytes: f.Bytes, Allocs: f.Allocs, Frames: f.Unit == "frame",
	}
	var build []func(uint64) (scenarios.Kernel, error)
	contenders := 0
	for _, c := range f.Cells {
		cell := Cell{Name: c.Name(), Backend: c.Backend, Track: c.Track, Form: c.Form}
		if err := checkName(out.Benchmark(cell)); err != nil {
			return out, nil, err
		}
		switch {
		case cell.Floor():
		case keep.match(out, cell):
			contenders++
		default:
			continue
		}
		out.Cells = append(out.Cells, cell)
		build = append(build, c.New)
	}
	if contenders == 0 {
		out.Cells = nil
	}
	if f.N <= 0 || f.Unit == "" {
		return out, nil, fmt.Errorf("%s: no unit of work (N %d, unit %q)", out.Name, f.N, f.Unit)
	}
	return out, build, nil
}

// addTwins doubles one cell in one family of each group: the first cell that
// is not a floor, of the first family of the size that most families have. The
// pair is what the noise of the run is judged by, so it is a typical one.
func (w *Work) addTwins() {
	for _, g := range w.Groups() {
		best := w.typical(g)
		f := &w.Families[best]
		for j, c := range f.Cells {
			if c.Floor() {
				continue
			}
			c.Twin = true
			c.Name += TwinSuffix
			f.Cells = append(f.Cells, c)
			w.Build[best] = append(w.Build[best], w.Build[best][j])
			break
		}
	}
}

// typical is the index of the first family of the size that most families of
// the group have.
func (p *Plan) typical(group string) int {
	count := map[int]int{}
	for _, f := range p.InGroup(group) {
		count[f.N]++
	}
	best := -1
	for i, f := range p.Families {
		if f.Group() == group && (best < 0 || count[f.N] > count[p.Families[best].N]) {
			best = i
		}
	}
	return best
}

// profiled picks a cell of each storage in each group: the first of its cells
// in the typical family or, where that has none, in the first that has.
func (p *Plan) profiled() []Profiled {
	var out []Profiled
	for _, g := range p.Groups() {
		families := append([]Family{p.Families[p.typical(g)]}, p.InGroup(g)...)
		for _, s := range p.Storages {
			if b := firstOf(families, s); b != "" {
				out = append(out, Profiled{g, s, b})
			}
		}
	}
	return out
}

func firstOf(families []Family, storage string) string {
	for _, f := range families {
		for _, c := range f.Cells {
			if c.Backend == storage && !c.Twin {
				return f.Benchmark(c)
			}
		}
	}
	return ""
}

var (
	endsInDigits = regexp.MustCompile(`-[0-9]+$`)
	blank        = regexp.MustCompile(`\s`)
)

// checkName refuses what the benchmark format would misread: blanks end a
// name, and -8 at its end is taken for GOMAXPROCS.
func checkName(name string) error {
	if blank.MatchString(name) || endsInDigits.MatchString(name) {
		return fmt.Errorf("%q cannot be a benchmark name: it holds a blank or ends in -digits", name)
	}
	return nil
}

func (w *Work) unique() error {
	seen := map[string]bool{}
	for _, f := range w.Families {
		for _, c := range f.Cells {
			b := f.Benchmark(c)
			if seen[b] {
				return fmt.Errorf("two cells are named %s", b)
			}
			seen[b] = true
		}
	}
	return nil
}

func columns(backends []ecs.Backend) (storages, trackers []string) {
	seen := map[string]bool{}
	for _, b := range backends {
		if k := "s " + b.Storage; !seen[k] {
			seen[k] = true
			storages = append(storages, b.Storage)
		}
		if k := "t " + b.Tracker; !seen[k] {
			seen[k] = true
			trackers = append(trackers, b.Tracker)
		}
	}
	return storages, trackers
}

func params(in []scenarios.Param) []Param {
	var out []Param
	for _, p := range in {
		out = append(out, Param{p.Key, strings.TrimSpace(p.Value)})
	}
	return out
}
