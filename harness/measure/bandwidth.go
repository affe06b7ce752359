package measure

import (
	"fmt"
	"slices"
	"time"

	"ecslab/harness/raw"
)

// copySets are the working sets (source and destination together) at which a
// process measures what the machine can copy: within L1, L2, L3 of common
// processors, and beyond.
var copySets = []int{16 << 10, 256 << 10, 4 << 20, 64 << 20}

// copyTime is how long one copy measurement lasts, and copyRepeats how many
// are made of each set: together about 60 ms a process.
const (
	copyTime    = 3 * time.Millisecond
	copyRepeats = 3
)

// bandwidth writes how many bytes the process reads and writes a second when
// it does nothing else. Tables give a workload's share of it.
func (m *meter) bandwidth() {
	for _, set := range copySets {
		src, dst := make([]byte, set/2), make([]byte, set/2)
		for i := range src {
			src[i] = byte(i)
		}
		run := func(n int) {
			for range n {
				copy(dst, src)
			}
		}
		run(1)
		n := max(1, int(float64(copyTime)/max(float64(clock(run, 1)), 1)))
		var took []time.Duration
		for range copyRepeats {
			took = append(took, clock(run, n))
		}
		slices.Sort(took)
		ns := float64(took[copyRepeats/2]) / float64(n)
		m.out.Sample(fmt.Sprintf("%s%s", raw.CopyBenchmark, setName(set)), n,
			raw.Value{Value: ns, Unit: "ns/op"},
			raw.Value{Value: float64(set) / max(ns, 1) * 1000, Unit: "MB/s"})
	}
}

func setName(bytes int) string {
	if bytes >= 1<<20 {
		return fmt.Sprintf("%dMiB", bytes>>20)
	}
	return fmt.Sprintf("%dKiB", bytes>>10)
}
