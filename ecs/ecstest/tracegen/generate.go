package tracegen

import (
	"fmt"
	"math/rand/v2"

	"ecslab/ecs/ecstest/model"
	"ecslab/replay"
)

// Config bounds a trace. The zero Config is a trace of middling size.
type Config struct {
	Statements int // candidates to append; 60 if 0
	Living     int // entities that may live at once, about; 150 if 0

	// LongSleeps lets whole rounds of the ticks tracker's clock pass, which
	// takes thousands of million-frame ticks.
	LongSleeps bool
}

// generator holds a trace while it grows.
type generator struct {
	r        *rand.Rand
	cfg      Config
	file     *replay.File // its body is what has been appended
	machines []*model.Machine

	// scratch stands at the end of the candidate so far: the first machine
	// after the statements that were made for it, once each.
	scratch *model.Machine
	inRun   bool
	depth   int  // of bodies around the statement that is being made
	tracked bool // each may have tracked terms
	slept   bool // a long sleep has been
}

// Generate makes a trace from the numbers of a source, with its answers.
func Generate(r *rand.Rand, cfg Config) *replay.File {
	if cfg.Statements == 0 {
		cfg.Statements = 60
	}
	if cfg.Living == 0 {
		cfg.Living = 150
	}
	g := &generator{r: r, cfg: cfg, tracked: r.IntN(2) == 0}
	g.file = &replay.File{Name: "generated.trace"}
	g.header()
	g.machines = start(g.file)
	for range cfg.Statements {
		g.append()
	}
	for {
		file, err := canonical(g.file)
		if err == nil {
			return file
		}
		if len(g.file.Body) == 0 {
			panic(fmt.Sprintf("tracegen: a generated header does not parse: %v\n%s", err, g.file.Format()))
		}
		// An answer may name a member that the text alone does not show to
		// be possible, where a batch begins anew and a queued spawn comes
		// behind it.
		g.file.Body = g.file.Body[:len(g.file.Body)-1]
	}
}

// start gives a machine at the beginning of a file for each tracker that
// answers.
func start(file *replay.File) []*model.Machine {
	var machines []*model.Machine
	for _, tracker := range model.Trackers() {
		if tracker != "none" {
			machines = append(machines, model.NewMachine(file, tracker))
		}
	}
	return machines
}

// append makes a candidate and appends what is left of it, if anything is.
func (g *generator) append() {
	before := *g.file
	g.scratch = g.machines[0].Clone()
	g.inRun, g.depth = false, 0
	candidate := []replay.Stmt{g.statement()}
	settled, machines, ok := settle(g.machines, candidate, func() bool { return g.chance(40) })
	g.file.Body = append(before.Body[:len(before.Body):len(before.Body)], settled...)
	if ok && len(settled) > 0 && len(machines[0].Living()) <= g.cfg.Living {
		if _, err := replay.Parse(g.file.Name, g.file.Format()); err == nil {
			g.machines = machines
			return
		}
	}
	*g.file = before
}

// canonical fills in the answers of a file and brings its tables in the order
// of its text.
func canonical(file *replay.File) (*replay.File, error) {
	return replay.Parse(file.Name, model.Fill(file).Format())
}

// chance is true so many times in a hundred.
func (g *generator) chance(percent int) bool { return g.r.IntN(100) < percent }

// pick takes one of several.
func pick[T any](g *generator, list ...T) T { return list[g.r.IntN(len(list))] }

// intern is the index of a name in a table, which takes it up.
func intern[ID ~int32](table *[]string, name string) ID {
	for i, known := range *table {
		if known == name {
			return ID(i)
		}
	}
	*table = append(*table, name)
	return ID(len(*table) - 1)
}
