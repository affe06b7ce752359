// Package synthetic makes results directories out of made-up costs and seeded
// noise, for tests: they are the same on every machine.
package synthetic

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ecslab/harness/host"
	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/scenarios"
)

// Options say what the directory holds.
type Options struct {
	Processes, Rounds int
	Complete          int    // timed processes that are written; 0: all, and the memory pass
	Incorrect         string // benchmark of a cell that fails in the last process
	BeatFloor         string // benchmark of a cell that takes half its floor's time
	Profiles          bool   // of a cell of each group and storage

	Seed    uint64             // of the plan and the noise; 0: 42
	Factor  map[string]float64 // by benchmark: what its true cost is multiplied by
	Drift   map[string]float64 // by benchmark: what it gets slower by from round to round
	Modes   map[string]float64 // by benchmark: what every other process multiplies it by
	Short   map[string]int     // by benchmark: what its iterations are divided by
	Slow    float64            // what everything is multiplied by; 0: 1
	Machine *host.Machine      // nil: Machine
	Shard   string             // "2/3": the second of the three scenarios alone
}

// machine is what the run is of.
func (o Options) machine() host.Machine {
	if o.Machine != nil {
		return *o.Machine
	}
	return Machine
}

// factor is what the true cost of a cell is multiplied by.
func (o Options) factor(benchmark string) float64 {
	f := 1.0
	if o.Slow > 0 {
		f = o.Slow
	}
	if x, ok := o.Factor[benchmark]; ok {
		f *= x
	}
	return f
}

// Machine is the machine that all synthetic runs are of.
var Machine = host.Machine{
	CPU: "Synthetic CPU @ 2.00GHz", Cores: 2, L1d: 48 << 10, L2: 2 << 20, L3: 32 << 20,
	Kernel: "6.1.0", GOOS: "linux", GOARCH: "amd64", GOAMD64: "v1", Go: "go1.26.8", GOMAXPROCS: 2,
	Commit: "0123456789abcdef0123456789abcdef01234567",
}

// Plan is what all synthetic runs measure: a scaling scenario, a density
// scenario, and one that allocates.
func Plan(o Options) *plan.Plan {
	p := &plan.Plan{
		Preset: "quick", Seed: 42, Processes: o.Processes, Rounds: o.Rounds, CellTime: 2 * time.Millisecond,
		Storages: []string{"table", "sparse"}, Trackers: []string{"none", "ticks", "bitmap"},
		Scenarios: []plan.Scenario{
			{Name: "iterate/pair", Doc: "What does it cost to visit every entity that has two components?",
				Parameters: []plan.Param{{Key: "n", Value: "entities"}}},
			{Name: "track/density", Doc: "What does it cost to visit only the entities that changed?", Source: "claim B10b",
				Parameters: []plan.Param{{Key: "n", Value: "entities"}, {Key: "dirty", Value: "share of them that changed, in per cent"}}},
			{Name: "spawn/batch", Doc: "What does it cost to spawn entities in one batch?"},
		},
	}
	none := []string{"table", "", "sparse", ""}
	pairs := []string{"table", "ticks", "table", "bitmap", "sparse", "ticks", "sparse", "bitmap"}
	for _, n := range []int{1000, 10000, 100000} {
		p.Families = append(p.Families, family("iterate/pair", n, "", 24, false, none))
	}
	for _, d := range []string{"0", "0.1", "1", "10", "100"} {
		p.Families = append(p.Families, family("track/density", 10000, d, 0, false, pairs))
	}
	p.Families = append(p.Families, family("spawn/batch", 10000, "", 0, true, none))
	for _, g := range []string{"iterate/pair/n=10000", "track/density/n=10000/dirty=1", "spawn/batch/n=10000"} {
		for i, f := range p.Families {
			if f.Name == g {
				twin := f.Cells[1]
				twin.Twin, twin.Name = true, twin.Name+plan.TwinSuffix
				p.Families[i].Cells = append(p.Families[i].Cells, twin)
			}
		}
	}
	if o.Seed != 0 {
		p.Seed = o.Seed
	}
	if s, err := plan.ParseShard(o.Shard); err == nil && s.N > 0 {
		p.Scenarios = p.Scenarios[s.I-1 : s.I]
		p.Families = slices.DeleteFunc(p.Families, func(f plan.Family) bool { return f.Scenario != p.Scenarios[0].Name })
	}
	if o.Profiles {
		p.ProfileTime = plan.ProfileTime
		p.Profiles = profiled(p)
	}
	return p
}

