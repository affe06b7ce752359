package bench

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// Test builds every cell of the scenarios with few entities, runs it for a few
// iterations and checks it, the floors too. It also looks at what the harness
// relies on: names, units, and that cells of a family do not allocate unless
// the family says so.
func Test(t *testing.T, list []scenarios.Scenario, backends []ecs.Backend) {
	seen := map[string]bool{}
	for _, s := range list {
		families := s.Families(scenarios.Small, backends)
		if len(families) == 0 && len(s.Families(scenarios.Full, backends)) > 0 {
			t.Errorf("%s: no family of preset Small", s.Name)
		}
		for _, p := range []scenarios.Preset{scenarios.Quick, scenarios.Standard, scenarios.Full} {
			for _, f := range s.Families(p, backends) {
				if err := wellFormed(s, f); err != nil {
					t.Error(err)
				}
			}
		}
		for _, f := range families {
			if err := wellFormed(s, f); err != nil {
				t.Error(err)
			}
			for _, c := range f.Cells {
				name := f.Name() + "/" + c.Name()
				if seen[name] {
					t.Errorf("two cells are named %s", name)
				}
				seen[name] = true
				t.Run(name, func(t *testing.T) { testCell(t, f, c) })
			}
		}
	}
}

var endsInDigits = regexp.MustCompile(`-[0-9]+$`)

func wellFormed(s scenarios.Scenario, f scenarios.Family) error {
	floors := 0
	for _, c := range f.Cells {
		if c.Backend == scenarios.Floor {
			floors++
		}
		if name := f.Name() + "/" + c.Name(); strings.ContainsAny(name, " \t") || endsInDigits.MatchString(name) {
			return fmt.Errorf("%q cannot be a benchmark name", name)
		}
	}
	declared := map[string]bool{}
	for _, p := range s.Parameters {
		declared[p.Key] = true
	}
	for _, p := range f.Params {
		if !declared[p.Key] {
			return fmt.Errorf("%s: parameter %q is not described", f.Name(), p.Key)
		}
	}
	switch {
	case f.Scenario != s.Name:
		return fmt.Errorf("family %s belongs to scenario %s, made by %s", f.Name(), f.Scenario, s.Name)
	case f.N <= 0 || f.Unit == "":
		return fmt.Errorf("%s: no unit of work", f.Name())
	case s.Doc == "":
		return fmt.Errorf("%s: says nothing of itself", s.Name)
	case floors == 0:
		return fmt.Errorf("%s: no floor", f.Name())
	case floors == len(f.Cells):
		return fmt.Errorf("%s: only floors", f.Name())
	}
	return nil
}

func testCell(t *testing.T, f scenarios.Family, c scenarios.Cell) {
	k, err := try(c)
	if k.Close != nil {
		defer k.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	if f.Unit == "frame" && f.N > 1 {
		for range f.N {
			k.Frame()
		}
		if err := k.Check(); err != nil {
			t.Errorf("after an iteration frame by frame: %v", err)
		}
	}
	if f.Allocs || !countAllocs {
		return
	}
	k.Run(warmIterations)
	if n := testing.AllocsPerRun(1, func() { k.Run(countedIterations) }); n > strayAllocations {
		t.Errorf("%v allocations in %d iterations, expected none", n, countedIterations)
	}
}

// Try builds a cell, runs it for a few iterations and says what is wrong with
// it, if anything.
func Try(c scenarios.Cell) error {
	k, err := try(c)
	if k.Close != nil {
		k.Close()
	}
	return err
}

func try(c scenarios.Cell) (k scenarios.Kernel, err error) {
	total := 0
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic after %d iterations: %v", total, r)
		}
	}()
	if k, err = c.New(seed); err != nil {
		return k, fmt.Errorf("cannot be built: %w", err)
	}
	for _, n := range []int{0, 1, 1, 2, 9, 0} {
		k.Run(n)
		total += n
		if err := k.Check(); err != nil {
			return k, fmt.Errorf("after %d iterations: %w", total, err)
		}
	}
	return k, nil
}

const (
	warmIterations    = 70 // more than a ring of history or the turns of a free list
	countedIterations = 30
	strayAllocations  = 2 // a list that grows once more is not the steady state
)
