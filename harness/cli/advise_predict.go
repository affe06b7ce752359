package cli

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ecslab/ecs"
	"ecslab/harness/host"
	"ecslab/harness/predict"
	"ecslab/harness/stat"
	"ecslab/replay"
)

// predicted is a pair with its place. On another machine than that of the costs
// there are no figures.
type predicted struct {
	Pair     string   `json:"pair"`
	Place    int      `json:"place"`
	Alike    bool     `json:"alike"`              // cannot be told from the first
	Borrowed bool     `json:"borrowed,omitempty"` // partly, from another pair
	AtLeast  bool     `json:"at_least,omitempty"` // a part is not in it
	NS       *float64 `json:"ns,omitempty"`       // a frame; without frames, of the measured part
	Low      *float64 `json:"low,omitempty"`      // 95 % interval
	High     *float64 `json:"high,omitempty"`     //
	Ratio    *float64 `json:"ratio,omitempty"`    // to the first
	Bytes    *float64 `json:"bytes,omitempty"`    // of the world
	Parts    []part   `json:"parts"`              // the dearest first
}

type part struct {
	Kind  predict.Kind `json:"kind"`
	NS    *float64     `json:"ns,omitempty"`
	Share *float64     `json:"share,omitempty"`
	From  []string     `json:"from,omitempty"` // families
}

// predict fills in what the costs of a run say of the workload.
func (a *adviser) predict(m *predict.Model, out *advice) (int, error) {
	census, wrong := a.survey()
	if census == nil {
		if wrong == nil {
			return 0, &usageError{"no pair can run " + a.file.Name}
		}
		fmt.Fprintf(a.stderr, "%s: %v\n", wrong.Pair, wrong.First)
		return exitWrong, nil
	}
	w := predict.Of(a.file, census)
	if len(census.Tallies) == 0 || len(w.Jobs) == 1 && w.Jobs[0].Kind == predict.Frame {
		return 0, &usageError{a.file.Name + " has no statement to measure"}
	}
	out.Workload, out.Models = w, a.models
	out.Elsewhere = m.Machine.Elsewhere(host.Describe())
	var missing []*predict.Missing
	for _, b := range a.chosen {
		if w.Asks && b.Tracker == "none" {
			out.Refused = append(out.Refused, b.Pair())
			continue
		}
		p, miss := m.Predict(w, b.Storage, b.Tracker)
		if miss != nil {
			missing, out.Unknown = append(missing, miss...), append(out.Unknown, b.Pair())
			for _, x := range miss {
				out.Missing = append(out.Missing, x.Error())
			}
			continue
		}
		out.predictions = append(out.predictions, p)
	}
	if len(missing) > 0 {
		out.lacking, out.supplier = predict.Families(missing), a.suite.supplier(missing)
	}
	if len(missing) > 0 && len(out.predictions) == 0 {
		w := &paragraphs{w: a.stderr}
		w.text(fmt.Sprintf("%s lacks a cost of every pair: %s.", a.models, out.lacking))
		if out.supplier != "" {
			w.text(out.supplier + " measures what is lacking, for advise -models DIR.")
		}
		w.text("So the workload itself is measured, now.")
		return exitFine, nil
	}
	m.Rank(out.predictions)
	for i, p := range out.predictions {
		out.Predicted = append(out.Predicted, figures(p, i+1, len(out.Elsewhere) == 0))
	}
	return exitFine, nil
}

// survey counts the workload on the first pair that can run it.
func (a *adviser) survey() (*replay.Census, *replay.Result) {
	var wrong *replay.Result
	for _, tracked := range []bool{true, false} { // without a tracker, questions are refused
		for _, b := range a.suite.Backends {
			if (b.Tracker != "none" && ecs.Tracking) != tracked {
				continue
			}
			c, r := replay.Survey(a.file, b)
			if c != nil {
				return c, nil
			}
			if wrong == nil && r.Verdict == replay.Disagree {
				wrong = r
			}
		}
	}
	return nil, wrong
}

func figures(p *predict.Prediction, place int, here bool) *predicted {
	out := &predicted{Pair: p.Pair, Place: place, Alike: p.Alike, Borrowed: p.Borrowed, AtLeast: p.AtLeast}
	shown := func(v float64) *float64 {
		if !here || v == 0 || math.IsInf(v, 0) {
			return nil
		}
		v = stat.Round4(v)
		return &v
	}
	out.NS, out.Low, out.High = shown(p.NS), shown(p.Within.Lo), shown(p.Within.Hi)
	out.Ratio, out.Bytes = shown(p.Ratio), shown(p.Bytes)
	for _, x := range p.Parts {
		from := slices.Compact(slices.Sorted(slices.Values(x.From)))
		out.Parts = append(out.Parts, part{x.Kind, shown(x.NS), shown(x.Share), from})
	}
	return out
}

// tell writes the answer for people.
func (a *adviser) tell(out *advice) error {
	w := &paragraphs{w: a.stdout}
	if len(out.predictions) > 0 {
		out.tellPredictions(w)
		out.why(w)
		out.conditions(w, a.suite.command())
	} else if len(out.Measured) == 0 && len(out.Refused) > 0 {
		w.text("no pair can run this workload")
	}
	if w.err == nil && (len(out.Measured) > 0 || len(out.predictions) == 0) {
		if len(out.predictions) > 0 {
			w.line("")
			w.line("Measured")
		}
		w.err = tellRanks(a.stdout, out.Measured, a.suite.command())
		out.tellScore(w)
	}
	if len(out.Refused) > 0 {
		w.text("refused, for want of a tracker: " + strings.Join(out.Refused, " "))
	}
	return w.err
}

