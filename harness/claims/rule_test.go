package claims

import (
	"math"
	"math/rand/v2"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/stat"
)

// costs are made-up times: a true cost for each cell of a family, with seeded
// noise, in the processes and rounds of a run.
type costs struct {
	true              map[analyse.Cost]float64
	memory            map[analyse.Cost]analyse.Memory
	processes, rounds int
	noise, margin     float64
	seed              uint64
}

func quiet(true map[analyse.Cost]float64) *costs {
	return &costs{true: true, processes: 5, rounds: 10, noise: 0.003, margin: 0.02, seed: 1}
}

func (c *costs) samples(at analyse.Cost) [][]float64 {
	rng := rand.New(rand.NewPCG(c.seed, uint64(len(at.Family))<<32|uint64(len(at.Cell))<<16|uint64(at.Cell[0])))
	out := make([][]float64, c.processes)
	for p := range out {
		shift := c.noise * rng.NormFloat64()
		for range c.rounds {
			out[p] = append(out[p], c.true[at]*math.Exp(shift+c.noise*rng.NormFloat64()))
		}
	}
	return out
}

func (c *costs) Time(of, against analyse.Cost) (stat.Ratio, float64, error) {
	for _, at := range []analyse.Cost{of, against} {
		if _, ok := c.true[at]; !ok {
			return stat.Ratio{}, 0, absent(at.Cell)
		}
	}
	return stat.Compare(c.samples(of), c.samples(against), c.seed), c.margin, nil
}

func (c *costs) Builds(at analyse.Cost) (stat.Ratio, float64, error) {
	without := at
	without.Scale = 2 // as a cell of its own
	return c.Time(at, without)
}

func (c *costs) Memory(at analyse.Cost) (*analyse.Memory, error) {
	m, ok := c.memory[at]
	if !ok {
		return nil, absent(at.Cell)
	}
	return &m, nil
}

type absent string

func (a absent) Error() string { return string(a) + " is not in this run" }

// cells of a family that takes b 1 and a so much.
func cells(a float64) map[analyse.Cost]float64 {
	return map[analyse.Cost]float64{{Family: "f", Cell: "a"}: a, {Family: "f", Cell: "b"}: 1}
}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		name  string
		rule  Rule
		ratio float64
		noise float64 // 0: quiet
		want  string
	}{
		{"inside", Times{2, 5}, 3, 0, Supported},
		{"a little less than k", Times{2, 5}, 1.7, 0, Supported},
		{"a little more than m", Times{2, 5}, 6, 0, Supported},
		{"less", Times{2, 5}, 1.4, 0, DirectionOnly},
		{"more", Times{2, 5}, 8, 0, DirectionOnly},
		{"no difference", Times{2, 5}, 1, 0, Refuted},
		{"which is ahead hidden by noise, so many times excluded", Times{2, 5}, 1.02, 0.03, Refuted},
		{"more, and less than so many times", Times{2, 5}, 1.2, 0.03, DirectionOnly},
		{"the other way", Times{2, 5}, 0.5, 0, Refuted},
		{"hidden by noise", Times{2, 5}, 1.3, 0.5, NotSeparable},
		{"more", Faster{}, 1.1, 0, Supported},
		{"as much", Faster{}, 1, 0, Refuted},
		{"less", Faster{}, 0.9, 0, Refuted},
		{"hidden by noise", Faster{}, 1.1, 0.3, NotSeparable},
		{"at the margin", Faster{}, 1.02, 0, NotSeparable},
		{"more than twice", Decisive{}, 2.2, 0, Supported},
		{"less than twice", Decisive{}, 1.8, 0, Refuted},
		{"about twice", Decisive{}, 2, 0.05, NotSeparable},
		{"as much", Same{}, 1.03, 0, Supported},
		{"more", Same{}, 1.2, 0, Refuted},
		{"less", Same{}, 0.8, 0, Refuted},
		{"about a tenth more", Same{}, 1.1, 0.02, NotSeparable},
		{"no change", Flat{"n"}, 0.95, 0, Supported},
		{"change", Flat{"n"}, 1.3, 0, Refuted},
		{"change", Grows{"n"}, 1.3, 0, Supported},
		{"no change", Grows{"n"}, 1, 0, Refuted},
		{"hidden by noise", Grows{"n"}, 1.1, 0.2, NotSeparable},
		{"no change", Bounded{"n"}, 1.03, 0, Supported},
		{"less", Bounded{"n"}, 0.5, 0, Supported},
		{"more", Bounded{"n"}, 1.3, 0, Refuted},
		{"hidden by noise", Bounded{"n"}, 1.1, 0.2, NotSeparable},
		{"no more", Free{}, 1, 0, Supported},
		{"less", Free{}, 0.5, 0, Supported},
		{"more", Free{}, 1.1, 0, Refuted},
		{"hidden by noise", Free{}, 1.01, 0.2, NotSeparable},
		{"a thousandth", Share{}, 0.001, 0, Supported},
		{"a tenth", Share{}, 0.1, 0, Refuted},
		{"about the margin", Share{}, 0.02, 0.1, NotSeparable},
	} {
		m := quiet(cells(c.ratio))
		if c.noise > 0 {
			m.noise = c.noise
		}
		claim := Claim{ID: "T", Over: "x", Points: []Point{beside("p", c.rule, "f", "a", "b")}}
		got := Judge([]Claim{claim}, m, nil)[0]
		if got.Verdict != c.want {
			t.Errorf("%s, %s (seed %d): %s at %+v, want %s", c.rule, c.name, m.seed, got.Verdict, got.Points[0].Ratio, c.want)
		}
		if c.want == NotSeparable && got.Detail == "" {
			t.Errorf("%s, %s: not separable, and nothing said of what would have been seen", c.rule, c.name)
		}
	}
}

