package cli

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ecslab/ecs"
	"ecslab/replay"
)

var whyCommand = command{
	name:  "why",
	brief: "why a question of a trace is answered as it is",
	help: `
usage: BENCHRUN why [flags] FILE:LINE [ENTITY]

Runs a trace and tells of the question on a line (an
observation, or an each with tracked terms) which window it
looks at, which records of each entity there are, with their
stamps, and by which rule they are reported or not: on a
pair of each tracker, or on those of -pair. With
an entity (a or a.3) it tells of that one only. Of a line
that is executed several times it tells of the last
execution, or of that of -time.

Examples:
  BENCHRUN why bug.trace:12
  BENCHRUN why bug.trace:12 player -pair table/ticks`,
	run: whyMain,
}

func whyMain(s Suite, c command, args []string, stdout, stderr io.Writer) int {
	f := newFlags(c.name)
	pairs := f.String("pair", "", "comma `list` of pairs; default one of each tracker")
	execution := f.Int("time", 0, "`number` of the execution of the line; 0 is the last")
	words, err := parse(f, args)
	if errors.Is(err, flag.ErrHelp) {
		printHelp(stdout, c, f, s.command())
		return exitFine
	}
	var backends []ecs.Backend
	if err == nil {
		backends, err = choosePairs(s.Backends, *pairs)
	}
	if err == nil && *pairs == "" {
		backends = onePerTracker(backends)
	}
	var name string
	var line int
	switch {
	case err != nil:
	case len(words) == 0:
		err = &usageError{"a place in a trace is needed; see help why"}
	case len(words) > 2:
		err = &usageError{"one place and one entity at the most"}
	case *execution < 0:
		err = &usageError{fmt.Sprintf("-time %d: executions count from 1", *execution)}
	default:
		name, line, err = splitPlace(words[0])
	}
	if err != nil {
		return complain(stderr, c.name, err)
	}
	file, malformed := readTrace(name)
	if malformed != nil {
		fmt.Fprintln(stderr, malformed.message)
		return exitUsage
	}
	w := whyer{stdout: stdout, file: file, line: line, execution: *execution}
	if len(words) == 2 {
		w.entity = words[1]
	}
	if err := w.tell(backends); err != nil {
		return complain(stderr, c.name, err)
	}
	return exitFine
}

// onePerTracker is the first backend with each tracker. They all give the same
// answers, on whatever storage.
func onePerTracker(all []ecs.Backend) (list []ecs.Backend) {
	for _, b := range all {
		if b.Tracker != "none" && !slices.ContainsFunc(list, func(o ecs.Backend) bool { return o.Tracker == b.Tracker }) {
			list = append(list, b)
		}
	}
	return list
}

func splitPlace(place string) (file string, line int, err error) {
	at := strings.LastIndexByte(place, ':')
	if at > 0 {
		file = place[:at]
		line, err = strconv.Atoi(place[at+1:])
	}
	if at <= 0 || err != nil || line < 1 {
		return "", 0, &usageError{fmt.Sprintf("%q is no FILE:LINE", place)}
	}
	return file, line, nil
}

// whyer tells of one line.
type whyer struct {
	stdout    io.Writer
	file      *replay.File
	line      int
	execution int
	entity    string
}

func (w *whyer) tell(backends []ecs.Backend) error {
	if label, _, _ := strings.Cut(w.entity, "."); label != "" && !slices.Contains(w.file.Labels, label) {
		return &usageError{fmt.Sprintf("the trace has no entity %q", w.entity)}
	}
	for i, b := range backends {
		times, result := replay.Executions(w.file, b, int32(w.line))
		if times == 0 {
			if b.Tracker == "none" {
				fmt.Fprintf(w.stdout, "%s: nothing is tracked, so nothing is reported\n", b.Pair())
				continue
			}
			return &usageError{w.nothing(result)}
		}
		n := w.execution
		if n == 0 {
			n = times
		}
		if n > times {
			return &usageError{fmt.Sprintf("-time %d: the line is executed %s", n, count(times, "time"))}
		}
		whys, _ := replay.Explain(w.file, b, func(line int32, execution int) bool { return int(line) == w.line && execution == n })
		why := whys[0]
		if i == 0 {
			fmt.Fprintf(w.stdout, "%s:%d: %s\n", w.file.Name, w.line, why.Asked)
		}
		fmt.Fprintf(w.stdout, "\n%s", b.Pair())
		if times > 1 {
			fmt.Fprintf(w.stdout, ", execution %d of %d", n, times)
		}
		fmt.Fprintf(w.stdout, ": %s\n", why.Answer)
		if err := w.one(why); err != nil {
			return err
		}
	}
	return nil
}

