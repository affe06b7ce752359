package frame

import "ecslab/ecs/driver"

// clock is the tracker's time: of frame the number of the frame, from 1; of
// frame-exact a number that the ends of runs and moments raise.
type clock struct {
	now   uint64
	exact bool
}

// since is the window after a time. The last run of an observer that never ran
// is zero, which is before everything.
func (c *clock) since(last driver.Moment, first bool) driver.Window {
	return driver.Window{After: last, Upto: driver.Moment(c.now), First: first}
}

// Begin implements driver.Tracker.
func (t *tracker) Begin(tl *driver.Timeline) driver.Window {
	return t.clock.since(tl.Last, !tl.Ran)
}

// Close does nothing: deferred operations belong to the run.
func (t *tracker) Close(*driver.Timeline) {}

// Finish implements driver.Tracker.
func (t *tracker) Finish(tl *driver.Timeline) {
	tl.Ran, tl.Last = true, t.Moment()
}

// Moment implements driver.Tracker.
func (t *tracker) Moment() driver.Moment {
	m := driver.Moment(t.clock.now)
	if t.clock.exact {
		t.clock.now++
	}
	return m
}

// Since implements driver.Tracker.
func (t *tracker) Since(m driver.Moment) driver.Window { return t.clock.since(m, false) }

// EndFrame implements driver.Tracker. The clock of frame-exact may stand still:
// whoever saw the frame ran in it, and that has raised the clock.
func (t *tracker) EndFrame(n uint64) {
	if !t.clock.exact {
		t.clock.now += n
	}
	t.removals.EndFrames(n)
	t.check()
}
