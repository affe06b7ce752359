// Package counted is a tracker of one's own, the shortest that is right: that
// of another with a count of the questions it was asked.
//
//	ecs.World ──▶ Tracker.Filter, counted ──▶ the tracker inside
//
// What it does not say of itself, the tracker inside does; its optional
// interfaces are hidden, so that a query never starts from records. A tracker
// from scratch implements driver.Tracker whole; ecslab's frame is a short one.
package counted

import "ecslab/ecs/driver"

// Tracker counts questions.
type Tracker struct {
	driver.Tracker
	Questions int // chunks that were asked about
}

// Around makes a tracker that counts.
func Around(t driver.Tracker) *Tracker { return &Tracker{Tracker: t} }

// Filter counts and asks on.
func (t *Tracker) Filter(r driver.Record, w driver.Window, ch *driver.Chunk, col int, out *driver.Bits) {
	t.Questions++
	t.Tracker.Filter(r, w, ch, col, out)
}
