package predict

import (
	"slices"

	"ecslab/replay"
)

// Workload is what a frame does, in counts.
type Workload struct {
	Entities float64 `json:"entities"`
	Bytes    float64 `json:"bytes"`      // of the values of an entity, on average
	Sets     int     `json:"archetypes"` // component sets
	Tracked  float64 `json:"tracked"`    // components of an entity that are tracked, on average
	Mixed    bool    `json:"mixed"`      // entities come and go, so that rows stand in no order
	Jobs     []Job   `json:"jobs"`

	Asks bool     `json:"asks"`           // for records: a tracker is needed
	Left []string `json:"left,omitempty"` // keywords of statements that no cost is known of
}

// A Kind of job.
type Kind string

// The kinds, with what their units are.
const (
	Iterate Kind = "iterate" // an entity visited in a pass over all that match
	Detect  Kind = "detect"  // an entity asked about, in a pass that looks for changed ones
	Mark    Kind = "mark"    // a single mutable access
	Read    Kind = "read"    // a single access that does not mark
	Churn   Kind = "churn"   // an entity despawned and another one spawned
	Spawn   Kind = "spawn"
	Despawn Kind = "despawn"
	Move    Kind = "move"  // a component added or removed
	Frame   Kind = "frame" // the end of one
)

var kinds = []Kind{Iterate, Detect, Mark, Read, Churn, Spawn, Despawn, Move, Frame}

// InWords says what a job of the kind does.
func (k Kind) InWords() string {
	return map[Kind]string{
		Iterate: "going over all that match", Detect: "asking what changed", Mark: "single writes",
		Read: "single reads", Churn: "despawning and spawning", Spawn: "spawning", Despawn: "despawning",
		Move: "adding and removing components", Frame: "ending frames",
	}[k]
}

// A Job is an amount of work of one kind in a frame.
type Job struct {
	Kind   Kind    `json:"kind"`
	Passes float64 `json:"passes,omitempty"` // of iterate and detect
	Units  float64 `json:"units"`
	Found  float64 `json:"found,omitempty"`  // of detect: entities that had changed
	Marks  float64 `json:"marks,omitempty"`  // of iterate and churn: values marked on the way
	Batch  bool    `json:"batch,omitempty"`  // several entities a call
	Sparse bool    `json:"sparse,omitempty"` // of move: of a component declared to be kept in a sparse set
}

// Of makes a workload from the counts of a file. Without frames, it is of the
// whole measured part.
func Of(f *replay.File, c *replay.Census) *Workload {
	w := &Workload{Entities: float64(c.Entities), Sets: c.Archetypes}
	for i, n := range c.Holders {
		share := float64(n) / max(1, w.Entities)
		w.Bytes += share * float64(8*f.Components[i].Fields)
		if f.Components[i].Track != 0 {
			w.Tracked += share
		}
	}
	b := builder{w, f, map[jobKey]*Job{}}
	for _, t := range c.Tallies {
		b.statement(t, t.Stmt, 1/max(1, float64(c.Frames)))
	}
	b.pair()
	if c.Frames > 0 {
		b.job(Frame, false, false).Units = 1
	}
	for _, k := range kinds {
		for _, sparse := range []bool{false, true} {
			for _, batch := range []bool{false, true} {
				if j := b.jobs[jobKey{k, batch, sparse}]; j != nil && (j.Units > 0 || j.Passes > 0) {
					w.Mixed = w.Mixed || k == Churn || k == Despawn
					w.Jobs = append(w.Jobs, *j)
				}
			}
		}
	}
	return w
}

type jobKey struct {
	kind          Kind
	batch, sparse bool
}

// builder sums jobs up.
type builder struct {
	*Workload
	file *replay.File
	jobs map[jobKey]*Job
}

func (b *builder) job(k Kind, batch, sparse bool) *Job {
	key := jobKey{k, batch, sparse}
	if b.jobs[key] == nil {
		b.jobs[key] = &Job{Kind: k, Batch: batch, Sparse: sparse}
	}
	return b.jobs[key]
}

