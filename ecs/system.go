package ecs

import (
	"errors"

	"ecslab/ecs/driver"
)

// System is a stretch of code that runs again and again, and asks what changed
// since it last ran. Its last run is all that it holds; what it does is the
// caller's.
type System struct {
	name     string
	world    *World
	timeline driver.Timeline
}

// Name is the name that the system was made with.
func (s *System) Name() string { return s.name }

// System makes a system that never ran. Systems are numbered in the order in
// which they are made, which a snapshot keeps.
func (w *World) System(name string) *System {
	s := &System{name: name, world: w}
	w.systems = append(w.systems, s)
	return s
}

// Run runs body as the system: tracked terms see what came since the system's
// last run, and what body has queued in Commands is applied at its end. The
// error joins that of body and those of the commands.
func (w *World) Run(s *System, body func() error) (err error) {
	if body == nil {
		return ErrZero
	}
	if err := w.Begin(s); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.End()) }()
	return body()
}

// inRun reports whether a system runs, or what it has deferred is being applied.
func (w *World) inRun() bool { return w.running != nil || w.ending }

// Begin opens a run of the system; while one is open it is ErrRunning.
func (w *World) Begin(s *System) error {
	switch {
	case s == nil:
		return ErrZero
	case s.world != w:
		return ErrForeign
	case w.inRun():
		return ErrRunning
	}
	if w.watch != nil {
		w.watch.Began(s) // first, for it may panic
	}
	w.running = s
	if Tracking && w.tracker != nil {
		w.window = w.tracker.Begin(&s.timeline)
	}
	return nil
}

// End closes the run: the queued commands are applied in order, then the
// deferred functions, all of them at the time that the tracker gives to
// deferred operations. One that fails is skipped and the rest goes on; the
// error joins all of theirs. None of them can begin a run or end a frame.
func (w *World) End(deferred ...func() error) (err error) {
	if w.running == nil {
		return ErrNotRun
	}
	if w.watch != nil {
		defer w.watch.Ended()
	}
	t := &w.running.timeline
	w.running, w.ending = nil, true
	defer func() { w.ending = false }()
	if Tracking && w.tracker != nil {
		w.tracker.Close(t)
		defer w.tracker.Finish(t)
	}
	if w.watch != nil {
		w.watch.Closing()
	}
	err = w.commands.apply()
	for _, f := range deferred {
		if f == nil {
			err = errors.Join(err, ErrZero)
			continue
		}
		err = errors.Join(err, f())
	}
	return err
}

// mostFrames keeps clocks of 64 bits from wrapping.
const mostFrames = 1 << 50

// EndFrame ends n frames: the first, and n-1 empty ones; 0 does nothing. It is an
// error within a run (ErrRunning), of more than 2^50 (ErrFrames), and while a query
// is open (ErrOpen): the end of a frame may take what its window shows.
func (w *World) EndFrame(n uint64) error {
	switch {
	case w.inRun():
		return ErrRunning
	case w.open > 0:
		return ErrOpen
	case n > mostFrames:
		return ErrFrames
	}
	if n == 0 {
		return nil // indices freed in this frame must not come back in it
	}
	if Tracking && w.tracker != nil {
		w.tracker.EndFrame(n)
	}
	w.dir.Turn()
	if w.watch != nil {
		w.watch.FrameEnded(n)
	}
	return nil
}

// Now takes the time, for terms that ask what came since (Tracked.Since). A world
// without a tracker has none (ErrNoTracker).
func (w *World) Now() (Moment, error) {
	if !Tracking || w.tracker == nil {
		return 0, ErrNoTracker
	}
	m := w.tracker.Moment()
	if w.watch != nil {
		w.watch.TimeTaken(m)
	}
	return m, nil
}

// Clear forgets the records of the given kinds: of the given components or, if none
// is named, all of them, those of creation too. Clocks and last runs stay.
func (w *World) Clear(k Kinds, cs ...Component) error {
	set, err := w.resolveMask(cs)
	if err != nil || !Tracking || w.tracker == nil {
		return err
	}
	if w.watch != nil {
		w.watch.Cleared(k, set.Append(nil))
	}
	if len(cs) == 0 {
		w.tracker.Clear(k, 0, true)
		return nil
	}
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		w.tracker.Clear(k&driver.PerComponent, c, false)
	}
	return nil
}

// windowSince is the window of a question: since the moment or, with nil, the
// running system's.
func (w *World) windowSince(m *Moment) (driver.Window, error) {
	var win driver.Window
	switch {
	case !Tracking || w.tracker == nil:
		return win, ErrNoTracker
	case m != nil:
		win = w.tracker.Since(*m)
	case w.running == nil:
		return win, ErrNoWindow
	default:
		win = w.window
	}
	if win.Overflow {
		return win, ErrOverflow
	}
	return win, nil
}

// Removals appends to dst what the tracker reports as removed since a moment or,
// if that is nil, since the running system's last run. Ticks and frame report an
// event per removal, of dead entities too; bitmap living entities, once each. The
// error is ErrUntracked, ErrNoWindow outside a run, or ErrOverflow.
func (w *World) Removals(c Component, since *Moment, dst []Entity) ([]Entity, error) {
	id, err := c.resolve(w)
	if err != nil {
		return dst, err
	}
	if err := w.checkTracked(Removed, id); err != nil {
		return dst, err
	}
	win, err := w.windowSince(since)
	if err != nil {
		return dst, err
	}
	from := len(dst)
	dst = w.tracker.Removals(id, win, dst)
	if w.watch != nil {
		w.watch.Listed(id, since, dst[from:])
	}
	return dst, nil
}
