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
	Ratio float64 `json:"ratio"`  // to the first: median over the rounds, by which the list is sorted
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
	order(ranks)
	return ranks, refused, wrong
}

// order sets each pair against the first and sorts by what comes out. Medians of
// the times themselves could order otherwise: they compare a round with another.
func order(ranks []*ranked) {
	slices.SortFunc(ranks, func(a, b *ranked) int { return cmp.Compare(a.NS, b.NS) })
	first := foremost(ranks)
	for _, r := range ranks {
		r.Ratio, r.Low, r.High = r.over(first)
		r.Alike = r.Low <= 1
	}
	slices.SortStableFunc(ranks, func(a, b *ranked) int {
		switch first {
		case a:
			return -1
		case b:
			return 1
		}
		return cmp.Compare(a.Ratio, b.Ratio)
	})
}

// foremost is the pair that no other beats; where each is beaten by some other,
// the one that is beaten by the least.
func foremost(ranks []*ranked) *ranked {
	best, least := ranks[0], 0.0
	for _, r := range ranks {
		beaten := 1.0
		for _, o := range ranks {
			ratio, _, _ := o.over(r)
			beaten = min(beaten, ratio)
		}
		if beaten > least {
			best, least = r, beaten
		}
	}
	return best
}

// over is the ratio to another pair, round by round.
func (r *ranked) over(o *ranked) (ratio, low, high float64) {
	ratios := make([]float64, min(len(r.samples), len(o.samples)))
	for i := range ratios {
		ratios[i] = r.samples[i] / o.samples[i]
	}
	return middle(ratios)
}

// mostSpread is the widest interval of a ratio, upper end ÷ lower end, that is
// passed over in silence.
const mostSpread = 2

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
func tellRanks(to io.Writer, ranks []*ranked, command string) error {
	w := &paragraphs{w: to}
	if len(ranks) == 0 {
		w.line("no pair can run this workload")
		return w.err
	}
	unit := "µs"
	if ranks[0].Frame {
		unit = "µs/frame"
	}
	w.line("%-18s %8s %-19s %s", "pair", unit, "× first [95 %]", "most")
	alike, wide := 0, 0
	for i, r := range ranks {
		sign := ""
		if r.Alike && i > 0 {
			sign = " ="
			alike++
		}
		if r.High > mostSpread*r.Low {
			wide++
		}
		w.line("%-18s %8.4g %-19s %s %.0f%%", r.Pair, r.NS/1e3,
			fmt.Sprintf("%.3g [%.3g–%.3g]%s", r.Ratio, r.Low, r.High, sign), r.Most, 100*r.Share)
	}
	w.line("")
	legend := fmt.Sprintf("%d rounds, sorted by × first, the median of ratios within rounds.", ranks[0].Round)
	if alike > 0 {
		legend += " =: cannot be told from the first: " + count(alike, "other pair") + "."
	}
	w.text(legend)
	if wide > 0 {
		w.text(fmt.Sprintf("Machine too noisy: %d of %d intervals are wider than a factor of %d; see %s doctor.", wide, len(ranks), mostSpread, command))
	}
	return w.err
}
