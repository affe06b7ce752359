package analyse

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"ecslab/harness/plan"
	"ecslab/harness/raw"
)

// TestMigrationByEntityAndByte puts a cost for each entity and for each byte
// that moves with it in, and finds both; where the size of what is carried is
// not told, the cost of a component; and where nothing is carried, that of a byte.
func TestMigrationByEntityAndByte(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	cell := plan.Cell{Name: "backend=table", Backend: "table"}
	a := &analysis{run: &raw.Run{Manifest: &raw.Manifest{Plan: plan.Plan{Seed: 1}}}, series: map[string]*series{}}
	add := func(n, carry, bytes int, ns float64) plan.Family {
		f := plan.Family{Scenario: "migrate/x", N: n, Unit: "entity", Cells: []plan.Cell{cell}}
		f.Name = fmt.Sprintf("migrate/x/n=%d/carry=%d", n, carry)
		f.Params = []plan.Param{{Key: "n", Value: fmt.Sprint(n)}}
		if carry > 0 {
			f.Params = append(f.Params, plan.Param{Key: "carry", Value: fmt.Sprint(carry)})
		}
		if bytes > 0 {
			f.Name += fmt.Sprintf("/bytes=%d", bytes)
			f.Params = append(f.Params, plan.Param{Key: "bytes", Value: fmt.Sprint(bytes)})
		}
		f.Params = append(f.Params, plan.Param{Key: "mode", Value: "single"})
		s := &series{paired: map[int][]float64{}}
		for p := range 6 {
			for range 8 {
				s.paired[p+1] = append(s.paired[p+1], ns*math.Exp(0.005*rng.NormFloat64()))
			}
		}
		a.series[f.Benchmark(cell)] = s
		return f
	}
	var sized, unsized, visited []plan.Family
	for _, n := range []int{1000, 10000} {
		for _, carry := range []int{1, 4, 16} {
			for _, bytes := range []int{8, 64} {
				sized = append(sized, add(n, carry, bytes, 300+float64(n)*(20+0.5*float64(carry*bytes))))
			}
			unsized = append(unsized, add(n, carry, 0, 300+float64(n)*(20+7*float64(carry))))
		}
		for _, bytes := range []int{8, 64, 256} {
			visited = append(visited, add(n, 0, bytes, 300+float64(n)*(20+0.5*float64(bytes))))
		}
	}
	for _, c := range []struct {
		families []plan.Family
		x        string
		each     float64
	}{{sized, "byte carried", 0.5}, {unsized, "component carried", 7}, {visited, "byte", 0.5}} {
		both, alone := 0, 0
		for _, f := range a.fits("migrate/x", c.families) {
			switch {
			case f.X == "entity" && f.And != nil && f.And.X == c.x:
				both++
				if math.Abs(f.Per.Value/20-1) > 0.05 || math.Abs(f.And.Per.Value/c.each-1) > 0.05 || f.Worst > 0.02 {
					t.Errorf("20 ns an entity and %g ns a %s: %+v", c.each, c.x, f)
				}
				if *f.And.Per.Lo > c.each || *f.And.Per.Hi < c.each || f.Where != "mode=single" || len(f.Residuals) != len(c.families) {
					t.Errorf("%+v", f)
				}
			case f.X == c.x:
				alone++
				if math.Abs(f.Per.Value/c.each-1) > 0.05 {
					t.Errorf("%g ns a %s: %+v", c.each, c.x, f)
				}
			}
		}
		if both != 1 || alone != 2 { // one for each n
			t.Errorf("%d fits of both, %d of a %s alone", both, alone, c.x)
		}
	}
}

// TestFormsAreOneContender: where a pair has several forms at one point, the
// first of them goes on what it has without a form at the others.
func TestFormsAreOneContender(t *testing.T) {
	plain := plan.Cell{Name: "backend=table", Backend: "table"}
	first := plan.Cell{Name: "backend=table/form=changed", Backend: "table", Form: "changed"}
	other := plan.Cell{Name: "backend=table/form=unfiltered", Backend: "table", Form: "unfiltered"}
	g := ground{families: []plan.Family{{Cells: []plan.Cell{plain}}, {Cells: []plan.Cell{first, other}}}}
	got := g.contenders()
	if len(got) != 2 || got[0] != plain || got[1] != other {
		t.Errorf("contenders: %+v", got)
	}
	if c, ok := pick(g.families[1], plain); !ok || c != first {
		t.Errorf("picked %+v", c)
	}
	if c, ok := pick(g.families[0], other); ok {
		t.Errorf("picked %+v", c)
	}
}
