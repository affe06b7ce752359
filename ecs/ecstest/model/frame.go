package model

import (
	"maps"

	"ecslab/replay"
)

// frame remembers as Estella does: a frame number a value, and removals that
// are dropped at the end of the third frame after their own. With exact, a
// clock that also advances with runs and marks takes the place of the frame
// number; removals are still dropped by frames.
type frame struct {
	values
	exact   bool
	n       int64  // frames that have ended
	clock   moment // n without exact
	lastRun map[replay.SystemID]moment
	system  replay.SystemID // of the open run
}

func newFrame(exact bool) *frame {
	return &frame{
		values:  values{stamps: map[subject]moment{}},
		exact:   exact,
		lastRun: map[replay.SystemID]moment{},
	}
}

func (f *frame) record(s subject) { f.values.record(s, f.clock, f.n) }

func (f *frame) begin(system replay.SystemID) { f.system = system }

// finish does nothing: the deferred operations are stamped like the others,
// and only then does the run count as over.
func (f *frame) finish() {}

func (f *frame) end() {
	f.lastRun[f.system] = f.clock
	if f.exact {
		f.clock++
	}
}

func (f *frame) endFrames(n int64) {
	f.n += n
	if !f.exact {
		f.clock = moment(f.n)
	}
	ended := f.n - 1
	f.keep(ended - 2)
}

func (f *frame) mark() moment {
	m := f.clock
	if f.exact {
		f.clock++
	}
	return m
}

func (f *frame) running() (window, error) {
	last, ran := f.lastRun[f.system]
	if !ran {
		last = -1
	}
	return window{last, f.clock}, nil
}

func (f *frame) since(m moment) (window, error) { return window{m, f.clock}, nil }

func (w window) afterLast(stamp moment) bool { return stamp > w.last }

func (f *frame) sees(w window, s subject) bool { return f.values.sees(s, w.afterLast) }

func (f *frame) removals(w window, c replay.ComponentID) []entityID { return f.list(c, w.afterLast) }

func (f *frame) clone() history {
	copied := *f
	copied.values = f.values.clone()
	copied.lastRun = maps.Clone(f.lastRun)
	return &copied
}
