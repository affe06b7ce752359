package replay

import "time"

// Work is a kind of work that the time of a run goes into.
type Work uint8

const (
	WorkIdle   Work = iota // nothing that is told: checks and what is around a run
	WorkNames              // the replay's own: finding the living ones that a reference to several names
	WorkSpawns             // of several entities in one statement, as the seven below
	WorkDespawns
	WorkAdds
	WorkSets
	WorkRemoves
	WorkMuts
	WorkUpdates
	WorkRefs
	WorkSpawn
	WorkDespawn
	WorkAdd
	WorkSet
	WorkRemove
	WorkMut
	WorkUpdate
	WorkRef
	WorkEach
	WorkRead
	WorkHas
	WorkAlive
	WorkWas
	WorkCount
	WorkSum
	WorkQuery
	WorkRemoved
	WorkRun // opening and closing a run, without the statements in it
	WorkTick
	WorkMark
	WorkClear
	WorkSave
	WorkLoad
	works
)

var workNames = [works]string{
	"idle", "names",
	"spawn*", "despawn*", "add*", "set*", "remove*", "mut*", "update*", "ref*",
	"spawn", "despawn", "add", "set", "remove", "mut", "update", "ref", "each",
	"read", "has", "alive", "was", "count", "sum", "query", "removed", "run", "tick", "mark",
	"clear", "save", "load",
}

// String is the keyword of the statement, with a star where it was about several entities.
func (w Work) String() string { return workNames[w] }

var (
	editWork = [...]Work{
		Despawn: WorkDespawn, Add: WorkAdd, Set: WorkSet, Remove: WorkRemove, Mut: WorkMut,
		Update: WorkUpdate, Ref: WorkRef,
	}
	editsWork = [...]Work{
		Despawn: WorkDespawns, Add: WorkAdds, Set: WorkSets, Remove: WorkRemoves, Mut: WorkMuts,
		Update: WorkUpdates, Ref: WorkRefs,
	}
)

// A stopwatch tells where the time of a run goes. It reads the clock only where the kind of work
// changes, so that a stretch of statements of one kind costs one reading. A nil stopwatch does
// nothing.
type stopwatch struct {
	zero  time.Time     // what readings count from: so they need not ask for the time of day
	since time.Duration // when now began
	now   Work
	spent [works]time.Duration
	done  [works]int // statements executed
	found [works]int // entities that they were about
	turns [works]int // readings of the clock that ended a stretch of this kind

	census *Census         // nil: statements are not counted one by one
	lines  map[Stmt]*Tally // of the census
	line   *Tally          // of the statement at hand
}

// begin starts the clock, with nothing to do.
func (w *stopwatch) begin() {
	if w.zero.IsZero() {
		w.zero = time.Now()
	}
	w.now, w.since = WorkIdle, time.Since(w.zero)
}

// start begins an execution of a statement.
func (w *stopwatch) start(k Work, s Stmt) {
	if w != nil {
		if w.census != nil {
			w.note(s)
		}
		w.done[k]++
		w.shift(k)
	}
}

// meets notes that the statement at hand is about n entities.
func (w *stopwatch) meets(n int) {
	if w != nil {
		w.found[w.now] += n
		if w.line != nil {
			w.line.Entities += n
		}
	}
}

// shift goes over to other work and returns what was done before.
func (w *stopwatch) shift(k Work) (was Work) {
	if w == nil || w.now == k {
		return k
	}
	now := time.Since(w.zero)
	was = w.now
	w.spent[was] += now - w.since
	w.turns[was]++
	w.since, w.now = now, k
	return was
}

// readingCost measures what a turn of the stopwatch adds to a stretch.
func readingCost() time.Duration {
	const turns = 2000
	best := time.Duration(1 << 62)
	for range 5 { // the quickest: the others were disturbed
		w := new(stopwatch)
		w.begin()
		for i := range turns {
			w.shift(WorkSpawn + Work(i&1))
		}
		best = min(best, (w.spent[WorkSpawn]+w.spent[WorkDespawn])/turns)
	}
	return best
}
