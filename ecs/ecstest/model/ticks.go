package model

import (
	"maps"

	"ecslab/replay"
)

// maxAge is the age in ticks from which on a record, a last run or a mark is
// simply old.
const maxAge = 1<<32 - 1 - (2*518_400_000 - 1)

// ticks remembers as Bevy does: two ticks a value, and removals that stay
// readable until the end of the next frame.
//
// The tracker's clock has 32 bits and wraps; a scan, every 518 400 000 ticks,
// clamps what is older than maxAge to that age. Here the clock is wide and
// nothing is clamped, because the two cannot be told apart: a clamped age and
// a true one are both ≥ maxAge, and an age only ever enters as min(age,
// maxAge); between two scans no age can reach 2³², for maxAge + 518 400 000 is
// less. TestTicksWrap compares the two.
type ticks struct {
	values
	w       moment // the clock W
	frame   int64  // frames that have ended
	lastRun map[replay.SystemID]moment
	system  replay.SystemID // of the open run
	thisRun moment          // its now
	inside  bool            // a run is open, and its own operations are not yet over
}

func newTicks(clock uint32) *ticks {
	return &ticks{
		values:  values{stamps: map[subject]moment{}},
		w:       moment(clock),
		lastRun: map[replay.SystemID]moment{},
	}
}

// now is the stamp of an operation.
func (t *ticks) now() moment {
	if t.inside {
		return t.thisRun
	}
	return t.w
}

func (t *ticks) record(s subject) { t.values.record(s, t.now(), t.frame) }

func (t *ticks) begin(system replay.SystemID) {
	t.system, t.thisRun, t.inside = system, t.w, true
	t.w++
}

func (t *ticks) finish() {
	t.lastRun[t.system] = t.thisRun
	t.inside = false
}

// end does nothing: the run was over before its deferred operations.
func (t *ticks) end() {}

func (t *ticks) endFrames(n int64) {
	t.w += moment(n)
	t.frame += n
	t.keep(t.frame - 1) // a removal is readable in its own frame and the next
}

func (t *ticks) mark() moment {
	m := t.w
	t.w++
	return m
}

func (t *ticks) running() (window, error) {
	last, ran := t.lastRun[t.system]
	if !ran {
		last = t.thisRun - maxAge
	}
	return window{last, t.thisRun}, nil
}

func (t *ticks) since(m moment) (window, error) { return window{m, t.now()}, nil }

func (w window) youngerThanLast(stamp moment) bool {
	return min(w.now-w.last, maxAge) > min(w.now-stamp, maxAge)
}

func (t *ticks) sees(w window, s subject) bool {
	return t.values.sees(s, w.youngerThanLast)
}

func (t *ticks) removals(w window, c replay.ComponentID) []entityID {
	return t.list(c, w.youngerThanLast)
}

func (t *ticks) clone() history {
	copied := *t
	copied.values = t.values.clone()
	copied.lastRun = maps.Clone(t.lastRun)
	return &copied
}
