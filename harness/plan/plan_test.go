package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ecslab/ecs"
	"ecslab/scenarios"
)

var backends = []ecs.Backend{
	{Storage: "table", Tracker: "none"}, {Storage: "table", Tracker: "ticks"},
	{Storage: "sparse", Tracker: "none"}, {Storage: "sparse", Tracker: "ticks"},
}

func scenario(name, form string, allocs bool, ns ...string) scenarios.Scenario {
	return scenarios.Scenario{Name: name, Families: func(_ scenarios.Preset, pairs []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range ns {
			f := scenarios.Family{Scenario: name, Params: []scenarios.Param{{Key: "n", Value: n}}, N: len(n), Unit: "entity", Allocs: allocs}
			f.Cells = append(f.Cells, scenarios.Cell{Backend: scenarios.Floor})
			for _, b := range pairs {
				f.Cells = append(f.Cells, scenarios.Cell{Backend: b.Storage, Track: b.Tracker, Form: form})
			}
			out = append(out, f)
		}
		return out
	}}
}

func TestNewTwinsOneCellOfEachGroup(t *testing.T) {
	w, err := New(backends, []scenarios.Scenario{
		scenario("iterate/pair", "", false, "1", "10", "20"), scenario("iterate/one", "", false, "10"), scenario("spawn/batch", "", true, "10"),
	}, Options{Preset: "quick", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var twins []string
	for i, f := range w.Families {
		if len(f.Cells) != len(w.Build[i]) {
			t.Errorf("%s: %d cells, %d constructors", f.Name, len(f.Cells), len(w.Build[i]))
		}
		for _, c := range f.Cells {
			if c.Twin {
				twins = append(twins, f.Benchmark(c))
			}
		}
	}
	want := []string{
		"Iterate/pair/n=10/backend=table/track=none/twin=yes",
		"Spawn/batch/n=10/backend=table/track=none/twin=yes",
	}
	if !slices.Equal(twins, want) {
		t.Errorf("twins %v, want %v", twins, want)
	}
	if got := w.Groups(); !slices.Equal(got, []string{"iterate", "spawn"}) {
		t.Errorf("groups %v", got)
	}
}

func TestFilters(t *testing.T) {
	list := []scenarios.Scenario{scenario("iterate/pair", "", false, "1", "10"), scenario("track/density", "", false, "10")}
	for _, c := range []struct {
		o        Options
		families int
		cells    int // floors and twins included
	}{
		{Options{}, 3, 3*5 + 2},
		{Options{Names: []string{"track"}}, 1, 6},
		{Options{Names: []string{"track/density"}}, 1, 6},
		{Options{Backend: "table"}, 3, 3*3 + 2},
		{Options{Backend: "table/ticks, sparse"}, 3, 3*4 + 2},
		{Options{Filter: "n=10"}, 2, 2*5 + 2},
		{Options{Filter: "/backend:table -/track:none"}, 3, 3*2 + 2},
		{Options{Filter: ".name:Track"}, 1, 6},
	} {
		c.o.Preset = "quick"
		w, err := New(backends, list, c.o)
		if err != nil {
			t.Errorf("%+v: %v", c.o, err)
			continue
		}
		if len(w.Families) != c.families || w.Cells() != c.cells {
			t.Errorf("%+v: %d families and %d cells, want %d and %d", c.o, len(w.Families), w.Cells(), c.families, c.cells)
		}
		if !slices.Equal(w.Storages, []string{"table", "sparse"}) {
			t.Errorf("%+v: colours would change, storages are %v", c.o, w.Storages)
		}
	}
}

func TestNamesThatTheFormatWouldMisread(t *testing.T) {
	for _, s := range []scenarios.Scenario{
		scenario("iterate/pair", "x-8", false, "1"), scenario("iterate/a pair", "", false, "1"),
	} {
		if _, err := New(backends, []scenarios.Scenario{s}, Options{Preset: "quick"}); err == nil || !strings.Contains(err.Error(), "benchmark name") {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
	s := scenario("iterate/pair", "", false, "1", "1")
	if _, err := New(backends, []scenarios.Scenario{s}, Options{Preset: "quick"}); err == nil || !strings.Contains(err.Error(), "two cells") {
		t.Errorf("two families of one name: %v", err)
	}
}

// TestQuickStaysInItsBudget computes what the largest quick run is allowed.
func TestQuickStaysInItsBudget(t *testing.T) {
	w := &Work{Plan: Plan{Processes: 5, Rounds: 10}}
	for range 25 {
		w.Families = append(w.Families, Family{Name: "a/b", Scenario: "a/b", Cells: make([]Cell, 10)})
	}
	w.CellTime = w.cellTime(Presets[0].Timing)
	if got := w.Timing(); got > Presets[0].Timing*11/10 || got < Presets[0].Timing/3 {
		t.Errorf("timing takes %s of %s", got, Presets[0].Timing)
	}
	if w.CellTime < minCellTime || w.CellTime > maxCellTime {
		t.Errorf("a cell lasts %s", w.CellTime)
	}
	w.Families = w.Families[:1]
	if got := w.cellTime(time.Hour); got != maxCellTime {
		t.Errorf("with room a cell lasts %s, want %s", got, maxCellTime)
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		word  string
		valid []string
		want  string
	}{
		{"quik", []string{"quick", "standard", "full"}, `; did you mean "quick"?`},
		{"density", []string{"iterate/pair", "track/density"}, `; did you mean "track/density"?`},
		{"tabel/ticks", []string{"table", "table/ticks", "sparse/ticks"}, `; did you mean "table/ticks"?`},
		{"rnu", []string{"list", "run"}, `; did you mean "run"?`},
		{"-version", []string{"-preset", "-seed"}, `; one is "-preset"`},
		{"claims", []string{"list", "run"}, `; one is "list"`},
		{"x", nil, ""},
	} {
		if got, want := (&Unknown{"word", c.word, c.valid}).Error(), fmt.Sprintf("no word %q", c.word)+c.want; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	var u *Unknown
	if _, err := FindPreset("quik"); !errors.As(err, &u) {
		t.Errorf("got %v", err)
	}
}

func TestDerive(t *testing.T) {
	if first, again := Derive(1, "a", "b"), Derive(1, "a", "b"); first != again {
		t.Error("the same words gave different seeds")
	}
	seen := map[uint64]bool{}
	for _, words := range [][]string{{"a", "b"}, {"ab"}, {"a", "", "b"}, {"b", "a"}, {}} {
		for seed := range uint64(3) {
			s := Derive(seed, words...)
			if seen[s] {
				t.Errorf("%d %q: a seed twice", seed, words)
			}
			seen[s] = true
		}
	}
}
