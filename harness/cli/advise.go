package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"golang.org/x/perf/benchmath"
	"golang.org/x/term"

	"ecslab/replay"
)

var adviseCommand = command{
	name:  "advise",
	brief: "rank the pairs for a workload of yours",
	help: `
usage: BENCHRUN advise [flags] [FILE]

Says which storage with which tracker suits a workload: that
of a trace, or one made from the numbers that the flags
give. It runs the workload on every pair in shuffled rounds,
with the answers checked, and ranks them by time; nothing is
predicted. Ratios are taken round by round. A pair whose
interval reaches 1 cannot be told from the first. The last
column says what most of the time went to.

What a pair refuses (tracked questions without a tracker)
takes it off the ranking. Times are of this machine. Memory
is not ranked; see the report.

Examples:
  BENCHRUN advise -entities 20000 -changed 1
  BENCHRUN advise -trace > mine.trace
  BENCHRUN advise mine.trace`,
	run: adviseMain,
}

func adviseMain(s Suite, c command, args []string, stdout, stderr io.Writer) int {
	f := newFlags(c.name)
	w := demand{}
	f.IntVar(&w.entities, "entities", 10000, "`number` of entities")
	f.IntVar(&w.components, "components", 4, "`number` of components of each")
	f.IntVar(&w.fields, "fields", 2, "`number` of 8-byte fields of each component")
	f.IntVar(&w.systems, "systems", 2, "`number` of systems that go over all entities in each frame")
	f.IntVar(&w.observers, "observers", 1, "`number` of systems that ask what changed")
	f.IntVar(&w.every, "every", 1, "observers run in every such `frame`")
	f.IntVar(&w.changed, "changed", 1, "`percent` of the entities that change in a frame, as observers see it")
	f.IntVar(&w.toggled, "toggled", 1, "`percent` that gain and lose a component in a frame")
	f.IntVar(&w.churn, "churn", 1, "`percent` that are despawned and replaced in a frame")
	text := f.Bool("trace", false, "write the workload as a trace and measure nothing")
	asJSON := f.Bool("json", false, "one JSON array instead of a table")
	pairs := f.String("pair", "", "comma `list` of pairs, such as table/ticks,sparse/none; default all")
	o := replay.DefaultTimeOptions
	f.IntVar(&o.Rounds, "rounds", o.Rounds, "`number` of rounds")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "`seed` of the order of the pairs")
	files, err := parse(f, args)
	if errors.Is(err, flag.ErrHelp) {
		printHelp(stdout, c, f, s.command())
		return exitFine
	}
	chosen := s.Backends
	if err == nil {
		chosen, err = choosePairs(s.Backends, *pairs)
	}
	if err == nil {
		err = w.usage()
	}
	switch {
	case err != nil:
	case len(files) > 1:
		err = &usageError{"one trace file at most"}
	case o.Rounds < replay.FewestRounds || o.Rounds > 1000:
		err = &usageError{fmt.Sprintf("-rounds %d: %d to 1000 are possible", o.Rounds, replay.FewestRounds)}
	}
	if err != nil {
		return complain(stderr, c.name, err)
	}
	if *text && len(files) == 0 {
		fmt.Fprint(stdout, w.trace())
		return exitFine
	}
	var file *replay.File
	if len(files) == 1 {
		var malformed *malformedTrace
		if file, malformed = readTrace(files[0]); malformed != nil {
			fmt.Fprintln(stderr, malformed.message)
			return exitUsage
		}
	} else if file, err = replay.Parse("workload", []byte(w.trace())); err != nil {
		return complain(stderr, c.name, err)
	}
	if terminal, ok := stderr.(*os.File); ok && term.IsTerminal(int(terminal.Fd())) {
		o.Progress = func(round, rounds int) { fmt.Fprintf(stderr, "\r\033[Kround %d of %d", round, rounds) }
		defer fmt.Fprint(stderr, "\r\033[K")
	}
	ranks, refused, wrong := rank(replay.Time(file, chosen, o))
	if len(ranks)+len(refused)+len(wrong) == 0 {
		return complain(stderr, c.name, &usageError{file.Name + " has no statement to measure"})
	}
	for _, line := range wrong {
		fmt.Fprintln(stderr, line)
	}
	if *asJSON {
		e := json.NewEncoder(stdout)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		err = e.Encode(ranks)
	} else {
		err = tellRanks(stdout, ranks, refused)
	}
	switch {
	case err != nil:
		return complain(stderr, c.name, err)
	case len(wrong) > 0:
		return exitWrong
	}
	return exitFine
}

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
	fmt.Fprintf(w, "%-18s %9s  %-19s %s\n", "pair", unit, "× first [95 %]", "most")
	alike := 0
	for _, r := range ranks {
		sign := ""
		if r.Alike {
			sign = " ="
			alike++
		}
		fmt.Fprintf(w, "%-18s %9.4g  %-19s %s %.0f %%\n", r.Pair, r.NS/1e3,
			fmt.Sprintf("%.3g [%.3g–%.3g]%s", r.Ratio, r.Low, r.High, sign), r.Most, 100*r.Share)
	}
	fmt.Fprintf(w, "\n%d rounds. =: cannot be told from the first", ranks[0].Round)
	if alike > 1 {
		fmt.Fprintf(w, ": %d pairs", alike)
	}
	fmt.Fprintln(w, ".")
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
