package bitmap

import "ecslab/ecs/driver"

// floor is the youngest stamp that can no longer be read.
func (t *tracker) floor() uint64 {
	if t.cur < t.depth {
		return 0
	}
	return t.cur - t.depth
}

func (t *tracker) Begin(at *driver.Timeline) driver.Window {
	if at.Ran {
		return t.Since(at.Last)
	}
	return driver.Window{After: driver.Moment(max(1, t.floor())), Upto: driver.Moment(t.cur), First: true}
}

func (t *tracker) Close(*driver.Timeline) {}

func (t *tracker) Finish(at *driver.Timeline) {
	at.Ran, at.Last = true, driver.Moment(t.cur)
}

func (t *tracker) Moment() driver.Moment { return driver.Moment(t.cur) }

func (t *tracker) Since(m driver.Moment) driver.Window {
	floor := driver.Moment(t.floor())
	return driver.Window{
		After:    max(m, floor),
		Upto:     driver.Moment(t.cur),
		Overflow: t.strict && m < floor,
	}
}

// stretch is the slots of a window, from the oldest on.
func (t *tracker) stretch(w driver.Window) (first, n int) {
	after, upto := max(uint64(w.After), t.floor()), min(uint64(w.Upto), t.cur)
	if after >= upto {
		return t.slot, 0
	}
	first = t.slot - int(t.cur-after)
	if first < 0 {
		first += t.slots
	}
	return first, int(upto - after)
}

// after is the slot of the next tick.
func (t *tracker) after(slot int) int {
	if slot++; slot == t.slots {
		return 0
	}
	return slot
}
