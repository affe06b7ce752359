package cli

import (
	"fmt"
	"math"

	"ecslab/harness/predict"
	"ecslab/harness/stat"
)

// score says how well a prediction did.
type score struct {
	Pairs       []scored `json:"pairs"`                      // as they were measured, fastest first
	Correlation *float64 `json:"rank_correlation,omitempty"` // Spearman's; absent with fewer than three pairs
}

type scored struct {
	Pair      string   `json:"pair"`
	Place     int      `json:"predicted_place"`
	Predicted *float64 `json:"predicted_ns,omitempty"` // absent on another machine than that of the costs
	Measured  float64  `json:"measured_ns"`
	Ratio     *float64 `json:"ratio,omitempty"` // measured ÷ predicted
}

// score compares what was predicted with what was measured, where both were.
func (out *advice) score() {
	if len(out.predictions) == 0 || len(out.Measured) == 0 {
		return
	}
	out.Score = &score{}
	var predictions, measured []float64
	for _, r := range out.Measured {
		for i, p := range out.predictions {
			if p.Pair != r.Pair {
				continue
			}
			s := scored{Pair: r.Pair, Place: i + 1, Measured: stat.Round4(r.NS)}
			if len(out.Elsewhere) == 0 {
				ns, ratio := stat.Round4(p.NS), stat.Round4(r.NS/p.NS)
				s.Predicted, s.Ratio = &ns, &ratio
			}
			out.Score.Pairs = append(out.Score.Pairs, s)
			predictions, measured = append(predictions, p.NS), append(measured, r.NS)
		}
	}
	if c := predict.Correlation(predictions, measured); len(measured) > 2 && !math.IsNaN(c) {
		c = stat.Round4(c)
		out.Score.Correlation = &c
	}
}

func (out *advice) tellScore(w *paragraphs) {
	if out.Score == nil {
		return
	}
	w.line("")
	w.line("How well the prediction did")
	w.line("%-18s %5s %12s %12s %8s", "pair", "place", "predicted µs", "measured µs", "ratio")
	for _, s := range out.Score.Pairs {
		if s.Predicted == nil {
			w.line("%-18s %5d %12s %12.4g", s.Pair, s.Place, "", s.Measured/1e3)
			continue
		}
		w.line("%-18s %5d %12.4g %12.4g %8.3g", s.Pair, s.Place, *s.Predicted/1e3, s.Measured/1e3, *s.Ratio)
	}
	if c := out.Score.Correlation; c != nil {
		w.text(fmt.Sprintf("Rank correlation: %.2f (1: the same order).", *c))
	}
	w.text("A replay has some nanoseconds a statement of its own, which no prediction holds.")
}
