package analyse_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/internal/synthetic"
	"ecslab/harness/raw"
	"ecslab/harness/stat"
)

const changed = "Iterate/pair/n=10000/backend=table/track=none"

func loaded(t *testing.T, o synthetic.Options) *raw.Run {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := synthetic.Write(dir, o); err != nil {
		t.Fatal(err)
	}
	r, err := raw.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func compared(t *testing.T, old, now synthetic.Options, paired bool) *analyse.Comparison {
	t.Helper()
	c, err := analyse.Compare(loaded(t, old), loaded(t, now), paired)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func cellOf(t *testing.T, c *analyse.Comparison, family, label string) analyse.ComparedCell {
	t.Helper()
	for _, f := range c.Families {
		for _, k := range f.Cells {
			if f.Name == family && k.Label == label {
				return k
			}
		}
	}
	t.Fatalf("no cell %s in %s", label, family)
	return analyse.ComparedCell{}
}

func TestComparisons(t *testing.T) {
	base := synthetic.Options{Processes: 10, Rounds: 10, Seed: 1}
	for _, c := range []struct {
		name    string
		paired  bool
		factor  float64
		slow    float64
		verdict stat.Verdict
		gate    analyse.Gate
	}{
		{"8 % slower, paired", true, 1.08, 1, stat.Slower, analyse.Regressed},
		{"8 % slower, of different times", false, 1.08, 1.3, stat.Slower, analyse.Regressed},
		{"8 % faster, paired", true, 0.92, 1, stat.Faster, analyse.Passed},
		{"the same, paired", true, 1, 1, "", analyse.Passed},
		{"1 % slower, of different times", false, 1.01, 1.3, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := base
			now.Seed = 2
			now.Factor = map[string]float64{changed: c.factor}
			now.Slow = c.slow
			x := compared(t, base, now, c.paired)
			k := cellOf(t, x, "iterate/pair/n=10000", "table/none")
			if c.verdict != "" && k.Verdict != string(c.verdict) {
				t.Errorf("verdict %q (%+v), want %q", k.Verdict, k.Ratio, c.verdict)
			}
			if c.verdict == "" && k.Verdict == string(stat.Slower) {
				t.Errorf("%+v was called slower", k.Ratio)
			}
			// Round by round nothing but the cell differs beyond 5 % between
			// these runs, so a gate with that tolerance judges the cell alone.
			gate, cells := x.Decide(0.05)
			if c.gate != "" && gate != c.gate {
				t.Errorf("gate %q %v, want %q", gate, cells, c.gate)
			}
			if c.gate == analyse.Regressed && (len(cells) != 1 || cells[0] != "iterate/pair/n=10000 table/none") {
				t.Errorf("regressed: %v", cells)
			}
			if gate, _ := x.Decide(0.5); gate != analyse.Passed {
				t.Errorf("with a tolerance of 50 %%: %q", gate)
			}
			weaker := len(x.Notes) > 0 && strings.Contains(x.Notes[0], "different times")
			if weaker == c.paired {
				t.Errorf("notes: %v", x.Notes)
			}
		})
	}
}

func TestInconclusiveGate(t *testing.T) {
	o := synthetic.Options{Processes: 2, Rounds: 3}
	gate, cells := compared(t, o, synthetic.Options{Processes: 2, Rounds: 3, Seed: 2}, true).Decide(0)
	if gate != analyse.Inconclusive || len(cells) == 0 {
		t.Errorf("two processes: %q %v", gate, cells)
	}
	o.Complete = 1
	if gate, _ := compared(t, o, o, true).Decide(0.5); gate != analyse.Inconclusive {
		t.Errorf("one process: %q", gate)
	}
}

func TestDifferentMachinesAreNotCompared(t *testing.T) {
	o := synthetic.Options{Processes: 2, Rounds: 3}
	m := synthetic.Machine
	m.CPU, m.Cores = "Other CPU", 64
	other := o
	other.Machine = &m
	_, err := analyse.Compare(loaded(t, o), loaded(t, other), false)
	var incomparable *analyse.Incomparable
	if !errors.As(err, &incomparable) || !strings.Contains(err.Error(), "Other CPU") {
		t.Errorf("two machines: %v", err)
	}
	// Another commit and toolchain on the same machine are what is compared.
	m = synthetic.Machine
	m.Commit, m.Go = "fedcba", "go1.27"
	if c := compared(t, o, other, false); !strings.Contains(strings.Join(c.Notes, " "), "go1.27") {
		t.Errorf("notes: %v", c.Notes)
	}
}

func TestWrongAndMissingCellsAreNotCompared(t *testing.T) {
	o := synthetic.Options{Processes: 3, Rounds: 4}
	bad := o
	bad.Incorrect = changed
	x := compared(t, o, bad, true)
	if k := cellOf(t, x, "iterate/pair/n=10000", "table/none"); k.Ratio != nil || k.New != nil {
		t.Errorf("a wrong cell has figures: %+v", k)
	}
	if len(x.Wrong) != 1 || !strings.Contains(x.Wrong[0], "INCORRECT: new: iterate/pair/n=10000 table/none") {
		t.Errorf("wrong: %v", x.Wrong)
	}
	a, b := loaded(t, o), loaded(t, o)
	a.Plan.Families = a.Plan.Families[1:]
	b.Plan.Families[3].N++ // another amount of work under the same name
	c, err := analyse.Compare(a, b, true)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.OnlyNew) != 3+5 || len(c.OnlyOld) != 5 {
		t.Errorf("only old %v, only new %v", c.OnlyOld, c.OnlyNew)
	}
}
