package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ecslab/scenarios"
)

// Shard is a part of a plan: the I-th of N, counted from 1. The zero Shard is
// the whole.
type Shard struct{ I, N int }

// ParseShard reads "2/4"; "" is the whole. An error is *Unusable.
func ParseShard(s string) (Shard, error) {
	if s == "" {
		return Shard{}, nil
	}
	i, n, ok := strings.Cut(s, "/")
	a, errA := strconv.Atoi(i)
	b, errB := strconv.Atoi(n)
	if !ok || errA != nil || errB != nil || a < 1 || a > b || b > 1000 {
		return Shard{}, &Unusable{fmt.Sprintf("shard %q: it is written 2/4, the second of four", s)}
	}
	return Shard{a, b}, nil
}

// shard keeps the part's families. A scenario is never split: what is said of
// it along a parameter, such as a crossover, compares families that were
// measured side by side. The largest scenarios are dealt out first, each to the
// part that has least to do.
func (w *Work) shard(s Shard) error {
	if s.N == 0 {
		return nil
	}
	work := map[string]int{}
	var names []string
	for _, f := range w.Families {
		if work[f.Scenario] == 0 {
			names = append(names, f.Scenario)
		}
		work[f.Scenario] += f.slots()
	}
	if s.N > len(names) {
		return &Unusable{fmt.Sprintf("shard %d/%d: this plan has %d scenarios, so at most as many shards", s.I, s.N, len(names))}
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(work[b], work[a]) })
	load := make([]int, s.N)
	mine := map[string]bool{}
	for _, n := range names {
		least := slices.Index(load, slices.Min(load))
		load[least] += work[n]
		mine[n] = least == s.I-1
	}
	var families []Family
	var build [][]func(uint64) (scenarios.Kernel, error)
	for i, f := range w.Families {
		if mine[f.Scenario] {
			families, build = append(families, f), append(build, w.Build[i])
		}
	}
	w.Families, w.Build = families, build
	w.Scenarios = slices.DeleteFunc(w.Scenarios, func(x Scenario) bool { return !mine[x.Name] })
	return nil
}
