package cli

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"ecslab/ecs"
	"ecslab/harness/plan"
	"ecslab/replay"
)

var replayCommand = command{
	name:  "replay",
	brief: "run traces on the backends and check them",
	help: `
usage: BENCHRUN replay [flags] FILE...

Runs each trace (a plain-text workload) on every pair of
storage and tracker, and checks the answers that it expects.
Exit code: 0 all right, 1 an answer was not as expected, 2 a
file is malformed or cannot be read, or the command line is
wrong.

Examples:
  BENCHRUN replay bug.trace
  BENCHRUN replay *.trace -pair table/ticks,sparse/bitmap
  BENCHRUN replay -time workload.trace`,
	run: replayMain,
}

func replayMain(s Suite, c command, args []string, stdout, stderr io.Writer) int {
	f := newFlags(c.name)
	r := replayer{stdout: stdout, stderr: stderr, options: replay.DefaultTimeOptions}
	pairs := f.String("pair", "", "comma `list` of pairs, such as table/ticks,sparse/none; default all")
	f.BoolVar(&r.timed, "time", false, "measure the part below \"measure\", or the whole file, by kind of statement")
	f.BoolVar(&r.json, "json", false, "write a line of JSON for each file and pair")
	f.IntVar(&r.options.Rounds, "rounds", r.options.Rounds, "`number` of rounds of -time")
	f.Uint64Var(&r.options.Seed, "seed", r.options.Seed, "`seed` of the order in which -time measures the pairs")
	files, err := parse(f, args)
	if errors.Is(err, flag.ErrHelp) {
		printHelp(stdout, c, f, s.command())
		return exitFine
	}
	if err == nil {
		r.backends, err = choosePairs(s.Backends, *pairs)
	}
	switch {
	case err != nil:
	case len(files) == 0:
		err = &usageError{"a trace file is needed; see help replay"}
	case r.options.Rounds < replay.FewestRounds || r.options.Rounds > 1000:
		err = &usageError{fmt.Sprintf("-rounds %d: %d to 1000 are possible", r.options.Rounds, replay.FewestRounds)}
	}
	if err != nil {
		return complain(stderr, c.name, err)
	}
	return r.replay(files)
}

// choosePairs reads a comma list of pairs; all, if there is none.
func choosePairs(all []ecs.Backend, list string) ([]ecs.Backend, error) {
	if list == "" {
		return all, nil
	}
	valid := make([]string, len(all))
	for i, b := range all {
		valid[i] = b.Pair()
	}
	var chosen []ecs.Backend
	for word := range strings.SplitSeq(list, ",") {
		at := slices.Index(valid, strings.TrimSpace(word))
		if at < 0 {
			return nil, &plan.Unknown{Kind: "pair", Word: word, Valid: valid}
		}
		if !slices.ContainsFunc(chosen, func(b ecs.Backend) bool { return b.Pair() == valid[at] }) {
			chosen = append(chosen, all[at])
		}
	}
	return chosen, nil
}

// A replayer runs the files of one command.
type replayer struct {
	backends       []ecs.Backend
	timed, json    bool
	options        replay.TimeOptions
	stdout, stderr io.Writer
}

// replay runs files and gives the exit code.
func (r *replayer) replay(files []string) int {
	code := exitFine
	t := newVerdictTable(files, r.backends)
	if !r.json {
		t.head(r.stdout)
	}
	for _, name := range files {
		file, malformed := readTrace(name)
		if malformed != nil {
			code = exitUsage
			fmt.Fprintln(r.stderr, malformed.message)
			if r.json {
				for _, b := range r.backends {
					r.line(malformed.outcome(name, b))
				}
			} else {
				t.malformed(r.stdout, name)
			}
			continue
		}
		outcomes := r.one(file)
		if code == exitFine && slices.ContainsFunc(outcomes, func(o *outcome) bool { return o.Verdict == replay.Disagree.String() }) {
			code = exitWrong
		}
		if r.json {
			for _, o := range outcomes {
				r.line(o)
			}
			continue
		}
		t.row(r.stdout, outcomes)
	}
	if !r.json {
		t.rest(r.stdout)
	}
	return code
}

// outcome is what came of a file on a pair, as a line of JSON.
type outcome struct {
	File     string `json:"file"`
	Pair     string `json:"pair"`
	Verdict  string `json:"verdict"` // ok, disagree, n/a or malformed
	Line     int    `json:"line"`    // of the first disagreement or of what is malformed; 0: none
	Column   int    `json:"column"`
	Expected string `json:"expected"`
	Got      string `json:"got"`

	More  int        `json:"more,omitempty"`  // disagreements behind the first
	Times []workTime `json:"times,omitempty"` // with -time
}

func (r *replayer) line(o *outcome) {
	encoder := json.NewEncoder(r.stdout)
	encoder.SetEscapeHTML(false)
	encoder.Encode(o)
}

// one runs a file on every pair.
func (r *replayer) one(f *replay.File) []*outcome {
	if r.timed {
		return r.time(f)
	}
	outcomes := make([]*outcome, len(r.backends))
	for i, b := range r.backends {
		outcomes[i] = newOutcome(replay.Run(f, b))
	}
	return outcomes
}

func newOutcome(r *replay.Result) *outcome {
	o := &outcome{File: r.File, Pair: r.Pair, Verdict: r.Verdict.String()}
	if d := r.First; d != nil {
		o.Line, o.Column = int(d.Position.Line), int(d.Position.Column)
		o.Expected, o.Got = d.Expected, d.Got
		o.More = r.Disagreements - 1
	}
	return o
}

// malformedTrace is a file that is not run.
type malformedTrace struct {
	message         string
	line, column    int
	expected, found string
}

func (m *malformedTrace) outcome(name string, b ecs.Backend) *outcome {
	return &outcome{File: name, Pair: b.Pair(), Verdict: "malformed",
		Line: m.line, Column: m.column, Expected: m.expected, Got: m.found}
}

// mostTrace is the length that a trace may have, in bytes. What is read may be a
// device or a pipe, which need not end.
const mostTrace = 256 << 20

func readAtMost(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("longer than %d MiB", most>>20)
	}
	return text, err
}

// readTrace reads and parses a file.
func readTrace(name string) (*replay.File, *malformedTrace) {
	text, err := readAtMost(name, mostTrace)
	if err != nil {
		err = reason(err)
		return nil, &malformedTrace{message: fmt.Sprintf("%s: %v", name, err), expected: "a file that can be read", found: err.Error()}
	}
	f, err := replay.Parse(name, text)
	if err == nil {
		return f, nil
	}
	m := &malformedTrace{message: err.Error(), expected: "a well-formed trace", found: err.Error()}
	var syntax *replay.SyntaxError
	if errors.As(err, &syntax) {
		m.line, m.column, m.expected, m.found = syntax.Line, syntax.Column, syntax.Expected, syntax.Found
	}
	return nil, m
}