func family(scenario string, n int, dirty string, perUnit float64, allocs bool, pairs []string) plan.Family {
	f := scenarios.Family{Scenario: scenario, Params: []scenarios.Param{{Key: "n", Value: itoa(n)}}}
	if dirty != "" {
		f.Params = append(f.Params, scenarios.Param{Key: "dirty", Value: dirty})
	}
	out := plan.Family{Name: f.Name(), Scenario: scenario, N: n, Unit: "entity", Bytes: perUnit, Allocs: allocs}
	for _, p := range f.Params {
		out.Params = append(out.Params, plan.Param{Key: p.Key, Value: p.Value})
	}
	cells := []scenarios.Cell{{Backend: scenarios.Floor}}
	for i := 0; i < len(pairs); i += 2 {
		cells = append(cells, scenarios.Cell{Backend: pairs[i], Track: pairs[i+1]})
	}
	for _, c := range cells {
		if c.Track == "" && c.Backend != scenarios.Floor {
			c.Track = "none"
		}
		out.Cells = append(out.Cells, plan.Cell{Name: c.Name(), Backend: c.Backend, Track: c.Track})
	}
	return out
}

// cost is the true ns per unit of a cell.
func cost(f plan.Family, c plan.Cell) float64 {
	miss := 1 + 0.25*math.Max(0, math.Log10(float64(f.N)/10000))
	dirty := 0.0
	switch f.Param("dirty") {
	case "0.1":
		dirty = 0.001
	case "1":
		dirty = 0.01
	case "10":
		dirty = 0.1
	case "100":
		dirty = 1
	}
	switch f.Scenario + " " + c.Backend + " " + c.Track {
	case "iterate/pair floor ":
		return 0.63 * miss
	case "iterate/pair table none":
		return (0.65 + 60/float64(f.N)) * miss
	case "iterate/pair sparse none":
		return (0.88 + 40/float64(f.N)) * miss * miss
	case "track/density floor ":
		return 0.006 + 0.9*dirty
	case "track/density table ticks":
		return 0.45 + 1.1*dirty
	case "track/density table bitmap":
		return 0.03 + 2.4*dirty
	case "track/density sparse ticks":
		return 0.52 + 1.5*dirty
	case "track/density sparse bitmap":
		return 0.031 + 2.9*dirty
	case "spawn/batch floor ":
		return 4
	case "spawn/batch table none":
		return 9
	}
	return 21
}

// Write makes the results directory.
func Write(dir string, o Options) error {
	p := Plan(o)
	m := &raw.Manifest{
		Schema: raw.Schema, Run: "synthetic", Created: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Command: "go run ./cmd/benchrun -preset quick -seed 42", Machine: o.machine(),
		Options: plan.Options{Preset: p.Preset, Seed: p.Seed, Processes: p.Processes, Rounds: p.Rounds, Shard: o.Shard}, Plan: *p,
		Elapsed: 100 * time.Second,
	}
	if err := os.MkdirAll(filepath.Join(dir, "raw"), 0o755); err != nil {
		return err
	}
	last := p.Processes
	if o.Complete > 0 {
		last = o.Complete
	}
	write := func(group, pass string, process int, fill func(*raw.Writer)) error {
		var b bytes.Buffer
		w := raw.NewWriter(&b, raw.Header{Run: m.Run, Group: group, Pass: pass, Process: process, Seed: p.Seed, Machine: o.machine()})
		fill(w)
		path := raw.FilePath(group, pass, process)
		m.Files = append(m.Files, raw.Describe(path, group, pass, process, b.Bytes()))
		return os.WriteFile(filepath.Join(dir, path), b.Bytes(), 0o644)
	}
	for i := range last {
		for _, g := range p.Groups() {
			err := write(g, raw.PassTime, i+1, func(w *raw.Writer) { timePass(w, p, o, g, i+1) })
			if err != nil {
				return err
			}
		}
	}
	if o.Complete == 0 {
		for _, g := range p.Groups() {
			if err := write(g, raw.PassMemory, 0, func(w *raw.Writer) { memoryPass(w, p, g) }); err != nil {
				return err
			}
		}
	}
	for _, x := range p.Profiles {
		for _, pass := range raw.Profiles {
			b, err := cellProfile(pass, x)
			if err != nil {
				return err
			}
			entry := raw.Describe(raw.ProfilePath(x.Group, x.Storage, pass), x.Group, pass, 0, b)
			entry.Cell = x.Benchmark
			m.Files = append(m.Files, entry)
			if err := os.WriteFile(filepath.Join(dir, entry.Path), b, 0o644); err != nil {
				return err
			}
		}
	}
	return m.Save(dir)
}

