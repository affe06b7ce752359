package replay

import (
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"ecslab/ecs"
)

// TimeOptions are the choices of Time.
type TimeOptions struct {
	Rounds   int           // kept rounds, at least FewestRounds; one more is thrown away
	Seed     uint64        // of the order of the pairs in each round
	Stretch  time.Duration // measured work that a pair is to do in a round; short files are repeated for it
	Budget   time.Duration // of all rounds: those of slow files become fewer, down to FewestRounds
	Progress func(round, rounds int)
}

// DefaultTimeOptions are those of benchrun replay -time.
var DefaultTimeOptions = TimeOptions{Rounds: 10, Seed: 1, Stretch: 5 * time.Millisecond, Budget: 3 * time.Minute}

// FewestRounds give a 95 % interval of the median at all: 1 − 2·2⁻⁶ is 97 %.
const FewestRounds = 6

// Times is what was measured of a file on one pair.
type Times struct {
	Result *Result       // of a checked run, made first: with a disagreement nothing is timed
	Works  []WorkTimes   // by kind of work, those that the measured part does; nil: not timed
	Turn   time.Duration // what a reading of the clock costs
}

// WorkTimes are the samples of one kind of work.
type WorkTimes struct {
	Work       Work
	Statements int       // executed in one run of the measured part
	Entities   float64   // that a statement was about: changed, or matched; 0: not counted
	Turns      float64   // readings of the clock for a statement, whose cost is taken off
	Samples    []float64 // ns for a statement, one of each round in order
}

// Time measures the part of a file below measure, or all of it, on several backends.
//
// In every round each pair has its turn, in an order that is shuffled anew: what disturbs a round
// disturbs all. A turn is one run of the file or several, so that the measured part takes about
// o.Stretch: each run has a world of its own and does the set-up again, untimed. Answers are
// compared in one run before the rounds and not in them; statements behind fail, and what a world
// without a tracker refuses, have no time. The collector runs before each turn and
// is off while it lasts.
//
// A stopwatch gives the time of a stretch to its kind of statement; the cost of its readings,
// measured before the first round, is taken off. What the replay itself does for a statement, some
// nanoseconds to find a label and an operation, is not.
func Time(f *File, backends []ecs.Backend, o TimeOptions) []*Times {
	turn := readingCost()
	all := make([]*Times, len(backends))
	var timed []*timing
	for i, b := range backends {
		r := Run(f, b)
		all[i] = &Times{Result: r, Turn: turn}
		if r.Verdict != Disagree && !r.Cut {
			timed = append(timed, &timing{file: f, backend: b, times: all[i], runs: 1})
		}
	}
	if len(timed) == 0 {
		return all
	}
	order := rand.New(rand.NewPCG(o.Seed, 0))
	rounds := o.Rounds
	for round := 0; round <= rounds; round++ {
		if o.Progress != nil {
			o.Progress(round, rounds)
		}
		order.Shuffle(len(timed), func(i, j int) { timed[i], timed[j] = timed[j], timed[i] })
		whole := time.Duration(0) // how long a round will take
		for _, t := range timed {
			begin := time.Now()
			spent := t.turn(round > 0)
			if round == 0 {
				once := time.Since(begin)
				t.repeat(o.Stretch, spent, once)
				whole += once * time.Duration(t.runs)
			}
		}
		if round == 0 && whole > 0 {
			rounds = int(min(max(o.Budget/whole, FewestRounds), time.Duration(rounds)))
		}
	}
	return all
}

// repeat sets how often a turn runs the file, by what one run has spent in its measured part and
// once in all.
func (t *timing) repeat(stretch, spent, once time.Duration) {
	const (
		mostRuns  = 200 // a file that does next to nothing has no better times from more
		mostSetup = 20  // stretches: a long set-up is not run again and again for a short measured part
	)
	t.runs = int(max(1, min(stretch/max(spent, 1), mostSetup*stretch/max(once, 1), mostRuns)))
}

// A timing is a pair while it is measured.
type timing struct {
	file    *File
	backend ecs.Backend
	times   *Times
	runs    int  // of a turn
	wrong   bool // it disagreed while it was timed: it has no time
}

// turn runs the file and, with keep, adds a sample to each kind of work. It returns how long the
// measured part of one run took.
func (t *timing) turn(keep bool) time.Duration {
	if t.wrong {
		return 0
	}
	runtime.GC()
	percent := debug.SetGCPercent(-1)
	limit := debug.SetMemoryLimit(memoryLimit)
	defer func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}()
	watch := new(stopwatch)
	setup, measured := t.file.SplitMeasure()
	for range t.runs {
		m := newMachine(t.file, t.backend)
		m.guard(func() {
			m.open(t.backend, false)
			above, below := m.compile(setup), m.compile(measured)
			m.run(above)
			m.watch = watch
			watch.begin()
			m.run(below)
		})
		watch.shift(WorkIdle)
		if r := m.finish(); r.Verdict == Disagree {
			t.times.Result, t.times.Works, t.wrong = r, nil, true
			return 0
		}
	}
	if keep {
		t.sample(watch)
	}
	total := time.Duration(0)
	for _, spent := range watch.spent {
		total += spent
	}
	return total / time.Duration(t.runs)
}

// memoryLimit brings the collector back before a turn takes more memory than a small machine has.
const memoryLimit = 1 << 31

// sample adds what the stopwatch shows to the samples.
func (t *timing) sample(watch *stopwatch) {
	works := &t.times.Works
	for w := WorkNames; w <= WorkLoad; w++ {
		n := watch.done[w]
		if w == WorkNames {
			n = watch.turns[w]
		}
		if n == 0 {
			continue
		}
		at := slices.IndexFunc(*works, func(k WorkTimes) bool { return k.Work == w })
		if at < 0 {
			at = len(*works)
			*works = append(*works, WorkTimes{Work: w, Statements: n / t.runs,
				Entities: float64(watch.found[w]) / float64(n), Turns: float64(watch.turns[w]) / float64(n)})
		}
		spent := watch.spent[w] - time.Duration(watch.turns[w])*t.times.Turn
		(*works)[at].Samples = append((*works)[at].Samples, max(0, float64(spent.Nanoseconds())/float64(n)))
	}
}
