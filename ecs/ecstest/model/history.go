package model

import (
	"maps"

	"ecslab/replay"
)

// entityID numbers the entities of a world in the order of their spawning,
// from zero, and is never given twice.
type entityID int

// moment is a point on a tracker's clock; what it counts is the tracker's own.
type moment int64

// subject is what a record is about.
type subject struct {
	kind      replay.Kind
	component replay.ComponentID // replay.NoComponent when created
	entity    entityID
}

// window is what a term may see. What the two ends mean, and whether they
// belong to it, is the tracker's own.
type window struct{ last, now moment }

// history is what one tracker remembers of a world. The world tells it what
// happens, and calls record only for kinds that are tracked. It does not know
// who lives: the world never asks about the dead.
type history interface {
	// record notes that something happened now.
	record(subject)
	// gone notes that an entity no longer holds a component. Its removal, when
	// that is tracked, is recorded besides.
	gone(replay.ComponentID, entityID)

	// begin opens a run; then come its own operations; then finish, its
	// deferred operations, and end.
	begin(replay.SystemID)
	finish()
	end()
	// endFrames ends n frames, n ≥ 1.
	endFrames(n int64)
	// mark is the moment that a mark remembers.
	mark() moment

	// running is the window of the open run, since the one from a mark on.
	running() (window, error)
	since(moment) (window, error)
	// sees reports whether a record about the subject lies in the window.
	sees(window, subject) bool
	// removals lists the entities that have lost the component in the window.
	removals(window, replay.ComponentID) []entityID

	// forget drops every record that the function accepts.
	forget(func(subject) bool)
	clone() history
}

// removal is one event in the lists of ticks and frame. Its kind is removed.
type removal struct {
	subject
	stamp moment
	frame int64 // in which it was made; counts from 0
}

// values is what ticks and frame keep: a stamp for each component value and
// each entity, and a list of removals. A value's stamps live as long as it is
// there.
type values struct {
	stamps   map[subject]moment
	removals []removal // oldest first
}

func (v *values) record(s subject, stamp moment, frame int64) {
	if s.kind == replay.Removed {
		v.removals = append(v.removals, removal{s, stamp, frame})
		return
	}
	v.stamps[s] = stamp
}

func (v *values) gone(c replay.ComponentID, e entityID) {
	delete(v.stamps, subject{replay.Added, c, e})
	delete(v.stamps, subject{replay.Changed, c, e})
}

// keep drops the removals that were made before a frame.
func (v *values) keep(frame int64) {
	var kept []removal
	for _, r := range v.removals {
		if r.frame >= frame {
			kept = append(kept, r)
		}
	}
	v.removals = kept
}

func (v *values) sees(s subject, in func(stamp moment) bool) bool {
	if s.kind == replay.Removed {
		for _, r := range v.removals {
			if r.subject == s && in(r.stamp) {
				return true
			}
		}
		return false
	}
	stamp, ok := v.stamps[s]
	return ok && in(stamp)
}

// list gives an entity for each event, the dead ones too.
func (v *values) list(c replay.ComponentID, in func(stamp moment) bool) []entityID {
	var list []entityID
	for _, r := range v.removals {
		if r.component == c && in(r.stamp) {
			list = append(list, r.entity)
		}
	}
	return list
}

func (v *values) forget(match func(subject) bool) {
	maps.DeleteFunc(v.stamps, func(s subject, _ moment) bool { return match(s) })
	var kept []removal
	for _, r := range v.removals {
		if !match(r.subject) {
			kept = append(kept, r)
		}
	}
	v.removals = kept
}

func (v *values) clone() values {
	return values{maps.Clone(v.stamps), append([]removal(nil), v.removals...)}
}

// none remembers nothing. Whoever asks it has failed to refuse.
type none struct{}

func (none) record(subject)                    {}
func (none) gone(replay.ComponentID, entityID) {}
func (none) begin(replay.SystemID)             {}
func (none) finish()                           {}
func (none) end()                              {}
func (none) endFrames(int64)                   {}
func (none) mark() moment                      { return 0 }
func (none) running() (window, error)          { panic("model: a window without a tracker") }
func (none) since(moment) (window, error)      { panic("model: a window without a tracker") }
func (none) sees(window, subject) bool         { panic("model: a record without a tracker") }
func (none) removals(window, replay.ComponentID) []entityID {
	panic("model: a record without a tracker")
}
func (none) forget(func(subject) bool) {}
func (none) clone() history            { return none{} }