func timePass(w *raw.Writer, p *plan.Plan, o Options, group string, process int) {
	rng := plan.Rand(p.Seed, "synthetic", group, itoa(process))
	for i, set := range []string{"16KiB", "256KiB", "4MiB", "64MiB"} {
		speed := []float64{90e3, 60e3, 25e3, 11e3}[i] * (1 + 0.02*rng.NormFloat64())
		w.Sample(raw.CopyBenchmark+set, 100, raw.Value{Value: 1e6 / speed, Unit: "ns/op"}, raw.Value{Value: speed, Unit: "MB/s"})
	}
	for _, f := range p.InGroup(group) {
		rounds(w, p, o, f, process, rng, "off", 1)
		if f.Allocs {
			rounds(w, p, o, f, process, rng, "100", 1.3)
		}
	}
}

func rounds(w *raw.Writer, p *plan.Plan, o Options, f plan.Family, process int, rng *rand.Rand, gogc string, slower float64) {
	w.GOGC(gogc)
	shift := make([]float64, len(f.Cells))
	for i := range shift {
		shift[i] = 0.003 * rng.NormFloat64()
	}
	for r := range p.Rounds {
		w.Round(r + 1)
		common := 0.02 * rng.NormFloat64()
		for i, c := range f.Cells {
			b := f.Benchmark(c)
			ns := cost(f, c) * float64(f.N) * slower * math.Exp(common+shift[i]+0.008*rng.NormFloat64()) * o.factor(strings.TrimSuffix(b, plan.TwinSuffix))
			ns *= 1 + float64(o.Drift[b]*float64(r))
			if m := o.Modes[b]; m > 0 && process%2 == 0 {
				ns *= m
			}
			if b == o.BeatFloor {
				ns = cost(f, f.Cells[0]) * float64(f.N) / 2 * math.Exp(shift[i])
			}
			if (gogc == "100" && c.Twin) || (b == o.Incorrect && process == p.Processes) {
				continue
			}
			w.Sample(b, int(2e6/ns)/max(o.Short[b], 1)+1, raw.Value{Value: ns, Unit: "ns/op"})
		}
	}
	for _, c := range f.Cells {
		if b := f.Benchmark(c); b == o.Incorrect && process == p.Processes {
			w.Fail(b, "after the last round: sum of x is 41, expected 42")
		}
	}
}

func memoryPass(w *raw.Writer, p *plan.Plan, group string) {
	w.Round(1)
	for _, f := range p.InGroup(group) {
		for i, c := range f.Cells {
			if c.Twin {
				continue
			}
			n := float64(f.N)
			allocs := 0.0
			if f.Allocs {
				allocs = float64(3 + 2*i)
			}
			w.Sample(f.Benchmark(c), 100,
				raw.Value{Value: n * float64(24+8*i), Unit: raw.LiveBytes},
				raw.Value{Value: float64(20 + 50*i), Unit: raw.LiveObjects},
				raw.Value{Value: 150e3 + n*float64(i), Unit: raw.ForcedGC},
				raw.Value{Value: allocs * 4096, Unit: "B/op"},
				raw.Value{Value: allocs, Unit: "allocs/op"})
		}
	}
}
