package ticks

import (
	"fmt"

	"ecslab/ecs/driver"
)

// validate is nil if the invariants that the tracker's own records show hold.
func (t *tracker) validate() error {
	if err := t.clock.validate(); err != nil {
		return err
	}
	for c, cs := range t.columns {
		if n := t.Beside(driver.ComponentID(c)); cs.added >= n || cs.changed >= n {
			return fmt.Errorf("component %d: columns %d and %d of %d", c, cs.added, cs.changed, n)
		}
		if t.removals.Tracks(driver.ComponentID(c)) != (cs.kinds&driver.Removed != 0) {
			return fmt.Errorf("component %d: tracked for %v, removals %t", c, cs.kinds, cs.kinds&driver.Removed == 0)
		}
	}
	if !t.tracks && len(t.created.pages) > 0 {
		return fmt.Errorf("creation is not tracked, but %d pages are there", len(t.created.pages))
	}
	return nil
}

// validate is nil if the clock is as it may be between two calls.
func (c *clock) validate() error {
	switch {
	case c.inside && c.now >= c.w:
		return fmt.Errorf("in a run at %d with the clock at %d", c.now, c.w)
	case c.stamp != uint32(c.time()):
		return fmt.Errorf("stamp %d at time %d", c.stamp, c.time())
	case !c.inside && c.w >= c.scan:
		return fmt.Errorf("clock at %d, scan due since %d", c.w, c.scan)
	case (c.scan-c.first)%scanPeriod != 0 || c.scan > c.w+scanPeriod:
		return fmt.Errorf("clock from %d at %d, scan at %d", c.first, c.w, c.scan)
	}
	return nil
}
