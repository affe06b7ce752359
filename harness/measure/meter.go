package measure

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strconv"

	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/scenarios"
)

// meter measures one group.
type meter struct {
	spec     Spec
	plan     *plan.Plan
	out      *raw.Writer
	progress io.Writer
	answers  <-chan struct{}
	ledger   *ledger  // of the memory pass; nil in others
	pads     [][]byte // allocations that shift what is allocated after them
}

// built is a cell with its kernel.
type built struct {
	cell       plan.Cell
	benchmark  string
	kernel     scenarios.Kernel
	iterations int    // of a round; 0 until calibrated
	wrong      string // why the cell gives no time; "" while it does
	rounds     []float64
}

type constructor = func(seed uint64) (scenarios.Kernel, error)

// seed is that of one purpose in this process.
func (m *meter) seed(words ...string) uint64 {
	return plan.Derive(m.spec.Options.Seed, append([]string{m.spec.Group, strconv.Itoa(m.spec.Process)}, words...)...)
}

// group measures the families of the group, in an order of this process.
func (m *meter) group(work *plan.Work) {
	m.turn()
	var mine []int
	for i, f := range work.Families {
		if f.Group() == m.spec.Group {
			mine = append(mine, i)
		}
	}
	if m.spec.Pass == raw.PassTime {
		m.bandwidth()
		rng := plan.Rand(m.seed("families"))
		rng.Shuffle(len(mine), func(i, j int) { mine[i], mine[j] = mine[j], mine[i] })
	}
	for _, i := range mine {
		if m.spec.Pass == raw.PassMemory {
			m.weigh(work.Families[i], work.Build[i])
			continue
		}
		counts := m.paired(work.Families[i], work.Build[i])
		if work.Families[i].Allocs {
			m.alone(work.Families[i], work.Build[i], counts)
		}
		if work.Families[i].Frames {
			m.frames(work.Families[i], work.Build[i])
		}
	}
}

// build makes one cell, runs it once and checks it. What panics is wrong.
func (m *meter) build(f plan.Family, c plan.Cell, create constructor) *built {
	b := &built{cell: c, benchmark: f.Benchmark(c)}
	b.guard("cannot be built", func() error {
		k, err := create(m.seed("cell", b.benchmark))
		b.kernel = k
		return err
	})
	b.guard("first iteration", func() error { b.kernel.Run(1); return b.kernel.Check() })
	return b
}

// check asks the kernel whether its state is right.
func (b *built) check() { b.guard("after the last round", func() error { return b.kernel.Check() }) }

// guard runs a step of a cell that is not wrong yet and notes how it failed.
func (b *built) guard(step string, do func() error) {
	if b.wrong != "" {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			b.wrong = fmt.Sprintf("%s: panic: %v", step, r)
		}
	}()
	if err := do(); err != nil {
		b.wrong = fmt.Sprintf("%s: %v", step, err)
	}
}

func (b *built) close() {
	if b.kernel.Close != nil {
		b.guard("close", func() error { b.kernel.Close(); return nil })
	}
	b.kernel = scenarios.Kernel{}
}

// pad allocates a random number of cache lines, up to three pages, so that
// what is built next lies elsewhere in every process: where two columns fall
// on the same address modulo 4096, a loop over both is slower by a third, and
// that has to be noise here, not bias.
func (m *meter) pad(lines int) {
	m.pads = append(m.pads, make([]byte, 64*(1+lines)))
}

// maxPadLines is three pages of 64-byte cache lines.
const maxPadLines = 3 * 4096 / 64

// collect empties the heap of what the family before has left.
func (m *meter) collect() {
	m.pads = nil
	debug.SetGCPercent(100)
	runtime.GC()
}

// turn waits until it is this process's turn, where it shares them.
func (m *meter) turn() {
	if m.spec.Turns {
		fmt.Fprintln(m.progress, Turn)
		<-m.answers
	}
}

func (m *meter) tick(n int) { fmt.Fprintf(m.progress, "%s%d\n", Tick, n) }
