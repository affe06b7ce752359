package analyse

import (
	"maps"
	"math"
	"slices"

	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/harness/stat"
)

// series is all samples of one cell.
type series struct {
	paired map[int][]float64 // ns/op by process, in the order of rounds; collector off
	alone  map[int][]raw.Sample
	frames []raw.Sample // one a process
	memory *raw.Sample
	failed string // the first failure

	iterations int // of a paired round; those of the first, as a rule those of all
}

// collectSamples sorts the samples by benchmark.
func collectSamples(r *raw.Run) map[string]*series {
	out := map[string]*series{}
	get := func(b string) *series {
		if out[b] == nil {
			out[b] = &series{paired: map[int][]float64{}, alone: map[int][]raw.Sample{}}
		}
		return out[b]
	}
	for _, f := range r.Failures {
		if s := get(f.Benchmark); s.failed == "" {
			s.failed = f.Message
		}
	}
	for i, s := range r.Samples {
		x := get(s.Benchmark)
		switch _, weighed := s.Values[raw.LiveBytes]; {
		case weighed:
			x.memory = &r.Samples[i]
		case has(s, raw.FrameP50):
			x.frames = append(x.frames, s)
		case s.GOGC == "100":
			x.alone[s.Process] = append(x.alone[s.Process], s)
		default:
			x.paired[s.Process] = append(x.paired[s.Process], s.Values["ns/op"])
			if x.iterations == 0 {
				x.iterations = s.Iterations
			}
		}
	}
	return out
}

// processes are those in which the cell was measured, in order.
func (s *series) processes() []int {
	var out []int
	for p := range s.paired {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

// matrix is the cell's times by process and round.
func (s *series) matrix() [][]float64 {
	var out [][]float64
	for _, p := range s.processes() {
		out = append(out, s.paired[p])
	}
	return out
}

// all is the cell's times, of all processes and rounds.
func (s *series) all() []float64 {
	var out []float64
	for _, rounds := range s.matrix() {
		out = append(out, rounds...)
	}
	return out
}

// withGC is the mean over rounds of each process: a collection that falls into
// every third round is a part of the price of all of them.
func (s *series) withGC() []float64 {
	var processes []int
	for p := range s.alone {
		processes = append(processes, p)
	}
	slices.Sort(processes)
	var out []float64
	for _, p := range processes {
		ns, n := 0.0, 0.0
		for _, x := range s.alone[p] {
			ns += float64(x.Values["ns/op"] * float64(x.Iterations))
			n += float64(x.Iterations)
		}
		out = append(out, ns/n)
	}
	return out
}

// levels ranks the cells of a family as ratios compare them: by the mean over
// processes of the median over rounds of log(cell ÷ geometric mean of the
// round). Absolute medians would rank them by the moments at which the machine
// was disturbed, wherever that is more than what separates them.
func levels(cells map[string]*series) map[string]float64 {
	logs := map[string][][]float64{}
	var mean [][]float64
	for _, label := range slices.Sorted(maps.Keys(cells)) { // sums depend on their order
		m := cells[label].matrix()
		logs[label] = m
		for p := range m {
			if len(mean) <= p {
				mean = append(mean, make([]float64, len(m[p])))
			}
			for r, ns := range m[p] {
				mean[p][r] += math.Log(ns) / float64(len(cells))
			}
		}
	}
	out := map[string]float64{}
	for label, m := range logs {
		for p := range m {
			var relative []float64
			for r, ns := range m[p] {
				relative = append(relative, math.Log(ns)-mean[p][r])
			}
			out[label] += stat.Median(relative) / float64(len(m))
		}
	}
	return out
}

func estimate(values []float64, scale float64) *Estimate {
	if len(values) == 0 {
		return nil
	}
	e := stat.Summarize(values)
	out := &Estimate{Median: stat.Round4(e.Center * scale), N: e.N}
	if !math.IsInf(e.Lo, 0) && !math.IsInf(e.Hi, 0) {
		out.Lo, out.Hi = pointer(e.Lo*scale), pointer(e.Hi*scale)
	}
	return out
}

func ratio(r stat.Ratio, corrected float64) *Ratio {
	out := &Ratio{Ratio: stat.Round4(r.Ratio), Corrected: stat.Round4(corrected)}
	if r.Processes > 1 {
		out.Lo, out.Hi = pointer(r.Lo), pointer(r.Hi)
	}
	return out
}

func pointer(v float64) *float64 {
	v = stat.Round4(v)
	return &v
}

func has(s raw.Sample, unit string) bool { _, ok := s.Values[unit]; return ok }

// slowFrames are the medians over processes of the percentiles, and the worst
// frame of all; nil where no frames were watched.
func (s *series) slowFrames() *Frames {
	if len(s.frames) == 0 {
		return nil
	}
	var p50, p99 []float64
	out := &Frames{}
	for _, x := range s.frames {
		p50, p99 = append(p50, x.Values[raw.FrameP50]), append(p99, x.Values[raw.FrameP99])
		out.Worst = max(out.Worst, stat.Round4(x.Values[raw.FrameWorst]))
		out.N += x.Iterations
	}
	out.P50, out.P99 = stat.Round4(stat.Median(p50)), stat.Round4(stat.Median(p99))
	return out
}

func memory(s *raw.Sample, f plan.Family) *Memory {
	if s == nil {
		return nil
	}
	v := func(unit string) float64 { return stat.Round4(s.Values[unit]) }
	out := &Memory{
		LiveBytes:        v(raw.LiveBytes),
		LiveBytesPerUnit: stat.Round4(s.Values[raw.LiveBytes] / float64(f.N)),
		LiveObjects:      v(raw.LiveObjects),
		ForcedGC:         v(raw.ForcedGC),
		AllocsPerOp:      v("allocs/op"),
		BytesPerOp:       v("B/op"),
	}
	if has(*s, raw.TrackerBytes) {
		out.TrackerBytes, out.BesideBytes = pointer(s.Values[raw.TrackerBytes]), pointer(s.Values[raw.BesideBytes])
	}
	if has(*s, raw.Archetypes) {
		out.Archetypes, out.Tables = pointer(s.Values[raw.Archetypes]), pointer(s.Values[raw.Tables])
	}
	return out
}
