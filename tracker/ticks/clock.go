package ticks

import "ecslab/ecs/driver"

const (
	// scanPeriod is how many ticks lie between two scans, as in Bevy
	// (CHECK_TICK_THRESHOLD).
	scanPeriod = 518_400_000
	// maxAge is the age from which on a stamp is simply old (MAX_CHANGE_AGE).
	maxAge = 1<<32 - 1 - (2*scanPeriod - 1)
	// base lifts the clock so that no time minus an age falls below zero.
	base = 1 << 32
)

// clock is the tracker's time.
type clock struct {
	w      uint64 // W: base + the first value + the ticks since
	now    uint64 // of the open run
	inside bool   // the body of a run is open
	stamp  uint32 // what is stamped now; Shape hands out its address
	first  uint64 // W at the beginning of the world
	scan   uint64 // the next W at which stamps are to be clamped
}

func (c *clock) start(first uint32) {
	c.w = base + uint64(first)
	c.first, c.scan = c.w, c.w+scanPeriod
	c.stamp = uint32(c.w)
}

// time is the stamp of an operation, in full.
func (c *clock) time() uint64 {
	if c.inside {
		return c.now
	}
	return c.w
}

// begin opens a run. What is stamped does not change with it: now is the W
// from before.
func (c *clock) begin(t *driver.Timeline) driver.Window {
	c.now, c.inside = c.w, true
	c.w++
	if !t.Ran {
		return driver.Window{After: driver.Moment(c.now - maxAge), Upto: driver.Moment(c.now), First: true}
	}
	return c.since(t.Last)
}

// close ends the body of the run; its deferred operations are stamped W.
func (c *clock) close(t *driver.Timeline) {
	t.Ran, t.Last = true, driver.Moment(c.now)
	c.inside = false
	c.stamp = uint32(c.w)
}

// advance passes up to n ticks outside of a run, at most to the next scan, and
// returns how many.
//
// Of a number so large that everything is old at its end, whole periods are
// left out first. That spoils ages below 2^32, but the rest is still so large
// that its scans find every stamp older than maxAge.
func (c *clock) advance(n uint64) (passed uint64) {
	skipped := uint64(0)
	if n > base+scanPeriod {
		skipped = (n - base) / scanPeriod * scanPeriod
		c.w += skipped
		c.scan += skipped
	}
	passed = min(n-skipped, c.scan-c.w)
	c.w += passed
	c.stamp = uint32(c.w)
	return skipped + passed
}

// moment takes W and advances it. Within a run the stamp stays the run's.
func (c *clock) moment() driver.Moment {
	m := c.w
	c.w++
	if !c.inside {
		c.stamp = uint32(c.w)
	}
	return driver.Moment(m)
}

// since is the window since a time on this clock. A moment that was taken
// within the run is later than all that the run does: its window is empty.
func (c *clock) since(m driver.Moment) driver.Window {
	now := driver.Moment(c.time())
	return driver.Window{After: min(max(m, now-maxAge), now), Upto: now}
}

// never is a stamp that no window reports, now or later.
func (c *clock) never() uint32 { return uint32(c.time() - maxAge) }

// due reports whether a scan has to be made, and plans the next one. A scan
// waits for the end of a run: seen from W, a record may be too old that the
// run must not lose, or just old enough to be made new for it.
func (c *clock) due() bool {
	if c.inside || c.w < c.scan {
		return false
	}
	c.scan = c.w - (c.w-c.first)%scanPeriod + scanPeriod
	return true
}