// TestNoise: what a run is too noisy for is neither free nor refuted.
func TestNoise(t *testing.T) {
	m := quiet(cells(1.15))
	m.margin = 0.4
	for _, r := range []Rule{Free{}, Faster{}, Times{2, 5}} {
		got := Judge([]Claim{{Points: []Point{beside("p", r, "f", "a", "b")}}}, m, nil)[0]
		if got.Verdict != NotSeparable {
			t.Errorf("%s: 15 %% more with a margin of 40 %% is %s", r, got.Verdict)
		}
	}
}

func TestCounts(t *testing.T) {
	a, b := analyse.Cost{Family: "f", Cell: "a"}, analyse.Cost{Family: "f", Cell: "b"}
	for _, c := range []struct {
		name  string
		point Point
		of    analyse.Memory
		want  string
	}{
		{"none", allocating("p", "f", "a"), analyse.Memory{}, Supported},
		{"some", allocating("p", "f", "a"), analyse.Memory{AllocsPerOp: 0.5}, Refuted},
		{"8 bytes", beside("p", Bytes{8}, "f", "a", "b").counting(Difference), analyse.Memory{LiveBytesPerUnit: 24.1}, Supported},
		{"4 bytes", beside("p", Bytes{8}, "f", "a", "b").counting(Difference), analyse.Memory{LiveBytesPerUnit: 20}, Refuted},
		{"more", beside("p", Faster{}, "f", "a", "b").counting(LiveBytes), analyse.Memory{LiveBytes: 120}, Supported},
		{"as much", beside("p", Faster{}, "f", "a", "b").counting(LiveBytes), analyse.Memory{LiveBytes: 100}, Refuted},
		{"more of the tracker", beside("p", Faster{}, "f", "a", "b").counting(TrackerBytes), analyse.Memory{TrackerBytes: pointer(60)}, Supported},
		{"as much of the tracker", beside("p", Faster{}, "f", "a", "b").counting(TrackerBytes), analyse.Memory{TrackerBytes: pointer(50)}, Refuted},
		{"no tracker", beside("p", Faster{}, "f", "a", "b").counting(TrackerBytes), analyse.Memory{}, NotMeasured},
	} {
		m := &costs{memory: map[analyse.Cost]analyse.Memory{a: c.of, b: {LiveBytes: 100, LiveBytesPerUnit: 16, TrackerBytes: pointer(50)}}}
		got := Judge([]Claim{{Points: []Point{c.point}}}, m, nil)[0]
		if got.Verdict != c.want {
			t.Errorf("%s, %s: %s, want %s (%+v)", c.point.Rule, c.name, got.Verdict, c.want, got.Points[0])
		}
	}
}

type table map[string]Counts

func (t table) Counts(q Question) (Counts, bool) {
	c, ok := t[q.Schedule+" "+q.Tracker]
	return c, ok
}

func TestLost(t *testing.T) {
	claim := Claim{Points: []Point{asked("first", "x", MadeUp).happening()}}
	for made, want := range map[int]string{0: Refuted, 3: Supported} {
		if got := Judge([]Claim{claim}, &costs{}, table{"first x": {MadeUp: made, Missed: 1}})[0]; got.Verdict != want {
			t.Errorf("%d made up: %s, want %s", made, got.Verdict, want)
		}
	}
}

func TestFidelity(t *testing.T) {
	claim := Claim{Over: "the order", Points: []Point{asked("first", "x", Missed), asked("last", "x", Missed)}}
	for _, c := range []struct {
		name   string
		table  Fidelity
		want   string
		detail bool
	}{
		{"no table", nil, NotMeasured, true},
		{"without the schedules", table{}, NotMeasured, true},
		{"nothing missed", table{"first x": {Repeated: 3}, "last x": {}}, Supported, false},
		{"missed", table{"first x": {Missed: 1}, "last x": {Missed: 2}}, Refuted, false},
		{"missed by order", table{"first x": {}, "last x": {Missed: 2}}, DependsOn + " the order", true},
	} {
		got := Judge([]Claim{claim}, &costs{}, c.table)[0]
		if got.Verdict != c.want || (got.Detail != "") != c.detail {
			t.Errorf("%s: %q, %q; want %q", c.name, got.Verdict, got.Detail, c.want)
		}
	}
}

func pointer(v float64) *float64 { return &v }
