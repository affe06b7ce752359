package replay

import "fmt"

// rules is a tracker's clock, its windows, and when a record is reported, by its documentation.
// Clocks are wide and do not wrap: a record is as old as it is.
type rules struct {
	tracker TrackerName
	now     int64 // ticks: W; bitmap: cur; frame, frame-exact: the clock
	inside  bool  // ticks: the body of a run is open …
	run     int64 // … whose now this is
	ring    int64
	strict  bool
}

const maxAge = 1<<32 - 1 - (2*518_400_000 - 1) // of ticks: from here on a record is simply old

func newRules(m *machine) rules {
	r := rules{tracker: m.tracker, ring: int64(m.file.Settings.Ring), strict: m.file.Settings.OverflowError}
	switch m.tracker {
	case Ticks:
		r.now = int64(m.file.Settings.Clock)
	case Bitmap:
		r.now = 1
	}
	return r
}

// stamp is what an operation is stamped with now.
func (r *rules) stamp() int64 {
	switch {
	case r.tracker == Bitmap:
		return r.now + 1
	case r.inside:
		return r.run
	}
	return r.now
}

func (r *rules) begin() {
	if r.tracker == Ticks {
		r.run, r.inside = r.now, true
		r.now++
	}
}

// close ends the body of a run, before its deferred operations.
func (r *rules) close() { r.inside = false }

// end ends a run, after its deferred operations, and is its last.
func (r *rules) end() int64 {
	if r.tracker == Ticks {
		return r.run
	}
	return r.moment()
}

func (r *rules) moment() int64 {
	m := r.now
	if r.tracker == Ticks || r.tracker == FrameExact {
		r.now++
	}
	return m
}

func (r *rules) tick(n int64) {
	if r.tracker != FrameExact {
		r.now += n
	}
}

// A WhyWindow is the stamps that a question sees: those after After, up to Upto.
type WhyWindow struct {
	After, Upto int64
	Words       string // where the bounds come from
	Refused     string // it reaches back too far, and that is an error; "": it does not
}

// running is the window of a system's run. Before the first it is as if one had ended at the
// beginning.
func (r *rules) running(last lastRun) WhyWindow {
	w := WhyWindow{Upto: r.now}
	if r.tracker == Ticks {
		w.Upto = r.run
	}
	switch {
	case last.ran:
		w.After, w.Words = last.last, fmt.Sprintf("the last run, line %d, ended at %d", last.line, last.last)
		return r.cut(w, true)
	case r.tracker == Ticks:
		w.After, w.Words = w.Upto-maxAge, "the first run: all that is younger than "+fmt.Sprint(int64(maxAge))
		return w
	case r.tracker == Bitmap:
		w.After, w.Words = 1, "the first run: last is 1"
		return r.cut(w, false)
	}
	w.After, w.Words = -1, "the first run: last is -1"
	return w
}

// since is the window since a mark.
func (r *rules) since(m moment) WhyWindow {
	w := WhyWindow{After: m.at, Upto: r.now, Words: fmt.Sprintf("the mark, line %d, was taken at %d", m.line, m.at)}
	if r.tracker == Ticks && r.inside {
		w.Upto = r.run
	}
	return r.cut(w, true)
}

// cut is the window as far as the tracker remembers.
func (r *rules) cut(w WhyWindow, refuse bool) WhyWindow {
	if old := w.Upto - maxAge; r.tracker == Ticks && w.After < old {
		w.After = old
		w.Words += fmt.Sprintf(", but what is older than %d is simply old", int64(maxAge))
	}
	floor := r.now - r.ring
	if r.tracker != Bitmap || w.After >= floor {
		return w
	}
	if refuse && r.strict {
		w.Refused = fmt.Sprintf("it reaches back to %d, and a ring of %d at %d keeps only what came after %d", w.After, r.ring, r.now, floor)
	}
	w.After = floor
	w.Words += fmt.Sprintf(", but a ring of %d at %d keeps only what came after %d", r.ring, r.now, floor)
	return w
}

// In reports whether a stamp lies in the window.
func (w WhyWindow) In(stamp int64) bool { return w.After < stamp && stamp <= w.Upto }

// String is the window as an inequality.
func (w WhyWindow) String() string { return fmt.Sprintf("%d < stamp ≤ %d", w.After, w.Upto) }

// kept reports whether the tracker still has a removal that was made in a frame, and for how many
// frames it keeps one.
func (r *rules) kept(made, frame int64) (bool, int64) {
	switch r.tracker {
	case Ticks:
		return frame-made <= 1, 1
	case Frame, FrameExact:
		return frame-made <= 3, 3
	}
	return true, 0
}