func (out *advice) tellPredictions(w *paragraphs) {
	unit := "µs"
	if out.framed() {
		unit = "µs/frame"
	}
	if len(out.Elsewhere) > 0 {
		w.line("%-5s  %-20s  %s", "place", "pair", "most")
	} else {
		w.line("%-20s %8s %-15s %6s %7s", "pair", unit, "[95 %]", "×first", "MiB")
	}
	for i, p := range out.predictions {
		name := marked(p)
		sign := ""
		if p.Alike && i > 0 {
			sign = "="
		}
		if len(out.Elsewhere) > 0 {
			w.line("%5d%-1s %-20s  %s", i+1, sign, name, p.Parts[0].Kind)
			continue
		}
		memory := "?"
		if p.Bytes > 0 {
			memory = fmt.Sprintf("%.3g", p.Bytes/(1<<20))
		}
		interval := ""
		if !math.IsInf(p.Within.Hi, 0) {
			interval = fmt.Sprintf("[%.3g–%.3g]", p.Within.Lo/1e3, p.Within.Hi/1e3)
		}
		w.line("%-20s %8.4g %-15s %6s %7s", name, p.NS/1e3, interval, fmt.Sprintf("%.3g", p.Ratio)+sign, memory)
	}
}

// marked is a pair with the signs of what is odd about its prediction.
func marked(p *predict.Prediction) string {
	name := p.Pair
	if p.Borrowed {
		name += "~"
	}
	if p.AtLeast {
		name += "+"
	}
	return name
}

func (out *advice) framed() bool {
	return slices.ContainsFunc(out.Workload.Jobs, func(j predict.Job) bool { return j.Kind == predict.Frame })
}

// why says what the first spends its time on, and where its rivals lose theirs.
func (out *advice) why(w *paragraphs) {
	here := len(out.Elsewhere) == 0
	w.line("")
	w.line("Why")
	first := out.predictions[0]
	var most []string
	for _, p := range first.Parts[:min(3, len(first.Parts))] {
		switch {
		case p.NS == 0:
		case here:
			most = append(most, fmt.Sprintf("%s (%.0f%%)", p.Kind.InWords(), 100*p.Share))
		default:
			most = append(most, p.Kind.InWords())
		}
	}
	w.item(fmt.Sprintf("%s spends most on %s.", marked(first), strings.Join(most, ", then ")))
	if first.Borrowed {
		w.item("What is borrowed may have made it the first: -measure tells.")
	}
	rivals, loser := out.rivals()
	for _, p := range rivals {
		if p.Alike {
			w.item(marked(p) + " cannot be told from it.")
			continue
		}
		k, more := p.Loss(first)
		name := marked(p)
		if p == loser {
			name += ", the first that is clearly slower,"
		}
		if here {
			w.item(fmt.Sprintf("%s takes %.3g times as long: mostly %s, which takes %.3g µs more.", name, p.Ratio, k.InWords(), more/1e3))
		} else {
			w.item(fmt.Sprintf("%s takes longer, mostly for %s.", name, k.InWords()))
		}
	}
}

// rivals are the best other pair of each storage, the first's own included, and
// the first pair that is clearly slower, if there is one.
func (out *advice) rivals() (list []*predict.Prediction, loser *predict.Prediction) {
	seen := map[string]bool{}
	for _, p := range out.predictions[1:] {
		storage, _, _ := strings.Cut(p.Pair, "/")
		loses := loser == nil && p.ClearlySlower()
		if loses {
			loser = p
		}
		if loses || !seen[storage] {
			seen[storage] = true
			list = append(list, p)
		}
	}
	return list, loser
}

// conditions say under which the prediction holds.
func (out *advice) conditions(w *paragraphs, command string) {
	w.line("")
	if len(out.Elsewhere) > 0 {
		w.text(fmt.Sprintf("%s was measured on another machine (%s), so only the order is told. For times of this one: %s -o DIR, then advise -models DIR.",
			out.Models, strings.Join(out.Elsewhere, ", "), command))
	} else {
		w.text("Predicted from " + out.Models + ", a run of this machine.")
	}
	legend := "=: cannot be told from the first."
	if slices.ContainsFunc(out.predictions, func(p *predict.Prediction) bool { return p.Borrowed }) {
		legend += " ~: partly taken from another pair, so without an interval: it can be off by several times; -measure tells."
	}
	if slices.ContainsFunc(out.predictions, func(p *predict.Prediction) bool { return p.AtLeast }) {
		legend += " +: at least; rows must be found again after changes, which no family of the run measured (iterate/first does)."
	}
	w.text(legend)
	if len(out.Unknown) > 0 {
		w.text("Not predicted, for want of " + out.lacking + " in the run: " + strings.Join(out.Unknown, " ") + ".")
		remedy := "-measure needs no run."
		if out.supplier != "" {
			remedy = out.supplier + " measures what is lacking; " + remedy
		}
		w.text(remedy)
	}
	if len(out.Workload.Left) > 0 {
		w.text("Without a cost, and left out: " + strings.Join(out.Workload.Left, ", ") + ".")
	}
}

// paragraphs writes lines no wider than tableWidth, up to the first error.
type paragraphs struct {
	w   io.Writer
	err error
}

func (p *paragraphs) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.w, strings.TrimRight(fmt.Sprintf(format, args...), " "))
	}
}

func (p *paragraphs) text(s string) {
	for _, l := range wrap(s, tableWidth) {
		p.line("%s", l)
	}
}

func (p *paragraphs) item(s string) {
	lead := "- "
	for _, l := range wrap(s, tableWidth-2) {
		p.line("%s%s", lead, l)
		lead = "  "
	}
}
