package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"golang.org/x/perf/benchmath"

	"ecslab/replay"
)

// ranked is a pair with its place.
type ranked struct {
	Pair  string  `json:"pair"`
	NS    float64 `json:"ns"`     // a frame; without frames, of the measured part
	Ratio float64 `json:"ratio"`  // to the first: median over the rounds
	Low   float64 `json:"low"`    // 95 % interval of the ratio
	High  float64 `json:"high"`   //
	Alike bool    `json:"alike"`  // cannot be told from the first
	Frame bool    `json:"frame"`  // NS is of a frame
	Most  string  `json:"most"`   // the kind of statement that took most of the time …
	Share float64 `json:"share"`  // … and its part of it
	Round int     `json:"rounds"` // that were measured

	samples []float64 // ns, one of each round
}

// rank orders what was measured by time, and says which pairs refused the
// workload and which answered wrongly. A workload without a statement that
// takes time gives none of them.
func rank(all []*replay.Times) (ranks []*ranked, refused, wrong []string) {
	for _, t := range all {
		switch r := t.Result; {
		case r.Verdict == replay.Disagree:
			line := r.Pair + ": a disagreement"
			if r.First != nil {
				line = r.Pair + ": " + r.First.String()
			}
			wrong = append(wrong, line)
		case r.Refused > 0 || r.Cut:
			refused = append(refused, r.Pair)
		case len(t.Works) == 0:
		default:
			ranks = append(ranks, total(t))
		}
	}
	if len(ranks) == 0 {
		return ranks, refused, wrong
	}
	slices.SortFunc(ranks, func(a, b *ranked) int { return cmp.Compare(a.NS, b.NS) })
	first := ranks[0]
	for _, r := range ranks {
		ratios := make([]float64, min(len(r.samples), len(first.samples)))
		for i := range ratios {
			ratios[i] = r.samples[i] / first.samples[i]
		}
		r.Ratio, r.Low, r.High = middle(ratios)
		r.Alike = r.Low <= 1
	}
	return ranks, refused, wrong
}

// total adds up what the kinds of work took, but for finding out what a name
// stands for, which is the trace's affair and not the backend's.
func total(t *replay.Times) *ranked {
	r := &ranked{Pair: t.Result.Pair}
	frames, whole, most := 1, 0.0, 0.0
	for i := range t.Works {
		w := &t.Works[i]
		kind := w.Work.String()
		if kind == "names" {
			continue
		}
		if kind == "tick" {
			frames, r.Frame = w.Statements, true
		}
		if r.samples == nil {
			r.samples = make([]float64, len(w.Samples))
		}
		for k := range min(len(w.Samples), len(r.samples)) {
			r.samples[k] += w.Samples[k] * float64(w.Statements)
		}
		median, _, _ := middle(w.Samples)
		took := median * float64(w.Statements)
		whole += took
		if took > most {
			most, r.Most = took, kind
		}
	}
	for k := range r.samples {
		r.samples[k] /= float64(max(frames, 1))
	}
	if whole > 0 {
		r.Share = most / whole
	}
	r.NS, _, _ = middle(r.samples)
	r.Round = len(r.samples)
	return r
}

// middle is the median with its 95 % interval, by order statistics.
func middle(samples []float64) (median, low, high float64) {
	s := benchmath.AssumeNothing.Summary(benchmath.NewSample(slices.Clone(samples), &benchmath.DefaultThresholds), 0.95)
	return s.Center, s.Lo, s.Hi
}

// tellRanks writes the ranking, at most tableWidth wide.
func tellRanks(w io.Writer, ranks []*ranked, refused []string) error {
	if len(ranks) == 0 {
		_, err := fmt.Fprintln(w, "no pair can run this workload")
		return err
	}
	unit := "µs"
	if ranks[0].Frame {
		unit = "µs/frame"
	}
	fmt.Fprintf(w, "%-18s %8s %-19s %s\n", "pair", unit, "× first [95 %]", "most")
	alike := 0
	for _, r := range ranks {
		sign := ""
		if r.Alike && r != ranks[0] {
			sign = " ="
		}
		if r.Alike {
			alike++
		}
		fmt.Fprintf(w, "%-18s %8.4g %-19s %s %.0f%%\n", r.Pair, r.NS/1e3,
			fmt.Sprintf("%.3g [%.3g–%.3g]%s", r.Ratio, r.Low, r.High, sign), r.Most, 100*r.Share)
	}
	fmt.Fprintf(w, "\n%d rounds.", ranks[0].Round)
	if alike > 1 {
		fmt.Fprintf(w, " =: cannot be told from the first: %d pairs.", alike)
	}
	fmt.Fprintln(w)
	if len(refused) > 0 {
		text := "refused, for want of a tracker:"
		for _, pair := range refused {
			text += " " + pair
		}
		for _, l := range wrap(text, tableWidth) {
			fmt.Fprintln(w, l)
		}
	}
	return nil
}
