package model

import (
	"fmt"
	"maps"
	"slices"

	"ecslab/replay"
)

// bitmap remembers as StaticEcs does: that something happened in a frame,
// shown to everyone when the frame has ended, for as many frames as the ring
// is deep. Records never cancel one another.
type bitmap struct {
	ring    moment // B: how many stamps are readable
	strict  bool   // overflow=error
	stamps  map[subject][]moment
	cur     moment
	lastRun map[replay.SystemID]moment
	system  replay.SystemID // of the open run
}

func newBitmap(ring int, strict bool) *bitmap {
	return &bitmap{
		ring:    moment(ring),
		strict:  strict,
		stamps:  map[subject][]moment{},
		cur:     1,
		lastRun: map[replay.SystemID]moment{},
	}
}

// record stamps with the frame's end. Stamps that have left the ring are
// dropped on the way, only so that a long trace does not pile them up.
func (b *bitmap) record(s subject) {
	stamp := b.cur + 1
	var kept []moment
	for _, old := range b.stamps[s] {
		if old > b.cur-b.ring && old != stamp {
			kept = append(kept, old)
		}
	}
	b.stamps[s] = append(kept, stamp)
}

// gone does nothing: what was added and lost again was added all the same.
func (b *bitmap) gone(replay.ComponentID, entityID) {}

func (b *bitmap) begin(system replay.SystemID) { b.system = system }

func (b *bitmap) finish() {}

func (b *bitmap) end() {
	b.lastRun[b.system] = b.cur
}

func (b *bitmap) endFrames(n int64) { b.cur += moment(n) }

func (b *bitmap) mark() moment { return b.cur }

func (b *bitmap) running() (window, error) {
	last, ran := b.lastRun[b.system]
	if !ran {
		return b.cut(1), nil
	}
	return b.reach(last)
}

func (b *bitmap) since(m moment) (window, error) { return b.reach(m) }

// cut is the window (last, cur] as far as the ring goes back.
func (b *bitmap) cut(last moment) window {
	return window{max(last, b.cur-b.ring), b.cur}
}

// reach is cut, for windows that overflow=error forbids to cut.
func (b *bitmap) reach(last moment) (window, error) {
	if b.strict && last < b.cur-b.ring {
		return window{}, fmt.Errorf("the window reaches back to tick %d, but a ring of %d at tick %d holds only what came after %d",
			last, b.ring, b.cur, b.cur-b.ring)
	}
	return b.cut(last), nil
}

func (w window) holds(stamp moment) bool { return w.last < stamp && stamp <= w.now }

func (b *bitmap) sees(w window, s subject) bool {
	return slices.ContainsFunc(b.stamps[s], w.holds)
}

// removals gives each entity once; the world leaves out the dead.
func (b *bitmap) removals(w window, c replay.ComponentID) []entityID {
	var list []entityID
	for s := range b.stamps {
		if s.kind == replay.Removed && s.component == c && b.sees(w, s) {
			list = append(list, s.entity)
		}
	}
	slices.Sort(list)
	return list
}

func (b *bitmap) forget(match func(subject) bool) {
	maps.DeleteFunc(b.stamps, func(s subject, _ []moment) bool { return match(s) })
}

func (b *bitmap) clone() history {
	copied := *b
	copied.stamps = map[subject][]moment{}
	for s, stamps := range b.stamps {
		copied.stamps[s] = slices.Clone(stamps)
	}
	copied.lastRun = maps.Clone(b.lastRun)
	return &copied
}