// nothing says why there is nothing to tell of the line.
func (w *whyer) nothing(r *replay.Result) string {
	lines := replay.QuestionLines(w.file)
	if slices.Contains(lines, w.line) {
		return fmt.Sprintf("%s:%d was not executed (%s)", w.file.Name, w.line, r.Verdict)
	}
	those := "those"
	switch {
	case len(lines) == 0:
		return fmt.Sprintf("%s:%d is no question; the trace has none", w.file.Name, w.line)
	case len(lines) == 1:
		return fmt.Sprintf("%s:%d is no question; the one is on line %d", w.file.Name, w.line, lines[0])
	case len(lines) > mostLines:
		those = "the nearest"
		slices.SortFunc(lines, func(a, b int) int { return cmp.Or(cmp.Compare(w.distance(a), w.distance(b)), cmp.Compare(a, b)) })
		lines = lines[:mostLines]
		slices.Sort(lines)
	}
	var words []string
	for _, l := range lines {
		words = append(words, strconv.Itoa(l))
	}
	return fmt.Sprintf("%s:%d is no question; %s are on lines %s", w.file.Name, w.line, those, strings.Join(words, ", "))
}

// mostLines are offered in the place of one that is no question.
const mostLines = 10

func (w *whyer) distance(line int) int { return max(line-w.line, w.line-line) }

// nobody says why there is nothing to tell of an entity whose label the trace has.
func (w *whyer) nobody(why *replay.Why) string {
	if strings.HasPrefix(why.Asked, "was ") && len(why.Entities) == 1 {
		return fmt.Sprintf("%s:%d asks about %s, not about %q", w.file.Name, w.line, why.Entities[0].Name, w.entity)
	}
	return fmt.Sprintf("the trace has no entity %q at this line: it was not made yet, or forgotten, or it is the name of several", w.entity)
}

// mostEntities are told unless one is named; those that match come first.
const mostEntities = 20

func (w *whyer) one(why *replay.Why) error {
	if len(why.Leaves) == 0 {
		fmt.Fprintln(w.stdout, "  it does not ask for records")
		return nil
	}
	for _, l := range why.Leaves {
		if l.Refused != "" {
			fmt.Fprintf(w.stdout, "  %s: refused, for %s\n", l.Words, l.Refused)
			return nil
		}
		fmt.Fprintf(w.stdout, "  %s: %v; %s\n", l.Words, l.Window, l.Window.Words)
	}
	list, rest := w.chosen(why.Entities)
	if len(list) == 0 && w.entity != "" {
		return &usageError{w.nobody(why)}
	}
	for _, e := range list {
		fmt.Fprintf(w.stdout, "  %s: %s", e.Name, verdict(e))
		if len(e.Has) > 0 {
			fmt.Fprintf(w.stdout, " (has %s)", strings.Join(e.Has, ", "))
		}
		fmt.Fprintln(w.stdout)
		for i, a := range e.Answers {
			fmt.Fprintf(w.stdout, "    %s: %s, stamps %s: %s\n", why.Leaves[i].Words, yesOrNo(a.In), stamps(a.Stamps), a.Words)
		}
	}
	if rest > 0 {
		fmt.Fprintf(w.stdout, "  … and %d more; name one to hear of it\n", rest)
	}
	return nil
}

// chosen are the entities to tell of, and how many are left out.
func (w *whyer) chosen(all []replay.WhyEntity) (list []replay.WhyEntity, rest int) {
	if w.entity != "" {
		for _, e := range all {
			if e.Name == w.entity {
				list = append(list, e)
			}
		}
		return list, 0
	}
	list = slices.Clone(all)
	slices.SortStableFunc(list, func(a, b replay.WhyEntity) int { return place(a) - place(b) })
	if len(list) > mostEntities {
		return list[:mostEntities], len(list) - mostEntities
	}
	return list, 0
}

func place(e replay.WhyEntity) int {
	if e.Match {
		return 0
	}
	return 1
}

func verdict(e replay.WhyEntity) string {
	switch {
	case e.Match:
		return "reported"
	case !e.Alive:
		return "not reported; it is dead"
	}
	return "not reported"
}

func yesOrNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func stamps(list []int64) string {
	if len(list) == 0 {
		return "none"
	}
	words := make([]string, len(list))
	for i, s := range list {
		words[i] = strconv.FormatInt(s, 10)
	}
	return strings.Join(words, ",")
}
