package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"

	"ecslab/ecs"
	"ecslab/harness/predict"
	"ecslab/harness/raw"
	"ecslab/replay"
)

// referenceDir is the run that is asked where no other is named.
const referenceDir = "results/reference"

var adviseCommand = command{
	name:  "advise",
	brief: "rank the pairs for a workload of yours",
	help: `
usage: BENCHRUN advise [flags] [FILE]

Says which storage with which tracker suits a workload: that
of a trace, or one made from the numbers that the flags
give. Nothing is measured: what a frame costs is added up
from what a run of the suite knows of each kind of work. If
the run is of this machine, times and memory are predicted,
with 95 % intervals; if it is of another one, only the order
is told. "Why" says what the time goes to.

=  cannot be told from the first
~  partly taken from another pair, where the run has not
   measured this one: without an interval, since it can be
   off by several times
+  at least: a part is not in it

-measure also runs the workload on every pair, in shuffled
rounds with the answers checked, and says how well the
prediction did. A pair of which the run lacks a cost is
named, with the command that would measure it. If that is
every pair, the workload is measured. What a pair refuses
(tracked questions without a tracker) takes it off the
ranking.

For times of this machine, measure it first: the second
example takes one to three minutes on a quiet machine, and
has every cost that the numbers can ask for.

Examples:
  BENCHRUN advise -entities 20000 -changed 1
  BENCHRUN -o results/mine
  BENCHRUN advise -models results/mine -churn 5
  BENCHRUN advise -trace > mine.trace
  BENCHRUN advise -measure mine.trace`,
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
	f.IntVar(&w.changed, "changed", 1, "whole `percent` of the entities that change in a frame, as observers see it")
	f.IntVar(&w.toggled, "toggled", 1, "whole `percent` that gain and lose a component in a frame")
	f.IntVar(&w.churn, "churn", 1, "whole `percent` that are despawned and replaced in a frame")
	text := f.Bool("trace", false, "write the workload as a trace, and do nothing else")
	a := adviser{suite: s, stdout: stdout, stderr: stderr, options: replay.DefaultTimeOptions}
	f.StringVar(&a.models, "models", referenceDir, "`directory` of the run whose costs are used")
	f.BoolVar(&a.measure, "measure", false, "measure the workload, too")
	f.BoolVar(&a.json, "json", false, "one JSON object instead of tables")
	pairs := f.String("pair", "", "comma `list` of pairs, such as table/ticks,sparse/none; default all")
	f.IntVar(&a.options.Rounds, "rounds", a.options.Rounds, "`number` of rounds, if it is measured")
	f.Uint64Var(&a.options.Seed, "seed", a.options.Seed, "`seed` of the order of the pairs, if it is measured")
	files, err := parse(f, args)
	if errors.Is(err, flag.ErrHelp) {
		printHelp(stdout, c, f, s.command())
		return exitFine
	}
	if err == nil {
		a.chosen, err = choosePairs(s.Backends, *pairs)
	}
	a.named = given(f)["models"]
	if err == nil {
		err = w.usage()
	}
	switch {
	case err != nil:
	case len(files) > 1:
		err = &usageError{"one trace file at most"}
	case len(files) == 1:
		err = conflict(f)
	}
	if n := a.options.Rounds; err == nil && (n < replay.FewestRounds || n > 1000) {
		err = &usageError{fmt.Sprintf("-rounds %d: %d to 1000 are possible", n, replay.FewestRounds)}
	}
	if err != nil {
		return complain(stderr, c.name, err)
	}
	if *text {
		fmt.Fprint(stdout, w.trace())
		return exitFine
	}
	if len(files) == 1 {
		var malformed *malformedTrace
		if a.file, malformed = readTrace(files[0]); malformed != nil {
			fmt.Fprintln(stderr, malformed.message)
			return exitUsage
		}
	} else if a.file, err = replay.Parse("workload", []byte(w.trace())); err != nil {
		return complain(stderr, c.name, err)
	}
	a.asked = w.inWords()
	if len(files) == 1 {
		a.asked = a.file.Name
	}
	code, err := a.advise()
	if err != nil {
		return complain(stderr, c.name, err)
	}
	return code
}

// conflict refuses numbers beside a trace, which has its own.
func conflict(f *flag.FlagSet) error {
	var err error
	f.Visit(func(x *flag.Flag) {
		switch x.Name {
		case "models", "measure", "json", "pair", "rounds", "seed":
		default:
			if err == nil {
				err = &usageError{"-" + x.Name + " is of a workload made from numbers; a trace has its own"}
			}
		}
	})
	return err
}

// adviser answers one question.
type adviser struct {
	suite          Suite
	stdout, stderr io.Writer
	file           *replay.File
	asked          string // the workload in words
	chosen         []ecs.Backend
	models         string
	named          bool // models was asked for
	measure, json  bool
	options        replay.TimeOptions
}

// advice is all that is answered, and the JSON of it.
type advice struct {
	Asked     string            `json:"asked"` // the workload in words
	Workload  *predict.Workload `json:"workload,omitempty"`
	Models    string            `json:"models,omitempty"`
	Elsewhere []string          `json:"other_machine,omitempty"` // differences: only the order is told
	Missing   []string          `json:"missing,omitempty"`       // costs that the run lacks …
	Unknown   []string          `json:"not_predicted,omitempty"` // … and the pairs that need them
	Predicted []*predicted      `json:"predicted,omitempty"`
	Refused   []string          `json:"refused,omitempty"` // pairs, for want of a tracker
	Measured  []*ranked         `json:"measured,omitempty"`
	Score     *score            `json:"score,omitempty"`

	predictions []*predict.Prediction
	lacking     string // scenarios …
	supplier    string // … and the command that measures them
}

// advise predicts, measures if it is asked to or cannot predict, and tells.
func (a *adviser) advise() (int, error) {
	out := &advice{Asked: a.asked}
	model, err := a.load()
	if err != nil {
		return 0, err
	}
	if model != nil {
		code, err := a.predict(model, out)
		if err != nil || code != exitFine {
			return code, err
		}
	}
	if !a.json {
		w := &paragraphs{w: a.stdout}
		w.text("Workload: " + out.Asked + ".")
		w.line("")
	}
	code := exitFine
	if a.measure || len(out.predictions) == 0 && (model == nil || len(out.Missing) > 0) {
		if code, err = a.time(out); err != nil {
			return 0, err
		}
	}
	if a.json {
		return code, writeJSON(a.stdout, out)
	}
	return code, a.tell(out)
}

// load reads the run that knows the costs; nil without an error if none was
// asked for and the usual one is not here.
func (a *adviser) load() (*predict.Model, error) {
	if !a.named {
		if _, err := os.Stat(a.models); errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(a.stderr, "no %s here, so the workload is measured; -models names a run\n", a.models)
			return nil, nil
		}
	}
	run, err := raw.Load(a.models)
	if err != nil {
		return nil, err
	}
	return predict.New(run), nil
}

// time measures the workload.
func (a *adviser) time(out *advice) (int, error) {
	o := a.options
	tell, done := tellRounds(a.stderr, "")
	defer done()
	o.Progress = tell
	ranks, refused, wrong := rank(replay.Time(a.file, a.chosen, o))
	if len(ranks)+len(refused)+len(wrong) == 0 {
		return 0, &usageError{a.file.Name + " has no statement to measure"}
	}
	for _, line := range wrong {
		fmt.Fprintln(a.stderr, line)
	}
	out.Measured, out.Refused = ranks, refused
	out.score()
	if len(wrong) > 0 {
		return exitWrong, nil
	}
	return exitFine, nil
}