// statement adds what a statement did. What it is about counts scale times.
func (b *builder) statement(t *replay.Tally, s replay.Stmt, scale float64) {
	executed, entities := scale*float64(t.Executed), scale*float64(t.Entities)
	switch s := s.(type) {
	case *replay.DeferStmt:
		b.statement(t, s.Op, scale)
	case *replay.SpawnStmt:
		if s.Form == replay.SpawnOne {
			entities = executed
		}
		j := b.job(Spawn, s.Form != replay.SpawnOne, false)
		j.Units += entities
		j.Marks += entities * b.tracked(s.Args)
	case *replay.EditStmt:
		if s.Target.Single() {
			entities = executed
		}
		b.edit(s, entities)
	case *replay.EachStmt:
		b.pass(s.Terms, t, scale)
		marked := 0.0
		for _, c := range s.Mut {
			if b.file.Components[c].Track.Has(replay.Changed) {
				marked++
			}
		}
		j := b.job(Iterate, false, false)
		j.Marks += entities * marked
		j.Units += entities * float64(len(s.Mut)-1) // each mutable column is a loop of its own
	case *replay.CountStmt:
		b.pass(s.Terms, t, scale)
	case *replay.SumStmt:
		b.pass(s.Terms, t, scale)
	case *replay.QueryStmt:
		b.pass(s.Terms, t, scale)
	case *replay.ReadStmt, *replay.HasStmt, *replay.AliveStmt:
		b.job(Read, false, false).Units += executed
	case *replay.WasStmt:
		b.Asks = true
		b.job(Read, false, false).Units += executed
	case *replay.RemovedStmt:
		b.Asks = true
		b.leave("removed")
	case *replay.MarkStmt, *replay.RunStmt, *replay.TickStmt:
	case *replay.FailStmt:
		b.leave("fail")
	case *replay.ClearStmt:
		b.leave("clear")
	case *replay.SaveStmt:
		b.leave("save")
	case *replay.LoadStmt:
		b.leave("load")
	}
}

func (b *builder) edit(s *replay.EditStmt, entities float64) {
	batch := !s.Target.Single()
	switch s.Edit {
	case replay.Despawn:
		b.job(Despawn, batch, false).Units += entities
	case replay.Add, replay.Remove:
		sparse := true
		for _, a := range s.Args {
			sparse = sparse && b.file.Components[a.Component].Sparse
		}
		j := b.job(Move, batch, sparse)
		j.Units += entities
		j.Marks += entities * b.tracked(s.Args)
	case replay.Ref:
		b.job(Read, false, false).Units += entities * float64(len(s.Args))
	default: // set, mut, update: a set of what is there already is a write
		tracked := b.tracked(s.Args)
		b.job(Mark, false, false).Units += entities * tracked
		if rest := float64(len(s.Args)) - tracked; rest > 0 {
			b.job(Read, false, false).Units += entities * rest
		}
	}
}

// pass adds a walk over what terms match.
func (b *builder) pass(terms []replay.Term, t *replay.Tally, scale float64) {
	executed, found := scale*float64(t.Executed), scale*float64(t.Entities)
	for i := range terms {
		if terms[i].Tracked() {
			b.Asks = true
			j := b.job(Detect, false, false)
			j.Passes += executed
			j.Units += scale * float64(t.Asked)
			j.Found += found
			return
		}
	}
	j := b.job(Iterate, false, false)
	j.Passes += executed
	if _, count := t.Stmt.(*replay.CountStmt); !count { // which looks at no entity
		j.Units += found
	}
}

// tracked is how many of the components are tracked.
func (b *builder) tracked(args []replay.Arg) (n float64) {
	for _, a := range args {
		if b.file.Components[a.Component].Track != 0 {
			n++
		}
	}
	return n
}

// pair makes churn of what is spawned in the place of what was despawned.
func (b *builder) pair() {
	for _, batch := range []bool{false, true} {
		spawn, despawn := b.job(Spawn, batch, false), b.job(Despawn, batch, false)
		both := min(spawn.Units, despawn.Units)
		if both == 0 {
			continue
		}
		churn := b.job(Churn, batch, false)
		churn.Units = both
		churn.Marks = spawn.Marks * both / spawn.Units
		spawn.Marks -= churn.Marks
		spawn.Units -= both
		despawn.Units -= both
	}
}

func (b *builder) leave(keyword string) {
	if !slices.Contains(b.Left, keyword) {
		b.Left = append(b.Left, keyword)
	}
}
