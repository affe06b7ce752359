// Package bench runs scenarios under go test: as benchmarks, and as tests of
// the scenarios themselves.
//
//	func BenchmarkIterate(b *testing.B) { bench.Run(b, iterate.Scenarios(), backends.All()) }
//	func TestIterate(t *testing.T)      { bench.Test(t, iterate.Scenarios(), backends.All()) }
//
// The benchmark names are those of the harness, a key=value a part, so that
// benchstat can project them:
//
//	go test -bench . -benchtime 100x ./scenarios/... | tee x
//	go tool benchstat -col /backend x
//
// Flags of the test binary, behind the package list:
//
//	-grid quick      points of the grid: quick, standard or full
//	-max-n 10000     leaves out the families of more entities
//
// The harness measures better than this: paired, shuffled, in fresh processes.
package bench

import (
	"flag"
	"fmt"
	"strconv"
	"testing"

	"ecslab/ecs"
	"ecslab/scenarios"
)

var (
	grid = flag.String("grid", "quick", "points of the scenarios' grids: quick, standard or full")
	maxN = flag.Int("max-n", 10000, "leave out families of more entities")
)

// seed is that of all kernels made here.
const seed = 1

// Run benchmarks every cell of the scenarios. A kernel is checked before and
// after it is timed.
func Run(b *testing.B, list []scenarios.Scenario, backends []ecs.Backend) {
	preset, err := presetOf(*grid)
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range list {
		for _, f := range s.Families(preset, backends) {
			if entities(f) > *maxN {
				continue
			}
			for _, c := range f.Cells {
				runCell(b, f, c)
			}
		}
	}
}

// entities is the size of the family: its parameter n, or else its units of work.
func entities(f scenarios.Family) int {
	for _, p := range f.Params {
		if n, err := strconv.Atoi(p.Value); p.Key == "n" && err == nil {
			return n
		}
	}
	return f.N
}

func presetOf(name string) (scenarios.Preset, error) {
	switch name {
	case "quick":
		return scenarios.Quick, nil
	case "standard":
		return scenarios.Standard, nil
	case "full":
		return scenarios.Full, nil
	}
	return 0, fmt.Errorf("-grid %s: it is quick, standard or full", name)
}

// runCell benchmarks one cell. The kernel is kept from one calibrating call to
// the next: only the time of Run counts. It gets b.N at once, as the harness
// calls it: b.Loop would put a call and a test of its own around each iteration,
// and the shortest take a few nanoseconds.
func runCell(b *testing.B, f scenarios.Family, c scenarios.Cell) {
	var k *scenarios.Kernel
	b.Run(f.Name()+"/"+c.Name(), func(b *testing.B) {
		if k == nil {
			made, err := c.New(seed)
			if err != nil {
				b.Fatal(err)
			}
			k = &made
			k.Run(1)
			if err := k.Check(); err != nil {
				b.Fatal("INCORRECT: ", err)
			}
		}
		b.ReportAllocs()
		b.ResetTimer()
		k.Run(b.N)
		b.StopTimer()
		if err := k.Check(); err != nil {
			b.Fatal("INCORRECT: ", err)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(f.N), "ns/"+f.Unit)
	})
	if k != nil && k.Close != nil {
		k.Close()
	}
}
