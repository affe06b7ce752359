package cli

import (
	"fmt"
	"strings"
)

// demand is what a user knows of a game in numbers. Percentages are of the
// entities, in each frame.
type demand struct {
	entities   int
	components int // of each entity
	fields     int // of each component, of 8 bytes
	systems    int // that go over two components of all entities and write one
	observers  int // that ask what changed
	every      int // an observer runs in every such frame
	changed    int // percent whose observed component is written
	toggled    int // percent that gain a component and lose it again
	churn      int // percent that are despawned and replaced
}

// advisedFrames is how many frames the trace of a workload has. It is a multiple
// of every interval of observers that is allowed, so that each sees its share.
const advisedFrames = 12

// usage says what of the demand cannot be.
func (w *demand) usage() error {
	for _, c := range []struct {
		flag         string
		n, low, high int
	}{
		{"entities", w.entities, 100, 1_000_000}, {"components", w.components, 2, 64}, {"fields", w.fields, 1, 64},
		{"systems", w.systems, 0, 64}, {"observers", w.observers, 0, 64}, {"every", w.every, 1, 6},
		{"changed", w.changed, 0, 100}, {"toggled", w.toggled, 0, 100}, {"churn", w.churn, 0, 100},
	} {
		if c.n < c.low || c.n > c.high {
			return &usageError{fmt.Sprintf("-%s %d: %d to %d are possible", c.flag, c.n, c.low, c.high)}
		}
	}
	if advisedFrames%w.every != 0 {
		return &usageError{fmt.Sprintf("-every %d: a divisor of %d is needed", w.every, advisedFrames)}
	}
	return nil
}

// inWords is the demand, whole.
func (w *demand) inWords() string {
	observers := "no observer"
	if w.observers > 0 {
		observers = count(w.observers, "observer") + " every frame"
		if w.every > 1 {
			observers = fmt.Sprintf("%s every %d frames", count(w.observers, "observer"), w.every)
		}
	}
	return fmt.Sprintf("%s of %s of %s, %s, %s; of the entities %d %% change, %d %% gain and lose a component, %d %% are replaced in each frame",
		fmt.Sprintf("%d entities", w.entities), count(w.components, "component"), count(w.fields, "field"),
		count(w.systems, "system"), observers, w.changed, w.toggled, w.churn)
}

// trace is the workload in the trace language, to be measured, kept or changed.
// The component that is observed is not the one that systems write: every
// mutable pass marks all of its matches.
func (w *demand) trace() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	var set strings.Builder
	for i := range w.components {
		line("component C%d fields=%d", i, w.fields)
		fmt.Fprintf(&set, " C%d", i)
	}
	line("component State sparse")
	line("spawn e*%d%s", w.entities, &set)
	line("tick")
	for o := range w.observers { // a first run sees everything
		line("run observe%d\n  count AllChanged(C1)\nend", o)
	}
	line("tick\nmeasure")
	line("repeat %d", advisedFrames/w.every)
	for frame := range w.every {
		for s := range w.systems {
			line("run move%d\n  each All(C0,C%d) mut C0\nend", s, 1+s%(w.components-1))
		}
		if w.changed > 0 {
			line("mut e%%%d C1", w.changed)
		}
		if w.toggled > 0 { // the first ones: a sample could not be named again
			last := max(1, w.entities*w.toggled/100) - 1
			line("add e.0-%d State\nremove e.0-%[1]d State", last)
		}
		if w.churn > 0 {
			line("despawn e%%%d", w.churn)
			line("spawn e+%d%s", max(1, w.entities*w.churn/100), &set)
		}
		if frame == w.every-1 {
			for o := range w.observers {
				line("run observe%d\n  count AllChanged(C1)\nend", o)
			}
		}
		line("tick")
	}
	line("end")
	return b.String()
}
